//! Numbers in words: `2 for each bird icon, at most 8`, `1 if …`, `3, 6 or 9 for 1, 3 or 5 …`.

use std::collections::BTreeMap;

use crate::prose::tree::{Amount, Counted, EachOf, Most, StepsOf};
use crate::prose::values::Phrases;
use ludex_check::semantics::Symbol;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::{BinaryOp, ExprKind};

impl Amount {
    fn times(self, by: i64) -> Option<Amount> {
        Some(match self {
            Amount::Fixed(number) => Amount::Fixed(number.checked_mul(by)?),
            Amount::Each {
                factor,
                of,
                many,
                most,
            } => Amount::Each {
                factor: factor.checked_mul(by)?,
                of,
                many,
                most: most.map(|most| Most {
                    times: most.times || by != 1,
                    ..most
                }),
            },
            Amount::If(number, cond, other) => {
                Amount::If(number.checked_mul(by)?, cond, other.checked_mul(by)?)
            }
            Amount::Steps(steps, of) => {
                let steps = steps.into_iter();
                let steps = steps.map(|(from, number)| Some((from, number.checked_mul(by)?)));
                Amount::Steps(steps.collect::<Option<_>>()?, of)
            }
            Amount::Said(_) | Amount::Value(_) => return None,
        })
    }
}

impl<'a> Phrases<'a> {
    /// A number in words; a sum of what can't be told together as its parts.
    pub(super) fn amounts(&self, e: &ast::Expr) -> Vec<Amount> {
        if let Some(amount) = self.amount(e) {
            return vec![amount];
        }
        if let ExprKind::Binary(BinaryOp::Add, a, b) = &*e.kind {
            let (mut left, right) = (self.amounts(a), self.amounts(b));
            left.extend(right);
            let is_value = |one: &Amount| matches!(one, Amount::Value(_));
            if !left.iter().any(is_value) {
                return left;
            }
        }
        vec![Amount::Value(Box::new(self.value(e)))]
    }

    /// The one form of a number in a sentence: a calculation that has none is told as a value.
    pub(super) fn one_amount(&self, e: &ast::Expr) -> Amount {
        match self.amounts(e).as_slice() {
            [only] => only.clone(),
            _ => Amount::Value(Box::new(self.value(e))),
        }
    }

    fn amount(&self, e: &ast::Expr) -> Option<Amount> {
        match &*e.kind {
            ExprKind::Int(number) => Some(Amount::Fixed(*number)),
            ExprKind::Binary(BinaryOp::Multiply, a, b) => match (&*a.kind, &*b.kind) {
                (ExprKind::Int(by), _) => self.amount(b)?.times(*by),
                (_, ExprKind::Int(by)) => self.amount(a)?.times(*by),
                _ => None,
            },
            ExprKind::Binary(BinaryOp::Divide, a, b) => match (&*b.kind, self.counted(a)) {
                (ExprKind::Int(by), Some(of)) => Some(each(EachOf::Every(*by, of), None)),
                _ => None,
            },
            ExprKind::Binary(BinaryOp::Add, a, b) => self.steps(e).or_else(|| self.both(a, b)),
            ExprKind::If(..) => self.steps(e).or_else(|| self.one_or_other(e)),
            ExprKind::Call(callee, args) => match (&*callee.kind, args.as_slice()) {
                (ExprKind::Name(name), [a, b]) if name == "min" => self.smaller(a, b),
                (ExprKind::Name(_), args) if self.counted(e).is_none() => self
                    .inlined(callee.span, args)
                    .and_then(|body| self.amount(&body))
                    .or_else(|| {
                        self.has_words(callee.span)
                            .then(|| Amount::Said(Box::new(self.value(e))))
                    }),
                _ => self.one_by_one(e),
            },
            ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Text(_)
            | ExprKind::Name(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Fold(_)
            | ExprKind::Filter(_)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Let(..)
            | ExprKind::Possible(_) => self.one_by_one(e),
        }
    }

    /// `each water icon and each rock icon`
    fn both(&self, a: &ast::Expr, b: &ast::Expr) -> Option<Amount> {
        match (self.amount(a)?, self.amount(b)?) {
            (
                Amount::Each {
                    factor, of, most, ..
                },
                Amount::Each {
                    factor: same,
                    of: more,
                    most: None,
                    ..
                },
            ) if factor == same && most.is_none() => Some(Amount::Each {
                factor,
                of: EachOf::Both(Box::new(of), Box::new(more)),
                many: None,
                most,
            }),
            _ => None,
        }
    }

    /// The smaller of a number and a count, or of two counts.
    fn smaller(&self, a: &ast::Expr, b: &ast::Expr) -> Option<Amount> {
        let (most, of) = match (&*a.kind, &*b.kind) {
            (ExprKind::Int(most), _) => (most, b),
            (_, ExprKind::Int(most)) => (most, a),
            _ => {
                let (one, other) = (self.counted(a)?, self.counted(b)?);
                return Some(each(EachOf::Pair(one, other), None));
            }
        };
        let Amount::Each { factor, of, .. } = self.amount(of)? else {
            return None;
        };
        Some(Amount::Each {
            factor,
            of,
            many: None,
            most: Some(Most {
                number: *most,
                times: false,
            }),
        })
    }

    /// `1 for each bird`
    fn one_by_one(&self, e: &ast::Expr) -> Option<Amount> {
        let of = self.counted(e)?;
        Some(each(EachOf::One(of.clone()), Some(of)))
    }

    /// Tells whether a query has a phrase.
    fn has_words(&self, at: Span) -> bool {
        let query = self.lexicon.query(at);
        query.is_some_and(|query| query.phrase.is_some())
    }

    /// A query that says nothing of its own, and only tells cases apart, is told by its text.
    fn inlined(&self, at: Span, args: &[ast::Expr]) -> Option<ast::Expr> {
        let query = self.lexicon.trees.query(self.lexicon.symbol(at)?)?;
        if query.phrase.is_some() || query.recursive {
            return None;
        }
        let told = matches!(
            &*query.body.kind,
            ExprKind::If(..) | ExprKind::Call(..) | ExprKind::Binary(BinaryOp::Add, ..)
        );
        if !told || query.params.is_empty() {
            return None;
        }
        let names = query.params.iter();
        let names = names.map(|param| Symbol::Local(param.name.span));
        let by: BTreeMap<Symbol, &ast::Expr> = names.zip(args).collect();
        Some(self.substituted(&query.body, &by))
    }

    /// `if n >= 5 then 3 else if n >= 3 then 2 else 0`, or a sum of such, as steps.
    fn steps(&self, e: &ast::Expr) -> Option<Amount> {
        let (mut more, mut of) = (Vec::new(), None);
        self.rises(e, &mut of, &mut more)?;
        more.sort_unstable();
        let mut number = 0i64;
        let mut steps = Vec::new();
        for (from, by) in more {
            number = number.checked_add(by)?;
            steps.push((from, number));
        }
        let is_told = steps.len() > 1 && steps.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1);
        is_told.then_some(Amount::Steps(steps, of?))
    }

    /// By how much a number rises, and from how many of what on; none when it is no such number.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other expression is told as a value, by `Phrases::value`, which lists them"
    )]
    fn rises(
        &self,
        e: &ast::Expr,
        of: &mut Option<StepsOf>,
        more: &mut Vec<(i64, i64)>,
    ) -> Option<()> {
        match &*e.kind {
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                self.rises(a, of, more)?;
                self.rises(b, of, more)
            }
            ExprKind::Call(callee, args) if matches!(&*callee.kind, ExprKind::Name(_)) => {
                self.rises(&self.inlined(callee.span, args)?, of, more)
            }
            ExprKind::If(cond, number, rest) => {
                let (counted, from) = self.threshold(cond)?;
                let ExprKind::Int(number) = &*number.kind else {
                    return None;
                };
                if *of.get_or_insert(counted.clone()) != counted {
                    return None;
                }
                let mut below = Vec::new();
                if !matches!(&*rest.kind, ExprKind::Int(0)) {
                    self.rises(rest, of, &mut below)?;
                }
                let before: i64 = below.iter().map(|(_, by)| by).sum();
                more.push((from, number.checked_sub(before)?));
                more.append(&mut below);
                Some(())
            }
            _ => None,
        }
    }

    /// An expression with values in the place of parameters.
    fn substituted(&self, e: &ast::Expr, by: &BTreeMap<Symbol, &ast::Expr>) -> ast::Expr {
        let again = |e: &ast::Expr| self.substituted(e, by);
        let kind = match &*e.kind {
            ExprKind::Name(name) => match self
                .lexicon
                .symbol(e.span)
                .and_then(|symbol| by.get(&symbol))
            {
                Some(value) => return (*value).clone(),
                None => ExprKind::Name(name.clone()),
            },
            ExprKind::If(cond, a, b) => ExprKind::If(again(cond), again(a), again(b)),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, again(a), again(b)),
            ExprKind::Unary(op, of) => ExprKind::Unary(*op, again(of)),
            ExprKind::Member(of, name) => ExprKind::Member(again(of), name.clone()),
            ExprKind::Index(of, at) => ExprKind::Index(again(of), again(at)),
            ExprKind::Call(callee, args) => {
                ExprKind::Call(callee.clone(), args.iter().map(again).collect())
            }
            kind @ (ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Text(_)
            | ExprKind::Fold(_)
            | ExprKind::Filter(_)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Let(..)
            | ExprKind::Possible(_)) => kind.clone(),
        };
        ast::Expr {
            kind: Box::new(kind),
            span: e.span,
        }
    }

    /// One number if something holds, another if not.
    fn one_or_other(&self, e: &ast::Expr) -> Option<Amount> {
        let ExprKind::If(cond, a, b) = &*e.kind else {
            return None;
        };
        match (&*a.kind, &*b.kind) {
            (ExprKind::Int(one), ExprKind::Int(other)) => {
                Some(Amount::If(*one, Box::new(self.condition(cond)), *other))
            }
            _ => None,
        }
    }

    /// Returns the threshold of a condition: the words for what is counted, and the lower bound.
    fn threshold(&self, cond: &ast::Expr) -> Option<(StepsOf, i64)> {
        let ExprKind::Binary(BinaryOp::GreaterEqual, a, b) = &*cond.kind else {
            return None;
        };
        let ExprKind::Int(from) = &*b.kind else {
            return None;
        };
        let counted = self.counted(a).map(StepsOf::Counted);
        let counted = counted.unwrap_or_else(|| StepsOf::Value(self.value(a)));
        Some((counted, *from))
    }
}

fn each(of: EachOf, many: Option<Counted>) -> Amount {
    Amount::Each {
        factor: 1,
        of,
        many,
        most: None,
    }
}
