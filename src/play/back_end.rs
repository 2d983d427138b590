//! The choice of a back end: machine code where there is any, the interpreter everywhere else.

use ludex_engine::lower::Tables;
use ludex_engine::machine::executable::Executable;
use ludex_engine::machine::{Compiler, Machine, Work};
use ludex_engine::state::State;
use ludex_program::Program;

/// Makes machine code, in a build that can.
#[cfg(feature = "jit")]
const COMPILE: Compiler = ludex_jit::compile;
/// Makes no machine code: all is interpreted.
#[cfg(not(feature = "jit"))]
const COMPILE: Compiler = |_, _| None;

/// Lists the functions of a program's machine code, by name.
type Lister = fn(&Program, &Tables) -> Option<Vec<(String, String)>>;

/// Lists machine code, in a build that can make it.
#[cfg(feature = "jit")]
const LIST: Lister = ludex_jit::clif;
/// Lists nothing: there is no machine code.
#[cfg(not(feature = "jit"))]
const LIST: Lister = |_, _| None;

/// Makes the machine code of a program at once, if it is not made yet; returns true if there is any.
pub fn has_native(program: &Program) -> bool {
    let made = Executable::of(program).native(program, COMPILE);
    made.is_some()
}

/// Returns true if the machine code of a program has been made.
#[must_use]
pub fn is_compiled(program: &Program) -> bool {
    Executable::of(program).made_native().is_some()
}

/// Makes a machine that records nothing, for playouts: with machine code from when the program was interpreted for as long as
/// making it takes, and before that without.
pub fn fast<'a>(program: &'a Program, state: &'a mut State, work: &'a mut Work) -> Machine<'a> {
    let mut machine = Machine::new(program, state, work);
    if machine.work.events.is_none() {
        machine.use_earned_code(COMPILE);
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
    machine.use_hot_code(COMPILE);
    machine
}

/// Lists the functions of a program's machine code by name, as text of Cranelift; none where no code can be made.
#[must_use]
pub fn clif(program: &Program) -> Option<Vec<(String, String)>> {
    LIST(program, Executable::of(program).tables(program))
}
