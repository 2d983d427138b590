//! The call graph of routines, which the checks of hooks and of termination walk.

use ludex_rules::expr::{Expr, ExprKind, SetsOff, Stmt};
use ludex_rules::game::{Game, TrackOften};
use ludex_rules::ids::{KindId, MomentId, RoutineId};
use ludex_source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// One routine runs another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) to: RoutineId,
    /// The span of the call.
    pub(crate) span: Span,
    /// A player is asked before, or it can happen only so often: such a step cannot go on for ever by itself.
    pub(super) bounded: bool,
}

/// All edges of a game, by the routine they start from.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    pub(crate) edges: Vec<Vec<Edge>>,
    /// Effects that something runs.
    pub(crate) called: BTreeSet<RoutineId>,
    /// Moments that something reaches.
    pub(crate) reached: BTreeSet<MomentId>,
}

/// The graph of a game.
pub(crate) fn graph(game: &Game) -> Graph {
    let mut later: BTreeMap<MomentId, Vec<RoutineId>> = BTreeMap::new();
    let mut reached = BTreeSet::new();
    for routine in &game.routines {
        each_stmt(&routine.body, &mut |stmt| match stmt.sets_off() {
            Some(SetsOff::PutOff(moment, routine, _)) => {
                later.entry(moment).or_default().push(routine);
            }
            Some(SetsOff::Waiting(moment)) => drop(reached.insert(moment)),
            _ => {}
        });
    }
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    let mut called = BTreeSet::new();
    for routine in &game.routines {
        let mut walker = Walker {
            game,
            later: &later,
            edges: Vec::new(),
            added: BTreeSet::new(),
        };
        walker.block(&routine.body, false);
        called.extend(walker.edges.iter().map(|edge| edge.to));
        edges.push(walker.edges);
    }
    for hook in &game.hooks {
        let edge = Edge {
            to: hook.body,
            span: hook.span,
            bounded: hook.limit.is_some(),
        };
        edges[hook.routine.index()].push(edge);
    }
    Graph {
        edges,
        called,
        reached,
    }
}

/// Calls with each statement of a block, at any depth.
pub(crate) fn each_stmt(block: &[Stmt], visit: &mut impl FnMut(&Stmt)) {
    for stmt in block {
        visit(stmt);
        for inner in stmt.blocks() {
            each_stmt(inner, visit);
        }
    }
}

/// Many texts, of which a statement runs some.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Many {
    /// Those of a slot of rows.
    Slot(KindId, usize),
    /// Those put off to a moment.
    Moment(MomentId),
}

struct Walker<'a> {
    game: &'a Game,
    later: &'a BTreeMap<MomentId, Vec<RoutineId>>,
    edges: Vec<Edge>,
    /// Texts added together, with whether they are bounded: once is enough for a routine.
    added: BTreeSet<(Many, bool)>,
}

impl Walker<'_> {
    /// Once a player was asked, what follows in the block is bounded by that player's patience.
    fn block(&mut self, block: &[Stmt], bounded: bool) {
        let mut bounded = bounded;
        for stmt in block {
            bounded |= stmt.asks();
            self.stmt(stmt, bounded);
            for inner in stmt.blocks() {
                self.block(inner, bounded);
            }
        }
    }

    fn is_new(&mut self, many: Many, bounded: bool) -> bool {
        self.added.insert((many, bounded))
    }

    fn add(&mut self, to: impl IntoIterator<Item = RoutineId>, span: Span, bounded: bool) {
        self.edges
            .extend(to.into_iter().map(|to| Edge { to, span, bounded }));
    }

    fn stmt(&mut self, stmt: &Stmt, bounded: bool) {
        let (game, span) = (self.game, stmt.span);
        match stmt.sets_off() {
            Some(SetsOff::Effect(to, _)) => self.add([to], span, bounded),
            Some(SetsOff::Slot(kind, slot)) if self.is_new(Many::Slot(kind, slot), bounded) => {
                let rows = &game.kind(kind).rows;
                self.add(
                    rows.iter().filter_map(|row| row.effects[slot]),
                    span,
                    bounded,
                );
            }
            Some(SetsOff::Actions(actions)) => {
                self.add(
                    actions.iter().map(|id| game.actions[id.index()].body),
                    span,
                    true,
                );
            }
            Some(SetsOff::Track(var)) => {
                let Some(track) = &game.vars[var.index()].track else {
                    return;
                };
                self.add(track.beyond, span, bounded);
                for space in &track.spaces {
                    let bounded = bounded || space.how != TrackOften::Always;
                    self.add([space.effect], span, bounded);
                }
            }
            Some(SetsOff::Filling(place)) => self.add(refill(game, place), span, bounded),
            // An effect that fills a place often draws itself; a circle of draws ends in a fault once nothing is left to draw.
            Some(SetsOff::Drawing(place)) => self.add(refill(game, place), span, true),
            Some(SetsOff::Waiting(moment)) if self.is_new(Many::Moment(moment), bounded) => {
                let waiting = self.later.get(&moment).cloned().unwrap_or_default();
                self.add(waiting, span, bounded);
            }
            _ => {}
        }
    }
}

/// Gives what refills a place; of a place known only in play, whatever refills one.
fn refill(game: &Game, place: &Expr) -> Vec<RoutineId> {
    if let ExprKind::Place { place, .. } = &*place.kind {
        game.places[place.index()].when_empty.into_iter().collect()
    } else {
        game.places
            .iter()
            .filter_map(|place| place.when_empty)
            .collect()
    }
}
