//! A program made to be run, once for all machines: functions of `lir`, lowered when they are first asked for, tables that they
//! read, machine code, and buffers to work with.

use crate::engine::lent::Idle;
use crate::engine::lir::Function;
use crate::engine::lower::{self, Tables};
use crate::engine::native::Native;
use crate::engine::spots::{Spot, spots};
use crate::engine::worlds::Unread;
use crate::program::Program;
use crate::program::code::Ask;
use crate::program::node::{NodeId, SourceId};
use std::sync::OnceLock;

/// A function that is lowered when it is first asked for.
type Lazy = OnceLock<Box<Function>>;

/// A program made to be run.
pub(crate) struct Executable {
    queries: Vec<Lazy>,
    actions: Vec<Lazy>,
    choices: Vec<Lazy>,
    routines: Vec<Lazy>,
    /// Expressions that are asked on their own, in a frame.
    nodes: Vec<Lazy>,
    /// Collections that are listed on their own, in a frame.
    collections: Vec<Lazy>,
    /// Collections that are searched for a member.
    members: Vec<Lazy>,
    tables: OnceLock<Tables>,
    native: OnceLock<Option<Native>>,
    /// Tells whether its functions note what a player can't know.
    pub(crate) watched: bool,
    pub(crate) spots: Vec<Spot>,
    /// Buffers for machines of this program.
    pub(crate) idle: Idle,
    /// The local names that nothing reads any more, for worlds.
    pub(crate) unread: Unread,
}

impl Executable {
    /// Gives what was made of a program, made now if need be.
    pub(crate) fn of(program: &Program) -> &Executable {
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
        let lazy = |count: usize| (0..count).map(|_| Lazy::new()).collect();
        Executable {
            queries: lazy(program.queries.len()),
            actions: lazy(program.actions.len()),
            choices: lazy(program.sites.len()),
            routines: lazy(program.routines.len()),
            nodes: lazy(program.nodes.len()),
            collections: lazy(program.sources.len()),
            members: lazy(program.sources.len()),
            tables: OnceLock::new(),
            native: OnceLock::new(),
            watched,
            spots: spots(program),
            idle: Idle::default(),
            unread: Unread::new(program),
        }
    }

    /// The program as machine code, made now if need be; none where it can't be made.
    pub(crate) fn native(&self, program: &Program) -> Option<&Native> {
        let made = (self.native).get_or_init(|| Native::new(program, self.tables(program)));
        made.as_ref()
    }

    /// The tables that functions read, made now if need be.
    pub(crate) fn tables(&self, program: &Program) -> &Tables {
        (self.tables).get_or_init(|| Tables::new(program, &self.spots, self.watched))
    }

    /// The function of a query.
    pub(crate) fn query(&self, program: &Program, query: u32) -> &Function {
        let lower = || lower::query(program, self.tables(program), query);
        self.queries[query as usize].get_or_init(|| Box::new(lower()))
    }

    /// The listing of an action.
    pub(crate) fn action(&self, program: &Program, action: u32) -> &Function {
        let lower = || lower::action(program, self.tables(program), action);
        self.actions[action as usize].get_or_init(|| Box::new(lower()))
    }

    /// The listing of what may be chosen at a site; none where nothing is named.
    pub(crate) fn choice(&self, program: &Program, site: u32) -> Option<&Function> {
        let Ask::Choose { binders, more, .. } = &program.sites[site as usize].ask else {
            return None;
        };
        let lower = || lower::choice(program, self.tables(program), (site, binders, *more));
        Some(self.choices[site as usize].get_or_init(|| Box::new(lower())))
    }

    /// The function of a routine.
    pub(crate) fn routine(&self, program: &Program, routine: u32) -> &Function {
        let lower = || lower::routine(program, self.tables(program), routine);
        self.routines[routine as usize].get_or_init(|| Box::new(lower()))
    }

    /// A function that answers an expression.
    pub(crate) fn node(&self, program: &Program, node: NodeId) -> &Function {
        let lower = || lower::node(program, self.tables(program), node);
        self.nodes[node as usize].get_or_init(|| Box::new(lower()))
    }

    /// A function that lists a collection.
    pub(crate) fn collection(&self, program: &Program, source: SourceId) -> &Function {
        let lower = || lower::collection(program, self.tables(program), source);
        self.collections[source as usize].get_or_init(|| Box::new(lower()))
    }

    /// A function that looks for a member of a collection.
    pub(crate) fn member(&self, program: &Program, source: SourceId) -> &Function {
        let lower = || lower::member(program, self.tables(program), source);
        self.members[source as usize].get_or_init(|| Box::new(lower()))
    }
}
