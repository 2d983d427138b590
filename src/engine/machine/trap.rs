//! Traps of lowered code as faults of the rules.

use crate::fault::FaultKind;
use crate::lir::{BlameSpan, Trap, TrapKind};
use crate::machine::Machine;
use ludex_source::Span;

impl Machine<'_> {
    /// Notes the fault of a trap, unless one is noted already. A value may be told with it.
    #[cold]
    pub(crate) fn trap(&mut self, trap: Trap, told: i64) {
        for (routine, resume) in trap.inlined.0.into_iter().flatten() {
            self.push_inlined(routine, resume, &[]);
        }
        if self.fault.is_some() {
            return;
        }
        self.at = trap.at.map_or(self.at, |at| at.pc);
        let (kind, span) = (self.kind_of(trap.kind, told), self.span_of(trap.blame));
        self.fail(kind, span);
        self.stopped = trap.at.map_or(self.stopped, |at| at.next);
    }

    fn kind_of(&self, kind: TrapKind, told: i64) -> FaultKind {
        let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
        let told = told.clamp(least, most) as i32;
        match kind {
            TrapKind::OfNone => FaultKind::OfNone,
            TrapKind::NoneThere => FaultKind::NoneThere,
            TrapKind::Overflow => FaultKind::Overflow,
            TrapKind::DividedByZero => FaultKind::DivideByZero,
            TrapKind::OutOfBounds(low, high) => FaultKind::OutOfBounds(told, low, high),
            TrapKind::BelowZero => FaultKind::BelowZero(told),
            TrapKind::TooDeep => FaultKind::TooDeep,
            TrapKind::Endless => FaultKind::Endless(self.program.budget.steps),
            TrapKind::Noted | TrapKind::Unreachable => FaultKind::Disagreement,
        }
    }

    fn span_of(&self, blame: BlameSpan) -> Span {
        match blame {
            BlameSpan::Node(node) => self.program.node_spans[node],
            BlameSpan::Call => self.program.node_spans[self.asking],
            BlameSpan::Routine(routine) => self.program.routines[routine].span,
            BlameSpan::Statement => self.program.code_spans[self.at],
        }
    }
}
