//! Expressions: from trees to typed ones.
//!
//! Takes a tree and the type wanted of it, gives a typed expression. Names, members, calls and collections have their own
//! files. A part that failed has the type `Wrong`, which agrees with everything, so that one slip makes one error.

use crate::describe::path;
use crate::env::{Checker, LocalName, Scope};
use crate::types::advice::{advice, unlike};
use crate::types::folds::member_type;
use crate::types::narrow::{known_there, same, suppose};
use ludex_report::{Code, Diagnostic};
use ludex_rules::constants::Unknown;
use ludex_rules::expr::{Arithmetic, Expr, ExprKind};
use ludex_rules::game::NONE;
use ludex_rules::numbers::{HIGHEST, LOWEST, NoNumber};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

/// Builds a typed expression.
pub(crate) fn typed(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr {
        kind: Box::new(kind),
        ty,
        span,
    }
}

/// An expression that failed to check, reported already.
pub(crate) fn wrong(span: Span) -> Expr {
    typed(ExprKind::Const(0), Type::Wrong, span)
}

impl Checker<'_> {
    /// An expression, reported when it is not of the type wanted.
    pub(crate) fn expr(&mut self, scope: &mut Scope, e: &ast::Expr, wanted: Option<&Type>) -> Expr {
        let found = self.infer(scope, e, wanted);
        match wanted {
            Some(wanted) => self.fit(e, found, wanted),
            None => found,
        }
    }

    /// An expression of whatever type it has; `hint` only tells which of several meanings of a name is the likely one.
    pub(crate) fn infer(&mut self, scope: &mut Scope, e: &ast::Expr, hint: Option<&Type>) -> Expr {
        let found = self.inferred(scope, e, hint);
        let is_name = matches!(*found.kind, ExprKind::Local(_));
        let sort = if is_name {
            None
        } else {
            self.sort_of_pieces(scope, &found)
        };
        self.env.semantics_mut().infer(e.span, &found.ty, sort);
        found
    }

    fn inferred(&mut self, scope: &mut Scope, e: &ast::Expr, hint: Option<&Type>) -> Expr {
        let chance = std::mem::take(&mut scope.chance);
        let span = e.span;
        match &*e.kind {
            ast::ExprKind::Int(number) => self.number(*number, span),
            ast::ExprKind::Bool(flag) => typed(ExprKind::Const(i32::from(*flag)), Type::Bool, span),
            ast::ExprKind::None => typed(ExprKind::Const(NONE), Type::None, span),
            ast::ExprKind::Text(_) => self.words_refused(span),
            ast::ExprKind::Name(name) => known_there(scope, e, self.name(scope, name, span, hint)),
            ast::ExprKind::Member(base, name) => {
                let member = self.member(scope, base, name, span);
                known_there(scope, e, member)
            }
            ast::ExprKind::Call(callee, args) => self.ask(scope, callee, args, span, chance),
            ast::ExprKind::Index(base, at) => self.index(scope, base, at, span),
            ast::ExprKind::Fold(fold) => self.fold(scope, fold, span),
            ast::ExprKind::Filter(binder) => self.filter(scope, binder, span),
            ast::ExprKind::Set(items) => self.set(scope, items, hint, span),
            ast::ExprKind::Range(low, high) => self.numbers(scope, low, high, span),
            ast::ExprKind::Unary(op, of) => self.unary(scope, *op, of, span),
            ast::ExprKind::Binary(op, left, right) => self.binary(scope, *op, left, right, span),
            ast::ExprKind::Let(name, value) => self.let_is(scope, name, value, span),
            ast::ExprKind::If(cond, yes, no) => self.either(scope, cond, [yes, no], hint, span),
            ast::ExprKind::Possible(choose) => self.possible_set(scope, choose, span),
        }
    }

    /// The expression when it has the type wanted; otherwise says what is wrong with it.
    pub(crate) fn fit(&mut self, e: &ast::Expr, found: Expr, wanted: &Type) -> Expr {
        if found.ty.fits(wanted) {
            return found;
        }
        if found.ty.required().fits(wanted) {
            return self.surely(e, found);
        }
        self.mismatch(e, &found.ty, &self.describe(wanted), Some(wanted));
        wrong(found.span)
    }

    /// A value that may be none where it must not be: a mistake in rules. A condition asked of one position may take it
    /// for granted, for there the answer shows.
    pub(super) fn surely(&mut self, e: &ast::Expr, found: Expr) -> Expr {
        if self.env.asked {
            let ty = found.ty.required().clone();
            return Expr { ty, ..found };
        }
        self.may_be_none(e, &found);
        wrong(e.span)
    }

    /// Reports a value of another type than the one described.
    pub(super) fn mismatch(
        &mut self,
        e: &ast::Expr,
        found: &Type,
        expected: &str,
        wanted: Option<&Type>,
    ) {
        if *found == Type::Wrong {
            return;
        }
        let found_words = self.describe(found);
        let mut diagnostic = Diagnostic::error(
            Code::TYPE_MISMATCH,
            format!("expected {expected}, found {found_words}"),
        )
        .at(e.span, found_words);
        if let Some(help) = wanted.and_then(|wanted| advice(e, found, wanted)) {
            diagnostic = diagnostic.help(help);
        }
        self.report.push(diagnostic);
    }

    /// Reports a value that is used although it may be none.
    fn may_be_none(&mut self, e: &ast::Expr, found: &Expr) {
        let inner = self.describe(found.ty.required());
        let (what, help) = match path(e) {
            Some(path) if matches!(*found.kind, ExprKind::Local(_)) => (
                format!("`{path}`"),
                format!("guard it: `if {path} != none {{ … }}`"),
            ),
            Some(path) => (format!("`{path}`"), or_else(&path)),
            None => ("this".to_owned(), or_else("…")),
        };
        self.report.push(
            Diagnostic::error(
                Code::MAYBE_NONE,
                format!("{what} may be none where {inner} is needed"),
            )
            .at(e.span, format!("{inner}, or none"))
            .help(help),
        );
    }

    /// A condition: yes or no.
    pub(crate) fn condition(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        self.expr(scope, e, Some(&Type::Bool))
    }

    fn number(&mut self, number: i64, span: Span) -> Expr {
        match i32::try_from(number) {
            Ok(small) => typed(ExprKind::Const(small), Type::Int, span),
            Err(_) => {
                self.report.push(
                    Diagnostic::error(Code::TOO_LARGE, format!("`{number}` is too large a number"))
                        .at(span, "more than 2147483647"),
                );
                wrong(span)
            }
        }
    }

    fn words_refused(&mut self, span: Span) -> Expr {
        self.report.push(
            Diagnostic::error(Code::TYPE_MISMATCH, "words in quotes are no value in play")
                .at(span, "words for people")
                .help("use a value of an enum instead"),
        );
        wrong(span)
    }

    fn numbers(
        &mut self,
        scope: &mut Scope,
        low: &ast::Expr,
        high: &ast::Expr,
        span: Span,
    ) -> Expr {
        let from = self.expr(scope, low, Some(&Type::Int));
        let to = self.expr(scope, high, Some(&Type::Int));
        if let (Ok(a), Ok(b)) = (self.probe(&from), self.probe(&to))
            && a > b
        {
            self.report.push(
                Diagnostic::error(
                    Code::REVERSED_RANGE,
                    format!("the range `{a}..{b}` holds nothing"),
                )
                .at(span, format!("from {a} down to {b}"))
                .help(format!("write the smaller number first: `{b}..{a}`")),
            );
            return wrong(span);
        }
        typed(
            ExprKind::Range(from, to),
            Type::All(Box::new(Type::Int)),
            span,
        )
    }

    fn unary(&mut self, scope: &mut Scope, op: ast::UnaryOp, of: &ast::Expr, span: Span) -> Expr {
        match op {
            ast::UnaryOp::Not => {
                let of = self.condition(scope, of);
                typed(ExprKind::Not(of), Type::Bool, span)
            }
            ast::UnaryOp::Minus => {
                let of = self.expr(scope, of, Some(&Type::Int));
                typed(ExprKind::Negate(of), Type::Int, span)
            }
        }
    }

    fn binary(
        &mut self,
        scope: &mut Scope,
        op: ast::BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        use ast::BinaryOp as Op;
        match op {
            Op::Else => self.or_else(scope, left, right, span),
            Op::And | Op::Or => self.both(scope, op == Op::And, left, right, span),
            Op::Equal => self.equal(scope, left, right, span),
            Op::NotEqual => not(self.equal(scope, left, right, span)),
            Op::Less => self.less(scope, left, right, span, ExprKind::Less),
            Op::LessEqual => self.less(scope, left, right, span, ExprKind::LessEqual),
            Op::Greater => self.less(scope, left, right, span, |a, b| ExprKind::Less(b, a)),
            Op::GreaterEqual => {
                self.less(scope, left, right, span, |a, b| ExprKind::LessEqual(b, a))
            }
            Op::In => self.is_member(scope, left, right, span),
            Op::NotIn => not(self.is_member(scope, left, right, span)),
            Op::Has => self.is_member(scope, right, left, span),
            Op::Add => self.sum_or_union(scope, left, right, span),
            Op::Subtract => self.difference(scope, left, right, span),
            Op::Multiply => self.arithmetic(scope, Arithmetic::Multiply, left, right, span),
            Op::Divide => self.arithmetic(scope, Arithmetic::Divide, left, right, span),
            Op::Modulo => self.arithmetic(scope, Arithmetic::Modulo, left, right, span),
        }
    }

    /// `let x = E` as a condition: whether there is one. The name is known where the condition is known to hold.
    fn let_is(
        &mut self,
        scope: &mut Scope,
        name: &ast::Name,
        value: &ast::Expr,
        span: Span,
    ) -> Expr {
        let found = self.infer(scope, value, None);
        let may_be_none = matches!(&found.ty, Type::Optional(inner) if scalar(inner));
        if !may_be_none && found.ty != Type::Wrong {
            self.always_there(value, &found.ty);
        }
        // The slot holds none where the condition does not hold; nobody reads it there.
        let symbol = self.define_local(scope, name, found.ty.required());
        let slot = scope.bind(&name.text, found.ty.clone(), Some(symbol));
        let there = scope.locals.pop().map(|name| LocalName {
            ty: name.ty.required().clone(),
            ..name
        });
        scope.named.extend(there.map(|name| (span, name)));
        let sort = self.sort_of_pieces(scope, &found);
        (scope.asked_sorts).extend(sort.map(|sort| (span, sort)));
        typed(ExprKind::Let(slot, found), Type::Bool, span)
    }

    /// `a else b`: the second where the first is none.
    fn or_else(
        &mut self,
        scope: &mut Scope,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        if left.names() {
            self.report.push(
                Diagnostic::error(
                    Code::TYPE_MISMATCH,
                    "`else` stands beside a condition, not beside its value",
                )
                .at(span, "a condition or another value")
                .help("put the value in brackets: `let x = (… else …)`"),
            );
            return wrong(span);
        }
        let a = self.infer(scope, left, None);
        let b = self.infer(scope, right, Some(a.ty.required()));
        if a.ty == Type::Wrong || b.ty == Type::Wrong {
            return wrong(span);
        }
        let Type::Optional(inner) = &a.ty else {
            self.always_there(left, &a.ty);
            return wrong(span);
        };
        if !b.ty.required().fits(inner) {
            let expected = self.describe(inner);
            self.mismatch(right, &b.ty, &expected, Some(inner));
            return wrong(span);
        }
        let ty = b.ty.clone();
        typed(ExprKind::Else(a, b), ty, span)
    }

    /// Reports a value that is never none where one is wanted that may be.
    pub(super) fn always_there(&mut self, e: &ast::Expr, ty: &Type) {
        let what = path(e).map_or_else(|| "this".to_owned(), |path| format!("`{path}`"));
        let found = self.describe(ty);
        let help = match member_type(ty) {
            Some(_) => "name one of them: `first(x in … where …)`, or `top(…)` of a place",
            None => "use it as it is",
        };
        self.report.push(
            Diagnostic::error(Code::SAME_ANSWER, format!("{what} is never none"))
                .at(e.span, format!("always {found}"))
                .help(help),
        );
    }

    /// `and`, `or`: what the first side tells about a local name is known on the second.
    fn both(
        &mut self,
        scope: &mut Scope,
        and: bool,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let first = self.infer(scope, left, Some(&Type::Bool));
        if !and && matches!(&first.ty, Type::Optional(inner) if **inner != Type::Bool) {
            let found = self.describe(&first.ty);
            self.report.push(
                Diagnostic::error(
                    Code::TYPE_MISMATCH,
                    format!("expected yes or no, found {found}"),
                )
                .at(left.span, found)
                .help("`a else b` is another value where there is none; `or` joins conditions"),
            );
            return wrong(span);
        }
        let first = self.fit(left, first, &Type::Bool);
        let depth = scope.depth();
        suppose(scope, left, and);
        let second = self.infer(scope, right, Some(&Type::Bool));
        let second = if self.another_value(left, right, &second) {
            wrong(right.span)
        } else {
            self.fit(right, second, &Type::Bool)
        };
        scope.cut(depth);
        let kind = if and { ExprKind::And } else { ExprKind::Or };
        typed(kind(first, second), Type::Bool, span)
    }

    fn less(
        &mut self,
        scope: &mut Scope,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
        make: fn(Expr, Expr) -> ExprKind,
    ) -> Expr {
        let (a, b) = self.two_sides(scope, left, right);
        // Values of an enum stand in the order of their declaration.
        let ordered = a.ty == b.ty && matches!(a.ty, Type::Enum(_));
        if a.ty == b.ty && !ordered && !matches!(a.ty, Type::Int | Type::Wrong) {
            self.mismatch(
                left,
                &a.ty,
                "a number or a value of an enum",
                Some(&Type::Int),
            );
            return wrong(span);
        }
        let [a, b] = if ordered {
            [a, b]
        } else {
            [
                self.fit(left, a, &Type::Int),
                self.fit(right, b, &Type::Int),
            ]
        };
        if same(left, right) && a.ty != Type::Wrong {
            return self.same_answer(span, "this compares a value with itself");
        }
        typed(make(a, b), Type::Bool, span)
    }

    /// `a - b` of numbers. Collections are said to be none: what one has alone is a filter of it.
    fn difference(
        &mut self,
        scope: &mut Scope,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let a = self.infer(scope, left, Some(&Type::Int));
        if !matches!(a.ty, Type::Place(_) | Type::All(_)) {
            let a = self.fit(left, a, &Type::Int);
            return self.calculated(scope, Arithmetic::Subtract, a, right, span);
        }
        self.infer(scope, right, None);
        let [many, others] = [left, right].map(|e| path(e).unwrap_or_else(|| "…".to_owned()));
        let message = "`-` is of numbers, not of members".to_owned();
        let told = Diagnostic::error(Code::TYPE_MISMATCH, message);
        let help = format!(
            "the members that are not among others: `{{x in {many} where x not in {others}}}`"
        );
        (self.report).push(told.at(span, "no numbers").help(help));
        wrong(span)
    }

    fn arithmetic(
        &mut self,
        scope: &mut Scope,
        op: Arithmetic,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let a = self.expr(scope, left, Some(&Type::Int));
        self.calculated(scope, op, a, right, span)
    }

    /// Arithmetic with a number that is typed already.
    pub(super) fn calculated(
        &mut self,
        scope: &mut Scope,
        op: Arithmetic,
        a: Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let b = self.expr(scope, right, Some(&Type::Int));
        if matches!(op, Arithmetic::Divide | Arithmetic::Modulo) && self.probe(&b) == Ok(0) {
            self.report.push(
                Diagnostic::error(Code::DIVIDED_BY_ZERO, "this divides by zero")
                    .at(b.span, "always zero"),
            );
            return wrong(span);
        }
        let result = typed(ExprKind::Arithmetic(op, a, b), Type::Int, span);
        if self.is_too_large(&result) {
            wrong(span)
        } else {
            result
        }
    }

    /// Returns true if a number is the same in every play, and too large; reported then.
    pub(super) fn is_too_large(&mut self, number: &Expr) -> bool {
        let is_too_large = self.probe(number) == Err(Unknown::Fault(NoNumber::TooLarge));
        if is_too_large {
            self.report.push(
                Diagnostic::error(Code::TOO_LARGE, "this is too large a number")
                    .at(number.span, format!("not from {LOWEST} to {HIGHEST}")),
            );
        }
        is_too_large
    }

    /// `==`: both sides of one type, which is no collection.
    fn equal(
        &mut self,
        scope: &mut Scope,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let (a, b) = self.two_sides(scope, left, right);
        if a.ty == Type::Wrong || b.ty == Type::Wrong {
            return typed(ExprKind::Equal(a, b), Type::Bool, span);
        }
        for (side, with, e) in [(&a, &b, left), (&b, &a, right)] {
            if !scalar(&side.ty) {
                return self.not_comparable(e, side, span);
            }
            if with.ty == Type::None && !matches!(side.ty, Type::Optional(_) | Type::None) {
                return self.never_none(e, &side.ty, span);
            }
        }
        if same(left, right) {
            return self.same_answer(span, "this compares a value with itself");
        }
        if !a.ty.required().fits(&b.ty) && !b.ty.required().fits(&a.ty) {
            let expected = self.describe(&a.ty);
            if let Some(help) = unlike(&a.ty, &b.ty, [left, right]) {
                let found = self.describe(&b.ty);
                let message = format!("expected {expected}, found {found}");
                let error = Diagnostic::error(Code::TYPE_MISMATCH, message).at(right.span, found);
                self.report.push(error.help(help));
            } else {
                self.mismatch(right, &b.ty, &expected, Some(&a.ty));
            }
            return typed(ExprKind::Equal(a, wrong(right.span)), Type::Bool, span);
        }
        typed(ExprKind::Equal(a, b), Type::Bool, span)
    }

    /// The sides of a comparison, each with the other's type as a hint: the one that needs no hint comes first.
    fn two_sides(
        &mut self,
        scope: &mut Scope,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> (Expr, Expr) {
        if self.wants_hint(scope, left) && !self.wants_hint(scope, right) {
            let b = self.infer(scope, right, None);
            let a = self.infer(scope, left, Some(&b.ty));
            return (a, b);
        }
        let a = self.infer(scope, left, None);
        let b = self.infer(scope, right, Some(&a.ty));
        (a, b)
    }

    fn same_answer(&mut self, span: Span, message: &str) -> Expr {
        self.report
            .push(Diagnostic::error(Code::SAME_ANSWER, message).at(span, "always the same answer"));
        typed(ExprKind::Const(0), Type::Wrong, span)
    }

    fn never_none(&mut self, e: &ast::Expr, ty: &Type, span: Span) -> Expr {
        let what = path(e).map_or_else(|| "this".to_owned(), |path| format!("`{path}`"));
        let found = self.describe(ty);
        self.report.push(
            Diagnostic::error(Code::SAME_ANSWER, format!("{what} is never none"))
                .at(e.span, format!("always {found}"))
                .help("leave the comparison out"),
        );
        wrong(span)
    }

    fn not_comparable(&mut self, e: &ast::Expr, side: &Expr, span: Span) -> Expr {
        let found = self.describe(&side.ty);
        let help = match &side.ty {
            Type::All(_) if matches!(*side.kind, ExprKind::Copies { .. }) => {
                "the row has several copies: ask whether a piece is `in` it"
            }
            Type::All(_) => "ask about its members: `every(x in … : …)`, `size(…)`",
            Type::Bag(_) => "ask for one number of it: `bag[value]`",
            Type::Text => "compare values of an enum instead; copies of one row are `alike(a, b)`",
            Type::Int
            | Type::Bool
            | Type::Enum(_)
            | Type::Player
            | Type::Piece(_)
            | Type::Row(_)
            | Type::Space(_)
            | Type::Place(_)
            | Type::Set(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => "compare values of an enum instead",
        };
        self.report.push(
            Diagnostic::error(Code::NOT_COMPARABLE, format!("{found} cannot be compared"))
                .at(e.span, "not a single value")
                .help(help),
        );
        wrong(span)
    }

    /// `if … then … else …`: of the type that both values fit.
    fn either(
        &mut self,
        scope: &mut Scope,
        cond: &ast::Expr,
        [yes, no]: [&ast::Expr; 2],
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let asked = self.condition(scope, cond);
        let depth = scope.depth();
        suppose(scope, cond, true);
        let a = self.infer(scope, yes, hint);
        scope.cut(depth);
        suppose(scope, cond, false);
        let hint = if a.ty == Type::None {
            hint
        } else {
            hint.or(Some(&a.ty))
        };
        let b = self.infer(scope, no, hint);
        scope.cut(depth);
        match join(&a.ty, &b.ty) {
            Some(ty) => typed(ExprKind::If(asked, a, b), ty, span),
            None => {
                let expected = self.describe(&a.ty);
                self.mismatch(no, &b.ty, &expected, Some(&a.ty));
                wrong(span)
            }
        }
    }
}

/// Gives what to write where something may be none.
fn or_else(what: &str) -> String {
    format!(
        "name what is there: `if let x = {what} {{ … }}`; or say what stands for it: `{what} else …`"
    )
}

fn not(e: Expr) -> Expr {
    let (ty, span) = (e.ty.clone(), e.span);
    typed(ExprKind::Not(e), ty, span)
}

/// The type that both values fit.
fn join(a: &Type, b: &Type) -> Option<Type> {
    if *a == Type::Wrong || *b == Type::Wrong {
        return Some(Type::Wrong);
    }
    if a.fits(b) {
        return Some(b.clone());
    }
    if b.fits(a) {
        return Some(a.clone());
    }
    match (a, b) {
        (Type::None, one) | (one, Type::None) => Some(Type::Optional(Box::new(one.clone()))),
        (Type::Place(k), Type::All(_)) if b.fits(&Type::All(Box::new(Type::Piece(*k)))) => {
            Some(b.clone())
        }
        (Type::Place(k), Type::Place(l)) if k == l => Some(a.clone()),
        _ => None,
    }
}

/// Tells whether a value of this type is one number in play.
pub(crate) fn scalar(ty: &Type) -> bool {
    !matches!(ty.required(), Type::Text | Type::Bag(_) | Type::All(_))
}
