//! The tables of `ludex arena`: bots and pairs, as text and as JSON.

use crate::lab::shape::ArenaShape;

use crate::bots::arena::Standing;
use crate::cli::args::Arena;
use crate::cli::error::CliError;
use crate::cli::screen;
use crate::cli::start::Ready;
use crate::lab::contest::{Contest, Pair};
use crate::lab::rating::Rating;
use crate::lab::standings::{self, speed};
use crate::play::start::{Seed, Start};
use crate::source::columns::{padded, widest};

/// A contest with what was asked for.
pub(super) struct ArenaTables<'a> {
    pub(super) arena: &'a Arena,
    pub(super) game: &'a Ready,
    pub(super) start: &'a Start,
    pub(super) contest: &'a Contest,
    pub(super) seconds: f64,
}

impl ArenaTables<'_> {
    /// Prints the contest as it was asked for.
    pub(super) fn print(&self) -> Result<(), CliError> {
        if self.arena.output.is_json() {
            return screen::print_json(&self.shape());
        }
        let tables = self.bots() + &self.pairs() + &self.notes();
        screen::print(&(self.head() + &tables))
    }

    fn head(&self) -> String {
        let first = self.start.long_seed();
        let last = Seed {
            seed: self.start.seed.wrapping_add(self.arena.games - 1),
            ..first
        };
        let hash = &self.game.program.hash;
        format!(
            "{}: {} games, {} players, seeds {first} to {last}, rules {}, ludex {}\n\n",
            self.game.program.names.title,
            self.arena.games,
            self.start.players,
            &hash[..12.min(hash.len())],
            env!("CARGO_PKG_VERSION"),
        )
    }

    /// A line for each bot.
    fn bots(&self) -> String {
        let names = self.names();
        let width = widest(names.iter().map(String::as_str)).max("bot".len());
        let mut text = format!(
            "{:width$}{:>7}{:>8}{:>16}{:>8}{:>16}{:>9}{:>11}{:>13}\n",
            "bot",
            "games",
            "wins",
            "95 % interval",
            "rating",
            "95 % interval",
            "score",
            "decisions",
            "playouts/s"
        );
        let ratings = self.contest.ratings();
        for ((name, standing), rating) in names.iter().zip(&self.contest.standings).zip(ratings) {
            text.push_str(&format!(
                "{}{}\n",
                padded(name, width),
                bot_cells(standing, rating)
            ));
            for note in notes_of(standing) {
                text.push_str(&format!("    {note}\n"));
            }
        }
        text
    }

    /// A line for each pair; none where there is but one.
    fn pairs(&self) -> String {
        if self.contest.pairs.len() < 2 {
            return String::new();
        }
        let names = self.names();
        let width = widest(names.iter().map(String::as_str)).max("finished before".len());
        let mut text = format!(
            "\n{:width$}  {:width$}{:>7}{:>8}{:>16}\n",
            "finished before", "the other", "games", "share", "95 % interval"
        );
        for pair in &self.contest.pairs {
            let (one, other) = (&names[pair.one], &names[pair.other]);
            text.push_str(&format!(
                "{}  {}{}\n",
                padded(one, width),
                padded(other, width),
                pair_cells(pair)
            ));
        }
        text
    }

    /// Sentences that a reader needs beside the numbers.
    fn notes(&self) -> String {
        let mut text = String::new();
        if self.contest.has_repeats() {
            text.push_str(
                "\nGames without chance in which the same bots in the same seats chose the same repeat each other:\n\
                 intervals and ratings count them once.\n",
            );
        }
        if !self.contest.has_met() {
            let bots = self.arena.bots.len();
            text.push_str(&format!(
                "\nToo few games for every pair to meet in both orders of seats: ask for {} or more.\n",
                bots * bots.saturating_sub(1)
            ));
        }
        text
    }

    fn names(&self) -> Vec<String> {
        self.arena.bots.iter().map(ToString::to_string).collect()
    }

    fn shape(&self) -> ArenaShape {
        let names = self.names();
        let seed = match self.start.salt {
            0 => self.start.seed.into(),
            _ => self.start.long_seed().to_string().into(),
        };
        ArenaShape {
            schema: "ludex/arena/2".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: self.game.program.names.game.clone(),
            rules: self.game.program.hash.clone(),
            players: self.start.players,
            seed,
            games: self.arena.games,
            options: self.start.options_by_name(&self.game.program),
            bots: standings::bots(self.contest, &names),
            pairs: standings::pairs(self.contest, &names),
            seconds: self.seconds,
        }
    }
}

/// An interval of shares, in percent.
fn percents(interval: (f64, f64)) -> String {
    let (low, high) = interval;
    format!("{:.1}–{:.1} %", low * 100.0, high * 100.0)
}

/// The numbers of a bot, behind its name.
fn bot_cells(standing: &Standing, rating: Rating) -> String {
    let games = standing.games.max(1) as f64;
    let (low, high) = rating.interval;
    format!(
        "{:>7}{:>8}{:>16}{:>8}{:>16}{:>9.2}{:>11.1}{:>13}",
        standing.games,
        format!("{:.1} %", standing.share() * 100.0),
        percents(standing.interval()),
        format!("{:+.0}", rating.points),
        format!("{low:+.0} to {high:+.0}"),
        standing.score as f64 / games,
        standing.work.decisions as f64 / games,
        speed(standing).map_or_else(|| "–".to_owned(), |speed| format!("{speed:.0}")),
    )
}

/// The sentences about a bot that stand below its line.
fn notes_of(standing: &Standing) -> Vec<String> {
    let work = &standing.work;
    let repeats = standing.games - standing.different;
    let counts = [
        (repeats, "games repeat others"),
        (work.blind, "decisions at random: no world was found"),
        (work.faults, "playouts that the rules broke"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let mut notes: Vec<String> = counts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if let Some(why) = &work.failure {
        let failed = work.failed;
        notes.push(format!(
            "{failed} decisions at random: the program failed; first: {why}"
        ));
    }
    notes
}

/// The numbers of a pair, behind its names.
fn pair_cells(pair: &Pair) -> String {
    if pair.games == 0 {
        return format!("{:>7}{:>8}{:>16}", 0, "–", "–");
    }
    format!(
        "{:>7}{:>8}{:>16}",
        pair.games,
        format!("{:.1} %", pair.share() * 100.0),
        percents(pair.interval()),
    )
}
