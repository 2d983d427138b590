//! Traps of lowered code as faults of the rules.

use crate::fault::FaultKind;
use crate::lir::{Place, Trap, Wrong};
use crate::machine::Machine;
use ludex_source::Span;

impl Machine<'_> {
    /// Notes the fault of a trap, unless one is noted already. A value may be told with it.
    #[cold]
    pub(crate) fn trap(&mut self, trap: Trap, told: i64) {
        if self.fault.is_some() {
            return;
        }
        self.at = trap.at.map_or(self.at, |at| at.pc);
        let (kind, span) = (self.kind_of(trap.wrong, told), self.span_of(trap.place));
        self.fail(kind, span);
        self.stopped = trap.at.map_or(self.stopped, |at| at.next);
    }

    fn kind_of(&self, wrong: Wrong, told: i64) -> FaultKind {
        let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
        let told = told.clamp(least, most) as i32;
        match wrong {
            Wrong::OfNone => FaultKind::OfNone,
            Wrong::NoneThere => FaultKind::NoneThere,
            Wrong::Overflow => FaultKind::Overflow,
            Wrong::DividedByZero => FaultKind::DivideByZero,
            Wrong::OutOfBounds(low, high) => FaultKind::OutOfBounds(told, low, high),
            Wrong::BelowZero => FaultKind::BelowZero(told),
            Wrong::TooDeep => FaultKind::TooDeep,
            Wrong::Endless => FaultKind::Endless(self.program.budget.steps),
            Wrong::Unreachable => FaultKind::Disagreement,
        }
    }

    fn span_of(&self, place: Place) -> Span {
        match place {
            Place::Node(node) => self.program.node_spans[node],
            Place::Call => self.program.node_spans[self.asking],
            Place::Statement => self.program.code_spans[self.at],
        }
    }
}
