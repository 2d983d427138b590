//! The signature of an instruction: what it asks, sets and changes, which texts it runs, and where it goes on.
//!
//! All that an analysis needs to know of an instruction stands here (uses and definitions, in the words of compilers), so that
//! a new one is described once. An analysis that goes by signatures needs no change for it.

use crate::Program;
use crate::code::{Instr, OperandList};
use crate::cursor::Cursor;
use crate::decision::Ask;
use crate::ids::{HookListId, NodeId, Pc, SiteId, SourceId, TargetId, TrackId};
use crate::node::NodeList;
use ludex_rules::expr::Write;
use ludex_rules::ids::{MomentId, RoutineId};
use ludex_rules::verbs::{Role, VerbOp};

/// The signature of an instruction.
#[derive(Debug, Clone, Default)]
pub struct Signature {
    /// The nodes that it asks, those of its question among them.
    pub nodes: Vec<NodeId>,
    /// The collections that it goes through.
    pub sources: Vec<SourceId>,
    /// The slots that it reads itself, apart from what nodes and collections read.
    pub reads: Vec<u16>,
    /// True if it reads `you` and the parameters of its text: hooks are given what the effect was.
    pub reads_params: bool,
    /// The slots that it sets before it goes on with the next instruction.
    pub sets: Vec<(u16, SlotDefinition)>,
    /// The cursor whose list it makes.
    pub begins: Option<Cursor>,
    /// The condition that decides which way it goes on.
    pub cond: Option<NodeId>,
    /// The question that it asks.
    pub site: Option<SiteId>,
    /// The change of the position that it makes itself.
    pub changes: Option<StateChange>,
    /// The place into which it moves pieces itself.
    pub moves_into: Option<NodeId>,
    /// The texts that it runs.
    pub runs: Option<Runs>,
    /// Its other exit: where it jumps to.
    pub exit: Option<Pc>,
    /// True if it never takes its other exit: where nothing can be chosen is a fault.
    pub never_exits: bool,
    /// True if it never goes on with the next instruction.
    pub ends: bool,
    /// True of what no author wrote: it leads from one statement to the next, or ends a block.
    pub is_glue: bool,
}

/// The value that an instruction puts into a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotDefinition {
    /// The value of a node.
    Value(NodeId),
    /// A member of the list that a cursor goes through.
    Member(Cursor),
    /// A member of a collection that a player chose.
    Answer(SourceId),
    /// A position in the list of a collection's members, in a slot of a cursor.
    List(SourceId),
    /// A position in the list of what was chosen so far, in a slot of a cursor.
    Chosen,
    /// A position in the list of the hooks that fire, in a slot of a cursor.
    Hooks,
    /// The rest of a number that it counts down.
    CountedDown,
}

/// A change of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateChange {
    /// A variable gets a value.
    Variable {
        /// The way in which it is written.
        how: Write,
        /// The variable, its holder and index.
        target: TargetId,
        /// The value, or what is added.
        value: NodeId,
    },
    /// A verb does what its row says.
    Verb(VerbOp, OperandList),
    /// The variables that last until a moment are set back.
    Reset(MomentId),
}

/// The texts that an instruction runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// A routine, with arguments.
    Routine(RoutineId, NodeList),
    /// A routine, with arguments, at a moment that is still to come.
    Later(MomentId, RoutineId, NodeList),
    /// The text of a row in a column of texts: the row, then the arguments.
    Column(u16, NodeList),
    /// Hooks of a list that watch the effect it stands in; those that replace the effect are among them.
    Hooks(HookListId),
    /// Hooks of a list that watch the effect it stands in and wait in a pool, none of which replaces it.
    Pooled(HookListId),
    /// The texts along a track.
    Track(TrackId),
    /// The texts that wait for a moment.
    Moment(MomentId),
    /// The text that fills a place.
    Filling,
}

impl Runs {
    /// Returns the routine that it runs, now or later, and its arguments; none where it may run several.
    #[must_use]
    pub fn routine(self) -> Option<(RoutineId, NodeList)> {
        match self {
            Runs::Routine(routine, args) | Runs::Later(_, routine, args) => Some((routine, args)),
            Runs::Column(..)
            | Runs::Hooks(_)
            | Runs::Pooled(_)
            | Runs::Track(_)
            | Runs::Moment(_)
            | Runs::Filling => None,
        }
    }

    /// Returns the arguments that stand in the instruction.
    #[must_use]
    pub fn args(self) -> Option<NodeList> {
        if let Runs::Column(_, args) = self {
            Some(args)
        } else {
            self.routine().map(|(_, args)| args)
        }
    }
}

impl Signature {
    /// Returns the signature of an instruction of a program.
    #[must_use]
    pub fn of(program: &Program, mut instr: Instr) -> Signature {
        let mut sig = Signature {
            exit: instr.exit().copied(),
            ..Signature::default()
        };
        match instr {
            Instr::Let { slot, value } => {
                sig.nodes.push(value);
                sig.sets.push((slot, SlotDefinition::Value(value)));
            }
            Instr::Write { how, target, value } => {
                let rules = program.targets[target];
                let track = program.layout.vars[rules.var].track;
                sig.nodes.extend([value, rules.of, rules.at]);
                sig.changes = Some(StateChange::Variable { how, target, value });
                sig.runs = track.filter(|_| how == Write::Gain).map(Runs::Track);
            }
            Instr::Jump { .. } => (sig.ends, sig.is_glue) = (true, true),
            Instr::JumpUnless { cond, .. } => {
                sig.nodes.push(cond);
                sig.cond = Some(cond);
            }
            Instr::Collect { cursor, source } => {
                sig.sources.push(source);
                sig.begins(cursor, SlotDefinition::List(source));
            }
            Instr::Next { cursor, slot, .. } => {
                sig.sets.push((slot, SlotDefinition::Member(cursor)))
            }
            // A list is there until it is dropped, and begins where its cursor says.
            Instr::Drop { cursor } => {
                sig.reads.extend(cursor.slots());
                sig.is_glue = true;
            }
            Instr::CountDown { slot, .. } => sig.counts_down(slot),
            Instr::Choose { site, .. } => {
                sig.asks(program, site);
                let ask = &program.sites[site].ask;
                sig.never_exits = matches!(ask, Ask::Choose { must: true, .. });
            }
            Instr::ChooseMore { site, .. }
            | Instr::May { site, .. }
            | Instr::Offer { site }
            | Instr::OfferOrPass { site, .. } => sig.asks(program, site),
            Instr::Call { routine, args } => sig.runs(program, Runs::Routine(routine, args)),
            Instr::CallSlot { column, args } => sig.runs(program, Runs::Column(column, args)),
            Instr::Return => (sig.ends, sig.is_glue) = (true, true),
            Instr::Verb { verb, operands } => sig.does(program, verb, operands),
            Instr::Refill { place } => {
                sig.nodes.push(place);
                sig.runs(program, Runs::Filling);
            }
            Instr::DrawOne {
                left, from, into, ..
            } => {
                sig.nodes.extend([from, into]);
                sig.moves_into = Some(into);
                sig.counts_down(left);
            }
            Instr::Hooks { hooks, cursor } => {
                sig.runs_hooks(program, Some(Runs::Hooks(hooks)));
                sig.begins(cursor, SlotDefinition::Hooks);
            }
            Instr::HooksToPool { hooks } => sig.runs_hooks(program, Some(Runs::Pooled(hooks))),
            Instr::JumpIfPool { .. } => sig.is_glue = true,
            Instr::NextHook { .. } => sig.runs_hooks(program, None),
            Instr::OrderHooks { site, .. } => {
                sig.asks(program, site);
                sig.runs_hooks(program, None);
            }
            Instr::Replace { site, .. } => {
                site.into_iter().for_each(|site| sig.asks(program, site));
                sig.runs_hooks(program, None);
            }
            Instr::PoolOpen { by } => sig.nodes.push(by),
            Instr::PoolNext { site, .. } => {
                sig.asks(program, site);
                sig.is_glue = true;
            }
            Instr::Later {
                moment,
                routine,
                args,
            } => sig.runs(program, Runs::Later(moment, routine, args)),
            Instr::ReachNext { moment, .. } => {
                sig.runs(program, Runs::Moment(moment));
                sig.is_glue = true;
            }
            Instr::Reset { moment } => sig.changes = Some(StateChange::Reset(moment)),
        }
        sig
    }

    /// Returns true if a slot holds something else behind it.
    #[must_use]
    pub fn sets_slot(&self, slot: u16) -> bool {
        self.sets.iter().any(|(set, _)| *set == slot)
    }

    fn begins(&mut self, cursor: Cursor, members: SlotDefinition) {
        self.begins = Some(cursor);
        self.sets_all(cursor, members);
    }

    fn sets_all(&mut self, cursor: Cursor, definition: SlotDefinition) {
        let slots = cursor.slots().into_iter();
        self.sets.extend(slots.map(|slot| (slot, definition)));
    }

    fn counts_down(&mut self, slot: u16) {
        self.reads.push(slot);
        self.sets.push((slot, SlotDefinition::CountedDown));
    }

    fn runs(&mut self, program: &Program, runs: Runs) {
        let args = runs.args().map(|args| program.list(args));
        self.nodes.extend_from_slice(args.unwrap_or_default());
        self.runs = Some(runs);
    }

    fn runs_hooks(&mut self, program: &Program, runs: Option<Runs>) {
        runs.into_iter().for_each(|runs| self.runs(program, runs));
        (self.reads_params, self.is_glue) = (true, true);
    }

    fn does(&mut self, program: &Program, verb: VerbOp, operands: OperandList) {
        for operand in program.operands_of(operands) {
            let (nodes, sources) = operand.parts();
            self.nodes.extend(nodes);
            self.sources.extend(sources);
        }
        let into = program.operand(verb, operands, Role::To);
        self.moves_into = into.and_then(|into| into.node());
        self.changes = Some(StateChange::Verb(verb, operands));
        self.ends = verb.row().ends;
    }

    /// A question: its player, its words, and what may be answered.
    fn asks(&mut self, program: &Program, site: SiteId) {
        let rules = &program.sites[site];
        self.site = Some(site);
        self.nodes.push(rules.by);
        (self.nodes).extend(rules.prompt.values().map(|word| word.node));
        match &rules.ask {
            Ask::Choose { binders, more, .. } => {
                for binder in binders {
                    self.sources.push(binder.source);
                    let answer = SlotDefinition::Answer(binder.source);
                    self.sets.push((binder.slot, answer));
                }
                if let Some(more) = more {
                    self.reads.extend(more.chosen.slots());
                    self.sets_all(more.chosen, SlotDefinition::Chosen);
                    self.nodes.extend(more.whole.map(|whole| whole.cond));
                }
            }
            Ask::Pool(order) => self.sources.extend(order.owners),
            Ask::May | Ask::Offer { .. } => {}
        }
    }
}
