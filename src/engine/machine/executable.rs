//! A program made to be run, once for all machines: functions of `lir`, lowered when they are first asked for, tables that they
//! read, machine code, and buffers to work with.

use crate::knowledge::unread::Unread;
use crate::lir::{Function, print};
use crate::lower::{self, Captured, Tables};
use crate::machine::lent::Idle;
use crate::machine::{Compiled, Compiler};
use crate::sets::bounds::{Bounds, bounds};
use crate::state::spots::{Spot, spots};
use ludex_program::Program;
use ludex_program::cursor::Cursor;
use ludex_program::decision::Ask;
use ludex_program::ids::{SiteId, SpotId};
use ludex_program::node::{NodeId, SourceId};
use ludex_rules::ids::{ActionId, QueryId, RoutineId};
use ludex_rules::table::{Id, Table};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Decisions that are recorded before machine code is made for them: their listings have then cost several times what it costs.
const HOT: u32 = 20_000;

/// Steps that the interpreter takes in about the time in which machine code is made of a node; docs/performance.md tells how
/// that was measured.
const STEPS_A_NODE: u64 = 400;

/// A function that is lowered when it is first asked for.
type Lazy = OnceLock<Box<Function>>;

/// A table with a function for each item of another one.
fn lazy<I: Id, T>(items: &Table<I, T>) -> Table<I, Lazy> {
    items.iter().map(|_| Lazy::new()).collect()
}

/// A program made to be run.
pub struct Executable {
    queries: Table<QueryId, Lazy>,
    actions: Table<ActionId, Lazy>,
    choices: Table<SiteId, Lazy>,
    routines: Table<RoutineId, Lazy>,
    /// Expressions that are asked on their own, in a frame.
    nodes: Table<NodeId, Lazy>,
    /// Collections that are listed on their own, in a frame.
    collections: Table<SourceId, Lazy>,
    /// The slots that a node needs which is asked in a frame of its own.
    captured: Table<NodeId, OnceLock<Box<Captured>>>,
    /// The bounds that a condition sets on what is chosen.
    bounds: Table<NodeId, OnceLock<Box<Bounds>>>,
    /// Collections that are searched for a member.
    members: Table<SourceId, Lazy>,
    tables: OnceLock<Tables>,
    native: OnceLock<Option<Box<dyn Compiled>>>,
    /// Counts decisions that were recorded while there was no machine code.
    recorded: AtomicU32,
    /// Counts steps of playouts that were interpreted while there was no machine code.
    interpreted: AtomicU64,
    /// True from when a thread began to make machine code that playouts have earned.
    is_earned: AtomicBool,
    /// True if its functions note what a player can't know (`watch.rs`).
    pub(crate) watched: bool,
    pub(crate) spots: Table<SpotId, Spot>,
    /// Buffers for machines of this program.
    pub(crate) idle: Idle,
    /// The local names that nothing reads any more, for worlds.
    pub unread: Unread,
}

impl Executable {
    /// Gives what was made of a program, made now if need be.
    pub fn of(program: &Program) -> &Executable {
        let made = program.made.get(|| Executable::new(program, false));
        // INVARIANT: `Made::get` is the crate's own and is called here only, so what is there is what was put here.
        made.unwrap_or_else(|| unreachable!("a program holds only what was made of it"))
    }

    /// As `of`, with functions that note what the player on whose behalf they are run can't know.
    pub(crate) fn watching(program: &Program) -> &Executable {
        let made = program.watched.get(|| Executable::new(program, true));
        // INVARIANT: `watched` is filled here only, by the crate's own `Made::get`, so what is there is what was put here.
        made.unwrap_or_else(|| unreachable!("a program holds only what was made of it"))
    }

    fn new(program: &Program, watched: bool) -> Executable {
        Executable {
            queries: lazy(&program.queries),
            actions: lazy(&program.actions),
            choices: lazy(&program.sites),
            routines: lazy(&program.routines),
            nodes: lazy(&program.nodes),
            collections: lazy(&program.sources),
            captured: (program.nodes.iter()).map(|_| OnceLock::new()).collect(),
            bounds: (program.nodes.iter()).map(|_| OnceLock::new()).collect(),
            members: lazy(&program.sources),
            tables: OnceLock::new(),
            native: OnceLock::new(),
            recorded: AtomicU32::new(0),
            interpreted: AtomicU64::new(0),
            is_earned: AtomicBool::new(false),
            watched,
            spots: spots(program),
            idle: Idle::default(),
            unread: Unread::new(program),
        }
    }

    /// The program as machine code, made now if need be; none where it can't be made.
    pub fn native(&self, program: &Program, compile: Compiler) -> Option<&dyn Compiled> {
        let made = (self.native).get_or_init(|| compile(program, self.tables(program)));
        made.as_deref()
    }

    /// The machine code of a program, if it has been made.
    pub fn made_native(&self) -> Option<&dyn Compiled> {
        self.native.get().and_then(|made| made.as_deref())
    }

    /// The machine code of a program for playouts: none before as much time went into interpreting as making it takes. So the
    /// first games begin at once, and all together take about twice the time of the better way at most.
    pub(crate) fn native_if_earned(
        &self,
        program: &Program,
        compile: Compiler,
    ) -> Option<&dyn Compiled> {
        let cost = STEPS_A_NODE * program.nodes.len() as u64;
        self.native_when(program, compile, || {
            self.interpreted.load(Ordering::Relaxed) >= cost
                && !self.is_earned.swap(true, Ordering::Relaxed)
        })
    }

    /// Counts steps that a playout took by the interpreter.
    pub(crate) fn count_interpreted(&self, steps: u64) {
        self.interpreted.fetch_add(steps, Ordering::Relaxed);
    }

    /// The machine code of a program that records its decisions: none before it was made for random games, or pays.
    pub(crate) fn native_if_hot(
        &self,
        program: &Program,
        compile: Compiler,
    ) -> Option<&dyn Compiled> {
        self.native_when(program, compile, || {
            self.recorded.fetch_add(1, Ordering::Relaxed) == HOT
        })
    }

    /// The machine code, if it has been made, or if it is due for whoever asks: one thread makes it, and the others go on
    /// without.
    fn native_when(
        &self,
        program: &Program,
        compile: Compiler,
        is_due: impl FnOnce() -> bool,
    ) -> Option<&dyn Compiled> {
        match self.native.get() {
            Some(made) => made.as_deref(),
            None if is_due() => self.native(program, compile),
            None => None,
        }
    }

    /// Lists the functions of a program by name, as text of `lir`.
    #[must_use]
    pub fn lir(program: &Program) -> Vec<(String, String)> {
        let tables = Executable::of(program).tables(program);
        let queries = (program.queries.ids()).map(|n| lower::query(program, tables, n));
        let actions = (program.actions.ids()).map(|n| lower::action(program, tables, n));
        let routines = (program.routines.ids()).map(|n| lower::routine(program, tables, n));
        let all = queries.chain(actions).chain(routines);
        all.map(|function| (function.name.clone(), print(&function)))
            .collect()
    }

    /// The tables that functions read, made now if need be.
    pub fn tables(&self, program: &Program) -> &Tables {
        (self.tables).get_or_init(|| Tables::new(program, &self.spots, self.watched))
    }

    /// The function of a query.
    pub(crate) fn query(&self, program: &Program, query: QueryId) -> &Function {
        let lower = || lower::query(program, self.tables(program), query);
        self.queries[query].get_or_init(|| Box::new(lower()))
    }

    /// The listing of an action.
    pub(crate) fn action(&self, program: &Program, action: ActionId) -> &Function {
        let lower = || lower::action(program, self.tables(program), action);
        self.actions[action].get_or_init(|| Box::new(lower()))
    }

    /// The listing of what may be chosen at a site; none where nothing is named.
    pub(crate) fn choice(&self, program: &Program, site: SiteId) -> Option<&Function> {
        let Ask::Choose { binders, more, .. } = &program.sites[site].ask else {
            return None;
        };
        let lower = || lower::choice(program, self.tables(program), site, binders, *more);
        Some(self.choices[site].get_or_init(|| Box::new(lower())))
    }

    /// The function of a routine.
    pub(crate) fn routine(&self, program: &Program, routine: RoutineId) -> &Function {
        let lower = || lower::routine(program, self.tables(program), routine);
        self.routines[routine].get_or_init(|| Box::new(lower()))
    }

    /// A function that answers an expression.
    pub(crate) fn node(&self, program: &Program, node: NodeId) -> &Function {
        let lower = || lower::node(program, self.tables(program), node);
        self.nodes[node].get_or_init(|| Box::new(lower()))
    }

    /// The slots that a node needs which is asked in a frame of its own.
    pub(crate) fn captured(&self, program: &Program, node: NodeId) -> &Captured {
        self.captured[node].get_or_init(|| Box::new(lower::captured(program, node)))
    }

    /// The bounds that a condition sets on the members of a list.
    pub(crate) fn bounds(&self, program: &Program, cond: NodeId, chosen: Cursor) -> &Bounds {
        self.bounds[cond].get_or_init(|| Box::new(bounds(program, cond, chosen)))
    }

    /// A function that lists a collection.
    pub(crate) fn collection(&self, program: &Program, source: SourceId) -> &Function {
        let lower = || lower::collection(program, self.tables(program), source);
        self.collections[source].get_or_init(|| Box::new(lower()))
    }

    /// A function that looks for a member of a collection.
    pub(crate) fn member(&self, program: &Program, source: SourceId) -> &Function {
        let lower = || lower::member(program, self.tables(program), source);
        self.members[source].get_or_init(|| Box::new(lower()))
    }
}
