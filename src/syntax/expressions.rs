//! Expressions: operators by the table of precedences, brackets, folds.
//!
//! Takes pairs of rules such as `expr`, gives `ast::Expr`. It resolves no name: `count(x in hand)` is a fold by its shape
//! alone.

use crate::ast;
use crate::ast::{BinaryOp, ExprKind};
use crate::build::{AstBuilder, Kids};
use crate::grammar::{Pair, Rule, operators};
use ludex_source::Span;

/// More operators or members than this in one expression are refused, so that a tree can't be too deep to walk.
const LONGEST: usize = 500;

/// An expression, and whether a comparison or range stands in it without brackets of its own.
struct Operand {
    expr: ast::Expr,
    bare: bool,
}

impl AstBuilder<'_> {
    pub(super) fn expr(&self, pair: Pair<'_>) -> ast::Expr {
        let span = self.span(&pair);
        let pieces = pair.into_inner();
        if pieces.len() > LONGEST {
            return self.too_long(span);
        }
        let made = self.deeper(span, || {
            operators()
                .map_primary(|pair| Operand {
                    expr: self.primary(pair),
                    bare: false,
                })
                .map_prefix(|sign, operand| self.unary(&sign, operand))
                .map_infix(|left, sign, right| self.binary(left, &sign, right))
                .parse(pieces)
        });
        made.map_or_else(|| node(span, ExprKind::None), |made| made.expr)
    }

    pub(super) fn exprs(&self, pairs: Vec<Pair<'_>>) -> Vec<ast::Expr> {
        pairs.into_iter().map(|pair| self.expr(pair)).collect()
    }

    pub(super) fn take_expr(&self, kids: &mut Kids<'_>) -> Option<ast::Expr> {
        kids.take(Rule::expr).map(|expr| self.expr(expr))
    }

    pub(super) fn need_expr(&self, kids: &mut Kids<'_>) -> ast::Expr {
        self.expr(kids.need(Rule::expr))
    }

    /// The lowest and highest of `0..9`.
    pub(super) fn bounds(&self, pair: Pair<'_>) -> (ast::Expr, ast::Expr) {
        let mut kids = Kids::of(pair);
        (
            self.expr(kids.need(Rule::sum)),
            self.expr(kids.need(Rule::sum)),
        )
    }

    pub(super) fn binder(&self, pair: Pair<'_>) -> ast::Binder {
        let mut kids = Kids::of(pair);
        ast::Binder {
            name: self.name(&kids.need(Rule::name)),
            source: self.need_expr(&mut kids),
            cond: self.take_expr(&mut kids),
        }
    }

    fn too_long(&self, span: Span) -> ast::Expr {
        let help = "give a part a name of its own, with `let` or as a query";
        self.error(span, "this expression is too long", Some(help));
        node(span, ExprKind::None)
    }

    fn unary(&self, sign: &Pair<'_>, operand: Operand) -> Operand {
        let span = self.span(sign).to(operand.expr.span);
        let rule = sign.as_rule();
        let kind = if rule == Rule::let_is {
            let name = Kids::of(sign.clone()).need(Rule::name);
            ExprKind::Let(self.name(&name), operand.expr)
        } else if rule == Rule::not {
            ExprKind::Unary(ast::UnaryOp::Not, operand.expr)
        } else {
            ExprKind::Unary(ast::UnaryOp::Minus, operand.expr)
        };
        Operand {
            expr: node(span, kind),
            bare: false,
        }
    }

    fn binary(&self, left: Operand, sign: &Pair<'_>, right: Operand) -> Operand {
        let span = left.expr.span.to(right.expr.span);
        let rule = sign.as_rule();
        let bare = rule == Rule::range || COMPARISONS.iter().any(|row| row.0 == rule);
        let chained = |operand: &Operand| {
            operand.bare
                && matches!(*operand.expr.kind, ExprKind::Range(..)) == (rule == Rule::range)
        };
        if bare && (chained(&left) || chained(&right)) {
            let message = format!(
                "`{}` can't follow another comparison or range",
                sign.as_str()
            );
            self.error(
                self.span(sign),
                message,
                Some("put one of them in brackets, or join two with `and`"),
            );
            // One comparison stands for the chain, so that its sides are not said to be of the wrong type too.
            return if chained(&left) { left } else { right };
        }
        let kind = match binary_op(rule) {
            Some(op) => ExprKind::Binary(op, left.expr, right.expr),
            None => ExprKind::Range(left.expr, right.expr),
        };
        Operand {
            expr: node(span, kind),
            bare,
        }
    }

    /// An operand: a term with what follows it, or an `if`.
    fn primary(&self, pair: Pair<'_>) -> ast::Expr {
        if pair.as_rule() == Rule::if_value {
            return self.if_value(pair);
        }
        self.term(pair)
    }

    fn if_value(&self, pair: Pair<'_>) -> ast::Expr {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let cond = self.need_expr(&mut kids);
        let [then, otherwise] = [(); 2].map(|()| self.expr(kids.need(Rule::branch)));
        node(span, ExprKind::If(cond, then, otherwise))
    }

    /// A primary with its members, calls and indices.
    pub(super) fn term(&self, pair: Pair<'_>) -> ast::Expr {
        let span = self.span(&pair);
        let pieces = Kids::of(pair).rest();
        if pieces.len() > LONGEST {
            return self.too_long(span);
        }
        self.chain(pieces)
    }

    /// The pieces of a term, joined.
    pub(super) fn chain(&self, pieces: Vec<Pair<'_>>) -> ast::Expr {
        let mut pieces = pieces.into_iter();
        // INVARIANT: a term begins with a primary, and callers take nothing off its front.
        let first = pieces.next().expect("a term has a primary");
        pieces.fold(self.atom(first), |value, piece| self.postfix(value, piece))
    }

    fn postfix(&self, value: ast::Expr, piece: Pair<'_>) -> ast::Expr {
        let span = value.span.to(self.span(&piece));
        let rule = piece.as_rule();
        let mut kids = Kids::of(piece);
        if rule == Rule::member_of {
            let name = self.name(&kids.need(Rule::attribute_word));
            return node(span, ExprKind::Member(value, name));
        }
        if rule == Rule::index {
            return node(span, ExprKind::Index(value, self.need_expr(&mut kids)));
        }
        if let Some(fold) = kids.take(Rule::fold_body) {
            return self.fold(span, value, fold);
        }
        let args = kids
            .all(Rule::arg)
            .into_iter()
            .map(|arg| self.unlabelled(arg))
            .collect();
        node(span, ExprKind::Call(value, args))
    }

    fn fold(&self, span: Span, callee: ast::Expr, pair: Pair<'_>) -> ast::Expr {
        let mut kids = Kids::of(pair);
        let binder = self.binder(kids.need(Rule::binder));
        let value = self.take_expr(&mut kids);
        let text = match *callee.kind {
            ExprKind::Name(text) => text,
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Text(_)
            | ExprKind::Member(..)
            | ExprKind::Call(..)
            | ExprKind::Index(..)
            | ExprKind::Fold(_)
            | ExprKind::Filter(_)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Let(..)
            | ExprKind::If(..)
            | ExprKind::Possible(_) => {
                let help = "to pass a comparison, write `((x in hand))` with brackets of its own";
                self.error(
                    callee.span,
                    "only a name can go through a collection",
                    Some(help),
                );
                String::new()
            }
        };
        let name = ast::Name {
            text,
            span: callee.span,
        };
        node(
            span,
            ExprKind::Fold(ast::Fold {
                name,
                binder,
                value,
            }),
        )
    }

    fn unlabelled(&self, pair: Pair<'_>) -> ast::Expr {
        let arg = self.arg(pair);
        if let Some(label) = arg.label {
            let message = format!(
                "`{}` introduces an argument only in a statement",
                label.text
            );
            self.error(
                label.span,
                message,
                Some("give the arguments in order, without such words"),
            );
        }
        arg.value
    }

    pub(super) fn arg(&self, pair: Pair<'_>) -> ast::Arg {
        let mut kids = Kids::of(pair);
        ast::Arg {
            label: kids.take(Rule::label).map(|label| self.name(&label)),
            value: self.need_expr(&mut kids),
        }
    }

    fn atom(&self, pair: Pair<'_>) -> ast::Expr {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::parens {
            let inner = self.need_expr(&mut Kids::of(pair));
            return ast::Expr { span, ..inner };
        }
        let row = ATOMS.iter().find(|row| row.0 == rule);
        // INVARIANT: `ATOMS` has a row for each alternative of `primary` in the grammar but `parens`.
        let build = row.expect("a sort of value without a row").1;
        node(span, build(self, pair))
    }

    fn int(&self, pair: &Pair<'_>) -> ExprKind {
        if let Ok(value) = pair.as_str().parse::<i32>() {
            return ExprKind::Int(i64::from(value));
        }
        let help = format!("numbers go up to {}", i32::MAX);
        self.error(
            self.span(pair),
            format!("`{}` is too large", pair.as_str()),
            Some(&help),
        );
        ExprKind::Int(0)
    }
}

type BuildAtom = fn(&AstBuilder<'_>, Pair<'_>) -> ExprKind;

const ATOMS: &[(Rule, BuildAtom)] = &[
    (Rule::number, |builder, pair| builder.int(&pair)),
    (Rule::string, |builder, pair| {
        ExprKind::Text(builder.text(&pair))
    }),
    (Rule::kw_true, |_, _| ExprKind::Bool(true)),
    (Rule::kw_false, |_, _| ExprKind::Bool(false)),
    (Rule::kw_none, |_, _| ExprKind::None),
    (Rule::possible_set, |builder, pair| {
        ExprKind::Possible(Box::new(builder.choice(Kids::of(pair))))
    }),
    (Rule::name, |_, pair| {
        ExprKind::Name(pair.as_str().to_owned())
    }),
    (Rule::set, |builder, pair| {
        ExprKind::Set(builder.exprs(Kids::of(pair).all(Rule::expr)))
    }),
    (Rule::filter, |builder, pair| {
        ExprKind::Filter(builder.binder(Kids::of(pair).need(Rule::binder)))
    }),
];

const COMPARISONS: &[(Rule, BinaryOp)] = &[
    (Rule::equal, BinaryOp::Equal),
    (Rule::not_equal, BinaryOp::NotEqual),
    (Rule::less, BinaryOp::Less),
    (Rule::less_equal, BinaryOp::LessEqual),
    (Rule::greater, BinaryOp::Greater),
    (Rule::greater_equal, BinaryOp::GreaterEqual),
    (Rule::is_in, BinaryOp::In),
    (Rule::not_in, BinaryOp::NotIn),
    (Rule::has, BinaryOp::Has),
];

const OTHERS: &[(Rule, BinaryOp)] = &[
    (Rule::else_value, BinaryOp::Else),
    (Rule::or, BinaryOp::Or),
    (Rule::and, BinaryOp::And),
    (Rule::add, BinaryOp::Add),
    (Rule::subtract, BinaryOp::Subtract),
    (Rule::multiply, BinaryOp::Multiply),
    (Rule::divide, BinaryOp::Divide),
    (Rule::modulo, BinaryOp::Modulo),
];

/// The operator of a rule; none for a range, which has a node of its own.
fn binary_op(rule: Rule) -> Option<BinaryOp> {
    let row = COMPARISONS.iter().chain(OTHERS).find(|row| row.0 == rule)?;
    Some(row.1)
}

pub(super) fn node(span: Span, kind: ExprKind) -> ast::Expr {
    ast::Expr {
        kind: Box::new(kind),
        span,
    }
}
