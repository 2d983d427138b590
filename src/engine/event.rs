//! What happened, to whom, because of what, and who may know.

use crate::engine::option::Choice;
use crate::engine::state::PlayerSet;
use crate::program::ids::SiteId;
use crate::rules::ids::{BoardId, RoutineId, VarId};
use crate::source::Span;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What.
    pub what: What,
    /// What led to it, the innermost first.
    pub because: Vec<Cause>,
    /// A bit for each player who may know the particulars.
    pub seen: PlayerSet,
}

/// A link of the chain of causes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cause {
    /// The routine.
    pub routine: RoutineId,
    /// The piece whose text it is.
    pub piece: Option<u32>,
    /// The statement it stands at.
    pub span: Span,
    /// A bit for each player who may know that this text is being done.
    pub seen: PlayerSet,
}

/// The recipients of a part of an answer, and its observers when it was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// A bit for each player who is told.
    pub to: PlayerSet,
    /// A bit for each player who saw what it names when it was chosen.
    pub sees: PlayerSet,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A piece went from one place to another.
    Moved {
        /// Which.
        piece: u32,
        /// From; `NOWHERE` never occurs in play.
        from: u32,
        /// To.
        to: u32,
    },
    /// A number changed.
    Changed {
        /// The variable.
        var: VarId,
        /// Its address.
        address: u32,
        /// Before.
        old: i32,
        /// After.
        new: i32,
    },
    /// A place was put into a random order.
    Shuffled(u32),
    /// A place was turned over.
    Turned(u32),
    /// A board got its layout.
    LaidOut {
        /// The board.
        board: BoardId,
        /// Whose, of those that each player has.
        copy: u32,
        /// The number of the layout.
        layout: u32,
    },
    /// A player came to know a piece.
    Shown {
        /// Which.
        piece: u32,
        /// A bit for each player.
        to: PlayerSet,
    },
    /// A player decided.
    Chose {
        /// Who.
        player: u8,
        /// The question.
        site: SiteId,
        /// The answer.
        choice: Choice,
        /// The recipients of each part: the word or the action's name, unless values are all, then each value.
        told: Vec<Told>,
    },
    /// A hook or the text of a row took effect.
    Began(RoutineId),
    /// The game ended.
    Finished,
}
