//! Changes inside expressions.

use crate::mutate::{Maker, MutationOperator};
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::{BinaryOp, ExprKind, UnaryOp};

/// Words with one that an author may confuse them with.
const PAIRS: &[(&str, &str)] = &[
    ("min", "max"),
    ("top", "bottom"),
    ("any", "every"),
    ("greatest", "least"),
    ("most", "fewest"),
    ("first", "last"),
];

/// The other one of a pair.
pub(super) fn other(word: &str, pairs: &[(&'static str, &'static str)]) -> Option<&'static str> {
    pairs.iter().find_map(|&(a, b)| {
        (a == word)
            .then_some(b)
            .or_else(|| (b == word).then_some(a))
    })
}

impl Maker<'_> {
    /// A condition that decides something: it may always hold, or never.
    pub(super) fn condition(&mut self, cond: &ast::Expr, values: &[&str]) {
        for value in values {
            self.push(MutationOperator::Condition, cond.span, *value);
        }
        self.expr(cond);
    }

    pub(super) fn binder(&mut self, binder: &ast::Binder) {
        if let ExprKind::Binary(BinaryOp::Add, a, b) = &*binder.source.kind {
            self.one_side(binder.source.span, a, b);
        }
        self.expr(&binder.source);
        if let Some(cond) = &binder.cond {
            self.condition(cond, &["true"]);
        }
    }

    pub(super) fn number(&mut self, number: i64, span: Span) {
        self.push(MutationOperator::Number, span, (number + 1).to_string());
        if number > 0 {
            self.push(MutationOperator::Number, span, (number - 1).to_string());
        }
    }

    pub(super) fn expr(&mut self, e: &ast::Expr) {
        match &*e.kind {
            ExprKind::Int(number) => self.number(*number, e.span),
            ExprKind::Bool(flag) => {
                self.push(MutationOperator::Condition, e.span, (!flag).to_string())
            }
            ExprKind::None | ExprKind::Text(_) => {}
            ExprKind::Name(_) => {
                if let Some(like) = self.like(e.span) {
                    self.push(MutationOperator::Word, e.span, like);
                }
            }
            ExprKind::Member(of, _) => self.expr(of),
            ExprKind::Call(callee, args) => {
                if let ExprKind::Name(name) = &*callee.kind
                    && let Some(other) = other(name, PAIRS)
                {
                    self.push(MutationOperator::Word, callee.span, other);
                }
                args.iter().for_each(|arg| self.expr(arg));
            }
            ExprKind::Index(of, at) => {
                self.expr(of);
                self.expr(at);
            }
            ExprKind::Fold(fold) => {
                if let Some(other) = other(&fold.name.text, PAIRS) {
                    self.push(MutationOperator::Word, fold.name.span, other);
                }
                self.binder(&fold.binder);
                fold.value.iter().for_each(|value| self.expr(value));
            }
            ExprKind::Filter(binder) => self.binder(binder),
            ExprKind::Let(_, of) => self.expr(of),
            ExprKind::Set(items) => items.iter().for_each(|item| self.expr(item)),
            ExprKind::Range(low, high) => {
                self.expr(low);
                self.expr(high);
            }
            ExprKind::Unary(op, of) => {
                let sign = match op {
                    UnaryOp::Not => "not",
                    UnaryOp::Minus => "-",
                };
                let before = Span::new(e.span.file, e.span.start, of.span.start);
                self.push_word(MutationOperator::Logic, before, sign, "");
                self.expr(of);
            }
            ExprKind::Binary(op, a, b) => {
                if matches!(op, BinaryOp::And | BinaryOp::Or) {
                    self.one_side(e.span, a, b);
                }
                if *op == BinaryOp::Else {
                    self.keep(e.span, b);
                }
                self.binary(*op, a, b);
            }
            ExprKind::If(cond, a, b) => {
                self.condition(cond, &["true", "false"]);
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Possible(choose) => self.choice(choose),
        }
    }

    /// Leaves out either side of `and`, of `or`, or of two collections. An operand's span takes its round brackets along, so
    /// what is left means the same.
    fn one_side(&mut self, whole: Span, a: &ast::Expr, b: &ast::Expr) {
        self.keep(whole, b);
        self.keep(whole, a);
    }

    fn keep(&mut self, whole: Span, part: &ast::Expr) {
        let kept = self.sources.slice(part.span).to_owned();
        self.push(MutationOperator::Logic, whole, kept);
    }

    fn binary(&mut self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr) {
        let between = Span::new(a.span.file, a.span.end, b.span.start);
        let (sort, sign, others): (MutationOperator, &str, &[&str]) = match op {
            BinaryOp::Or => (MutationOperator::Logic, "or", &["and"]),
            BinaryOp::And => (MutationOperator::Logic, "and", &["or"]),
            BinaryOp::Equal => (MutationOperator::Comparison, "==", &["!="]),
            BinaryOp::NotEqual => (MutationOperator::Comparison, "!=", &["=="]),
            BinaryOp::Less => (MutationOperator::Comparison, "<", &["<=", ">"]),
            BinaryOp::LessEqual => (MutationOperator::Comparison, "<=", &["<", ">="]),
            BinaryOp::Greater => (MutationOperator::Comparison, ">", &[">=", "<"]),
            BinaryOp::GreaterEqual => (MutationOperator::Comparison, ">=", &[">", "<="]),
            BinaryOp::In => (MutationOperator::Comparison, "in", &["not in"]),
            BinaryOp::NotIn => (MutationOperator::Comparison, "not", &[""]),
            BinaryOp::Add => (MutationOperator::Arithmetic, "+", &["-"]),
            BinaryOp::Subtract => (MutationOperator::Arithmetic, "-", &["+"]),
            BinaryOp::Multiply => (MutationOperator::Arithmetic, "*", &["+"]),
            BinaryOp::Divide => (MutationOperator::Arithmetic, "div", &["*"]),
            BinaryOp::Modulo => (MutationOperator::Arithmetic, "mod", &["div"]),
            BinaryOp::Has => (MutationOperator::Comparison, "has", &[]),
            BinaryOp::Else => (MutationOperator::Logic, "else", &[]),
        };
        for other in others {
            self.push_word(sort, between, sign, other);
        }
        self.expr(a);
        self.expr(b);
    }
}
