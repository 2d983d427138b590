//! Traps, and the fuel that is consumed of the budget.

use crate::clif::{Clif, Raised};
use crate::code::type_of;
use crate::wrap::Own;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use ludex_engine::lir::{StepCounters, TrapSite};
use ludex_engine::lower::RoutineExit;
use ludex_engine::machine::offsets;
use ludex_program::ids::Pc;

impl Clif<'_> {
    /// Returns the block that raises a trap, made when it is first asked for; it is given a value to tell, or none.
    pub(super) fn raised(&mut self, site: TrapSite, tells: bool) -> Raised {
        let b = &mut self.b;
        let raised = self.raised.entry((site, tells));
        *raised.or_insert_with(|| {
            let block = b.create_block();
            b.set_cold_block(block);
            let told = tells.then(|| b.append_block_param(block, I64));
            Raised { block, told }
        })
    }

    /// Jumps to a trap when a flag is set; a value may be told.
    pub(super) fn trap_if(&mut self, bad: Value, trap: TrapSite, told: Option<Value>) {
        let raised = self.raised(trap, told.is_some());
        let fine = self.b.create_block();
        let told: Vec<BlockArg> = told.map(BlockArg::Value).into_iter().collect();
        self.b.ins().brif(bad, raised.block, &told, fine, &[]);
        self.b.switch_to_block(fine);
    }

    /// Leaves when a flag says that a fault is noted already.
    pub(super) fn stop_if(&mut self, failed: Value) {
        let stopped = self.stopped();
        let fine = self.b.create_block();
        self.b.ins().brif(failed, stopped, &[], fine, &[]);
        self.b.switch_to_block(fine);
    }

    pub(super) fn stopped(&mut self) -> Block {
        let b = &mut self.b;
        *self.stopped.get_or_insert_with(|| {
            let block = b.create_block();
            b.set_cold_block(block);
            block
        })
    }

    /// Returns the block that returns to the engine while the state is whole.
    pub(super) fn suspended(&mut self) -> Block {
        let b = &mut self.b;
        *self.suspended.get_or_insert_with(|| b.create_block())
    }

    /// Writes the blocks of all traps, and of what returns early: each passes its number on to one call of the engine.
    pub(super) fn write_traps(&mut self) {
        if let Some(suspended) = self.suspended {
            self.b.switch_to_block(suspended);
            let left = self.long(RoutineExit::Suspended.packed(Pc::default()));
            self.b.ins().return_(&[left]);
        }
        if self.raised.is_empty() && self.stopped.is_none() {
            return;
        }
        let stopped = self.stopped();
        let raised = std::mem::take(&mut self.raised);
        // Of those that tell nothing, each passes its number alone: what a block is given from everywhere is slow to allocate.
        for tells in [false, true] {
            let those = raised.iter().filter(|((_, told), _)| *told == tells);
            let those: Vec<_> = those.map(|((site, _), raised)| (*site, *raised)).collect();
            if those.is_empty() {
                continue;
            }
            let raise = self.b.create_block();
            self.b.set_cold_block(raise);
            let number = self.b.append_block_param(raise, I32);
            let told = tells.then(|| self.b.append_block_param(raise, I64));
            for (site, raised) in those {
                self.b.switch_to_block(raised.block);
                self.charge_fuel(site.counters);
                let number = self.int(self.code.traps.len() as i32);
                self.code.traps.push(self.function.traps[site.trap.index()]);
                let given = [Some(number), raised.told].into_iter().flatten();
                let given: Vec<BlockArg> = given.map(BlockArg::Value).collect();
                self.b.ins().jump(raise, &given);
            }
            self.b.switch_to_block(raise);
            let told = told.unwrap_or_else(|| self.long(0));
            self.call_own(Own::Trap, &[number, told]);
            self.b.ins().jump(stopped, &[]);
        }
        self.b.switch_to_block(stopped);
        let nothing = self.constant(type_of(self.function.result), 0);
        self.b.ins().return_(&[nothing]);
    }

    /// The fuel left until the next decision.
    pub(super) fn fuel(&mut self) -> Value {
        self.field(I64, offsets::FUEL)
    }

    pub(super) fn consume_fuel_unit(&mut self, trap: TrapSite) {
        let before = self.fuel();
        let spent = self
            .b
            .ins()
            .icmp_imm_s(IntCC::SignedLessThanOrEqual, before, 0);
        self.trap_if(spent, trap, None);
        let left = self.b.ins().iadd_imm_s(before, -1);
        self.set_field(left, offsets::FUEL);
    }

    pub(super) fn consume_fuel(&mut self, amount: Value, trap: TrapSite) {
        let before = self.fuel();
        let spent = self.b.ins().icmp(IntCC::SignedLessThan, before, amount);
        self.trap_if(spent, trap, None);
        let left = self.b.ins().isub(before, amount);
        self.set_field(left, offsets::FUEL);
    }

    /// Charges the fuel that counters hold, even if less is left.
    pub(super) fn charge_fuel(&mut self, counters: StepCounters) {
        let function = self.function;
        let Some((first, rest)) = function.step_counters[counters.index()].split_first() else {
            return;
        };
        let mut sum = self.b.use_var(self.var(*first));
        for var in rest {
            let counted = self.b.use_var(self.var(*var));
            sum = self.b.ins().iadd(sum, counted);
        }
        let before = self.fuel();
        let left = self.b.ins().isub(before, sum);
        self.set_field(left, offsets::FUEL);
    }
}
