//! The compiled form of a game: flat tables that the engine runs, and the names that tools print.
//!
//! Enters: nothing; these are types, and a listing for people. Every expression is a node in one table, every
//! statement an instruction in one table, every variable an address. Never here: work, rules text, a running game.

#![forbid(unsafe_code)]

pub mod bitboards;
pub mod code;
pub mod cursor;
pub mod decision;
pub mod ids;
pub mod layout;
pub mod listing;
pub mod made;
pub mod marks;
pub mod memo;
pub mod names;
pub mod node;
pub mod origin;
pub mod parts;
pub mod signature;
pub mod space_tests;
pub mod taint;
pub mod tells;

use crate::code::{
    Action, CompiledDemand, Hook, Instr, Modifier, Operand, OperandList, Routine, Target,
    TrackRules,
};
use crate::decision::Site;
use crate::ids::{HookListId, NodeId, OperandId, Pc, SiteId, SourceId, TargetId, TrackId};
use crate::layout::Layout;
use crate::marks::Marks;
use crate::memo::DirtyMasks;
use crate::names::Names;
use crate::node::{Node, NodeList, NodePair, Query, Source};
use crate::taint::TextTaint;
use crate::tells::Tells;
use ludex_rules::budget::Budget;
use ludex_rules::decision::Answer;
use ludex_rules::digests::Digests;
use ludex_rules::game::BonusQueue;
use ludex_rules::ids::{ActionId, HookId, KindId, ModifierId, MomentId, QueryId, RoutineId};
use ludex_rules::table::Table;
use ludex_rules::types::Type;
use ludex_rules::verbs::{Role, VerbOp};
use ludex_source::Span;
use std::ops::Range;
use std::sync::Arc;

/// A compiled game: flat tables of expressions and instructions, ready to run.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// The names and words of the game, for labels, JSON and messages.
    pub names: Names,
    /// The addresses of variables, the numbers of places and pieces, rows and boards.
    pub layout: Layout,
    /// The expressions of all texts, as a graph: a node names its operands by id, two or more of them by a part of
    /// `node_lists`.
    pub nodes: Table<NodeId, Node>,
    /// The place in the source of each node.
    pub node_spans: Table<NodeId, Span>,
    /// Lists of nodes: arguments, members of a set.
    pub node_lists: Vec<NodeId>,
    /// The operands of verbs; a verb has a part of them, an `OperandList`.
    pub operands: Table<OperandId, Operand>,
    /// The collections that nodes and instructions iterate over.
    pub sources: Table<SourceId, Source>,
    /// The queries that are called instead of expanded, then the expression texts of rows: a text's id is the number of
    /// declared queries plus its index in `rules::Game::value_texts`.
    pub queries: Table<QueryId, Query>,
    /// The instructions of all routines, one routine after the other.
    pub code: Table<Pc, Instr>,
    /// The place in the source of each instruction.
    pub code_spans: Table<Pc, Span>,
    /// The routines: effects, bodies of actions and hooks, texts of rows, `setup` and `play`.
    pub routines: Table<RoutineId, Routine>,
    /// The left sides of assignments.
    pub targets: Table<TargetId, Target>,
    /// The sites: statements that ask a player.
    pub sites: Table<SiteId, Site>,
    /// For each site, the information flow out of its answers that not everybody sees.
    pub tells: Table<SiteId, Tells>,
    /// For each routine, true if it writes what not all see, so that its being done is told to whoever sees something of it.
    pub doubted: Table<RoutineId, bool>,
    /// For each routine, the sources of secrets that flow into its local values.
    pub taints: Table<RoutineId, TextTaint>,
    /// For each kind or record, true if not everybody may know to which of its rows a text belongs.
    pub secret_rows: Table<KindId, bool>,
    /// Marks a game in which a random number may be written into a variable that is not seen by all, or decide whether it is.
    pub hides_chance: bool,
    /// Marks a game that has beliefs: what they are about is followed through unseen moves.
    pub believes: bool,
    /// The actions that players may take.
    pub actions: Table<ActionId, Action>,
    /// The hooks, of the game and of pieces, in the order of the rules.
    pub hooks: Table<HookId, Hook>,
    /// For each routine and timing that hooks watch, the hooks in the order in which they run.
    pub hook_lists: Table<HookListId, Vec<HookId>>,
    /// The modifiers, of the game and of pieces, in the order of the rules.
    pub modifiers: Table<ModifierId, Modifier>,
    /// The rules along tracks, by `Var::track`.
    pub tracks: Table<TrackId, TrackRules>,
    /// The queue of bonuses of tracks, in a game in which one may bring another.
    pub bonuses: Option<BonusQueue>,
    /// For each moment, true if it is that of an `at once`.
    pub at_once: Table<MomentId, bool>,
    /// The routine of `setup`.
    pub setup: RoutineId,
    /// The routine of `play`.
    pub play: RoutineId,
    /// The score, then the tie-breaks: value, true if the fewest come first, slots of the frame.
    pub ranks: Vec<(NodeId, bool, u16)>,
    /// The condition for winning at all, with the slots of its frame; without it everybody can win.
    pub wins: Option<(NodeId, u16)>,
    /// The evaluation function of bots, with the slots of its frame: a position's value for the player in slot 0.
    pub heuristic: Option<(NodeId, u16)>,
    /// The demands on positions that are given.
    pub demands: Vec<CompiledDemand>,
    /// The marks that count how often they are reached; none unless the program was compiled to be observed.
    pub marks: Option<Arc<Marks>>,
    /// The dirty masks: for everything that can change, the classes of answers that it invalidates.
    pub stale: DirtyMasks,
    /// The budget of the game; to exceed it is a fault.
    pub budget: Budget,
    /// Tells that no machine code is made of it, so that the interpreter does everything: for comparisons of both.
    pub only_interpreted: bool,
    /// The cache of what the engine makes of the program.
    pub made: made::Made,
    /// The same cache, of code that is run on behalf of a player.
    pub watched: made::Made,
    /// The moments since which the rules ask how often a position stood; without one none is remembered.
    pub repeats: Vec<MomentId>,
    /// Identifies the rules: a hash of all files of the game.
    pub hash: String,
    /// The digest of each declaration and row, by which a save tells what of the rules has changed.
    pub digests: Digests,
}

impl Program {
    /// Returns true if some player may not see everything: a place or variable hides what it holds, or players decide at once.
    #[must_use]
    pub fn hides_anything(&self) -> bool {
        self.layout.hides_anything() || self.sites.iter().any(|site| site.at_once.is_some())
    }

    /// Returns the operands of a verb, in the order of its arguments.
    pub fn operands_of(&self, list: OperandList) -> &[Operand] {
        let (start, count) = list;
        &self.operands.as_slice()[start.index()..][..usize::from(count)]
    }

    /// Returns the operand of a verb with a role.
    pub fn operand(&self, verb: VerbOp, list: OperandList, role: Role) -> Option<Operand> {
        let at = verb.row().place_of(role)?;
        self.operands_of(list).get(at).copied()
    }

    /// Returns the types of the values of an answer to a site; none of a text that waits in a pool.
    pub fn value_types(&self, site: SiteId, answer: Answer) -> impl Iterator<Item = &Type> {
        let (params, chosen) = match answer {
            Answer::Action(action) => (&self.actions[action].params[..], &[][..]),
            Answer::Values => (&[][..], self.sites[site].ask.types()),
            Answer::Done | Answer::Yes | Answer::No | Answer::Pass | Answer::Entry(_) => {
                (&[][..], &[][..])
            }
        };
        params.iter().map(|(_, ty)| ty).chain(chosen)
    }

    /// Returns the instructions of a routine.
    pub fn text_of(&self, routine: RoutineId) -> Range<Pc> {
        let entry = |routine: RoutineId| self.routines.get(routine).map(|rules| rules.entry);
        let next = RoutineId::new(routine.index() + 1);
        entry(routine).unwrap_or_default()..entry(next).unwrap_or(self.code.next())
    }

    /// Returns the nodes of a list.
    #[inline]
    pub fn list(&self, list: NodeList) -> &[NodeId] {
        &self.node_lists[list.range()]
    }

    /// Returns the two nodes of a pair.
    #[inline]
    pub fn pair(&self, pair: NodePair) -> [NodeId; 2] {
        let at = pair.index();
        [self.node_lists[at], self.node_lists[at + 1]]
    }
}
