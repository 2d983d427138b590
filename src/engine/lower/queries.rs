//! Queries as functions, their modifiers, and texts of rows.

use super::depth::{DEEPEST, Depth};
use super::tables::{ASK, ASLEEP};
use super::{Lower, Tables, function, given, plain};
use crate::lir::{
    Binary, BlameSpan, Compare, Field, Function, Host, Inst, ProgramTable, Region, TrapKind, Type,
    Value,
};
use ludex_program::Program;
use ludex_program::ids::PieceId;
use ludex_program::memo::QueryMemo;
use ludex_program::node::NodeId;
use ludex_rules::expr::Arithmetic;
use ludex_rules::game::{Change, NONE};
use ludex_rules::ids::{ModifierId, QueryId};

/// The function of a query, given `you` and its arguments.
pub fn query(program: &Program, tables: &Tables, query: QueryId) -> Function {
    let rules = &program.queries[query];
    let given = vec![Type::Int; usize::from(rules.params) + 1];
    let name = format!("query {}", rules.name);
    function(
        program,
        tables,
        name,
        false,
        &given,
        Type::Int,
        |e, asked| {
            if let Some(kept) = rules.kept {
                e.memo_get(kept, asked);
            }
            let depth = tables.depths[query];
            let before = e.begin_question(depth);
            let value = e.scope(asked, |e| e.value_counted_together(rules.body));
            let value = rules
                .modifiers
                .iter()
                .fold(value, |value, m| e.modified(*m, value, asked));
            e.end_question(depth);
            if rules.kept.is_some() {
                let asked = asked.into();
                e.b.push(Inst::MemoPut {
                    query,
                    asked,
                    value,
                    before,
                });
            }
            e.b.return_(value);
        },
    )
}

/// The function of a question that is asked on its own for a player, who is given.
pub fn question(program: &Program, tables: &Tables, node: NodeId) -> Function {
    let name = format!("question of {node}");
    function(
        program,
        tables,
        name,
        false,
        &[Type::Int],
        Type::Int,
        |e, you| {
            let value = e.scope(you, |e| e.value(node));
            e.b.return_(value);
        },
    )
}

impl Lower<'_> {
    /// Returns at once with an answer that is still known.
    fn memo_get(&mut self, kept: QueryMemo, asked: &[Value]) {
        let (miss, (hit, answer)) = (self.block(), self.block_of(Type::Int));
        let fails = self.trap_site(TrapKind::Endless, BlameSpan::Statement);
        self.b.memo_get(kept, asked, [hit, miss], fails);
        self.go_on(hit);
        self.b.return_(answer);
        self.go_on(miss);
    }

    pub(super) fn call_query(&mut self, query: QueryId, args: &[NodeId], node: NodeId) -> Value {
        let mut all = vec![self.slot(0)];
        for arg in args {
            all.push(self.value(*arg));
        }
        let rules = &self.program.queries[query];
        if self.tables.short[query] {
            return self.scope(&all, |e| e.value(rules.body));
        }
        self.begin_call(self.tables.depths[query], node);
        let (query, args) = (query, all.into());
        self.b.with(Type::Int, |to| Inst::Query { to, query, args })
    }

    /// The text of a row that gives a value: the row or piece comes first among the arguments.
    pub(super) fn text(&mut self, column: u16, args: &[NodeId], node: NodeId) -> Value {
        let blame = BlameSpan::Node(node);
        let (program, tables) = (self.program, self.tables);
        let rules = &program.layout.value_columns[usize::from(column)];
        let (this, rest) = (args[0], &args[1..]);
        let mut all = vec![self.slot(0), self.value(this)];
        let row = self.b.add_n(all[1], -i64::from(rules.first.number()));
        self.check_below(row, rules.rows.len(), blame);
        let query = self.table(ProgramTable::Texts(column), row);
        self.fail_if_none(query, blame);
        for arg in rest {
            all.push(self.value(*arg));
        }
        let asked = (rules.rows.iter()).filter_map(|query| QueryId::of(*query));
        let mut depths = asked.map(|query| tables.depths[query]);
        let checked = depths.any(|depth| depth == Depth::Checked);
        self.begin_call(if checked { Depth::Checked } else { Depth::Free }, node);
        let args = all.into();
        self.b.with(Type::Int, |to| Inst::Text {
            to,
            column,
            row,
            query,
            args,
        })
    }

    /// Walks take their steps before a call, since it may fail. A call that may be too deep is noted.
    fn begin_call(&mut self, depth: Depth, node: NodeId) {
        self.asks = true;
        self.charge_fuel();
        if depth == Depth::Checked {
            let node = self.int(node.value());
            self.b.set_field(Field::Asking, node);
        }
    }

    /// A question deeper than any rules need is asked in a circle. Returns the steps that were left before it.
    fn begin_question(&mut self, how: Depth) -> Value {
        if how == Depth::Free {
            let before = self.fuel_left();
            self.consume_fuel_unit();
            return before;
        }
        let depth = self.b.field(Field::Depth);
        if how == Depth::Checked {
            let deep = (self.b).compare_n(Compare::AtLeast, depth, DEEPEST as i64);
            self.trap_if(deep, TrapKind::TooDeep, BlameSpan::Call);
        }
        let before = self.fuel_left();
        self.consume_fuel_unit();
        let deeper = self.b.add_n(depth, 1);
        self.b.set_field(Field::Depth, deeper);
        before
    }

    fn end_question(&mut self, how: Depth) {
        if how == Depth::Free {
            return;
        }
        let depth = self.b.field(Field::Depth);
        let back = self.b.add_n(depth, -1);
        self.b.set_field(Field::Depth, back);
    }

    /// The value as a modifier has it; `asked` are `you` and the arguments of the query.
    fn modified(&mut self, modifier: ModifierId, value: Value, asked: &[Value]) -> Value {
        let rules = &self.program.modifiers[modifier];
        let (done, result) = self.block_of(Type::Int);
        if rules.piece.is_some() {
            self.watch_life(modifier, asked);
        }
        let (you, this) = match rules.piece {
            None => (asked[0], self.int(NONE)),
            Some(piece) => {
                let awake = self.block();
                let you = self.owner_if_active(piece);
                let asleep = self.is(you, ASLEEP);
                self.b.branch_with(asleep, given(done, value), plain(awake));
                self.go_on(awake);
                (you, self.int(piece.value()))
            }
        };
        let bound = [&[you, this], &asked[1..]].concat();
        self.scope(&bound, |e| {
            if let Some(cond) = rules.cond {
                let (applies, not) = (e.block(), e.block());
                e.branch(cond, applies, not);
                e.go_on(not);
                e.jump_with(done, value);
                e.go_on(applies);
            }
            let by = e.value(rules.value);
            let new = e.changed(rules.change, value, by, rules.value);
            e.jump_with(done, new);
        });
        self.go_on(done);
        result
    }

    fn changed(&mut self, change: Change, value: Value, by: Value, node: NodeId) -> Value {
        match change {
            Change::Set => by,
            Change::AtLeast => self.b.binary(Binary::Max, value, by),
            Change::AtMost => self.b.binary(Binary::Min, value, by),
            Change::Plus => self.checked(Arithmetic::Add, value, by, node),
            Change::Minus => self.checked(Arithmetic::Subtract, value, by, node),
        }
    }

    /// For whom a piece's modifiers live, or `ASLEEP`.
    fn owner_if_active(&mut self, piece: PieceId) -> Value {
        let (lies, asleep, ask) = (self.block(), self.block(), self.block());
        let (done, owner) = self.block_of(Type::Int);
        let number = self.int(piece.value());
        let place = self.b.load(Region::PlaceOf, number);
        let nowhere = self.nowhere(place);
        self.b.branch(nowhere, asleep, lies);
        self.go_on(asleep);
        let sleeps = self.int(ASLEEP);
        self.jump_with(done, sleeps);
        self.go_on(lies);
        let kind = self.program.layout.piece_kind[piece];
        let found = self.table(ProgramTable::Owners(kind), place);
        let unknown = self.is(found, ASK);
        self.b.branch_with(unknown, plain(ask), given(done, found));
        self.go_on(ask);
        let told = self.asked(Host::owner, &[number]);
        self.jump_with(done, told);
        self.go_on(done);
        owner
    }
}
