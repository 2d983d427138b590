//! Hooks and modifiers, of the game and of rows.

use crate::decl::Decl;
use crate::declarations::declare::Decls;
use crate::env::{Checker, Scope, Where};
use crate::semantics::UseKind;
use crate::types::note_sorts;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::Expr;
use ludex_rules::game;
use ludex_rules::game::{Holder, RoutineKind};
use ludex_rules::ids::{KindId, QueryId, RoutineId, RowId, Slot, VarId};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;
use std::collections::BTreeMap;

/// Whose reaction it is.
#[derive(Clone)]
pub(crate) struct HookOwner {
    /// The name in messages: `game` or `card.owl_1`.
    name: String,
    /// The row; none for the game.
    row: Option<(KindId, RowId)>,
}

impl HookOwner {
    pub(crate) fn game() -> HookOwner {
        HookOwner {
            name: "game".into(),
            row: None,
        }
    }

    pub(crate) fn row(name: String, kind: KindId, number: u32) -> HookOwner {
        HookOwner {
            name,
            row: Some((kind, RowId::numbered(number))),
        }
    }
}

impl Checker<'_> {
    /// The hooks and modifiers declared for the whole game.
    pub(crate) fn game_reactions(&mut self, decls: &Decls<'_>) {
        let owner = HookOwner::game();
        for tree in &decls.hooks {
            self.hook(tree, &owner);
        }
        for tree in &decls.modifiers {
            self.modifier(tree, &owner);
        }
    }

    pub(crate) fn hook(&mut self, tree: &ast::Hook, owner: &HookOwner) {
        let Some(routine) = self.watched(&tree.effect) else {
            return;
        };
        let args = self.env.game.routine(routine).params.clone();
        self.too_many_names(&tree.effect, &tree.params, &args);
        let args = self.swapped_names(&tree.effect, &tree.params, &args);
        let since = self.report.len();
        let this = self.this_of(owner);
        let scope = Scope::new(Where::Effect, true, this);
        let extent = tree.span.to(tree.body.span);
        let mut scope = self.reaction_scope(scope, &tree.params, &args, extent);
        self.know_owner(&mut scope, owner);
        let names = tree.params.iter().map(|name| name.text.as_str());
        self.know_params(&mut scope, names, self.env.effect_sorts.get(&routine));
        let (cond, mut slots) = self.reaction_cond(&mut scope, tree.cond.as_ref());
        let limit = tree
            .limit
            .as_ref()
            .and_then(|(count, moment)| self.limit(count, moment, &scope, owner, &mut slots));
        let name = format!(
            "{}.{}",
            owner.name,
            timing_word(tree.timing, &tree.effect.text)
        );
        let body = self.new_routine(&name, RoutineKind::Hook, tree.span.to(tree.body.span));
        let params = scope.slots.iter().skip(1).cloned().collect();
        self.env.game.routines[body.index()].params = params;
        self.fill(body, scope, &tree.body);
        self.explain_names(since, &tree.effect, &args);
        let timing = match tree.timing {
            ast::Timing::Before => game::Timing::Before,
            ast::Timing::Instead => game::Timing::Instead,
            ast::Timing::After => game::Timing::After,
        };
        let hook = game::Hook {
            timing,
            routine,
            source: owner.row,
            cond,
            slots,
            limit,
            body,
            span: tree.span,
        };
        self.env.game.hooks.push(hook);
    }

    fn watched(&mut self, name: &ast::Name) -> Option<RoutineId> {
        if let Some((Decl::Action(_), _)) = self.env.names.get(&name.text) {
            self.report.push(
                Diagnostic::error(Code::WRONG_SORT, format!("`{}` is an action", name.text))
                    .at(name.span, "hooks watch effects")
                    .help("put what the action does into an effect, and watch that"),
            );
            return None;
        }
        if ludex_rules::verbs::verb(&name.text).is_some() {
            self.report.push(
                Diagnostic::error(
                    Code::WRONG_SORT,
                    format!("`{}` is a built-in verb", name.text),
                )
                .at(name.span, "hooks watch effects of the game")
                .help(format!(
                    "declare an effect that does the `{}`, and watch that",
                    name.text
                )),
            );
            return None;
        }
        // Watching is not calling: only the calls count as use.
        self.find_to(UseKind::Watches, name)
    }

    fn too_many_names(&mut self, of: &ast::Name, names: &[ast::Name], params: &[(String, Type)]) {
        let count = params.len();
        if let Some(extra) = names.get(count) {
            let message = format!(
                "`{}` has {count} parameter{}",
                of.text,
                if count == 1 { "" } else { "s" }
            );
            self.report.push(
                Diagnostic::error(Code::WRONG_ARGUMENTS, message)
                    .at(extra.span, "one name too many")
                    .help(format!(
                        "declared as `{}`",
                        self.signature(&of.text, &[], params)
                    )),
            );
        }
        let mut firsts = BTreeMap::new();
        for name in names {
            match firsts.get(&name.text) {
                Some(first) => self.defined_twice(name, *first),
                None => {
                    firsts.insert(&name.text, name.span);
                }
            }
        }
    }

    fn this_of(&self, owner: &HookOwner) -> Option<Type> {
        let (kind, _) = owner.row?;
        Some(if self.env.game.kind(kind).is_record {
            Type::Row(kind)
        } else {
            Type::Piece(kind)
        })
    }

    /// Notes the sort of the piece that a hook or modifier belongs to.
    fn know_owner(&self, scope: &mut Scope, owner: &HookOwner) {
        if let Some((kind, row)) = owner.row {
            let sort = self.sort_of_row(kind, row.index());
            self.know_this(scope, sort);
        }
    }

    fn reaction_cond(
        &mut self,
        scope: &mut Scope,
        written: Option<&ast::Expr>,
    ) -> (Option<Expr>, Slot) {
        let mut asked = Scope {
            place: Where::Question,
            ..scope.clone()
        };
        let cond = written.map(|cond| self.expr(&mut asked, cond, Some(&Type::Bool)));
        let slots = asked.size();
        // Pieces never change their sort, so the text may go by what the condition asked.
        scope.asked_sorts = asked.asked_sorts;
        written
            .iter()
            .for_each(|cond| note_sorts(scope, cond, true));
        (cond, slots)
    }

    /// `at most N until MOMENT`: counted in a variable that nobody can name.
    fn limit(
        &mut self,
        count: &ast::Expr,
        moment: &ast::Name,
        scope: &Scope,
        owner: &HookOwner,
        slots: &mut Slot,
    ) -> Option<(Expr, VarId)> {
        let mut asked = Scope {
            place: Where::Question,
            ..scope.clone()
        };
        let count = self.expr(&mut asked, count, Some(&Type::Int));
        *slots = asked.size().max(*slots);
        let until = self.moment(moment)?;
        let holder = match owner.row {
            Some((kind, _)) => Holder::Piece(kind),
            None => Holder::Table,
        };
        let name = format!("{}.times", owner.name);
        let var = self.hidden_var(&name, holder, Type::Int, count.span);
        self.env.game.vars[var.index()].until = Some(until);
        Some((count, var))
    }

    pub(crate) fn modifier(&mut self, tree: &ast::Modifier, owner: &HookOwner) {
        if ludex_rules::ops::query(&tree.query.text).is_some() {
            let name = &tree.query.text;
            self.report.push(
                Diagnostic::error(Code::WRONG_SORT, format!("`{name}` is a built-in query"))
                    .at(tree.query.span, "modifiers change queries of the game")
                    .help(format!(
                        "declare a query that asks for the `{name}`, and modify that"
                    )),
            );
            return;
        }
        let query: Option<QueryId> = self.find(&tree.query);
        let Some(query) = query else { return };
        let made = &self.env.game.queries[query.index()];
        let (args, ty) = (made.params.clone(), made.ty.clone());
        if made.takes_members() {
            let message = format!("`{}` takes a collection", tree.query.text);
            self.report.push(
                Diagnostic::error(Code::WRONG_SORT, message)
                    .at(tree.query.span, "cannot be modified")
                    .help("let it ask another query of each member, and modify that"),
            );
            return;
        }
        self.too_many_names(&tree.query, &tree.params, &args);
        let args = self.swapped_names(&tree.query, &tree.params, &args);
        let since = self.report.len();
        let misfit = tree.change != ast::Change::Set && !matches!(ty, Type::Int | Type::Wrong);
        if misfit {
            self.report.push(
                Diagnostic::error(
                    Code::TYPE_MISMATCH,
                    format!("`{}` is no number", tree.query.text),
                )
                .at(tree.query.span, "can only be changed with `is`"),
            );
        }
        let this = self.this_of(owner);
        let scope = Scope::new(Where::Question, true, this);
        let mut scope = self.reaction_scope(scope, &tree.params, &args, tree.span);
        self.know_owner(&mut scope, owner);
        let names = tree.params.iter().map(|name| name.text.as_str());
        self.know_params(&mut scope, names, self.env.query_sorts.get(&query));
        let cond = tree
            .cond
            .as_ref()
            .map(|cond| self.expr(&mut scope, cond, Some(&Type::Bool)));
        (tree.cond.iter()).for_each(|cond| note_sorts(&mut scope, cond, true));
        let wanted = if misfit { &Type::Wrong } else { &ty };
        let value = self.expr(&mut scope, &tree.value, Some(wanted));
        let gives = self
            .env
            .query_sorts
            .get(&query)
            .and_then(|sorts| sorts.gives);
        self.of_sort_alone(&scope, &tree.value, &value, gives);
        self.explain_names(since, &tree.query, &args);
        let (source, slots) = (owner.row, scope.size());
        self.env.game.modifiers.push(game::Modifier {
            query,
            source,
            cond,
            change: tree.change,
            value,
            slots,
            span: tree.span,
        });
    }

    /// Hooks in a kind that is active nowhere; said once, where they are declared.
    pub(crate) fn sleeping(&mut self, kind: KindId, attribute: Span) {
        let made = self.env.game.kind(kind);
        if !made.active.is_empty() {
            return;
        }
        let (name, record) = (made.name.clone(), made.is_record);
        let help = if record {
            format!("declare `kind {name}`, or write the hooks for the whole game")
        } else {
            "write `active in PLACE` inside the braces".to_owned()
        };
        self.report.push(
            Diagnostic::error(
                Code::SLEEPING_HOOK,
                format!("hooks of `{name}` can never fire"),
            )
            .at(attribute, "no place where they are active")
            .help(help),
        );
    }
}

fn timing_word(timing: ast::Timing, effect: &str) -> String {
    match timing {
        ast::Timing::Before => format!("before_{effect}"),
        ast::Timing::Instead => format!("instead_of_{effect}"),
        ast::Timing::After => format!("when_{effect}"),
    }
}
