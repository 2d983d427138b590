//! Questions about boards, read from tables of all their layouts.

use super::emit::{Emit, I16, I32, I64, trusted};
use super::host::{Bits, Host};
use super::sources::Visit;
use super::trap::Place;
use crate::program::node::{NodeId, SourceId};
use crate::rules::game::NONE;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use std::mem::{offset_of, size_of};

impl<'a> Emit<'a> {
    /// The first space of a board and how many are in use, of the player asked for if it has owners.
    pub(super) fn board_in_use(&mut self, board: u16, of: Option<NodeId>) -> (Value, Value) {
        let rules = &self.program.layout.boards[usize::from(board)];
        let memory = self.bases.memory;
        let Some(of) = of else {
            let first = self.int(rules.first as i32);
            let size = self
                .b
                .ins()
                .load(I32, trusted(), memory, rules.size_at as i32 * 4);
            return (first, size);
        };
        let player = self.value(of);
        self.check_below(player, rules.copies as usize, Place::Node(of));
        let skipped = self.b.ins().imul_imm_u(player, i64::from(rules.capacity));
        let first = self.b.ins().iadd_imm_u(skipped, i64::from(rules.first));
        let at = self.element_at(memory, player, 4, rules.size_at as usize * 4);
        (first, self.b.ins().load(I32, trusted(), at, 0))
    }

    /// Tells where a space stands in tables with a place for each layout and space, and the first space of its board.
    fn found(&mut self, board: u16, space: Value, place: Place) -> (Value, Value) {
        let tables = self.tables;
        let rules = &tables.boards[usize::from(board)];
        let number = self.b.ins().iadd_imm_s(space, -i64::from(rules.first));
        self.check_below(number, rules.spaces, place);
        if let Some(first) = rules.only {
            return (number, self.int(first));
        }
        let [copies, numbers] = [&tables.copies, &tables.numbers].map(|t| self.address(t));
        let copy = self.element(I32, copies, space, 4);
        let number = self.element(I32, numbers, space, 4);
        let first = self.b.ins().isub(space, number);
        if rules.layouts == 1 {
            return (number, first);
        }
        let memory = self.bases.memory;
        let at = self.element_at(memory, copy, 4, rules.layout_at as usize * 4);
        let layout = self.b.ins().load(I32, trusted(), at, 0);
        self.check_below(layout, rules.layouts, place);
        let row = self.b.ins().imul_imm_u(layout, rules.capacity as i64);
        (self.b.ins().iadd(row, number), first)
    }

    pub(super) fn space_attribute(
        &mut self,
        (board, column): (u16, u16),
        of: Value,
        place: Place,
    ) -> Value {
        let rules = &self.tables.boards[usize::from(board)];
        let (index, _) = self.found(board, of, place);
        let column = usize::from(column) * rules.layouts * rules.capacity;
        let index = self.b.ins().iadd_imm_u(index, column as i64);
        let table = self.address(&rules.attributes);
        self.element(I32, table, index, 4)
    }

    pub(super) fn beside(
        &mut self,
        board: u16,
        (space, direction): (Value, Value),
        place: Place,
    ) -> Value {
        let rules = &self.tables.boards[usize::from(board)];
        self.fail_if_none(direction, place);
        let (index, first) = self.found(board, space, place);
        let known = self.block();
        let (done, result) = self.block_of(I32);
        let directions = rules.directions as i64;
        let inside = self
            .b
            .ins()
            .icmp_imm_u(IntCC::UnsignedLessThan, direction, directions);
        let none = self.int(NONE);
        self.b
            .ins()
            .brif(inside, known, &[], done, &[BlockArg::Value(none)]);
        self.go_on(known);
        let row = self.b.ins().imul_imm_u(index, directions);
        let index = self.b.ins().iadd(row, direction);
        let table = self.address(&rules.beside);
        let beside = self.element(I16, table, index, 2);
        let beside = self.b.ins().sextend(I32, beside);
        let space = self.b.ins().iadd(beside, first);
        let off = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, beside, 0);
        let space = self.b.ins().select(off, none, space);
        self.jump_with(done, space);
        self.go_on(done);
        result
    }

    pub(super) fn distance(
        &mut self,
        board: u16,
        (from, to): (Value, Value),
        place: Place,
    ) -> Value {
        let rules = &self.tables.boards[usize::from(board)];
        self.fail_if_none(to, place);
        let (index, first) = self.found(board, from, place);
        let known = self.block();
        let (done, result) = self.block_of(I32);
        let number = self.b.ins().isub(to, first);
        let capacity = rules.capacity as i64;
        let inside = self
            .b
            .ins()
            .icmp_imm_u(IntCC::UnsignedLessThan, number, capacity);
        let apart = self.int(-1);
        self.b
            .ins()
            .brif(inside, known, &[], done, &[BlockArg::Value(apart)]);
        self.go_on(known);
        let row = self.b.ins().imul_imm_u(index, capacity);
        let index = self.b.ins().iadd(row, number);
        let table = self.address(&rules.distance);
        let steps = self.element(I16, table, index, 2);
        let steps = self.b.ins().sextend(I32, steps);
        self.jump_with(done, steps);
        self.go_on(done);
        result
    }

    pub(super) fn neighbours(
        &mut self,
        board: u16,
        space: NodeId,
        stop: Block,
        visit: Visit<'_, 'a>,
    ) {
        let place = Place::Node(space);
        let space = self.value(space);
        let rules = &self.tables.boards[usize::from(board)];
        let (index, first) = self.found(board, space, place);
        let table = self.address(&rules.neighbours);
        let at = self.element_at(table, index, size_of::<u128>() as u32, 0);
        let (near, far) = if cfg!(target_endian = "little") {
            (0, 8)
        } else {
            (8, 0)
        };
        let low = self.b.ins().load(I64, trusted(), at, near);
        let high = self.b.ins().load(I64, trusted(), at, far);
        self.two_words(low, high, first, stop, visit);
    }

    pub(super) fn ray(
        &mut self,
        board: u16,
        (space, direction): (NodeId, NodeId),
        stop: Block,
        visit: Visit<'_, 'a>,
    ) {
        let place = Place::Node(space);
        let (space, direction) = (self.value(space), self.value(direction));
        self.fail_if_none(direction, place);
        let rules = &self.tables.boards[usize::from(board)];
        let (number, first) = self.found(board, space, place);
        let (known, end) = (self.block(), self.block());
        let directions = rules.directions as i64;
        let inside = self
            .b
            .ins()
            .icmp_imm_u(IntCC::UnsignedLessThan, direction, directions);
        self.b.ins().brif(inside, known, &[], end, &[]);
        self.go_on(known);
        let row = self.b.ins().imul_imm_u(number, directions);
        let ray = self.b.ins().iadd(row, direction);
        let rays = self.address(&rules.rays);
        let at = self.element_at(rays, ray, 4, 0);
        let begin = self.b.ins().load(I32, trusted(), at, 0);
        let after = self.b.ins().load(I32, trusted(), at, 4);
        let last = self.b.ins().iadd_imm_s(after, -1);
        let beyond = self.address(&rules.beyond);
        self.numbers(begin, last, stop, &mut |e, n, ways| {
            let number = e.element(I16, beyond, n, 2);
            let number = e.b.ins().sextend(I32, number);
            let space = e.b.ins().iadd(number, first);
            visit(e, space, ways);
        });
        self.jump(end);
        self.go_on(end);
    }

    /// The connected members of a source around a start.
    pub(super) fn group(&mut self, of: SourceId, start: NodeId, stop: Block, visit: Visit<'_, 'a>) {
        let start = self.value(start);
        let (some, end) = (self.block(), self.block());
        let none = self.is(start, NONE);
        self.b.ins().brif(none, end, &[], some, &[]);
        self.go_on(some);
        let room = self.as_bits(of);
        self.host(Host::group, &[start, room]);
        self.spaces(room, stop, visit);
        self.jump(end);
        self.go_on(end);
    }

    /// The spaces of a source as bits, in room of the function's own.
    pub(super) fn as_bits(&mut self, of: SourceId) -> Value {
        let room = self.room(size_of::<Bits>() as u32);
        let zero = self.b.ins().iconst(I64, 0);
        for field in [
            offset_of!(Bits, low),
            offset_of!(Bits, high),
            offset_of!(Bits, first),
        ] {
            self.b.ins().store(trusted(), zero, room, field as i32);
        }
        self.each(of, |e, space| {
            let both = e.asked(Host::on_board, &[space]);
            let number = e.b.ins().ireduce(I32, both);
            let first = e.b.ins().sshr_imm_u(both, 32);
            let first = e.b.ins().ireduce(I32, first);
            e.b.ins()
                .store(trusted(), first, room, offset_of!(Bits, first) as i32);
            // Which of the two words, and which bit of it.
            let word = e.b.ins().ushr_imm_u(number, 6);
            let at = e.element_at(room, word, 8, 0);
            let one = e.b.ins().iconst(I64, 1);
            let bit = e.b.ins().ishl(one, number);
            let old = e.b.ins().load(I64, trusted(), at, 0);
            let new = e.b.ins().bor(old, bit);
            e.b.ins().store(trusted(), new, at, 0);
        });
        room
    }
}

const _: () = assert!(
    offset_of!(Bits, low) == 0 && offset_of!(Bits, high) == 8,
    "two words, the low one first"
);
