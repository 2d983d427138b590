//! Answers remembered until something they read changes, as `memo.rs` of the engine has it.

use super::emit::{Emit, I32, I64, trusted};
use super::host::Host;
use crate::engine::machine::{Machine, Work};
use crate::engine::memo::{Answer, DOUBT, Memo};
use crate::engine::native::Raw;
use crate::program::kept::Kept;
use crate::program::node::MOST_REMEMBERED;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use std::mem::{offset_of, size_of};

/// Where something that is remembered stands in the machine's buffers.
const fn memo(field: usize) -> i32 {
    (offset_of!(Work, memo) + field) as i32
}

/// The marks that make answers of a class worthless.
fn unsure(class: u8) -> i64 {
    (1 << class | DOUBT) as i64
}

impl Emit<'_> {
    /// Returns at once with an answer that is still known.
    pub(super) fn recall(&mut self, kept: Kept, asked: &[Value]) {
        let (unknown, sure) = (self.block(), self.block());
        let (worthless, now) = self.marks(kept.class);
        self.b.ins().brif(worthless, unknown, &[], sure, &[]);
        self.go_on(sure);
        let at = self.answer_at(kept, asked);
        let then = self
            .b
            .ins()
            .load(I64, trusted(), at, offset_of!(Answer, epoch) as i32);
        self.go_on_if_equal(now, then, unknown);
        for (n, asked) in asked.iter().enumerate() {
            let field = offset_of!(Answer, key) + n * size_of::<i32>();
            let key = self.b.ins().load(I32, trusted(), at, field as i32);
            self.go_on_if_equal(key, *asked, unknown);
        }
        let cost = offset_of!(Answer, cost) as i32;
        let cost = self.b.ins().uload32(trusted(), at, cost);
        self.take_steps(cost);
        let value = self
            .b
            .ins()
            .load(I32, trusted(), at, offset_of!(Answer, value) as i32);
        self.b.ins().return_(&[value]);
        self.go_on(unknown);
    }

    fn go_on_if_equal(&mut self, a: Value, b: Value, otherwise: Block) {
        let same = self.block();
        let equal = self.b.ins().icmp(IntCC::Equal, a, b);
        self.b.ins().brif(equal, same, &[], otherwise, &[]);
        self.go_on(same);
    }

    /// What is not 0 when answers of a class are worthless, and the epoch whose answers count otherwise.
    fn marks(&mut self, class: u8) -> (Value, Value) {
        let work = self.field(I64, offset_of!(Machine<'static>, work));
        let stale = self
            .b
            .ins()
            .load(I64, trusted(), work, memo(offset_of!(Memo, stale)));
        let unsure = self.b.ins().iconst(I64, unsure(class));
        let worthless = self.b.ins().band(stale, unsure);
        let epoch = memo(offset_of!(Memo, epochs) + usize::from(class) * size_of::<u64>());
        (worthless, self.b.ins().load(I64, trusted(), work, epoch))
    }

    /// Something changes that some classes read, the same ones always.
    pub(super) fn change(&mut self, readers: u64) {
        if readers != 0 {
            let readers = self.b.ins().iconst(I64, readers as i64);
            self.mark(readers);
        }
    }

    /// Something changes that some classes read.
    pub(super) fn mark(&mut self, readers: Value) {
        let work = self.field(I64, offset_of!(Machine<'static>, work));
        let stale = self
            .b
            .ins()
            .load(I64, trusted(), work, memo(offset_of!(Memo, stale)));
        let stale = self.b.ins().bor(stale, readers);
        self.b
            .ins()
            .store(trusted(), stale, work, memo(offset_of!(Memo, stale)));
    }

    /// The address of the place for an answer.
    fn answer_at(&mut self, kept: Kept, asked: &[Value]) -> Value {
        let mut mixed = self.int(0);
        for (value, stride) in asked.iter().zip(kept.strides) {
            let part = self.b.ins().imul_imm_u(*value, i64::from(stride));
            mixed = self.b.ins().iadd(mixed, part);
        }
        let place = self.b.ins().band_imm_u(mixed, i64::from(kept.mask));
        let raw = offset_of!(Machine<'static>, raw) + offset_of!(Raw, answers);
        let answers = self.field(I64, raw);
        let size = size_of::<Answer>();
        self.element_at(answers, place, size as u32, kept.first as usize * size)
    }

    /// Remembers an answer and the steps taken since `before`.
    pub(super) fn remember(
        &mut self,
        (query, kept): (u32, Kept),
        asked: &[Value],
        value: Value,
        before: Value,
    ) {
        let left = self.steps_left();
        let cost = self.b.ins().isub(before, left);
        let cost = self.b.ins().ireduce(I32, cost);
        let (worthless, now) = self.marks(kept.class);
        let (old, done) = (self.block(), self.block());
        let (plain, epoch) = self.block_of(I64);
        self.b
            .ins()
            .brif(worthless, old, &[], plain, &[BlockArg::Value(now)]);
        self.go_on(old);
        let next = self.next_epoch(kept.class, |e| {
            e.remember_in_doubt(query, asked, (value, cost));
            e.jump(done);
        });
        self.jump_with(plain, next);
        self.go_on(plain);
        let at = self.answer_at(kept, asked);
        self.b
            .ins()
            .store(trusted(), epoch, at, offset_of!(Answer, epoch) as i32);
        self.write_key(asked, at, offset_of!(Answer, key));
        self.b
            .ins()
            .store(trusted(), value, at, offset_of!(Answer, value) as i32);
        self.b
            .ins()
            .store(trusted(), cost, at, offset_of!(Answer, cost) as i32);
        self.jump(done);
        self.go_on(done);
    }

    /// The first answer after a change begins an epoch of its class. In doubt something else is done.
    fn next_epoch(&mut self, class: u8, in_doubt: impl FnOnce(&mut Self)) -> Value {
        let (doubt, sure) = (self.block(), self.block());
        self.b.set_cold_block(doubt);
        let work = self.field(I64, offset_of!(Machine<'static>, work));
        let stale = self
            .b
            .ins()
            .load(I64, trusted(), work, memo(offset_of!(Memo, stale)));
        let doubts = self.b.ins().iconst(I64, DOUBT as i64);
        let doubts = self.b.ins().band(stale, doubts);
        self.b.ins().brif(doubts, doubt, &[], sure, &[]);
        self.go_on(doubt);
        in_doubt(self);
        self.go_on(sure);
        let others = self.b.ins().iconst(I64, !(1i64 << class));
        let stale = self.b.ins().band(stale, others);
        self.b
            .ins()
            .store(trusted(), stale, work, memo(offset_of!(Memo, stale)));
        let last = self
            .b
            .ins()
            .load(I64, trusted(), work, memo(offset_of!(Memo, last)));
        let next = self.b.ins().iadd_imm_s(last, 1);
        self.b
            .ins()
            .store(trusted(), next, work, memo(offset_of!(Memo, last)));
        let epoch = memo(offset_of!(Memo, epochs) + usize::from(class) * size_of::<u64>());
        self.b.ins().store(trusted(), next, work, epoch);
        next
    }

    fn remember_in_doubt(&mut self, query: u32, asked: &[Value], (value, cost): (Value, Value)) {
        let room = self.room((MOST_REMEMBERED as u32 + 1) * 4);
        self.write_key(asked, room, 0);
        let query = self.int(query as i32);
        self.host(Host::remember, &[query, room, value, cost]);
    }

    fn write_key(&mut self, asked: &[Value], to: Value, field: usize) {
        let zero = self.int(0);
        for n in 0..=MOST_REMEMBERED {
            let key = asked.get(n).copied().unwrap_or(zero);
            let at = (field + n * size_of::<i32>()) as i32;
            self.b.ins().store(trusted(), key, to, at);
        }
    }
}
