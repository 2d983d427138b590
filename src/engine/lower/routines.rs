//! Statements: a routine as a function that runs until it calls, ends, or needs the engine in a whole state.

use super::at_random::AskingStatement;
use super::{Lower, Slots, Tables, function};
use crate::lir::{
    Binary, BlameSpan, Block, Callee, Compare, Function, Host, Inst, ProgramTable, Region,
    SourceLoc, TrapKind, Type, Value,
};
use ludex_program::Program;
use ludex_program::code::{Instr, Operand, OperandList};
use ludex_program::ids::{Pc, TargetId};
use ludex_program::node::{Base, NodeId, NodeList, SourceId};
use ludex_rules::expr::Write;
use ludex_rules::game::{Holder, NONE};
use ludex_rules::ids::RoutineId;
use ludex_rules::numbers::{HIGHEST, LOWEST};
use ludex_rules::table::ids;
use ludex_rules::verbs::VerbOp;
use std::collections::{BTreeMap, BTreeSet};

/// The way in which the function of a routine returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoutineExit {
    /// A fault of the rules.
    Failed,
    /// The routine is done.
    Leave,
    /// The instruction before needs a whole state.
    Whole,
    /// A routine begins; its arguments are in the tuple buffer.
    Enter(RoutineId),
    /// The state is whole: somebody must decide, the rules failed, or other routines come first.
    Suspended,
}

impl RoutineExit {
    /// Reads the result of a routine's function: how it ended, and where to go on.
    pub fn unpacked(result: i64) -> (RoutineExit, Pc) {
        let left = match result & 0xff {
            1 => RoutineExit::Leave,
            2 => RoutineExit::Whole,
            3 => RoutineExit::Enter(RoutineId::numbered((result >> 8) as u32 & 0xff_ffff)),
            4 => RoutineExit::Suspended,
            _ => RoutineExit::Failed,
        };
        (left, Pc::numbered((result >> 32) as u32))
    }

    /// Packs the result of a routine's function: the way it ended in the lowest byte, above it the called routine, and in the
    /// upper half the instruction to go on from.
    pub fn packed(self, pc: Pc) -> i64 {
        let how = match self {
            RoutineExit::Failed => 0,
            RoutineExit::Leave => 1,
            RoutineExit::Whole => 2,
            RoutineExit::Enter(routine) => 3 | i64::from(routine.number()) << 8,
            RoutineExit::Suspended => 4,
        };
        i64::from(pc.number()) << 32 | how
    }
}

/// The function of a routine, in its frame, given where it goes on; it gives how it ended and where to go on then.
pub fn routine(program: &Program, tables: &Tables, routine: RoutineId) -> Function {
    function_of(program, tables, routine, false)
}

/// As `routine`, with the text of short routines where they are called, for machine code.
pub fn inlining_routine(program: &Program, tables: &Tables, routine: RoutineId) -> Function {
    function_of(program, tables, routine, true)
}

fn function_of(program: &Program, tables: &Tables, routine: RoutineId, inlines: bool) -> Function {
    let rules = &program.routines[routine];
    let name = format!("routine {}", rules.name);
    let flow = Flow::from_entry(program, rules.entry);
    function(
        program,
        tables,
        name,
        true,
        &[Type::Int],
        Type::Long,
        |e, given| {
            (e.slots, e.inlines) = (Slots::Frame, inlines);
            let blocks = e.statements(&flow);
            e.dispatch(given[0], &flow, &blocks);
            e.write_all(&blocks);
        },
    )
}

/// The instructions of a routine, and where it may be gone on from.
#[derive(Default)]
pub(super) struct Flow {
    entry: Pc,
    pub(super) all: BTreeSet<Pc>,
    resumes: BTreeSet<Pc>,
}

impl Flow {
    pub(super) fn from_entry(program: &Program, entry: Pc) -> Flow {
        let mut flow = Flow {
            entry,
            ..Flow::default()
        };
        flow.resumes.insert(entry);
        let mut open = vec![entry];
        while let Some(pc) = open.pop() {
            if pc >= program.code.next() || !flow.all.insert(pc) {
                continue;
            }
            let mut instr = program.code[pc];
            let to = instr.exit().copied();
            let ends = matches!(instr, Instr::Return | Instr::Jump { .. });
            let after = (!ends).then_some(pc.next());
            if suspends(program, instr) {
                flow.resumes.extend(after.into_iter().chain(to));
            }
            open.extend(after.into_iter().chain(to));
        }
        flow
    }
}

/// Tells whether the engine goes on after an instruction.
pub fn suspends(program: &Program, instr: Instr) -> bool {
    match instr {
        Instr::Let { .. }
        | Instr::Jump { .. }
        | Instr::JumpUnless { .. }
        | Instr::Collect { .. }
        | Instr::Next { .. }
        | Instr::CountDown { .. }
        | Instr::DrawOne { .. }
        | Instr::Verb {
            verb: VerbOp::Move | VerbOp::MoveAll,
            ..
        }
        | Instr::JumpIfPool { .. }
        | Instr::Return => false,
        Instr::Write { how, target, .. } => how == Write::Gain && is_track(program, target),
        Instr::Drop { .. }
        | Instr::Choose { .. }
        | Instr::ChooseMore { .. }
        | Instr::May { .. }
        | Instr::Offer { .. }
        | Instr::OfferOrPass { .. }
        | Instr::Call { .. }
        | Instr::CallSlot { .. }
        | Instr::Verb { .. }
        | Instr::Refill { .. }
        | Instr::Hooks { .. }
        | Instr::HooksToPool { .. }
        | Instr::NextHook { .. }
        | Instr::OrderHooks { .. }
        | Instr::Replace { .. }
        | Instr::PoolOpen { .. }
        | Instr::PoolNext { .. }
        | Instr::Later { .. }
        | Instr::ReachNext { .. }
        | Instr::Reset { .. } => true,
    }
}

fn is_track(program: &Program, target: TargetId) -> bool {
    let var = program.targets[target].var;
    program.layout.vars[var].track.is_some()
}

impl<'a> Lower<'a> {
    fn dispatch(&mut self, pc: Value, flow: &Flow, blocks: &BTreeMap<Pc, Block>) {
        // Nothing else is ever gone on from.
        let unknown = self.unreachable();
        let first = flow.resumes.first().copied().unwrap_or(flow.entry);
        let last = *flow.resumes.last().unwrap_or(&first);
        let to =
            ids(first..last.next()).map(|pc| match (flow.resumes.contains(&pc), blocks.get(&pc)) {
                (true, Some(block)) => *block,
                _ => unknown,
            });
        self.b.switch(pc, first.number(), to.collect(), unknown);
    }

    /// Makes a block for each instruction.
    pub(super) fn statements(&mut self, flow: &Flow) -> BTreeMap<Pc, Block> {
        flow.all.iter().map(|pc| (*pc, self.block())).collect()
    }

    /// Writes the instructions of a routine into their blocks.
    pub(super) fn write_all(&mut self, blocks: &BTreeMap<Pc, Block>) {
        for (pc, block) in blocks {
            self.go_on(*block);
            self.statement(*pc, blocks);
        }
    }

    /// The routine is done.
    fn leave(&mut self, pc: Pc) {
        if self.leave_inlined() {
            return;
        }
        let result = self.b.constant(Type::Long, RoutineExit::Leave.packed(pc));
        self.b.return_(result);
    }

    /// One instruction, which is noted in the machine if it calls what may fail there.
    fn statement(&mut self, pc: Pc, blocks: &BTreeMap<Pc, Block>) {
        // A circle that runs out of steps stands where it would have gone on.
        let next = if let Instr::Jump { to } = self.program.code[pc] {
            to
        } else {
            pc.next()
        };
        self.at = Some(SourceLoc { pc, next });
        let noted = self.b.at(pc);
        self.asks = false;
        self.instruction(pc, blocks);
        if !self.asks {
            self.b.silence(noted);
        }
    }

    /// One instruction, and the way to the next.
    fn instruction(&mut self, pc: Pc, blocks: &BTreeMap<Pc, Block>) {
        let next = blocks.get(&pc.next()).copied();
        let next = next.unwrap_or_else(|| self.unreachable());
        let to = |pc: Pc| blocks[&pc];
        let mut instr = self.program.code[pc];
        let exit = instr.exit().map(|at| to(*at));
        match instr {
            Instr::Let { slot, value } => {
                let value = self.value(value);
                self.set_slot(slot, value);
                self.jump(next);
            }
            Instr::Jump { to: at } => {
                self.consume_fuel_unit();
                self.jump(to(at));
            }
            Instr::JumpUnless { cond, to: at } => self.branch_counted_together(cond, next, to(at)),
            Instr::CountDown { slot, end: exit } => self.count_down(slot, next, to(exit)),
            Instr::Collect { cursor, source } => {
                self.collect(cursor.slot, source);
                self.jump(next);
            }
            Instr::Next {
                cursor,
                slot,
                end: exit,
            } => self.next(cursor.slot, slot, next, to(exit)),
            Instr::DrawOne {
                left,
                from,
                into,
                end,
            } => self.draw_one(left, [from, into], next, to(end)),
            Instr::Call { routine, args } => {
                let given = self.arguments(args);
                self.begin(routine, given, pc.next(), next);
            }
            Instr::CallSlot { column, args } => self.call_slot(column, args, pc, next),
            Instr::Return => self.leave(pc.next()),
            Instr::Refill { place } => self.refill(place, pc, next),
            Instr::JumpIfPool { to: at } => {
                let open = self.asked(Host::pools_open, &[]);
                self.b.branch(open, to(at), next);
            }
            Instr::Write { .. } | Instr::Verb { .. } if suspends(self.program, instr) => {
                self.whole(pc, next, exit);
            }
            Instr::Write { how, target, value } => {
                self.written(how, target, value);
                self.jump(next);
            }
            Instr::Verb { operands, .. } => {
                self.moves(operands);
                self.jump(next);
            }
            Instr::Choose { site, .. }
            | Instr::May { site, .. }
            | Instr::Offer { site }
            | Instr::OfferOrPass { site, .. } => self.ask(AskingStatement {
                pc,
                site,
                next,
                exit,
            }),
            Instr::Drop { .. }
            | Instr::ChooseMore { .. }
            | Instr::Hooks { .. }
            | Instr::HooksToPool { .. }
            | Instr::NextHook { .. }
            | Instr::OrderHooks { .. }
            | Instr::Replace { .. }
            | Instr::PoolOpen { .. }
            | Instr::PoolNext { .. }
            | Instr::Later { .. }
            | Instr::ReachNext { .. }
            | Instr::Reset { .. } => self.whole(pc, next, exit),
        }
    }

    fn written(&mut self, how: Write, target: TargetId, value: NodeId) {
        let value = self.value(value);
        match how {
            Write::Set => {
                let address = self.target(target);
                self.write(target, address, value);
            }
            Write::Add => {
                let (address, wide) = self.added(target, value);
                self.write(target, address, wide);
            }
            Write::Gain => self.gain(target, value),
        }
    }

    /// Moves a piece, or all of a collection, to the top of a place.
    fn moves(&mut self, operands: OperandList) {
        match *self.program.operands_of(operands) {
            [Operand::Value(piece), Operand::Value(place)] => {
                let (piece, place) = (self.value(piece), self.value(place));
                self.relocate(piece, place);
            }
            [Operand::Pieces(source), Operand::Value(place)] => self.move_all(source, place),
            // No other is of these verbs.
            _ => {}
        }
    }

    fn count_down(&mut self, slot: u16, next: Block, exit: Block) {
        let left = self.slot(slot);
        let some = self.block();
        let more = self.b.compare_n(Compare::Greater, left, 0);
        self.b.branch(more, some, exit);
        self.go_on(some);
        let less = self.b.add_n(left, -1);
        self.set_slot(slot, less);
        self.jump(next);
    }

    fn collect(&mut self, cursor: u16, source: SourceId) {
        let begin = self.asked(Host::list_len, &[]);
        let rules = &self.program.sources[source];
        let end = match (&rules.base, &rules.lets[..], &rules.filters[..]) {
            (Base::Place(place), [], []) => {
                let (place, told) = (self.value(*place), BlameSpan::Node(*place));
                self.check_below(place, self.program.layout.place_of.len(), told);
                let end = self.asked(Host::list_place, &[place]);
                let count = self.b.sub(end, begin);
                self.consume_fuel_of(count);
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
        let more = self.b.compare(Compare::Less, at, end);
        self.b.branch(more, some, over);
        self.go_on(over);
        let begin = self.slot(cursor);
        self.host(Host::list_drop, &[begin]);
        let zero = self.int(0);
        for n in 0..3 {
            self.set_slot(cursor + n, zero);
        }
        self.jump(exit);
        self.go_on(some);
        let after = self.b.add_n(at, 1);
        self.set_slot(cursor + 1, after);
        let member = self.asked(Host::list_at, &[at]);
        self.set_slot(slot, member);
        self.jump(next);
    }

    fn draw_one(&mut self, left: u16, ends: [NodeId; 2], next: Block, exit: Block) {
        let [from, to] = ends.map(|end| self.value(end));
        let (is_place, one) = (self.block(), self.block());
        let count = self.program.layout.place_of.len() as i64;
        let known = self.b.compare_n(Compare::Below, from, count);
        self.b.branch(known, is_place, exit);
        self.go_on(is_place);
        let top = self.chain(from, Region::Last, BlameSpan::Statement);
        let empty = self.nowhere(top);
        self.b.branch(empty, exit, one);
        self.go_on(one);
        self.relocate(top, to);
        let count = self.slot(left);
        let less = self.b.add_n(count, -1);
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

    fn call_slot(&mut self, column: u16, args: NodeList, pc: Pc, next: Block) {
        let rules = &self.program.layout.effect_columns[usize::from(column)];
        // The row or piece with the text always comes first.
        let args = self.arguments(args);
        let row = self.b.add_n(args[1], -i64::from(rules.first.number()));
        self.check_below(row, rules.rows.len(), BlameSpan::Statement);
        let routine = self.table(ProgramTable::Effects(column), row);
        let (none, some) = (self.is(routine, NONE), self.block());
        self.b.branch(none, next, some);
        self.go_on(some);
        self.b
            .begin(Callee::Indirect(routine), args.into(), pc.next(), next);
    }

    /// Begins the routine that fills a place, if the place is empty and has one.
    fn refill(&mut self, place: NodeId, pc: Pc, next: Block) {
        let place = self.value(place);
        let (known, empty, begins) = (self.block(), self.block(), self.block());
        let count = self.program.layout.place_of.len() as i64;
        let is_place = self.b.compare_n(Compare::Below, place, count);
        self.b.branch(is_place, known, next);
        self.go_on(known);
        let count = self.b.load(Region::Count, place);
        self.b.branch(count, next, empty);
        self.go_on(empty);
        let you = self.slot(0);
        let filling = self.asked(Host::filling, &[place, you]);
        let routine = self.b.low(filling);
        let none = self.is(routine, NONE);
        self.b.branch(none, next, begins);
        self.go_on(begins);
        let you = self.b.binary_n(Binary::Sar, filling, 32);
        let you = self.b.low(you);
        let given = [you].into();
        self.b
            .begin(Callee::Indirect(routine), given, pc.next(), next);
    }

    // ---- variables ----

    /// The address of a target.
    fn target(&mut self, target: TargetId) -> Value {
        let rules = self.program.targets[target];
        let var = &self.program.layout.vars[rules.var];
        if matches!(var.holder, Holder::Table) && var.width == 1 {
            return self.int(var.base.value());
        }
        let (of, at) = (self.value(rules.of), self.value(rules.at));
        let holder = if var.holders == 1 && var.first == 0 {
            self.fail_if_none(of, BlameSpan::Statement);
            self.int(0)
        } else {
            self.b.add_n(of, -i64::from(var.first))
        };
        self.check_below(holder, var.holders, BlameSpan::Statement);
        self.check_below(at, var.width, BlameSpan::Statement);
        let skipped = self.b.mul_n(holder, i64::from(var.width));
        let index = self.b.add(skipped, at);
        self.b.add_n(index, i64::from(var.base.number()))
    }

    /// The address of a target, and what stands there with something added.
    fn added(&mut self, target: TargetId, by: Value) -> (Value, Value) {
        let address = self.target(target);
        let old = self.b.load(Region::Memory, address);
        let (old, by) = (self.b.sign_extend(old), self.b.sign_extend(by));
        (address, self.b.add(old, by))
    }

    fn bounds(&self, target: TargetId) -> (i32, i32) {
        let var = self.program.targets[target].var;
        self.program.layout.vars[var].bounds
    }

    /// Adds within the bounds of a variable.
    fn gain(&mut self, target: TargetId, by: Value) {
        let (low, high) = self.bounds(target);
        let (address, wide) = self.added(target, by);
        let wide = self.b.binary_n(Binary::Min, wide, high.into());
        let wide = self.b.binary_n(Binary::Max, wide, low.into());
        let new = self.b.low(wide);
        self.store(target, address, new);
    }

    /// Writes a number that must be within the bounds: one of 64 bits, or one of 32 that may be `none` too.
    fn write(&mut self, target: TargetId, address: Value, a: Value) {
        let (low, high) = self.bounds(target);
        // A number of 32 bits lies between these, or is `none`.
        let is_any = (low, high) == (LOWEST, HIGHEST) && self.b.type_of(a) == Type::Int;
        if !is_any {
            let fails = self.trap_site(TrapKind::OutOfBounds(low, high), BlameSpan::Statement);
            self.b.push(Inst::Within {
                a,
                low,
                high,
                fails,
            });
        }
        let new = match self.b.type_of(a) {
            Type::Long => self.b.low(a),
            Type::Int | Type::Flag => a,
        };
        self.store(target, address, new);
    }

    fn store(&mut self, target: TargetId, address: Value, a: Value) {
        let var = self.program.targets[target].var;
        self.asks |= self.program.layout.vars[var].is_face;
        self.b.push(Inst::Write { var, address, a });
    }
}
