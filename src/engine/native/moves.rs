//! The move of a piece to the top of a place, as `moves.rs` of the engine has it.

use super::emit::{Code, Emit, I8, I32, I64, Made, trusted};
use super::host::Host;
use super::tables::{ALL, ASK, Tables};
use super::trap::{Place, Wrong};
use crate::engine::machine::Machine;
use crate::engine::native::Raw;
use crate::engine::state::{Chain, NOWHERE, Piece};
use crate::program::Program;
use crate::program::node::{Base, NodeId, SourceId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use cranelift_module::Module;
use std::mem::{offset_of, size_of};

/// Makes the function that moves a piece.
pub(super) fn relocate(code: &mut Code, program: &Program, tables: &Tables) -> Made<()> {
    let declared = code.module.declarations().get_function_decl(code.relocate);
    let signature = declared.signature.clone();
    code.function(code.relocate, signature, program, tables, |e, args| {
        e.move_piece(args[1], args[2]);
        let moved = e.int(1);
        e.b.ins().return_(&[moved]);
    })?;
    Ok(())
}

impl Emit<'_> {
    /// Moves a piece to the top of a place.
    pub(super) fn relocate(&mut self, piece: Value, to: Value) {
        let call = self.call(self.code.relocate, &[self.m, piece, to]);
        let moved = self.answer(call);
        let failed = self.is(moved, 0);
        self.stop_if(failed);
    }

    /// Moves all pieces of a collection, in its order.
    pub(super) fn move_all(&mut self, source: SourceId, to: NodeId) {
        let to = self.value(to);
        let rules = &self.program.sources[source as usize];
        if let (Base::Place(place), [], []) = (&rules.base, &rules.lets[..], &rules.filters[..]) {
            return self.move_place(*place, to);
        }
        let start = self.asked(Host::scratch_len, &[]);
        self.each(source, |e, member| {
            e.host(Host::scratch_push, &[member]);
        });
        let end = self.block();
        self.scratched(start, end, &mut |e, piece, ways| {
            e.relocate(piece, to);
            e.jump(ways.next);
        });
        self.jump(end);
        self.go_on(end);
    }

    /// Moves all pieces that lie in a place now, the first one first.
    fn move_place(&mut self, node: NodeId, to: Value) {
        let place = self.value(node);
        let count = self.chain(place, offset_of!(Chain, count), Place::Node(node));
        let count = self.b.ins().load(I32, trusted(), count, 0);
        self.take_steps_of(count);
        let (one, end) = (self.int(1), self.block());
        self.numbers(one, count, end, &mut |e, _, ways| {
            let first = e.end(place, offset_of!(Chain, first));
            let piece = e.b.ins().load(I32, trusted(), first, 0);
            e.relocate(piece, to);
            e.jump(ways.next);
        });
        self.jump(end);
        self.go_on(end);
    }

    /// The address of a field of a place that is known to be one.
    fn end(&mut self, place: Value, field: usize) -> Value {
        let places = self.bases.places;
        self.element_at(places, place, size_of::<Chain>() as u32, field)
    }

    fn link_at(&mut self, at: Value) -> Value {
        self.b.ins().load(I32, trusted(), at, 0)
    }

    fn set_link(&mut self, at: Value, value: Value) {
        self.b.ins().store(trusted(), value, at, 0);
    }

    fn move_piece(&mut self, piece: Value, to: Value) {
        self.check_piece(piece, Place::Statement);
        let places = self.program.layout.place_of.len();
        self.check_below(to, places, Place::Statement);
        let place = self.piece(piece, offset_of!(Piece, place));
        let from = self.link_at(place);
        self.check_room(from, to);
        self.change_places(from, to);
        let lies = self.block();
        let (free, saw) = self.block_of(I32);
        let nowhere = self.nowhere(from);
        let nobody = [BlockArg::Value(self.int(0))];
        self.b.ins().brif(nowhere, free, &nobody, lies, &[]);
        self.go_on(lies);
        let saw_before = self.sight(from, piece);
        self.unlink(piece, from);
        self.jump_with(free, saw_before);
        self.go_on(free);
        self.link(piece, to);
        self.fade(piece, from, to);
        let sees = self.sight(to, piece);
        let saw = self.b.ins().bor(saw, sees);
        self.learn(piece, from, saw);
    }

    /// The contents of two places change; the first may be none.
    fn change_places(&mut self, from: Value, to: Value) {
        let tables = self.tables;
        let stale = self.address(&tables.stale);
        // The last number is that of no place.
        let nowhere = self.nowhere(from);
        let last = self.int(tables.stale.len() as i32 - 1);
        let from = self.b.ins().select(nowhere, last, from);
        let [from, to] = [from, to].map(|place| self.element(I64, stale, place, 8));
        let both = self.b.ins().bor(from, to);
        self.mark(both);
    }

    /// A full place takes nothing more, but a piece may move within it.
    fn check_room(&mut self, from: Value, to: Value) {
        let tables = self.tables;
        let capacities = self.address(&tables.capacity);
        let capacity = self.element(I32, capacities, to, 4);
        let count = self.end(to, offset_of!(Chain, count));
        let count = self.link_at(count);
        let full = self
            .b
            .ins()
            .icmp(IntCC::UnsignedGreaterThanOrEqual, count, capacity);
        let other = self.b.ins().icmp(IntCC::NotEqual, from, to);
        let bad = self.b.ins().band(full, other);
        self.trap_of(bad, Wrong::Full, Place::Statement, capacity);
    }

    /// A bit for each player who sees a piece when it lies in a place.
    fn sight(&mut self, place: Value, piece: Value) -> Value {
        let tables = self.tables;
        let table = self.address(&tables.seen);
        let told = self.element(I32, table, place, 4);
        let everybody = offset_of!(Machine<'static>, raw) + offset_of!(Raw, everybody);
        let everybody = self.field(I32, everybody);
        let all = self.is(told, ALL);
        let told = self.b.ins().select(all, everybody, told);
        if !tables.seen.contains(&ASK) {
            return told;
        }
        let (ask, (done, sees)) = (self.block(), self.block_of(I32));
        let depends = self.is(told, ASK);
        let known = [BlockArg::Value(told)];
        self.b.ins().brif(depends, ask, &[], done, &known);
        self.go_on(ask);
        let asked = self.asked(Host::sees, &[place, piece]);
        self.jump_with(done, asked);
        self.go_on(done);
        sees
    }

    /// Takes a piece out of its place.
    fn unlink(&mut self, piece: Value, from: Value) {
        let count_at = self.end(from, offset_of!(Chain, count));
        let count = self.link_at(count_at);
        let less = self.b.ins().iadd_imm_s(count, -1);
        self.set_link(count_at, less);
        let next = self.piece(piece, offset_of!(Piece, next));
        let next = self.link_at(next);
        let previous = self.piece(piece, offset_of!(Piece, previous));
        let previous = self.link_at(previous);
        self.join(
            from,
            offset_of!(Chain, first),
            previous,
            offset_of!(Piece, next),
            next,
        );
        self.join(
            from,
            offset_of!(Chain, last),
            next,
            offset_of!(Piece, previous),
            previous,
        );
    }

    /// Puts a piece at the end of a place.
    fn link(&mut self, piece: Value, to: Value) {
        let count_at = self.end(to, offset_of!(Chain, count));
        let count = self.link_at(count_at);
        let more = self.b.ins().iadd_imm_s(count, 1);
        self.set_link(count_at, more);
        let last_at = self.end(to, offset_of!(Chain, last));
        let previous = self.link_at(last_at);
        self.set_link(last_at, piece);
        self.join(
            to,
            offset_of!(Chain, first),
            previous,
            offset_of!(Piece, next),
            piece,
        );
        let nowhere = self.int(NOWHERE as i32);
        for (field, value) in [
            (offset_of!(Piece, place), to),
            (offset_of!(Piece, next), nowhere),
            (offset_of!(Piece, previous), previous),
        ] {
            let at = self.piece(piece, field);
            self.set_link(at, value);
        }
    }

    /// Writes a link of a piece, or where there is none, an end of its place.
    fn join(&mut self, place: Value, end: usize, of: Value, link: usize, value: Value) {
        let (edge, inside, done) = (self.block(), self.block(), self.block());
        let none = self.nowhere(of);
        self.b.ins().brif(none, edge, &[], inside, &[]);
        self.go_on(edge);
        let at = self.end(place, end);
        self.set_link(at, value);
        self.jump(done);
        self.go_on(inside);
        let at = self.piece(of, link);
        self.set_link(at, value);
        self.jump(done);
        self.go_on(done);
    }

    /// What a piece has only in some places falls back when it leaves them.
    fn fade(&mut self, piece: Value, from: Value, to: Value) {
        let (program, tables) = (self.program, self.tables);
        let places = program.layout.places.len();
        for (kind, fading) in program.layout.kinds.iter().zip(&tables.fading) {
            if kind.is_any || !fading.contains(&1) {
                continue;
            }
            let (ours, there, falls, done) =
                (self.block(), self.block(), self.block(), self.block());
            let number = self.b.ins().iadd_imm_s(piece, -i64::from(kind.first));
            let is_kind =
                self.b
                    .ins()
                    .icmp_imm_u(IntCC::UnsignedLessThan, number, i64::from(kind.count));
            self.b.ins().brif(is_kind, ours, &[], done, &[]);
            self.go_on(ours);
            let nowhere = self.nowhere(from);
            self.b.ins().brif(nowhere, done, &[], there, &[]);
            self.go_on(there);
            let declared = self.address(&tables.declared);
            let [was, is] = [from, to].map(|place| self.element(I32, declared, place, 4));
            let row = self.b.ins().imul_imm_u(was, places as i64);
            let index = self.b.ins().iadd(row, is);
            let table = self.address(fading);
            let fades = self.element(I8, table, index, 1);
            self.b.ins().brif(fades, falls, &[], done, &[]);
            self.go_on(falls);
            self.host(Host::fade, &[piece, from, to]);
            self.jump(done);
            self.go_on(done);
        }
    }

    /// Who knows the piece now, and who no longer knows what else lies where it came from.
    fn learn(&mut self, piece: Value, from: Value, saw: Value) {
        let tables = self.tables;
        let known = self.piece(piece, offset_of!(Piece, known));
        let (came, mixed, open, done) = (self.block(), self.block(), self.block(), self.block());
        let nowhere = self.nowhere(from);
        self.b.ins().brif(nowhere, open, &[], came, &[]);
        self.go_on(came);
        let table = self.address(&tables.mixed);
        let is_mixed = self.element(I8, table, from, 1);
        self.b.ins().brif(is_mixed, mixed, &[], open, &[]);
        self.go_on(open);
        let old = self.b.ins().load(I32, trusted(), known, 0);
        let new = self.b.ins().bor(old, saw);
        self.b.ins().store(trusted(), new, known, 0);
        self.jump(done);
        self.go_on(mixed);
        self.b.ins().store(trusted(), saw, known, 0);
        self.forget(from, saw, done);
        self.go_on(done);
    }

    /// Of the pieces of a place only those who saw one leave still know the others.
    fn forget(&mut self, place: Value, saw: Value, done: Block) {
        let everybody = offset_of!(Machine<'static>, raw) + offset_of!(Raw, everybody);
        let everybody = self.field(I32, everybody);
        let (some, head, body) = (self.block(), self.block(), self.block());
        let all = self.b.ins().icmp(IntCC::Equal, everybody, saw);
        self.b.ins().brif(all, done, &[], some, &[]);
        self.go_on(some);
        let others = self.end(place, offset_of!(Chain, count));
        let others = self.link_at(others);
        self.take_steps_of(others);
        let first = self.end(place, offset_of!(Chain, first));
        let first = self.link_at(first);
        let at = self.b.declare_var(I32);
        self.b.def_var(at, first);
        self.jump(head);
        self.go_on(head);
        let other = self.b.use_var(at);
        let none = self.nowhere(other);
        self.b.ins().brif(none, done, &[], body, &[]);
        self.go_on(body);
        let known = self.piece(other, offset_of!(Piece, known));
        let old = self.b.ins().load(I32, trusted(), known, 0);
        let new = self.b.ins().band(old, saw);
        self.b.ins().store(trusted(), new, known, 0);
        let next = self.piece(other, offset_of!(Piece, next));
        let next = self.link_at(next);
        self.b.def_var(at, next);
        self.jump(head);
    }
}
