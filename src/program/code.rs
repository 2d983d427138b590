//! Statements as instructions, and the tables that instructions refer to.
//!
//! Structured statements become jumps between instructions of one table; a routine is a part of it. `compile/statements.rs`
//! makes them, `engine/lower/routines.rs` and `engine/runtime/run.rs` give them their meaning.

use crate::cursor::Cursor;
use crate::decision::{Binder, Told};
use crate::ids::{HookListId, NodeId, OperandId, Pc, PieceId, SiteId, SourceId, TargetId};
use crate::node::NodeList;
use ludex_rules::expr::Write;
use ludex_rules::game::{Change, RoutineKind, Timing, TrackOften};
use ludex_rules::ids::{BoardId, MomentId, RoutineId, VarId};
use ludex_rules::types::Type;
use ludex_rules::verbs::VerbOp;
use ludex_rules::wording::Wording;
use ludex_source::Span;

/// An actual argument of a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// A piece, place, player or number.
    Value(NodeId),
    /// Pieces, one by one or those of a place.
    Pieces(SourceId),
    /// A board; the owner of a player's board.
    Board(BoardId, Option<NodeId>),
}

impl Operand {
    /// Returns the node that is asked for it, if one is.
    #[must_use]
    pub fn node(self) -> Option<NodeId> {
        match self {
            Operand::Value(node) => Some(node),
            Operand::Board(_, of) => of,
            Operand::Pieces(_) => None,
        }
    }

    /// Lists the nodes and collections that are asked for it.
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

/// A part of `Program::operands`: the first position and the number of operands.
pub type OperandList = (OperandId, u16);

/// An instruction of a routine. Unless it says otherwise, the next one in the table follows; a field of type `Pc` is its other
/// exit. What an analysis may ask of an instruction is told by `signature`, and nowhere else.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Instr {
    /// Sets a slot to the value of a node.
    Let {
        /// The slot that is set.
        slot: u16,
        /// The value that it gets.
        value: NodeId,
    },
    /// Writes the value of a node to a variable.
    Write {
        /// The way: set, add, or gain.
        how: Write,
        /// The variable that is written.
        target: TargetId,
        /// The value, or what is added.
        value: NodeId,
    },
    /// Jumps to another instruction.
    Jump {
        /// The instruction that follows.
        to: Pc,
    },
    /// Jumps unless the condition holds.
    JumpUnless {
        /// The condition that is asked.
        cond: NodeId,
        /// The instruction that follows where it does not hold.
        to: Pc,
    },
    /// Pushes the members of a collection onto the state's lists.
    Collect {
        /// The cursor that goes through them.
        cursor: Cursor,
        /// The collection that is gone through.
        source: SourceId,
    },
    /// Binds the next member to a slot; at the end drops the list and jumps.
    Next {
        /// The cursor of the loop.
        cursor: Cursor,
        /// The slot that holds the member.
        slot: u16,
        /// The instruction behind the loop.
        end: Pc,
    },
    /// Drops the list of a loop that is left early.
    Drop {
        /// The cursor of the loop.
        cursor: Cursor,
    },
    /// Counts down a slot; jumps when it is 0.
    CountDown {
        /// The slot with the number that is left.
        slot: u16,
        /// The instruction behind the loop.
        end: Pc,
    },
    /// Asks for one of the options; jumps to the `else` when there is none.
    Choose {
        /// The question that is asked.
        site: SiteId,
        /// The instruction that follows when there is no option.
        none: Pc,
    },
    /// Asks for one more of several; jumps when none is left, when enough are chosen, or on `done`.
    ChooseMore {
        /// The question that is asked.
        site: SiteId,
        /// The instruction that follows when no more is chosen.
        done: Pc,
    },
    /// Asks yes or no; jumps on no.
    May {
        /// The question that is asked.
        site: SiteId,
        /// The instruction that follows on no.
        no: Pc,
    },
    /// Asks for a legal instance of some actions and calls its routine.
    Offer {
        /// The question that is asked.
        site: SiteId,
    },
    /// Does so if one is legal, and the player may pass; jumps on that, or when none is legal.
    OfferOrPass {
        /// The question that is asked.
        site: SiteId,
        /// The instruction that follows when the player passes.
        pass: Pc,
    },
    /// Calls a routine with its arguments.
    Call {
        /// The routine that is run.
        routine: RoutineId,
        /// The arguments, for slots 1, 2, … of its frame.
        args: NodeList,
    },
    /// Calls the effect text of a row, if it has one: the column of texts, then the row or piece with the arguments.
    CallSlot {
        /// The column: an index of `Layout::effect_columns`.
        column: u16,
        /// The row or piece, then the arguments.
        args: NodeList,
    },
    /// Returns to the caller: drops the frame.
    Return,
    /// Does a verb with its operands.
    Verb {
        /// The verb that is done.
        verb: VerbOp,
        /// Its operands, in the order of its arguments.
        operands: OperandList,
    },
    /// Calls the `when empty` effect of a place that is empty.
    Refill {
        /// The place that is filled.
        place: NodeId,
    },
    /// Draws one piece from a place to another and counts the slot down; jumps when the count is 0 or there is nothing to draw.
    DrawOne {
        /// The slot with the number that is left.
        left: u16,
        /// The place from which it is drawn.
        from: NodeId,
        /// The place that it comes to.
        into: NodeId,
        /// The instruction behind the loop.
        end: Pc,
    },
    /// Pushes the hooks that fire onto the state's lists.
    Hooks {
        /// The hooks that watch the effect.
        hooks: HookListId,
        /// The cursor that goes through those that fire.
        cursor: Cursor,
    },
    /// Puts the hooks that fire into the innermost pool.
    HooksToPool {
        /// The hooks that watch the effect.
        hooks: HookListId,
    },
    /// Jumps when a pool is open.
    JumpIfPool {
        /// The instruction that follows then.
        to: Pc,
    },
    /// Calls the next listed hook; jumps when there is none.
    NextHook {
        /// The cursor of the hooks.
        cursor: Cursor,
        /// The instruction behind all of them.
        end: Pc,
    },
    /// Calls one of the listed hooks, or asks which, until none is left; jumps then.
    OrderHooks {
        /// The question which is next.
        site: SiteId,
        /// The cursor of the hooks.
        cursor: Cursor,
        /// The instruction behind all of them.
        end: Pc,
    },
    /// Calls one of the listed hooks and drops the others: the first, or the one that a player is asked for; jumps when there
    /// is none.
    Replace {
        /// The question which one; none where the first is done.
        site: Option<SiteId>,
        /// The cursor of the hooks.
        cursor: Cursor,
        /// The instruction that follows when there is none.
        end: Pc,
    },
    /// Opens a pool whose entries a player puts in order.
    PoolOpen {
        /// The player who orders them.
        by: NodeId,
    },
    /// Calls or asks for the next entry of the innermost pool; closes it and jumps when it is empty.
    PoolNext {
        /// The question which is next.
        site: SiteId,
        /// The instruction behind the pool.
        end: Pc,
    },
    /// Delays a routine to a moment, with the values of some nodes.
    Later {
        /// The moment that it waits for.
        moment: MomentId,
        /// The routine that is run.
        routine: RoutineId,
        /// The values that it is given.
        args: NodeList,
    },
    /// Calls the next routine that waits for the moment; jumps when there is none.
    ReachNext {
        /// The moment that is reached.
        moment: MomentId,
        /// The instruction that follows when nothing waits.
        end: Pc,
    },
    /// Sets back the variables that last until a moment.
    Reset {
        /// The moment that is over.
        moment: MomentId,
    },
}

impl Instr {
    /// Returns the other exit of a jump, to be aimed; none of other instructions, which go on with the next one or leave.
    pub fn exit(&mut self) -> Option<&mut Pc> {
        match self {
            Instr::Jump { to }
            | Instr::JumpUnless { to, .. }
            | Instr::JumpIfPool { to }
            | Instr::Next { end: to, .. }
            | Instr::CountDown { end: to, .. }
            | Instr::Choose { none: to, .. }
            | Instr::ChooseMore { done: to, .. }
            | Instr::May { no: to, .. }
            | Instr::OfferOrPass { pass: to, .. }
            | Instr::DrawOne { end: to, .. }
            | Instr::NextHook { end: to, .. }
            | Instr::OrderHooks { end: to, .. }
            | Instr::Replace { end: to, .. }
            | Instr::PoolNext { end: to, .. }
            | Instr::ReachNext { end: to, .. } => Some(to),
            Instr::Return
            | Instr::Let { .. }
            | Instr::Write { .. }
            | Instr::Collect { .. }
            | Instr::Drop { .. }
            | Instr::Offer { .. }
            | Instr::Call { .. }
            | Instr::CallSlot { .. }
            | Instr::Verb { .. }
            | Instr::Refill { .. }
            | Instr::Hooks { .. }
            | Instr::HooksToPool { .. }
            | Instr::PoolOpen { .. }
            | Instr::Later { .. }
            | Instr::Reset { .. } => None,
        }
    }
}

/// A routine: a part of `Program::code` from `entry` on, with the frame that it needs.
#[derive(Debug, Clone)]
pub struct Routine {
    /// The name in messages, traces and listings.
    pub name: String,
    /// The sort of text that it came from.
    pub kind: RoutineKind,
    /// The number of parameters after `you`.
    pub params: u16,
    /// The number of slots that its frame needs.
    pub slots: u16,
    /// Names and types of the slots that the rules name.
    pub locals: Vec<(String, Type)>,
    /// The cursors whose members are pieces, so that a piece dealt anew is found in them.
    pub piece_cursors: Vec<Cursor>,
    /// The first instruction; the next routine's is the end.
    pub entry: Pc,
    /// The place of the whole text.
    pub span: Span,
    /// The freedom to run it unasked, waiting in a pool.
    pub turn: Turn,
    /// A number shared with every text that is the same effect with the same numbers.
    pub same: Option<u32>,
    /// True for the text of a hook that replaces an effect.
    pub replaces: bool,
    /// The parameters whose pieces it moves, whatever else it does; known in games that decide at once.
    pub moved: Vec<u16>,
    /// For a text that is only `piece.slot(…)`: the column of the slot, and who holds it, the same at any time.
    pub only_slot: Option<(u16, NodeId)>,
}

/// The freedom to run a text that waits in a pool without asking the player: texts that commute need no order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// At any time: it only gains fixed numbers that nobody asks for meanwhile.
    Any,
    /// At any time among the texts of the player who orders: it may also put off what no other text puts off.
    AnyOfOwn,
    /// At any time while only such texts wait: it gains fixed numbers.
    AnyAmongGains,
    /// Only by choice of the player.
    Asked,
}

/// The left side of an assignment: value `at` of a variable's holder `of`.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The variable that is written to.
    pub var: VarId,
    /// The holder; a constant 0 for the table.
    pub of: NodeId,
    /// The enum value that selects a number of an indexed one; a constant 0 otherwise.
    pub at: NodeId,
}

/// An action: parameters, requirements, and the routine that does it.
#[derive(Debug, Clone)]
pub struct Action {
    /// The name in rules, saves and messages.
    pub name: String,
    /// The words that a person reads for it.
    pub prompt: String,
    /// The parameters with their domains, in slots 1, 2, …
    pub binders: Vec<Binder>,
    /// The names and types of the parameters.
    pub params: Vec<(String, Type)>,
    /// The requirements, ordered by `after`.
    pub requires: Vec<Require>,
    /// Offsets: those testable as soon as `n` parameters are bound are `requires[requires_from[n]..requires_from[n + 1]]`.
    pub requires_from: Vec<usize>,
    /// The slots of `Node::Once`, whose answers stay while some names are bound.
    pub once: Vec<Once>,
    /// The number of slots that listing its instances needs.
    pub slots: u16,
    /// The number of slots that explaining its requirements needs.
    pub evidence_slots: u16,
    /// The routine that does it, after the requirements.
    pub body: RoutineId,
    /// The memo class of whether it is possible; none when that is not remembered, as nobody asks or chance tells.
    pub class: Option<u8>,
}

/// The slot of a hoisted part of an action's requirements (loop-invariant code motion).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Once {
    /// The slot that holds the answer, or `UNKNOWN`.
    pub slot: u16,
    /// The number of names that the answer depends on: when one of the first so many is bound anew it is unknown again.
    pub after: u16,
}

/// A requirement of an action, with the reason for a refusal.
#[derive(Debug, Clone)]
pub struct Require {
    /// The condition, which must hold for a legal instance.
    pub cond: NodeId,
    /// The words for the player otherwise.
    pub reason: Wording<Told>,
    /// The number of parameters that must be bound before it can be tested.
    pub after: u16,
    /// The place of the whole `require`.
    pub span: Span,
    /// The values that tell why the condition holds or fails.
    pub evidence: Vec<Evidence>,
}

/// A value that tells why a requirement holds or fails.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// The place of the expression whose value it is.
    pub span: Span,
    /// The node that is evaluated.
    pub node: NodeId,
    /// The type, by which the value is rendered.
    pub ty: Type,
    /// The condition under which it matters; none where it always does.
    pub when: Option<NodeId>,
    /// The number of queries and members that lead to it.
    pub depth: usize,
    /// True of a member that comes nearest to what is wanted of one.
    pub nearest: bool,
    /// The names in the text of the expression, with their values.
    pub names: Vec<EvidenceName>,
}

/// A name in a text that is followed, with its value.
#[derive(Debug, Clone)]
pub struct EvidenceName {
    /// The parameter or member, as the rules name it.
    pub name: String,
    /// The node that is evaluated.
    pub node: NodeId,
    /// The type, by which the value is rendered.
    pub ty: Type,
}

/// A demand on positions that are given.
#[derive(Debug, Clone)]
pub struct CompiledDemand {
    /// The condition, which must hold of every such position.
    pub cond: NodeId,
    /// The first thing of which it does not hold, with its type, when it says something of every one.
    pub counterexample: Option<(NodeId, Type)>,
    /// The number of slots that its frame needs.
    pub slots: u16,
    /// Marks a demand that is asked for each player.
    pub asks_you: bool,
    /// The words about a position that does not meet it.
    pub reason: String,
    /// The place of the declaration in the rules.
    pub span: Span,
}

/// A hook: a routine that a call of an effect triggers.
#[derive(Debug, Clone)]
pub struct Hook {
    /// The order: before, instead or after the effect.
    pub timing: Timing,
    /// The piece it belongs to; none for a hook of the game.
    pub piece: Option<PieceId>,
    /// The filter on calls; slots `you`, `this`, arguments.
    pub cond: Option<NodeId>,
    /// The number of slots that the condition's frame needs.
    pub slots: u16,
    /// The most runs: the number, and the target that counts (its holder in slot 1 or the table).
    pub limit: Option<(NodeId, TargetId)>,
    /// The routine that it runs.
    pub body: RoutineId,
}

/// A modifier: a change of the answers of a query.
#[derive(Debug, Clone)]
pub struct Modifier {
    /// The piece it belongs to; none for one of the game.
    pub piece: Option<PieceId>,
    /// The filter on calls; slots `you`, `this`, arguments.
    pub cond: Option<NodeId>,
    /// The change: replace, add, bound, …
    pub change: Change,
    /// The operand of the change; the same slots.
    pub value: NodeId,
    /// The number of slots that condition and value need.
    pub slots: u16,
}

/// The rules along a track. In their frames slot 0 is `you`, the track's player.
#[derive(Debug, Clone)]
pub struct TrackRules {
    /// The variable that is the track.
    pub var: VarId,
    /// The number of slots that the gates' frame needs.
    pub slots: u16,
    /// The gates: a marker stops at the number as long as the condition holds.
    pub gates: Vec<(i32, NodeId)>,
    /// The routine of an overflow; slot 1 is the number of steps lost at the top.
    pub beyond: Option<RoutineId>,
    /// The spaces with an effect: number, recurrence, the flag that remembers it, the routine.
    pub spaces: Vec<(i32, TrackOften, Option<VarId>, RoutineId)>,
}
