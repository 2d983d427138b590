//! Options: their values are written where there is room for them.

use super::clif::{Clif, trusted};
use super::wrap::Own;
use crate::lir::{ListFunction, Value as LirValue};
use crate::machine::{Machine, Raw};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

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
        let raw = |field| offset_of!(Machine<'static>, raw) + field;
        let length = raw(offset_of!(Raw, length));
        let before = self.field(I64, length);
        let after = self.b.ins().iadd_imm_s(before, values.len() as i64);
        if !fits {
            self.make_room(after);
        }
        let base = self.field(I64, raw(offset_of!(Raw, values)));
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
        let room = offset_of!(Machine<'static>, raw) + offset_of!(Raw, room);
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
