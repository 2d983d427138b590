//! Effects that may run themselves again without a choice in between.

use crate::check::declare::Decls;
use crate::check::env::Checker;
use crate::check::reach;
use crate::check::reach::Edge;
use crate::check::reach::Graph;
use crate::report::Code;
use crate::report::Diagnostic;
use crate::rules::game::RoutineKind;
use crate::rules::ids::RoutineId;
use std::collections::BTreeSet;

impl Checker<'_> {
    pub(super) fn check_ends(&mut self, decls: &Decls<'_>) {
        let graph = reach::graph(&self.env.game);
        let marked = decls.effects.iter().filter(|(_, tree)| tree.recursive);
        let mut done: BTreeSet<RoutineId> = marked.map(|(id, _)| *id).collect();
        // Effects first: they are what the author can mark.
        let effects = decls.effects.iter().map(|(id, _)| *id);
        let others = (0..).take(self.env.game.routines.len()).map(RoutineId);
        for start in effects.chain(others) {
            if done.contains(&start) {
                continue;
            }
            if let Some(way) = way_back(&graph, start, &done) {
                self.endless(decls, start, &way);
                done.extend(way.iter().map(|edge| edge.to));
            }
        }
    }

    fn endless(&mut self, decls: &Decls<'_>, start: RoutineId, way: &[Edge]) {
        let routine = self.env.game.routine(start);
        let declared = decls.effects.iter().find(|(id, _)| *id == start);
        let span = declared.map_or(routine.span, |(_, tree)| tree.name.span);
        let message = format!("`{}` may run itself again without end", routine.name);
        let mut error = Diagnostic::error(Code::UNBOUNDED, message).at(span, "runs itself again");
        for edge in way {
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

/// The shortest way from a routine back to itself over steps that nothing bounds.
fn way_back(graph: &Graph, start: RoutineId, done: &BTreeSet<RoutineId>) -> Option<Vec<Edge>> {
    let mut ways: Vec<Vec<Edge>> = vec![Vec::new()];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let at = way.last().map_or(start, |edge| edge.to);
            for edge in graph.edges[at.index()]
                .iter()
                .filter(|edge| !edge.bounded && !done.contains(&edge.to))
            {
                let way: Vec<Edge> = way.iter().copied().chain([*edge]).collect();
                if edge.to == start {
                    return Some(way);
                }
                if seen.insert(edge.to) {
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    None
}
