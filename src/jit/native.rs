//! The machine code of a program, and the calls of it.

use cranelift_jit::JITModule;
use ludex_engine::lir::Trap;
use ludex_engine::machine::{Compiled, Fits, Machine};
use ludex_program::ids::{Pc, SiteId};
use ludex_program::node::{NodeId, SourceId};
use ludex_rules::ids::{ActionId, RoutineId};
use ludex_rules::table::Table;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

/// A listing of an action: the machine, `you`, and whether only to tell if there is one.
pub(super) type Act = unsafe extern "C" fn(*mut Machine<'_>, i32, i32) -> i32;

/// A listing of a choice: the machine, the slots of a frame, `you`, and whether only to tell if there is one.
pub(super) type Choose = unsafe extern "C" fn(*mut Machine<'_>, *mut i32, i32, i32) -> i32;

/// Statements of a routine: the machine, the slots of its frame, and where to go on.
pub(super) type Run = unsafe extern "C" fn(*mut Machine<'_>, *mut i32, Pc) -> i64;

/// An expression that the engine asks, or a collection that it lists: the machine and the slots of a frame.
pub(super) type Asked = unsafe extern "C" fn(*mut Machine<'_>, *mut i32) -> i32;

/// A question: the machine and `you`.
pub(super) type Question = unsafe extern "C" fn(*mut Machine<'_>, i32) -> i32;

/// The machine code of a program.
pub(super) struct Native {
    pub(super) actions: Table<ActionId, Act>,
    /// For each site: its listing, and the slots that its frame must have.
    pub(super) choices: Table<SiteId, Option<(Choose, usize)>>,
    pub(super) routines: Table<RoutineId, (Run, usize)>,
    /// For each node: its function, and the slots that its frame must have; none of what the engine never asks.
    pub(super) nodes: Table<NodeId, Option<(Asked, usize)>>,
    /// For each collection: the function that lists it, and the slots that its frame must have; none where lowered code does.
    pub(super) collections: Table<SourceId, Option<(Asked, usize)>>,
    /// Functions of expressions that are asked at the end of a game, such as the score.
    pub(super) questions: BTreeMap<NodeId, Question>,
    /// The faults that code may raise.
    pub(super) traps: Vec<Trap>,
    /// Addresses of the functions of rows' texts, read by machine code.
    pub(super) _texts: Vec<Box<[usize]>>,
    /// Holds the machine code itself; in a lock only because it can't be shared otherwise.
    pub(super) module: Mutex<Option<JITModule>>,
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

    fn run(&self, m: &mut Machine<'_>, routine: RoutineId, pc: Pc, _: Fits) -> i64 {
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
