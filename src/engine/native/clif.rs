//! A function of `lir` as one of Cranelift: addresses, blocks and calls, and nothing that `lir` does not say.

use super::make::{Code, Written, type_of};
use super::wrap::Own;
use crate::engine::host::Host;
use crate::engine::lir::{
    Binary, Block as LirBlock, Compare, Exit, Field, Function, Inst, Region, Table, Target, TrapId,
    Unary, Value as LirValue, Var,
};
use crate::engine::lower::{Slice, Tables};
use crate::engine::machine::{Bits, Machine};
use crate::engine::native::Raw;
use crate::engine::state::{Chain, Piece};
use crate::program::Program;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{
    Block, BlockArg, BlockCall, FuncRef, Inst as ClifInst, InstBuilder, JumpTableData,
    MemFlagsData, StackSlot, StackSlotData, StackSlotKind, Type, Value,
};
use cranelift_frontend::{FunctionBuilder, Variable};
use cranelift_module::{FuncId, Module};
use std::collections::BTreeMap;
use std::mem::{offset_of, size_of};

/// Writes the blocks of a function, whose signature is set.
pub(super) fn translate(
    code: &mut Code,
    program: &Program,
    tables: &Tables,
    function: &Function,
    b: FunctionBuilder<'_>,
) {
    let mut b = b;
    let order = function.order();
    let mut blocks = BTreeMap::new();
    for block in &order {
        blocks.insert(*block, b.create_block());
    }
    let entry = blocks[&order[0]];
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let given = b.block_params(entry).to_vec();
    let frame = function.frame.map(|_| given[1]);
    let bases = Bases::read(&mut b, given[0]);
    let mut clif = Clif {
        m: given[0],
        frame,
        bases,
        values: vec![None; function.values.len()],
        vars: function
            .vars
            .iter()
            .map(|ty| b.declare_var(type_of(*ty)))
            .collect(),
        rooms: function
            .rooms
            .iter()
            .map(|size| room(&mut b, 4 * size))
            .collect(),
        blocks,
        raised: BTreeMap::new(),
        stopped: None,
        refs: BTreeMap::new(),
        b,
        code,
        program,
        tables,
        function,
    };
    let first = function.frame.map_or(1, |_| 2);
    for (value, given) in function.blocks[0].given.iter().zip(&given[first..]) {
        clif.values[value.index()] = Some(*given);
    }
    for (n, block) in order.iter().enumerate() {
        clif.block(*block, n == 0);
    }
    clif.write_traps();
    clif.b.seal_all_blocks();
    let target = clif.code.module.target_config();
    clif.b.finalize(target);
}

/// Room of the function's own.
fn room(b: &mut FunctionBuilder<'_>, bytes: u32) -> StackSlot {
    b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3))
}

/// Memory that is there and aligned, as the promises of this room say.
pub(super) fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

/// Addresses of the state's buffers.
#[derive(Clone, Copy)]
struct Bases {
    memory: Value,
    pieces: Value,
    places: Value,
}

impl Bases {
    fn read(b: &mut FunctionBuilder<'_>, machine: Value) -> Bases {
        let mut read = |offset: usize| {
            let at = (offset_of!(Machine<'static>, raw) + offset) as i32;
            let flags = trusted().with_readonly().with_can_move();
            b.ins().load(I64, flags, machine, at)
        };
        Bases {
            memory: read(offset_of!(Raw, memory)),
            pieces: read(offset_of!(Raw, pieces)),
            places: read(offset_of!(Raw, places)),
        }
    }
}

/// The block of a trap.
#[derive(Clone, Copy)]
struct Raised {
    block: Block,
    /// The value that it is given to tell.
    told: Value,
}

/// A function being written.
pub(super) struct Clif<'a> {
    pub(super) b: FunctionBuilder<'a>,
    pub(super) code: &'a mut Code,
    pub(super) program: &'a Program,
    tables: &'a Tables,
    function: &'a Function,
    /// The machine.
    pub(super) m: Value,
    frame: Option<Value>,
    bases: Bases,
    values: Vec<Option<Value>>,
    vars: Vec<Variable>,
    rooms: Vec<StackSlot>,
    blocks: BTreeMap<LirBlock, Block>,
    /// Where the function goes when the rules fail, for each trap and list of walks.
    raised: BTreeMap<(usize, u32), Raised>,
    /// Where it goes when a fault is noted already.
    stopped: Option<Block>,
    refs: BTreeMap<FuncId, FuncRef>,
}

impl Clif<'_> {
    fn block(&mut self, block: LirBlock, is_entry: bool) {
        let code = &self.function.blocks[block.index()];
        let here = self.blocks[&block];
        if !is_entry {
            self.b.switch_to_block(here);
            for value in &code.given {
                let ty = self.ty(*value);
                let given = self.b.append_block_param(here, ty);
                self.values[value.index()] = Some(given);
            }
        }
        if code.cold {
            self.b.set_cold_block(here);
        }
        for inst in &code.insts {
            self.inst(inst);
        }
        self.exit(&code.exit);
    }

    // ---- values ----

    /// The value that was written before: blocks are written in an order in which that is so.
    pub(super) fn get(&self, value: LirValue) -> Value {
        // INVARIANT: `verify` found every value written before it is used on every way, and `order` puts a block behind those
        // that all ways to it lead through.
        self.values[value.index()].unwrap_or_else(|| unreachable!("a value is written before"))
    }

    fn set(&mut self, to: LirValue, value: Value) {
        self.values[to.index()] = Some(value);
    }

    fn ty(&self, value: LirValue) -> Type {
        type_of(self.function.values[value.index()])
    }

    pub(super) fn int(&mut self, n: i32) -> Value {
        self.b.ins().iconst(I32, i64::from(n))
    }

    pub(super) fn long(&mut self, n: i64) -> Value {
        self.b.ins().iconst(I64, n)
    }

    fn constant(&mut self, ty: Type, n: i64) -> Value {
        self.b.ins().iconst(ty, within(ty, n))
    }

    /// A number of the machine.
    pub(super) fn field(&mut self, ty: Type, offset: usize) -> Value {
        self.b.ins().load(ty, trusted(), self.m, offset as i32)
    }

    pub(super) fn set_field(&mut self, value: Value, offset: usize) {
        self.b.ins().store(trusted(), value, self.m, offset as i32);
    }

    // ---- instructions ----

    fn inst(&mut self, inst: &Inst) {
        match inst {
            Inst::Const { to, n } => {
                let value = self.constant(self.ty(*to), *n);
                self.set(*to, value);
            }
            Inst::Unary { op, to, a } => {
                let value = self.unary(*op, *a);
                self.set(*to, value);
            }
            Inst::Binary { op, to, a, b } => {
                let (a, b) = (self.get(*a), self.get(*b));
                let value = self.binary(*op, a, b);
                self.set(*to, value);
            }
            Inst::BinaryN { op, to, a, n } => {
                let value = self.binary_n(*op, *a, *n);
                self.set(*to, value);
            }
            Inst::Compare { how, to, a, b } => {
                let (a, b) = (self.get(*a), self.get(*b));
                let value = self.b.ins().icmp(condition(*how), a, b);
                self.set(*to, value);
            }
            Inst::CompareN { how, to, a, n } => {
                let value = self.compare_n(*how, *a, *n);
                self.set(*to, value);
            }
            Inst::Select { to, cond, yes, no } => {
                let (cond, yes, no) = (self.get(*cond), self.get(*yes), self.get(*no));
                let value = self.b.ins().select(cond, yes, no);
                self.set(*to, value);
            }
            Inst::Arithmetic {
                op,
                to,
                a,
                b,
                fails,
            } => {
                let (a, b) = (self.get(*a), self.get(*b));
                let value = self.arithmetic(*op, (a, b), *fails);
                self.set(*to, value);
            }
            Inst::Number { to, a, fails } => {
                let a = self.get(*a);
                let value = self.number(a, (fails.trap, fails.walks));
                self.set(*to, value);
            }
            Inst::Get { to, var } => {
                let value = self.b.use_var(self.var(*var));
                self.set(*to, value);
            }
            Inst::Set { var, a } => self.b.def_var(self.var(*var), self.get(*a)),
            Inst::CountUp { var, by } => {
                let old = self.b.use_var(self.var(*var));
                let new = self.b.ins().iadd_imm_s(old, *by);
                self.b.def_var(self.var(*var), new);
            }
            Inst::Slot { to, slot } => {
                let frame = self.frame();
                let value = self
                    .b
                    .ins()
                    .load(I32, trusted(), frame, i32::from(*slot) * 4);
                self.set(*to, value);
            }
            Inst::SetSlot { slot, a } => {
                let (frame, a) = (self.frame(), self.get(*a));
                self.b
                    .ins()
                    .store(trusted(), a, frame, i32::from(*slot) * 4);
            }
            Inst::Field { to, field } => {
                let value = self.field(type_of(field.ty()), offset(*field));
                self.set(*to, value);
            }
            Inst::SetField { field, a } => self.set_field(self.get(*a), offset(*field)),
            Inst::Load {
                to,
                from,
                index,
                plus,
            } => {
                let value = self.load(*from, *index, *plus);
                self.set(*to, value);
            }
            Inst::Write { var, address, a } => self.write(*var, *address, *a),
            Inst::Put { room, n, a } => {
                let a = self.get(*a);
                let room = self.rooms[room.index()];
                self.b.ins().stack_store(I64, a, room, *n as i32 * 4);
            }
            Inst::Take { to, room, index } => {
                let base = self.b.ins().stack_addr(I64, self.rooms[room.index()], 0);
                let at = self.element_at(base, *index, 4, 0);
                let value = self.b.ins().load(I32, trusted(), at, 0);
                self.set(*to, value);
            }
            Inst::Below { a, length, fails } => {
                let a = self.get(*a);
                let outside = self.b.ins().icmp_imm_u(
                    IntCC::UnsignedGreaterThanOrEqual,
                    a,
                    i64::from(*length),
                );
                self.trap_if(outside, (fails.trap, fails.walks), None);
            }
            Inst::Some { a, fails } => {
                let a = self.get(*a);
                self.fail_if_none(a, (fails.trap, fails.walks));
            }
            Inst::Within {
                a,
                low,
                high,
                fails,
            } => self.within(*a, (*low, *high), (fails.trap, fails.walks)),
            Inst::TrapIf { cond, fails } => {
                let cond = self.get(*cond);
                self.trap_if(cond, (fails.trap, fails.walks), None);
            }
            Inst::StopIf { cond } => {
                let cond = self.get(*cond);
                self.stop_if(cond);
            }
            Inst::TakeSteps { steps, fails } => {
                let steps = self.get(*steps);
                self.take_steps(steps, (fails.trap, fails.walks));
            }
            Inst::TakeStep { fails } => self.take_step((fails.trap, fails.walks)),
            Inst::Pay { walks } => {
                self.pay(*walks);
                let zero = self.long(0);
                for var in &self.function.walks[*walks as usize] {
                    self.b.def_var(self.var(*var), zero);
                }
            }
            Inst::At { silent: true, .. } => {}
            Inst::At { pc, .. } => {
                let pc = self.int(*pc as i32);
                self.set_field(pc, offset_of!(Machine<'static>, at));
            }
            Inst::Host { to, host, args } => self.host(*to, *host, args),
            Inst::Query { to, query, args } => {
                let id = self.code.queries[*query as usize];
                let args: Vec<Value> = args.iter().map(|arg| self.get(*arg)).collect();
                let value = self.asked(id, &args);
                self.set(*to, value);
            }
            Inst::Text {
                to,
                column,
                row,
                args,
                ..
            } => {
                let value = self.text(*column, *row, args);
                self.set(*to, value);
            }
            Inst::Remember {
                query,
                asked,
                value,
                before,
            } => {
                if let Some(kept) = self.program.queries[*query as usize].kept {
                    self.remember((*query, kept), asked, *value, *before);
                }
            }
            Inst::AddOption { values } => self.add_option(values),
            Inst::IsChosen {
                to,
                begin,
                end,
                values,
            } => {
                let (begin, end) = (self.get(*begin), self.get(*end));
                let (at, count) = self.listed(values);
                let value = self.asked_own(Own::IsChosen, &[begin, end, at, count]);
                self.set(*to, value);
            }
            Inst::Arguments { values } => {
                let (at, count) = self.listed(values);
                self.call_own(Own::Arguments, &[at, count]);
            }
        }
    }

    fn unary(&mut self, op: Unary, a: LirValue) -> Value {
        let a = self.get(a);
        match op {
            Unary::SignExtend => self.b.ins().sextend(I64, a),
            Unary::ZeroExtend => self.b.ins().uextend(I64, a),
            Unary::Low => self.b.ins().ireduce(I32, a),
            Unary::FlagToInt => self.b.ins().uextend(I32, a),
            Unary::IntToFlag => self.b.ins().ireduce(I8, a),
            Unary::TrailingZeros => self.b.ins().ctz(a),
            Unary::Absolute => self.b.ins().iabs(a),
        }
    }

    fn binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        match op {
            Binary::Add => self.b.ins().iadd(a, b),
            Binary::Sub => self.b.ins().isub(a, b),
            Binary::Mul => self.b.ins().imul(a, b),
            Binary::And => self.b.ins().band(a, b),
            Binary::Or => self.b.ins().bor(a, b),
            Binary::Shl => self.b.ins().ishl(a, b),
            Binary::Shr => self.b.ins().ushr(a, b),
            Binary::Sar => self.b.ins().sshr(a, b),
            Binary::Min => self.b.ins().smin(a, b),
            Binary::Max => self.b.ins().smax(a, b),
        }
    }

    fn binary_n(&mut self, op: Binary, a: LirValue, n: i64) -> Value {
        let (ty, a) = (self.ty(a), self.get(a));
        let n = within(ty, n);
        match op {
            Binary::Add => self.b.ins().iadd_imm_s(a, n),
            Binary::Mul => self.b.ins().imul_imm_s(a, n),
            Binary::Shl => self.b.ins().ishl_imm_u(a, n),
            Binary::Shr => self.b.ins().ushr_imm_u(a, n),
            Binary::Sar => self.b.ins().sshr_imm_u(a, n),
            Binary::Sub | Binary::And | Binary::Or | Binary::Min | Binary::Max => {
                let n = self.b.ins().iconst(ty, n);
                self.binary(op, a, n)
            }
        }
    }

    fn compare_n(&mut self, how: Compare, a: LirValue, n: i64) -> Value {
        let (ty, a) = (self.ty(a), self.get(a));
        match how {
            Compare::Below | Compare::AtLeast => {
                let n = if ty == I32 { i64::from(n as u32) } else { n };
                self.b.ins().icmp_imm_u(condition(how), a, n)
            }
            Compare::Equal | Compare::Less | Compare::LessEqual | Compare::Greater => {
                self.b.ins().icmp_imm_s(condition(how), a, within(ty, n))
            }
        }
    }

    fn var(&self, var: Var) -> Variable {
        self.vars[var.index()]
    }

    fn frame(&self) -> Value {
        // INVARIANT: whoever reads a slot has made the function one with a frame (`Builder::slot`).
        self.frame.unwrap_or_else(|| unreachable!("it has a frame"))
    }

    // ---- memory ----

    /// The address of a table; in what is only to be read, a small number.
    fn table(&mut self, address: usize) -> Value {
        let shown = self
            .code
            .written
            .as_mut()
            .map(|written: &mut Written| written.shown(address));
        self.long(shown.unwrap_or(address as i64))
    }

    /// Where an element stands, and from there so many bytes on.
    pub(super) fn element_at(
        &mut self,
        base: Value,
        index: LirValue,
        size: u32,
        plus: i64,
    ) -> Value {
        let index = self.get(index);
        let wide = self.b.ins().uextend(I64, index);
        let offset = if size.is_power_of_two() {
            self.b
                .ins()
                .ishl_imm_u(wide, i64::from(size.trailing_zeros()))
        } else {
            self.b.ins().imul_imm_u(wide, i64::from(size))
        };
        let at = self.b.ins().iadd(base, offset);
        if plus == 0 {
            at
        } else {
            self.b.ins().iadd_imm_s(at, plus)
        }
    }

    fn load(&mut self, from: Region, index: LirValue, plus: i32) -> Value {
        let (piece, chain) = (size_of::<Piece>() as u32, size_of::<Chain>() as u32);
        let Bases {
            memory,
            pieces,
            places,
        } = self.bases;
        let (base, size, field) = match from {
            Region::Memory => (memory, 4, 0),
            Region::First => (places, chain, offset_of!(Chain, first)),
            Region::Last => (places, chain, offset_of!(Chain, last)),
            Region::Count => (places, chain, offset_of!(Chain, count)),
            Region::PlaceOf => (pieces, piece, offset_of!(Piece, place)),
            Region::Next => (pieces, piece, offset_of!(Piece, next)),
            Region::Previous => (pieces, piece, offset_of!(Piece, previous)),
            Region::Known => (pieces, piece, offset_of!(Piece, known)),
            Region::Table(table) => return self.load_table(table, index, plus),
        };
        let at = self.element_at(base, index, size, 0);
        let bytes = i64::from(plus) * i64::from(size) + field as i64;
        match i32::try_from(bytes) {
            Ok(bytes) => self.b.ins().load(I32, trusted(), at, bytes),
            Err(_) => {
                let at = self.b.ins().iadd_imm_s(at, bytes);
                self.b.ins().load(I32, trusted(), at, 0)
            }
        }
    }

    fn load_table(&mut self, table: Table, index: LirValue, plus: i32) -> Value {
        let tables = self.tables;
        let (address, ty, size) = match tables.slice(table) {
            Slice::Short(all) => (all.as_ptr() as usize, I16, 2),
            Slice::Int(all) => (all.as_ptr() as usize, I32, 4),
            Slice::Long(all) => (all.as_ptr() as usize, I64, 8),
        };
        let base = self.table(address);
        let at = self.element_at(base, index, size, i64::from(plus) * i64::from(size));
        let element = self.b.ins().load(ty, trusted(), at, 0);
        if ty == I16 {
            self.b.ins().sextend(I32, element)
        } else {
            element
        }
    }

    fn write(&mut self, var: u32, address: LirValue, a: LirValue) {
        let a = self.get(a);
        if self.program.layout.vars[var as usize].is_face {
            let (var, address) = (self.int(var as i32), self.get(address));
            self.call_host(Host::write, &[var, address, a]);
            return;
        }
        self.change(self.program.stale.vars[var as usize]);
        let memory = self.bases.memory;
        let at = self.element_at(memory, address, 4, 0);
        self.b.ins().store(trusted(), a, at, 0);
    }

    // ---- calls ----

    fn host(&mut self, to: Option<LirValue>, host: Host, args: &[LirValue]) {
        let args: Vec<Value> = args.iter().map(|arg| self.get(*arg)).collect();
        let call = self.call_host(host, &args);
        if let Some(to) = to {
            let value = self.answer(call);
            self.set(to, value);
        }
    }

    fn call_host(&mut self, host: Host, args: &[Value]) -> ClifInst {
        self.call(self.code.hosts[host as usize], args)
    }

    pub(super) fn call_own(&mut self, own: Own, args: &[Value]) -> ClifInst {
        self.call(self.code.own[own as usize], args)
    }

    pub(super) fn asked_own(&mut self, own: Own, args: &[Value]) -> Value {
        let call = self.call_own(own, args);
        self.answer(call)
    }

    fn asked(&mut self, id: FuncId, args: &[Value]) -> Value {
        let call = self.call(id, args);
        self.answer(call)
    }

    /// Calls a function that is given the machine first.
    fn call(&mut self, id: FuncId, args: &[Value]) -> ClifInst {
        let func = match self.refs.get(&id) {
            Some(known) => *known,
            None => {
                let func = self.code.module.declare_func_in_func(id, self.b.func);
                self.refs.insert(id, func);
                func
            }
        };
        let all = [&[self.m], args].concat();
        self.b.ins().call(func, &all)
    }

    /// The result of a call.
    fn answer(&mut self, call: ClifInst) -> Value {
        // INVARIANT: asked only of queries, of texts of rows and of calls of the engine that answer, all of which are declared
        // with one result; every function of every game is made in `tests/play/speed.rs`.
        let results = self.b.inst_results(call);
        *results
            .first()
            .unwrap_or_else(|| unreachable!("it has a result"))
    }

    fn text(&mut self, column: u16, row: LirValue, args: &[LirValue]) -> Value {
        let texts = self.code.texts[usize::from(column)].as_ptr() as usize;
        let base = self.table(texts);
        let at = self.element_at(base, row, size_of::<usize>() as u32, 0);
        let text = self.b.ins().load(I64, trusted(), at, 0);
        let signature = self.code.query_signature(args.len());
        let signature = self.b.import_signature(signature);
        let given = args.iter().map(|arg| self.get(*arg));
        let all: Vec<Value> = [self.m].into_iter().chain(given).collect();
        let call = self.b.ins().call_indirect(signature, text, &all);
        self.answer(call)
    }

    /// Writes values into room of the function's own: where they stand, and how many.
    fn listed(&mut self, values: &[LirValue]) -> (Value, Value) {
        let slot = room(&mut self.b, 4 * values.len().max(1) as u32);
        for (n, value) in values.iter().enumerate() {
            let value = self.get(*value);
            self.b.ins().stack_store(I64, value, slot, n as i32 * 4);
        }
        let at = self.b.ins().stack_addr(I64, slot, 0);
        (at, self.int(values.len() as i32))
    }

    // ---- flow ----

    fn exit(&mut self, exit: &Exit) {
        match exit {
            // A block that nobody reaches is not written.
            Exit::Open => {}
            Exit::Jump(target) => {
                let (block, given) = self.target(target);
                self.b.ins().jump(block, &given);
            }
            Exit::Branch { cond, yes, no } => {
                let cond = self.get(*cond);
                let ((yes, to_yes), (no, to_no)) = (self.target(yes), self.target(no));
                self.b.ins().brif(cond, yes, &to_yes, no, &to_no);
            }
            Exit::Switch {
                index,
                first,
                to,
                other,
            } => {
                let pool = &mut self.b.func.dfg.value_lists;
                let blocks = &self.blocks;
                let mut call =
                    |block: &LirBlock| BlockCall::new(blocks[block], std::iter::empty(), pool);
                let targets: Vec<BlockCall> = to.iter().map(&mut call).collect();
                let table = JumpTableData::new(call(other), &targets);
                let table = self.b.create_jump_table(table);
                let index = self.get(*index);
                let index = self.b.ins().iadd_imm_s(index, -i64::from(*first));
                self.b.ins().br_table(index, table);
            }
            Exit::Recall {
                kept,
                asked,
                known,
                unknown,
                fails,
            } => {
                let (known, unknown) = (self.blocks[known], self.blocks[unknown]);
                self.recall(*kept, asked, [known, unknown], (fails.trap, fails.walks));
            }
            Exit::Return(value) => {
                let value = self.get(*value);
                self.b.ins().return_(&[value]);
            }
            Exit::Trap(fails) => {
                let raised = self.raised((fails.trap, fails.walks));
                let told = [BlockArg::Value(self.long(0))];
                self.b.ins().jump(raised.block, &told);
            }
        }
    }

    fn target(&self, target: &Target) -> (Block, Vec<BlockArg>) {
        let given = target.given.map(|value| BlockArg::Value(self.get(value)));
        (self.blocks[&target.block], given.into_iter().collect())
    }

    // ---- traps ----

    /// Where the function goes at a trap.
    fn raised(&mut self, (trap, walks): (TrapId, u32)) -> Raised {
        let b = &mut self.b;
        let raised = self.raised.entry((trap.index(), walks));
        *raised.or_insert_with(|| {
            let block = b.create_block();
            b.set_cold_block(block);
            let told = b.append_block_param(block, I64);
            Raised { block, told }
        })
    }

    /// The rules fail when a flag is set; a value may be told.
    pub(super) fn trap_if(&mut self, bad: Value, trap: (TrapId, u32), told: Option<Value>) {
        let raised = self.raised(trap);
        let told = told.unwrap_or_else(|| self.long(0));
        let fine = self.b.create_block();
        let told = [BlockArg::Value(told)];
        self.b.ins().brif(bad, raised.block, &told, fine, &[]);
        self.b.switch_to_block(fine);
    }

    /// Leaves when a flag says that a fault is noted already.
    pub(super) fn stop_if(&mut self, failed: Value) {
        let stopped = self.stopped();
        let fine = self.b.create_block();
        self.b.ins().brif(failed, stopped, &[], fine, &[]);
        self.b.switch_to_block(fine);
    }

    fn stopped(&mut self) -> Block {
        let b = &mut self.b;
        *self.stopped.get_or_insert_with(|| {
            let block = b.create_block();
            b.set_cold_block(block);
            block
        })
    }

    /// Writes the blocks of all traps: each passes its number on to one call of the engine.
    fn write_traps(&mut self) {
        if self.raised.is_empty() && self.stopped.is_none() {
            return;
        }
        let (raise, stopped) = (self.b.create_block(), self.stopped());
        self.b.set_cold_block(raise);
        let number = self.b.append_block_param(raise, I32);
        let told = self.b.append_block_param(raise, I64);
        let raised = std::mem::take(&mut self.raised);
        let any = !raised.is_empty();
        for ((trap, walks), raised) in raised {
            self.b.switch_to_block(raised.block);
            self.pay(walks);
            let number = self.int(self.code.traps.len() as i32);
            self.code.traps.push(self.function.traps[trap]);
            let given = [number, raised.told].map(BlockArg::Value);
            self.b.ins().jump(raise, &given);
        }
        self.b.switch_to_block(raise);
        if any {
            self.call_own(Own::Trap, &[number, told]);
        }
        self.b.ins().jump(stopped, &[]);
        self.b.switch_to_block(stopped);
        let nothing = self.constant(type_of(self.function.result), 0);
        self.b.ins().return_(&[nothing]);
    }

    // ---- steps ----

    /// Steps left until the next decision.
    pub(super) fn steps(&mut self) -> Value {
        self.field(I64, offset_of!(Machine<'static>, steps))
    }

    fn take_step(&mut self, trap: (TrapId, u32)) {
        let before = self.steps();
        let spent = self
            .b
            .ins()
            .icmp_imm_s(IntCC::SignedLessThanOrEqual, before, 0);
        self.trap_if(spent, trap, None);
        let left = self.b.ins().iadd_imm_s(before, -1);
        self.set_field(left, offset_of!(Machine<'static>, steps));
    }

    pub(super) fn take_steps(&mut self, steps: Value, trap: (TrapId, u32)) {
        let before = self.steps();
        let spent = self.b.ins().icmp(IntCC::SignedLessThan, before, steps);
        self.trap_if(spent, trap, None);
        let left = self.b.ins().isub(before, steps);
        self.set_field(left, offset_of!(Machine<'static>, steps));
    }

    /// Takes the steps that walks counted, even if there are less.
    fn pay(&mut self, walks: u32) {
        let function = self.function;
        let Some((first, rest)) = function.walks[walks as usize].split_first() else {
            return;
        };
        let mut sum = self.b.use_var(self.var(*first));
        for var in rest {
            let counted = self.b.use_var(self.var(*var));
            sum = self.b.ins().iadd(sum, counted);
        }
        let before = self.steps();
        let left = self.b.ins().isub(before, sum);
        self.set_field(left, offset_of!(Machine<'static>, steps));
    }
}

/// A number as a constant of a type has it.
fn within(ty: Type, n: i64) -> i64 {
    if ty == I32 { i64::from(n as i32) } else { n }
}

fn condition(how: Compare) -> IntCC {
    match how {
        Compare::Equal => IntCC::Equal,
        Compare::Less => IntCC::SignedLessThan,
        Compare::LessEqual => IntCC::SignedLessThanOrEqual,
        Compare::Greater => IntCC::SignedGreaterThan,
        Compare::Below => IntCC::UnsignedLessThan,
        Compare::AtLeast => IntCC::UnsignedGreaterThanOrEqual,
    }
}

/// Where a number stands in the machine.
fn offset(field: Field) -> usize {
    let bits = offset_of!(Machine<'static>, bits);
    match field {
        Field::Steps => offset_of!(Machine<'static>, steps),
        Field::Depth => offset_of!(Machine<'static>, depth),
        Field::Asking => offset_of!(Machine<'static>, asking),
        Field::Players => offset_of!(Machine<'static>, players),
        Field::BitsLow => bits + offset_of!(Bits, low),
        Field::BitsHigh => bits + offset_of!(Bits, high),
        Field::BitsFirst => bits + offset_of!(Bits, first),
    }
}
