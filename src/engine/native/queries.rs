//! Queries as functions, with answers remembered while nothing changes.

use super::emit::{Code, Emit, I32, I64, Made, trusted};
use super::host::Host;
use super::tables::{ASK, ASLEEP, Tables};
use crate::engine::machine::{DEEPEST, Machine, Raw, Work};
use crate::engine::memo::{Answer, FACTORS, Memo, PLACES};
use crate::engine::state::Piece;
use crate::program::Program;
use crate::program::node::{Base, FoldOp, MOST_REMEMBERED, Node, NodeId};
use crate::rules::game::{Change, NONE};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::{offset_of, size_of};

/// Makes the function of a query.
pub(super) fn query(code: &mut Code, program: &Program, tables: &Tables, query: u32) -> Made<()> {
    let rules = &program.queries[query as usize];
    let id = code.queries[query as usize];
    let signature = code.query_signature(usize::from(rules.params));
    let remembered = usize::from(rules.params) <= MOST_REMEMBERED;
    code.function(id, signature, program, tables, |e, args| {
        let asked = &args[1..];
        if remembered {
            e.recall(query, asked);
        }
        e.begin_question();
        let value = e.scope(asked, |e| e.value(rules.body));
        let value = rules
            .modifiers
            .iter()
            .fold(value, |value, m| e.modified(*m, value, asked));
        e.end_question();
        if remembered {
            e.remember(query, asked, value);
        }
        e.b.ins().return_(&[value]);
    })?;
    Ok(())
}

/// Parts of a question that is worth writing where it is asked: about as many as a call and the search for a known answer
/// would need.
const SHORT: u32 = 16;

/// Whether a query is so short that it is written where it is asked.
fn is_short(program: &Program, query: u16) -> bool {
    let rules = &program.queries[usize::from(query)];
    rules.modifiers.is_empty() && parts(program, rules.body).is_some_and(|parts| parts <= SHORT)
}

/// How many parts a question has; none when it goes through members, draws, or asks what has to be called.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever is not named here is long"
)]
fn parts(program: &Program, id: NodeId) -> Option<u32> {
    let sum = |nodes: &[NodeId]| {
        nodes
            .iter()
            .try_fold(1, |sum, node| Some(sum + parts(program, *node)?))
    };
    match program.nodes[id as usize] {
        Node::Const(_) | Node::Local(_) | Node::Load(_) | Node::PlayerCount => Some(1),
        Node::LoadOfLocal { .. } | Node::AttributeOfLocal { .. } | Node::PlaceOfLocal { .. } => {
            Some(2)
        }
        Node::AttributeOfRowOfLocal { .. } | Node::EqualLocals(..) => Some(3),
        Node::LoadOf { of, .. }
        | Node::Attribute { of, .. }
        | Node::AttributeOfRow { of, .. }
        | Node::SpaceAttribute { of, .. }
        | Node::PlaceOf { of, .. }
        | Node::Not(of)
        | Node::Negate(of)
        | Node::EqualConst(of, _)
        | Node::PlaceSize(of)
        | Node::Op1(_, of) => sum(&[of]),
        Node::And(a, b)
        | Node::Or(a, b)
        | Node::Equal(a, b)
        | Node::Less(a, b)
        | Node::LessEqual(a, b)
        | Node::Arithmetic(_, a, b)
        | Node::InSet(a, b)
        | Node::InPlace(a, b) => sum(&[a, b]),
        Node::If(cond, a, b) => sum(&[cond, a, b]),
        Node::LoadAt { args, .. } | Node::BagCount { args, .. } => {
            let at = args as usize;
            sum(&program.node_lists[at..at + 2])
        }
        Node::Fold {
            op: FoldOp::Any | FoldOp::First | FoldOp::Count,
            source,
            ..
        } => {
            let source = &program.sources[source as usize];
            let conditions: Vec<NodeId> = source.filters.iter().map(|(_, cond)| *cond).collect();
            let one = source.lets.is_empty() && holds_one(program, &source.base);
            one.then(|| sum(&conditions))
                .flatten()
                .map(|parts| parts + 4)
        }
        _ => None,
    }
}

/// Whether a collection is the piece of a place for one.
fn holds_one(program: &Program, base: &Base) -> bool {
    let Base::Place(place) = base else {
        return false;
    };
    let Node::PlaceOfLocal { base, .. } = program.nodes[*place as usize] else {
        return false;
    };
    let mut declared = program.layout.places.iter();
    declared.any(|p| p.base as i32 - p.first as i32 == base && p.capacity == 1)
}

/// A field of the answers remembered, in the machine's buffers.
const fn epoch() -> usize {
    offset_of!(Work, memo) + offset_of!(Memo, epoch)
}

impl Emit<'_> {
    pub(super) fn call_query(&mut self, query: u16, args: &[NodeId]) -> Value {
        let mut all = vec![self.m, self.slot(0)];
        for arg in args {
            all.push(self.value(*arg));
        }
        let rules = &self.program.queries[usize::from(query)];
        if is_short(self.program, query) {
            return self.scope(&all[1..], |e| e.value(rules.body));
        }
        let id = self.code.queries[usize::from(query)];
        // INVARIANT: every query has an answer.
        self.call(id, &all)
            .unwrap_or_else(|| unreachable!("a query answers"))
    }

    /// The text of a row that gives a value: the row or piece comes first among the arguments.
    pub(super) fn text(&mut self, column: u16, args: &[NodeId]) -> Value {
        let (program, tables) = (self.program, self.tables);
        let rules = &program.layout.value_columns[usize::from(column)];
        let texts = &tables.texts[usize::from(column)];
        let mut all = vec![self.m, self.slot(0)];
        for arg in args {
            all.push(self.value(*arg));
        }
        let row = self.b.ins().iadd_imm_s(all[2], -i64::from(rules.first));
        self.check_below(row, texts.len());
        let table = self.address(texts);
        let text = self.element(I64, table, row, size_of::<usize>() as u32);
        let missing = self.b.ins().icmp_imm_s(IntCC::Equal, text, 0);
        self.fail_if(missing);
        let signature = self.code.query_signature(args.len());
        let signature = self.import(signature);
        let call = self.b.ins().call_indirect(signature, text, &all);
        self.b.inst_results(call)[0]
    }

    /// A question deeper than any rules need is asked in a circle.
    fn begin_question(&mut self) {
        let at = offset_of!(Machine<'static>, depth);
        let depth = self.field(I64, at);
        let deep =
            self.b
                .ins()
                .icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, depth, DEEPEST as i64);
        self.fail_if(deep);
        let steps = self.check_budget();
        let left = self.b.ins().iadd_imm_s(steps, -1);
        self.set_field(left, offset_of!(Machine<'static>, steps));
        let deeper = self.b.ins().iadd_imm_s(depth, 1);
        self.set_field(deeper, at);
    }

    fn end_question(&mut self) {
        let at = offset_of!(Machine<'static>, depth);
        let depth = self.field(I64, at);
        let back = self.b.ins().iadd_imm_s(depth, -1);
        self.set_field(back, at);
    }

    /// Returns at once with an answer that is still known.
    fn recall(&mut self, query: u32, asked: &[Value]) {
        let raw = offset_of!(Machine<'static>, raw);
        let answers = self.field(I64, raw + offset_of!(Raw, answers));
        let place = self.memo_place(asked);
        let of_query = (query as usize * PLACES * size_of::<Answer>()) as i64;
        let at = self.element_at(answers, place, size_of::<Answer>() as u32, 0);
        let at = self.b.ins().iadd_imm_u(at, of_query);
        let unknown = self.block();
        let now = self.epoch();
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
        let value = self
            .b
            .ins()
            .load(I32, trusted(), at, offset_of!(Answer, value) as i32);
        self.b.ins().return_(&[value]);
        self.go_on(unknown);
    }

    fn go_on_if_equal(&mut self, a: Value, b: Value, otherwise: cranelift_codegen::ir::Block) {
        let same = self.block();
        let equal = self.b.ins().icmp(IntCC::Equal, a, b);
        self.b.ins().brif(equal, same, &[], otherwise, &[]);
        self.go_on(same);
    }

    fn epoch(&mut self) -> Value {
        let work = self.field(I64, offset_of!(Machine<'static>, work));
        self.b.ins().load(I64, trusted(), work, epoch() as i32)
    }

    /// A change of the state: nothing remembered holds any more.
    pub(super) fn change(&mut self) {
        let work = self.field(I64, offset_of!(Machine<'static>, work));
        let now = self.b.ins().load(I64, trusted(), work, epoch() as i32);
        let next = self.b.ins().iadd_imm_s(now, 1);
        self.b.ins().store(trusted(), next, work, epoch() as i32);
    }

    /// As `memo::place`, without the query.
    fn memo_place(&mut self, asked: &[Value]) -> Value {
        let mut mixed = self.int(0);
        for (value, factor) in asked.iter().zip(FACTORS) {
            let scaled = self.b.ins().imul_imm_s(*value, i64::from(factor));
            mixed = self.b.ins().iadd(mixed, scaled);
        }
        self.b.ins().band_imm_u(mixed, PLACES as i64 - 1)
    }

    fn remember(&mut self, query: u32, asked: &[Value], value: Value) {
        let raw = offset_of!(Machine<'static>, raw);
        let answers = self.field(I64, raw + offset_of!(Raw, answers));
        let place = self.memo_place(asked);
        let of_query = (query as usize * PLACES * size_of::<Answer>()) as i64;
        let at = self.element_at(answers, place, size_of::<Answer>() as u32, 0);
        let at = self.b.ins().iadd_imm_u(at, of_query);
        let now = self.epoch();
        self.b
            .ins()
            .store(trusted(), now, at, offset_of!(Answer, epoch) as i32);
        let zero = self.int(0);
        for n in 0..=MOST_REMEMBERED {
            let key = asked.get(n).copied().unwrap_or(zero);
            let field = offset_of!(Answer, key) + n * size_of::<i32>();
            self.b.ins().store(trusted(), key, at, field as i32);
        }
        self.b
            .ins()
            .store(trusted(), value, at, offset_of!(Answer, value) as i32);
    }

    /// The value as a modifier has it; `asked` are `you` and the arguments of the query.
    fn modified(&mut self, modifier: u32, value: Value, asked: &[Value]) -> Value {
        let rules = &self.program.modifiers[modifier as usize];
        let (done, result) = self.block_of(I32);
        let (you, this) = match rules.piece {
            None => (asked[0], self.int(NONE)),
            Some(piece) => {
                let awake = self.block();
                let you = self.owner_if_active(piece);
                let asleep = self.is(you, ASLEEP);
                let value = [cranelift_codegen::ir::BlockArg::Value(value)];
                self.b.ins().brif(asleep, done, &value, awake, &[]);
                self.go_on(awake);
                (you, self.int(piece as i32))
            }
        };
        let mut given = vec![you, this];
        given.extend_from_slice(&asked[1..]);
        self.scope(&given, |e| {
            if let Some(cond) = rules.cond {
                let (applies, not) = (e.block(), e.block());
                e.branch(cond, applies, not);
                e.go_on(not);
                e.jump_with(done, value);
                e.go_on(applies);
            }
            let by = e.value(rules.value);
            let new = e.changed(rules.change, value, by);
            e.jump_with(done, new);
        });
        self.go_on(done);
        result
    }

    fn changed(&mut self, change: Change, value: Value, by: Value) -> Value {
        match change {
            Change::Set => by,
            Change::AtLeast => self.b.ins().smax(value, by),
            Change::AtMost => self.b.ins().smin(value, by),
            Change::Plus | Change::Minus => {
                let (a, b) = (
                    self.b.ins().sextend(I64, value),
                    self.b.ins().sextend(I64, by),
                );
                let wide = if change == Change::Plus {
                    self.b.ins().iadd(a, b)
                } else {
                    self.b.ins().isub(a, b)
                };
                let (low, high) = (i64::from(i32::MIN), i64::from(i32::MAX));
                let (low, high) = (
                    self.b.ins().iconst(I64, low),
                    self.b.ins().iconst(I64, high),
                );
                let wide = self.b.ins().smax(wide, low);
                let wide = self.b.ins().smin(wide, high);
                self.b.ins().ireduce(I32, wide)
            }
        }
    }

    /// For whom a piece's modifiers live, or `ASLEEP`.
    fn owner_if_active(&mut self, piece: u32) -> Value {
        let tables = self.tables;
        let (lies, asleep, ask) = (self.block(), self.block(), self.block());
        let (done, owner) = self.block_of(I32);
        let number = self.int(piece as i32);
        let at = self.piece(number, offset_of!(Piece, place));
        let place = self.b.ins().uload16(I32, trusted(), at, 0);
        let nowhere = self.nowhere(place);
        self.b.ins().brif(nowhere, asleep, &[], lies, &[]);
        self.go_on(asleep);
        let sleeps = self.int(ASLEEP);
        self.jump_with(done, sleeps);
        self.go_on(lies);
        let kind = self.program.layout.piece_kind[piece as usize];
        let owners = &tables.owners[kind as usize];
        let table = self.address(owners);
        let found = self.element(I32, table, place, 4);
        let unknown = self.is(found, ASK);
        let found_arg = [cranelift_codegen::ir::BlockArg::Value(found)];
        self.b.ins().brif(unknown, ask, &[], done, &found_arg);
        self.go_on(ask);
        let told = self.asked(Host::owner, &[number]);
        self.jump_with(done, told);
        self.go_on(done);
        owner
    }
}
