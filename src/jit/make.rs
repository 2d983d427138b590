//! Makes machine code of all functions of a program, and finds where they stand.

use crate::asks::{asked_by_engine, listed_by_engine};
use crate::clif::translate;
use crate::wrap::{self, Own};
use crate::{Act, Asked, Choose, Native, Question, Run};
use cranelift_codegen::Context;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{AbiParam, Signature, Type};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use ludex_engine::lir::{Function, Host, Inst, ListFunction, Trap, Type as LirType, verify};
use ludex_engine::lower::{self, Tables};
use ludex_program::Program;
use ludex_program::decision::Ask;
use ludex_program::ids::SiteId;
use ludex_program::node::{NodeId, SourceId};
use ludex_rules::ids::{ActionId, QueryId, RoutineId};
use ludex_rules::table::{Id, Table};
use std::collections::BTreeMap;
use std::error::Error;
use std::mem::transmute;
use std::sync::Mutex;

/// The text of functions, for people.
#[derive(Default)]
pub(super) struct Written {
    texts: BTreeMap<FuncId, String>,
    /// The tables of the function being made, each with a number.
    tables: BTreeMap<usize, i64>,
}

impl Written {
    /// A small number for the address of a table.
    pub(super) fn shown(&mut self, address: usize) -> i64 {
        let next = 0x1000 * (self.tables.len() as i64 + 1);
        *self.tables.entry(address).or_insert(next)
    }
}

/// A result of making code; without one the program is interpreted.
pub(super) type Made<T> = Result<T, Box<dyn Error>>;

/// The module being made, and what is declared in it.
pub(super) struct Code {
    pub(super) module: JITModule,
    pub(super) hosts: Vec<FuncId>,
    pub(super) own: Vec<FuncId>,
    /// For each query, its function.
    pub(super) queries: Table<QueryId, FuncId>,
    /// For each routine, its function.
    pub(super) routines: Table<RoutineId, FuncId>,
    /// For each action, its listing.
    pub(super) actions: Table<ActionId, FuncId>,
    /// For each site, its listing; none where it asks for something else than a choice.
    pub(super) choices: Table<SiteId, Option<Framed>>,
    /// For each column of texts with a value: the address of each row's function, or 0; filled when functions stand somewhere.
    pub(super) texts: Vec<Box<[usize]>>,
    /// The faults that code may raise, as far as it is made.
    pub(super) traps: Vec<Trap>,
    /// The text of each function, when it is only to be read.
    pub(super) written: Option<Written>,
    context: Context,
    building: FunctionBuilderContext,
}

/// A function and how many slots its frame must have.
pub(super) type Framed = (FuncId, usize);

/// The functions of a program, not yet finished.
struct Functions {
    routines: Vec<Framed>,
    nodes: Vec<(NodeId, Framed)>,
    collections: Vec<(SourceId, Framed)>,
    questions: Vec<(NodeId, FuncId)>,
}

/// The type of a value in machine code.
pub(super) fn type_of(ty: LirType) -> Type {
    match ty {
        LirType::Flag => I8,
        LirType::Int => I32,
        LirType::Long => I64,
    }
}

impl Code {
    fn new(mut module: JITModule, program: &Program) -> Made<Code> {
        let mut import =
            |name: &str, (params, result): (Vec<Type>, Option<Type>)| -> Made<FuncId> {
                let signature = signature(&module, &params, result);
                Ok(module.declare_function(name, Linkage::Import, &signature)?)
            };
        let mut hosts = Vec::new();
        for host in Host::ALL {
            let (params, result) = host.signature();
            let params = params.iter().map(|ty| type_of(*ty)).collect();
            hosts.push(import(&format!("{host:?}"), (params, result.map(type_of)))?);
        }
        let mut own = Vec::new();
        for call in Own::ALL {
            let (params, result) = call.signature();
            own.push(import(&format!("{call:?}"), (params.to_vec(), result))?);
        }
        let columns = program.layout.value_columns.iter();
        let mut code = Code {
            context: module.make_context(),
            module,
            hosts,
            own,
            queries: Table::new(),
            routines: Table::new(),
            actions: Table::new(),
            choices: Table::new(),
            texts: columns.map(|c| vec![0; c.rows.len()].into()).collect(),
            traps: Vec::new(),
            written: None,
            building: FunctionBuilderContext::new(),
        };
        for query in &program.queries {
            let signature = code.query_signature(usize::from(query.params) + 1);
            let id = code.module.declare_anonymous_function(&signature)?;
            code.queries.push(id);
        }
        for _ in &program.routines {
            let signature = signature(&code.module, &[I64, I32], Some(I64));
            let id = code.module.declare_anonymous_function(&signature)?;
            code.routines.push(id);
        }
        Ok(code)
    }

    /// A query takes the machine, `you` and its arguments: so many in all, without the machine.
    pub(super) fn query_signature(&self, given: usize) -> Signature {
        signature(&self.module, &vec![I32; given], Some(I32))
    }

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

/// A signature; the machine always comes first.
fn signature(module: &JITModule, params: &[Type], result: Option<Type>) -> Signature {
    let mut signature = module.make_signature();
    let params = [&[I64], params].concat();
    signature
        .params
        .extend(params.into_iter().map(AbiParam::new));
    signature.returns.extend(result.map(AbiParam::new));
    signature
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
    for query in program.queries.ids() {
        let id = code.queries[query];
        code.make(program, tables, id, &lower::query(program, tables, query))?;
    }
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
            let choice = lower::choice(program, tables, (site, binders, *more));
            code.framed(program, tables, &choice).map(Some)
        })
        .collect::<Made<_>>()?;
    Ok(Functions {
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
    })
}

/// Texts of rows are called through a table, which is filled when their functions stand somewhere.
fn note_texts(code: &mut Code, program: &Program) {
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
