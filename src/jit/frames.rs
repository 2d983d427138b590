//! Frames of routines that are known beforehand: machine code pushes and pops them, and the engine where that is not simple.

use crate::calls::MOST_SLOTS;
use crate::clif::{Clif, trusted};
use crate::wrap::Own;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value};
use ludex_engine::lower::RoutineExit;
use ludex_engine::machine::{MOST_NESTED, offsets};
use ludex_program::ids::Pc;
use ludex_rules::ids::RoutineId;

/// The offset from a frame to the one below it.
const BELOW: i32 = -(offsets::FRAME_SIZE as i32);

impl Clif<'_> {
    fn state(&mut self) -> Value {
        let flags = trusted().with_readonly().with_can_move();
        let at = offsets::STATE as i32;
        self.b.ins().load(I64, flags, self.m, at)
    }

    /// The number of frames.
    pub(super) fn frames(&mut self) -> Value {
        let state = self.state();
        self.b
            .ins()
            .load(I64, trusted(), state, offsets::FRAME_COUNT as i32)
    }

    /// The address of the n-th frame.
    fn frame_at(&mut self, n: Value) -> Value {
        let frames = self.field(I64, offsets::FRAMES);
        let offset = self.b.ins().imul_imm_u(n, offsets::FRAME_SIZE as i64);
        self.b.ins().iadd(frames, offset)
    }

    fn go_on_if(&mut self, simple: Value, rare: Block) {
        let next = self.b.create_block();
        self.b.ins().brif(simple, next, &[], rare, &[]);
        self.b.switch_to_block(next);
    }

    /// Pushes the frame of a routine, whose caller goes on at an instruction, and returns the address of its slots, of which
    /// the first are written then and the others are 0. Where that is not simple, code goes on at a block, and nothing has
    /// changed.
    pub(super) fn push_frame(
        &mut self,
        routine: RoutineId,
        resume: Pc,
        given: &[Value],
        rare: Block,
    ) -> Value {
        let rules = &self.program.routines[routine];
        let room = usize::from(rules.slots);
        debug_assert!(room <= MOST_SLOTS, "so many slots are cleared one by one");
        // After a fault there is no fuel.
        let fuel = self.fuel();
        let some = (self.b.ins()).icmp_imm_s(IntCC::SignedGreaterThan, fuel, 0);
        self.go_on_if(some, rare);
        let nested_at = offsets::NESTED;
        let nested = self.field(I32, nested_at);
        let most = i64::from(MOST_NESTED);
        let is_flat = (self.b.ins()).icmp_imm_u(IntCC::UnsignedLessThan, nested, most);
        self.go_on_if(is_flat, rare);
        let state = self.state();
        let base = self
            .b
            .ins()
            .load(I64, trusted(), state, offsets::SLOT_COUNT as i32);
        let end = self.b.ins().iadd_imm_s(base, room as i64);
        let most = self.field(I64, offsets::SLOT_ROOM);
        let fits = (self.b.ins()).icmp(IntCC::UnsignedLessThanOrEqual, end, most);
        self.go_on_if(fits, rare);
        let count = self.frames();
        let most = self.field(I64, offsets::FRAME_ROOM);
        let fits = self.b.ins().icmp(IntCC::UnsignedLessThan, count, most);
        self.go_on_if(fits, rare);
        let left = self.b.ins().iadd_imm_s(fuel, -1);
        self.set_field(left, offsets::FUEL);
        let deeper = self.b.ins().iadd_imm_s(nested, 1);
        self.set_field(deeper, nested_at);
        self.b
            .ins()
            .store(trusted(), end, state, offsets::SLOT_COUNT as i32);
        self.set_field(base, offsets::BASE);
        let frame = self.frame_at(count);
        let resume = self.int(resume.value());
        let caller = offsets::FRAME_PC as i32 + BELOW;
        self.b.ins().store(trusted(), resume, frame, caller);
        let lists = self
            .b
            .ins()
            .load(I64, trusted(), state, offsets::LISTED as i32);
        let (number, entry) = (self.int(routine.value()), self.int(rules.entry.value()));
        let (base32, lists) = (
            self.b.ins().ireduce(I32, base),
            self.b.ins().ireduce(I32, lists),
        );
        for (value, field) in [
            (entry, offsets::FRAME_PC),
            (base32, offsets::FRAME_BASE),
            (number, offsets::FRAME_ROUTINE),
            (lists, offsets::FRAME_LISTS),
        ] {
            self.b.ins().store(trusted(), value, frame, field as i32);
        }
        let more = self.b.ins().iadd_imm_s(count, 1);
        self.b
            .ins()
            .store(trusted(), more, state, offsets::FRAME_COUNT as i32);
        let slots = self.slots_at(base);
        for (slot, value) in given.iter().take(room).enumerate() {
            self.b
                .ins()
                .store(trusted(), *value, slots, slot as i32 * 4);
        }
        self.clear_slots(slots, given.len(), room);
        slots
    }

    /// The address of slots from a position of the stack on.
    fn slots_at(&mut self, base: Value) -> Value {
        let stack = self.field(I64, offsets::SLOTS);
        let offset = self.b.ins().ishl_imm_u(base, 2);
        self.b.ins().iadd(stack, offset)
    }

    fn clear_slots(&mut self, slots: Value, from: usize, to: usize) {
        // Slots are aligned as ints are.
        let flags = MemFlagsData::new().with_notrap();
        let (int, long) = (self.int(0), self.long(0));
        let mut slot = from;
        while slot < to {
            let (zero, count) = if to - slot == 1 { (int, 1) } else { (long, 2) };
            self.b.ins().store(flags, zero, slots, slot as i32 * 4);
            slot += count;
        }
    }

    /// Pops the frame of a routine that has run, by the result of its function, and goes on in that of its caller.
    pub(super) fn pop_frame(&mut self, result: Value, next: Block) {
        let rare = self.b.create_block();
        self.b.set_cold_block(rare);
        let how = self.b.ins().band_imm_u(result, 0xff);
        let left = RoutineExit::Leave.packed(Pc::default()) & 0xff;
        let is_left = self.b.ins().icmp_imm_s(IntCC::Equal, how, left);
        self.go_on_if(is_left, rare);
        let fuel = self.fuel();
        let some = (self.b.ins()).icmp_imm_s(IntCC::SignedGreaterThan, fuel, 0);
        self.go_on_if(some, rare);
        let nested_at = offsets::NESTED;
        let nested = self.field(I32, nested_at);
        let flatter = self.b.ins().iadd_imm_s(nested, -1);
        self.set_field(flatter, nested_at);
        let (state, count) = (self.state(), self.frames());
        let less = self.b.ins().iadd_imm_s(count, -1);
        self.b
            .ins()
            .store(trusted(), less, state, offsets::FRAME_COUNT as i32);
        let frame = self.frame_at(less);
        let flags = trusted();
        let mut read = |at: i32| self.b.ins().uload32(flags, frame, at);
        let (base, lists) = (offsets::FRAME_BASE as i32, offsets::FRAME_LISTS as i32);
        let (slots, lists) = (read(base), read(lists));
        let caller = read(base + BELOW);
        self.b
            .ins()
            .store(trusted(), slots, state, offsets::SLOT_COUNT as i32);
        self.b
            .ins()
            .store(trusted(), lists, state, offsets::LISTED as i32);
        self.set_field(caller, offsets::BASE);
        let slots = self.slots_at(caller);
        self.set_frame(slots);
        self.b.ins().jump(next, &[]);
        self.b.switch_to_block(rare);
        let slots = self.asked_own(Own::End, &[result]);
        self.go_back(slots, next);
    }
}
