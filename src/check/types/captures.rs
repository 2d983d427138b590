//! Closure conversion: a block put off (`later end_of_turn { … }`) becomes a routine that takes the locals it captures along.
//!
//! Takes the block and its frame, gives the statement; the routine goes into the game.

use crate::env::{Checker, LocalName, Scope, Where};
use crate::types::exprs::typed;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::{Routine, RoutineKind};
use ludex_rules::ids::{MomentId, RoutineId};
use ludex_rules::types::Type;
use ludex_syntax::ast;
use ludex_syntax::ast::StmtPart;
use std::collections::BTreeSet;

impl Checker<'_> {
    /// `later end_of_turn: give card to opponent`
    pub(crate) fn later(
        &mut self,
        scope: &Scope,
        moment: &ast::Name,
        body: &ast::Block,
    ) -> Option<(MomentId, RoutineId, Vec<Expr>)> {
        let id = self.moment(moment);
        let taken = self.only_values(taken_along(scope, body), moment);
        let mut inner = Scope::new(Where::Effect, scope.has_you, None);
        for local in &taken {
            inner.bind(&local.name, local.ty.clone(), local.symbol);
            // A piece is of the same sort when the block runs; whatever else is known may have changed.
            let known = scope.known.iter().filter(|known| {
                (known.as_ref()).is_some_and(|one| one.sort.is_some() && one.path == local.name)
            });
            inner.known.extend(known.cloned());
        }
        let params = inner.slots[1..].to_vec();
        let statements = self.block(&mut inner, body);
        let routine = Routine {
            name: format!("later {}", moment.text),
            kind: RoutineKind::Part,
            params,
            slots: inner.size(),
            locals: inner.slots,
            ordered_by: None,
            body: statements,
            span: body.span,
        };
        let number = RoutineId::new(self.env.game.routines.len());
        self.env.game.routines.push(routine);
        let value = |local: LocalName| typed(ExprKind::Local(local.slot), local.ty, body.span);
        let args = taken.into_iter().map(value).collect();
        Some((id?, number, args))
    }

    /// Refuses members that a name keeps: they are gone when the block around ends.
    fn only_values(&mut self, taken: Vec<LocalName>, moment: &ast::Name) -> Vec<LocalName> {
        let (many, mut taken): (Vec<LocalName>, Vec<LocalName>) = taken
            .into_iter()
            .partition(|local| matches!(local.ty, Type::All(_)));
        for LocalName {
            name, slot, symbol, ..
        } in many
        {
            let message = format!("`{name}` cannot wait: it is several values");
            let ty = Type::Wrong;
            taken.push(LocalName {
                name: name.clone(),
                ty,
                slot,
                symbol,
            });
            self.report.push(
                Diagnostic::error(Code::UNSTORABLE, message)
                    .at(moment.span, format!("takes `{name}` along"))
                    .help("ask for the collection inside, or mark its pieces with a field"),
            );
        }
        taken
    }
}

/// The local values that a block names; `you` goes along anyway.
fn taken_along(scope: &Scope, body: &ast::Block) -> Vec<LocalName> {
    let mut names = BTreeSet::new();
    in_block(body, &mut names);
    names.remove("you");
    names
        .into_iter()
        .filter_map(|name| scope.find(name).cloned())
        .collect()
}

fn in_block<'a>(block: &'a ast::Block, names: &mut BTreeSet<&'a str>) {
    for stmt in &block.stmts {
        in_stmt(&stmt.kind, names);
    }
}

fn in_stmt<'a>(stmt: &'a ast::StmtKind, names: &mut BTreeSet<&'a str>) {
    in_parts(stmt.parts(), names);
}

fn in_parts<'a>(parts: Vec<StmtPart<'a>>, names: &mut BTreeSet<&'a str>) {
    for part in parts {
        match part {
            StmtPart::Value(e) | StmtPart::Whole(e) | StmtPart::Demand(e) => in_expr(e, names),
            StmtPart::Binder(binder) => in_binder(binder, names),
            StmtPart::Words(words) => in_words(words, names),
            StmtPart::Arm(cond, body) | StmtPart::While(cond, body) => {
                in_expr(cond, names);
                in_block(body, names);
            }
            StmtPart::Block(body) | StmtPart::Otherwise(body) | StmtPart::PutOff(body) => {
                in_block(body, names)
            }
        }
    }
}

fn in_binder<'a>(binder: &'a ast::Binder, names: &mut BTreeSet<&'a str>) {
    in_expr(&binder.source, names);
    in_all(&binder.cond, names);
}

fn in_words<'a>(words: &'a ast::Phrase, names: &mut BTreeSet<&'a str>) {
    let named = words.parts.iter().filter_map(ast::PhrasePart::name);
    names.extend(named.map(|name| name.text.as_str()));
}

fn in_all<'a>(exprs: impl IntoIterator<Item = &'a ast::Expr>, names: &mut BTreeSet<&'a str>) {
    exprs.into_iter().for_each(|e| in_expr(e, names));
}

fn in_expr<'a>(e: &'a ast::Expr, names: &mut BTreeSet<&'a str>) {
    match &*e.kind {
        ast::ExprKind::Int(_)
        | ast::ExprKind::Bool(_)
        | ast::ExprKind::None
        | ast::ExprKind::Text(_) => {}
        ast::ExprKind::Name(name) => {
            names.insert(name);
        }
        ast::ExprKind::Member(of, _) | ast::ExprKind::Unary(_, of) | ast::ExprKind::Let(_, of) => {
            in_expr(of, names)
        }
        ast::ExprKind::Call(callee, args) => {
            in_expr(callee, names);
            in_all(args, names);
        }
        ast::ExprKind::Index(a, b)
        | ast::ExprKind::Range(a, b)
        | ast::ExprKind::Binary(_, a, b) => {
            in_all([a, b], names);
        }
        ast::ExprKind::Fold(fold) => {
            in_binder(&fold.binder, names);
            in_all(&fold.value, names);
        }
        ast::ExprKind::Filter(binder) => in_binder(binder, names),
        ast::ExprKind::Set(items) => in_all(items, names),
        ast::ExprKind::If(a, b, c) => in_all([a, b, c], names),
        ast::ExprKind::Possible(choose) => in_parts(choose.parts(), names),
    }
}
