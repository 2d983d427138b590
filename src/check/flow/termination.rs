//! Termination: effects that may run themselves again without a choice in between.

use crate::declarations::declare::Decls;
use crate::env::Checker;
use crate::flow::call_graph;
use crate::flow::call_graph::{Edge, Graph};
use crate::flow::components::Components;
use crate::flow::way::way_to;
use ludex_report::{Code, Diagnostic, Severity};
use ludex_rules::game::{Hook, RoutineKind, Timing};
use ludex_rules::ids::RoutineId;
use ludex_source::Span;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Steps of a circle that are told.
const TOLD: usize = 12;

impl Checker<'_> {
    /// Refuses effects that may run themselves again without end. What has a mistake in it is left out: it may lack the
    /// decision that ends the circle.
    pub(crate) fn check_ends(&mut self, decls: &Decls<'_>, graph: &Graph, broken: &[Span]) {
        self.check_at_once(graph);
        let marked = decls.effects.iter().filter(|(_, tree)| tree.recursive);
        let mut done: BTreeSet<RoutineId> = marked.map(|(id, _)| *id).collect();
        done.extend(self.faulty(broken));
        // A circle without replacements is understood best, so it is told first.
        self.refuse_endless(decls, &self.without_replacements(graph, true), &mut done);
        let replaces = |hook: &Hook| hook.timing == Timing::Instead;
        if self.env.game.hooks.iter().any(replaces) {
            self.refuse_endless(decls, &self.without_replacements(graph, false), &mut done);
        }
    }

    /// Refuses effects that come back to themselves over steps that nothing bounds, but for those that are done with.
    fn refuse_endless(&mut self, decls: &Decls<'_>, graph: &Graph, done: &mut BTreeSet<RoutineId>) {
        let components = Components::of(graph);
        // Effects first: they are what the author can mark.
        let effects = decls.effects.iter().map(|(id, _)| *id);
        let others = (0..).take(self.env.game.routines.len()).map(RoutineId::new);
        for start in effects.chain(others) {
            if done.contains(&start) {
                continue;
            }
            if !components.is_in_one(start) {
                continue;
            }
            if let Some(way) = way_back(graph, &components, start, done) {
                self.endless(decls, start, &way);
                done.extend(way.iter().map(|edge| edge.to));
            }
        }
    }

    /// Returns the graph in which replacements of events count as bounded: each hook replaces an event once, so that a circle
    /// of effects and replacements ends. With another hook in it a new event begins each time; only `all` leaves such ones out.
    fn without_replacements(&self, graph: &Graph, all: bool) -> Graph {
        let mut graph = graph.clone();
        let components = Components::of(&graph);
        let of = |routine: RoutineId| components.of[routine.index()];
        let (instead, others): (Vec<&Hook>, Vec<&Hook>) =
            (self.env.game.hooks.iter()).partition(|hook| hook.timing == Timing::Instead);
        let begin_anew: BTreeSet<usize> = others.iter().map(|hook| of(hook.body)).collect();
        for hook in instead {
            if all || !begin_anew.contains(&of(hook.body)) {
                let edges = graph.edges[hook.routine.index()].iter_mut();
                (edges.filter(|edge| edge.to == hook.body)).for_each(|edge| edge.bounded = true);
            }
        }
        graph
    }

    /// Refuses an `at once` to which what waits there may come again: its changes would be made among the others.
    fn check_at_once(&mut self, graph: &Graph) {
        let mut found = Vec::new();
        for (routine, rules) in (0..).map(RoutineId::new).zip(&self.env.game.routines) {
            call_graph::each_stmt(&rules.body, &mut |stmt| {
                if stmt.at_once().is_some() && comes_back(graph, routine, stmt.span) {
                    found.push(stmt.span);
                }
            });
        }
        for span in found {
            let message = "what waits in this `at once` may come to it again";
            self.report.push(
                Diagnostic::error(Code::MISPLACED_STATEMENT, message)
                    .at(span, "begins anew while its changes are made")
                    .help("write what was decided into variables, and act on it behind the block"),
            );
        }
    }

    /// The routines with a mistake in their text.
    fn faulty(&self, broken: &[Span]) -> Vec<RoutineId> {
        let errors = self
            .report
            .iter()
            .filter(|one| one.severity == Severity::Error);
        let wrong: Vec<Span> = errors
            .filter_map(Diagnostic::span)
            .chain(broken.iter().copied())
            .collect();
        let routines = (0..).map(RoutineId::new).zip(&self.env.game.routines);
        let faulty = routines.filter(|(_, routine)| {
            let inside = |span: &Span| {
                span.file == routine.span.file
                    && span.start < routine.span.end
                    && routine.span.start < span.end
            };
            wrong.iter().any(inside)
        });
        faulty.map(|(id, _)| id).collect()
    }

    fn endless(&mut self, decls: &Decls<'_>, start: RoutineId, way: &[Edge]) {
        let routine = self.env.game.routine(start);
        let declared = decls.effects.iter().find(|(id, _)| *id == start);
        let span = declared.map_or(routine.span, |(_, tree)| tree.name.span);
        let message = format!("`{}` may run itself again without end", routine.name);
        let mut error = Diagnostic::error(Code::UNBOUNDED, message).at(span, "runs itself again");
        // A circle of hundreds is understood from where it begins and where it closes.
        let told = way.len().min(TOLD);
        let (begins, closes) = (&way[..told / 2], &way[way.len() - (told - told / 2)..]);
        for edge in begins.iter().chain(closes) {
            let to = self.env.game.routine(edge.to);
            let label = match to.kind {
                RoutineKind::Hook => "this hook runs on it".to_owned(),
                RoutineKind::Effect
                | RoutineKind::Action
                | RoutineKind::Slot
                | RoutineKind::Part
                | RoutineKind::Flow => {
                    format!("runs `{}`", to.name)
                }
            };
            error = error.also(edge.span, label);
        }
        let help = match declared {
            Some((_, tree)) => format!(
                "write `effect {}(…) recursive` if it always ends, or let a player choose in between",
                tree.name.text
            ),
            None => "let a player choose in between".to_owned(),
        };
        self.report.push(error.help(help));
    }
}

/// Tells whether what a part of a routine does may come to that routine again.
fn comes_back(graph: &Graph, routine: RoutineId, part: Span) -> bool {
    let inside = |span: Span| part.start <= span.start && span.end <= part.end;
    let begun = graph.edges[routine.index()].iter();
    let begun = begun.filter(|edge| inside(edge.span)).map(|edge| edge.to);
    let mut met: BTreeSet<RoutineId> = begun.collect();
    let mut open: Vec<RoutineId> = met.iter().copied().collect();
    while let Some(at) = open.pop() {
        let next = graph.edges[at.index()].iter().map(|edge| edge.to);
        open.extend(next.filter(|to| met.insert(*to)));
    }
    met.contains(&routine)
}

/// The shortest way from a routine back to itself over steps that nothing bounds: breadth first, within its circle.
fn way_back(
    graph: &Graph,
    components: &Components,
    start: RoutineId,
    done: &BTreeSet<RoutineId>,
) -> Option<Vec<Edge>> {
    let mut came: BTreeMap<RoutineId, (RoutineId, Edge)> = BTreeMap::new();
    let mut next = VecDeque::from([start]);
    while let Some(at) = next.pop_front() {
        let open = |edge: &&Edge| !edge.bounded && !done.contains(&edge.to);
        let inside = |edge: &&Edge| components.of[edge.to.index()] == components.of[start.index()];
        for edge in graph.edges[at.index()].iter().filter(open).filter(inside) {
            if edge.to == start {
                return Some(way_to(&came, at, *edge));
            }
            if let Entry::Vacant(vacant) = came.entry(edge.to) {
                vacant.insert((at, *edge));
                next.push_back(edge.to);
            }
        }
    }
    None
}
