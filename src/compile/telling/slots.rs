//! The information flow out of the slots of a text: explicit, through what an instruction makes of them, and implicit, through
//! what it decides by them. Implicit flow ends at the next question, explicit flow nowhere.

use crate::telling::regions::{Reach, TextRegion};
use crate::telling::sinks::Sinks;
use crate::telling::{Flows, TextId};
use ludex_program::code::OperandList;
use ludex_program::cursor::Cursor;
use ludex_program::decision::Ask;
use ludex_program::ids::{HookListId, Pc, SiteId, TargetId};
use ludex_program::node::{Base, Node, NodeId, NodeList, SourceId};
use ludex_program::parts::{Visited, visit};
use ludex_program::signature::{Runs, Signature, SlotDefinition, StateChange};
use ludex_program::tells::{Bearer, Flow};
use ludex_rules::game::Timing;
use ludex_rules::ids::RoutineId;
use ludex_rules::verbs::{Role, VerbOp};
use std::collections::BTreeSet;

/// The number that stands for chance among the slots that nodes read: no text has as many.
const CHANCE: u16 = u16::MAX;

/// A pass over a text: the flow out of its slots, as far as found.
pub(super) struct FlowPass<'a, 'p> {
    pub(super) flows: &'a Flows<'p>,
    pub(super) routine: RoutineId,
    /// The instructions out of which implicit flow is followed.
    pub(super) region: TextRegion,
    pub(super) sinks: Sinks,
    /// For each slot: the flow out of it.
    pub(super) slots: Vec<Flow>,
    /// The flow out of the random numbers that it draws.
    pub(super) chance: Flow,
}

impl<'a, 'p> FlowPass<'a, 'p> {
    pub(super) fn new(
        flows: &'a Flows<'p>,
        routine: RoutineId,
        region: TextRegion,
        slots: Vec<Flow>,
    ) -> FlowPass<'a, 'p> {
        let mut pass = FlowPass {
            flows,
            routine,
            region,
            sinks: Sinks::default(),
            slots,
            chance: Flow::default(),
        };
        pass.sinks = Sinks::of(&pass);
        pass
    }

    /// Goes through some instructions until nothing is new. Backwards, since what is read further on flows back (backward
    /// data-flow analysis).
    pub(super) fn settle(&mut self, pcs: impl DoubleEndedIterator<Item = Pc> + Clone) {
        let mut new = true;
        while new {
            new = false;
            for pc in pcs.clone().rev() {
                new |= self.instr(pc);
            }
            if new {
                self.sinks = Sinks::of(self);
            }
        }
    }

    /// The flow out of a slot; none of one that there is not.
    pub(super) fn slot(&self, slot: u16) -> Flow {
        let slot = self.slots.get(usize::from(slot));
        slot.cloned().unwrap_or_default()
    }

    /// Adds the flow out of the slots that an instruction reads; true when some of it was new.
    fn instr(&mut self, pc: Pc) -> bool {
        let flows = self.flows;
        let instr = &flows.code[pc];
        let decides = self.region.has(pc);
        let mut new = self.defines(pc, instr);
        new |= match instr.changes {
            Some(StateChange::Variable { target, value, .. }) => {
                self.writes(pc, instr, target, value)
            }
            Some(StateChange::Verb(verb, operands)) => self.verb(verb, operands, instr),
            Some(StateChange::Reset(_)) | None => false,
        };
        if let Some(cond) = instr.cond.filter(|_| decides) {
            new |= self.add(&[cond], &[], &self.branches(pc, cond));
        }
        if let Some(site) = instr.site.filter(|_| decides) {
            new |= self.chosen(site);
        }
        new | self.runs(pc, instr)
    }

    /// Adds to what a slot is made of the flow out of the slot.
    fn defines(&mut self, pc: Pc, instr: &Signature) -> bool {
        // It decides whether it goes on or jumps.
        let goes_on = |pass: &Self| match instr.exit.filter(|_| pass.region.has(pc)) {
            Some(exit) => pass.seen_done(pc.next()..exit),
            None => Flow::default(),
        };
        let mut new = false;
        for (slot, value) in &instr.sets {
            let mut flow = self.slot(*slot);
            new |= match *value {
                SlotDefinition::Value(value) => self.add_unseen(pc, &[value], &flow),
                SlotDefinition::List(source) if instr.begins == Some(Cursor { slot: *slot }) => {
                    self.add(&[], &[source], &flow)
                }
                SlotDefinition::Member(cursor) => {
                    flow.add(&goes_on(self));
                    self.add_to_slot(cursor.slot, &flow)
                }
                SlotDefinition::CountedDown => self.add_to_slot(*slot, &goes_on(self)),
                // Answers are looked at with their question.
                SlotDefinition::Answer(_)
                | SlotDefinition::Chosen
                | SlotDefinition::List(_)
                | SlotDefinition::Hooks => false,
            };
        }
        new
    }

    fn writes(&mut self, pc: Pc, instr: &Signature, target: TargetId, value: NodeId) -> bool {
        let rules = self.flows.program.targets[target];
        let mut flow = self.flows.written(self.routine, pc, target);
        let track = self.flows.groups.run_by(instr);
        if let Some(track) = track.filter(|_| self.region.has(pc)) {
            flow.add(&self.flows.facts[track].done.seen_from_outside());
        }
        self.add_unseen(pc, &[value, rules.of, rules.at], &flow)
    }

    /// Adds the flow out of what an instruction gives the texts that it runs.
    fn runs(&mut self, pc: Pc, instr: &Signature) -> bool {
        let Some((runs, run)) = instr.runs.zip(self.flows.groups.run_by(instr)) else {
            return false;
        };
        match runs {
            Runs::Routine(_, args) | Runs::Later(_, _, args) => self.passes(pc, args, run),
            Runs::Column(_, args) => self.calls_text(pc, run, args),
            Runs::Pooled(_) => self.hooks(pc, run),
            Runs::Hooks(list) => self.hooks(pc, run) | self.replaces(pc, list),
            Runs::Track(_) | Runs::Moment(_) | Runs::Filling => false,
        }
    }

    /// Adds the flow out of the slots that the operands of a verb read: into where pieces come to, and who learns them.
    fn verb(&mut self, verb: VerbOp, operands: OperandList, instr: &Signature) -> bool {
        let done = self.flows.done_by_verb(self.routine, verb, instr);
        // The position of a piece in an unseen place is seen by nobody, and told by no event.
        let position = Flow {
            position: done.moves,
            ..Flow::default()
        };
        let operands = verb
            .row()
            .takes
            .iter()
            .zip(self.flows.program.operands_of(operands));
        let mut new = false;
        for (argument, operand) in operands {
            let flow = match argument.role {
                Role::Moved | Role::Shown => &done,
                Role::Position => &position,
                Role::To
                | Role::From
                | Role::Count
                | Role::Ordered
                | Role::Learner
                | Role::Believed
                | Role::Added
                | Role::Taken
                | Role::Change
                | Role::Written
                | Role::LaidOut => continue,
            };
            let (nodes, sources) = operand.parts();
            new |= self.add(&nodes, &sources, flow);
        }
        new
    }

    /// Adds the flow out of the slots that a choice's collections read: they decide what may be chosen. True when some was new.
    pub(super) fn chosen(&mut self, site: SiteId) -> bool {
        let Ask::Choose { binders, more, .. } = &self.flows.program.sites[site].ask else {
            return false;
        };
        let mut new = false;
        if let Some((more, whole)) = more.and_then(|more| Some((more, more.whole?))) {
            let flow = self.slot(more.chosen.slot);
            new |= self.add(&[whole.cond], &[], &flow);
        }
        for binder in binders {
            let flow = self.slot(binder.slot);
            new |= self.add(&[], &[binder.source], &flow);
        }
        new
    }

    /// The facts of a text that count at an instruction: behind a question, explicit flow alone.
    fn facts_at(&self, pc: Pc, text: TextId) -> &'a [Flow] {
        let facts = &self.flows.facts[text];
        if self.region.has(pc) {
            &facts.slots
        } else {
            &facts.explicit
        }
    }

    /// Arguments of a text or of a group of texts.
    fn passes(&mut self, pc: Pc, args: NodeList, callee: TextId) -> bool {
        let mut new = false;
        let facts = self.facts_at(pc, callee);
        for (n, node) in self.flows.program.list(args).iter().enumerate() {
            let flow = facts
                .get(1 + n)
                .map(|flow| self.flows.with_args(self.routine, args, flow));
            new |= flow.is_some_and(|flow| self.add_unseen(pc, &[*node], &flow));
        }
        new
    }

    /// Arguments of a column's texts, the first of which decides which text it is.
    fn calls_text(&mut self, pc: Pc, texts: TextId, args: NodeList) -> bool {
        let this = self.flows.program.list(args)[0];
        let mut new = self.passes(pc, args, texts);
        if self.region.has(pc) {
            let done = self.flows.facts[texts].done.without_moves();
            let done = self.flows.with_args(self.routine, args, &done);
            new |= self.add(&[this], &[], &done);
        }
        new
    }

    /// Arguments of a watched effect go on to its hooks.
    fn hooks(&mut self, pc: Pc, hooks: TextId) -> bool {
        let params = 1..=self.flows.program.routines[self.routine].params;
        let facts = self.facts_at(pc, hooks);
        params.fold(false, |new, param| {
            let flow = facts.get(usize::from(param)).map(Flow::seen_from_outside);
            flow.is_some_and(|flow| self.add_to_slot(param, &flow)) | new
        })
    }

    /// Adds the flow out of the arguments that hooks ask which may replace an effect: they decide whether what follows is done.
    fn replaces(&mut self, pc: Pc, list: HookListId) -> bool {
        let program = self.flows.program;
        let hooks = program.hook_lists[list]
            .iter()
            .map(|hook| &program.hooks[*hook]);
        let instead = hooks.filter(|hook| hook.timing == Timing::Instead);
        let conds: Vec<NodeId> = instead.filter_map(|hook| hook.cond).collect();
        if conds.is_empty() || !self.region.has(pc) {
            return false;
        }
        let flow = self.seen_done(pc.next()..self.flows.texts[self.routine].end);
        // In their frames `this` stands before the arguments.
        let asked = self.flows.read(&conds, &[]);
        let params = 1..=program.routines[self.routine].params;
        let asked = params.filter(|param| asked.contains(&(param + 1)));
        asked.fold(false, |new, param| self.add_to_slot(param, &flow) | new)
    }

    fn add(&mut self, nodes: &[NodeId], sources: &[SourceId], flow: &Flow) -> bool {
        if flow.is_open() {
            return false;
        }
        let read = self.flows.read(nodes, sources);
        self.add_read(&read, nodes, sources, flow)
    }

    /// Adds the flow out of slots that nodes and collections read. Whose place a piece is taken from, or shown in, is seen by
    /// all.
    fn add_read(
        &mut self,
        read: &BTreeSet<u16>,
        nodes: &[NodeId],
        sources: &[SourceId],
        flow: &Flow,
    ) -> bool {
        let holders = if flow.moves {
            self.flows.holders(nodes, sources)
        } else {
            BTreeSet::new()
        };
        let of_holder = flow.without_moves();
        read.iter().fold(false, |new, slot| {
            let flow = if holders.contains(slot) {
                &of_holder
            } else {
                flow
            };
            self.add_to_slot(*slot, flow) | new
        })
    }

    /// Adds the flow out of the slots that nodes read, but for pieces that everybody has seen arriving before an instruction.
    fn add_unseen(&mut self, pc: Pc, nodes: &[NodeId], flow: &Flow) -> bool {
        if flow.is_open() {
            return false;
        }
        let flows = self.flows;
        let was_shown = |slot: u16| {
            flows.reach == Reach::NextQuestion && flows.was_shown(self.routine, pc, slot)
        };
        let read = flows.read(nodes, &[]).into_iter();
        let unseen = read.filter(|slot| !was_shown(*slot));
        let unseen: BTreeSet<u16> = unseen.collect();
        self.add_read(&unseen, nodes, &[], flow)
    }

    fn add_to_slot(&mut self, slot: u16, flow: &Flow) -> bool {
        if slot == CHANCE {
            return self.chance.add(flow);
        }
        let slot = self.slots.get_mut(usize::from(slot));
        slot.is_some_and(|into| into.add(flow))
    }
}

impl Flows<'_> {
    /// Returns the flow of a text with the pieces that its parameters name called as in the text that does it.
    pub(super) fn with_args(&self, routine: RoutineId, args: NodeList, flow: &Flow) -> Flow {
        let args = self.program.list(args);
        flow.with_bearers(|slot| {
            let arg = usize::from(slot).checked_sub(1).and_then(|n| args.get(n));
            arg.map_or(Some(Bearer::Other), |arg| self.bearer(routine, *arg))
        })
    }

    /// The slots that say only whose place it is out of which nodes and collections take pieces.
    fn holders(&self, nodes: &[NodeId], sources: &[SourceId]) -> BTreeSet<u16> {
        let (mut places, mut others) = (Vec::new(), BTreeSet::new());
        for node in nodes {
            match self.program.nodes[*node].out_of() {
                Some(place) => places.push(place),
                None => others.extend(self.read(&[*node], &[])),
            }
        }
        for id in sources {
            let source = &self.program.sources[*id];
            if let Base::Place(place) = source.base {
                let asked = source.lets.iter().chain(&source.filters);
                let asked: Vec<NodeId> = asked.map(|(_, node)| *node).collect();
                others.extend(self.read(&asked, &[]));
                places.push(place);
            } else {
                others.extend(self.read(&[], &[*id]));
            }
        }
        let holders = places
            .into_iter()
            .filter_map(|place| self.holder_slot(place));
        holders.filter(|slot| !others.contains(slot)).collect()
    }

    /// The slot that holds whose place a node means; none when that is not the same for a whole place.
    fn holder_slot(&self, place: NodeId) -> Option<u16> {
        let Node::PlaceOf { of, .. } = self.program.nodes[place] else {
            return None;
        };
        let Node::Local(slot) = self.program.nodes[of] else {
            return None;
        };
        Some(slot)
    }

    /// The slots that nodes and collections read, and `CHANCE` where they draw a random number.
    pub(super) fn read(&self, nodes: &[NodeId], sources: &[SourceId]) -> BTreeSet<u16> {
        let mut slots = BTreeSet::new();
        let (nodes, sources) = (nodes.iter().copied(), sources.iter().copied());
        visit(self.program, nodes, sources, &mut |visited| {
            if let Visited::Node(node) = visited {
                slots.extend(node.slot());
                slots.extend(node.draws().then_some(CHANCE));
            }
        });
        slots
    }
}
