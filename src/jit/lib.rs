//! Machine code: questions, listings and statements of a program, for random games at full speed.
//!
//! Enters: a program's functions as `lir`. Leaves: machine code that Cranelift makes of them. Never here: a meaning of its own;
//! each instruction is written as `engine/lir` says, and `engine/interp` reads the same. What is long or seldom is asked of the
//! engine (`engine/runtime/host.rs`).
//!
//! `make` makes all functions (`asks` names the expressions that the engine asks), `clif` translates one; `memory`, `calls`,
//! `frames`, `traps`, `arithmetic`, `memo` and `options` write what needs more than a line; `wrap` makes calls of the engine
//! callable.
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
mod frames;
mod make;
mod memo;
mod memory;
mod options;
mod traps;
mod wrap;

use cranelift_jit::JITModule;
use ludex_engine::lir::Trap;
use ludex_engine::lower::Tables;
use ludex_engine::machine::{Compiled, Fits, Machine};
use ludex_program::Program;
use ludex_program::ids::{Pc, SiteId};
use ludex_program::node::{NodeId, SourceId};
use ludex_rules::ids::{ActionId, RoutineId};
use ludex_rules::table::Table;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

/// A listing of an action: the machine, `you`, and whether only to tell if there is one.
type Act = unsafe extern "C" fn(*mut Machine<'_>, i32, i32) -> i32;

/// A listing of a choice: the machine, the slots of a frame, `you`, and whether only to tell if there is one.
type Choose = unsafe extern "C" fn(*mut Machine<'_>, *mut i32, i32, i32) -> i32;

/// Statements of a routine: the machine, the slots of its frame, and where to go on.
type Run = unsafe extern "C" fn(*mut Machine<'_>, *mut i32, Pc) -> i64;

/// An expression that the engine asks, or a collection that it lists: the machine and the slots of a frame.
type Asked = unsafe extern "C" fn(*mut Machine<'_>, *mut i32) -> i32;

/// A question: the machine and `you`.
type Question = unsafe extern "C" fn(*mut Machine<'_>, i32) -> i32;

/// The machine code of a program.
struct Native {
    actions: Table<ActionId, Act>,
    /// For each site: its listing, and the slots that its frame must have.
    choices: Table<SiteId, Option<(Choose, usize)>>,
    routines: Table<RoutineId, (Run, usize)>,
    /// For each node: its function, and the slots that its frame must have; none of what the engine never asks.
    nodes: Table<NodeId, Option<(Asked, usize)>>,
    /// For each collection: the function that lists it, and the slots that its frame must have; none where lowered code does.
    collections: Table<SourceId, Option<(Asked, usize)>>,
    /// Functions of expressions that are asked at the end of a game, such as the score.
    questions: BTreeMap<NodeId, Question>,
    /// The faults that code may raise.
    traps: Vec<Trap>,
    /// Addresses of the functions of rows' texts, read by machine code.
    _texts: Vec<Box<[usize]>>,
    /// Holds the machine code itself; in a lock only because it can't be shared otherwise.
    module: Mutex<Option<JITModule>>,
}

/// Most nodes of a program that machine code is made of: one takes some 5 kB while it is made.
const MOST_NODES: usize = 100_000;

/// Most modifiers of a query that machine code is made of, all in one function: the room for them grows as their square.
const MOST_MODIFIERS: usize = 1_000;

/// Tells whether the interpreter plays a program better than code that would have to be made first.
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

impl Compiled for Native {
    fn question(&self, m: &mut Machine<'_>, you: i32, node: NodeId, _: Fits) -> Option<i32> {
        let question = self.questions.get(&node)?;
        // SAFETY: the machine has this code only for a state that fits.
        Some(unsafe { question(m, you) })
    }

    fn node(&self, m: &mut Machine<'_>, f: &mut [i32], node: NodeId, _: Fits) -> Option<i32> {
        let (asked, slots) = (*self.nodes.get(node)?)?;
        // SAFETY: as above; the frame has all slots that the code uses.
        (f.len() >= slots).then(|| unsafe { asked(m, f.as_mut_ptr()) })
    }

    fn list(&self, m: &mut Machine<'_>, f: &mut [i32], source: SourceId, _: Fits) -> bool {
        let Some(Some((list, slots))) = self.collections.get(source) else {
            return false;
        };
        let fits = f.len() >= *slots;
        if fits {
            // SAFETY: as above; the frame has all slots that the code uses.
            unsafe { list(m, f.as_mut_ptr()) };
        }
        fits
    }

    fn instances(
        &self,
        m: &mut Machine<'_>,
        action: ActionId,
        [you, only_whether]: [i32; 2],
        _: Fits,
    ) -> bool {
        let list = self.actions[action];
        // SAFETY: as above; values of options are lent where they are listed.
        unsafe { list(m, you, only_whether) != 0 }
    }

    fn list_choice(&self, m: &mut Machine<'_>, f: &mut [i32], site: SiteId, _: Fits) -> bool {
        let Some((list, slots)) = self.choices[site] else {
            return false;
        };
        if f.len() < slots {
            m.refuse_frame();
            return false;
        }
        // SAFETY: as above; the frame has all slots that the code uses.
        unsafe { list(m, f.as_mut_ptr(), f[0], 0) != 0 }
    }

    fn take_options_back(&self, m: &mut Machine<'_>, _: Fits) {
        let (values, written) = m.lent_options();
        // SAFETY: machine code wrote so many values, and had room made for them.
        unsafe { values.set_len(written) };
    }

    fn run(&self, m: &mut Machine<'_>, (routine, pc): (RoutineId, Pc), _: Fits) -> i64 {
        let (run, slots) = self.routines[routine];
        let Some(f) = m.frame(slots).map(|f| f.as_mut_ptr()) else {
            m.refuse_frame();
            return 0;
        };
        // SAFETY: as above. The stack of slots stays where it is while machine code runs, but for calls after which that asks
        // where its slots stand now.
        unsafe { run(m, f, pc) }
    }

    fn trap(&self, number: usize) -> Option<Trap> {
        self.traps.get(number).copied()
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        let module = self.module.get_mut().map_or(None, |module| module.take());
        if let Some(module) = module {
            // SAFETY: the functions are reached through this value only, which is gone.
            unsafe { module.free_memory() }
        }
    }
}

impl fmt::Debug for Native {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Native")
    }
}
