//! Fuel as lowered code consumes it: where each step is counted, and when the budget is asked.
//!
//! A unit of fuel is a step: one jump, one member looked at, or one routine or query begun (`engine/machine/budget.rs`). Walks
//! count their members in variables and charge them at the end, so that an inner loop has no test of the budget in it. Walks of
//! one question that are not within each other count together and are charged once.

use super::Lower;
use crate::lir::{BlameSpan, Block, Field, Inst, TrapKind, Type, Value, Var};
use ludex_program::Program;
use ludex_program::node::NodeId;
use ludex_program::parts::{base_parts, holds_one, parts};

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

    /// Computes a value whose walks count their members together.
    pub(super) fn value_counted_together(&mut self, node: NodeId) -> Value {
        let together = self.begin_counting_together(node);
        let value = self.value(node);
        if let Some(seen) = together {
            self.end_counting_together();
            self.charge_counted(seen);
        }
        value
    }

    /// Branches on a condition whose walks count their members together.
    pub(super) fn branch_counted_together(&mut self, cond: NodeId, yes: Block, no: Block) {
        let Some(seen) = self.begin_counting_together(cond) else {
            return self.branch(cond, yes, no);
        };
        let ways = [self.block(), self.block()];
        self.branch(cond, ways[0], ways[1]);
        self.end_counting_together();
        for (way, to) in ways.into_iter().zip([yes, no]) {
            self.go_on(way);
            self.charge_counted(seen);
            self.jump(to);
        }
    }

    /// Begins to count together if several walks of a question are not within each other. Walks around it count for themselves.
    fn begin_counting_together(&mut self, node: NodeId) -> Option<Var> {
        if !self.seen.is_empty() || outermost_walks(self.program, node) < 2 {
            return None;
        }
        let seen = self.counter(Type::Long, 0);
        self.seen.push(seen);
        self.together = true;
        Some(seen)
    }

    fn end_counting_together(&mut self) {
        self.seen.pop();
        self.together = false;
    }

    /// Consumes what a counter holds.
    pub(super) fn charge_counted(&mut self, seen: Var) {
        let seen = self.b.get(seen);
        self.consume_fuel(seen);
    }
}

/// Counts the walks of a question that are not within another walk, up to two. Those of queries that it calls count for
/// themselves.
fn outermost_walks(program: &Program, node: NodeId) -> usize {
    let (mut walks, mut open) = (0, vec![node]);
    while let Some(node) = open.pop() {
        let (nodes, sources) = parts(&program.node_lists, &program.nodes[node]);
        open.extend(nodes);
        for source in sources {
            let source = &program.sources[source];
            walks += usize::from(!holds_one(program, &source.base));
            if walks > 1 {
                return walks;
            }
            open.extend(base_parts(&program.node_lists, &source.base).0);
        }
    }
    walks
}
