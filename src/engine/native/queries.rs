//! Queries as functions, with answers remembered while nothing changes.

use super::emit::{Code, Emit, I32, I64, Made, trusted};
use super::host::Host;
use super::tables::{ASK, ASLEEP, Tables};
use crate::engine::machine::{DEEPEST, Machine, Raw, Work};
use crate::engine::memo::{Answer, DOUBT, Memo};
use crate::engine::state::Piece;
use crate::program::Program;
use crate::program::kept::Kept;
use crate::program::node::{Base, FoldOp, MOST_REMEMBERED, Node, NodeId};
use crate::rules::game::{Change, NONE};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use cranelift_module::{FuncId, Module};
use std::mem::{offset_of, size_of};

/// Makes the function of a query.
pub(super) fn query(code: &mut Code, program: &Program, tables: &Tables, query: u32) -> Made<()> {
    let rules = &program.queries[query as usize];
    let id = code.queries[query as usize];
    let signature = code.query_signature(usize::from(rules.params));
    code.function(id, signature, program, tables, |e, args| {
        let asked = &args[1..];
        if let Some(kept) = rules.kept {
            e.recall(kept, asked);
        }
        e.begin_question();
        let value = e.scope(asked, |e| e.value(rules.body));
        let value = rules
            .modifiers
            .iter()
            .fold(value, |value, m| e.modified(*m, value, asked));
        e.end_question();
        if let Some(kept) = rules.kept {
            e.remember(query, kept, asked, value);
        }
        e.b.ins().return_(&[value]);
    })?;
    Ok(())
}

/// Makes the function of a question that is asked for a player on its own.
pub(super) fn question(
    code: &mut Code,
    program: &Program,
    tables: &Tables,
    node: NodeId,
) -> Made<FuncId> {
    let signature = code.query_signature(0);
    let id = code.module.declare_anonymous_function(&signature)?;
    code.function(id, signature, program, tables, |e, args| {
        let value = e.scope(&args[1..], |e| e.value(node));
        e.b.ins().return_(&[value]);
    })?;
    Ok(id)
}

/// Parts of a question that is worth writing where it is asked: about as many as a call and the search for a known answer
/// would need.
const SHORT: u32 = 48;

/// What a call counts among them.
const CALL: u32 = 8;

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
        Node::Call { args, .. } => {
            let (start, count) = (args.0 as usize, usize::from(args.1));
            Some(CALL + sum(&program.node_lists[start..start + count])?)
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

/// Where something that is remembered stands in the machine's buffers.
const fn memo(field: usize) -> i32 {
    (offset_of!(Work, memo) + field) as i32
}

/// The marks that make answers of a class worthless.
fn unsure(class: u8) -> i64 {
    (1 << class | DOUBT) as i64
}

impl Emit<'_> {
    pub(super) fn call_query(&mut self, query: u16, args: &[NodeId]) -> Value {
        let mut all = vec![self.m, self.slot(0)];
        for arg in args {
            all.push(self.value(*arg));
        }
        let rules = &self.program.queries[usize::from(query)];
        if !self.within.contains(&query) && is_short(self.program, query) {
            self.within.push(query);
            let value = self.scope(&all[1..], |e| e.value(rules.body));
            self.within.pop();
            return value;
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
    fn recall(&mut self, kept: Kept, asked: &[Value]) {
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

    fn remember(&mut self, query: u32, kept: Kept, asked: &[Value], value: Value) {
        let (worthless, now) = self.marks(kept.class);
        let (old, done) = (self.block(), self.block());
        let (plain, epoch) = self.block_of(I64);
        self.b
            .ins()
            .brif(worthless, old, &[], plain, &[BlockArg::Value(now)]);
        self.go_on(old);
        let next = self.next_epoch(kept.class, |e| {
            e.remember_in_doubt(query, asked, value);
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

    fn remember_in_doubt(&mut self, query: u32, asked: &[Value], value: Value) {
        let room = self.room((MOST_REMEMBERED as u32 + 1) * 4);
        self.write_key(asked, room, 0);
        let query = self.int(query as i32);
        self.host(Host::remember, &[query, room, value]);
    }

    fn write_key(&mut self, asked: &[Value], to: Value, field: usize) {
        let zero = self.int(0);
        for n in 0..=MOST_REMEMBERED {
            let key = asked.get(n).copied().unwrap_or(zero);
            let at = (field + n * size_of::<i32>()) as i32;
            self.b.ins().store(trusted(), key, to, at);
        }
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
                let value = [BlockArg::Value(value)];
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
        let found_arg = [BlockArg::Value(found)];
        self.b.ins().brif(unknown, ask, &[], done, &found_arg);
        self.go_on(ask);
        let told = self.asked(Host::owner, &[number]);
        self.jump_with(done, told);
        self.go_on(done);
        owner
    }
}
