//! Viewers of a table, and the knowledge of each.

use ludex_engine::state::State;
use ludex_play::format::{Sight, ValueFormat};
use ludex_program::Program;
use ludex_rules::ids::PlayerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A viewer of a table, by what they may know and decide.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// The player of a seat, from 0.
    Seat(u32),
    /// Somebody who watches: they know what all players know.
    Spectator,
    /// Somebody who may know and decide everything: an author, an analyst, the one page on which all seats are played.
    Full,
}

impl Access {
    /// Returns the seat of a player.
    #[must_use]
    pub fn seat(self) -> Option<PlayerId> {
        match self {
            Access::Seat(seat) => Some(PlayerId::numbered(seat)),
            Access::Spectator | Access::Full => None,
        }
    }

    /// Returns true if the viewer decides for a player.
    #[must_use]
    pub fn decides_for(self, player: PlayerId) -> bool {
        match self {
            Access::Seat(_) => self.seat() == Some(player),
            Access::Spectator => false,
            Access::Full => true,
        }
    }

    /// Returns the words of a position as the viewer may read them.
    pub(super) fn words<'a>(self, program: &'a Program, state: &'a State) -> ValueFormat<'a> {
        let sight = match self {
            Access::Seat(seat) => Sight::Player(PlayerId::numbered(seat)),
            Access::Spectator => Sight::Common,
            Access::Full => Sight::All,
        };
        ValueFormat::with_sight(program, state, sight)
    }
}
