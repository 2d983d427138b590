//! Taint of local values: the sources of secrets that flow into each slot of a text, forwards.

use crate::telling::Flows;
use crate::telling::deciding::Deciding;
use crate::telling::drawn::{drawn_params, is_drawn};
use ludex_program::Program;
use ludex_program::cursor::Cursor;
use ludex_program::decision::Ask;
use ludex_program::ids::{NodeId, Pc, SiteId, SourceId};
use ludex_program::node::Node;
use ludex_program::parts::{Visited, visit};
use ludex_program::signature::{Runs, Signature, SlotDefinition};
use ludex_program::taint::{BoundBy, BoundSlots, CallTaint, SecretSource, Taint, TextTaint};
use ludex_rules::ids::{ActionId, RoutineId};
use ludex_rules::table::{Table, ids};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

impl Flows<'_> {
    /// Finds the taint of each text's local values.
    pub(super) fn taints(&self) -> Table<RoutineId, TextTaint> {
        let actions = self.program.actions.entries();
        let actions: BTreeMap<RoutineId, ActionId> =
            actions.map(|(id, action)| (action.body, id)).collect();
        let passes = self.texts.ids();
        let passes = passes.map(|routine| TaintPass::settled(self, routine));
        let passes: Table<RoutineId, TaintPass<'_, '_>> = passes.collect();
        let drawn = drawn_params(&passes);
        let passes = passes.into_iter().zip(drawn.iter());
        passes
            .map(|(pass, drawn)| pass.finished(drawn, &actions))
            .collect()
    }
}

/// A pass over a text: the taint of its slots, as far as found.
pub(super) struct TaintPass<'a, 'p> {
    flows: &'a Flows<'p>,
    routine: RoutineId,
    text: Range<Pc>,
    /// Some instruction sets `you`, so that it is not always the player on whose behalf the text runs.
    changes_you: bool,
    /// The first slots of the cursors that go through those who decide at once.
    at_once: BTreeSet<u16>,
    taint: TextTaint,
}

impl<'a, 'p> TaintPass<'a, 'p> {
    /// Finds the least fixed point: a slot has the sources of all that it is set to, and of what decides whether it is set.
    fn settled(flows: &'a Flows<'p>, routine: RoutineId) -> TaintPass<'a, 'p> {
        let rules = &flows.program.routines[routine];
        let params = 1..=rules.params;
        let slots = (0..rules.slots.max(1)).map(|slot| {
            let param = params.contains(&slot).then_some(SecretSource::Param(slot));
            param.map_or_else(Taint::default, Taint::from_source)
        });
        let taint = TextTaint {
            slots: slots.collect(),
            ..TextTaint::default()
        };
        let text = flows.texts[routine].clone();
        let instrs = flows.code.range(text.clone()).iter();
        let sites = instrs.clone().filter_map(|instr| instr.site);
        let at_once = sites.filter_map(|site| flows.program.sites[site].at_once);
        let mut pass = TaintPass {
            flows,
            routine,
            text,
            changes_you: instrs.clone().any(|instr| instr.sets_slot(0)),
            at_once: at_once.map(|block| block.members.slot).collect(),
            taint,
        };
        while pass.add_definitions() {}
        pass
    }

    pub(super) fn program(&self) -> &'p Program {
        self.flows.program
    }

    pub(super) fn instrs(&self) -> std::slice::Iter<'a, Signature> {
        self.flows.code.range(self.text.clone()).iter()
    }

    /// Adds to each slot the sources of what the instructions set it to; true when some were new.
    fn add_definitions(&mut self) -> bool {
        let (mut deciding, mut new) = (Deciding::default(), false);
        for pc in ids(self.text.clone()) {
            let instr = &self.flows.code[pc];
            let decided = deciding.at(pc);
            for (slot, value) in &instr.sets {
                let mut taint = self.of_definition(*value, instr.site);
                taint.join(&decided);
                let slot = self.taint.slots.get_mut(usize::from(*slot));
                new |= slot.is_some_and(|slot| slot.join(&taint));
            }
            let decider = self.decider(instr);
            if decider == Taint::default() {
                continue;
            }
            let (yes, no) = self.flows.two_ways(pc);
            for way in [yes, no] {
                deciding.add(&decider, self.flows.escaping(self.routine, way));
            }
        }
        new
    }

    /// The sources of what decides whether an instruction goes on or jumps: a condition, a list or number that runs out, an
    /// answer.
    fn decider(&self, instr: &Signature) -> Taint {
        let mut taint = Taint::default();
        if instr.exit.is_none() || instr.ends || instr.never_exits {
            return taint;
        }
        if let Some(cond) = instr.cond {
            taint.join(&self.of_value(cond));
        }
        if let Some(site) = instr.site {
            taint.join(&self.of_answer(site));
        }
        for (slot, value) in &instr.sets {
            match value {
                SlotDefinition::Member(cursor) => taint.join(&self.of_slot(cursor.slot)),
                SlotDefinition::CountedDown => taint.join(&self.of_slot(*slot)),
                SlotDefinition::Value(_)
                | SlotDefinition::Answer(_)
                | SlotDefinition::List(_)
                | SlotDefinition::Chosen
                | SlotDefinition::Hooks => false,
            };
        }
        taint
    }

    fn of_definition(&self, value: SlotDefinition, site: Option<SiteId>) -> Taint {
        match value {
            SlotDefinition::Value(value) => self.of_value(value),
            SlotDefinition::List(members) => self.of_members(members),
            SlotDefinition::Member(cursor) => self.of_member(cursor),
            SlotDefinition::Answer(_) | SlotDefinition::Chosen => {
                site.map_or_else(Taint::default, |site| self.of_answer(site))
            }
            // A number that counts down from one that was bound, and lists of which no slot has a name.
            SlotDefinition::CountedDown | SlotDefinition::Hooks => Taint::default(),
        }
    }

    /// The sources of an answer. Within `as` somebody else may be `you`, so that only a text without it has answers that are
    /// surely those of the player on whose behalf it runs.
    fn of_answer(&self, site: SiteId) -> Taint {
        let by = self.program().nodes[self.program().sites[site].by];
        let is_own = by == Node::Local(0) && !self.changes_you;
        Taint::from_source(if is_own {
            SecretSource::OwnAnswer
        } else {
            SecretSource::AnswerOfAnother
        })
    }

    /// The sources of a member of a list. Nobody is told who of those that decide at once decides now.
    fn of_member(&self, cursor: Cursor) -> Taint {
        let mut taint = self.of_slot(cursor.slot);
        if self.at_once.contains(&cursor.slot) {
            taint.join(&Taint::from_source(SecretSource::AnswerOfAnother));
        }
        taint
    }

    fn of_slot(&self, slot: u16) -> Taint {
        let slot = self.taint.slots.get(usize::from(slot));
        slot.cloned().unwrap_or_default()
    }

    pub(super) fn of_value(&self, value: NodeId) -> Taint {
        self.of_parts(&[value], &[])
    }

    fn of_members(&self, members: SourceId) -> Taint {
        let mut taint = self.of_parts(&[], &[members]);
        if has_hidden_members(self.program(), members) {
            taint.join(&Taint::from_source(SecretSource::Hidden));
        }
        taint
    }

    /// The sources of nodes and collections, and of the slots that they read.
    fn of_parts(&self, nodes: &[NodeId], sources: &[SourceId]) -> Taint {
        let mut taint = Taint::default();
        let (nodes, sources) = (nodes.iter().copied(), sources.iter().copied());
        visit(self.program(), nodes, sources, &mut |visited| {
            if let Visited::Node(node) = visited {
                taint.join(&node.taint(&self.program().layout));
                if let Some(slot) = node.slot() {
                    taint.join(&self.of_slot(slot));
                }
            }
        });
        taint
    }

    /// Returns the taint of the text, with what else is read of it, once it is known which parameters may be drawn.
    fn finished(
        mut self,
        drawn: &BTreeSet<u16>,
        actions: &BTreeMap<RoutineId, ActionId>,
    ) -> TextTaint {
        let params = 1..=self.program().routines[self.routine].params;
        let of_action = actions.get(&self.routine).map(|action| BoundSlots {
            by: BoundBy::Action(*action),
            slots: params.collect(),
        });
        let sites = self.instrs().filter_map(|instr| instr.site);
        let of_sites = sites.filter_map(|site| bound_at(self.program(), site));
        let calls = ids(self.text.clone()).filter_map(|pc| Some((pc, self.call(pc)?)));
        let lists = self.instrs().filter_map(|instr| instr.begins);
        // Of the slots of a list the first one has a name.
        let ends: BTreeSet<u16> = lists
            .flat_map(|list| list.slots().into_iter().skip(1))
            .collect();
        let slots = (0..).zip(&self.taint.slots);
        let drawn = slots.filter(|(slot, taint)| is_drawn(taint, drawn) && !ends.contains(slot));
        (
            self.taint.drawn,
            self.taint.answers,
            self.taint.calls,
            self.taint.unseen,
        ) = (
            drawn.map(|(slot, _)| slot).collect(),
            of_action.into_iter().chain(of_sites).collect(),
            calls.collect(),
            self.set_to_unseen(),
        );
        self.taint
    }

    /// The named slots that a statement sets to what may be unseen by itself, apart from the slots that it reads.
    fn set_to_unseen(&self) -> Vec<u16> {
        let mut met = BTreeSet::new();
        let sets = self.instrs().flat_map(|instr| {
            // Of the slots of a list the first one has a name.
            let first = instr.begins.map(|cursor| cursor.slot);
            let sets = instr.sets.iter();
            sets.filter(move |(slot, _)| first.is_none_or(|first| first == *slot))
        });
        let unseen =
            sets.filter(|(slot, value)| *slot > 0 && may_be_unseen(self.program(), *value));
        let slots = unseen.map(|(slot, _)| *slot);
        slots.filter(|slot| met.insert(*slot)).collect()
    }

    fn call(&self, pc: Pc) -> Option<CallTaint> {
        let (callee, args) = match self.flows.code[pc].runs? {
            Runs::Routine(callee, args) => (Some(callee), args),
            Runs::Column(_, args) => (None, args),
            Runs::Later(..)
            | Runs::Hooks(_)
            | Runs::Pooled(_)
            | Runs::Track(_)
            | Runs::Moment(_)
            | Runs::Filling => return None,
        };
        let args = self.program().list(args).iter();
        let args = args.map(|arg| self.of_value(*arg)).collect();
        Some(CallTaint { callee, args })
    }
}

/// The slots that the values chosen at a site are bound to; none where it asks for something else.
fn bound_at(program: &Program, site: SiteId) -> Option<BoundSlots> {
    let Ask::Choose { binders, more, .. } = &program.sites[site].ask else {
        return None;
    };
    let set = more.filter(|more| more.whole.is_some());
    let bound = binders.iter().map(|binder| binder.slot);
    Some(BoundSlots {
        by: BoundBy::Site(site),
        slots: bound.chain(set.map(|more| more.chosen.slot)).collect(),
    })
}

/// Returns true if what a slot is set to may be something that not everybody sees, apart from answers and other slots.
fn may_be_unseen(program: &Program, value: SlotDefinition) -> bool {
    let (node, members) = match value {
        SlotDefinition::Value(value) => (Some(value), None),
        SlotDefinition::List(members) => (None, Some(members)),
        SlotDefinition::Answer(_)
        | SlotDefinition::Chosen
        | SlotDefinition::Member(_)
        | SlotDefinition::Hooks
        | SlotDefinition::CountedDown => return false,
    };
    let mut unseen = members.is_some_and(|members| has_hidden_members(program, members));
    visit(program, node, members, &mut |visited| {
        if let Visited::Node(node) = visited {
            unseen |= node.taint(&program.layout).may_be_unseen();
        }
    });
    unseen
}

/// Returns true if members may come out of a place that not everybody sees.
fn has_hidden_members(program: &Program, members: SourceId) -> bool {
    let mut hidden = false;
    visit(program, [], [members], &mut |visited| {
        if let Visited::Source(source) = visited {
            hidden |= source.has_hidden_members(&program.layout);
        }
    });
    hidden
}
