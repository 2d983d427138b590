//! The teller: the source of all that a seat is told about a game, by which a secret might be told.

use crate::leaks::bot;
use ludex_engine::knowledge::event::Event;
use ludex_play::game::Match;
use ludex_play::log::{self, LogReader};
use ludex_play::state_json;
use ludex_rules::ids::PlayerId;
use ludex_worlds::deals::NoWorld;
use ludex_worlds::{World, determinize};
use serde_json::Value;

/// Tells a seat about a game. Tests put leaky ones in the place of `Ludex`.
pub trait Teller {
    /// The position as the seat may see it.
    fn view(&self, game: &Match, seat: PlayerId) -> Value {
        state_json::view(game.program(), game.state(), seat)
    }

    /// The question, if the seat is asked, and each answer.
    fn decision(&self, game: &Match, seat: PlayerId) -> Option<Vec<String>> {
        let decision = game.decision().filter(|decision| decision.player == seat)?;
        let options = decision.options.into_iter();
        let answers = options.map(|option| format!("{} {}", option.label, option.value));
        Some([decision.prompt].into_iter().chain(answers).collect())
    }

    /// Explains why the seat, which is asked, may do an action or not.
    fn explain(&self, game: &mut Match, action: &str, args: &[String]) -> String {
        format!("{:?}", game.explain(action, args))
    }

    /// The line of an event for the seat.
    fn line(&self, game: &Match, event: &Event, seat: PlayerId) -> Option<String> {
        let reader = LogReader {
            viewer: Some(seat),
            causes: true,
            vocabulary: None,
        };
        log::line(game.program(), game.state(), event, reader)
    }

    /// A world for the seat.
    fn world(&self, game: &Match, seat: PlayerId, seed: u64) -> Result<World, NoWorld> {
        determinize(game, seat, seed)
    }

    /// The number of the option that a bot would choose for the seat, which is asked and sees only worlds.
    fn choice(&self, game: &Match, seat: PlayerId, seed: u64) -> Option<usize> {
        bot::choice(seat, seed, |seed| self.world(game, seat, seed).ok())
    }
}

/// The teller that is ludex itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ludex;

impl Teller for Ludex {}
