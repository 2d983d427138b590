//! Loops over the members of a collection; what is one or none is no such collection.

use crate::env::{Checker, Scope};
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Binder, Block};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::{ast, print};

impl Checker<'_> {
    /// Types `for each x in MANY where … { }`, which is written at `span`.
    pub(super) fn for_each(
        &mut self,
        scope: &mut Scope,
        binder: &ast::Binder,
        body: &ast::Block,
        span: Span,
    ) -> (Binder, Block) {
        self.forget_round(scope, body);
        let depth = scope.depth();
        let typed = self.binder(scope, binder);
        if matches!(typed.source.ty, Type::Optional(_)) {
            self.one_or_none(binder, body, span);
        }
        let body = self.looped(scope, body);
        scope.cut(depth);
        (typed, body)
    }

    /// Refuses a loop that runs once or never: it would say nothing when there is none.
    fn one_or_none(&mut self, binder: &ast::Binder, body: &ast::Block, span: Span) {
        let (name, source) = (&binder.name.text, print::expr(&binder.source));
        let head = Span::new(span.file, span.start, head_end(binder));
        let found = Diagnostic::error(
            Code::MAYBE_NONE,
            format!("`{source}` is one or none, not several"),
        )
        .at(binder.source.span, "one, or none")
        .help(format!(
            "write `if let {name} = {source} {{ … }}`, or `let {name} = the({source})` where there must be one"
        ));
        self.report.push(if body.stops() {
            found
        } else {
            found.fix(head, format!("if {}", print::expr(&as_condition(binder))))
        });
    }
}

/// Returns the end of the text that says which members a loop goes through.
fn head_end(binder: &ast::Binder) -> u32 {
    let last = binder.cond.as_ref().unwrap_or(&binder.source);
    last.span.end
}

/// Returns `let x = E and C` for `x in E where C`.
fn as_condition(binder: &ast::Binder) -> ast::Expr {
    let made = |kind| ast::Expr {
        kind: Box::new(kind),
        span: binder.source.span,
    };
    let there = made(ast::ExprKind::Let(
        binder.name.clone(),
        binder.source.clone(),
    ));
    match binder.cond.clone() {
        None => there,
        Some(cond) => made(ast::ExprKind::Binary(ast::BinaryOp::And, there, cond)),
    }
}
