//! The interpreter: runs functions of `lir`. It defines what they mean; machine code (`ludex-jit`) does the same faster.
//!
//! Enters: a machine and a function. Leaves: its result, and a machine changed by it. It runs everywhere, begins at once, and
//! while events are recorded it tells them.

use crate::fault::FaultKind;
use crate::lir::{
    ArithmeticTraps, Binary, BlockCall, Callee, Compare, Exit, Field, Function, Host, Inst,
    ListFunction, ProgramTable, Region, StepCounters, TrapSite, Type, Unary, Value,
};
use crate::lower::{RoutineExit, Slice};
use crate::machine::Machine;
use crate::machine::executable::Executable;
use crate::machine::memo::{Key, MemoProbe};
use crate::runtime::host;
use ludex_program::ids::{Address, NodeId, PieceId, SpotId};
use ludex_rules::game::NONE;
use ludex_rules::ids::{QueryId, RoutineId};
use ludex_rules::numbers::{self, NoNumber};
use ludex_rules::table::widened;

/// Registers of a function that costs nothing to set aside.
const FEW: usize = 48;

/// Arguments of a call of the engine.
const MOST_ARGS: usize = 4;

impl Machine<'_> {
    /// Runs a function in a frame, given its arguments. After a fault the result means nothing.
    pub(crate) fn interpret(&mut self, function: &Function, f: &mut [i32], given: &[i32]) -> i64 {
        self.with_registers(function, f, |registers| {
            for (register, given) in registers.iter_mut().zip(given) {
                *register = i64::from(*given);
            }
        })
    }

    fn with_registers(
        &mut self,
        function: &Function,
        f: &mut [i32],
        fill: impl FnOnce(&mut [i64]),
    ) -> i64 {
        let size = function.registers();
        if size <= FEW {
            let mut registers = [0; FEW];
            fill(&mut registers);
            return Interpreter::new(self, function, &mut registers).run(f);
        }
        let mut registers = self.work.registers.pop().unwrap_or_default();
        if registers.len() < size {
            registers.resize(size, 0);
        }
        // A variable that was not written is 0.
        let vars = function.values.len();
        registers[vars..vars + function.vars.len()].fill(0);
        fill(&mut registers);
        let result = Interpreter::new(self, function, &mut registers).run(f);
        self.work.registers.push(registers);
        result
    }
}

impl Function {
    /// Its registers: values come first, then variables, then stack slots.
    pub(crate) fn registers(&self) -> usize {
        let in_slots: usize = self.stack_slots.iter().sum();
        self.values.len() + self.vars.len() + in_slots
    }

    /// The register of the first number of a stack slot.
    fn stack_slot(&self, slot: usize) -> usize {
        let before: usize = self.stack_slots[..slot].iter().sum();
        self.values.len() + self.vars.len() + before
    }
}

/// A function being run.
struct Interpreter<'r, 'm, 'a> {
    m: &'r mut Machine<'m>,
    function: &'a Function,
    /// Ints are kept with their sign, flags as 0 and 1.
    registers: &'r mut [i64],
    /// The register of the first variable.
    vars: usize,
}

/// The function has failed.
struct Stop;

impl<'r, 'm, 'a> Interpreter<'r, 'm, 'a> {
    fn new(m: &'r mut Machine<'m>, function: &'a Function, registers: &'r mut [i64]) -> Self {
        Interpreter {
            m,
            function,
            registers,
            vars: function.values.len(),
        }
    }

    fn run(&mut self, f: &mut [i32]) -> i64 {
        let mut block = 0;
        loop {
            let code = &self.function.blocks[block];
            for inst in &code.insts {
                if let Err(Stop) = self.step(inst, f) {
                    return 0;
                }
            }
            let next = match &code.exit {
                Exit::Return(value) => return self.get(*value),
                Exit::Jump(target) => Ok(self.go(target)),
                Exit::Branch { cond, yes, no } => Ok(match self.get(*cond) {
                    0 => self.go(no),
                    _ => self.go(yes),
                }),
                Exit::Statement { pc, .. } => return RoutineExit::Whole.packed(pc.next()),
                Exit::Begin {
                    routine,
                    given,
                    resume,
                    ..
                } => return self.begin(*routine, given).packed(*resume),
                Exit::Switch { .. }
                | Exit::MemoGet { .. }
                | Exit::Deoptimize { .. }
                | Exit::Trap(_)
                | Exit::Open => self.leave(&code.exit),
            };
            match next {
                Ok(next) => block = next,
                Err(Stop) => return 0,
            }
        }
    }

    #[inline(always)]
    fn go(&mut self, target: &BlockCall) -> usize {
        let next = target.block.index();
        if let Some(given) = target.given {
            let to = self.function.blocks[next].given[0];
            self.registers[to.index()] = self.get(given);
        }
        next
    }

    /// Leaves `you` and arguments for a routine, which whoever runs this begins.
    fn begin(&mut self, routine: Callee, given: &[Value]) -> RoutineExit {
        let registers = &*self.registers;
        let values = given.iter().map(|value| registers[value.index()] as i32);
        self.m.pass(values);
        RoutineExit::Enter(match routine {
            Callee::Direct(number) => number,
            Callee::Indirect(value) => RoutineId::from_value(self.int(value)),
        })
    }

    /// The rarer ends of a block.
    fn leave(&mut self, exit: &Exit) -> Result<usize, Stop> {
        match exit {
            Exit::Switch {
                index,
                first,
                to,
                other,
            } => {
                let n = widened((self.int(*index) as u32).wrapping_sub(*first));
                Ok(to.get(n).unwrap_or(other).index())
            }
            Exit::MemoGet {
                kept,
                asked,
                hit,
                miss,
                fails,
            } => {
                let (key, probe) = (self.key(asked), MemoProbe::of(*kept));
                match self.m.remembered(&probe, &key) {
                    None => Ok(miss.index()),
                    Some((value, cost)) => {
                        self.consume_fuel(i64::from(cost), *fails)?;
                        let to = self.function.blocks[hit.index()].given[0];
                        self.registers[to.index()] = i64::from(value);
                        Ok(hit.index())
                    }
                }
            }
            Exit::Trap(fails) => Err(self.trap(*fails, 0)),
            // `run` does these; a block without an end is none.
            Exit::Open
            | Exit::Return(_)
            | Exit::Jump(_)
            | Exit::Branch { .. }
            | Exit::Statement { .. }
            | Exit::Begin { .. }
            // Only machine code has routines without frames.
            | Exit::Deoptimize { .. } => Err(self.misled()),
        }
    }

    #[inline(always)]
    fn get(&self, value: Value) -> i64 {
        self.registers[value.index()]
    }

    #[inline(always)]
    fn int(&self, value: Value) -> i32 {
        self.registers[value.index()] as i32
    }

    #[inline(always)]
    fn set(&mut self, to: Value, value: i64) {
        self.registers[to.index()] = value;
    }

    /// Executes one instruction of a block.
    #[inline(always)]
    fn step(&mut self, inst: &Inst, f: &mut [i32]) -> Result<(), Stop> {
        match inst {
            Inst::Const { to, n } => self.set(*to, *n),
            Inst::Copy { to, a } => self.set(*to, self.get(*a)),
            Inst::Get { to, var } => {
                let value = self.registers[self.vars + var.index()];
                self.set(*to, value);
            }
            Inst::Set { var, a } => self.registers[self.vars + var.index()] = self.get(*a),
            Inst::CountUp { var, by } => {
                let counter = &mut self.registers[self.vars + var.index()];
                *counter = within(self.function.vars[var.index()], counter.wrapping_add(*by));
            }
            Inst::Slot { to, slot } => self.set(*to, i64::from(f[usize::from(*slot)])),
            Inst::SetSlot { slot, a } => f[usize::from(*slot)] = self.int(*a),
            Inst::Load {
                to,
                from,
                index,
                plus,
            } => {
                let at = (self.int(*index) as u32).wrapping_add_signed(*plus);
                let value = self.load(*from, at);
                self.set(*to, value);
            }
            Inst::LoadLong {
                to,
                from,
                index,
                plus,
            } => {
                let at = (self.int(*index) as u32).wrapping_add_signed(*plus);
                let value = self.load(*from, at);
                let value = if *from == Region::Memory {
                    let high = self.load(*from, at.wrapping_add(1));
                    high << 32 | i64::from(value as u32)
                } else {
                    value
                };
                self.set(*to, value);
            }
            Inst::Below { a, length, fails } => {
                if self.int(*a) as u32 >= *length {
                    return Err(self.trap(*fails, 0));
                }
            }
            Inst::Some { a, fails } => {
                if self.int(*a) == NONE {
                    return Err(self.trap(*fails, 0));
                }
            }
            Inst::Compare { how, to, a, b } => {
                let holds = compare(*how, self.get(*a), self.get(*b));
                self.set(*to, i64::from(holds));
            }
            Inst::CompareN { how, to, a, n } => {
                let n = within(self.ty(*a), *n);
                let holds = compare(*how, self.get(*a), n);
                self.set(*to, i64::from(holds));
            }
            Inst::Binary { op, to, a, b } => {
                let value = binary(*op, self.ty(*to), self.get(*a), self.get(*b));
                self.set(*to, value);
            }
            Inst::BinaryN { op, to, a, n } => {
                let ty = self.ty(*to);
                let value = binary(*op, ty, self.get(*a), within(ty, *n));
                self.set(*to, value);
            }
            Inst::Unary { op, to, a } => {
                let value = unary(*op, self.get(*a));
                self.set(*to, value);
            }
            Inst::Select { to, cond, yes, no } => {
                let value = if self.get(*cond) != 0 { *yes } else { *no };
                let value = self.get(value);
                self.set(*to, value);
            }
            Inst::Arithmetic {
                op,
                to,
                a,
                b,
                fails,
            } => match numbers::arithmetic(*op, self.int(*a), self.int(*b)) {
                Ok(value) => self.set(*to, i64::from(value)),
                Err(why) => return Err(self.no_number(why, *fails)),
            },
            Inst::Query { to, query, args } => {
                let value = self.query(*query, args);
                self.set(*to, value);
                self.go_on()?;
            }
            Inst::ConsumeFuelUnit { fails } => self.consume_fuel(1, *fails)?,
            Inst::ConsumeFuel { amount, fails } => self.consume_fuel(self.get(*amount), *fails)?,
            Inst::ChargeFuel { counters } => self.charge_fuel(*counters, true),
            Inst::Host { to, host, args } => {
                self.host(*to, *host, args);
                self.go_on()?;
            }
            Inst::List { to, lister, you } => {
                let found = self.list(*lister, *you, f);
                self.set(*to, found);
                self.go_on()?;
            }
            Inst::Number { .. }
            | Inst::Field { .. }
            | Inst::SetField { .. }
            | Inst::Write { .. }
            | Inst::StackStore { .. }
            | Inst::StackLoad { .. }
            | Inst::Within { .. }
            | Inst::TrapIf { .. }
            | Inst::StopIf { .. }
            | Inst::At { .. }
            | Inst::Text { .. }
            | Inst::MemoPut { .. }
            | Inst::AddOption { .. }
            | Inst::IsChosen { .. }
            | Inst::Arguments { .. } => self.rare(inst, f)?,
        }
        Ok(())
    }

    /// Does one of the rarer instructions.
    fn rare(&mut self, inst: &Inst, f: &[i32]) -> Result<(), Stop> {
        match inst {
            Inst::Number { to, a, fails } => match numbers::number(self.get(*a)) {
                Ok(value) => self.set(*to, i64::from(value)),
                Err(_) => return Err(self.trap(*fails, 0)),
            },
            Inst::Field { to, field } => {
                let value = self.field(*field);
                self.set(*to, value);
            }
            Inst::SetField { field, a } => self.set_field(*field, self.get(*a)),
            Inst::Write { var, address, a } => {
                let address = Address::from_value(self.int(*address));
                self.m.write(*var, address, self.int(*a));
            }
            Inst::StackStore { slot, n, a } => {
                let at = self.function.stack_slot(slot.index()) + n;
                self.registers[at] = self.get(*a);
            }
            Inst::StackLoad { to, slot, index } => {
                let at = self.function.stack_slot(slot.index()) + widened(self.int(*index) as u32);
                let value = self.registers[at];
                self.set(*to, value);
            }
            Inst::Within {
                a,
                low,
                high,
                fails,
            } => {
                let value = self.get(*a);
                let is_none = self.ty(*a) == Type::Int && value == i64::from(NONE);
                if !is_none && !(i64::from(*low)..=i64::from(*high)).contains(&value) {
                    return Err(self.trap(*fails, value));
                }
            }
            Inst::TrapIf { cond, fails } => {
                if self.get(*cond) != 0 {
                    return Err(self.trap(*fails, 0));
                }
            }
            Inst::StopIf { cond } => {
                if self.get(*cond) != 0 {
                    return Err(Stop);
                }
            }
            Inst::At { pc, .. } => {
                self.m.at = *pc;
                if self.m.work.events.is_some() {
                    // Events tell where in the text their causes stand.
                    self.m.goto(pc.next());
                    if self.m.work.observer.is_some() && !self.m.observe(*pc, f) {
                        return Err(Stop);
                    }
                }
            }
            Inst::Text {
                to, query, args, ..
            } => {
                let value = self.query(QueryId::from_value(self.int(*query)), args);
                self.set(*to, value);
                self.go_on()?;
            }
            Inst::MemoPut {
                query,
                asked,
                value,
                before,
            } => {
                let cost = self.m.cost_since(self.get(*before));
                let (key, value) = (self.key(asked), self.int(*value));
                if let Some(kept) = self.m.program.queries[*query].kept {
                    self.m.remember(kept, key, value, cost);
                }
            }
            Inst::AddOption { values, .. } => return self.add_option(values),
            Inst::IsChosen {
                to,
                begin,
                end,
                values,
            } => {
                let ends = [self.int(*begin), self.int(*end)];
                let registers = &*self.registers;
                let values = values.iter().map(|value| registers[value.index()] as i32);
                let chosen = self.m.is_among(ends, values);
                self.set(*to, i64::from(chosen));
            }
            Inst::Arguments { values } => {
                let registers = &*self.registers;
                self.m
                    .pass(values.iter().map(|value| registers[value.index()] as i32));
            }
            // `step` does these.
            Inst::Const { .. }
            | Inst::Unary { .. }
            | Inst::Binary { .. }
            | Inst::BinaryN { .. }
            | Inst::Compare { .. }
            | Inst::CompareN { .. }
            | Inst::Select { .. }
            | Inst::Arithmetic { .. }
            | Inst::Copy { .. }
            | Inst::Get { .. }
            | Inst::Set { .. }
            | Inst::CountUp { .. }
            | Inst::Slot { .. }
            | Inst::SetSlot { .. }
            | Inst::Load { .. }
            | Inst::LoadLong { .. }
            | Inst::Below { .. }
            | Inst::Some { .. }
            | Inst::ConsumeFuel { .. }
            | Inst::ConsumeFuelUnit { .. }
            | Inst::ChargeFuel { .. }
            | Inst::Host { .. }
            | Inst::List { .. }
            | Inst::Query { .. } => return Err(self.misled()),
        }
        Ok(())
    }

    /// The interpreter does not know what it came to: a mistake of ours, which nobody may take for an answer.
    #[cold]
    fn misled(&mut self) -> Stop {
        self.m.fail_here(FaultKind::Disagreement);
        Stop
    }

    fn ty(&self, value: Value) -> Type {
        self.function.values[value.index()]
    }

    // ---- memory ----

    #[inline(always)]
    fn load(&self, from: Region, at: u32) -> i64 {
        let state = &*self.m.state;
        match from {
            Region::Memory => i64::from(state.memory[Address::numbered(at)]),
            Region::First => i64::from(state.places[SpotId::numbered(at)].first.value()),
            Region::Last => i64::from(state.places[SpotId::numbered(at)].last.value()),
            Region::Count => i64::from(state.places[SpotId::numbered(at)].count as i32),
            Region::PlaceOf => i64::from(state.pieces[PieceId::numbered(at)].place.value()),
            Region::Next => i64::from(state.pieces[PieceId::numbered(at)].next.value()),
            Region::Previous => i64::from(state.pieces[PieceId::numbered(at)].previous.value()),
            Region::Known => i64::from(state.pieces[PieceId::numbered(at)].known.bits() as i32),
            Region::Options => i64::from(self.m.work.options.value(widened(at))),
            Region::Table(ProgramTable::Rows) => i64::from(self.m.program.layout.rows[widened(at)]),
            Region::Table(table) => match self.executable().tables(self.m.program).slice(table) {
                Slice::Short(all) => i64::from(all[widened(at)]),
                Slice::Int(all) => i64::from(all[widened(at)]),
                Slice::Long(all) => all[widened(at)],
            },
        }
    }

    fn field(&self, field: Field) -> i64 {
        match field {
            Field::Fuel => self.m.steps,
            Field::Depth => self.m.depth as i64,
            Field::Asking => i64::from(self.m.asking.value()),
            Field::Players => i64::from(self.m.players),
            // Lossless: all are counts far below the largest long.
            Field::ChoicesLeft => self.m.chance.left as i64,
            Field::Listed => self.m.values_listed() as i64,
            // Nothing is lent.
            Field::OptionRoom => 0,
            Field::Frames => self.m.state.frames.len() as i64,
        }
    }

    fn set_field(&mut self, field: Field, value: i64) {
        match field {
            Field::Fuel => self.m.steps = value,
            // Lossless: code writes back what it read, or one more.
            Field::Depth => self.m.depth = value as usize,
            Field::Asking => self.m.asking = NodeId::numbered(value as u32),
            // The verifier refuses to write these, and where there is no room for options nobody writes how many are listed.
            Field::Players
            | Field::ChoicesLeft
            | Field::Listed
            | Field::OptionRoom
            | Field::Frames => {
                self.misled();
            }
        }
    }

    // ---- calls ----

    fn executable(&self) -> &'m Executable {
        self.m.executable
    }

    #[inline(never)]
    fn query(&mut self, query: QueryId, args: &[Value]) -> i64 {
        let function = self.executable().query(self.m.program, query);
        let registers = &*self.registers;
        self.m.with_registers(function, &mut [], |given| {
            for (to, arg) in given.iter_mut().zip(args) {
                *to = registers[arg.index()];
            }
        })
    }

    fn list(&mut self, lister: ListFunction, you: Value, f: &mut [i32]) -> i64 {
        let given = [self.int(you), 0];
        let (executable, program) = (self.executable(), self.m.program);
        match lister {
            ListFunction::Action(action) => {
                let function = executable.action(program, action);
                self.m.interpret(function, &mut [], &given)
            }
            ListFunction::Choice(site) => {
                let function = executable.choice(program, site);
                function.map_or(0, |function| self.m.interpret(function, f, &given))
            }
        }
    }

    fn host(&mut self, to: Option<Value>, host: Host, args: &[Value]) {
        let mut given = [0; MOST_ARGS];
        for (to, arg) in given.iter_mut().zip(args) {
            *to = self.get(*arg);
        }
        let answer = host::call(self.m, host, &given);
        if let Some(to) = to {
            self.set(to, answer);
        }
    }

    fn key(&self, asked: &[Value]) -> Key {
        let mut key = Key::default();
        for (to, asked) in key.iter_mut().zip(asked) {
            *to = self.int(*asked);
        }
        key
    }

    fn add_option(&mut self, values: &[Value]) -> Result<(), Stop> {
        let listed = self.m.work.options.values();
        if listed.len() + values.len() > listed.capacity() {
            let length = listed.len();
            self.m.check_listed(length);
            if self.m.fault.is_some() {
                return Err(Stop);
            }
        }
        let registers = &*self.registers;
        let values = values.iter().map(|value| registers[value.index()] as i32);
        self.m.work.options.values().extend(values);
        Ok(())
    }

    // ---- traps and fuel ----

    /// Stops when what was called has failed.
    #[inline(always)]
    fn go_on(&self) -> Result<(), Stop> {
        if self.m.fault.is_some() {
            Err(Stop)
        } else {
            Ok(())
        }
    }

    #[inline(always)]
    fn consume_fuel(&mut self, steps: i64, fails: TrapSite) -> Result<(), Stop> {
        if self.m.steps < steps {
            return Err(self.trap(fails, 0));
        }
        self.m.steps -= steps;
        Ok(())
    }

    /// Charges the fuel that counters hold, even if less is left.
    fn charge_fuel(&mut self, counters: StepCounters, anew: bool) {
        for var in &self.function.step_counters[counters.index()] {
            let counter = &mut self.registers[self.vars + var.index()];
            self.m.steps -= *counter;
            if anew {
                *counter = 0;
            }
        }
    }

    #[cold]
    fn trap(&mut self, TrapSite { trap, counters }: TrapSite, told: i64) -> Stop {
        self.charge_fuel(counters, false);
        self.m.trap(self.function.traps[trap.index()], told);
        Stop
    }

    #[cold]
    fn no_number(&mut self, why: NoNumber, fails: ArithmeticTraps) -> Stop {
        let trap = match why {
            NoNumber::OfNone => fails.of_none,
            NoNumber::TooLarge => fails.overflow,
            NoNumber::DividedByZero => fails.by_zero,
        };
        self.trap(
            TrapSite {
                trap,
                counters: fails.counters,
            },
            0,
        )
    }
}

/// A number as a register of a type holds it.
#[inline(always)]
fn within(ty: Type, n: i64) -> i64 {
    match ty {
        Type::Int => i64::from(n as i32),
        Type::Long | Type::Flag => n,
    }
}

#[inline(always)]
fn compare(how: Compare, a: i64, b: i64) -> bool {
    // Ints with their sign kept are in the same order without sign as their lower halves.
    match how {
        Compare::Equal => a == b,
        Compare::Less => a < b,
        Compare::LessEqual => a <= b,
        Compare::Greater => a > b,
        Compare::Below => (a as u64) < b as u64,
        Compare::AtLeast => a as u64 >= b as u64,
    }
}

#[inline(always)]
fn binary(op: Binary, ty: Type, a: i64, b: i64) -> i64 {
    let is_int = ty == Type::Int;
    let value = match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Min => a.min(b),
        Binary::Max => a.max(b),
        Binary::Shl if is_int => i64::from((a as i32).wrapping_shl(b as u32)),
        Binary::Shl => a.wrapping_shl(b as u32),
        Binary::Shr if is_int => i64::from((a as u32).wrapping_shr(b as u32) as i32),
        Binary::Shr => (a as u64).wrapping_shr(b as u32) as i64,
        Binary::Sar if is_int => i64::from((a as i32).wrapping_shr(b as u32)),
        Binary::Sar => a.wrapping_shr(b as u32),
    };
    within(ty, value)
}

#[inline(always)]
fn unary(op: Unary, a: i64) -> i64 {
    match op {
        Unary::SignExtend | Unary::FlagToInt => a,
        Unary::ZeroExtend => i64::from(a as u32),
        Unary::Low => i64::from(a as i32),
        Unary::IntToFlag => a & 0xff,
        Unary::TrailingZeros => i64::from(a.trailing_zeros()),
        Unary::LeadingZeros => i64::from(a.leading_zeros()),
        Unary::CountOnes => i64::from(a.count_ones()),
        Unary::Absolute => i64::from((a as i32).wrapping_abs()),
    }
}
