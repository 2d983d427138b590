//! A function of `lir` as one of Cranelift: addresses, blocks and calls, and nothing that `lir` does not say.

use crate::code::{Code, type_of};
use crate::fields::offset;
use crate::wrap::Own;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{
    Block, BlockArg, BlockCall, FuncRef, InstBuilder, JumpTableData, MemFlagsData, StackSlot,
    StackSlotData, StackSlotKind, Type, Value,
};
use cranelift_frontend::{FunctionBuilder, Variable};
use cranelift_module::{FuncId, Module};
use ludex_engine::lir::{
    Binary, Block as LirBlock, BlockCall as LirBlockCall, Compare, Exit, Function, Inst, Region,
    TrapSite, Unary, Value as LirValue, Var,
};
use ludex_engine::lower::Tables;
use ludex_engine::machine::offsets;
use ludex_program::Program;
use std::collections::BTreeMap;

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
    let frame = function.frame.map(|_| {
        let frame = b.declare_var(I64);
        b.def_var(frame, given[1]);
        frame
    });
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
        stack_slots: function
            .stack_slots
            .iter()
            .map(|size| stack_slot(&mut b, 4 * *size as u32))
            .collect(),
        blocks,
        raised: BTreeMap::new(),
        stopped: None,
        suspended: None,
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

/// A stack slot of so many bytes.
pub(super) fn stack_slot(b: &mut FunctionBuilder<'_>, bytes: u32) -> StackSlot {
    b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3))
}

/// Memory that is there and aligned, as the promises of this room say.
pub(super) fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

/// Addresses of the state's buffers.
#[derive(Clone, Copy)]
pub(super) struct Bases {
    pub(super) memory: Value,
    pub(super) pieces: Value,
    pub(super) places: Value,
}

/// The block of a trap.
#[derive(Clone, Copy)]
pub(super) struct Raised {
    pub(super) block: Block,
    /// The value that it is given to tell. Most traps tell none, and a jump that gives one costs an instruction where nothing
    /// fails.
    pub(super) told: Option<Value>,
}

/// A function being written.
pub(super) struct Clif<'a> {
    pub(super) b: FunctionBuilder<'a>,
    pub(super) code: &'a mut Code,
    pub(super) program: &'a Program,
    pub(super) tables: &'a Tables,
    pub(super) function: &'a Function,
    /// The address of the machine.
    pub(super) m: Value,
    /// The address of the frame's slots, read again after every call that may have moved them.
    pub(super) frame: Option<Variable>,
    pub(super) bases: Bases,
    pub(super) values: Vec<Option<Value>>,
    pub(super) vars: Vec<Variable>,
    pub(super) stack_slots: Vec<StackSlot>,
    pub(super) blocks: BTreeMap<LirBlock, Block>,
    /// The cold blocks that raise traps, for each site; those that are given a value to tell are others.
    pub(super) raised: BTreeMap<(TrapSite, bool), Raised>,
    /// The block that returns when a fault is noted already.
    pub(super) stopped: Option<Block>,
    /// The block that returns to the engine while the state is whole.
    pub(super) suspended: Option<Block>,
    pub(super) refs: BTreeMap<FuncId, FuncRef>,
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

    /// A value of the function: blocks are written in an order in which it is written before.
    pub(super) fn get(&self, value: LirValue) -> Value {
        // INVARIANT: `Code::make` has verified the function, in every build: on every way a value is written before it is used.
        // `order` puts a block behind those that all ways to it lead through.
        self.values[value.index()].unwrap_or_else(|| unreachable!("a value is written before"))
    }

    pub(super) fn set(&mut self, to: LirValue, value: Value) {
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

    pub(super) fn constant(&mut self, ty: Type, n: i64) -> Value {
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
                let value = self.arithmetic(*op, a, b, *fails);
                self.set(*to, value);
            }
            Inst::Number { to, a, fails } => {
                let a = self.get(*a);
                let value = self.number(a, *fails);
                self.set(*to, value);
            }
            Inst::Copy { to, a } => self.set(*to, self.get(*a)),
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
                let value = match offset(*field) {
                    Some(offset) => self.field(type_of(field.ty()), offset),
                    None => self.frames(),
                };
                self.set(*to, value);
            }
            Inst::SetField { field, a } => {
                // A field without an offset lies in the state, and code only reads it.
                if let Some(offset) = offset(*field) {
                    self.set_field(self.get(*a), offset);
                }
            }
            Inst::Load {
                to,
                from,
                index,
                plus,
            } => {
                let value = self.load(*from, *index, *plus);
                self.set(*to, value);
            }
            Inst::LoadLong {
                to,
                from,
                index,
                plus,
            } => {
                let value = if *from == Region::Memory {
                    self.load_long(*index, *plus)
                } else {
                    self.load(*from, *index, *plus)
                };
                self.set(*to, value);
            }
            Inst::Write { var, address, a } => self.write(*var, *address, *a),
            Inst::StackStore { slot, n, a } => {
                let a = self.get(*a);
                let slot = self.stack_slots[slot.index()];
                self.b.ins().stack_store(I64, a, slot, *n as i32 * 4);
            }
            Inst::StackLoad { to, slot, index } => {
                let base = self
                    .b
                    .ins()
                    .stack_addr(I64, self.stack_slots[slot.index()], 0);
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
                self.trap_if(outside, *fails, None);
            }
            Inst::Some { a, fails } => {
                let a = self.get(*a);
                self.fail_if_none(a, *fails);
            }
            Inst::Within {
                a,
                low,
                high,
                fails,
            } => self.within(*a, *low, *high, *fails),
            Inst::TrapIf { cond, fails } => {
                let cond = self.get(*cond);
                self.trap_if(cond, *fails, None);
            }
            Inst::StopIf { cond } => {
                let cond = self.get(*cond);
                self.stop_if(cond);
            }
            Inst::ConsumeFuel { amount, fails } => {
                let amount = self.get(*amount);
                self.consume_fuel(amount, *fails);
            }
            Inst::ConsumeFuelUnit { fails } => self.consume_fuel_unit(*fails),
            Inst::ChargeFuel { counters } => {
                self.charge_fuel(*counters);
                let zero = self.long(0);
                for var in &self.function.step_counters[counters.index()] {
                    self.b.def_var(self.var(*var), zero);
                }
            }
            Inst::At { silent: true, .. } => {}
            Inst::At { pc, .. } => {
                let pc = self.int(pc.value());
                self.set_field(pc, offsets::AT);
            }
            Inst::Host { to, host, args } => self.host(*to, *host, args),
            Inst::Query { to, query, args } => {
                let id = self.code.use_query(*query);
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
            Inst::MemoPut {
                query,
                asked,
                value,
                before,
            } => {
                if let Some(kept) = self.program.queries[*query].kept {
                    self.memo_put(*query, kept, asked, *value, *before);
                }
            }
            Inst::List { to, lister, you } => {
                let value = self.list(*lister, *you);
                self.set(*to, value);
            }
            Inst::AddOption { values, fits } => self.add_option(values, *fits),
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
            Unary::LeadingZeros => self.b.ins().clz(a),
            Unary::CountOnes => self.b.ins().popcnt(a),
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

    pub(super) fn var(&self, var: Var) -> Variable {
        self.vars[var.index()]
    }

    fn frame_var(&self) -> Variable {
        // INVARIANT: `Code::make` has verified the function, in every build: slots are read and written only of a frame, and
        // only functions with one begin routines.
        self.frame.unwrap_or_else(|| unreachable!("it has a frame"))
    }

    pub(super) fn frame(&mut self) -> Value {
        let frame = self.frame_var();
        self.b.use_var(frame)
    }

    pub(super) fn set_frame(&mut self, slots: Value) {
        let frame = self.frame_var();
        self.b.def_var(frame, slots);
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
            Exit::MemoGet {
                kept,
                asked,
                hit,
                miss,
                fails,
            } => {
                let (hit, miss) = (self.blocks[hit], self.blocks[miss]);
                self.memo_get(*kept, asked, [hit, miss], *fails);
            }
            Exit::Statement { pc, next, exit } => {
                let (next, exit) = (self.blocks[next], exit.map(|exit| self.blocks[&exit]));
                self.statement(*pc, next, exit);
            }
            Exit::Begin {
                routine,
                given,
                resume,
                next,
            } => self.begin(*routine, given, *resume, self.blocks[next]),
            Exit::Deoptimize { frames, pc, next } => {
                self.deoptimize(frames, *pc, self.blocks[next]);
            }
            Exit::Return(value) => {
                let value = self.get(*value);
                self.b.ins().return_(&[value]);
            }
            Exit::Trap(fails) => {
                let raised = self.raised(*fails, false);
                self.b.ins().jump(raised.block, &[]);
            }
        }
    }

    fn target(&self, target: &LirBlockCall) -> (Block, Vec<BlockArg>) {
        let given = target.given.map(|value| BlockArg::Value(self.get(value)));
        (self.blocks[&target.block], given.into_iter().collect())
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
