//! Statements that do nothing: orders of places without an order, and pieces taken in set-up from where none lies yet.
//!
//! Looks at checked rules. Set-up is followed from the places where pieces are at home; of what it calls, every place that
//! pieces may come to counts as filled from then on.

use crate::env::Checker;
use crate::flow::call_graph::Graph;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind, Stmt};
use ludex_rules::game::{Game, Order, Seen};
use ludex_rules::ids::{PlaceId, RoutineId};
use ludex_rules::types::Type;
use ludex_rules::verbs::Role;
use ludex_source::Span;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Warns of what does nothing.
    pub(crate) fn check_idle(&mut self, graph: &Graph) {
        let game = &self.env.game;
        let mut found = Vec::new();
        for routine in &game.routines {
            orderless(game, &routine.body, &mut found);
        }
        if let Some(setup) = game.setup {
            let homes = game.kinds.iter().filter_map(|kind| kind.home);
            let mut followed = SetUp {
                game,
                graph,
                routine: setup,
                filled: homes.collect(),
                anywhere: false,
                found: Vec::new(),
            };
            followed.block(&game.routine(setup).body);
            found.extend(followed.found);
        }
        found.into_iter().for_each(|one| self.report.push(one));
    }
}

/// Finds places without an order that are put into one.
fn orderless(game: &Game, block: &[Stmt], found: &mut Vec<Diagnostic>) {
    for stmt in block {
        for (place, _) in stmt.with_role(&[Role::Ordered]).filter_map(named) {
            let place = &game.places[place.index()];
            let (sort, help) = match place.order {
                // Who does not see into it no longer knows what lies there.
                Order::Set if matches!(place.seen, Seen::Owner | Seen::Others) => continue,
                Order::Set => (
                    "set",
                    format!(
                        "make it a `pile` or `list`, or take pieces by chance: `random({})`",
                        place.name
                    ),
                ),
                Order::Slot => (
                    "slot",
                    "one piece alone has no order: leave this out".to_owned(),
                ),
                Order::Pile | Order::List => continue,
            };
            let message = format!("`{}` is a {sort}, whose order means nothing", place.name);
            found.push(
                Diagnostic::warning(Code::NO_EFFECT, message)
                    .at(stmt.span, "does nothing")
                    .help(help),
            );
        }
        for inner in stmt.blocks() {
            orderless(game, inner, found);
        }
    }
}

/// The place that an expression names.
pub(super) fn named(e: &Expr) -> Option<(PlaceId, Span)> {
    let ExprKind::Place { place, .. } = &*e.kind else {
        return None;
    };
    Some((*place, e.span))
}

/// Set-up as far as it was followed.
struct SetUp<'a> {
    game: &'a Game,
    graph: &'a Graph,
    routine: RoutineId,
    /// The places that may hold pieces by now.
    filled: BTreeSet<PlaceId>,
    /// Pieces may lie anywhere: they were put into a place that only play knows.
    anywhere: bool,
    found: Vec<Diagnostic>,
}

impl SetUp<'_> {
    fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            self.taken(stmt);
            self.put(stmt);
            let blocks = stmt.blocks();
            if stmt.repeats() {
                // A loop finds what it put somewhere in the round before.
                blocks.iter().for_each(|inner| self.put_all(inner));
            }
            blocks.into_iter().for_each(|inner| self.block(inner));
        }
    }

    /// Tells of pieces that are taken, or put in order, where none can lie yet.
    fn taken(&mut self, stmt: &Stmt) {
        let taken = [Role::Ordered, Role::Moved, Role::From];
        let Some((place, span)) = stmt.with_role(&taken).find_map(named) else {
            return;
        };
        let declared = &self.game.places[place.index()];
        if self.anywhere || self.filled.contains(&place) || declared.when_empty.is_some() {
            return;
        }
        let name = &declared.name;
        let message = format!("`{name}` is still empty here, so that this does nothing");
        let help = format!(
            "put pieces into `{name}` before, or let them be at home there: `home {name}` in their kind"
        );
        self.found.push(
            Diagnostic::warning(Code::NO_EFFECT, message)
                .at(span, "no piece has come here yet")
                .help(help),
        );
    }

    fn put_all(&mut self, block: &[Stmt]) {
        for stmt in block {
            self.put(stmt);
            for inner in stmt.blocks() {
                self.put_all(inner);
            }
        }
    }

    /// Notes where a statement, and whatever it sets off, may put pieces.
    fn put(&mut self, stmt: &Stmt) {
        self.put_by(stmt);
        let edges = &self.graph.edges[self.routine.index()];
        let set_off = edges.iter().filter(|edge| edge.span == stmt.span);
        let mut open: Vec<RoutineId> = set_off.map(|edge| edge.to).collect();
        let mut seen: BTreeSet<RoutineId> = open.iter().copied().collect();
        while let Some(routine) = open.pop() {
            self.put_in(&self.game.routine(routine).body);
            for edge in &self.graph.edges[routine.index()] {
                if seen.insert(edge.to) {
                    open.push(edge.to);
                }
            }
        }
    }

    fn put_in(&mut self, block: &[Stmt]) {
        for stmt in block {
            self.put_by(stmt);
            for inner in stmt.blocks() {
                self.put_in(inner);
            }
        }
    }

    fn put_by(&mut self, stmt: &Stmt) {
        stmt.targets()
            .into_iter()
            .for_each(|target| self.fill(target));
    }

    fn fill(&mut self, target: &Expr) {
        match named(target) {
            Some((place, _)) => drop(self.filled.insert(place)),
            // A parameter is whatever place the call names.
            None if matches!(*target.kind, ExprKind::Local(_)) => {}
            None => self.anywhere |= matches!(target.ty.required(), Type::Place(_)),
        }
    }
}
