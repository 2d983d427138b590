//! A bot that sees only worlds: it plays each option on at random in each of them, and takes the one that went best.

use ludex_engine::chance::{Stream, purpose};
use ludex_play::game::{Match, rank};
use ludex_rules::ids::PlayerId;
use ludex_worlds::World;

/// Worlds it looks at.
const WORLDS: u64 = 2;
/// Options it tries at most, evenly spread.
const TRIED: usize = 6;
/// Decisions it plays on.
const AHEAD: u64 = 60;

/// The number of the option that went best; none when there is no world, or nothing to choose.
pub(super) fn choice(
    seat: PlayerId,
    seed: u64,
    world: impl Fn(u64) -> Option<World>,
) -> Option<usize> {
    let mut stream = Stream::new(seed, purpose("bot"), 0);
    let mut went: Vec<(usize, i64)> = Vec::new();
    for _ in 0..WORLDS {
        let game = world(stream.word() >> 11)?.game;
        let of = game.options();
        let every = of.div_ceil(TRIED).max(1);
        for (n, option) in (0..of).step_by(every).enumerate() {
            let value = played(&game, option, seat, stream.word() >> 11);
            match went.get_mut(n) {
                Some((_, sum)) => *sum += value,
                None => went.push((option, value)),
            }
        }
    }
    // Of several that went equally well the first.
    let best = went.iter().map(|(_, value)| *value).max()?;
    let found = went.iter().find(|(_, value)| *value == best);
    found.map(|(option, _)| *option)
}

/// Returns the margin of a seat after the playout of an option: its score, less the best one of the others.
fn played(game: &Match, option: usize, seat: PlayerId, seed: u64) -> i64 {
    let mut game = game.clone();
    // A fault of the rules is not for this tool to tell.
    if game.apply(option).is_err() || game.playout(seed, Some(AHEAD)).is_err() {
        return 0;
    }
    let mut outcome = game.result().cloned().unwrap_or_default();
    if !game.is_over() {
        let ranked = game.work(|machine| rank(machine, &mut Vec::new(), &mut outcome));
        if ranked.0.is_err() {
            return 0;
        }
    }
    let scores = outcome.scores.iter().enumerate();
    let (own, others): (Vec<_>, Vec<_>) = scores.partition(|(player, _)| *player == seat.index());
    let best =
        |scores: Vec<(usize, &i32)>| scores.iter().map(|(_, score)| i64::from(**score)).max();
    best(own).unwrap_or(0) - best(others).unwrap_or(0)
}
