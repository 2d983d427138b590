//! Bots at a table: which ones may sit down, and their choices.

use crate::config::Limits;
use crate::token::draw;
use ludex_bots::bot::Bot;
use ludex_bots::seat::Seat;
use ludex_bots::spec::{Budget, Spec};
use ludex_play::game::Match;
use ludex_play::interrupt::Interrupt;

/// Reads a bot and checks that clients may seat it: no program of the server's machine, no search without end.
pub(crate) fn allowed(text: &str, limits: &Limits) -> Result<Spec, String> {
    let spec: Spec = text.parse().map_err(|error| format!("{error}"))?;
    if spec.is_local() {
        return Err(
            "programs and nets can't take seats here: they are files of the server".to_owned(),
        );
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
    use super::allowed;
    use crate::config::Limits;

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
            ("alphazero", false),
        ] {
            assert_eq!(allowed(text, &limits).is_ok(), is_taken, "{text}");
        }
    }
}
