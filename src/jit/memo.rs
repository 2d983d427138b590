//! The memo table in machine code, as `engine/machine/memo.rs` has it.

use crate::clif::{Clif, trusted};
use crate::wrap::Own;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, StackSlotData, StackSlotKind, Value};
use ludex_engine::lir::{TrapSite, Value as LirValue};
use ludex_engine::machine::memo::DOUBT;
use ludex_engine::machine::offsets;
use ludex_program::memo::{MOST_REMEMBERED, QueryMemo};
use ludex_rules::ids::QueryId;
use std::mem::size_of;

/// Returns the dirty bits under which no answer of a class counts.
fn unsure(class: u8) -> i64 {
    (1 << class | DOUBT) as i64
}

impl Clif<'_> {
    /// Jumps to `hit` with an answer that still counts, once the fuel that it cost is consumed; otherwise to `miss`.
    pub(super) fn memo_get(
        &mut self,
        kept: QueryMemo,
        asked: &[LirValue],
        [hit, miss]: [Block; 2],
        trap: TrapSite,
    ) {
        let sure = self.b.create_block();
        let (worthless, now) = self.marks(kept.class);
        self.b.ins().brif(worthless, miss, &[], sure, &[]);
        self.b.switch_to_block(sure);
        let asked: Vec<Value> = asked.iter().map(|value| self.get(*value)).collect();
        let at = self.answer_at(kept, &asked);
        let then = self.read(I64, at, offsets::ANSWER_EPOCH);
        self.go_on_if_equal(now, then, miss);
        for (n, asked) in asked.iter().enumerate() {
            let key = self.read(I32, at, offsets::ANSWER_KEY + n * size_of::<i32>());
            self.go_on_if_equal(key, *asked, miss);
        }
        let cost = offsets::ANSWER_COST as i32;
        let cost = self.b.ins().uload32(trusted(), at, cost);
        self.consume_fuel(cost, trap);
        let value = self.read(I32, at, offsets::ANSWER_VALUE);
        self.b.ins().jump(hit, &[BlockArg::Value(value)]);
    }

    fn go_on_if_equal(&mut self, a: Value, b: Value, otherwise: Block) {
        let same = self.b.create_block();
        let equal = self.b.ins().icmp(IntCC::Equal, a, b);
        self.b.ins().brif(equal, same, &[], otherwise, &[]);
        self.b.switch_to_block(same);
    }

    fn read(&mut self, ty: cranelift_codegen::ir::Type, at: Value, field: usize) -> Value {
        self.b.ins().load(ty, trusted(), at, field as i32)
    }

    fn write_to(&mut self, at: Value, field: usize, value: Value) {
        self.b.ins().store(trusted(), value, at, field as i32);
    }

    fn work(&mut self) -> Value {
        self.field(I64, offsets::WORK)
    }

    /// Loads the dirty bits of a class, not 0 when its answers don't count, and the epoch whose answers count otherwise.
    fn marks(&mut self, class: u8) -> (Value, Value) {
        let work = self.work();
        let stale = self.read(I64, work, offsets::STALE);
        let unsure = self.long(unsure(class));
        let worthless = self.b.ins().band(stale, unsure);
        let epoch = offsets::EPOCHS + usize::from(class) * size_of::<u64>();
        (worthless, self.read(I64, work, epoch))
    }

    /// Sets the dirty bits of the classes that read what changes, if a flag is set.
    pub(super) fn change_if(&mut self, differs: Value, readers: u64) {
        if readers == 0 {
            return;
        }
        let (readers, nobody) = (self.long(readers as i64), self.long(0));
        let readers = self.b.ins().select(differs, readers, nobody);
        let work = self.work();
        let field = offsets::STALE;
        let stale = self.read(I64, work, field);
        let stale = self.b.ins().bor(stale, readers);
        self.write_to(work, field, stale);
    }

    /// Computes the address of the entry that may hold an answer; see `QueryMemo`.
    fn answer_at(&mut self, kept: QueryMemo, asked: &[Value]) -> Value {
        let mut mixed = self.int(0);
        for (value, stride) in asked.iter().zip(kept.strides) {
            let part = self.b.ins().imul_imm_u(*value, i64::from(stride));
            mixed = self.b.ins().iadd(mixed, part);
        }
        let place = self.b.ins().band_imm_u(mixed, i64::from(kept.mask));
        let raw = offsets::ANSWERS;
        let answers = self.field(I64, raw);
        let size = offsets::ANSWER_SIZE;
        let wide = self.b.ins().uextend(I64, place);
        let offset = self.b.ins().imul_imm_u(wide, size as i64);
        let at = self.b.ins().iadd(answers, offset);
        (self.b.ins()).iadd_imm_u(at, i64::from(kept.first) * size as i64)
    }

    /// Writes an answer and the fuel consumed since there was `before`.
    pub(super) fn memo_put(
        &mut self,
        query: QueryId,
        kept: QueryMemo,
        asked: &[LirValue],
        value: LirValue,
        before: LirValue,
    ) {
        let asked: Vec<Value> = asked.iter().map(|value| self.get(*value)).collect();
        let (value, before) = (self.get(value), self.get(before));
        let left = self.fuel();
        let cost = self.b.ins().isub(before, left);
        let cost = self.b.ins().ireduce(I32, cost);
        let (worthless, now) = self.marks(kept.class);
        let (old, plain, done) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        let epoch = self.b.append_block_param(plain, I64);
        self.b
            .ins()
            .brif(worthless, old, &[], plain, &[BlockArg::Value(now)]);
        self.b.switch_to_block(old);
        let doubt = self.b.create_block();
        let next = self.next_epoch(kept.class, doubt);
        self.b.ins().jump(plain, &[BlockArg::Value(next)]);
        self.b.switch_to_block(doubt);
        self.memo_put_in_doubt(query, &asked, value, cost);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(plain);
        let at = self.answer_at(kept, &asked);
        self.write_to(at, offsets::ANSWER_EPOCH, epoch);
        self.write_key(&asked, at, offsets::ANSWER_KEY);
        self.write_to(at, offsets::ANSWER_VALUE, value);
        self.write_to(at, offsets::ANSWER_COST, cost);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
    }

    /// The first answer after a change begins an epoch of its class; in doubt code goes on elsewhere.
    fn next_epoch(&mut self, class: u8, doubt: Block) -> Value {
        let sure = self.b.create_block();
        self.b.set_cold_block(doubt);
        let work = self.work();
        let stale_at = offsets::STALE;
        let stale = self.read(I64, work, stale_at);
        let doubts = self.long(DOUBT as i64);
        let doubts = self.b.ins().band(stale, doubts);
        self.b.ins().brif(doubts, doubt, &[], sure, &[]);
        self.b.switch_to_block(sure);
        let others = self.long(!(1i64 << class));
        let stale = self.b.ins().band(stale, others);
        self.write_to(work, stale_at, stale);
        let last_at = offsets::LAST_EPOCH;
        let last = self.read(I64, work, last_at);
        let next = self.b.ins().iadd_imm_s(last, 1);
        self.write_to(work, last_at, next);
        let epoch = offsets::EPOCHS + usize::from(class) * size_of::<u64>();
        self.write_to(work, epoch, next);
        next
    }

    fn memo_put_in_doubt(&mut self, query: QueryId, asked: &[Value], value: Value, cost: Value) {
        let bytes = (MOST_REMEMBERED as u32 + 1) * 4;
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3);
        let slot = self.b.create_sized_stack_slot(slot);
        let key = self.b.ins().stack_addr(I64, slot, 0);
        self.write_key(asked, key, 0);
        let query = self.int(query.value());
        self.call_own(Own::MemoPut, &[query, key, value, cost]);
    }

    fn write_key(&mut self, asked: &[Value], to: Value, field: usize) {
        let zero = self.int(0);
        for n in 0..=MOST_REMEMBERED {
            let key = asked.get(n).copied().unwrap_or(zero);
            self.write_to(to, field + n * size_of::<i32>(), key);
        }
    }
}
