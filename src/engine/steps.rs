//! Instructions as steps that know their operands: those that neither begin nor end a routine nor ask a player.

use crate::engine::fault::FaultKind;
use crate::engine::linked::Ask;
use crate::engine::machine::Machine;
use crate::engine::members::{Each, each};
use crate::engine::moves::Put;
use crate::engine::nodes::{Value, all, ask, value};
use crate::program::Program;
use crate::program::code::Instr;
use crate::rules::game::NONE;

/// An instruction with its operands linked.
pub(crate) enum Step {
    /// Sets a slot.
    Let(usize, Value),
    /// Goes on elsewhere.
    Jump(u32),
    /// Goes on elsewhere unless the condition holds.
    JumpUnless(Ask, u32),
    /// Counts down a slot, or leaves when it is 0.
    CountDown(usize, u32),
    /// Lists the members of a collection; the cursor's first slot.
    Collect(usize, Each),
    /// Binds the next member of a list, or drops the list and leaves.
    Next(usize, usize, u32),
    /// Writes a variable.
    Set(Aim, Value),
    /// Adds to a variable.
    Add(Aim, Value),
    /// A piece to the top of a place.
    Move(Value, Value),
    /// Pieces to the top of a place.
    MoveAll(Each, Value),
    /// Draws one from a place to another while the count in the slot lasts; leaves otherwise.
    DrawOne(usize, [Value; 2], u32),
    /// Does a named effect.
    Call(u32, Vec<Value>),
    /// Does the effect text of a row, if it has one.
    CallSlot(u16, Vec<Value>),
    /// Leaves the routine.
    Return,
    /// What may ask a player or begin a routine that is not yet known: done in a state that is whole.
    Whole,
}

/// How a frame's steps end.
enum Next {
    /// A routine begins, its arguments in the tuple buffer.
    Enter(u32),
    /// The routine is done.
    Leave,
    /// An instruction needs a whole state.
    Whole,
    /// Something failed.
    Failed,
}

/// A variable written to.
pub(crate) struct Aim {
    var: u32,
    low: i32,
    high: i32,
    /// A piece is turned by it.
    is_face: bool,
    /// Whose answers depend on it.
    stale: u64,
    at: At,
}

/// Where a variable stands.
enum At {
    /// At a known address.
    Fixed(usize),
    /// One number for each of so many holders, the first holder's number and address known.
    One {
        of: Value,
        first: u32,
        base: u32,
        holders: u32,
    },
    /// Anywhere else.
    Of { of: Value, at: Value },
}

/// An instruction as a step.
pub(crate) fn step(program: &Program, instr: Instr) -> Step {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named needs a whole state"
    )]
    match instr {
        Instr::Let(slot, asked) => Step::Let(usize::from(slot), value(program, asked)),
        Instr::Jump(to) => Step::Jump(to),
        Instr::JumpUnless(cond, to) => Step::JumpUnless(ask(program, cond), to),
        Instr::CountDown(slot, to) => Step::CountDown(usize::from(slot), to),
        Instr::Collect(cursor, source) => {
            Step::Collect(usize::from(cursor.slot), each(program, source))
        }
        Instr::Next(cursor, slot, exit) => {
            Step::Next(usize::from(cursor.slot), usize::from(slot), exit)
        }
        Instr::Set(target, new) => Step::Set(aim(program, target), value(program, new)),
        Instr::Add(target, by) => Step::Add(aim(program, target), value(program, by)),
        Instr::Call(routine, args) => Step::Call(routine, all(program, args)),
        Instr::CallSlot(column, args) => Step::CallSlot(column, all(program, args)),
        Instr::MoveAll(source, to) => Step::MoveAll(each(program, source), value(program, to)),
        Instr::DrawOne(left, places, exit) => {
            let [from, to] = [0, 1].map(|n| program.node_lists[places.0 as usize + n]);
            let places = [value(program, from), value(program, to)];
            Step::DrawOne(usize::from(left), places, exit)
        }
        Instr::Return => Step::Return,
        Instr::Move(piece, to) => Step::Move(value(program, piece), value(program, to)),
        _ => Step::Whole,
    }
}

fn aim(program: &Program, target: u32) -> Aim {
    let target = program.targets[target as usize];
    let var = &program.layout.vars[target.var as usize];
    let of = value(program, target.of);
    let at = match (target.fixed, value(program, target.at)) {
        (Some(address), _) => At::Fixed(address as usize),
        (None, Value::Const(0)) if var.width == 1 && (var.holders, var.first) != (1, 0) => {
            At::One {
                of,
                first: var.first,
                base: var.base,
                holders: var.holders,
            }
        }
        (None, at) => At::Of { of, at },
    };
    Aim {
        var: target.var,
        low: var.bounds.0,
        high: var.bounds.1,
        is_face: var.is_face,
        stale: program.stale.vars[target.var as usize],
        at,
    }
}

impl Aim {
    #[inline]
    fn address(&self, m: &mut Machine<'_>, f: &mut [i32]) -> Option<usize> {
        match &self.at {
            At::Fixed(address) => Some(*address),
            At::One {
                of,
                first,
                base,
                holders,
            } => match of.get(m, f) {
                of if (of as u32).wrapping_sub(*first) < *holders => {
                    Some((base + (of as u32 - first)) as usize)
                }
                of => m.address_of(self.var, of, 0),
            },
            At::Of { of, at } => {
                let (of, at) = (of.get(m, f), at.get(m, f));
                m.address_of(self.var, of, at)
            }
        }
    }

    pub(crate) fn set(&self, m: &mut Machine<'_>, f: &mut [i32], value: i32) {
        if let Some(address) = self.address(m, f) {
            self.write(m, address, i64::from(value));
        }
    }

    pub(crate) fn add(&self, m: &mut Machine<'_>, f: &mut [i32], by: i32) {
        if let Some(address) = self.address(m, f) {
            let new = i64::from(m.state.memory[address]) + i64::from(by);
            if new == i64::from(NONE) {
                m.fail_bounds(new, self.low, self.high);
            } else {
                self.write(m, address, new);
            }
        }
    }

    #[inline(always)]
    fn write(&self, m: &mut Machine<'_>, address: usize, new: i64) {
        match i32::try_from(new) {
            Ok(n) if n == NONE || (self.low..=self.high).contains(&n) => {
                if self.is_face || m.work.events.is_some() {
                    m.write(self.var, address, n);
                } else {
                    m.change(self.stale);
                    m.state.memory[address] = n;
                }
            }
            _ => m.fail_bounds(new, self.low, self.high),
        }
    }
}

/// Sets a cursor to a list that begins and ends at these numbers of the state's lists.
#[inline(always)]
pub(crate) fn set_cursor(f: &mut [i32], cursor: usize, begin: i32, end: i32) {
    f[cursor..cursor + 3].copy_from_slice(&[begin, begin, end]);
}

impl Machine<'_> {
    /// Does steps until an instruction that needs a whole state, which is returned, or a fault, or until no more than so
    /// many frames are left.
    pub(crate) fn run_steps(&mut self, floor: usize) -> Option<Instr> {
        if let Some(native) = self.native {
            return native.run_steps(self, floor);
        }
        let recording = self.work.events.is_some();
        let mut stack = self.take_stack();
        let whole = loop {
            let Some(frame) = self.state.frames.last() else {
                break None;
            };
            self.base = frame.base as usize;
            let mut pc = frame.pc;
            let next = self.run_frame(&mut pc, &mut stack[self.base..], recording);
            self.goto(pc);
            match next {
                Next::Leave if recording => break Some(pc - 1),
                Next::Enter(routine) => self.enter_with(routine, &mut stack),
                Next::Leave if self.state.frames.len() > floor + 1 => self.leave_with(&mut stack),
                Next::Leave | Next::Whole => break Some(pc - 1),
                Next::Failed => break None,
            }
            if self.fault.is_some() {
                break None;
            }
        };
        self.state.stack = stack;
        whole.map(|pc| self.program.code[pc as usize])
    }

    fn run_frame(&mut self, at: &mut u32, f: &mut [i32], recording: bool) -> Next {
        let linked = self.linked;
        let mut pc = *at;
        let next = loop {
            self.at = pc;
            let step = &linked.code[pc as usize];
            pc += 1;
            if recording {
                // Events tell where in the text their causes stand.
                self.goto(pc);
            }
            match step {
                Step::Let(slot, value) => f[*slot] = value.get(self, f),
                Step::Jump(to) => {
                    pc = *to;
                    if !self.take_steps(1) {
                        break Next::Failed;
                    }
                    continue;
                }
                Step::JumpUnless(cond, to) => {
                    if cond(self, f) == 0 {
                        pc = *to;
                    }
                }
                Step::CountDown(slot, exit) => match f[*slot] {
                    left if left <= 0 => pc = *exit,
                    left => f[*slot] = left - 1,
                },
                Step::Collect(cursor, each) => self.collect(f, *cursor, each),
                Step::Next(cursor, slot, exit) => match self.next_listed(f, *cursor) {
                    Some(member) => f[*slot] = member,
                    None => pc = *exit,
                },
                Step::Set(aim, value) => {
                    let value = value.get(self, f);
                    aim.set(self, f, value);
                }
                Step::Add(aim, value) => {
                    let by = value.get(self, f);
                    aim.add(self, f, by);
                }
                Step::Move(piece, to) => self.move_piece(f, piece, to),
                Step::MoveAll(pieces, to) => self.move_all(f, pieces, to),
                Step::DrawOne(left, [from, to], exit) => {
                    if self.draw_one(f, from, to) {
                        f[*left] -= 1;
                    } else {
                        pc = *exit;
                    }
                }
                // Events ask a whole state for their causes. The arguments are asked once, by whoever enters the routine.
                Step::Call(..) | Step::CallSlot(..) if recording => break Next::Whole,
                Step::Call(routine, args) => {
                    self.put_arguments(f, args);
                    break Next::Enter(*routine);
                }
                Step::CallSlot(column, args) => {
                    self.put_arguments(f, args);
                    if let Some(text) = self.effect_text(*column, self.work.tuple[1]) {
                        break Next::Enter(text);
                    }
                }
                Step::Return => break Next::Leave,
                Step::Whole => break Next::Whole,
            }
            if self.fault.is_some() {
                pc = self.at + 1;
                break Next::Failed;
            }
        };
        *at = pc;
        next
    }

    /// Puts `you` and arguments into the tuple buffer.
    fn put_arguments(&mut self, f: &mut [i32], args: &[Value]) {
        self.work.tuple.clear();
        self.work.tuple.push(f[0]);
        for arg in args {
            let arg = arg.get(self, f);
            self.work.tuple.push(arg);
        }
    }

    pub(crate) fn collect(&mut self, f: &mut [i32], cursor: usize, each: &Each) {
        let begin = self.state.lists.len() as i32;
        each(self, f, &mut |m, _, member| {
            m.push_listed(member);
            true
        });
        self.check_bytes();
        set_cursor(f, cursor, begin, self.state.lists.len() as i32);
    }

    /// The next member of a list; without one the list is dropped.
    #[inline]
    pub(crate) fn next_listed(&mut self, f: &mut [i32], cursor: usize) -> Option<i32> {
        let (next, end) = (f[cursor + 1], f[cursor + 2]);
        if next >= end {
            self.drop_list(f, cursor);
            return None;
        }
        f[cursor + 1] += 1;
        let member = self.state.lists.get(next as usize).copied();
        if member.is_none() {
            self.fail_here(FaultKind::BadReference(next));
        }
        member
    }

    pub(crate) fn drop_list(&mut self, f: &mut [i32], cursor: usize) {
        self.state.lists.truncate(f[cursor] as usize);
        f[cursor..cursor + 3].fill(0);
    }

    pub(crate) fn move_piece(&mut self, f: &mut [i32], piece: &Value, to: &Value) {
        let (piece, to) = (piece.get(self, f), to.get(self, f));
        self.relocate(piece, to, Put::Top);
    }
}
