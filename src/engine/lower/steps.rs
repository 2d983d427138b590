//! Fuel as lowered code consumes it: where each step is counted, and when the budget is asked.
//!
//! A unit of fuel is a step: one jump, one member looked at, or one routine or query begun (`engine/machine/budget.rs`). Walks
//! count their members in variables and charge them at the end, so that an inner loop has no test of the budget in it.

use super::Lower;
use crate::lir::{BlameSpan, Field, Inst, TrapKind, Value};

impl Lower<'_> {
    /// Reads the fuel left until the next decision.
    pub(super) fn fuel_left(&mut self) -> Value {
        self.b.field(Field::Fuel)
    }

    /// Consumes a unit of fuel, or fails when none is left.
    pub(super) fn consume_fuel_unit(&mut self) {
        let fails = self.trap_site(TrapKind::Endless, BlameSpan::Statement);
        self.b.push(Inst::ConsumeFuelUnit { fails });
    }

    /// Consumes so much fuel, or fails when less is left.
    pub(super) fn consume_fuel(&mut self, amount: Value) {
        let fails = self.trap_site(TrapKind::Endless, BlameSpan::Statement);
        self.b.push(Inst::ConsumeFuel { amount, fails });
    }

    /// As `consume_fuel`, of a number of 32 bits that is not below 0.
    pub(super) fn consume_fuel_of(&mut self, count: Value) {
        let amount = self.b.zero_extend(count);
        self.consume_fuel(amount);
    }

    /// Consumes what the counters of all walks hold, which are left at once.
    pub(super) fn consume_counted(&mut self) {
        let Some((first, rest)) = self.seen.split_first() else {
            return;
        };
        let (first, rest) = (*first, rest.to_vec());
        let mut sum = self.b.get(first);
        for seen in rest {
            let seen = self.b.get(seen);
            sum = self.b.add(sum, seen);
        }
        self.consume_fuel(sum);
    }

    /// Charges the steps of the walks so far before something is called that may fail, even if fewer are left: whatever fails
    /// then finds that they ran out first.
    pub(super) fn charge_fuel(&mut self) {
        if !self.seen.is_empty() {
            let counters = self.b.step_counters(&self.seen);
            self.b.push(Inst::ChargeFuel { counters });
        }
    }
}
