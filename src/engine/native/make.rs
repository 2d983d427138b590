//! Makes all functions of a program, and finds where they stand.

use super::emit::{Code, Made, Written};
use super::host::HOSTS;
use super::listing::Listed;
use super::tables::Tables;
use super::{List, Listing, Native, Question, Run, listing, moves, queries, routines};
use crate::engine::linked::Linked;
use crate::program::Program;
use crate::program::code::Ask;
use crate::program::node::NodeId;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, default_libcall_names};
use std::mem::transmute;
use std::sync::Mutex;

/// The functions of a program, not yet finished.
struct Functions {
    actions: Vec<Listed>,
    choices: Vec<Option<Listed>>,
    routines: Vec<Listed>,
    questions: Vec<(NodeId, FuncId)>,
}

/// The machine code of a program.
pub(super) fn native(
    program: &Program,
    linked: &Linked,
) -> Result<Native, Box<dyn std::error::Error>> {
    let mut tables = Tables::new(program, linked);
    let mut code = Code::new(module()?, program)?;
    let functions = functions(&mut code, program, &tables)?;
    code.module.finalize_definitions()?;
    note_texts(&code, program, &mut tables);
    Ok(found(code, functions, program, tables))
}

/// The functions of a program by name, as Cranelift writes them; tables have small numbers instead of addresses.
pub(super) fn clif(
    program: &Program,
    linked: &Linked,
) -> Result<Vec<(String, String)>, Box<dyn std::error::Error>> {
    let tables = Tables::new(program, linked);
    let mut code = Code::new(module()?, program)?;
    code.written = Some(Written::default());
    let made = functions(&mut code, program, &tables)?;
    let texts = code.written.take().unwrap_or_default().texts;
    let queries = program.queries.iter().zip(&code.queries);
    let actions = program.actions.iter().zip(&made.actions);
    let routines = program.routines.iter().zip(&made.routines);
    let named = (queries.map(|(query, id)| (format!("query {}", query.name), *id)))
        .chain(actions.map(|(action, (id, _))| (format!("action {}", action.name), *id)))
        .chain(routines.map(|(routine, (id, _))| (format!("routine {}", routine.name), *id)));
    let text = |id: FuncId| texts.get(&id).cloned().unwrap_or_default();
    let written = named.map(|(name, id)| (name, text(id))).collect();
    // SAFETY: nothing was finished, so nothing can be called.
    unsafe { code.module.free_memory() };
    Ok(written)
}

fn functions(code: &mut Code, program: &Program, tables: &Tables) -> Made<Functions> {
    moves::relocate(code, program, tables)?;
    for query in 0..program.queries.len() as u32 {
        queries::query(code, program, tables, query)?;
    }
    let ends = program.ranks.iter().map(|(node, ..)| *node);
    let ends = ends.chain(program.wins.map(|(node, _)| node));
    let ends = ends.chain(program.heuristic.map(|(node, _)| node));
    Ok(Functions {
        actions: (0..program.actions.len() as u32)
            .map(|action| listing::action(code, program, tables, action))
            .collect::<Made<_>>()?,
        choices: (0..program.sites.len())
            .map(|site| listing::choice(code, program, tables, site))
            .collect::<Made<_>>()?,
        routines: (program.routines.iter())
            .map(|rules| routines::routine(code, program, tables, rules))
            .collect::<Made<_>>()?,
        questions: ends
            .map(|node| Ok((node, queries::question(code, program, tables, node)?)))
            .collect::<Made<_>>()?,
    })
}

/// Texts of rows are called through a table, which is filled when their functions stand somewhere.
fn note_texts(code: &Code, program: &Program, tables: &mut Tables) {
    for (texts, column) in tables.texts.iter_mut().zip(&program.layout.value_columns) {
        for (text, query) in texts.iter_mut().zip(&column.rows) {
            let query = usize::try_from(*query).ok();
            let id = query.and_then(|query| code.queries.get(query));
            *text = id.map_or(0, |id| code.module.get_finalized_function(*id) as usize);
        }
    }
}

fn found(code: Code, functions: Functions, program: &Program, tables: Tables) -> Native {
    let at = |id: FuncId| code.module.get_finalized_function(id);
    // SAFETY: `listing` makes functions of this type.
    let list = |id: FuncId| unsafe { transmute::<*const u8, List>(at(id)) };
    let listing = |((id, slots), width): (Listed, usize)| Listing {
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
    Native {
        actions: functions
            .actions
            .into_iter()
            .zip(widths)
            .map(listing)
            .collect(),
        choices: (functions.choices.into_iter().zip(chosen))
            .map(|(choice, width)| choice.map(|choice| listing((choice, width))))
            .collect(),
        routines: functions.routines.into_iter().map(run).collect(),
        questions: (functions.questions.into_iter())
            .map(|(node, id)| (node, question(id)))
            .collect(),
        traps: code.traps,
        _tables: tables,
        module: Mutex::new(Some(code.module)),
    }
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
