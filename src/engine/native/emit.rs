//! A function of machine code in the making: slots, addresses, branches, calls.

use super::host::{HOSTS, Host};
use super::tables::Tables;
use super::trap::{At, Place, Raised, Trap, Wrong};
use crate::engine::machine::Machine;
use crate::engine::native::Raw;
use crate::program::Program;
use crate::program::node::NodeId;
use cranelift_codegen::Context;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, FuncRef, Inst, InstBuilder, MemFlagsData, SigRef, Signature,
    StackSlotData, StackSlotKind, Type, Value, types,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Linkage, Module, ModuleError};
use std::collections::BTreeMap;
use std::mem::offset_of;

pub(super) use types::{I8, I16, I32, I64};

/// Functions as text.
#[derive(Default)]
pub(super) struct Written {
    pub(super) texts: BTreeMap<FuncId, String>,
    /// The tables of the function being made, each with a number.
    tables: BTreeMap<usize, i64>,
}

/// What was made, or why the machine has no code for it.
pub(super) type Made<T> = Result<T, Box<ModuleError>>;

/// The module being made, and what is declared in it.
pub(super) struct Code {
    pub(super) module: JITModule,
    hosts: Vec<FuncId>,
    /// For each query, its function.
    pub(super) queries: Vec<FuncId>,
    /// Moves a piece to the top of a place.
    pub(super) relocate: FuncId,
    /// The faults that code may raise, as far as it is made.
    pub(super) traps: Vec<Trap>,
    /// The text of each function, when it is only to be read.
    pub(super) written: Option<Written>,
    context: Context,
    building: FunctionBuilderContext,
}

impl Code {
    pub(super) fn new(mut module: JITModule, program: &Program) -> Made<Code> {
        let relocate =
            module.declare_anonymous_function(&signature(&module, &[I64, I32, I32], Some(I32)))?;
        let mut code = Code {
            context: module.make_context(),
            module,
            hosts: Vec::new(),
            queries: Vec::new(),
            relocate,
            traps: Vec::new(),
            written: None,
            building: FunctionBuilderContext::new(),
        };
        for host in HOSTS {
            let signature = code.signature(host.params, host.result);
            let id = code
                .module
                .declare_function(host.name, Linkage::Import, &signature)?;
            code.hosts.push(id);
        }
        for query in &program.queries {
            let signature = code.query_signature(usize::from(query.params));
            code.queries
                .push(code.module.declare_anonymous_function(&signature)?);
        }
        Ok(code)
    }

    pub(super) fn signature(&self, params: &[Type], result: Option<Type>) -> Signature {
        signature(&self.module, params, result)
    }

    /// A query takes the machine, `you` and its arguments.
    pub(super) fn query_signature(&self, params: usize) -> Signature {
        let mut all = vec![I64];
        all.resize(params + 2, I32);
        self.signature(&all, Some(I32))
    }

    /// Makes a function; `write` writes its text, given the arguments. Returns how many slots its frame must have.
    pub(super) fn function(
        &mut self,
        id: FuncId,
        signature: Signature,
        program: &Program,
        tables: &Tables,
        write: impl FnOnce(&mut Emit<'_>, &[Value]),
    ) -> Made<usize> {
        let target = self.module.target_config();
        let mut context = std::mem::replace(&mut self.context, self.module.make_context());
        let mut building = std::mem::take(&mut self.building);
        context.func.signature = signature;
        if let Some(written) = &mut self.written {
            written.tables.clear();
        }
        let mut b = FunctionBuilder::new(&mut context.func, &mut building);
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let args = b.block_params(entry).to_vec();
        let bases = Bases::read(&mut b, args[0]);
        let mut emit = Emit {
            m: args[0],
            at: None,
            calls: false,
            raised: BTreeMap::new(),
            stopped: None,
            slots: Slots::Own(BTreeMap::new()),
            seen: Vec::new(),
            deepest: 0,
            bases,
            refs: BTreeMap::new(),
            program,
            tables,
            code: self,
            b,
        };
        write(&mut emit, &args);
        emit.write_traps();
        let (mut b, deepest) = (emit.b, emit.deepest);
        b.seal_all_blocks();
        b.finalize(target);
        if let Some(written) = &mut self.written {
            written.texts.insert(id, context.func.display().to_string());
        }
        self.module.define_function(id, &mut context)?;
        self.module.clear_context(&mut context);
        (self.context, self.building) = (context, building);
        Ok(deepest)
    }
}

fn signature(module: &JITModule, params: &[Type], result: Option<Type>) -> Signature {
    let mut signature = module.make_signature();
    signature
        .params
        .extend(params.iter().map(|ty| AbiParam::new(*ty)));
    signature.returns.extend(result.map(AbiParam::new));
    signature
}

/// Where names of the rules stand.
pub(super) enum Slots {
    /// In registers: nothing outside needs them.
    Own(BTreeMap<u16, Variable>),
    /// In the frame of a statement, at this address.
    Frame(Value),
}

/// Addresses of the state's buffers.
#[derive(Clone, Copy)]
pub(super) struct Bases {
    pub(super) memory: Value,
    pub(super) pieces: Value,
    pub(super) places: Value,
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

/// A function being written.
pub(super) struct Emit<'a> {
    pub(super) b: FunctionBuilder<'a>,
    pub(super) program: &'a Program,
    pub(super) tables: &'a Tables,
    pub(super) code: &'a mut Code,
    /// The machine.
    pub(super) m: Value,
    pub(super) slots: Slots,
    /// For each walk that is being written, the innermost last, how many members it saw.
    pub(super) seen: Vec<Variable>,
    /// Slots of a frame that were used.
    deepest: usize,
    /// The instruction that is being written.
    pub(super) at: Option<At>,
    /// Whether something was called since this was last set to false.
    pub(super) calls: bool,
    /// Where the function goes when the rules fail, for each fault and the counters of walks whose steps are not yet taken.
    pub(super) raised: BTreeMap<(Trap, Vec<u32>), Raised>,
    /// Where it goes when a fault is noted already.
    pub(super) stopped: Option<Block>,
    pub(super) bases: Bases,
    refs: BTreeMap<FuncId, FuncRef>,
}

/// The register of a slot.
fn register(
    b: &mut FunctionBuilder<'_>,
    slots: &mut BTreeMap<u16, Variable>,
    slot: u16,
) -> Variable {
    *slots.entry(slot).or_insert_with(|| b.declare_var(I32))
}

/// Memory that is there and aligned, as the promises of this room say.
pub(super) fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

impl Emit<'_> {
    // ---- numbers ----

    pub(super) fn int(&mut self, n: i32) -> Value {
        self.b.ins().iconst(I32, i64::from(n))
    }

    pub(super) fn address<T>(&mut self, table: &[T]) -> Value {
        let address = table.as_ptr() as usize;
        let shown = self.code.written.as_mut().map(|written| {
            let next = 0x1000 * (written.tables.len() as i64 + 1);
            *written.tables.entry(address).or_insert(next)
        });
        self.b.ins().iconst(I64, shown.unwrap_or(address as i64))
    }

    /// A field of the machine.
    pub(super) fn field(&mut self, ty: Type, offset: usize) -> Value {
        self.b.ins().load(ty, trusted(), self.m, offset as i32)
    }

    pub(super) fn set_field(&mut self, value: Value, offset: usize) {
        self.b.ins().store(trusted(), value, self.m, offset as i32);
    }

    pub(super) fn is(&mut self, value: Value, n: i32) -> Value {
        self.b.ins().icmp_imm_s(IntCC::Equal, value, i64::from(n))
    }

    /// The element of a table at a number known to be inside it.
    pub(super) fn element(&mut self, ty: Type, base: Value, index: Value, size: u32) -> Value {
        let at = self.element_at(base, index, size, 0);
        self.b.ins().load(ty, trusted(), at, 0)
    }

    /// Where an element of a table stands, and from there a field.
    pub(super) fn element_at(
        &mut self,
        base: Value,
        index: Value,
        size: u32,
        field: usize,
    ) -> Value {
        let wide = self.b.ins().uextend(I64, index);
        let offset = if size.is_power_of_two() {
            self.b
                .ins()
                .ishl_imm_u(wide, i64::from(size.trailing_zeros()))
        } else {
            self.b.ins().imul_imm_u(wide, i64::from(size))
        };
        let at = self.b.ins().iadd(base, offset);
        if field == 0 {
            at
        } else {
            self.b.ins().iadd_imm_u(at, field as i64)
        }
    }

    /// The rules fail unless an index, as a number without sign, is below a length. What the rules refer to is there, so what it
    /// was made of is `none`.
    pub(super) fn check_below(&mut self, index: Value, length: usize, place: Place) {
        let outside =
            self.b
                .ins()
                .icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, index, length as i64);
        self.trap_if(outside, Wrong::OfNone, place);
    }

    /// `none` has no attributes, no neighbours and no board.
    pub(super) fn fail_if_none(&mut self, value: Value, place: Place) {
        let none = self.is(value, crate::rules::game::NONE);
        self.trap_if(none, Wrong::OfNone, place);
    }

    // ---- slots ----

    pub(super) fn slot(&mut self, slot: u16) -> Value {
        match &mut self.slots {
            Slots::Frame(frame) => {
                self.deepest = self.deepest.max(usize::from(slot) + 1);
                let at = i32::from(slot) * 4;
                self.b.ins().load(I32, trusted(), *frame, at)
            }
            Slots::Own(slots) => {
                let var = register(&mut self.b, slots, slot);
                self.b.use_var(var)
            }
        }
    }

    pub(super) fn set_slot(&mut self, slot: u16, value: Value) {
        match &mut self.slots {
            Slots::Frame(frame) => {
                self.deepest = self.deepest.max(usize::from(slot) + 1);
                let at = i32::from(slot) * 4;
                self.b.ins().store(trusted(), value, *frame, at);
            }
            Slots::Own(slots) => {
                let var = register(&mut self.b, slots, slot);
                self.b.def_var(var, value);
            }
        }
    }

    /// Writes something with names of its own, the first of which are given.
    pub(super) fn scope<R>(&mut self, given: &[Value], write: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.slots, Slots::Own(BTreeMap::new()));
        for (slot, value) in given.iter().enumerate() {
            self.set_slot(slot as u16, *value);
        }
        let result = write(self);
        self.slots = outer;
        result
    }

    // ---- flow ----

    pub(super) fn block(&mut self) -> Block {
        self.b.create_block()
    }

    pub(super) fn go_on(&mut self, block: Block) {
        self.b.switch_to_block(block);
    }

    pub(super) fn jump(&mut self, block: Block) {
        self.b.ins().jump(block, &[]);
    }

    pub(super) fn jump_with(&mut self, block: Block, value: Value) {
        self.b.ins().jump(block, &[BlockArg::Value(value)]);
    }

    /// A block that is given a number.
    pub(super) fn block_of(&mut self, ty: Type) -> (Block, Value) {
        let block = self.b.create_block();
        let value = self.b.append_block_param(block, ty);
        (block, value)
    }

    /// A variable of the function itself.
    pub(super) fn counter(&mut self, ty: Type, start: i64) -> Variable {
        let var = self.b.declare_var(ty);
        let start = self.b.ins().iconst(ty, start);
        self.b.def_var(var, start);
        var
    }

    pub(super) fn count_up(&mut self, var: Variable, by: i64) {
        let old = self.b.use_var(var);
        let new = self.b.ins().iadd_imm_s(old, by);
        self.b.def_var(var, new);
    }

    /// Room of the function's own, and its address.
    pub(super) fn room(&mut self, bytes: u32) -> Value {
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(
            StackSlotKind::ExplicitSlot,
            bytes,
            3,
        ));
        self.b.ins().stack_addr(I64, slot, 0)
    }

    // ---- calls ----

    /// Asks the engine for something to be done.
    pub(super) fn host(&mut self, host: Host, args: &[Value]) {
        self.call_host(host, args);
    }

    /// Asks the engine for a number.
    pub(super) fn asked(&mut self, host: Host, args: &[Value]) -> Value {
        let call = self.call_host(host, args);
        self.answer(call)
    }

    fn call_host(&mut self, host: Host, args: &[Value]) -> Inst {
        let id = self.code.hosts[host as usize];
        if host.may_fail() {
            self.pay_walks();
        }
        let mut all = vec![self.m];
        all.extend_from_slice(args);
        self.call(id, &all)
    }

    pub(super) fn call(&mut self, id: FuncId, args: &[Value]) -> Inst {
        self.calls = true;
        let func = match self.refs.get(&id) {
            Some(known) => *known,
            None => {
                let func = self.code.module.declare_func_in_func(id, self.b.func);
                self.refs.insert(id, func);
                func
            }
        };
        self.b.ins().call(func, args)
    }

    /// What a call gives back.
    pub(super) fn answer(&mut self, call: Inst) -> Value {
        // INVARIANT: asked only of queries, of texts of rows, of the move of a piece and of host functions that answer,
        // all of which are declared with one result; every function of every game is made in `tests/play/speed.rs`.
        let results = self.b.inst_results(call);
        *results
            .first()
            .unwrap_or_else(|| unreachable!("it has a result"))
    }

    pub(super) fn import(&mut self, signature: Signature) -> SigRef {
        self.b.import_signature(signature)
    }

    /// Steps left until the next decision.
    pub(super) fn steps_left(&mut self) -> Value {
        self.field(I64, offset_of!(Machine<'static>, steps))
    }

    /// Takes a step, or fails when none is left. Returns how many were left before.
    pub(super) fn take_step(&mut self) -> Value {
        let before = self.steps_left();
        let spent = (self.b.ins()).icmp_imm_s(IntCC::SignedLessThanOrEqual, before, 0);
        self.trap_if(spent, Wrong::Endless, Place::Statement);
        let left = self.b.ins().iadd_imm_s(before, -1);
        self.set_field(left, offset_of!(Machine<'static>, steps));
        before
    }

    /// Takes so many steps, or fails when there are less.
    pub(super) fn take_steps(&mut self, steps: Value) {
        let before = self.steps_left();
        let spent = self.b.ins().icmp(IntCC::SignedLessThan, before, steps);
        self.trap_if(spent, Wrong::Endless, Place::Statement);
        let left = self.b.ins().isub(before, steps);
        self.set_field(left, offset_of!(Machine<'static>, steps));
    }

    /// As `take_steps`, of a number of 32 bits that is not below 0.
    pub(super) fn take_steps_of(&mut self, count: Value) {
        let steps = self.b.ins().uextend(I64, count);
        self.take_steps(steps);
    }

    /// Takes the steps of all walks that are left at once.
    pub(super) fn leave_walks(&mut self) {
        if let Some(all) = self.sum_of(&self.seen.clone()) {
            self.take_steps(all);
        }
    }

    /// Takes the steps of the walks so far before something is called that may fail, even if fewer are left: whatever fails then
    /// finds that they ran out first.
    pub(super) fn pay_walks(&mut self) {
        let walks = self.seen.clone();
        self.pay(&walks);
        for seen in walks {
            let zero = self.b.ins().iconst(I64, 0);
            self.b.def_var(seen, zero);
        }
    }

    /// Takes the steps that some counters hold.
    pub(super) fn pay(&mut self, counters: &[Variable]) {
        if let Some(all) = self.sum_of(counters) {
            let before = self.steps_left();
            let left = self.b.ins().isub(before, all);
            self.set_field(left, offset_of!(Machine<'static>, steps));
        }
    }

    /// The sum of counters; none of none.
    fn sum_of(&mut self, counters: &[Variable]) -> Option<Value> {
        let (first, rest) = counters.split_first()?;
        let first = self.b.use_var(*first);
        Some(rest.iter().fold(first, |sum, counter| {
            let counter = self.b.use_var(*counter);
            self.b.ins().iadd(sum, counter)
        }))
    }

    /// Nodes of a list.
    pub(super) fn list(&self, (start, count): (u32, u16)) -> Vec<NodeId> {
        let start = start as usize;
        self.program.node_lists[start..start + usize::from(count)].to_vec()
    }

    pub(super) fn pair(&self, at: u32) -> (NodeId, NodeId) {
        let at = at as usize;
        (self.program.node_lists[at], self.program.node_lists[at + 1])
    }
}
