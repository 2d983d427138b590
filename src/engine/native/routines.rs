//! Statements: a routine as a function that runs until it calls, ends, or needs the engine in a whole state.

use super::emit::{Code, Emit, I32, I64, Made, Slots, trusted};
use super::host::Host;
use super::tables::Tables;
use super::trap::{At, Place, Wrong};
use crate::engine::machine::Machine;
use crate::engine::state::Chain;
use crate::program::Program;
use crate::program::code::{Instr, Pc, Routine};
use crate::program::node::{Base, NodeList, SourceId};
use crate::rules::game::NONE;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockCall, InstBuilder, JumpTableData, Value};
use cranelift_module::{FuncId, Module};
use std::collections::{BTreeMap, BTreeSet};
use std::mem::offset_of;

/// How statements end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// The rules failed.
    Failed,
    /// The routine is done.
    Leave,
    /// The instruction before needs a whole state.
    Whole,
    /// A routine begins; its arguments are in the tuple buffer.
    Enter(u32),
}

impl Left {
    /// As the lowest byte of what a routine returns: the called routine stands above it, and where to go on in the upper
    /// half.
    const fn code(self) -> i64 {
        match self {
            Left::Failed => 0,
            Left::Leave => 1,
            Left::Whole => 2,
            Left::Enter(_) => 3,
        }
    }
}

/// Makes a routine; returns it and how many slots its frame must have.
pub(super) fn routine(
    code: &mut Code,
    program: &Program,
    tables: &Tables,
    rules: &Routine,
) -> Made<(FuncId, usize)> {
    let signature = code.signature(&[I64, I64, I32], Some(I64));
    let id = code.module.declare_anonymous_function(&signature)?;
    let flow = Flow::of(program, rules.entry);
    let slots = code.function(id, signature, program, tables, |e, args| {
        e.slots = Slots::Frame(args[1]);
        let blocks: BTreeMap<Pc, Block> = flow.all.iter().map(|pc| (*pc, e.block())).collect();
        e.dispatch(args[2], &flow, &blocks);
        for (pc, block) in &blocks {
            e.go_on(*block);
            e.statement(*pc, &blocks);
        }
    })?;
    Ok((id, slots))
}

/// The instructions of a routine, and where it may be gone on from.
#[derive(Default)]
struct Flow {
    entry: Pc,
    all: BTreeSet<Pc>,
    resumes: BTreeSet<Pc>,
}

impl Flow {
    fn of(program: &Program, entry: Pc) -> Flow {
        let mut flow = Flow {
            entry,
            ..Flow::default()
        };
        flow.resumes.insert(entry);
        let mut open = vec![entry];
        while let Some(pc) = open.pop() {
            if pc as usize >= program.code.len() || !flow.all.insert(pc) {
                continue;
            }
            let mut instr = program.code[pc as usize];
            let to = instr.exit().copied();
            let ends = matches!(instr, Instr::Return | Instr::Jump(_));
            let after = (!ends).then_some(pc + 1);
            if suspends(program, instr) {
                flow.resumes.extend(after.into_iter().chain(to));
            }
            open.extend(after.into_iter().chain(to));
        }
        flow
    }
}

/// Tells whether the engine goes on after an instruction.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever is not written here is the engine's"
)]
fn suspends(program: &Program, instr: Instr) -> bool {
    match instr {
        Instr::Let(..)
        | Instr::Set(..)
        | Instr::Add(..)
        | Instr::Jump(_)
        | Instr::JumpUnless(..)
        | Instr::Collect(..)
        | Instr::Next(..)
        | Instr::CountDown(..)
        | Instr::MoveAll(..)
        | Instr::DrawOne(..)
        | Instr::Move(..)
        | Instr::Return => false,
        Instr::Gain(target, _) => is_track(program, target),
        _ => true,
    }
}

fn is_track(program: &Program, target: u32) -> bool {
    let var = program.targets[target as usize].var;
    program.layout.vars[var as usize].track.is_some()
}

impl<'a> Emit<'a> {
    fn dispatch(&mut self, pc: Value, flow: &Flow, blocks: &BTreeMap<Pc, Block>) {
        // Nothing else is ever gone on from.
        let unknown = self.unreachable();
        let first = flow.resumes.first().copied().unwrap_or(flow.entry);
        let last = *flow.resumes.last().unwrap_or(&first);
        let pool = &mut self.b.func.dfg.value_lists;
        let mut call = |block: Block| BlockCall::new(block, std::iter::empty(), pool);
        let targets: Vec<BlockCall> = (first..=last)
            .map(|pc| match (flow.resumes.contains(&pc), blocks.get(&pc)) {
                (true, Some(block)) => call(*block),
                _ => call(unknown),
            })
            .collect();
        let table = JumpTableData::new(call(unknown), &targets);
        let table = self.b.create_jump_table(table);
        let index = self.b.ins().iadd_imm_s(pc, -i64::from(first));
        self.b.ins().br_table(index, table);
    }

    fn leave(&mut self, left: Left, pc: Pc) {
        let result = i64::from(pc) << 32 | left.code();
        let result = self.b.ins().iconst(I64, result);
        self.b.ins().return_(&[result]);
    }

    fn enter(&mut self, routine: Value, pc: Pc) {
        let wide = self.b.ins().uextend(I64, routine);
        let above = self.b.ins().ishl_imm_u(wide, 8);
        let rest = self
            .b
            .ins()
            .iconst(I64, i64::from(pc) << 32 | Left::Enter(0).code());
        let result = self.b.ins().bor(above, rest);
        self.b.ins().return_(&[result]);
    }

    /// One instruction, which is noted in the machine if it calls what may fail there.
    fn statement(&mut self, pc: Pc, blocks: &BTreeMap<Pc, Block>) {
        // A circle that runs out of steps stands where it would have gone on.
        let next = if let Instr::Jump(to) = self.program.code[pc as usize] {
            to
        } else {
            pc + 1
        };
        self.at = Some(At { pc, next });
        let number = self.int(pc as i32);
        let at = offset_of!(Machine<'static>, at) as i32;
        let noted = self.b.ins().store(trusted(), number, self.m, at);
        self.calls = false;
        self.instruction(pc, blocks);
        if !self.calls {
            self.b.func.layout.remove_inst(noted);
        }
    }

    /// One instruction, and the way to the next.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not written here is the engine's"
    )]
    fn instruction(&mut self, pc: Pc, blocks: &BTreeMap<Pc, Block>) {
        let next = blocks.get(&(pc + 1)).copied();
        let next = next.unwrap_or_else(|| self.unreachable());
        let to = |pc: Pc| blocks[&pc];
        match self.program.code[pc as usize] {
            Instr::Let(slot, value) => {
                let value = self.value(value);
                self.set_slot(slot, value);
                self.jump(next);
            }
            Instr::Jump(at) => {
                self.take_step();
                self.jump(to(at));
            }
            Instr::JumpUnless(cond, at) => self.branch(cond, next, to(at)),
            Instr::CountDown(slot, exit) => self.count_down(slot, next, to(exit)),
            Instr::Collect(cursor, source) => {
                self.collect(cursor.slot, source);
                self.jump(next);
            }
            Instr::Next(cursor, slot, exit) => self.next(cursor.slot, slot, next, to(exit)),
            Instr::Set(target, value) => {
                let value = self.value(value);
                let address = self.target(target);
                self.write(target, address, value);
                self.jump(next);
            }
            Instr::Add(target, by) => {
                let by = self.value(by);
                let (address, wide) = self.added(target, by);
                self.write(target, address, wide);
                self.jump(next);
            }
            Instr::Gain(target, by) if !is_track(self.program, target) => {
                let by = self.value(by);
                self.gain(target, by);
                self.jump(next);
            }
            Instr::Move(piece, place) => {
                let (piece, place) = (self.value(piece), self.value(place));
                self.relocate(piece, place);
                self.jump(next);
            }
            Instr::MoveAll(source, place) => {
                self.move_all(source, place);
                self.jump(next);
            }
            Instr::DrawOne(left, places, exit) => self.draw_one(left, places, next, to(exit)),
            Instr::Call(routine, args) => {
                let args = self.arguments(args);
                self.pass(&args);
                let routine = self.int(routine as i32);
                self.enter(routine, pc + 1);
            }
            Instr::CallSlot(column, args) => self.call_slot(column, args, pc, next),
            Instr::Return => self.leave(Left::Leave, pc + 1),
            _ => self.leave(Left::Whole, pc + 1),
        }
    }

    fn count_down(&mut self, slot: u16, next: Block, exit: Block) {
        let left = self.slot(slot);
        let some = self.block();
        let more = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, left, 0);
        self.b.ins().brif(more, some, &[], exit, &[]);
        self.go_on(some);
        let less = self.b.ins().iadd_imm_s(left, -1);
        self.set_slot(slot, less);
        self.jump(next);
    }

    fn collect(&mut self, cursor: u16, source: SourceId) {
        let begin = self.asked(Host::list_len, &[]);
        let rules = &self.program.sources[source as usize];
        let end = match (&rules.base, &rules.lets[..], &rules.filters[..]) {
            (Base::Place(place), [], []) => {
                let (place, told) = (self.value(*place), Place::Node(*place));
                self.check_below(place, self.program.layout.place_of.len(), told);
                let end = self.asked(Host::list_place, &[place]);
                let count = self.b.ins().isub(end, begin);
                self.take_steps_of(count);
                end
            }
            _ => {
                self.each(source, |e, member| {
                    e.host(Host::list_push, &[member]);
                });
                self.asked(Host::list_len, &[])
            }
        };
        for (n, value) in [begin, begin, end].into_iter().enumerate() {
            self.set_slot(cursor + n as u16, value);
        }
    }

    fn next(&mut self, cursor: u16, slot: u16, next: Block, exit: Block) {
        let (at, end) = (self.slot(cursor + 1), self.slot(cursor + 2));
        let (some, over) = (self.block(), self.block());
        let more = self.b.ins().icmp(IntCC::SignedLessThan, at, end);
        self.b.ins().brif(more, some, &[], over, &[]);
        self.go_on(over);
        let begin = self.slot(cursor);
        self.host(Host::list_drop, &[begin]);
        let zero = self.int(0);
        for n in 0..3 {
            self.set_slot(cursor + n, zero);
        }
        self.jump(exit);
        self.go_on(some);
        let after = self.b.ins().iadd_imm_s(at, 1);
        self.set_slot(cursor + 1, after);
        let member = self.asked(Host::list_at, &[at]);
        self.set_slot(slot, member);
        self.jump(next);
    }

    fn draw_one(&mut self, left: u16, places: NodeList, next: Block, exit: Block) {
        let (from, to) = self.two(places.0);
        let (is_place, one) = (self.block(), self.block());
        let count = self.program.layout.place_of.len() as i64;
        let known = self
            .b
            .ins()
            .icmp_imm_u(IntCC::UnsignedLessThan, from, count);
        self.b.ins().brif(known, is_place, &[], exit, &[]);
        self.go_on(is_place);
        let chain = self.chain(from, offset_of!(Chain, last), Place::Statement);
        let top = self.b.ins().load(I32, trusted(), chain, 0);
        let empty = self.nowhere(top);
        self.b.ins().brif(empty, exit, &[], one, &[]);
        self.go_on(one);
        self.relocate(top, to);
        let count = self.slot(left);
        let less = self.b.ins().iadd_imm_s(count, -1);
        self.set_slot(left, less);
        self.jump(next);
    }

    /// `you` and arguments.
    fn arguments(&mut self, args: NodeList) -> Vec<Value> {
        let mut all = vec![self.slot(0)];
        for arg in self.list(args) {
            all.push(self.value(arg));
        }
        all
    }

    /// Puts `you` and arguments into the tuple buffer.
    fn pass(&mut self, all: &[Value]) {
        let room = self.room(4 * all.len() as u32);
        for (n, value) in all.iter().enumerate() {
            self.b.ins().store(trusted(), *value, room, n as i32 * 4);
        }
        let count = self.int(all.len() as i32);
        self.host(Host::arguments, &[room, count]);
    }

    fn call_slot(&mut self, column: u16, args: NodeList, pc: Pc, next: Block) {
        let (program, tables) = (self.program, self.tables);
        let first = program.layout.effect_columns[usize::from(column)].first;
        let texts = &tables.effects[usize::from(column)];
        // The row or piece with the text always comes first.
        let args = self.arguments(args);
        let this = args[1];
        let row = self.b.ins().iadd_imm_s(this, -i64::from(first));
        self.check_below(row, texts.len(), Place::Statement);
        let table = self.address(texts);
        let routine = self.element(I32, table, row, 4);
        let (none, some) = (self.is(routine, NONE), self.block());
        self.b.ins().brif(none, next, &[], some, &[]);
        self.go_on(some);
        self.pass(&args);
        self.enter(routine, pc + 1);
    }

    // ---- variables ----

    /// The address of a target.
    fn target(&mut self, target: u32) -> Value {
        let rules = self.program.targets[target as usize];
        if let Some(fixed) = rules.fixed {
            return self.int(fixed as i32);
        }
        let var = &self.program.layout.vars[rules.var as usize];
        let (of, at) = (self.value(rules.of), self.value(rules.at));
        let holder = if var.holders == 1 && var.first == 0 {
            self.fail_if_none(of, Place::Statement);
            self.int(0)
        } else {
            self.b.ins().iadd_imm_s(of, -i64::from(var.first))
        };
        self.check_below(holder, var.holders as usize, Place::Statement);
        self.check_below(at, var.width as usize, Place::Statement);
        let skipped = self.b.ins().imul_imm_u(holder, i64::from(var.width));
        let index = self.b.ins().iadd(skipped, at);
        self.b.ins().iadd_imm_u(index, i64::from(var.base))
    }

    /// The address of a target, and what stands there with something added.
    fn added(&mut self, target: u32, by: Value) -> (Value, Value) {
        let address = self.target(target);
        let memory = self.bases.memory;
        let old = self.element(I32, memory, address, 4);
        let (old, by) = (
            self.b.ins().sextend(I64, old),
            self.b.ins().sextend(I64, by),
        );
        (address, self.b.ins().iadd(old, by))
    }

    fn bounds(&self, target: u32) -> (i64, i64) {
        let var = self.program.targets[target as usize].var;
        let (low, high) = self.program.layout.vars[var as usize].bounds;
        (i64::from(low), i64::from(high))
    }

    /// Adds within the bounds of a variable.
    fn gain(&mut self, target: u32, by: Value) {
        let (low, high) = self.bounds(target);
        let (address, wide) = self.added(target, by);
        let (low, high) = (
            self.b.ins().iconst(I64, low),
            self.b.ins().iconst(I64, high),
        );
        let wide = self.b.ins().smin(wide, high);
        let wide = self.b.ins().smax(wide, low);
        let new = self.b.ins().ireduce(I32, wide);
        self.store(target, address, new);
    }

    /// Writes a number that must be within the bounds: one of 64 bits, or one of 32 that may be `none` too.
    fn write(&mut self, target: u32, address: Value, new: Value) {
        let (low, high) = self.bounds(target);
        let above = match self.b.func.dfg.value_type(new) {
            I64 => self.b.ins().iadd_imm_s(new, -low),
            _ => (self.b.ins()).iadd_imm_s(new, i64::from((low as i32).wrapping_neg())),
        };
        let span = high - low;
        let outside = (self.b.ins()).icmp_imm_u(IntCC::UnsignedGreaterThan, above, span);
        let wrong = Wrong::OutOfBounds(low as i32, high as i32);
        if self.b.func.dfg.value_type(new) == I64 {
            self.trap_of(outside, wrong, Place::Statement, new);
            let new = self.b.ins().ireduce(I32, new);
            return self.store(target, address, new);
        }
        let something = (self.b.ins()).icmp_imm_s(IntCC::NotEqual, new, i64::from(NONE));
        let bad = self.b.ins().band(outside, something);
        self.trap_of(bad, wrong, Place::Statement, new);
        self.store(target, address, new);
    }

    fn store(&mut self, target: u32, address: Value, new: Value) {
        let var = self.program.targets[target as usize].var;
        if self.program.layout.vars[var as usize].is_face {
            let var = self.int(var as i32);
            self.host(Host::write, &[var, address, new]);
            return;
        }
        self.change(self.program.stale.vars[var as usize]);
        let memory = self.bases.memory;
        let at = self.element_at(memory, address, 4, 0);
        self.b.ins().store(trusted(), new, at, 0);
    }
}
