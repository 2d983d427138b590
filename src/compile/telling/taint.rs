//! Taint of local values: the sources of secrets that flow into each slot of a text, forwards along explicit flow.

use crate::telling::Code;
use ludex_program::Program;
use ludex_program::decision::Ask;
use ludex_program::ids::{NodeId, Pc, SiteId, SourceId};
use ludex_program::node::Node;
use ludex_program::parts::{Visited, visit};
use ludex_program::signature::{Runs, Signature, SlotDefinition};
use ludex_program::taint::{BoundBy, BoundSlots, CallTaint, Taint, TextTaint};
use ludex_rules::ids::{ActionId, RoutineId};
use ludex_rules::table::{Table, ids};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Finds the taint of each text's local values.
pub(super) fn taints(program: &Program, code: &Code) -> Table<RoutineId, TextTaint> {
    let actions = program.actions.entries();
    let actions: BTreeMap<RoutineId, ActionId> =
        actions.map(|(id, action)| (action.body, id)).collect();
    let of_text = |routine| {
        let mut text = TaintPass::settled(program, code, routine);
        text.bind(actions.get(&routine).copied());
        text.taint
    };
    program.routines.ids().map(of_text).collect()
}

/// A pass over a text: the taint of its slots, as far as found.
struct TaintPass<'a> {
    program: &'a Program,
    code: &'a Code,
    routine: RoutineId,
    text: Range<Pc>,
    /// Some instruction sets `you`, so that it is not always the player on whose behalf the text runs.
    changes_you: bool,
    /// The first slots of the cursors that go through those who decide at once.
    at_once: BTreeSet<u16>,
    taint: TextTaint,
}

impl<'a> TaintPass<'a> {
    /// Finds the least fixed point: a slot has the sources of all that it is set to.
    fn settled(program: &'a Program, code: &'a Code, routine: RoutineId) -> TaintPass<'a> {
        let rules = &program.routines[routine];
        let params = 1..=rules.params;
        let slots = (0..rules.slots.max(1)).map(|slot| {
            if params.contains(&slot) {
                Taint::of_param(slot)
            } else {
                Taint::default()
            }
        });
        let taint = TextTaint {
            slots: slots.collect(),
            ..TextTaint::default()
        };
        let text = program.text_of(routine);
        let instrs = code.range(text.clone()).iter();
        let sites = instrs.clone().filter_map(|instr| instr.site);
        let at_once = sites.filter_map(|site| program.sites[site].at_once);
        let mut pass = TaintPass {
            program,
            code,
            routine,
            text,
            changes_you: instrs.clone().any(|instr| instr.sets_slot(0)),
            at_once: at_once.map(|block| block.members.slot).collect(),
            taint,
        };
        while pass.add_definitions() {}
        pass
    }

    fn instrs(&self) -> std::slice::Iter<'a, Signature> {
        self.code.range(self.text.clone()).iter()
    }

    /// Adds to each slot the sources of what the instructions set it to; true when some were new.
    fn add_definitions(&mut self) -> bool {
        let mut new = false;
        for instr in self.instrs() {
            for (slot, value) in &instr.sets {
                let taint = self.of_definition(*value, instr.site);
                let slot = self.taint.slots.get_mut(usize::from(*slot));
                new |= slot.is_some_and(|slot| slot.join(&taint));
            }
        }
        new
    }

    fn of_definition(&self, value: SlotDefinition, site: Option<SiteId>) -> Taint {
        match value {
            SlotDefinition::Value(value) => self.of_value(value),
            SlotDefinition::List(members) => self.of_members(members),
            SlotDefinition::Member(cursor) => {
                let mut taint = self.of_slot(cursor.slot);
                // Nobody is told who of those that decide at once decides now.
                taint.answer_of_another |= self.at_once.contains(&cursor.slot);
                taint
            }
            SlotDefinition::Answer(_) | SlotDefinition::Chosen => {
                let is_own = site.is_some_and(|site| self.is_answered_by_you(site));
                Taint {
                    own_answer: is_own,
                    answer_of_another: !is_own,
                    ..Taint::default()
                }
            }
            // A number that counts down from one that was bound, and lists of which no slot has a name.
            SlotDefinition::CountedDown | SlotDefinition::Hooks => Taint::default(),
        }
    }

    fn of_slot(&self, slot: u16) -> Taint {
        let slot = self.taint.slots.get(usize::from(slot));
        slot.cloned().unwrap_or_default()
    }

    fn of_value(&self, value: NodeId) -> Taint {
        self.of_parts(&[value], &[])
    }

    fn of_members(&self, members: SourceId) -> Taint {
        let mut taint = self.of_parts(&[], &[members]);
        taint.hidden |= has_hidden_members(self.program, members);
        taint
    }

    /// The sources of nodes and collections, and of the slots that they read.
    fn of_parts(&self, nodes: &[NodeId], sources: &[SourceId]) -> Taint {
        let mut taint = Taint::default();
        let (nodes, sources) = (nodes.iter().copied(), sources.iter().copied());
        visit(self.program, nodes, sources, &mut |visited| {
            if let Visited::Node(node) = visited {
                taint.join(&node.taint(&self.program.layout));
                if let Some(slot) = node.slot() {
                    taint.join(&self.of_slot(slot));
                }
            }
        });
        taint
    }

    /// Returns true if the player on whose behalf the text runs gives the answers at a site. Within `as` somebody else may be
    /// `you`, so that only a text without it has answers that are surely its own player's.
    fn is_answered_by_you(&self, site: SiteId) -> bool {
        let by = self.program.nodes[self.program.sites[site].by];
        by == Node::Local(0) && !self.changes_you
    }

    /// Notes which slots answers are bound to, which are set to what may be unseen, and what calls pass on.
    fn bind(&mut self, action: Option<ActionId>) {
        let params = 1..=self.program.routines[self.routine].params;
        let of_action = action.map(|action| BoundSlots {
            by: BoundBy::Action(action),
            slots: params.collect(),
        });
        let sites = self.instrs().filter_map(|instr| instr.site);
        let of_sites = sites.filter_map(|site| bound_at(self.program, site));
        self.taint.answers = of_action.into_iter().chain(of_sites).collect();
        self.taint.unseen = self.set_to_unseen();
        let calls = ids(self.text.clone()).filter_map(|pc| Some((pc, self.call(pc)?)));
        self.taint.calls = calls.collect();
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
        let unseen = sets.filter(|(slot, value)| *slot > 0 && may_be_unseen(self.program, *value));
        let slots = unseen.map(|(slot, _)| *slot);
        slots.filter(|slot| met.insert(*slot)).collect()
    }

    fn call(&self, pc: Pc) -> Option<CallTaint> {
        let (callee, args) = match self.code[pc].runs? {
            Runs::Routine(callee, args) => (Some(callee), args),
            Runs::Column(_, args) => (None, args),
            Runs::Later(..)
            | Runs::Hooks(_)
            | Runs::Pooled(_)
            | Runs::Track(_)
            | Runs::Moment(_)
            | Runs::Filling => return None,
        };
        let args = self.program.list(args).iter();
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
