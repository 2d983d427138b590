//! Steps as lowered code takes them: where each is counted, and when the budget is asked.
//!
//! A step is one jump, one member looked at, or one routine or query begun (`engine/machine/budget.rs`). Walks count their
//! members in variables and take them at the end, so that an inner loop has no test of the budget in it.

use super::Lower;
use crate::lir::{Field, Inst, Place, Value, Wrong};

impl Lower<'_> {
    /// Reads the number of steps left until the next decision.
    pub(super) fn steps_left(&mut self) -> Value {
        self.b.field(Field::Steps)
    }

    /// Takes a step, or fails when none is left.
    pub(super) fn take_step(&mut self) {
        let fails = self.raise(Wrong::Endless, Place::Statement);
        self.b.push(Inst::TakeStep { fails });
    }

    /// Takes so many steps, or fails when there are less.
    pub(super) fn take_steps(&mut self, steps: Value) {
        let fails = self.raise(Wrong::Endless, Place::Statement);
        self.b.push(Inst::TakeSteps { steps, fails });
    }

    /// As `take_steps`, of a number of 32 bits that is not below 0.
    pub(super) fn take_steps_of(&mut self, count: Value) {
        let steps = self.b.zero_extend(count);
        self.take_steps(steps);
    }

    /// Takes the steps of all walks that are left at once.
    pub(super) fn leave_walks(&mut self) {
        let Some((first, rest)) = self.seen.split_first() else {
            return;
        };
        let (first, rest) = (*first, rest.to_vec());
        let mut sum = self.b.get(first);
        for seen in rest {
            let seen = self.b.get(seen);
            sum = self.b.add(sum, seen);
        }
        self.take_steps(sum);
    }

    /// Takes the steps of the walks so far before something is called that may fail, even if fewer are left: whatever fails
    /// then finds that they ran out first.
    pub(super) fn pay_walks(&mut self) {
        if !self.seen.is_empty() {
            let walks = self.b.walks(&self.seen);
            self.b.push(Inst::Pay { walks });
        }
    }
}
