//! The standings of a contest as programs read them: of each bot, and of each pair.

use crate::contest::{Contest, Pair};
use crate::rating::Rating;
use crate::shape::{BotShape, PairShape};
use ludex_bots::arena::Standing;

/// Writes the standing and the rating of each bot, by the names that they have.
#[must_use]
pub fn bots(contest: &Contest, names: &[String]) -> Vec<BotShape> {
    let bots = names.iter().zip(&contest.standings);
    let bots = bots.zip(contest.ratings());
    bots.map(|((name, standing), rating)| bot_shape(name, standing, rating))
        .collect()
}

/// Writes how each pair of bots did against each other.
#[must_use]
pub fn pairs(contest: &Contest, names: &[String]) -> Vec<PairShape> {
    let pairs = contest.pairs.iter();
    let names = |pair: &Pair| [names.get(pair.one), names.get(pair.other)];
    pairs.map(|pair| pair_shape(names(pair), pair)).collect()
}

/// Returns playouts a second while the bot thought; none for bots that make none.
#[must_use]
pub fn speed(standing: &Standing) -> Option<f64> {
    let seconds = standing.work.took.as_secs_f64();
    (standing.work.playouts > 0).then(|| standing.work.playouts as f64 / seconds.max(1e-9))
}

fn bot_shape(name: &str, standing: &Standing, rating: Rating) -> BotShape {
    let round = |points: f64| (points * 10.0).round() / 10.0 + 0.0;
    let (low, high) = rating.interval;
    let work = &standing.work;
    BotShape {
        bot: name.to_owned(),
        games: standing.games,
        different: standing.different,
        wins: standing.wins,
        share: standing.share(),
        interval: standing.interval(),
        rating: round(rating.points),
        rating_interval: (round(low), round(high)),
        score: standing.score as f64 / standing.games.max(1) as f64,
        decisions: work.decisions,
        playouts: work.playouts,
        faults: work.faults,
        blind: work.blind,
        failed: work.failed,
        failure: work.failure.clone(),
        playouts_per_second: speed(standing),
    }
}

fn pair_shape([one, other]: [Option<&String>; 2], pair: &Pair) -> PairShape {
    PairShape {
        bots: (one.cloned(), other.cloned()),
        games: pair.games,
        different: pair.different,
        first_sat_before: pair.before,
        first_sat_after: pair.after,
        ahead: pair.ahead,
        share: pair.share(),
        interval: pair.interval(),
    }
}
