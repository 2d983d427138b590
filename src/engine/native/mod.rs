//! Questions, listings and statements of a program as machine code, for random games at full speed.
//!
//! Enters: a `program`. Leaves: functions that do to a state exactly what the linked functions beside this room do, and
//! leave the same state, options and answers behind; a test plays all games both ways. Never here: a meaning of its own.
//! What machine code can't do shortly it asks of the engine (`host.rs`). When rules fail it only says so: the
//! game is then played again by the linked functions, which tell what, where and why.
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
use crate::engine::machine::Machine;
use crate::engine::option::Answer;
use crate::engine::state::State;
use crate::program::Program;
use crate::program::code::Ask;
use crate::program::node::NodeId;
use crate::source::Span;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, default_libcall_names};
use emit::{Code, Made};
use host::HOSTS;
use listing::Listed;
pub(crate) use routines::Left;
use std::collections::BTreeMap;
use std::fmt;
use std::mem::transmute;
use std::sync::Mutex;
use tables::Tables;

/// A listing: the machine, the slots of a frame or nothing, `you`, and whether only to tell if there is one.
type List = unsafe extern "C" fn(*mut Machine<'_>, *mut i32, i32, i32) -> i32;

/// Statements of a routine: the machine, the slots of its frame, and where to go on.
type Run = unsafe extern "C" fn(*mut Machine<'_>, *mut i32, u32) -> u64;

/// A question: the machine and `you`.
type Question = unsafe extern "C" fn(*mut Machine<'_>, i32) -> i32;

/// A listing, and what it binds.
struct Names {
    list: List,
    /// Slots its frame must have.
    slots: usize,
    /// How many names.
    width: usize,
}

/// The machine code of a program.
pub(crate) struct Native {
    actions: Vec<Names>,
    choices: Vec<Option<Names>>,
    routines: Vec<(Run, usize)>,
    /// What is asked at the end of a game.
    questions: BTreeMap<NodeId, Question>,
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
        let ranks = program.ranks.iter().map(|(node, ..)| *node);
        let questions: Vec<_> = ranks
            .chain(program.wins.map(|(node, _)| node))
            .map(|node| Ok((node, queries::question(&mut code, program, &tables, node)?)))
            .collect::<Made<_>>()?;
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
        // SAFETY: `listing` makes functions of this type.
        let list = |id: FuncId| unsafe { transmute::<*const u8, List>(at(id)) };
        let names = |((id, slots), width): (Listed, usize)| Names {
            list: list(id),
            slots,
            width,
        };
        // SAFETY: `routines` makes functions of this type.
        let run = |(id, slots): Listed| (unsafe { transmute::<*const u8, Run>(at(id)) }, slots);
        // SAFETY: `question` makes functions of this type.
        let question = |id: FuncId| unsafe { transmute::<*const u8, Question>(at(id)) };
        let widths = program.actions.iter().map(|action| action.binders.len());
        let chosen = program.sites.iter().map(|site| match &site.ask {
            Ask::Choose { binders, .. } => binders.len(),
            Ask::May | Ask::Offer(_) | Ask::Pool => 0,
        });
        Ok(Native {
            actions: actions.into_iter().zip(widths).map(names).collect(),
            choices: (choices.into_iter().zip(chosen))
                .map(|(choice, width)| choice.map(|choice| names((choice, width))))
                .collect(),
            routines: routines.into_iter().map(run).collect(),
            questions: (questions.into_iter())
                .map(|(node, id)| (node, question(id)))
                .collect(),
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

    /// Whether there is a legal instance of an action.
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
            let before = m.raw.length;
            // SAFETY: as above.
            let found = unsafe { (names.list)(m, std::ptr::null_mut(), you, 0) != 0 };
            m.remember_possible(*action, you, found);
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
        let before = m.raw.length;
        // SAFETY: as above; the frame has all slots that the code uses.
        if unsafe { (names.list)(m, f.as_mut_ptr(), f[0], 0) != 0 } {
            names.count(m, Answer::Values, before);
        }
        take_values_back(m);
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

impl Names {
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
