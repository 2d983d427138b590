//! Statements as instructions, and everything they refer to.

use crate::program::ids::{HookListId, NodeId, SiteId, SourceId, TargetId};
use crate::program::node::NodeList;
use crate::rules::expr::Write;
use crate::rules::game::{Change, RoutineKind, Timing, TrackOften};
use crate::rules::ids::{ActionId, BoardId, MomentId, RoutineId, VarId};
use crate::rules::types::Type;
use crate::rules::verbs::VerbOp;
use crate::rules::wording::Wording;
use crate::source::Span;

/// A number in `Program::code`.
pub type Pc = u32;

/// Slots that a loop over fixed members keeps in its frame: where they begin, the next one, where they end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// First of three slots: begin, next, end (numbers in the state's lists).
    pub slot: u16,
}

/// An argument of a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// A piece, place, player or number.
    Value(NodeId),
    /// Pieces.
    Pieces(SourceId),
    /// A board; the owner of a player's board.
    Board(BoardId, Option<NodeId>),
}

impl Operand {
    /// The node that is asked for it, if one is.
    #[must_use]
    pub fn node(self) -> Option<NodeId> {
        match self {
            Operand::Value(node) => Some(node),
            Operand::Board(_, of) => of,
            Operand::Pieces(_) => None,
        }
    }

    /// The nodes and collections that are asked for it.
    #[must_use]
    pub fn parts(self) -> (Vec<NodeId>, Vec<SourceId>) {
        match self {
            Operand::Pieces(source) => (Vec::new(), vec![source]),
            Operand::Value(_) | Operand::Board(..) => {
                (self.node().into_iter().collect(), Vec::new())
            }
        }
    }
}

/// Where operands begin in `Program::operands`, and how many there are.
pub type OperandList = (u32, u16);

/// One step of a routine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Instr {
    /// Sets a slot.
    Let(u16, NodeId),
    /// Writes a variable.
    Write(Write, TargetId, NodeId),
    /// Goes on elsewhere.
    Jump(Pc),
    /// Goes on elsewhere unless the condition holds.
    JumpUnless(NodeId, Pc),
    /// Lists the members of a collection.
    Collect(Cursor, SourceId),
    /// Binds the next member, or drops the list and leaves.
    Next(Cursor, u16, Pc),
    /// Drops the list of a loop that is left early.
    Drop(Cursor),
    /// Counts down a slot, or leaves when it is 0.
    CountDown(u16, Pc),
    /// Asks for one of the options; with none, goes on at the `else`.
    Choose(SiteId, Pc),
    /// Asks for one more of several; leaves when none is left, when enough are chosen, or on `done`.
    ChooseMore(SiteId, Pc),
    /// Asks yes or no; on no goes on elsewhere.
    May(SiteId, Pc),
    /// Asks for a legal instance of some actions and does it.
    Offer(SiteId),
    /// Does a named effect.
    Call(RoutineId, NodeList),
    /// Does the effect text of a row, if it has one: the row or piece, then the arguments.
    CallSlot(u16, NodeList),
    /// Leaves the routine.
    Return,
    /// Does a verb with its operands.
    Verb(VerbOp, OperandList),
    /// Fills an empty place by its effect.
    Refill(NodeId),
    /// Draws one from a place to another while the count in the slot lasts; leaves otherwise. Counts down.
    DrawOne(u16, NodeList, Pc),
    /// Lists the hooks that fire.
    Hooks(HookListId, Cursor),
    /// Puts the hooks that fire into the innermost pool.
    HooksToPool(HookListId),
    /// Goes on elsewhere when a pool is open.
    JumpIfPool(Pc),
    /// Runs the next listed hook, or leaves.
    NextHook(Cursor, Pc),
    /// Opens a pool ordered by a player.
    PoolOpen(NodeId),
    /// Runs or asks for the next entry of the innermost pool; closes it and leaves when it is empty.
    PoolNext(SiteId, Pc),
    /// Puts a routine off to a moment.
    Later(MomentId, RoutineId, NodeList),
    /// Runs the next thing waiting for the moment, or leaves.
    ReachNext(MomentId, Pc),
    /// Sets the variables that last until a moment back.
    Reset(MomentId),
}

impl Instr {
    /// Tells where a jump goes on, always or sometimes; none of other instructions, which go on with the next one or leave.
    pub(crate) fn exit(&mut self) -> Option<&mut Pc> {
        match self {
            Instr::Jump(to)
            | Instr::JumpUnless(_, to)
            | Instr::Next(_, _, to)
            | Instr::CountDown(_, to)
            | Instr::Choose(_, to)
            | Instr::ChooseMore(_, to)
            | Instr::May(_, to)
            | Instr::DrawOne(_, _, to)
            | Instr::JumpIfPool(to)
            | Instr::NextHook(_, to)
            | Instr::PoolNext(_, to)
            | Instr::ReachNext(_, to) => Some(to),
            Instr::Return
            | Instr::Let(..)
            | Instr::Write(..)
            | Instr::Collect(..)
            | Instr::Drop(_)
            | Instr::Offer(_)
            | Instr::Call(..)
            | Instr::CallSlot(..)
            | Instr::Verb(..)
            | Instr::Refill(_)
            | Instr::Hooks(..)
            | Instr::HooksToPool(_)
            | Instr::PoolOpen(_)
            | Instr::Later(..)
            | Instr::Reset(_) => None,
        }
    }
}

/// A routine.
#[derive(Debug, Clone)]
pub struct Routine {
    /// For messages.
    pub name: String,
    /// Where it came from.
    pub kind: RoutineKind,
    /// Number of parameters after `you`.
    pub params: u16,
    /// Slots of its frame.
    pub slots: u16,
    /// Names and types of the slots that the rules name.
    pub locals: Vec<(String, Type)>,
    /// Cursors that hold pieces, so that a piece dealt anew is found in them.
    pub piece_cursors: Vec<Cursor>,
    /// Where it begins.
    pub entry: Pc,
    /// Its text.
    pub span: Span,
    /// When it may be resolved, waiting in a pool.
    pub turn: Turn,
    /// Shared with every text that is the same effect with the same numbers.
    pub same: Option<u32>,
    /// Its text is only `piece.slot(…)`: the column of the slot, and who holds it, the same at any time.
    pub only_slot: Option<(u16, NodeId)>,
}

/// When a text that waits in a pool may be resolved without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// At any time: it only gains fixed numbers that nobody asks for meanwhile.
    Any,
    /// At any time among the texts of the player who orders: it may also put off what no other text puts off.
    AnyOfOwn,
    /// At any time while only such texts wait: it gains fixed numbers.
    AnyAmongGains,
    /// When the player says so.
    Asked,
}

/// A variable written to.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Which variable.
    pub var: VarId,
    /// Whose; a constant 0 for the table.
    pub of: NodeId,
    /// Which of an indexed one; a constant 0 otherwise.
    pub at: NodeId,
    /// The address, where it is always the same.
    pub fixed: Option<u32>,
}

/// A name bound to members of a collection.
#[derive(Debug, Clone, Copy)]
pub struct Binder {
    /// Where each stands.
    pub slot: u16,
    /// The collection, its conditions included.
    pub source: SourceId,
}

/// Something a player is asked.
#[derive(Debug, Clone)]
pub struct Site {
    /// Who.
    pub by: NodeId,
    /// What the player reads.
    pub prompt: Wording<Told>,
    /// What may be answered.
    pub ask: Ask,
    /// Where it stands.
    pub span: Span,
}

/// A value in words for a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The value.
    pub node: NodeId,
    /// Its type, by which it is written.
    pub ty: Type,
    /// The number of an action's parameters that must be bound before; 0 elsewhere.
    pub after: u16,
}

/// What may be answered.
#[derive(Debug, Clone)]
pub enum Ask {
    /// One of each binder.
    Choose {
        /// What is chosen.
        binders: Vec<Binder>,
        /// Name of each, for JSON.
        names: Vec<String>,
        /// Type of each, for labels.
        types: Vec<Type>,
        /// Of several: how it goes on.
        more: Option<More>,
        /// Without candidates it is a fault, not an `else`.
        must: bool,
    },
    /// Yes or no.
    May,
    /// A legal instance of an action.
    Offer(Vec<ActionId>),
    /// An entry of the pool.
    Pool,
}

/// State of a choice of several.
#[derive(Debug, Clone, Copy)]
pub struct More {
    /// Those chosen so far; each is left out of later options.
    pub chosen: Cursor,
    /// Slot with the number still allowed.
    pub left: u16,
    /// The player may say `done`.
    pub done: bool,
}

/// An action.
#[derive(Debug, Clone)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// What a person reads.
    pub prompt: String,
    /// Its parameters.
    pub binders: Vec<Binder>,
    /// Names and types of the parameters.
    pub params: Vec<(String, Type)>,
    /// Requirements, ordered by `after`.
    pub requires: Vec<Require>,
    /// Where those that can be asked with so many parameters bound begin; one number more than parameters, and the end.
    pub requires_from: Vec<usize>,
    /// Answers that stay while some names are bound.
    pub once: Vec<Once>,
    /// Slots needed to ask for its instances.
    pub slots: u16,
    /// The routine that does it.
    pub body: RoutineId,
    /// The class of what tells whether it is possible; none when that is not remembered, as nobody asks or chance tells.
    pub class: Option<u8>,
}

/// A slot with the answer of a part of an action's questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Once {
    /// The slot.
    pub slot: u16,
    /// The answer is for the first so many names: when one of them is bound anew it is unknown again.
    pub after: u16,
}

/// A requirement.
#[derive(Debug, Clone)]
pub struct Require {
    /// Must hold.
    pub cond: NodeId,
    /// Told otherwise.
    pub reason: Wording<Told>,
    /// Can be asked with so many parameters bound.
    pub after: u16,
    /// Where it stands.
    pub span: Span,
    /// Parts of the condition worth showing with their values.
    pub shown: Vec<(Span, NodeId, Type)>,
}

/// A hook.
#[derive(Debug, Clone)]
pub struct Hook {
    /// When.
    pub timing: Timing,
    /// The piece it belongs to.
    pub piece: Option<u32>,
    /// Which calls; slots `you`, `this`, arguments.
    pub cond: Option<NodeId>,
    /// Slots the condition needs.
    pub slots: u16,
    /// At most so many: the number, and the target that counts (its holder in slot 1 or the table).
    pub limit: Option<(NodeId, TargetId)>,
    /// What it does.
    pub body: RoutineId,
}

/// A modifier.
#[derive(Debug, Clone)]
pub struct Modifier {
    /// The piece it belongs to.
    pub piece: Option<u32>,
    /// Which calls.
    pub cond: Option<NodeId>,
    /// How.
    pub change: Change,
    /// By what.
    pub value: NodeId,
    /// Slots it needs.
    pub slots: u16,
}

/// Rules of a track.
#[derive(Debug, Clone)]
pub struct TrackRules {
    /// Its variable.
    pub var: VarId,
    /// Slots the gates need.
    pub slots: u16,
    /// Gates.
    pub gates: Vec<(i32, NodeId)>,
    /// Overflow.
    pub beyond: Option<RoutineId>,
    /// Spaces: number, how often, the flag's target variable, the routine.
    pub spaces: Vec<(i32, TrackOften, Option<VarId>, RoutineId)>,
}
