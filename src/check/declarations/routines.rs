//! Effects, queries, actions, set-up, play and result.

use crate::declarations::declare::Decls;
use crate::declarations::heads::ActionHead;
use crate::env::{Checker, Scope, SignatureSorts, Where};
use crate::types::suppose;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::{Heuristic, RankBy, Require, RoutineKind, Wins};
use ludex_rules::ids::{ActionId, RoutineId};
use ludex_rules::types::Type;
use ludex_rules::walk;
use ludex_rules::wording::Wording;
use ludex_source::Span;
use ludex_syntax::ast;
use std::collections::BTreeMap;

impl Checker<'_> {
    /// Parameters and types of everything that can be called: needed before any text.
    pub(crate) fn signatures(&mut self, decls: &Decls<'_>) {
        for &(id, tree) in &decls.effects {
            self.env.any_kinds = Some(BTreeMap::new());
            let params = self.params(&tree.params, false);
            self.env.game.routines[id.index()].params = params;
            let labels = tree.params.iter().map(|param| {
                param
                    .label
                    .as_ref()
                    .map_or_else(String::new, |label| label.text.clone())
            });
            self.env.labels.insert(id, labels.collect());
            let params = self.param_sorts(&tree.params);
            let sorts = SignatureSorts {
                params,
                gives: None,
            };
            self.env.effect_sorts.insert(id, sorts);
            let bounds = self.param_bounds(&tree.params);
            self.env.effect_bounds.insert(id, bounds);
        }
        for &(id, tree) in &decls.queries {
            self.env.any_kinds = Some(BTreeMap::new());
            let params = self.params(&tree.params, true);
            let (ty, gives) = self.type_or_sort(&tree.ty);
            let sorts = self.param_sorts(&tree.params);
            let sorts = SignatureSorts {
                params: sorts,
                gives,
            };
            self.env.query_sorts.insert(id, sorts);
            let bounds = self.param_bounds(&tree.params);
            self.env.query_bounds.insert(id, bounds);
            let query = &mut self.env.game.queries[id.index()];
            (query.params, query.ty) = (params, ty);
        }
        self.env.any_kinds = None;
    }

    /// The bounds of numbers among parameters.
    fn param_bounds(&mut self, params: &[ast::Param]) -> Vec<(i32, i32)> {
        let written = params.iter().map(|param| param.ty.as_ref());
        written
            .map(|ty| ty.map_or((i32::MIN, i32::MAX), |ty| self.bounds(ty)))
            .collect()
    }

    /// The texts of everything that can be called, and the flow of the game.
    pub(crate) fn bodies(&mut self, decls: &Decls<'_>) {
        for &(id, tree) in &decls.queries {
            let query = &self.env.game.queries[id.index()];
            let (params, ty) = (query.params.clone(), query.ty.clone());
            let span = query.span;
            let mut scope = self.params_scope(Where::Question, &tree.params, &params, span);
            let names = params.iter().map(|(name, _)| name.as_str());
            self.know_params(&mut scope, names, self.env.query_sorts.get(&id));
            let body = self.expr(&mut scope, &tree.body, Some(&ty));
            let gives = self.env.query_sorts.get(&id).and_then(|sorts| sorts.gives);
            self.of_sort_alone(&scope, &tree.body, &body, gives);
            let query = &mut self.env.game.queries[id.index()];
            (query.body, query.slots) = (body, scope.size());
        }
        for &(id, tree) in &decls.effects {
            self.effect_body(id, tree);
        }
        for &(id, body, tree) in &decls.actions {
            self.action_text(id, body, tree);
        }
        self.env.game.setup = self.flow("setup", &decls.setups);
        self.env.game.play = self.flow("play", &decls.plays);
        self.result(&decls.results);
        self.heuristic(&decls.heuristics);
    }

    fn effect_body(&mut self, id: RoutineId, tree: &ast::Effect) {
        let params = self.env.game.routine(id).params.clone();
        let span = self.env.game.routine(id).span;
        let mut scope = self.params_scope(Where::Effect, &tree.params, &params, span);
        let names = params.iter().map(|(name, _)| name.as_str());
        self.know_params(&mut scope, names, self.env.effect_sorts.get(&id));
        if let Some(written) = &tree.ordered_by {
            let mut asked = Scope {
                place: Where::Question,
                ..scope.clone()
            };
            let orderer = self.orderer(&mut asked, written);
            self.env.game.routines[id.index()].ordered_by = Some(orderer);
        }
        self.fill(id, scope, &tree.body);
    }

    fn action_text(&mut self, id: ActionId, body: RoutineId, tree: &ast::Action) {
        let mut scope = Scope::new(Where::Action, true, None);
        scope.extent = Some(self.env.game.routine(body).span);
        let binders = self.binders(&mut scope, &tree.binders);
        let params: Vec<(String, Type)> = binders
            .iter()
            .map(|one| (one.name.clone(), one.ty.clone()))
            .collect();
        let (requires, head, rest) = self.head(&mut scope, &params, &tree.body);
        let action = &mut self.env.game.actions[id.index()];
        (action.binders, action.requires) = (binders, requires);
        self.env.game.routines[body.index()].params = params;
        self.fill(body, scope, &rest);
        let text = &mut self.env.game.routines[body.index()].body;
        text.splice(0..0, head.statements());
    }

    /// The head of an action, its requirements and the names between them; and what comes after it.
    fn head(
        &mut self,
        scope: &mut Scope,
        params: &[(String, Type)],
        block: &ast::Block,
    ) -> (Vec<Require>, ActionHead, ast::Block) {
        let (mut requires, mut head) = (Vec::new(), ActionHead::default());
        let mut rest = ast::Block {
            stmts: Vec::new(),
            span: block.span,
        };
        let demands = |stmt: &ast::Stmt| stmt.kind.demand().is_some();
        let last = block.stmts.iter().rposition(demands).unwrap_or(0);
        for (at, stmt) in block.stmts.iter().enumerate() {
            if let Some((cond, reason)) = stmt.kind.demand() {
                if let Some(first) = rest.stmts.first() {
                    self.late_require(stmt.span, first.span);
                }
                let (cond, reason) = self.requirement(scope, cond, reason, &head);
                head.push_named(&cond, stmt.span);
                requires.push(Require {
                    reason: reason.map(|value| (value.clone(), last_param(value, params.len()))),
                    after: last_param(&cond, params.len()),
                    cond,
                    span: stmt.span,
                });
            } else if let (Some((name, value)), true) =
                (stmt.kind.binding(), rest.stmts.is_empty() && at < last)
            {
                let (slot, value) =
                    self.asked_at_head(scope, |checker, scope| checker.kept(scope, name, value));
                head.push(slot, value, stmt.span);
            } else {
                rest.stmts.push(stmt.clone());
            }
        }
        (requires, head, rest)
    }

    /// A requirement with its reason, both asked with the names above it.
    fn requirement(
        &mut self,
        scope: &mut Scope,
        cond: &ast::Expr,
        reason: &ast::Phrase,
        head: &ActionHead,
    ) -> (Expr, Wording<Expr>) {
        // The frame of the action keeps only names that hold in its text.
        let names = cond.conjuncts().into_iter().any(ast::Expr::names);
        let mut own = scope.clone();
        let asked = self.asked_at_head(if names { scope } else { &mut own }, |checker, scope| {
            checker.expr(scope, cond, Some(&Type::Bool))
        });
        if !names {
            scope.asked_sorts = own.asked_sorts;
        }
        let inner = scope.clone();
        let reason = self
            .wording(&inner, reason)
            .map(|value| head.value(value.clone()));
        suppose(scope, cond, true);
        (head.condition(asked), reason)
    }

    /// Checks what is asked while legal actions are listed: no chance.
    fn asked_at_head<T>(
        &mut self,
        scope: &mut Scope,
        ask: impl FnOnce(&mut Self, &mut Scope) -> T,
    ) -> T {
        let place = std::mem::replace(&mut scope.place, Where::Question);
        let asked = ask(self, scope);
        scope.place = place;
        asked
    }

    fn late_require(&mut self, span: Span, first: Span) {
        self.report.push(
            Diagnostic::error(
                Code::MISPLACED_PART,
                "a `require` after the action has begun",
            )
            .at(span, "must stand at the head of the action")
            .also(first, "something is done here already")
            .help("move it above, or use `if`"),
        );
    }

    /// `setup` or `play`: exactly one.
    fn flow(&mut self, name: &str, found: &[(Span, &ast::Block)]) -> Option<RoutineId> {
        self.only_one(name, found.iter().map(|(span, _)| *span));
        let Some(&(span, block)) = found.first() else {
            let missing =
                Diagnostic::error(Code::MISSING_PART, format!("the game has no `{name}`")).help(
                    format!("write `{name} {{ … }}` in one of its `.rules` files"),
                );
            self.report.push(match self.env.begins {
                Some(span) => missing.at(span, "nowhere in this game"),
                None => missing,
            });
            return None;
        };
        let id = self.new_routine(name, RoutineKind::Flow, span);
        self.fill(id, Scope::new(Where::Effect, false, None), block);
        Some(id)
    }

    fn only_one(&mut self, name: &str, mut spans: impl Iterator<Item = Span>) {
        let Some(first) = spans.next() else { return };
        for again in spans {
            let head = |span: Span| {
                Span::new(
                    span.file,
                    span.start,
                    span.start + ludex_source::span::offset(name.len()),
                )
            };
            self.report.push(
                Diagnostic::error(Code::MISSING_PART, format!("the game has two `{name}`"))
                    .at(head(again), "the second one")
                    .also(head(first), "the first one"),
            );
        }
    }

    fn result(&mut self, found: &[(Span, &ast::ResultDecl)]) {
        self.only_one("result", found.iter().map(|(span, _)| *span));
        let Some((_, tree)) = found.first() else {
            return;
        };
        for rank in &tree.ranks {
            let mut scope = Scope::new(Where::Question, true, None);
            let value = self.expr(&mut scope, &rank.value, Some(&Type::Int));
            let rank = RankBy {
                value,
                low_wins: rank.low_wins,
                slots: scope.size(),
            };
            self.env.game.ranks.push(rank);
        }
        self.env.game.wins = tree.wins.as_ref().map(|wins| {
            let mut scope = Scope::new(Where::Question, true, None);
            let cond = self.condition(&mut scope, wins);
            let slots = scope.size();
            Wins { cond, slots }
        });
    }

    fn heuristic(&mut self, found: &[(Span, &ast::Expr)]) {
        self.only_one("heuristic", found.iter().map(|(span, _)| *span));
        self.env.game.heuristic = found.first().map(|(_, tree)| {
            let mut scope = Scope::new(Where::Question, true, None);
            let value = self.expr(&mut scope, tree, Some(&Type::Int));
            let slots = scope.size();
            Heuristic { value, slots }
        });
    }
}

/// Tells how many parameters must be bound before a condition can be asked; they stand in the slots from 1.
fn last_param(cond: &Expr, count: usize) -> usize {
    let mut last = 0;
    walk::exprs(cond, &mut |e| {
        if let ExprKind::Local(slot) = &*e.kind
            && (1..=count).contains(&usize::from(*slot))
        {
            last = last.max(usize::from(*slot));
        }
    });
    last
}
