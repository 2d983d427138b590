//! Makes machine code of a program's functions, of queries those that are used, and finds where they stand.

use crate::asks::{asked_by_engine, listed_by_engine};
use crate::clif::translate;
use crate::code::{Code, Framed, Made, Written, signature, type_of};
use crate::native::{Act, Asked, Choose, Native, Question, Run};
use crate::wrap::{self, Own};
use cranelift_codegen::ir::Type;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilder;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};
use ludex_engine::lir::{Function, Host, Inst, ListFunction, verify};
use ludex_engine::lower::{self, Tables};
use ludex_program::Program;
use ludex_program::decision::Ask;
use ludex_program::node::{NodeId, SourceId};
use ludex_rules::ids::{QueryId, RoutineId};
use ludex_rules::table::{Id, Table};
use std::mem::transmute;
use std::sync::Mutex;

/// The functions of a program, not yet finished.
struct Functions {
    routines: Vec<Framed>,
    nodes: Vec<(NodeId, Framed)>,
    collections: Vec<(SourceId, Framed)>,
    questions: Vec<(NodeId, FuncId)>,
}

impl Code {
    /// Declares and makes a function.
    fn declare(&mut self, program: &Program, tables: &Tables, function: &Function) -> Made<FuncId> {
        let frame = function.frame.map(|_| I64);
        let given = function.blocks[0].given.iter();
        let given = given.map(|value| type_of(function.values[value.index()]));
        let params: Vec<Type> = frame.into_iter().chain(given).collect();
        let signature = signature(&self.module, &params, Some(type_of(function.result)));
        let id = self.module.declare_anonymous_function(&signature)?;
        self.make(program, tables, id, function)?;
        Ok(id)
    }

    /// Makes the function of a routine, which fits the frame that the engine makes for it.
    fn routine(&mut self, program: &Program, tables: &Tables, routine: RoutineId) -> Made<Framed> {
        let function = lower::inlining_routine(program, tables, routine);
        let (id, slots) = (self.routines[routine], self.slots(&function));
        if slots > usize::from(program.routines[routine].slots) {
            return Err(format!("{} needs {slots} slots", function.name).into());
        }
        self.make(program, tables, id, &function)?;
        Ok((id, slots))
    }

    fn framed(&mut self, program: &Program, tables: &Tables, function: &Function) -> Made<Framed> {
        let slots = self.slots(function);
        Ok((self.declare(program, tables, function)?, slots))
    }

    /// The slots that the frame of a function must have, for what it lists in it too.
    fn slots(&self, function: &Function) -> usize {
        let own = usize::from(function.frame.unwrap_or(0));
        let insts = function.blocks.iter().flat_map(|block| &block.insts);
        let listed = insts.filter_map(|inst| {
            let Inst::List {
                lister: ListFunction::Choice(site),
                ..
            } = inst
            else {
                return None;
            };
            self.choices[*site]
        });
        listed.fold(own, |most, (_, slots)| most.max(slots))
    }

    /// Makes a function that is declared, once it is verified: code of one that breaks a promise would be unsound.
    fn make(
        &mut self,
        program: &Program,
        tables: &Tables,
        id: FuncId,
        function: &Function,
    ) -> Made<()> {
        verify(function)?;
        let mut context = std::mem::replace(&mut self.context, self.module.make_context());
        let mut building = std::mem::take(&mut self.building);
        let declared = self.module.declarations().get_function_decl(id);
        context.func.signature = declared.signature.clone();
        if let Some(written) = &mut self.written {
            written.tables.clear();
        }
        let builder = FunctionBuilder::new(&mut context.func, &mut building);
        translate(self, program, tables, function, builder);
        if let Some(written) = &mut self.written {
            written.texts.insert(id, context.func.display().to_string());
        }
        self.module.define_function(id, &mut context)?;
        self.module.clear_context(&mut context);
        (self.context, self.building) = (context, building);
        Ok(())
    }
}

/// The machine code of a program.
pub(super) fn native(program: &Program, tables: &Tables) -> Made<Native> {
    let mut code = Code::new(module()?, program)?;
    let functions = functions(&mut code, program, tables)?;
    code.module.finalize_definitions()?;
    note_texts(&mut code, program);
    Ok(found(code, functions))
}

/// The functions of a program by name, as Cranelift writes them; tables have small numbers instead of addresses.
pub(super) fn clif(program: &Program, tables: &Tables) -> Made<Vec<(String, String)>> {
    let mut code = Code::new(module()?, program)?;
    code.written = Some(Written::default());
    // Whoever reads a query wants to see it, even if it is inlined wherever it is asked.
    for query in program.queries.ids() {
        code.use_query(query);
    }
    let made = functions(&mut code, program, tables)?;
    let texts = code.written.take().unwrap_or_default().texts;
    let queries = program.queries.iter().zip(&code.queries);
    let actions = program.actions.iter().zip(&code.actions);
    let routines = program.routines.iter().zip(&made.routines);
    let named = (queries.map(|(query, id)| (format!("query {}", query.name), *id)))
        .chain(actions.map(|(action, id)| (format!("action {}", action.name), *id)))
        .chain(routines.map(|(routine, (id, _))| (format!("routine {}", routine.name), *id)));
    let text = |id: FuncId| texts.get(&id).cloned().unwrap_or_default();
    let written = named.map(|(name, id)| (name, text(id))).collect();
    // SAFETY: nothing was finished, so nothing can be called.
    unsafe { code.module.free_memory() };
    Ok(written)
}

fn functions(code: &mut Code, program: &Program, tables: &Tables) -> Made<Functions> {
    use_texts(code, program);
    let ends = program.ranks.iter().map(|(node, ..)| *node);
    let ends = ends.chain(program.wins.map(|(node, _)| node));
    let ends = ends.chain(program.heuristic.map(|(node, _)| node));
    // Routines list what is chosen in them.
    code.actions = (program.actions.ids())
        .map(|action| code.declare(program, tables, &lower::action(program, tables, action)))
        .collect::<Made<_>>()?;
    code.choices = (program.sites.ids())
        .map(|site| {
            let Ask::Choose { binders, more, .. } = &program.sites[site].ask else {
                return Ok(None);
            };
            let choice = lower::choice(program, tables, site, binders, *more);
            code.framed(program, tables, &choice).map(Some)
        })
        .collect::<Made<_>>()?;
    let functions = Functions {
        routines: (program.routines.ids())
            .map(|routine| code.routine(program, tables, routine))
            .collect::<Made<_>>()?,
        nodes: asked_by_engine(program)
            .into_iter()
            .map(|node| {
                let function = lower::node(program, tables, node);
                Ok((node, code.framed(program, tables, &function)?))
            })
            .collect::<Made<_>>()?,
        collections: listed_by_engine(program)
            .into_iter()
            .map(|source| {
                let function = lower::collection(program, tables, source);
                Ok((source, code.framed(program, tables, &function)?))
            })
            .collect::<Made<_>>()?,
        questions: ends
            .map(|node| {
                Ok((
                    node,
                    code.declare(program, tables, &lower::question(program, tables, node))?,
                ))
            })
            .collect::<Made<_>>()?,
    };
    while let Some(query) = code.next_unmade() {
        let id = code.queries[query];
        code.make(program, tables, id, &lower::query(program, tables, query))?;
    }
    Ok(functions)
}

/// Uses the texts of all rows: which of them is called is known in play alone.
fn use_texts(code: &mut Code, program: &Program) {
    let columns = program.layout.value_columns.iter();
    let texts = columns.flat_map(|column| &column.rows);
    for query in texts.filter_map(|query| QueryId::of(*query)) {
        code.use_query(query);
    }
}

/// Texts of rows are called through a table, which is filled when their functions stand somewhere.
fn note_texts(code: &mut Code, program: &Program) {
    // All of them are made: `use_texts`.
    let (queries, module) = (&code.queries, &code.module);
    for (texts, column) in code.texts.iter_mut().zip(&program.layout.value_columns) {
        for (text, query) in texts.iter_mut().zip(&column.rows) {
            let id = QueryId::of(*query).and_then(|query| queries.get(query));
            *text = id.map_or(0, |id| {
                module.get_finalized_function(*id).expose_provenance()
            });
        }
    }
}

fn found(code: Code, functions: Functions) -> Native {
    let at = |id: FuncId| code.module.get_finalized_function(id);
    // SAFETY: `lower::action` makes functions of this type.
    let action = |id: FuncId| unsafe { transmute::<*const u8, Act>(at(id)) };
    // SAFETY: `lower::choice` makes functions of this type.
    let choice = |id: FuncId| unsafe { transmute::<*const u8, Choose>(at(id)) };
    // SAFETY: `lower::routine` makes functions of this type.
    let run = |(id, slots): Framed| (unsafe { transmute::<*const u8, Run>(at(id)) }, slots);
    // SAFETY: `lower::node` and `lower::collection` make functions of this type.
    let asked = |(id, slots): Framed| (unsafe { transmute::<*const u8, Asked>(at(id)) }, slots);
    // SAFETY: `lower::question` makes functions of this type.
    let question = |id: FuncId| unsafe { transmute::<*const u8, Question>(at(id)) };
    Native {
        actions: code.actions.iter().copied().map(action).collect(),
        choices: (code.choices.iter())
            .map(|made| made.map(|(id, slots)| (choice(id), slots)))
            .collect(),
        routines: functions.routines.into_iter().map(run).collect(),
        nodes: placed((functions.nodes.into_iter()).map(|(node, framed)| (node, asked(framed)))),
        collections: placed(
            (functions.collections.into_iter()).map(|(source, framed)| (source, asked(framed))),
        ),
        questions: (functions.questions.into_iter())
            .map(|(node, id)| (node, question(id)))
            .collect(),
        traps: code.traps,
        _texts: code.texts,
        module: Mutex::new(Some(code.module)),
    }
}

/// Things with numbers, each at the place of its number.
fn placed<I: Id, T>(all: impl Iterator<Item = (I, T)>) -> Table<I, Option<T>> {
    let mut placed = Vec::new();
    for (id, thing) in all {
        let at = id.index();
        if placed.len() <= at {
            placed.resize_with(at + 1, || None);
        }
        placed[at] = Some(thing);
    }
    placed.into()
}

fn module() -> Made<JITModule> {
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
    for host in Host::ALL {
        builder.symbol(format!("{host:?}"), wrap::address(*host));
    }
    for call in Own::ALL {
        builder.symbol(format!("{call:?}"), call.address());
    }
    Ok(JITModule::new(builder))
}
