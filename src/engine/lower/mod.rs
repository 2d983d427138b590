//! Lowering: the meaning of nodes, collections and instructions, told once, as `lir`.
//!
//! Enters: a `program` and what was worked out of it (`tables`). Leaves: a `lir` function for each query, action, choice and
//! routine, and for each node or collection that somebody asks on its own. Never here: a state, a machine.
//!
//! `nodes`, `folds`, `sources`, `built_in` and `boards` lower expressions; `bitboards` asks all spaces at once; `queries` is
//! for calls, modifiers and texts of rows; `listing` for actions and choices; `routines` and `moves` for statements,
//! `at_random` for those that ask somebody in a playout; `steps` counts them; `inline` writes short routines into their callers
//! for machine code; `watching` notes what a player can't know.

mod alike;
mod at_random;
mod bitboard_tables;
mod bitboards;
mod boards;
mod built_in;
mod captured;
mod depth;
mod folds;
mod inline;
mod listing;
mod lookups;
mod moves;
mod nodes;
mod queries;
mod routines;
pub(crate) mod short;
mod sources;
mod steps;
mod tables;
mod watching;

pub(crate) use captured::{Captured, captured};
pub(crate) use depth::DEEPEST;
pub use listing::{action, choice};
pub use queries::{query, question};
pub use routines::{RoutineExit, inlining_routine, routine, suspends};
pub use tables::{Slice, Tables};

use self::inline::Level;
use crate::lir::{
    ArithmeticTraps, BlameSpan, Block, BlockCall, Builder, Compare, Function, Host, Inst,
    ProgramTable, Region, SourceLoc, Trap, TrapKind, TrapSite, Type, Value, Var, verify,
};
use ludex_program::Program;
use ludex_program::node::{NodeId, NodeList, SourceId};
use std::collections::BTreeMap;

/// A function that answers a node in a given frame.
pub fn node(program: &Program, tables: &Tables, node: NodeId) -> Function {
    let name = node.to_string();
    function(program, tables, name, true, &[], Type::Int, |e, _| {
        e.slots = Slots::Frame;
        let value = e.value(node);
        e.b.return_(value);
    })
}

/// A function that adds the members of a collection to the scratch buffer, in a given frame.
pub fn collection(program: &Program, tables: &Tables, source: SourceId) -> Function {
    let name = format!("members of {source}");
    function(program, tables, name, true, &[], Type::Int, |e, _| {
        e.slots = Slots::Frame;
        e.each(source, |e, member| e.host(Host::scratch_push, &[member]));
        let done = e.int(1);
        e.b.return_(done);
    })
}

/// A function that tells whether the value it is given is a member of a collection, in a given frame.
pub(crate) fn member(program: &Program, tables: &Tables, source: SourceId) -> Function {
    let name = format!("member of {source}");
    function(
        program,
        tables,
        name,
        true,
        &[Type::Int],
        Type::Int,
        |e, given| {
            e.slots = Slots::Frame;
            let (yes, no) = (e.block(), e.block());
            let wanted = given[0];
            let meets = |e: &mut Lower<'_>, member| e.b.compare(Compare::Equal, member, wanted);
            e.any(source, meets, yes, no);
            for (block, n) in [(yes, 1), (no, 0)] {
                e.go_on(block);
                let n = e.int(n);
                e.b.return_(n);
            }
        },
    )
}

/// Makes a function; `write` writes its instructions, given its arguments.
fn function(
    program: &Program,
    tables: &Tables,
    name: String,
    has_frame: bool,
    given: &[Type],
    result: Type,
    write: impl FnOnce(&mut Lower<'_>, &[Value]),
) -> Function {
    let (b, given) = Builder::new(name, has_frame, given, result);
    let mut lower = Lower {
        b,
        program,
        tables,
        slots: Slots::Own(BTreeMap::new()),
        bound: BTreeMap::new(),
        seen: Vec::new(),
        together: false,
        at: None,
        asks: false,
        inlines: false,
        levels: Vec::new(),
    };
    write(&mut lower, &given);
    let function = lower.b.finish();
    debug_assert_eq!(verify(&function), Ok(()), "{}", function.name);
    function
}

/// The storage of names of the rules.
enum Slots {
    /// Slots as variables of the function: nothing outside needs them.
    Own(BTreeMap<u16, Var>),
    /// Slots in the frame that the function is given.
    Frame,
}

/// A function being lowered.
struct Lower<'a> {
    b: Builder,
    program: &'a Program,
    tables: &'a Tables,
    slots: Slots,
    /// The names of the expression that is being written: variables of the function, never slots of a frame.
    bound: BTreeMap<u16, Var>,
    /// For each walk that is being written, the innermost last, how many members it saw.
    seen: Vec<Var>,
    /// True if the next walk counts its members in the last counter: it stands beside others.
    together: bool,
    /// The instruction that is being written.
    at: Option<SourceLoc>,
    /// Set when something is called.
    asks: bool,
    /// True if short routines are written where they are called.
    inlines: bool,
    /// The routines that are being written within each other, the innermost last.
    levels: Vec<Level>,
}

impl Lower<'_> {
    // ---- numbers ----

    fn int(&mut self, n: i32) -> Value {
        self.b.constant(Type::Int, i64::from(n))
    }

    fn is(&mut self, value: Value, n: i32) -> Value {
        self.b.compare_n(Compare::Equal, value, i64::from(n))
    }

    /// The element of a table at a number known to be inside it.
    fn table(&mut self, table: ProgramTable, index: Value) -> Value {
        self.b.load(Region::Table(table), index)
    }

    // ---- traps ----

    /// A trap here, with the counters that are not charged yet.
    fn trap_site(&mut self, kind: TrapKind, blame: BlameSpan) -> TrapSite {
        // Whichever walk takes a step too many, there are none left.
        let is_last = matches!(
            kind,
            TrapKind::Endless | TrapKind::Noted | TrapKind::Unreachable
        );
        let counters = if is_last { &[][..] } else { &self.seen };
        let trap = Trap {
            kind,
            blame,
            at: self.at,
            inlined: self.inlined(),
        };
        self.b.trap_site(trap, counters)
    }

    /// The traps of an operator.
    fn fails(&mut self, blame: BlameSpan) -> ArithmeticTraps {
        let of_none = self.trap_site(TrapKind::OfNone, blame);
        ArithmeticTraps {
            of_none: of_none.trap,
            overflow: self.trap_site(TrapKind::Overflow, blame).trap,
            by_zero: self.trap_site(TrapKind::DividedByZero, blame).trap,
            counters: of_none.counters,
        }
    }

    /// The rules fail when a flag is set.
    fn trap_if(&mut self, cond: Value, kind: TrapKind, blame: BlameSpan) {
        let fails = self.trap_site(kind, blame);
        self.b.push(Inst::TrapIf { cond, fails });
    }

    /// The rules fail unless an index, as a number without sign, is below a length. What the rules refer to is there, so what
    /// it was made of is `none`.
    fn check_below(&mut self, a: Value, length: impl TryInto<u32>, blame: BlameSpan) {
        let length = length.try_into().unwrap_or(u32::MAX);
        let fails = self.trap_site(TrapKind::OfNone, blame);
        self.b.push(Inst::Below { a, length, fails });
    }

    /// Returns at once if a flag says that a fault is noted already.
    fn stop_if(&mut self, cond: Value) {
        if self.levels.is_empty() {
            self.b.push(Inst::StopIf { cond });
        } else {
            self.trap_if(cond, TrapKind::Noted, BlameSpan::Statement);
        }
    }

    /// `none` has no attributes, no neighbours and no board.
    fn fail_if_none(&mut self, a: Value, blame: BlameSpan) {
        let fails = self.trap_site(TrapKind::OfNone, blame);
        self.b.push(Inst::Some { a, fails });
    }

    /// A block that code never reaches.
    fn unreachable(&mut self) -> Block {
        let (from, block) = (self.b.here(), self.b.block());
        self.b.cold(block);
        self.b.go_on(block);
        let fails = self.trap_site(TrapKind::Unreachable, BlameSpan::Statement);
        self.b.trap(fails);
        self.b.go_on(from);
        block
    }

    // ---- slots ----

    fn slot(&mut self, slot: u16) -> Value {
        if let Some(var) = self.bound.get(&slot) {
            return self.b.get(*var);
        }
        match &mut self.slots {
            Slots::Frame => self.b.slot(slot),
            Slots::Own(slots) => {
                let var = variable(&mut self.b, slots, slot);
                self.b.get(var)
            }
        }
    }

    /// Sets a name of an expression, which others than that can't read.
    fn bind(&mut self, slot: u16, value: Value) {
        let var = variable(&mut self.b, &mut self.bound, slot);
        self.b.set(var, value);
    }

    /// Ends the scope of names.
    fn unbind(&mut self, slots: impl IntoIterator<Item = u16>) {
        for slot in slots {
            self.bound.remove(&slot);
        }
    }

    fn set_slot(&mut self, slot: u16, value: Value) {
        if let Some(var) = self.bound.get(&slot) {
            return self.b.set(*var, value);
        }
        match &mut self.slots {
            Slots::Frame => self.b.set_slot(slot, value),
            Slots::Own(slots) => {
                let var = variable(&mut self.b, slots, slot);
                self.b.set(var, value);
            }
        }
    }

    /// Writes something with names of its own, the first of which are given.
    fn scope<R>(&mut self, given: &[Value], write: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.slots, Slots::Own(BTreeMap::new()));
        let outer_bound = std::mem::take(&mut self.bound);
        for (slot, value) in given.iter().enumerate() {
            self.set_slot(slot as u16, *value);
        }
        let result = write(self);
        (self.slots, self.bound) = (outer, outer_bound);
        result
    }

    // ---- flow ----

    fn block(&mut self) -> Block {
        self.b.block()
    }

    fn go_on(&mut self, block: Block) {
        self.b.go_on(block);
    }

    fn jump(&mut self, block: Block) {
        self.b.jump(block);
    }

    fn jump_with(&mut self, block: Block, value: Value) {
        self.b.jump_with(block, value);
    }

    fn block_of(&mut self, ty: Type) -> (Block, Value) {
        self.b.block_of(ty)
    }

    /// A variable of the function itself.
    fn counter(&mut self, ty: Type, start: i64) -> Var {
        let start = self.b.constant(ty, start);
        self.b.var(start)
    }

    // ---- calls ----

    /// Asks the engine for something to be done.
    fn host(&mut self, host: Host, args: &[Value]) {
        self.before_host(host);
        let args = args.into();
        self.b.push(Inst::Host {
            to: None,
            host,
            args,
        });
    }

    /// Asks the engine for a number.
    fn asked(&mut self, host: Host, args: &[Value]) -> Value {
        self.before_host(host);
        let args = args.into();
        let ty = host.signature().1.unwrap_or(Type::Int);
        self.b.with(ty, |to| Inst::Host {
            to: Some(to),
            host,
            args,
        })
    }

    fn before_host(&mut self, host: Host) {
        self.asks = true;
        if host.may_fail() {
            self.charge_fuel();
        }
    }

    /// Nodes of a list.
    fn list(&self, list: NodeList) -> Vec<NodeId> {
        self.program.list(list).to_vec()
    }
}

/// A target that is given a value.
fn given(block: Block, value: Value) -> BlockCall {
    BlockCall {
        block,
        given: Some(value),
    }
}

/// A target that is given nothing.
fn plain(block: Block) -> BlockCall {
    BlockCall { block, given: None }
}

/// The variable of a slot.
fn variable(b: &mut Builder, slots: &mut BTreeMap<u16, Var>, slot: u16) -> Var {
    *slots.entry(slot).or_insert_with(|| b.new_var(Type::Int))
}
