//! The compiled form of a game: flat tables that the engine runs, and the names that tools print.
//!
//! Enters: nothing; these are types, and a listing for people. Every expression is a node in one table, every
//! statement an instruction in one table, every variable an address. Never here: work, rules text, a running game.

pub mod code;
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
    Action, Hook, Instr, Modifier, Operand, OperandList, Routine, Site, Target, TrackRules,
};
use crate::program::kept::Stale;
use crate::program::layout::Layout;
use crate::program::marks::Marks;
use crate::program::names::Names;
use crate::program::node::{Node, NodeId, Query, Source};
use crate::program::tells::Tells;
use crate::rules::budget::Budget;
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
    pub nodes: Vec<Node>,
    /// Where each node was written.
    pub node_spans: Vec<Span>,
    /// Lists of nodes: arguments, members of a set.
    pub node_lists: Vec<NodeId>,
    /// Arguments of verbs.
    pub operands: Vec<Operand>,
    /// All collections.
    pub sources: Vec<Source>,
    /// Queries that are called (not expanded in place).
    pub queries: Vec<Query>,
    /// All statements.
    pub code: Vec<Instr>,
    /// Where each instruction was written.
    pub code_spans: Vec<Span>,
    /// Everything with statements.
    pub routines: Vec<Routine>,
    /// Variables written to.
    pub targets: Vec<Target>,
    /// Everything that asks a player.
    pub sites: Vec<Site>,
    /// For each site: what depends on its answers without everybody seeing it.
    pub tells: Vec<Tells>,
    /// For each routine: whether it writes what not all see, so that its being done is told to who sees something of it.
    pub doubted: Vec<bool>,
    /// For each kind or record: whether not everybody may know which of its rows a text belongs to.
    pub secret_rows: Vec<bool>,
    /// Actions.
    pub actions: Vec<Action>,
    /// Hooks.
    pub hooks: Vec<Hook>,
    /// For each routine and timing that hooks watch: the hooks, in order.
    pub hook_lists: Vec<Vec<u32>>,
    /// Modifiers.
    pub modifiers: Vec<Modifier>,
    /// Rules of tracks.
    pub tracks: Vec<TrackRules>,
    /// The routine of `setup`.
    pub setup: u32,
    /// The routine of `play`.
    pub play: u32,
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
    pub(crate) fn text_of(&self, routine: u32) -> Range<usize> {
        let entry = |r: usize| self.routines.get(r).map(|r| r.entry as usize);
        let routine = routine as usize;
        entry(routine).unwrap_or(0)..entry(routine + 1).unwrap_or(self.code.len())
    }
}
