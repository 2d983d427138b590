//! Questions, listings and statements of a program as machine code, for random games at full speed.
//!
//! Enters: a `program`. Leaves: functions that do to a state exactly what the linked functions beside this room do, and
//! leave the same state, options and answers behind; a test plays all games both ways. Never here: a meaning of its own.
//! What machine code can't do shortly it asks of the engine (`host.rs`). When rules fail it says which kind of fault it is and
//! where (`trap.rs`), as the linked functions do.
//!
//! The only room with unsafe code. It is sound because of these promises:
//! - machine code runs only on a state that was laid out for the same program (`Native::fits`);
//! - such a state was made and changed by the engine alone, so its links lead to pieces that it has: only playouts, which make
//!   their states themselves, use machine code;
//! - every number that rules compute is checked before it is used as an address;
//! - tables that machine code reads belong to `Native` and are never changed or moved while it lives;
//! - machine code keeps no address across calls but those of buffers that are not resized during a game.

#![expect(
    unsafe_code,
    reason = "machine code is called; the promises above keep it sound"
)]

mod boards;
mod built_in;
mod depth;
mod emit;
mod folds;
mod host;
mod listing;
mod make;
mod memo;
mod moves;
mod nodes;
mod queries;
mod raw;
mod routines;
mod run;
mod sources;
mod tables;
mod trap;

use crate::engine::fault::FaultKind;
use crate::engine::linked::Linked;
use crate::engine::machine::Machine;
use crate::engine::option::Answer;
use crate::engine::state::State;
use crate::program::Program;
use crate::program::node::NodeId;
use crate::source::Span;
use cranelift_jit::JITModule;
pub(crate) use raw::Raw;
use routines::Left;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use tables::Tables;
use trap::Trap;

/// A listing: the machine, the slots of a frame or nothing, `you`, and whether only to tell if there is one.
type List = unsafe extern "C" fn(*mut Machine<'_>, *mut i32, i32, i32) -> i32;

/// Statements of a routine: the machine, the slots of its frame, and where to go on.
type Run = unsafe extern "C" fn(*mut Machine<'_>, *mut i32, u32) -> u64;

/// A question: the machine and `you`.
type Question = unsafe extern "C" fn(*mut Machine<'_>, i32) -> i32;

/// A listing, and what it binds.
struct Listing {
    list: List,
    /// Slots its frame must have.
    slots: usize,
    /// How many names.
    width: usize,
}

/// The machine code of a program.
pub(crate) struct Native {
    actions: Vec<Listing>,
    choices: Vec<Option<Listing>>,
    routines: Vec<(Run, usize)>,
    /// What is asked at the end of a game.
    questions: BTreeMap<NodeId, Question>,
    /// The faults that code may raise.
    traps: Vec<Trap>,
    /// Read by machine code.
    _tables: Tables,
    /// Holds the machine code itself; in a lock only because it can't be shared otherwise.
    module: Mutex<Option<JITModule>>,
}

/// Most nodes of a program that machine code is made of: one takes some 5 kB while it is made.
const MOST_NODES: usize = 100_000;

/// Most modifiers of a query that machine code is made of, all in one function: the room for them grows as their square.
const MOST_MODIFIERS: usize = 1_000;

/// Tells whether linked functions play a program better than code that would have to be made first.
fn is_large(program: &Program) -> bool {
    let mut modifiers = program.queries.iter().map(|query| query.modifiers.len());
    program.nodes.len() > MOST_NODES || modifiers.any(|count| count > MOST_MODIFIERS)
}

impl Native {
    /// Makes the machine code of a program; none where the processor is not one that code can be made for, and none of a
    /// program so large that making it would need more memory than playing.
    pub(crate) fn new(program: &Program, linked: &Linked) -> Option<Native> {
        if program.marks.is_some() || is_large(program) {
            return None;
        }
        make::native(program, linked).ok()
    }

    /// Gives the functions that would be made, by name, as Cranelift writes them.
    pub(crate) fn clif(program: &Program, linked: &Linked) -> Option<Vec<(String, String)>> {
        make::clif(program, linked).ok()
    }

    /// Tells whether a state is laid out for a program.
    pub(crate) fn fits(program: &Program, state: &State) -> bool {
        let layout = &program.layout;
        state.memory.len() == layout.memory.len()
            && state.pieces.len() == layout.piece_kind.len()
            && state.places.len() == layout.place_of.len()
    }

    /// Tells whether there is a legal instance of an action.
    pub(crate) fn is_possible(&self, m: &mut Machine<'_>, action: u32, you: i32) -> bool {
        let list = self.actions[action as usize].list;
        // SAFETY: the machine has this code only for a state that fits; the names bound are in registers.
        unsafe { list(m, std::ptr::null_mut(), you, 1) != 0 }
    }

    /// The answer to a question asked for a player on its own; none when it was not foreseen.
    pub(crate) fn question(&self, m: &mut Machine<'_>, you: i32, node: NodeId) -> Option<i32> {
        let question = self.questions.get(&node)?;
        // SAFETY: as above.
        Some(unsafe { question(m, you) })
    }

    /// Lists the legal instances of some actions, and notes which of them are possible.
    pub(crate) fn list_actions(&self, m: &mut Machine<'_>, actions: &[u32], you: i32) {
        lend_values(m);
        for action in actions {
            let names = &self.actions[*action as usize];
            let before = names.begin(m);
            // SAFETY: as above.
            let found = unsafe { (names.list)(m, std::ptr::null_mut(), you, 0) != 0 };
            m.remember_possible(*action, you, found, None);
            if found {
                names.count(m, Answer::Action(*action), before);
            }
        }
        take_values_back(m);
    }

    /// Lists what may be chosen at a site; none when the frame is not one of this program's.
    pub(crate) fn list_choice(&self, m: &mut Machine<'_>, f: &mut [i32], site: u32) -> Option<()> {
        let names = self.choices[site as usize].as_ref()?;
        if f.len() < names.slots {
            return None;
        }
        lend_values(m);
        let before = names.begin(m);
        // SAFETY: as above; the frame has all slots that the code uses.
        if unsafe { (names.list)(m, f.as_mut_ptr(), f[0], 0) != 0 } {
            names.count(m, Answer::Values, before);
        }
        take_values_back(m);
        Some(())
    }

    /// Runs the statements of the innermost frame, whose slots are given: how they ended, and where to go on.
    fn run(&self, m: &mut Machine<'_>, f: &mut [i32]) -> (Left, u32) {
        let Some(frame) = m.state.frames.last() else {
            return (Left::Failed, 0);
        };
        let (run, slots) = self.routines[frame.routine as usize];
        if f.len() < slots {
            m.fail(FaultKind::BadReference(0), Span::default());
            return (Left::Failed, 0);
        }
        let pc = frame.pc;
        // SAFETY: as above.
        let result = unsafe { run(m, f.as_mut_ptr(), pc) };
        let left = match result & 0xff {
            1 => Left::Leave,
            2 => Left::Whole,
            3 => Left::Enter((result >> 8) as u32 & 0xff_ffff),
            _ => Left::Failed,
        };
        (left, (result >> 32) as u32)
    }
}

impl Listing {
    /// The number of values before those it adds; noted for whoever makes room for them.
    fn begin(&self, m: &mut Machine<'_>) -> usize {
        (m.raw.before, m.raw.width) = (m.raw.length, self.width);
        m.raw.length
    }

    /// Counts the options whose values were written from some number on.
    fn count(&self, m: &mut Machine<'_>, answer: Answer, before: usize) {
        let added = m.raw.length - before;
        let count = added.checked_div(self.width).unwrap_or(1);
        m.work.options.add(answer, self.width, before, count);
    }
}

/// From here until `take_values_back`, machine code adds to the values of options.
fn lend_values(m: &mut Machine<'_>) {
    let values = m.work.options.values();
    m.raw.values = values.as_mut_ptr();
    (m.raw.length, m.raw.room) = (values.len(), values.capacity());
}

fn take_values_back(m: &mut Machine<'_>) {
    // SAFETY: machine code wrote so many values, and had room made for them.
    unsafe { m.work.options.values().set_len(m.raw.length) };
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
