//! The builder of a function: it numbers values and blocks, and knows where the next instruction goes.

use super::{
    ArithmeticTraps, Binary, Block, BlockCall, BlockData, Callee, Compare, Exit, Field, Function,
    InlinedFrame, Inst, Region, StackSlot, Trap, TrapId, TrapSite, Type, Unary, Value, Var, checks,
    forward,
};
use crate::lir::StepCounters;
use ludex_program::ids::Pc;
use ludex_program::memo::QueryMemo;
use ludex_rules::expr::Arithmetic;
use std::collections::BTreeMap;

/// A function in the making.
pub(crate) struct Builder {
    function: Function,
    /// The block of the next instruction.
    here: Block,
    traps: BTreeMap<Trap, TrapId>,
    ranges: BTreeMap<Value, checks::Range>,
    step_counters: BTreeMap<Vec<Var>, StepCounters>,
}

/// A reference to an instruction, so that it may be changed later.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InstRef {
    block: Block,
    inst: usize,
}

impl Builder {
    /// A function whose first block is given values of these types; and those values.
    pub(crate) fn new(
        name: String,
        has_frame: bool,
        given: &[Type],
        result: Type,
    ) -> (Builder, Vec<Value>) {
        let mut builder = Builder {
            function: Function {
                name,
                frame: has_frame.then_some(0),
                result,
                blocks: Vec::new(),
                values: Vec::new(),
                vars: Vec::new(),
                stack_slots: Vec::new(),
                traps: Vec::new(),
                step_counters: Vec::new(),
            },
            here: Block(0),
            traps: BTreeMap::new(),
            ranges: BTreeMap::new(),
            step_counters: BTreeMap::new(),
        };
        let entry = builder.block();
        let given: Vec<Value> = given.iter().map(|ty| builder.value(*ty)).collect();
        builder.function.blocks[entry.index()].given = given.clone().into();
        (builder, given)
    }

    /// Returns the function once all of it is written, without repeated checks.
    pub(crate) fn finish(mut self) -> Function {
        forward::forward(&mut self.function);
        checks::remove_needless(&mut self.function, &self.ranges);
        self.function
    }

    // ---- blocks ----

    /// A block that is given nothing.
    pub(crate) fn block(&mut self) -> Block {
        self.function.blocks.push(BlockData {
            given: Box::default(),
            insts: Vec::new(),
            exit: Exit::Open,
            cold: false,
        });
        Block(self.function.blocks.len() as u32 - 1)
    }

    /// A block that is given a value.
    pub(crate) fn block_of(&mut self, ty: Type) -> (Block, Value) {
        let (block, value) = (self.block(), self.value(ty));
        self.function.blocks[block.index()].given = Box::new([value]);
        (block, value)
    }

    /// The block that instructions go into.
    pub(crate) fn here(&self) -> Block {
        self.here
    }

    /// Continues in a block: the next instructions go there.
    pub(crate) fn go_on(&mut self, block: Block) {
        self.here = block;
    }

    /// Notes that a block is seldom reached.
    pub(crate) fn cold(&mut self, block: Block) {
        self.function.blocks[block.index()].cold = true;
    }

    /// Ends the present block, unless it has ended.
    fn exit(&mut self, exit: Exit) {
        let block = &mut self.function.blocks[self.here.index()];
        debug_assert!(block.exit == Exit::Open, "a block ends once");
        block.exit = exit;
    }

    pub(crate) fn jump(&mut self, block: Block) {
        self.exit(Exit::Jump(plain(block)));
    }

    pub(crate) fn jump_with(&mut self, block: Block, value: Value) {
        self.exit(Exit::Jump(BlockCall {
            block,
            given: Some(value),
        }));
    }

    pub(crate) fn branch(&mut self, cond: Value, yes: Block, no: Block) {
        self.branch_with(cond, plain(yes), plain(no));
    }

    pub(crate) fn branch_with(&mut self, cond: Value, yes: BlockCall, no: BlockCall) {
        self.exit(Exit::Branch { cond, yes, no });
    }

    pub(crate) fn switch(&mut self, index: Value, first: u32, to: Box<[Block]>, other: Block) {
        self.exit(Exit::Switch {
            index,
            first,
            to,
            other,
        });
    }

    pub(crate) fn memo_get(
        &mut self,
        kept: QueryMemo,
        asked: &[Value],
        [hit, miss]: [Block; 2],
        fails: TrapSite,
    ) {
        let asked = asked.into();
        self.exit(Exit::MemoGet {
            kept,
            asked,
            hit,
            miss,
            fails,
        });
    }

    pub(crate) fn statement(&mut self, pc: Pc, next: Block, exit: Option<Block>) {
        self.exit(Exit::Statement { pc, next, exit });
    }

    pub(crate) fn begin(&mut self, routine: Callee, given: Box<[Value]>, resume: Pc, next: Block) {
        self.exit(Exit::Begin {
            routine,
            given,
            resume,
            next,
        });
    }

    pub(crate) fn deoptimize(&mut self, frames: Box<[InlinedFrame]>, pc: Pc, next: Block) {
        self.exit(Exit::Deoptimize { frames, pc, next });
    }

    pub(crate) fn return_(&mut self, value: Value) {
        self.exit(Exit::Return(value));
    }

    pub(crate) fn trap(&mut self, fails: TrapSite) {
        self.exit(Exit::Trap(fails));
    }

    // ---- values ----

    fn value(&mut self, ty: Type) -> Value {
        self.function.values.push(ty);
        Value(self.function.values.len() as u32 - 1)
    }

    /// Another name for a value, of which more may be known.
    pub(crate) fn copy(&mut self, a: Value) -> Value {
        let ty = self.type_of(a);
        self.with(ty, |to| Inst::Copy { to, a })
    }

    /// Notes that a value, whenever there is one, lies between two numbers, both included.
    pub(crate) fn bound(&mut self, value: Value, low: i64, high: i64) {
        self.ranges.insert(value, (low, high));
    }

    /// The type of a value.
    pub(crate) fn type_of(&self, value: Value) -> Type {
        self.function.values[value.index()]
    }

    pub(crate) fn push(&mut self, inst: Inst) {
        self.function.blocks[self.here.index()].insts.push(inst);
    }

    /// An instruction with a value of a type.
    pub(crate) fn with(&mut self, ty: Type, inst: impl FnOnce(Value) -> Inst) -> Value {
        let to = self.value(ty);
        self.push(inst(to));
        to
    }

    pub(crate) fn constant(&mut self, ty: Type, n: i64) -> Value {
        self.with(ty, |to| Inst::Const { to, n })
    }

    fn unary(&mut self, op: Unary, ty: Type, a: Value) -> Value {
        self.with(ty, |to| Inst::Unary { op, to, a })
    }

    pub(crate) fn sign_extend(&mut self, a: Value) -> Value {
        self.unary(Unary::SignExtend, Type::Long, a)
    }

    pub(crate) fn zero_extend(&mut self, a: Value) -> Value {
        self.unary(Unary::ZeroExtend, Type::Long, a)
    }

    pub(crate) fn low(&mut self, a: Value) -> Value {
        self.unary(Unary::Low, Type::Int, a)
    }

    pub(crate) fn flag_to_int(&mut self, a: Value) -> Value {
        self.unary(Unary::FlagToInt, Type::Int, a)
    }

    pub(crate) fn int_to_flag(&mut self, a: Value) -> Value {
        self.unary(Unary::IntToFlag, Type::Flag, a)
    }

    pub(crate) fn trailing_zeros(&mut self, a: Value) -> Value {
        self.unary(Unary::TrailingZeros, Type::Long, a)
    }

    pub(crate) fn leading_zeros(&mut self, a: Value) -> Value {
        self.unary(Unary::LeadingZeros, Type::Long, a)
    }

    pub(crate) fn count_ones(&mut self, a: Value) -> Value {
        self.unary(Unary::CountOnes, Type::Long, a)
    }

    pub(crate) fn absolute(&mut self, a: Value) -> Value {
        self.unary(Unary::Absolute, Type::Int, a)
    }

    pub(crate) fn binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        let ty = self.type_of(a);
        self.with(ty, |to| Inst::Binary { op, to, a, b })
    }

    pub(crate) fn binary_n(&mut self, op: Binary, a: Value, n: i64) -> Value {
        let ty = self.type_of(a);
        self.with(ty, |to| Inst::BinaryN { op, to, a, n })
    }

    pub(crate) fn add(&mut self, a: Value, b: Value) -> Value {
        self.binary(Binary::Add, a, b)
    }

    pub(crate) fn add_n(&mut self, a: Value, n: i64) -> Value {
        if n == 0 {
            a
        } else {
            self.binary_n(Binary::Add, a, n)
        }
    }

    pub(crate) fn sub(&mut self, a: Value, b: Value) -> Value {
        self.binary(Binary::Sub, a, b)
    }

    pub(crate) fn mul_n(&mut self, a: Value, n: i64) -> Value {
        if n == 1 {
            a
        } else {
            self.binary_n(Binary::Mul, a, n)
        }
    }

    pub(crate) fn and(&mut self, a: Value, b: Value) -> Value {
        self.binary(Binary::And, a, b)
    }

    pub(crate) fn compare(&mut self, how: Compare, a: Value, b: Value) -> Value {
        self.with(Type::Flag, |to| Inst::Compare { how, to, a, b })
    }

    pub(crate) fn compare_n(&mut self, how: Compare, a: Value, n: i64) -> Value {
        self.with(Type::Flag, |to| Inst::CompareN { how, to, a, n })
    }

    pub(crate) fn select(&mut self, cond: Value, yes: Value, no: Value) -> Value {
        let ty = self.type_of(yes);
        self.with(ty, |to| Inst::Select { to, cond, yes, no })
    }

    // ---- variables, slots, memory ----

    /// A variable with a first value.
    pub(crate) fn var(&mut self, a: Value) -> Var {
        let ty = self.type_of(a);
        let var = self.new_var(ty);
        self.set(var, a);
        var
    }

    /// A variable without a value.
    pub(crate) fn new_var(&mut self, ty: Type) -> Var {
        self.function.vars.push(ty);
        Var(self.function.vars.len() as u32 - 1)
    }

    pub(crate) fn get(&mut self, var: Var) -> Value {
        let ty = self.function.vars[var.index()];
        self.with(ty, |to| Inst::Get { to, var })
    }

    pub(crate) fn set(&mut self, var: Var, a: Value) {
        self.push(Inst::Set { var, a });
    }

    pub(crate) fn count_up(&mut self, var: Var, by: i64) {
        self.push(Inst::CountUp { var, by });
    }

    /// The value of a slot of the frame, which must then be that large.
    pub(crate) fn slot(&mut self, slot: u16) -> Value {
        self.reach(slot);
        self.with(Type::Int, |to| Inst::Slot { to, slot })
    }

    pub(crate) fn set_slot(&mut self, slot: u16, a: Value) {
        self.reach(slot);
        self.push(Inst::SetSlot { slot, a });
    }

    fn reach(&mut self, slot: u16) {
        let slots = self.function.frame.unwrap_or(0).max(slot + 1);
        self.function.frame = Some(slots);
    }

    pub(crate) fn field(&mut self, field: Field) -> Value {
        self.with(field.ty(), |to| Inst::Field { to, field })
    }

    pub(crate) fn set_field(&mut self, field: Field, a: Value) {
        self.push(Inst::SetField { field, a });
    }

    pub(crate) fn load(&mut self, from: Region, index: Value) -> Value {
        self.load_at(from, index, 0)
    }

    pub(crate) fn load_at(&mut self, from: Region, index: Value, plus: i32) -> Value {
        self.with(Type::Int, |to| Inst::Load {
            to,
            from,
            index,
            plus,
        })
    }

    /// Reads two elements beside each other as a long.
    pub(crate) fn load_long(&mut self, from: Region, index: Value, plus: i32) -> Value {
        self.with(Type::Long, |to| Inst::LoadLong {
            to,
            from,
            index,
            plus,
        })
    }

    /// A stack slot for so many ints.
    pub(crate) fn stack_slot(&mut self, size: usize) -> StackSlot {
        self.function.stack_slots.push(size);
        StackSlot(self.function.stack_slots.len() as u32 - 1)
    }

    // ---- traps ----

    /// A trap of the function, and the counters that it charges.
    pub(crate) fn trap_site(&mut self, trap: Trap, counters: &[Var]) -> TrapSite {
        let next = TrapId(self.function.traps.len() as u32);
        let id = *self.traps.entry(trap).or_insert(next);
        if id == next {
            self.function.traps.push(trap);
        }
        TrapSite {
            trap: id,
            counters: self.step_counters(counters),
        }
    }

    /// The number of a list of counters.
    pub(crate) fn step_counters(&mut self, counters: &[Var]) -> StepCounters {
        let next = StepCounters(self.function.step_counters.len() as u32);
        let number = *self.step_counters.entry(counters.to_vec()).or_insert(next);
        if number == next {
            self.function.step_counters.push(counters.into());
        }
        number
    }

    pub(crate) fn arithmetic(
        &mut self,
        op: Arithmetic,
        a: Value,
        b: Value,
        fails: ArithmeticTraps,
    ) -> Value {
        self.with(Type::Int, |to| Inst::Arithmetic {
            op,
            to,
            a,
            b,
            fails,
        })
    }

    /// Notes the statement being done. It can be silenced.
    pub(crate) fn at(&mut self, pc: Pc) -> InstRef {
        self.push(Inst::At { pc, silent: false });
        let insts = self.function.blocks[self.here.index()].insts.len();
        InstRef {
            block: self.here,
            inst: insts - 1,
        }
    }

    /// Makes an `At` silent: nothing in its statement asks for it.
    pub(crate) fn silence(&mut self, inst: InstRef) {
        let block = &mut self.function.blocks[inst.block.index()];
        if let Some(Inst::At { silent, .. }) = block.insts.get_mut(inst.inst) {
            *silent = true;
        }
    }
}

fn plain(block: Block) -> BlockCall {
    BlockCall { block, given: None }
}
