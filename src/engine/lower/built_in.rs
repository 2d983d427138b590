//! Arithmetic and the built-in queries about numbers, pieces and places.

use super::tables::ASK;
use super::{Lower, given, plain};
use crate::lir::{
    Binary, BlameSpan, Compare, Host, Inst, ProgramTable, Region, TrapKind, Type, Value,
};
use ludex_program::node::NodeId;
use ludex_rules::expr::Arithmetic;
use ludex_rules::game::NONE;
use ludex_rules::ops::QueryOp;

impl Lower<'_> {
    pub(super) fn checked(&mut self, op: Arithmetic, a: Value, b: Value, id: NodeId) -> Value {
        let fails = self.fails(BlameSpan::Node(id));
        self.b.arithmetic(op, a, b, fails)
    }

    /// The value of a lookup table: the last row whose key is not above the one asked for. Below the first key, and where the
    /// keys lie far apart, the engine is asked.
    pub(super) fn looked_up(&mut self, table: u16, key: Value, id: NodeId) -> Value {
        let (number, node) = (i32::from(table), id.value());
        let ask = |e: &mut Self| {
            let (number, node) = (e.int(number), e.int(node));
            e.asked(Host::lookup, &[number, key, node])
        };
        let Some((first, last)) = self.tables.lookups[usize::from(table)].ends() else {
            return ask(self);
        };
        let (known, before) = (self.block(), self.block());
        let (done, value) = self.block_of(Type::Int);
        let lacks = self.b.compare_n(Compare::Less, key, i64::from(first));
        self.b.branch(lacks, before, known);
        self.go_on(before);
        let fails = ask(self);
        self.jump_with(done, fails);
        self.go_on(known);
        let last = self.int(last);
        let nearest = self.b.binary(Binary::Min, key, last);
        let index = self.b.add_n(nearest, -i64::from(first));
        let found = self.table(ProgramTable::Lookup(table), index);
        self.jump_with(done, found);
        self.go_on(done);
        value
    }

    /// A result as a number of the language.
    pub(super) fn number(&mut self, a: Value, blame: BlameSpan) -> Value {
        let fails = self.trap_site(TrapKind::Overflow, blame);
        self.b.with(Type::Int, |to| Inst::Number { to, a, fails })
    }

    // ---- built-in questions ----

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest is asked of the engine"
    )]
    pub(super) fn op1(&mut self, op: QueryOp, a: NodeId, id: NodeId) -> Value {
        let (a, blame) = (self.value(a), BlameSpan::Node(id));
        let answer = match op {
            QueryOp::NextPlayer => {
                self.fail_if_none(a, blame);
                let (next, players) = (self.b.add_n(a, 1), self.players());
                let inside = self.b.compare(Compare::Less, next, players);
                let zero = self.int(0);
                self.b.select(inside, next, zero)
            }
            QueryOp::The => {
                let fails = self.trap_site(TrapKind::NoneThere, blame);
                self.b.push(Inst::Some { a, fails });
                a
            }
            QueryOp::Top => self.end_of(a, Region::Last, blame),
            QueryOp::Bottom => self.end_of(a, Region::First, blame),
            QueryOp::PlaceOf => {
                self.check_piece(a, blame);
                self.b.load(Region::PlaceOf, a)
            }
            QueryOp::Absolute => {
                self.fail_if_none(a, blame);
                self.b.absolute(a)
            }
            QueryOp::SpaceIndex => {
                let spaces = self.program.layout.space_board.len();
                self.check_below(a, spaces, blame);
                self.table(ProgramTable::Numbers, a)
            }
            QueryOp::Position => self.position(a, blame),
            QueryOp::OwnerOf => self.of_place(a, ProgramTable::Whose, id),
            QueryOp::SpaceHolding => self.of_place(a, ProgramTable::Spaces, id),
            _ => self.asked_of_engine(id, a),
        };
        self.watch_operation(id, a, answer);
        answer
    }

    pub(super) fn op2(&mut self, op: QueryOp, a: NodeId, b: NodeId, id: NodeId) -> Value {
        let (a, b) = (self.value(a), self.value(b));
        let answer = if op == QueryOp::Minimum {
            self.b.binary(Binary::Min, a, b)
        } else if op == QueryOp::Maximum {
            self.b.binary(Binary::Max, a, b)
        } else if op == QueryOp::DivideUp {
            let zero = self.int(0);
            let below = self.checked(Arithmetic::Subtract, zero, a, id);
            let down = self.checked(Arithmetic::Divide, below, b, id);
            self.checked(Arithmetic::Subtract, zero, down, id)
        } else if op == QueryOp::Knows {
            self.check_below(a, 32, BlameSpan::Node(id));
            self.check_piece(b, BlameSpan::Node(id));
            let known = self.b.load(Region::Known, b);
            let shifted = self.b.binary(Binary::Shr, known, a);
            self.b.binary_n(Binary::And, shifted, 1)
        } else {
            let node = self.int(id.value());
            self.asked(Host::op, &[node, a, b])
        };
        self.watch_operation(id, a, answer);
        answer
    }

    /// The place of a piece in its chain, from 1; 0 when it lies nowhere.
    fn position(&mut self, piece: Value, blame: BlameSpan) -> Value {
        self.check_piece(piece, blame);
        let (count, at) = (self.counter(Type::Int, 0), self.b.new_var(Type::Int));
        let (lies, head, more, end) = (self.block(), self.block(), self.block(), self.block());
        let place = self.b.load(Region::PlaceOf, piece);
        let nowhere = self.nowhere(place);
        self.b.branch(nowhere, end, lies);
        self.go_on(lies);
        self.b.set(at, piece);
        self.jump(head);
        self.go_on(head);
        self.b.count_up(count, 1);
        let here = self.b.get(at);
        let previous = self.b.load(Region::Previous, here);
        let first = self.nowhere(previous);
        self.b.branch(first, end, more);
        self.go_on(more);
        self.b.set(at, previous);
        self.jump(head);
        self.go_on(end);
        let count = self.b.get(count);
        self.consume_fuel_of(count);
        count
    }

    fn asked_of_engine(&mut self, id: NodeId, a: Value) -> Value {
        let (node, nothing) = (self.int(id.value()), self.int(0));
        self.asked(Host::op, &[node, a, nothing])
    }

    /// Gives what a table says of the place of a piece; where it does not know, the engine's answer.
    fn of_place(&mut self, piece: Value, table: ProgramTable, id: NodeId) -> Value {
        self.check_piece(piece, BlameSpan::Node(id));
        let (lies, ask) = (self.block(), self.block());
        let (done, result) = self.block_of(Type::Int);
        let place = self.b.load(Region::PlaceOf, piece);
        let (nowhere, none) = (self.nowhere(place), self.int(NONE));
        self.b.branch_with(nowhere, given(done, none), plain(lies));
        self.go_on(lies);
        let told = self.table(table, place);
        let unknown = self.is(told, ASK);
        self.b.branch_with(unknown, plain(ask), given(done, told));
        self.go_on(ask);
        let asked = self.asked_of_engine(id, piece);
        self.jump_with(done, asked);
        self.go_on(done);
        result
    }

    /// The piece at one end of a place; no piece is `none` to the rules as it is in the state.
    fn end_of(&mut self, of: Value, field: Region, blame: BlameSpan) -> Value {
        self.chain(of, field, blame)
    }

    pub(super) fn check_piece(&mut self, piece: Value, blame: BlameSpan) {
        self.check_below(piece, self.program.layout.piece_kind.len(), blame);
    }

    pub(super) fn nowhere(&mut self, number: Value) -> Value {
        self.is(number, NONE)
    }
}
