//! Arithmetic and the built-in questions about numbers, pieces and places.

use super::emit::{Emit, I32, I64, trusted};
use super::host::Host;
use super::tables::ASK;
use super::trap::{Place, Wrong};
use crate::engine::state::{Chain, NOWHERE, Piece};
use crate::program::node::{NodeId, ScalarOp};
use crate::rules::expr::Arithmetic;
use crate::rules::game::NONE;
use crate::rules::numbers::{HIGHEST, LOWEST};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
use std::mem::offset_of;

impl Emit<'_> {
    pub(super) fn checked(&mut self, op: Arithmetic, (a, b): (Value, Value), id: NodeId) -> Value {
        let place = Place::Node(id);
        for operand in [a, b] {
            self.fail_if_none(operand, place);
        }
        match op {
            Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply => {
                let (a, b) = (self.b.ins().sextend(I64, a), self.b.ins().sextend(I64, b));
                let wide = match op {
                    Arithmetic::Add => self.b.ins().iadd(a, b),
                    Arithmetic::Subtract => self.b.ins().isub(a, b),
                    Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Modulo => {
                        self.b.ins().imul(a, b)
                    }
                };
                self.narrow(wide, place)
            }
            Arithmetic::Divide | Arithmetic::Modulo => self.divide(op, (a, b), place),
        }
    }

    /// Narrows a result to a number of the language, as `rules::numbers::number` does.
    pub(super) fn narrow(&mut self, wide: Value, place: Place) -> Value {
        // One comparison for both ends.
        let above = self.b.ins().iadd_imm_s(wide, -i64::from(LOWEST));
        let most = i64::from(HIGHEST) - i64::from(LOWEST);
        let lost = (self.b.ins()).icmp_imm_u(IntCC::UnsignedGreaterThan, above, most);
        self.trap_if(lost, Wrong::Overflow, place);
        self.b.ins().ireduce(I32, wide)
    }

    /// Rounded towards minus infinity, and the remainder has the sign of the divisor, as `rules::numbers` has it.
    fn divide(&mut self, op: Arithmetic, (a, b): (Value, Value), place: Place) -> Value {
        let zero = self.is(b, 0);
        self.trap_if(zero, Wrong::DividedByZero, place);
        let (a, b) = (self.b.ins().sextend(I64, a), self.b.ins().sextend(I64, b));
        let (whole, rest) = (self.b.ins().sdiv(a, b), self.b.ins().srem(a, b));
        let some = self.b.ins().icmp_imm_s(IntCC::NotEqual, rest, 0);
        let signs = self.b.ins().bxor(rest, b);
        let differ = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, signs, 0);
        let mend = self.b.ins().band(some, differ);
        let (mended, plain) = if op == Arithmetic::Divide {
            (self.b.ins().iadd_imm_s(whole, -1), whole)
        } else {
            (self.b.ins().iadd(rest, b), rest)
        };
        let wide = self.b.ins().select(mend, mended, plain);
        self.narrow(wide, place)
    }

    // ---- built-in questions ----

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest is asked of the engine"
    )]
    pub(super) fn op1(&mut self, op: ScalarOp, a: NodeId, id: NodeId) -> Value {
        let (a, place) = (self.value(a), Place::Node(id));
        match op {
            ScalarOp::NextPlayer => {
                self.fail_if_none(a, place);
                let (next, players) = (self.b.ins().iadd_imm_s(a, 1), self.players());
                let inside = self.b.ins().icmp(IntCC::SignedLessThan, next, players);
                let zero = self.int(0);
                self.b.ins().select(inside, next, zero)
            }
            ScalarOp::Top => self.end_of(a, offset_of!(Chain, last), place),
            ScalarOp::Bottom => self.end_of(a, offset_of!(Chain, first), place),
            ScalarOp::PlaceOf => {
                self.check_piece(a, place);
                let at = self.piece(a, offset_of!(Piece, place));
                self.b.ins().load(I32, trusted(), at, 0)
            }
            ScalarOp::Absolute => {
                self.fail_if_none(a, place);
                self.b.ins().iabs(a)
            }
            ScalarOp::SpaceIndex => {
                let tables = self.tables;
                self.looked_up(&tables.numbers, a, place)
            }
            ScalarOp::Position => self.position(a, place),
            ScalarOp::Owner => {
                let tables = self.tables;
                self.of_place(a, &tables.whose, id)
            }
            ScalarOp::SpaceHolding => {
                let tables = self.tables;
                self.of_place(a, &tables.spaces, id)
            }
            _ => self.asked_of_engine(id, a),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest is asked of the engine"
    )]
    pub(super) fn op2(&mut self, op: ScalarOp, a: NodeId, b: NodeId, id: NodeId) -> Value {
        let (a, b) = (self.value(a), self.value(b));
        match op {
            ScalarOp::Minimum => self.b.ins().smin(a, b),
            ScalarOp::Maximum => self.b.ins().smax(a, b),
            ScalarOp::Knows => {
                self.check_below(a, 32, Place::Node(id));
                self.check_piece(b, Place::Node(id));
                let known = self.piece(b, offset_of!(Piece, known));
                let known = self.b.ins().load(I32, trusted(), known, 0);
                let shifted = self.b.ins().ushr(known, a);
                self.b.ins().band_imm_u(shifted, 1)
            }
            _ => {
                let node = self.int(id as i32);
                self.asked(Host::op, &[node, a, b])
            }
        }
    }

    /// The place of a piece in its chain, from 1; 0 when it lies nowhere.
    fn position(&mut self, piece: Value, place: Place) -> Value {
        self.check_piece(piece, place);
        let (count, at) = (self.counter(I32, 0), self.b.declare_var(I32));
        let (lies, head, more, end) = (self.block(), self.block(), self.block(), self.block());
        let place = self.piece(piece, offset_of!(Piece, place));
        let place = self.b.ins().load(I32, trusted(), place, 0);
        let nowhere = self.nowhere(place);
        self.b.ins().brif(nowhere, end, &[], lies, &[]);
        self.go_on(lies);
        self.b.def_var(at, piece);
        self.jump(head);
        self.go_on(head);
        self.count_up(count, 1);
        let here = self.b.use_var(at);
        let previous = self.piece(here, offset_of!(Piece, previous));
        let previous = self.b.ins().load(I32, trusted(), previous, 0);
        let first = self.nowhere(previous);
        self.b.ins().brif(first, end, &[], more, &[]);
        self.go_on(more);
        self.b.def_var(at, previous);
        self.jump(head);
        self.go_on(end);
        let count = self.b.use_var(count);
        self.take_steps_of(count);
        count
    }

    fn asked_of_engine(&mut self, id: NodeId, a: Value) -> Value {
        let (node, nothing) = (self.int(id as i32), self.int(0));
        self.asked(Host::op, &[node, a, nothing])
    }

    fn looked_up(&mut self, table: &[i32], index: Value, place: Place) -> Value {
        self.check_below(index, table.len(), place);
        let base = self.address(table);
        self.element(I32, base, index, 4)
    }

    /// Gives what a table says of the place of a piece; where it does not know, the engine's answer.
    fn of_place(&mut self, piece: Value, table: &[i32], id: NodeId) -> Value {
        self.check_piece(piece, Place::Node(id));
        let (lies, ask) = (self.block(), self.block());
        let (done, result) = self.block_of(I32);
        let at = self.piece(piece, offset_of!(Piece, place));
        let place = self.b.ins().load(I32, trusted(), at, 0);
        let (nowhere, none) = (self.nowhere(place), self.int(NONE));
        self.b
            .ins()
            .brif(nowhere, done, &[BlockArg::Value(none)], lies, &[]);
        self.go_on(lies);
        let base = self.address(table);
        let told = self.element(I32, base, place, 4);
        let unknown = self.is(told, ASK);
        self.b
            .ins()
            .brif(unknown, ask, &[], done, &[BlockArg::Value(told)]);
        self.go_on(ask);
        let asked = self.asked_of_engine(id, piece);
        self.jump_with(done, asked);
        self.go_on(done);
        result
    }

    /// The piece at one end of a place; no piece is `none` to the rules as it is in the state.
    fn end_of(&mut self, of: Value, field: usize, place: Place) -> Value {
        let at = self.chain(of, field, place);
        self.b.ins().load(I32, trusted(), at, 0)
    }

    pub(super) fn check_piece(&mut self, piece: Value, place: Place) {
        self.check_below(piece, self.program.layout.piece_kind.len(), place);
    }

    pub(super) fn nowhere(&mut self, number: Value) -> Value {
        debug_assert_eq!(self.b.func.dfg.value_type(number), I32);
        self.is(number, NOWHERE as i32)
    }
}
