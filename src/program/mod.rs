//! The compiled form of a game: flat tables that the engine runs, and the names that tools print.
//!
//! Enters: nothing; these are types, and a listing for people. Every expression is a node in one table, every
//! statement an instruction in one table, every variable an address. Never here: work, rules text, a running game.

pub mod code;
pub mod ids;
pub mod kept;
pub mod layout;
pub mod listing;
pub mod made;
pub mod marks;
pub mod names;
pub mod node;
pub(crate) mod parts;
pub mod tells;

use crate::program::code::{
    Action, Hook, Instr, Modifier, Operand, OperandList, Pc, Routine, Site, Target, TrackRules,
};
use crate::program::ids::{HookListId, NodeId, SiteId, SourceId, TargetId, TrackId};
use crate::program::kept::Stale;
use crate::program::layout::Layout;
use crate::program::marks::Marks;
use crate::program::names::Names;
use crate::program::node::{Node, NodeList, NodePair, Query, Source};
use crate::program::tells::Tells;
use crate::rules::budget::Budget;
use crate::rules::ids::{ActionId, HookId, KindId, ModifierId, QueryId, RoutineId};
use crate::rules::table::Table;
use crate::rules::verbs::{Role, VerbOp};
use crate::source::Span;
use std::ops::Range;
use std::sync::Arc;

/// A game, ready to run.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// Names and words, for labels, JSON and messages.
    pub names: Names,
    /// Addresses, rows and boards.
    pub layout: Layout,
    /// All expressions.
    pub nodes: Table<NodeId, Node>,
    /// Where each node was written.
    pub node_spans: Table<NodeId, Span>,
    /// Lists of nodes: arguments, members of a set.
    pub node_lists: Vec<NodeId>,
    /// Arguments of verbs.
    pub operands: Vec<Operand>,
    /// All collections.
    pub sources: Table<SourceId, Source>,
    /// Queries that are called (not expanded in place).
    pub queries: Table<QueryId, Query>,
    /// All statements.
    pub code: Table<Pc, Instr>,
    /// Where each instruction was written.
    pub code_spans: Table<Pc, Span>,
    /// Everything with statements.
    pub routines: Table<RoutineId, Routine>,
    /// Variables written to.
    pub targets: Table<TargetId, Target>,
    /// Everything that asks a player.
    pub sites: Table<SiteId, Site>,
    /// For each site: what depends on its answers without everybody seeing it.
    pub tells: Table<SiteId, Tells>,
    /// For each routine: whether it writes what not all see, so that its being done is told to who sees something of it.
    pub doubted: Table<RoutineId, bool>,
    /// For each kind or record: whether not everybody may know which of its rows a text belongs to.
    pub secret_rows: Table<KindId, bool>,
    /// Actions.
    pub actions: Table<ActionId, Action>,
    /// Hooks.
    pub hooks: Table<HookId, Hook>,
    /// For each routine and timing that hooks watch: the hooks, in order.
    pub hook_lists: Table<HookListId, Vec<HookId>>,
    /// Modifiers.
    pub modifiers: Table<ModifierId, Modifier>,
    /// Rules of tracks.
    pub tracks: Table<TrackId, TrackRules>,
    /// The routine of `setup`.
    pub setup: RoutineId,
    /// The routine of `play`.
    pub play: RoutineId,
    /// Score and tie-breaks: value, fewest first, slots.
    pub ranks: Vec<(NodeId, bool, u16)>,
    /// Who can win at all: condition, slots; everybody without it.
    pub wins: Option<(NodeId, u16)>,
    /// How good a position looks for a player, for bots: value, slots.
    pub heuristic: Option<(NodeId, u16)>,
    /// Places that note when they are reached; none unless it was compiled to be observed.
    pub marks: Option<Arc<Marks>>,
    /// Which answers a change makes worthless.
    pub stale: Stale,
    /// The budget of the game; to exceed it is a fault.
    pub budget: Budget,
    /// What the engine makes of it.
    pub made: made::Made,
    /// The same program to ask on behalf of a player.
    pub watched: made::Made,
    /// Identifies the rules: a hash of all files of the game.
    pub hash: String,
}

impl Program {
    /// The operands of a verb, in the order of its arguments.
    pub(crate) fn operands_of(&self, (start, count): OperandList) -> &[Operand] {
        &self.operands[start as usize..][..usize::from(count)]
    }

    /// The operand of a verb with a role.
    pub(crate) fn operand(&self, verb: VerbOp, list: OperandList, role: Role) -> Option<Operand> {
        let at = verb.row().place_of(role)?;
        self.operands_of(list).get(at).copied()
    }

    /// Returns the instructions of a routine.
    pub(crate) fn text_of(&self, routine: RoutineId) -> Range<Pc> {
        let entry = |routine: RoutineId| self.routines.get(routine).map(|rules| rules.entry);
        let next = RoutineId::new(routine.index() + 1);
        entry(routine).unwrap_or(0)..entry(next).unwrap_or(self.code.next())
    }

    /// Returns the nodes of a list.
    #[inline]
    pub(crate) fn list(&self, list: NodeList) -> &[NodeId] {
        &self.node_lists[list.range()]
    }

    /// Returns the two nodes of a pair.
    #[inline]
    pub(crate) fn pair(&self, pair: NodePair) -> [NodeId; 2] {
        let at = pair.index();
        [self.node_lists[at], self.node_lists[at + 1]]
    }
}
