//! Bots at a table: which ones may sit down, and their choices.

use crate::config::Limits;
use crate::live::nets::Nets;
use crate::token::draw;
use ludex_bots::bot::Bot;
use ludex_bots::seat::Seat;
use ludex_bots::spec::{Algorithm, Budget, Spec};
use ludex_play::game::Match;
use ludex_play::interrupt::Interrupt;
use ludex_system::SYSTEM;

/// Reads a bot of a game, with its net if it is one that the host offers.
pub(crate) fn read(text: &str, game: &str, nets: &Nets) -> Result<Spec, String> {
    let spec = Spec::parse(text, Some(SYSTEM)).map_err(|error| error.to_string())?;
    nets.seat(game, spec)
}

/// Checks that clients may seat a bot: no program of the server's machine, no search without end.
pub(crate) fn allowed(spec: Spec, limits: &Limits) -> Result<Spec, String> {
    if spec.algorithm == Algorithm::Exec {
        return Err("programs can't take seats here: they are files of the server".to_owned());
    }
    if spec.trees > 1 {
        return Err("bots search with one tree here: write no `trees`".to_owned());
    }
    match spec.budget {
        Budget::Playouts(playouts) if playouts > limits.bot_playouts => Err(format!(
            "bots have at most {} playouts here",
            limits.bot_playouts
        )),
        Budget::Time(time) if time > limits.bot_time => Err(format!(
            "bots have at most {} ms here",
            limits.bot_time.as_millis()
        )),
        Budget::Playouts(_) | Budget::Time(_) => Ok(spec),
    }
}

/// Chooses for the player who is asked; none if it was interrupted, or nobody is asked.
pub(crate) fn choose(game: &Match, spec: &Spec, interrupt: &Interrupt) -> Option<usize> {
    let seat = Seat::of(game)?;
    // Drawn anew: a bot's chance tells nothing of the table's seed.
    let seed = draw().ok()? as u64;
    let mut bot = Bot::new(spec.clone()).interruptible(interrupt.clone());
    let advice = bot.advise(&seat, seed);
    (!interrupt.is_raised()).then_some(advice.option)
}

#[cfg(test)]
mod tests {
    use super::{allowed, read};
    use crate::config::Limits;
    use crate::live::nets::Nets;

    #[test]
    fn clients_seat_no_programs_and_no_endless_searches() {
        let limits = Limits {
            bot_playouts: 1_000,
            ..Limits::default()
        };
        for (text, is_taken) in [
            ("random", true),
            ("ismcts:1000", true),
            ("mcts:10s,cut=20", true),
            ("ismcts:1001", false),
            ("ismcts:11s", false),
            ("ismcts:100,trees=2", false),
            ("exec:\"sh -c true\"", false),
            ("net:/etc/passwd", false),
            ("alphazero", false),
        ] {
            let spec = read(text, "any", &Nets::default());
            let may_play = spec.and_then(|spec| allowed(spec, &limits)).is_ok();
            assert_eq!(may_play, is_taken, "{text}");
        }
    }
}
