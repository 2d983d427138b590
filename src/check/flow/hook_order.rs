//! Hooks as a whole: those that can never fire, and those whose order nobody decides.

use crate::declarations::declare::Decls;
use crate::env::Checker;
use crate::flow::call_graph::Graph;
use ludex_report::{Code, Diagnostic};
use ludex_rules::game::{Hook, Timing};
use ludex_rules::ids::RoutineId;
use ludex_source::Span;
use ludex_syntax::ast;
use std::collections::BTreeMap;

impl Checker<'_> {
    pub(crate) fn check_hooks(&mut self, decls: &Decls<'_>, graph: &Graph) {
        self.idle_hooks(decls, graph);
        let mut hooks: BTreeMap<RoutineId, Vec<Hook>> = BTreeMap::new();
        for hook in &self.env.game.hooks {
            hooks.entry(hook.routine).or_default().push(hook.clone());
        }
        for (id, tree) in &decls.effects {
            if let (None, Some(hooks)) = (&tree.ordered_by, hooks.get(id)) {
                self.unordered(hooks, tree);
            }
        }
    }

    /// A hook on an effect that nothing calls.
    fn idle_hooks(&mut self, decls: &Decls<'_>, graph: &Graph) {
        let declared: BTreeMap<RoutineId, Span> = (decls.effects.iter())
            .map(|(id, tree)| (*id, tree.name.span))
            .collect();
        for hook in &self.env.game.hooks {
            if graph.called.contains(&hook.routine) {
                continue;
            }
            let name = &self.env.game.routine(hook.routine).name;
            let mut error = Diagnostic::error(Code::IDLE_HOOK, "a hook that can never fire")
                .at(hook.span, format!("nothing calls `{name}`"));
            if let Some(name) = declared.get(&hook.routine) {
                error = error.also(*name, "declared here");
            }
            self.report.push(error.help(format!(
                "call `{name}` where it should happen, or watch another effect"
            )));
        }
    }

    fn unordered(&mut self, hooks: &[Hook], tree: &ast::Effect) {
        for timing in [Timing::Before, Timing::Instead, Timing::After] {
            let hooks = hooks.iter().filter(|hook| hook.timing == timing);
            let hooks: Vec<&Hook> = hooks.collect();
            let [first, rest @ ..] = hooks.as_slice() else {
                continue;
            };
            // The hooks of one row stand in the order of its text.
            let other = rest
                .iter()
                .find(|hook| hook.source.is_none() || hook.source != first.source);
            let Some(other) = other else { continue };
            let name = &tree.name.text;
            let (code, message) = match timing {
                Timing::Instead => (
                    Code::RIVAL_HOOKS,
                    format!("two hooks would replace `{name}`"),
                ),
                Timing::Before | Timing::After => (
                    Code::UNORDERED_HOOKS,
                    format!("nobody orders the {} hooks on `{name}`", hooks.len()),
                ),
            };
            let error =
                Diagnostic::error(code, message).at(tree.name.span, "more than one hook on it");
            let error = if first.span == other.span {
                error.also(first.span, "one of each copy of the row")
            } else {
                error.also(first.span, "one").also(other.span, "another")
            };
            self.report.push(error.help(format!(
                "write `effect {name}(…) ordered by you`, or whoever decides"
            )));
        }
    }
}
