//! Questions, listings and statements of a program as machine code, for random games at full speed.
//!
//! Enters: a `program`. Leaves: functions that do to a state exactly what the linked functions beside this room do, and
//! leave the same state, options and answers behind; a test plays all games both ways. Never here: a meaning of its own.
//! What machine code can't do shortly it asks of the engine (`host.rs`). When rules fail it only says so: the
//! game is then played again by the linked functions, which tell what, where and why.
//!
//! The only room with unsafe code. It is sound because of four promises:
//! - machine code runs only on a state that was laid out for the same program (`Native::fits`);
//! - every number that rules compute is checked before it is used as an address;
//! - tables that machine code reads belong to `Native` and are never changed or moved while it lives;
//! - machine code keeps no address across calls but those of buffers that are not resized during a game.

#![expect(
    unsafe_code,
    reason = "machine code is called; the promises above keep it sound"
)]

mod boards;
mod emit;
mod folds;
mod host;
mod listing;
mod moves;
mod nodes;
mod queries;
mod routines;
mod sources;
mod tables;

use crate::engine::fault::FaultKind;
use crate::engine::linked::Linked;
use crate::engine::listing::Only;
use crate::engine::machine::Machine;
use crate::engine::option::Answer;
use crate::engine::state::State;
use crate::program::Program;
use crate::program::code::Ask;
use crate::source::Span;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, default_libcall_names};
use emit::Code;
use host::HOSTS;
use listing::Listed;
pub(crate) use routines::Left;
use std::fmt;
use std::mem::transmute;
use std::sync::Mutex;
use tables::Tables;

/// A listing: the machine, the slots of a frame or nothing, `you`, and whether only to tell if there is one.
type List = unsafe extern "C" fn(*mut Machine<'_>, *mut i32, i32, i32) -> i32;
/// Statements of a routine: the machine, the slots of its frame, and where to go on.
type Run = unsafe extern "C" fn(*mut Machine<'_>, *mut i32, u32) -> u64;

/// The machine code of a program.
pub(crate) struct Native {
    actions: Vec<(List, usize)>,
    choices: Vec<Option<(List, usize)>>,
    routines: Vec<(Run, usize)>,
    /// Read by machine code.
    _tables: Tables,
    /// Holds the machine code itself; in a lock only because it can't be shared otherwise.
    module: Mutex<Option<JITModule>>,
}

impl Native {
    /// The machine code of a program; none where the processor is not one that code can be made for.
    pub(crate) fn new(program: &Program, linked: &Linked) -> Option<Native> {
        if program.marks.is_some() {
            return None;
        }
        Native::make(program, linked).ok()
    }

    fn make(program: &Program, linked: &Linked) -> Result<Native, Box<dyn std::error::Error>> {
        let mut tables = Tables::new(program, linked);
        let mut code = Code::new(module()?, program)?;
        moves::relocate(&mut code, program, &tables)?;
        for query in 0..program.queries.len() {
            queries::query(&mut code, program, &tables, query as u32)?;
        }
        let actions: Vec<_> = (0..program.actions.len())
            .map(|action| listing::action(&mut code, program, &tables, action as u32))
            .collect::<Result<_, _>>()?;
        let choices: Vec<_> = (0..program.sites.len())
            .map(|site| listing::choice(&mut code, program, &tables, site))
            .collect::<Result<_, _>>()?;
        let routines: Vec<_> = program
            .routines
            .iter()
            .map(|rules| routines::routine(&mut code, program, &tables, rules))
            .collect::<Result<_, _>>()?;
        code.module.finalize_definitions()?;
        let module = code.module;
        for (texts, column) in tables.texts.iter_mut().zip(&program.layout.value_columns) {
            for (text, query) in texts.iter_mut().zip(&column.rows) {
                let known = usize::try_from(*query)
                    .ok()
                    .and_then(|q| code.queries.get(q));
                *text = known.map_or(0, |id| module.get_finalized_function(*id) as usize);
            }
        }
        let at = |id: FuncId| module.get_finalized_function(id);
        // SAFETY: `listing` and `routines` make functions of these types.
        let list = |(id, slots): Listed| (unsafe { transmute::<*const u8, List>(at(id)) }, slots);
        // SAFETY: as above.
        let run = |(id, slots): Listed| (unsafe { transmute::<*const u8, Run>(at(id)) }, slots);
        Ok(Native {
            actions: actions.into_iter().map(list).collect(),
            choices: choices.into_iter().map(|choice| choice.map(list)).collect(),
            routines: routines.into_iter().map(run).collect(),
            _tables: tables,
            module: Mutex::new(Some(module)),
        })
    }

    /// Whether a state is laid out for a program.
    pub(crate) fn fits(program: &Program, state: &State) -> bool {
        let layout = &program.layout;
        state.memory.len() == layout.memory.len()
            && state.pieces.len() == layout.piece_kind.len()
            && state.places.len() == layout.place_of.len()
    }

    /// Lists the legal instances of an action, or tells whether there is one.
    pub(crate) fn list_action(
        &self,
        m: &mut Machine<'_>,
        action: u32,
        you: i32,
        only: Only,
    ) -> bool {
        let (list, _) = self.actions[action as usize];
        if only == Only::Whether {
            // SAFETY: the machine has this code only for a state that fits; the names bound are in registers.
            return unsafe { list(m, std::ptr::null_mut(), you, 1) != 0 };
        }
        let width = m.program.actions[action as usize].binders.len();
        // SAFETY: as above.
        options(m, Answer::Action(action), width, |m| unsafe {
            list(m, std::ptr::null_mut(), you, 0) != 0
        })
    }

    /// Lists what may be chosen at a site; none when the frame is not one of this program's.
    pub(crate) fn list_choice(&self, m: &mut Machine<'_>, f: &mut [i32], site: u32) -> Option<()> {
        let (list, slots) = self.choices[site as usize]?;
        if f.len() < slots {
            return None;
        }
        let Ask::Choose { binders, .. } = &m.program.sites[site as usize].ask else {
            return None;
        };
        let width = binders.len();
        // SAFETY: as above; the frame has all slots that the code uses.
        options(m, Answer::Values, width, |m| unsafe {
            list(m, f.as_mut_ptr(), f[0], 0) != 0
        });
        Some(())
    }

    /// Runs the statements of the innermost frame, whose slots are given: how they ended, and where to go on.
    pub(crate) fn run(&self, m: &mut Machine<'_>, f: &mut [i32]) -> (Left, u32) {
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

/// Lets machine code list options, so many values for each.
fn options(
    m: &mut Machine<'_>,
    answer: Answer,
    width: usize,
    list: impl FnOnce(&mut Machine<'_>) -> bool,
) -> bool {
    let values = m.work.options.values();
    let before = values.len();
    m.raw.values = values.as_mut_ptr();
    (m.raw.length, m.raw.room) = (before, values.capacity());
    let found = list(m);
    if width == 0 {
        if found {
            m.work.options.push(answer, &[]);
        }
        return found;
    }
    // SAFETY: machine code wrote so many values, and had room made for them.
    unsafe { m.work.options.values().set_len(m.raw.length) };
    m.work.options.count_added(answer, width, before);
    found
}

fn module() -> Result<JITModule, Box<dyn std::error::Error>> {
    let mut flags = settings::builder();
    // Code calls functions that may lie anywhere.
    flags.set("use_colocated_libcalls", "false")?;
    flags.set("is_pic", "false")?;
    flags.set("opt_level", "speed")?;
    flags.set(
        "enable_verifier",
        if cfg!(debug_assertions) {
            "true"
        } else {
            "false"
        },
    )?;
    let isa = cranelift_native::builder()?.finish(settings::Flags::new(flags))?;
    let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
    for host in HOSTS {
        builder.symbol(host.name, (host.at)());
    }
    Ok(JITModule::new(builder))
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
