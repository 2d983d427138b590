//! Loops whose text changes what their own `where` reads: the members are those when the loop begins, so the change comes too
//! late for the next member.
//!
//! Looks at checked rules and warns. A change of the member itself is what most loops are for, and a loop that is left
//! afterwards asks no more.

use crate::env::Checker;
use crate::flow::call_graph;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Binder, Expr, ExprKind, SetsOff, Stmt, StmtKind, Target};
use ludex_rules::game::Game;
use ludex_rules::ids::{PlaceId, QueryId, RoutineId, Slot, VarId};
use ludex_rules::ops::QueryOp;
use ludex_rules::verbs::Role;
use ludex_rules::walk;
use ludex_source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Something that a condition reads and a statement may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LoopSubject {
    /// A variable of the table.
    Table(VarId),
    /// A variable of `you`.
    Yours(VarId),
    /// The collection that a local name holds.
    Local(Slot),
    /// The pieces in a place of the table, or in one of `you`.
    Place(PlaceId, bool),
}

impl Checker<'_> {
    /// Warns of loops that change what chose their members.
    pub(crate) fn check_fixed_members(&mut self) {
        let game = &self.env.game;
        let mut found = Vec::new();
        for routine in &game.routines {
            each_loop(&routine.body, &mut |binder, body| {
                let one = changed(game, binder, body);
                found.extend(one.or_else(|| changed_of_another(game, binder, body)));
            });
        }
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

fn each_loop(block: &[Stmt], visit: &mut impl FnMut(&Binder, &[Stmt])) {
    for stmt in block {
        if let Some((binder, body)) = stmt.for_each() {
            visit(binder, body);
        }
        for inner in stmt.blocks() {
            each_loop(inner, visit);
        }
    }
}

fn changed(game: &Game, binder: &Binder, body: &[Stmt]) -> Option<Diagnostic> {
    let cond = binder.cond.as_ref()?;
    let mut reads = BTreeSet::new();
    read(game, cond, binder.slot, &mut reads, &mut BTreeSet::new());
    let mut writes = BTreeMap::new();
    if picks_one(cond, binder.slot) || reads.is_empty() || written(binder, body, true, &mut writes)
    {
        return None;
    }
    let (thing, span) = writes
        .into_iter()
        .find(|(thing, _)| reads.contains(thing))?;
    let name = match thing {
        LoopSubject::Table(var) | LoopSubject::Yours(var) => game.vars[var.index()].name.as_str(),
        LoopSubject::Place(place, _) => game.places[place.index()].name.as_str(),
        LoopSubject::Local(_) => "a name",
    };
    let message = match thing {
        LoopSubject::Local(_) => {
            format!("{name} that the `where` of this loop reads is changed in it")
        }
        LoopSubject::Table(_) | LoopSubject::Yours(_) | LoopSubject::Place(..) => {
            format!("`{name}`, which the `where` of this loop reads, is changed in it")
        }
    };
    Some(
        Diagnostic::warning(Code::FIXED_MEMBERS, message)
            .at(span, "changed here")
            .also(cond.span, "asked of all members before the loop begins")
            .help("ask it inside with `if`, or pick one member: `greatest(…)`, `fewest(…)`, `first(…)`"),
    )
}

/// Warns of a loop whose text may change, for a member that comes later, what the `where` asks of each.
fn changed_of_another(game: &Game, binder: &Binder, body: &[Stmt]) -> Option<Diagnostic> {
    let cond = binder.cond.as_ref()?;
    let mut vars = BTreeSet::new();
    walk::exprs(cond, &mut |e| {
        if let ExprKind::Var {
            var, of: Some(of), ..
        } = &*e.kind
            && is(of, binder.slot)
        {
            vars.insert(*var);
        }
    });
    let mut walk = AnotherWalk {
        game,
        vars,
        met: BTreeSet::new(),
        found: None,
    };
    let mut leaves = false;
    call_graph::each_stmt(body, &mut |stmt| leaves |= stmt.leaves_loop());
    if walk.vars.is_empty() || picks_one(cond, binder.slot) || leaves {
        return None;
    }
    walk.block(body, &BTreeSet::from([binder.slot]));
    let (var, span) = walk.found?;
    let name = &game.vars[var.index()].name;
    let message = format!(
        "`{name}`, which the `where` of this loop asks of each, may be changed for another member in it"
    );
    Some(
        Diagnostic::warning(Code::FIXED_MEMBERS, message)
            .at(span, "perhaps of a member that comes later")
            .also(cond.span, "asked of all members before the loop begins")
            .help("ask it again inside, with `if`"),
    )
}

/// The search for a change of a variable of somebody who is not the member of the loop.
struct AnotherWalk<'a> {
    game: &'a Game,
    vars: BTreeSet<VarId>,
    met: BTreeSet<(RoutineId, BTreeSet<Slot>)>,
    found: Option<(VarId, Span)>,
}

impl AnotherWalk<'_> {
    /// Searches a block, in whose frame these slots hold the member; slot 0 is `you`.
    fn block(&mut self, block: &[Stmt], member: &BTreeSet<Slot>) {
        for stmt in block {
            if let Some(target) = stmt.written()
                && self.vars.contains(&target.var)
                && target.of.as_ref().is_some_and(|of| is_another(of, member))
            {
                self.found.get_or_insert((target.var, stmt.span));
            }
            if let Some(SetsOff::Effect(to, args)) = stmt.sets_off() {
                let slots = args.iter().zip(1..).filter(|(arg, _)| holds(arg, member));
                let mut inner: BTreeSet<Slot> = slots.map(|(_, slot)| slot).collect();
                inner.extend(member.get(&0));
                let set_off = stmt.span;
                if self.met.insert((to, inner.clone())) && self.found.is_none() {
                    self.block(&self.game.routine(to).body, &inner);
                    if let Some((_, span)) = &mut self.found {
                        *span = set_off;
                    }
                }
            }
            let mut inside = member.clone();
            if let Some(who) = stmt.acts_as() {
                inside.remove(&0);
                inside.extend(holds(who.0, member).then_some(0));
            }
            for inner in stmt.blocks() {
                self.block(inner, &inside);
            }
        }
    }
}

/// Returns true if an expression names the member of the loop.
fn holds(e: &Expr, member: &BTreeSet<Slot>) -> bool {
    matches!(&*e.kind, ExprKind::Local(slot) if member.contains(slot))
}

/// Returns true if an expression names a holder by other means than the member: of `you` nothing is known.
fn is_another(of: &Expr, member: &BTreeSet<Slot>) -> bool {
    !holds(of, member) && !is(of, 0)
}

/// Gives what a condition reads besides the member, also through queries.
fn read(
    game: &Game,
    e: &Expr,
    member: Slot,
    reads: &mut BTreeSet<LoopSubject>,
    asked: &mut BTreeSet<QueryId>,
) {
    walk::exprs(e, &mut |inner| {
        if let ExprKind::Local(slot) = &*inner.kind
            && *slot != member
            && *slot != 0
        {
            reads.insert(LoopSubject::Local(*slot));
        } else if let ExprKind::Var { var, of, at } = &*inner.kind
            && !at.as_ref().is_some_and(|at| is(at, member))
        {
            reads.extend(thing_of(*var, of.as_ref()));
        } else if let ExprKind::Op(QueryOp::Size, args) = &*inner.kind {
            reads.extend(args.first().and_then(place));
        } else if let ExprKind::Fold { binder, .. } = &*inner.kind {
            reads.extend(place(&binder.source));
        } else if let ExprKind::PossibleSet(set) = &*inner.kind {
            reads.extend(place(&set.binder.source));
        } else if let ExprKind::Query(query, _) = &*inner.kind
            && asked.insert(*query)
        {
            let mut inner = BTreeSet::new();
            let body = &game.queries[query.index()].body;
            read(game, body, 0, &mut inner, asked);
            // Its own names are those of another frame.
            let lasting = |thing: &LoopSubject| !matches!(thing, LoopSubject::Local(_));
            reads.extend(inner.into_iter().filter(lasting));
        }
    });
}

fn thing_of(var: VarId, of: Option<&Expr>) -> Option<LoopSubject> {
    match of.map(|of| &*of.kind) {
        None => Some(LoopSubject::Table(var)),
        Some(ExprKind::Local(0)) => Some(LoopSubject::Yours(var)),
        Some(_) => None,
    }
}

fn place(e: &Expr) -> Option<LoopSubject> {
    let ExprKind::Place { place, of } = &*e.kind else {
        return None;
    };
    match of.as_ref().map(|of| &*of.kind) {
        None => Some(LoopSubject::Place(*place, false)),
        Some(ExprKind::Local(0)) => Some(LoopSubject::Place(*place, true)),
        Some(_) => None,
    }
}

/// Collects what a text changes itself, with the first place of each; true when it may leave the loop.
fn written(
    binder: &Binder,
    block: &[Stmt],
    is_you: bool,
    writes: &mut BTreeMap<LoopSubject, Span>,
) -> bool {
    for stmt in block {
        if stmt.leaves_loop() {
            return true;
        }
        let changed: Vec<Option<LoopSubject>> = if let Some(target) = stmt.written() {
            vec![target_of(target, binder.slot)]
        } else if let StmtKind::SetLocal(slot, _) = &stmt.kind {
            vec![Some(LoopSubject::Local(*slot))]
        } else {
            moved(binder, stmt)
        };
        for thing in changed.into_iter().flatten() {
            let yours = matches!(thing, LoopSubject::Yours(_) | LoopSubject::Place(_, true));
            if is_you || !yours {
                writes.entry(thing).or_insert(stmt.span);
            }
        }
        let is_you = is_you && stmt.acts_as().is_none();
        for inner in stmt.blocks() {
            if written(binder, inner, is_you, writes) {
                return true;
            }
        }
    }
    false
}

/// Gives what a statement writes to; the number that an indexed variable has for the member is the member's own.
fn target_of(target: &Target, member: Slot) -> Option<LoopSubject> {
    let own = target.at.as_ref().is_some_and(|at| is(at, member));
    (!own).then(|| thing_of(target.var, target.of.as_ref()))?
}

fn is(e: &Expr, slot: Slot) -> bool {
    matches!(&*e.kind, ExprKind::Local(local) if *local == slot)
}

/// Tells whether a condition holds for one member at most: then nobody is asked after the change.
fn picks_one(cond: &Expr, member: Slot) -> bool {
    if let ExprKind::And(a, b) = &*cond.kind {
        picks_one(a, member) || picks_one(b, member)
    } else if let ExprKind::Equal(a, b) = &*cond.kind {
        is(a, member) || is(b, member)
    } else {
        false
    }
}

/// The places that a verb takes pieces from or puts them to.
fn moved(binder: &Binder, stmt: &Stmt) -> Vec<Option<LoopSubject>> {
    let own = stmt
        .with_role(&[Role::Moved])
        .filter(|what| is(what, binder.slot));
    let named = stmt.with_role(&[Role::Moved, Role::From, Role::To]);
    own.map(|_| place(&binder.source))
        .chain(named.map(place))
        .collect()
}
