//! A table at one moment, as one viewer may know it.

use crate::access::Access;
use crate::game::TableGame;
use crate::holdings::{self, Holdings, PieceSeen};
use crate::log::LogPart;
use crate::panels::{Panels, panels};
use crate::question::{Question, question};
use ludex_play::game::{Match, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A table at one moment, as one viewer may know it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TableSnapshot {
    /// Counts the changes of the table: requests name the version that they answer.
    pub version: u64,
    /// The viewer, who may know this.
    pub access: Access,
    /// The number of the moves that were made.
    pub moves: u32,
    /// The move after which the table stood so; fewer than `moves` in a look back.
    pub at: u32,
    /// The seats that are to decide.
    pub deciding: Vec<u32>,
    /// True once the game is over.
    pub over: bool,
    /// The result, once the game is over.
    pub result: Option<ResultSeen>,
    /// The holdings of the table.
    pub table: Holdings,
    /// The holdings of each player, by seat.
    pub players: Vec<Holdings>,
    /// Pieces that hold something, or whose fields are not as at the beginning.
    pub pieces: Vec<PieceSeen>,
    /// The panels of `view.yaml`.
    pub panels: Panels,
    /// The log since the version that the viewer had.
    pub log: LogPart,
    /// The question that the viewer may answer.
    pub question: Option<Question>,
    /// True if the viewer may take the last move back.
    pub can_undo: bool,
    /// True if the viewer may make the move again that was taken back.
    pub can_redo: bool,
}

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultSeen {
    /// The score of each player.
    pub scores: Vec<i32>,
    /// The rank of each player, from 1.
    pub ranks: Vec<u32>,
    /// The seats of those who won.
    pub winners: Vec<u32>,
}

/// The facts of a snapshot besides the position.
#[derive(Debug, Clone, Default)]
pub(super) struct TableMoment {
    pub(super) version: u64,
    pub(super) moves: u32,
    pub(super) at: u32,
    pub(super) log: LogPart,
    pub(super) can_undo: bool,
    pub(super) can_redo: bool,
}

/// Takes a snapshot of a position.
pub(super) fn snapshot(
    game: &TableGame,
    position: &Match,
    access: Access,
    moment: TableMoment,
) -> TableSnapshot {
    let values = access.words(position.program(), position.state());
    let held = holdings::all(values, &game.vocabulary);
    let TableMoment {
        version,
        moves,
        at,
        log,
        can_undo,
        can_redo,
    } = moment;
    TableSnapshot {
        version,
        access,
        moves,
        at,
        deciding: position
            .deciding()
            .into_iter()
            .map(|player| player.number())
            .collect(),
        over: position.is_over(),
        result: position.result().map(result),
        table: held.table,
        players: held.players,
        pieces: held.pieces,
        panels: panels(game, position.state(), access),
        log,
        question: open_question(game, position, access),
        can_undo,
        can_redo,
    }
}

/// The question that a viewer may answer.
fn open_question(game: &TableGame, position: &Match, access: Access) -> Option<Question> {
    let turn = match access {
        Access::Spectator => return None,
        Access::Full => position.clone(),
        Access::Seat(_) => position.turn_of(access.seat()?).ok()?,
    };
    question(&turn, &game.vocabulary)
}

fn result(outcome: &Outcome) -> ResultSeen {
    ResultSeen {
        scores: outcome.scores.clone(),
        ranks: outcome.ranks.clone(),
        winners: outcome
            .winners
            .iter()
            .map(|player| player.number())
            .collect(),
    }
}
