//! Machine code: questions, listings and statements of a program, for random games at full speed.
//!
//! Enters: a program's functions as `lir`. Leaves: machine code that Cranelift makes of them. Never here: a meaning of its own;
//! each instruction is written as `engine/lir` says, and `engine/interp` reads the same. What is long or seldom is asked of the
//! engine (`engine/runtime/host.rs`).
//!
//! `make` makes all functions (`asks` names the expressions that the engine asks), into the module of `code`, and gives them as
//! `native`; `clif` translates one; `memory`, `calls`, `frames`, `traps`, `arithmetic`, `memo` and `options` write what needs
//! more than a line (`fields` has the places of numbers); `wrap` makes calls of the engine callable.
//!
//! The only room with unsafe code. It is sound because of these promises:
//! - machine code runs only on a state that was laid out for the same program (`Machine::use_native`): only the engine can say
//!   so, by `Fits`;
//! - such a state was made and changed by the engine alone, so its links lead to pieces that it has: only playouts, which make
//!   their states themselves, use machine code;
//! - only functions that `lir::verify` found sound become machine code;
//! - every number that rules compute is checked before it is used as an address, unless its range is known: a place holds
//!   pieces of its kind, a board has the spaces of its layouts, a number stays within the bounds of its variable, and nothing
//!   but the engine and checked rules has written them;
//! - a listing begins with room for `OPTION_ROOM` values of options, or asks for room;
//! - the stacks of a state have initialized room as `Raw` says, and no frame is pushed beyond it;
//! - tables that machine code reads belong to `Executable`, as `Native` does, and are never changed or moved while that lives;
//! - machine code keeps no address across calls but those of buffers that are not resized during a game; slots of frames may
//!   move while routines and statements of the engine are done, so their address is read again after each of those calls.

#![expect(
    unsafe_code,
    reason = "machine code is called; the promises above keep it sound"
)]

mod arithmetic;
mod asks;
mod calls;
mod clif;
mod code;
mod fields;
mod frames;
mod make;
mod memo;
mod memory;
mod native;
mod options;
mod traps;
mod wrap;

use ludex_engine::lower::Tables;
use ludex_engine::machine::Compiled;
use ludex_program::Program;

/// Most nodes of a program that machine code is made of: one takes some 5 kB while it is made.
const MOST_NODES: usize = 100_000;

/// Most modifiers of a query that machine code is made of, all in one function: the room for them grows as their square.
const MOST_MODIFIERS: usize = 1_000;

/// Returns true if making machine code of a program costs more than interpreting it.
fn is_large(program: &Program) -> bool {
    let mut modifiers = program.queries.iter().map(|query| query.modifiers.len());
    program.nodes.len() > MOST_NODES || modifiers.any(|count| count > MOST_MODIFIERS)
}

/// Makes the machine code of a program; none where the processor is not one that code can be made for, none where the program
/// wants none, and none of a program so large that making it would need more memory than playing.
pub fn compile(program: &Program, tables: &Tables) -> Option<Box<dyn Compiled>> {
    if program.only_interpreted || program.marks.is_some() || is_large(program) {
        return None;
    }
    Some(Box::new(make::native(program, tables).ok()?))
}

/// Lists the functions that would be made, by name, as Cranelift writes them.
pub fn clif(program: &Program, tables: &Tables) -> Option<Vec<(String, String)>> {
    make::clif(program, tables).ok()
}
