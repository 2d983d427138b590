//! The choice of a back end: machine code where there is any, the interpreter everywhere else.

use crate::lir::{Function, print};
use crate::machine::executable::Executable;
use crate::machine::{Machine, Work};
use crate::state::State;
use crate::{lower, native};
use ludex_program::Program;

/// Makes the machine code of a program at once, if it is not made yet; returns true if there is any.
pub fn has_native(program: &Program) -> bool {
    let made = Executable::of(program).native(program, native::compile);
    made.is_some()
}

/// Returns true if the machine code of a program has been made.
pub fn is_compiled(program: &Program) -> bool {
    Executable::of(program).made_native().is_some()
}

/// Makes a machine that records nothing, for playouts: with machine code from when the program was interpreted for as long as
/// making it takes, and before that without.
pub fn fast<'a>(program: &'a Program, state: &'a mut State, work: &'a mut Work) -> Machine<'a> {
    let mut machine = Machine::new(program, state, work);
    if machine.work.events.is_none() {
        machine.use_native(
            machine
                .executable
                .native_if_earned(program, native::compile),
        );
    }
    machine
}

/// Makes a machine that records: a program that has decided often lists its options by machine code. Statements are
/// interpreted, which tells what they do.
pub fn recording<'a>(
    program: &'a Program,
    state: &'a mut State,
    work: &'a mut Work,
) -> Machine<'a> {
    let mut machine = Machine::new(program, state, work);
    machine.use_native(machine.executable.native_if_hot(program, native::compile));
    machine
}

/// Lists the functions of a program by name, as text of `lir`.
pub fn lir(program: &Program) -> Vec<(String, String)> {
    let tables = Executable::of(program).tables(program);
    let written = |function: Function| (function.name.clone(), print(&function));
    let queries = program
        .queries
        .ids()
        .map(|n| lower::query(program, tables, n));
    let actions = program
        .actions
        .ids()
        .map(|n| lower::action(program, tables, n));
    let routines = program
        .routines
        .ids()
        .map(|n| lower::routine(program, tables, n));
    queries
        .chain(actions)
        .chain(routines)
        .map(written)
        .collect()
}

/// Lists the functions of a program's machine code by name, as text of Cranelift; none where no code can be made.
pub fn clif(program: &Program) -> Option<Vec<(String, String)>> {
    native::clif(program, Executable::of(program).tables(program))
}
