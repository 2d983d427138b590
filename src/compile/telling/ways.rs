//! Ways on from a question, and where pieces go on each: everybody sees that, and so which way was gone.

use crate::telling::sinks::Arrivals;
use crate::telling::slots::FlowPass;
use crate::telling::{Ends, Flows};
use ludex_program::code::Instr;
use ludex_program::ids::Pc;
use ludex_program::tells::Flow;
use ludex_rules::expr::Write;
use ludex_rules::ids::{PlaceId, RoutineId};
use ludex_rules::table::ids;
use ludex_rules::verbs::Role;
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
        let mut instr = self.program.code[pc];
        let no = instr.exit().map_or(pc.next(), |exit| *exit);
        match self.program.code.get(no.before()) {
            Some(&Instr::Jump(end)) if end > no => (pc.next()..no.before(), no..end),
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
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest moves nothing")]
    pub(super) fn moves_to(&self, routine: RoutineId, pc: Pc) -> Ends {
        let program = self.program;
        let instr = program.code[pc];
        match instr {
            Instr::Verb(verb, operands) => match self.node_of(verb, operands, Role::To) {
                Some(to) => self.places(routine, to, 0),
                None => Some(BTreeSet::new()),
            },
            Instr::DrawOne(_, args, _) => self.places(routine, program.list(args)[1], 0),
            Instr::Call(..)
            | Instr::CallSlot(..)
            | Instr::Hooks(..)
            | Instr::HooksToPool(_)
            | Instr::Write(Write::Gain, ..)
            | Instr::Refill(_) => match self.groups.done_by(program, instr) {
                Some(done) => self.facts[done].ends.clone(),
                None => Some(BTreeSet::new()),
            },
            Instr::ReachNext(..) => None,
            _ => Some(BTreeSet::new()),
        }
    }

    /// The places that a piece surely goes to before anything is asked or decided.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest moves nothing, or not surely"
    )]
    fn surely_to(&self, routine: RoutineId, text: Range<Pc>) -> BTreeSet<PlaceId> {
        let mut ends = BTreeSet::new();
        for pc in ids(text) {
            let to = match self.program.code[pc] {
                Instr::Verb(verb, _) if verb.row().ends => break,
                Instr::Verb(verb, operands) => {
                    // A collection may be empty.
                    let piece = self.node_of(verb, operands, Role::Moved);
                    piece.and_then(|_| self.node_of(verb, operands, Role::To))
                }
                Instr::Let(..) | Instr::Write(..) => None,
                _ => break,
            };
            let places = to.and_then(|to| self.places(routine, to, 0));
            if let Some(one) = places.filter(|places| places.len() == 1) {
                ends.extend(one);
            }
        }
        ends
    }
}
