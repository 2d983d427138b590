//! `determinize`: a position with all dealt anew that a player can't know, and what was dealt and what was kept; or that
//! none was found.

use crate::failure::Failure;
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_worlds::determinize;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Deals all anew that a player can't know.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Determinize {
    /// The number of the position.
    position: u64,
    /// The player's seat, from 0.
    player: u64,
    /// The seed of the deal.
    seed: u64,
}

/// A world that was dealt, or that none was found.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DealtWorld {
    /// True if a world was found.
    found: bool,
    /// The number of the new position.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<u64>,
    /// The parts that were dealt: `pieces` and `vars`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DealtParts")]
    dealt: Option<DealtParts>,
    /// The parts that were kept: `pieces`, `vars` and `locals`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "KeptParts")]
    kept: Option<KeptParts>,
    /// The number of worlds that were tried, when none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<u64>,
}

/// The parts of a world that were dealt anew.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "dealt")]
struct DealtParts {
    /// The number of pieces.
    pieces: usize,
    /// The names of variables.
    vars: Vec<String>,
}

/// The unknown parts of a world that stayed as they are.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "kept")]
struct KeptParts {
    /// The number of pieces.
    pieces: usize,
    /// The names of variables.
    vars: Vec<String>,
    /// The local names of texts at work.
    locals: Vec<String>,
}

impl Request for Determinize {
    const VERB: &'static str = "determinize";
    type Answer = DealtWorld;

    fn answer(self, session: &mut ProtocolSession) -> Result<DealtWorld, Failure> {
        let player = session.player(self.position, self.player)?;
        let game = session.position(self.position)?;
        Ok(match determinize(game, player, self.seed) {
            Ok(world) => DealtWorld {
                found: true,
                dealt: Some(DealtParts {
                    pieces: world.dealt,
                    vars: world.drawn,
                }),
                kept: Some(KeptParts {
                    pieces: world.fixed,
                    vars: world.kept,
                    locals: world.locals,
                }),
                position: Some(session.keep(world.game)?),
                tries: None,
            },
            Err(none) => DealtWorld {
                found: false,
                position: None,
                dealt: None,
                kept: None,
                tries: Some(none.tries.into()),
            },
        })
    }
}
