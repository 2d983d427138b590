//! Options: their values are written where there is room for them.

use crate::clif::{Clif, trusted};
use crate::wrap::Own;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use ludex_engine::lir::{ListFunction, Value as LirValue};
use ludex_engine::machine::offsets;

impl Clif<'_> {
    /// Lists options by the function that does: whether there were any.
    pub(super) fn list(&mut self, lister: ListFunction, you: LirValue) -> Value {
        let (you, all) = (self.get(you), self.int(0));
        match lister {
            ListFunction::Action(action) => self.asked(self.code.actions[action], &[you, all]),
            ListFunction::Choice(site) => {
                let frame = self.frame();
                // No other site is listed so.
                self.code.choices[site].map_or(all, |(id, _)| self.asked(id, &[frame, you, all]))
            }
        }
    }

    /// Adds values to those of the options, for which there is room or is made.
    pub(super) fn add_option(&mut self, values: &[LirValue], fits: bool) {
        if values.is_empty() {
            return;
        }
        let length = offsets::OPTION_LENGTH;
        let before = self.field(I64, length);
        let after = self.b.ins().iadd_imm_s(before, values.len() as i64);
        if !fits {
            self.make_room(after);
        }
        let base = self.field(I64, offsets::OPTION_VALUES);
        let offset = self.b.ins().ishl_imm_u(before, 2);
        let at = self.b.ins().iadd(base, offset);
        for (n, value) in values.iter().enumerate() {
            let value = self.get(*value);
            self.b.ins().store(trusted(), value, at, n as i32 * 4);
        }
        self.set_field(after, length);
    }

    /// Makes room for so many values in all, unless there is.
    fn make_room(&mut self, after: Value) {
        let (grow, fits) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(grow);
        let room = offsets::OPTION_ROOM;
        let most = self.field(I64, room);
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThan, after, most);
        self.b.ins().brif(full, grow, &[], fits, &[]);
        self.b.switch_to_block(grow);
        let too_many = self.asked_own(Own::MoreRoom, &[]);
        self.stop_if(too_many);
        self.b.ins().jump(fits, &[]);
        self.b.switch_to_block(fits);
    }
}
