//! Events: what happened, to whom, its chain of causes, and who may know of it.
//!
//! The engine records them while somebody listens (`Work::events`); logs, recall and replays are made of them.

use crate::state::{Piece, PlayerSet, State};
use ludex_program::ids::{Address, LayoutId, NodeId, PieceId, SiteId, SpotId};
use ludex_rules::decision::Choice;
use ludex_rules::ids::{BoardId, PlayerId, RoutineId, VarId};
use ludex_source::Span;
use std::sync::Arc;

/// An event of a game, as the engine recorded it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The change of the position.
    pub what: What,
    /// The chain of causes, the innermost first.
    pub because: Vec<Cause>,
    /// The players who may know the particulars.
    pub seen: PlayerSet,
}

/// A link of the chain of causes: a routine that was being run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cause {
    /// The routine that was run.
    pub routine: RoutineId,
    /// The piece in whose row the text stands.
    pub piece: Option<PieceId>,
    /// The statement at which it stood.
    pub span: Span,
    /// The players who may know that this text is being done.
    pub seen: PlayerSet,
}

/// The recipients of a part of an answer, and its observers when it was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// The players who are told.
    pub to: PlayerSet,
    /// The players who saw what it names when it was chosen.
    pub sees: PlayerSet,
}

/// A marked piece as those see it who do not know which it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkedPiece {
    /// The place in which it lies.
    pub place: SpotId,
    /// Its position there, from 1, where everybody sees it; otherwise 0.
    pub at: u32,
    /// The players who know which piece it is.
    pub known: PlayerSet,
}

/// A step of the way from what was believed to where its pieces lie now. Kept of games that have beliefs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trace {
    /// A condition that held, for everybody to know.
    Belief {
        /// The text that said so.
        routine: RoutineId,
        /// The condition, to be asked in the innermost frame of the position.
        cond: NodeId,
        /// The position in which it held.
        state: Box<State>,
    },
    /// Pieces that some players can no longer keep apart: each with who knew it before, and who still knows it.
    Mixed(Vec<(PieceId, [PlayerSet; 2])>),
}

impl Trace {
    /// Counts the bytes that it takes.
    pub fn bytes(&self) -> usize {
        match self {
            Trace::Belief { state, .. } => {
                state.memory.len() * size_of::<i32>() + state.pieces.len() * size_of::<Piece>()
            }
            Trace::Mixed(pieces) => size_of_val(pieces.as_slice()),
        }
    }
}

/// The change that an event is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A piece was moved from one place to another.
    Moved {
        /// The piece that was moved.
        piece: PieceId,
        /// The place that it left; `NONE` never occurs in play.
        from: SpotId,
        /// The place that it came to.
        to: SpotId,
        /// The positions that it left and came to, from 1, where everybody sees them; otherwise 0.
        at: [u32; 2],
    },
    /// A variable got another value.
    Changed {
        /// The variable that changed.
        var: VarId,
        /// The address of the number, which tells the holder.
        address: Address,
        /// The number before the change.
        old: i32,
        /// The number after the change.
        new: i32,
        /// The piece as the table sees it, if the variable is a mark: who does not know the piece is told so of it.
        on: Option<MarkedPiece>,
    },
    /// A place was put into a random order.
    Shuffled(SpotId),
    /// A place was turned over.
    Turned(SpotId),
    /// A board got its layout.
    LaidOut {
        /// The board that was laid out.
        board: BoardId,
        /// The copy, by its player, of a board that each player has.
        copy: u32,
        /// The number of the layout.
        layout: LayoutId,
    },
    /// A piece became known to players.
    Shown {
        /// The piece that was shown.
        piece: PieceId,
        /// The players to whom it was shown.
        to: PlayerSet,
    },
    /// A player answered a decision.
    Chose {
        /// The player who decided.
        player: PlayerId,
        /// The site that asked.
        site: SiteId,
        /// The answer as numbers.
        choice: Choice,
        /// The recipients of each part: the word or the action's name, unless values are all, then each value.
        told: Vec<Told>,
    },
    /// A hook or the text of a row took effect.
    Began(RoutineId),
    /// Something that worlds follow: a belief, or pieces that some could no longer keep apart.
    Traced(Arc<Trace>),
    /// The game was over.
    Finished,
}
