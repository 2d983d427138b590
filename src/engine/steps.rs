//! Instructions as steps that know their operands: those that neither begin nor end a routine nor ask a player.

use crate::engine::fault::FaultKind;
use crate::engine::linked::Ask;
use crate::engine::machine::Machine;
use crate::engine::members::{Each, each};
use crate::engine::moves::Put;
use crate::engine::nodes::ask;
use crate::program::Program;
use crate::program::code::Instr;
use crate::rules::game::NONE;

/// An instruction with its operands linked.
pub(crate) enum Step {
    /// Sets a slot.
    Let(usize, Ask),
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
    Set(Aim, Ask),
    /// Adds to a variable.
    Add(Aim, Ask),
    /// A piece to the top of a place.
    Move(Ask, Ask),
    /// What may begin or end a routine, or ask a player: done in a state that is whole.
    Whole(Instr),
}

/// A variable written to.
pub(crate) struct Aim {
    var: u32,
    low: i32,
    high: i32,
    at: At,
}

/// Where a variable stands.
enum At {
    Fixed(usize),
    Of { of: Ask, at: Ask },
}

/// An instruction as a step.
pub(crate) fn step(program: &Program, instr: Instr) -> Step {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named needs a whole state"
    )]
    match instr {
        Instr::Let(slot, value) => Step::Let(usize::from(slot), ask(program, value)),
        Instr::Jump(to) => Step::Jump(to),
        Instr::JumpUnless(cond, to) => Step::JumpUnless(ask(program, cond), to),
        Instr::CountDown(slot, to) => Step::CountDown(usize::from(slot), to),
        Instr::Collect(cursor, source) => {
            Step::Collect(usize::from(cursor.slot), each(program, source))
        }
        Instr::Next(cursor, slot, exit) => {
            Step::Next(usize::from(cursor.slot), usize::from(slot), exit)
        }
        Instr::Set(target, value) => Step::Set(aim(program, target), ask(program, value)),
        Instr::Add(target, value) => Step::Add(aim(program, target), ask(program, value)),
        Instr::Move(piece, to) => Step::Move(ask(program, piece), ask(program, to)),
        _ => Step::Whole(instr),
    }
}

fn aim(program: &Program, target: u32) -> Aim {
    let target = program.targets[target as usize];
    let (low, high) = program.layout.vars[target.var as usize].bounds;
    let at = match target.fixed {
        Some(address) => At::Fixed(address as usize),
        None => At::Of {
            of: ask(program, target.of),
            at: ask(program, target.at),
        },
    };
    Aim {
        var: target.var,
        low,
        high,
        at,
    }
}

impl Aim {
    #[inline]
    fn address(&self, m: &mut Machine<'_>, f: &mut [i32]) -> Option<usize> {
        match &self.at {
            At::Fixed(address) => Some(*address),
            At::Of { of, at } => {
                let (of, at) = (of(m, f), at(m, f));
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
            self.write(m, address, new);
        }
    }

    #[inline(always)]
    fn write(&self, m: &mut Machine<'_>, address: usize, new: i64) {
        match i32::try_from(new) {
            Ok(n) if n == NONE || (self.low..=self.high).contains(&n) => {
                m.write(self.var, address, n);
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
    pub(crate) fn collect(&mut self, f: &mut [i32], cursor: usize, each: &Each) {
        let begin = self.state.lists.len() as i32;
        each(self, f, &mut |m, _, member| {
            m.state.lists.push(member);
            true
        });
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

    pub(crate) fn move_piece(&mut self, f: &mut [i32], piece: &Ask, to: &Ask) {
        let (piece, to) = (piece(self, f), to(self, f));
        self.relocate(piece, to, Put::Top);
    }
}
