//! The module of machine code while it is made, and what is declared in it.

use crate::wrap::Own;
use cranelift_codegen::Context;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{AbiParam, Signature, Type};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Linkage, Module};
use ludex_engine::lir::{Host, Trap, Type as LirType};
use ludex_program::Program;
use ludex_program::ids::SiteId;
use ludex_rules::ids::{ActionId, QueryId, RoutineId};
use ludex_rules::table::Table;
use std::collections::BTreeMap;
use std::error::Error;

/// The text of functions, for people.
#[derive(Default)]
pub(super) struct Written {
    pub(super) texts: BTreeMap<FuncId, String>,
    /// The tables of the function being made, each with a number.
    pub(super) tables: BTreeMap<usize, i64>,
}

impl Written {
    /// Returns a small number that stands for the address of a table in listings.
    pub(super) fn table_number(&mut self, address: usize) -> i64 {
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
    /// The queries that some function calls: one that is inlined everywhere, or that nobody asks, is not made.
    used: Table<QueryId, bool>,
    /// Those of them that are not made yet.
    unmade: Vec<QueryId>,
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
    pub(super) context: Context,
    pub(super) building: FunctionBuilderContext,
}

/// A function and how many slots its frame must have.
pub(super) type Framed = (FuncId, usize);

/// The type of a value in machine code.
pub(super) fn type_of(ty: LirType) -> Type {
    match ty {
        LirType::Flag => I8,
        LirType::Int => I32,
        LirType::Long => I64,
    }
}

impl Code {
    pub(super) fn new(mut module: JITModule, program: &Program) -> Made<Code> {
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
            used: Table::filled(program.queries.len(), false),
            unmade: Vec::new(),
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

    /// Returns the function of a query, which is made because of it.
    pub(super) fn use_query(&mut self, query: QueryId) -> FuncId {
        if !std::mem::replace(&mut self.used[query], true) {
            self.unmade.push(query);
        }
        self.queries[query]
    }

    /// Returns a query that is used and not made yet; its caller makes it.
    pub(super) fn next_unmade(&mut self) -> Option<QueryId> {
        self.unmade.pop()
    }

    /// A query takes the machine, `you` and its arguments: so many in all, without the machine.
    pub(super) fn query_signature(&self, given: usize) -> Signature {
        signature(&self.module, &vec![I32; given], Some(I32))
    }
}

/// A signature; the machine always comes first.
pub(super) fn signature(module: &JITModule, params: &[Type], result: Option<Type>) -> Signature {
    let mut signature = module.make_signature();
    let params = [&[I64], params].concat();
    signature
        .params
        .extend(params.into_iter().map(AbiParam::new));
    signature.returns.extend(result.map(AbiParam::new));
    signature
}
