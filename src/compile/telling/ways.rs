//! Ways on from a question, and where pieces go on each: everybody sees that, and so which way was gone.

use crate::telling::sinks::Arrivals;
use crate::telling::slots::FlowPass;
use crate::telling::{Ends, Flows};
use ludex_program::ids::Pc;
use ludex_program::signature::{Runs, Signature, SlotDefinition, StateChange};
use ludex_program::tells::Flow;
use ludex_rules::ids::{PlaceId, RoutineId};
use std::collections::BTreeSet;
use std::ops::Range;

/// One of several ways on.
#[derive(Debug, Clone)]
pub(super) struct Way {
    pub(super) flow: Flow,
    /// Places that a piece surely goes to.
    pub(super) sure: BTreeSet<PlaceId>,
    /// Places that pieces may go to; none when it may be any.
    pub(super) ends: Ends,
}

impl Way {
    pub(super) fn nothing() -> Way {
        Way {
            flow: Flow::default(),
            sure: BTreeSet::new(),
            ends: Some(BTreeSet::new()),
        }
    }

    /// Returns the flow out of going this way rather than another one, without its being seen which was gone.
    pub(super) fn apart(&self, other: &Way) -> Flow {
        if self.differs(other) {
            return Flow::default();
        }
        let mut flow = self.flow.without_moves();
        flow.add(&other.flow.without_moves());
        let alike = self.sure == other.sure && !self.sure.is_empty();
        flow.moves = alike && (self.flow.moves || other.flow.moves);
        flow
    }

    /// Tells whether everybody sees which of two was gone: a piece goes where the other surely moves none.
    pub(super) fn differs(&self, other: &Way) -> bool {
        let only = |a: &Way, b: &Way| {
            let never = |place: &PlaceId| b.ends.as_ref().is_some_and(|ends| !ends.contains(place));
            a.sure.iter().any(never)
        };
        only(self, other) || only(other, self)
    }
}

impl Flows<'_> {
    /// The way through a part of a text.
    pub(super) fn way(&self, pass: &FlowPass<'_, '_>, arrivals: &Arrivals, part: Range<Pc>) -> Way {
        Way {
            flow: pass.depends_on(part.clone()),
            sure: self.surely_to(pass.routine, part.clone()),
            ends: arrivals.ends(&self.escaping(pass.routine, part)),
        }
    }

    /// The way through a whole text.
    pub(super) fn way_through(&self, routine: RoutineId) -> Way {
        let facts = &self.facts[routine.into()];
        Way {
            flow: facts.done.clone(),
            sure: self.surely_to(routine, self.texts[routine].clone()),
            ends: facts.ends.clone(),
        }
    }

    /// The instructions done when an answer or condition holds, and those done otherwise.
    pub(super) fn two_ways(&self, pc: Pc) -> (Range<Pc>, Range<Pc>) {
        let no = self.code[pc].exit.unwrap_or(pc.next());
        let before = self.code.get(no.before());
        let jump = before
            .filter(|instr| instr.ends)
            .and_then(|instr| instr.exit);
        match jump {
            Some(end) if end > no => (pc.next()..no.before(), no..end),
            _ => (pc.next()..no.max(pc.next()), no..no),
        }
    }

    /// A part of a text, and all behind it when a jump leaves it: it decides what of the rest is done.
    pub(super) fn escaping(&self, routine: RoutineId, part: Range<Pc>) -> Range<Pc> {
        let leaves = self.jumps.within(&part) > part.end;
        let end = if leaves {
            self.texts[routine].end
        } else {
            part.end
        };
        part.start..end
    }

    /// The places that an instruction may move pieces to.
    pub(super) fn moves_to(&self, routine: RoutineId, pc: Pc) -> Ends {
        let instr = &self.code[pc];
        if let Some(into) = instr.moves_into {
            return self.places(routine, into);
        }
        match instr.runs {
            // What waits may come of any text.
            Some(Runs::Moment(_)) => None,
            Some(Runs::Later(..)) | None => Some(BTreeSet::new()),
            Some(
                Runs::Routine(..)
                | Runs::Column(..)
                | Runs::Hooks(_)
                | Runs::Pooled(_)
                | Runs::Track(_)
                | Runs::Filling,
            ) => match self.groups.run_by(instr) {
                Some(run) => self.facts[run].ends.clone(),
                None => Some(BTreeSet::new()),
            },
        }
    }

    /// The places that a piece surely goes to before anything is asked or decided.
    fn surely_to(&self, routine: RoutineId, text: Range<Pc>) -> BTreeSet<PlaceId> {
        let mut ends = BTreeSet::new();
        for instr in self
            .code
            .range(text)
            .iter()
            .take_while(|instr| is_straight(instr))
        {
            // A collection may be empty.
            let piece = self.moved_piece(instr);
            let to = piece.and(instr.moves_into);
            let places = to.and_then(|to| self.places(routine, to));
            if let Some(one) = places.filter(|places| places.len() == 1) {
                ends.extend(one);
            }
        }
        ends
    }
}

/// Returns true if an instruction gives a slot or a variable a value, or does a verb, and nothing else: the next one follows.
pub(super) fn is_straight(instr: &Signature) -> bool {
    let is_value = |(_, set): &(u16, SlotDefinition)| matches!(set, SlotDefinition::Value(_));
    match instr.changes {
        Some(StateChange::Verb(..) | StateChange::Variable { .. }) => !instr.ends,
        Some(StateChange::Reset(_)) => false,
        None => !instr.sets.is_empty() && instr.sets.iter().all(is_value),
    }
}
