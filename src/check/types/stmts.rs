//! Statements: `let`, assignments, `if`, loops, and the few that change who acts or when.
//!
//! Takes blocks, gives typed ones. Choices, calls and blocks put off have files of their own.

use crate::env::{Checker, LocalName, Scope, Where};
use crate::semantics::YOU;
use crate::types::exprs::scalar;
use crate::types::narrow::{forget_written, suppose};
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Block, Expr, Stmt, StmtKind};
use ludex_rules::ids::Slot;
use ludex_rules::types::Type;
use ludex_rules::verbs::verb;
use ludex_source::Span;
use ludex_syntax::ast;

impl Checker<'_> {
    /// Statements with names of their own.
    pub(crate) fn block(&mut self, scope: &mut Scope, b: &ast::Block) -> Block {
        let depth = scope.depth();
        let outer = scope.extent.replace(b.span);
        let mut checked = Vec::new();
        let mut over: Option<Span> = None;
        for stmt in &b.stmts {
            if let Some(end) = over.take() {
                self.never_reached(stmt.span, end);
            }
            if let Some(kind) = self.stmt(scope, stmt) {
                checked.push(Stmt {
                    kind,
                    span: stmt.span,
                });
            }
            self.forget_stmt(scope, stmt);
            over = leaves(stmt).then_some(stmt.span);
        }
        scope.extent = outer;
        scope.cut(depth);
        checked
    }

    /// A value that may be left to chance: of a `let`, an assignment, or an argument of a statement.
    pub(crate) fn value(
        &mut self,
        scope: &mut Scope,
        e: &ast::Expr,
        wanted: Option<&Type>,
    ) -> Expr {
        scope.chance = scope.place != Where::Question;
        self.expr(scope, e, wanted)
    }

    /// A statement; none when it is reported and there is nothing to keep.
    fn stmt(&mut self, scope: &mut Scope, stmt: &ast::Stmt) -> Option<StmtKind> {
        match &stmt.kind {
            ast::StmtKind::Let { name, value } => self.let_stmt(scope, name, value),
            ast::StmtKind::Assign { target, op, value } => self.assign(scope, target, *op, value),
            ast::StmtKind::If { arms, otherwise } => {
                Some(self.if_stmt(scope, arms, otherwise.as_ref()))
            }
            ast::StmtKind::ForEach { binder, body } => {
                let (binder, body) = self.for_each(scope, binder, body, stmt.span);
                Some(StmtKind::ForEach(binder, body))
            }
            ast::StmtKind::AtOnce { binder, body } => {
                let (moment, binder, body) = self.at_once(scope, binder, body, stmt.span);
                Some(StmtKind::AtOnce {
                    moment,
                    binder,
                    body,
                })
            }
            ast::StmtKind::Repeat { times, body } => Some(self.repeat(scope, times.as_ref(), body)),
            ast::StmtKind::While { cond, body } => {
                self.forget_round(scope, body);
                let asked = self.condition(scope, cond);
                let depth = scope.depth();
                suppose(scope, cond, true);
                let body = self.looped(scope, body);
                scope.cut(depth);
                Some(StmtKind::While(asked, body))
            }
            ast::StmtKind::Choose(choose) => {
                Some(StmtKind::Choose(self.choose(scope, choose, stmt.span)))
            }
            ast::StmtKind::May {
                by,
                prompt,
                body,
                otherwise,
            } => {
                let (by, prompt) = self.may(scope, by.as_ref(), prompt.as_ref(), body, stmt.span);
                let body = self.block(scope, body);
                let otherwise = otherwise.iter().flat_map(|body| self.block(scope, body));
                Some(StmtKind::May {
                    by,
                    prompt,
                    body,
                    otherwise: otherwise.collect(),
                })
            }
            ast::StmtKind::Offer {
                any,
                who,
                actions,
                prompt,
            } => {
                if *any {
                    // Whoever is asked again is so after actions.
                    self.forget_stmt(scope, stmt);
                    self.no_second_pass(actions);
                }
                let (among, who) = self.offered_to(scope, who, *any);
                let offered = self.offer(scope, actions, prompt.as_ref());
                offered.map(|(actions, prompt)| StmtKind::Offer {
                    among,
                    who,
                    actions,
                    prompt,
                })
            }
            ast::StmtKind::Require { cond, .. } => {
                self.condition(scope, cond);
                self.require_refused(scope, stmt.span);
                None
            }
            ast::StmtKind::As { who, body } => Some(self.as_stmt(scope, who, body)),
            ast::StmtKind::Pool { by, body } => {
                let by = self.orderer(scope, by);
                Some(StmtKind::Pool(by, self.block(scope, body)))
            }
            ast::StmtKind::Later { moment, body } => {
                let text = self.later(scope, moment, body);
                text.map(|(moment, routine, args)| StmtKind::Later {
                    moment,
                    routine,
                    args,
                })
            }
            ast::StmtKind::Reach { moment } => Some(StmtKind::Reach(self.moment(moment)?)),
            ast::StmtKind::Return => Some(StmtKind::Return),
            ast::StmtKind::Stop => self.in_loop(scope, StmtKind::Stop, stmt.span),
            ast::StmtKind::Continue => self.in_loop(scope, StmtKind::Continue, stmt.span),
            ast::StmtKind::Call(call) => self.call(scope, call),
        }
    }

    fn let_stmt(
        &mut self,
        scope: &mut Scope,
        name: &ast::Name,
        value: &ast::Expr,
    ) -> Option<StmtKind> {
        let (slot, value) = self.kept(scope, name, value);
        Some(StmtKind::Let(slot, value))
    }

    /// A name for a value, and where it stands.
    pub(crate) fn kept(
        &mut self,
        scope: &mut Scope,
        name: &ast::Name,
        value: &ast::Expr,
    ) -> (Slot, Expr) {
        let mut value_of = self.value(scope, value, None);
        if let Type::All(_) = value_of.ty {
            let symbol = self.define_local(scope, name, &value_of.ty);
            let slot = scope.bind_members(&name.text, &value_of.ty, Some(symbol));
            self.know_sort(scope, &name.text, &value_of);
            return (slot, value_of);
        }
        if value_of.ty == Type::None || !scalar(&value_of.ty) {
            self.unstorable(name, value, &value_of.ty);
            value_of.ty = Type::Wrong;
        }
        let symbol = self.define_local(scope, name, &value_of.ty);
        let slot = scope.bind(&name.text, value_of.ty.clone(), Some(symbol));
        scope.lets.push(slot);
        self.know_sort(scope, &name.text, &value_of);
        (slot, value_of)
    }

    fn unstorable(&mut self, name: &ast::Name, value: &ast::Expr, ty: &Type) {
        let found = self.describe(ty);
        let help = if *ty == Type::None {
            format!(
                "`{}` must begin with a value, or be found with `first`, `top`, …",
                name.text
            )
        } else {
            "ask for it where it is needed".to_owned()
        };
        self.report.push(
            Diagnostic::error(
                Code::UNSTORABLE,
                format!("`{}` cannot keep {found}", name.text),
            )
            .at(value.span, found)
            .help(help),
        );
    }

    fn if_stmt(
        &mut self,
        scope: &mut Scope,
        arms: &[(ast::Expr, ast::Block)],
        otherwise: Option<&ast::Block>,
    ) -> StmtKind {
        let depth = scope.depth();
        let mut checked = Vec::new();
        for (cond, body) in arms {
            let asked = self.condition(scope, cond);
            let before = scope.depth();
            suppose(scope, cond, true);
            let body = self.block(scope, body);
            scope.cut(before);
            suppose(scope, cond, false);
            checked.push((asked, body));
        }
        let rest = otherwise
            .map(|body| self.block(scope, body))
            .unwrap_or_default();
        scope.cut(depth);
        if arms
            .iter()
            .all(|(_, body)| body.stmts.last().is_some_and(leaves))
        {
            for (cond, _) in arms {
                suppose(scope, cond, false);
            }
        }
        StmtKind::If(checked, rest)
    }

    fn repeat(
        &mut self,
        scope: &mut Scope,
        times: Option<&ast::Expr>,
        body: &ast::Block,
    ) -> StmtKind {
        let checked = times.map(|times| self.expr(scope, times, Some(&Type::Int)));
        if let Some(count) = &checked
            && let Ok(number) = self.probe(count)
            && number <= 0
        {
            self.report.push(
                Diagnostic::error(
                    Code::NEVER_REPEATED,
                    format!("this is repeated {number} times"),
                )
                .at(count.span, "never run"),
            );
        }
        self.forget_round(scope, body);
        let body = self.looped(scope, body);
        StmtKind::Repeat(checked, body)
    }

    /// Forgets what the body of a loop may change, since it begins again.
    pub(super) fn forget_round(&self, scope: &mut Scope, body: &ast::Block) {
        forget_written(scope, body);
        self.forget_block(scope, body);
    }

    /// The body of a loop: `stop` and `continue` may stand in it.
    pub(super) fn looped(&mut self, scope: &mut Scope, body: &ast::Block) -> Block {
        scope.loops += 1;
        let body = self.block(scope, body);
        scope.loops -= 1;
        body
    }

    fn as_stmt(&mut self, scope: &mut Scope, who: &ast::Expr, body: &ast::Block) -> StmtKind {
        let who = self.expr(scope, who, Some(&Type::Player));
        StmtKind::As(who, self.acting(scope, body))
    }

    /// A block in which somebody else is `you`.
    pub(super) fn acting(&mut self, scope: &mut Scope, body: &ast::Block) -> Block {
        let (depth, had_you) = (scope.locals.len(), scope.has_you);
        scope.has_you = true;
        scope.locals.push(LocalName {
            name: "you".into(),
            ty: Type::Player,
            slot: 0,
            symbol: Some(YOU),
        });
        let known = self.of_anybody(scope);
        let outer = std::mem::replace(&mut scope.known, known);
        let body = self.block(scope, body);
        scope.known = outer;
        scope.locals.truncate(depth);
        scope.has_you = had_you;
        body
    }

    /// A statement that goes out of a round of a loop.
    fn in_loop(&mut self, scope: &Scope, stmt: StmtKind, span: Span) -> Option<StmtKind> {
        if scope.loops > 0 {
            return Some(stmt);
        }
        let message = if matches!(stmt, StmtKind::Stop) {
            "`stop` leaves a loop, and there is none around it"
        } else {
            "`continue` begins the next round of a loop, and there is none around it"
        };
        self.report.push(
            Diagnostic::error(Code::MISPLACED_STATEMENT, message)
                .at(span, "no loop here")
                .help("`return` leaves the whole effect"),
        );
        None
    }

    fn require_refused(&mut self, scope: &Scope, span: Span) {
        let (message, help) = match scope.place {
            Where::Action => (
                "`require` stands after other statements",
                "put it at the head of the action, before anything happens",
            ),
            Where::Effect | Where::Question => (
                "`require` belongs to the head of an action",
                "in an effect, ask with `if` instead",
            ),
        };
        self.report.push(
            Diagnostic::error(Code::MISPLACED_STATEMENT, message)
                .at(span, "too late to refuse")
                .help(help),
        );
    }

    fn never_reached(&mut self, span: Span, end: Span) {
        self.report.push(
            Diagnostic::warning(Code::NO_EFFECT, "this is never reached")
                .at(span, "never run")
                .also(end, "the block ends here"),
        );
    }
}

/// Tells whether nothing after a statement is reached.
fn leaves(stmt: &ast::Stmt) -> bool {
    match &stmt.kind {
        ast::StmtKind::Return | ast::StmtKind::Stop | ast::StmtKind::Continue => true,
        ast::StmtKind::Call(call) => {
            matches!(&*call.callee.kind, ast::ExprKind::Name(name) if verb(name).is_some_and(|row| row.ends))
        }
        ast::StmtKind::If { arms, otherwise } => {
            let ends = |body: &ast::Block| body.stmts.last().is_some_and(leaves);
            otherwise.as_ref().is_some_and(ends) && arms.iter().all(|(_, body)| ends(body))
        }
        ast::StmtKind::Let { .. }
        | ast::StmtKind::Assign { .. }
        | ast::StmtKind::ForEach { .. }
        | ast::StmtKind::AtOnce { .. }
        | ast::StmtKind::Repeat { .. }
        | ast::StmtKind::While { .. }
        | ast::StmtKind::Choose(_)
        | ast::StmtKind::May { .. }
        | ast::StmtKind::Offer { .. }
        | ast::StmtKind::Require { .. }
        | ast::StmtKind::As { .. }
        | ast::StmtKind::Pool { .. }
        | ast::StmtKind::Later { .. }
        | ast::StmtKind::Reach { .. } => false,
    }
}
