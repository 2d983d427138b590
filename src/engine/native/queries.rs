//! Queries as functions, their modifiers, and texts of rows.

use super::depth::Depth;
use super::emit::{Code, Emit, I32, I64, Made, trusted};
use super::host::Host;
use super::tables::{ASK, ASLEEP, Tables};
use super::trap::{Place, Wrong};
use crate::engine::machine::{DEEPEST, Machine};
use crate::engine::state::Piece;
use crate::program::Program;
use crate::program::node::NodeId;
use crate::rules::expr::Arithmetic;
use crate::rules::game::{Change, NONE};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
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
        let depth = tables.depths[query as usize];
        let before = e.begin_question(depth);
        let value = e.scope(asked, |e| e.value(rules.body));
        let value = rules
            .modifiers
            .iter()
            .fold(value, |value, m| e.modified(*m, value, asked));
        e.end_question(depth);
        if let Some(kept) = rules.kept {
            e.remember((query, kept), asked, value, before);
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

impl Emit<'_> {
    pub(super) fn call_query(&mut self, query: u16, args: &[NodeId], node: NodeId) -> Value {
        let mut all = vec![self.m, self.slot(0)];
        for arg in args {
            all.push(self.value(*arg));
        }
        let rules = &self.program.queries[usize::from(query)];
        if self.tables.short[usize::from(query)] {
            return self.scope(&all[1..], |e| e.value(rules.body));
        }
        self.begin_call(self.tables.depths[usize::from(query)], node);
        let id = self.code.queries[usize::from(query)];
        let call = self.call(id, &all);
        self.answer(call)
    }

    /// The text of a row that gives a value: the row or piece comes first among the arguments.
    pub(super) fn text(&mut self, column: u16, args: &[NodeId], node: NodeId) -> Value {
        let place = Place::Node(node);
        let (program, tables) = (self.program, self.tables);
        let rules = &program.layout.value_columns[usize::from(column)];
        let texts = &tables.texts[usize::from(column)];
        let mut all = vec![self.m, self.slot(0)];
        let (this, rest) = (args[0], &args[1..]);
        all.push(self.value(this));
        let row = self.b.ins().iadd_imm_s(all[2], -i64::from(rules.first));
        self.check_below(row, texts.len(), place);
        let table = self.address(texts);
        let text = self.element(I64, table, row, size_of::<usize>() as u32);
        let missing = self.b.ins().icmp_imm_s(IntCC::Equal, text, 0);
        self.trap_if(missing, Wrong::OfNone, place);
        for arg in rest {
            all.push(self.value(*arg));
        }
        let asked = rules
            .rows
            .iter()
            .filter_map(|query| usize::try_from(*query).ok());
        let mut depths = asked.map(|query| tables.depths[query]);
        let checked = depths.any(|depth| depth == Depth::Checked);
        self.begin_call(if checked { Depth::Checked } else { Depth::Free }, node);
        let signature = self.code.query_signature(args.len());
        let signature = self.import(signature);
        self.calls = true;
        let call = self.b.ins().call_indirect(signature, text, &all);
        self.answer(call)
    }

    /// What is called may fail: the walks take their steps before. A call that may be too deep is noted.
    fn begin_call(&mut self, depth: Depth, node: NodeId) {
        self.pay_walks();
        if depth == Depth::Checked {
            let node = self.int(node as i32);
            self.set_field(node, offset_of!(Machine<'static>, asking));
        }
    }

    /// A question deeper than any rules need is asked in a circle. Returns the steps that were left before it.
    fn begin_question(&mut self, how: Depth) -> Value {
        if how == Depth::Free {
            return self.take_step();
        }
        let at = offset_of!(Machine<'static>, depth);
        let depth = self.field(I64, at);
        if how == Depth::Checked {
            let most = DEEPEST as i64;
            let deep = (self.b.ins()).icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, depth, most);
            self.trap_if(deep, Wrong::TooDeep, Place::Call);
        }
        let before = self.take_step();
        let deeper = self.b.ins().iadd_imm_s(depth, 1);
        self.set_field(deeper, at);
        before
    }

    fn end_question(&mut self, how: Depth) {
        if how == Depth::Free {
            return;
        }
        let at = offset_of!(Machine<'static>, depth);
        let depth = self.field(I64, at);
        let back = self.b.ins().iadd_imm_s(depth, -1);
        self.set_field(back, at);
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
            let new = e.changed(rules.change, (value, by), rules.value);
            e.jump_with(done, new);
        });
        self.go_on(done);
        result
    }

    fn changed(&mut self, change: Change, (value, by): (Value, Value), node: NodeId) -> Value {
        match change {
            Change::Set => by,
            Change::AtLeast => self.b.ins().smax(value, by),
            Change::AtMost => self.b.ins().smin(value, by),
            Change::Plus => self.checked(Arithmetic::Add, (value, by), node),
            Change::Minus => self.checked(Arithmetic::Subtract, (value, by), node),
        }
    }

    /// For whom a piece's modifiers live, or `ASLEEP`.
    fn owner_if_active(&mut self, piece: u32) -> Value {
        let tables = self.tables;
        let (lies, asleep, ask) = (self.block(), self.block(), self.block());
        let (done, owner) = self.block_of(I32);
        let number = self.int(piece as i32);
        let at = self.piece(number, offset_of!(Piece, place));
        let place = self.b.ins().load(I32, trusted(), at, 0);
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
