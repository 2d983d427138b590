//! Conditions in words, as they follow `if` and `whenever`; and what they say when they do not hold.

use crate::prose::phrases::{counts, fill, names};
use crate::prose::tree::{Clause, FilledPhrase, Filling, Right};
use crate::prose::values::{Phrases, is};
use crate::prose::{Lexicon, TextScope};
use ludex_check::semantics::{Symbol, THIS, Words};
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::{BinaryOp, ExprKind, UnaryOp};

/// Describes a condition as it follows `when` or `if`.
#[must_use]
pub fn condition(cond: &ast::Expr, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> String {
    let clause = open.phrases(lexicon).condition(cond);
    lexicon.writer().condition(&clause)
}

/// Describes that a condition does not hold, as it follows `when` or `if`.
#[must_use]
pub fn denial(cond: &ast::Expr, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> String {
    let clause = open.phrases(lexicon).held(cond, false);
    lexicon.writer().clause(&clause)
}

impl<'a> Phrases<'a> {
    /// Describes an expression that is true or false as a clause.
    pub(super) fn condition(&self, e: &ast::Expr) -> Clause {
        self.held(e, true)
    }

    /// Something that holds, or does not.
    pub(super) fn held(&self, e: &ast::Expr, so: bool) -> Clause {
        match &*e.kind {
            ExprKind::Bool(flag) => Clause::Always(*flag == so),
            ExprKind::Unary(UnaryOp::Not, of) => self.held(of, !so),
            ExprKind::Let(_, of) => self.there(of, so),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                // Not both: one or the other is not.
                let is_or = (*op == BinaryOp::And) != so;
                let word = if is_or { "or" } else { "and" };
                let within = self.naming(a);
                Clause::Joined {
                    is_or,
                    a: self.clause(a, so, word),
                    b: within.clause(b, so, word),
                }
            }
            ExprKind::Binary(op, a, b) => self.compared(*op, a, b, so),
            ExprKind::If(cond, a, b) => Clause::Either {
                cond: self.clause(cond, true, "if"),
                a: self.clause(a, so, "if"),
                b: self.clause(b, so, "if"),
            },
            ExprKind::Fold(fold) => self.holds_of(e, fold, so),
            ExprKind::Member(of, name) if is(of, "option") => {
                Clause::OptionIs(self.lexicon.option(&name.text), so)
            }
            ExprKind::Member(of, name) => self.flag(of, name, so),
            ExprKind::Call(callee, args) => {
                let ExprKind::Name(name) = &*callee.kind else {
                    return Clause::Holds(self.value(e), so);
                };
                self.held_call(name, callee.span, args, so)
            }
            ExprKind::Name(name) => self.clause_named(name, e.span, so),
            ExprKind::Possible(choose) => {
                // Its names hold in it alone.
                Clause::CanChoose(Box::new(self.clone().choice(choose)), so)
            }
            ExprKind::Int(_)
            | ExprKind::None
            | ExprKind::Text(_)
            | ExprKind::Index(..)
            | ExprKind::Filter(_)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Unary(UnaryOp::Minus, _) => Clause::Value(self.value(e), so),
        }
    }

    /// A condition inside another one: in brackets when its parts are joined by another word.
    fn clause(&self, e: &ast::Expr, so: bool, word: &str) -> Box<Clause> {
        let joined = if let ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) = &*e.kind {
            let is_and = (*op == BinaryOp::And) == so;
            (if is_and { "and" } else { "or" }) != word
        } else {
            matches!(&*e.kind, ExprKind::If(..))
        };
        let held = Box::new(self.held(e, so));
        if joined {
            Box::new(Clause::Bracketed(held))
        } else {
            held
        }
    }

    fn clause_named(&self, name: &str, at: Span, so: bool) -> Clause {
        if let Some(bound) = self.bound_at(at) {
            return Clause::Value(bound.said.clone(), so);
        }
        let var = self.lexicon.var(at);
        if let Some((symbol, phrase)) = var.and_then(|var| Some((var.symbol, var.phrase?))) {
            return affirmed(symbol, phrase, so, |own| {
                self.filled(symbol, phrase, &[], &[], Some(own))
            });
        }
        self.held_call(name, at, &[], so)
    }

    pub(super) fn held_call(&self, name: &str, at: Span, args: &[ast::Expr], so: bool) -> Clause {
        match (name, args) {
            ("possible", [of]) => {
                if let ExprKind::Name(action) = &*of.kind {
                    return Clause::CanDo(self.lexicon.action(action, of.span), so);
                }
            }
            ("on_edge", [of]) => return Clause::OnEdge(self.value(of), so),
            ("knows", [who, what]) => {
                return Clause::Knows(self.value(who), self.value(what), so);
            }
            _ => {}
        }
        let query = self.lexicon.query(at);
        if let Some((query, phrase)) = query.and_then(|one| one.phrase.map(|phrase| (one, phrase)))
        {
            let args: Vec<&ast::Expr> = args.iter().collect();
            return affirmed(query.symbol, phrase, so, |own| {
                self.filled(query.symbol, phrase, &query.params, &args, Some(own))
            });
        }
        let name = self.lexicon.named(name, at);
        match args {
            [] => Clause::Named(name, so),
            args => Clause::HoldsFor(name, args.iter().map(|arg| self.value(arg)).collect(), so),
        }
    }

    /// A flag of something: `the den is occupied`.
    fn flag(&self, of: &ast::Expr, member: &ast::Name, so: bool) -> Clause {
        let phrase = self.lexicon.attribute(member.span);
        let field = || self.lexicon.var(member.span).and_then(|var| var.phrase);
        let phrase = phrase.or_else(field);
        let of = self.value(of);
        if let (Some(phrase), Some(symbol)) = (phrase, self.lexicon.symbol(member.span)) {
            return affirmed(symbol, phrase, so, |own| {
                fill(phrase, &|hole| {
                    if hole.symbol == symbol {
                        Some(own.clone())
                    } else {
                        Some(Filling::Said(of.clone()))
                    }
                })
            });
        }
        Clause::Flag(of, self.lexicon.named(&member.text, member.span), so)
    }

    fn compared(&self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr, so: bool) -> Clause {
        if op == BinaryOp::Has && !so {
            return Clause::Denied(Box::new(self.compared(op, a, b, true)));
        }
        let op = if so { op } else { opposite(op) };
        if let Some(clause) = self.none_there(op, a, b).or_else(|| self.told_as(op, a, b)) {
            return clause;
        }
        if let Some(clause) = self.some_of(op, a, b) {
            return clause;
        }
        if let Some(counted) = self.counted(a) {
            return Clause::SoMany {
                op,
                counted,
                number: self.value(b),
            };
        }
        Clause::Compared {
            op,
            a: self.value(a),
            b: self.value(b),
            right: match &*b.kind {
                ExprKind::Set(_) => Right::Set,
                ExprKind::Range(..) => Right::Range,
                ExprKind::Int(_)
                | ExprKind::Bool(_)
                | ExprKind::None
                | ExprKind::Text(_)
                | ExprKind::Name(_)
                | ExprKind::Member(..)
                | ExprKind::Call(..)
                | ExprKind::Index(..)
                | ExprKind::Fold(_)
                | ExprKind::Filter(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Let(..)
                | ExprKind::If(..)
                | ExprKind::Possible(_) => Right::Other,
            },
        }
    }

    /// Something compared with `none`.
    fn none_there(&self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr) -> Option<Clause> {
        if !matches!(&*b.kind, ExprKind::None) {
            return None;
        }
        Some(self.there(a, op == BinaryOp::NotEqual))
    }

    /// The words within a condition that binds names: each is what was found.
    pub(super) fn naming(&self, cond: &ast::Expr) -> Phrases<'a> {
        let mut inner = self.clone();
        for one in cond.conjuncts() {
            if let ExprKind::Let(name, value) = &*one.kind {
                let ty = inner.member_type(value);
                inner.bind(name, ty);
            }
        }
        inner
    }

    /// Tells that something is there, or is not.
    fn there(&self, a: &ast::Expr, there: bool) -> Clause {
        let ExprKind::Member(of, name) = &*a.kind else {
            return Clause::There(self.value(a), there);
        };
        let word = self.lexicon.named(&name.text, name.span);
        if name.text.ends_with("_by") {
            Clause::TakenBy(self.value(of), word, there)
        } else {
            Clause::HasA(self.value(of), word, there)
        }
    }

    /// Renders a comparison in words of its own: `it is your turn`, `the card is red`, `the space is on your map`.
    fn told_as(&self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr) -> Option<Clause> {
        if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            return None;
        }
        let so = op == BinaryOp::Equal;
        if let ExprKind::Call(callee, args) = &*a.kind
            && let (ExprKind::Name(name), [of]) = (&*callee.kind, args.as_slice())
        {
            match name.as_str() {
                "board_owner" if is(b, "you") => {
                    let ty = self.member_type(of)?;
                    return Some(Clause::OnYour(
                        self.value(of),
                        self.lexicon.named_declaration(&ty),
                        so,
                    ));
                }
                "owner" if is(b, "you") => return Some(Clause::Yours(self.value(of), so)),
                _ => {}
            }
        }
        let (symbol, of, phrase) = self.of_phrase(a)?;
        if !names(phrase, symbol) {
            return None;
        }
        let right = Filling::Said(self.value(b));
        let filled = match (&*a.kind, of) {
            (ExprKind::Call(callee, args), _) => {
                let query = self.lexicon.query(callee.span)?;
                if query.is_number() {
                    return None;
                }
                let args: Vec<&ast::Expr> = args.iter().collect();
                self.filled(symbol, phrase, &query.params, &args, Some(right))
            }
            (_, of) => {
                let of = of.map(|of| self.value(of));
                fill(phrase, &|hole| {
                    if hole.symbol == symbol {
                        Some(right.clone())
                    } else {
                        of.clone().map(Filling::Said)
                    }
                })
            }
        };
        Some(Clause::Phrase {
            filled,
            denied: !so,
        })
    }

    /// The phrase of a variable, a query, an attribute or a field that is no number, and whose it is.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other expression is told as a value, by `Phrases::value`, which lists them"
    )]
    fn of_phrase<'e>(
        &self,
        e: &'e ast::Expr,
    ) -> Option<(Symbol, Option<&'e ast::Expr>, &'a Words)> {
        match &*e.kind {
            ExprKind::Name(_) => {
                let var = self.lexicon.var(e.span).filter(|var| !var.is_number)?;
                Some((var.symbol, None, var.phrase?))
            }
            ExprKind::Call(callee, _) if matches!(&*callee.kind, ExprKind::Name(_)) => {
                let query = self.lexicon.query(callee.span)?;
                Some((query.symbol, None, query.phrase?))
            }
            ExprKind::Member(of, name) => {
                let phrase = self.lexicon.attribute(name.span);
                let field = || self.lexicon.var(name.span).and_then(|var| var.phrase);
                let phrase = phrase.or_else(field)?;
                let symbol = self.lexicon.symbol(name.span)?;
                names(phrase, THIS).then_some((symbol, Some(of), phrase))
            }
            _ => None,
        }
    }

    /// One of a bag or set: `the card has bird among its icons`.
    fn some_of(&self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr) -> Option<Clause> {
        let (of, name, at, has) = match (&*a.kind, op, &*b.kind) {
            (ExprKind::Index(bag, at), op, ExprKind::Int(number)) => {
                let has = match (op, number) {
                    (BinaryOp::Greater, 0) | (BinaryOp::GreaterEqual, 1) => true,
                    (BinaryOp::Equal, 0) | (BinaryOp::LessEqual, 0) | (BinaryOp::Less, 1) => false,
                    _ => return None,
                };
                let ExprKind::Member(of, name) = &*bag.kind else {
                    return None;
                };
                (of, name, at, has)
            }
            (ExprKind::Member(of, name), BinaryOp::Has, _) => (of, name, b, true),
            _ => return None,
        };
        Some(Clause::Among {
            of: self.value(of),
            at: self.value(at),
            name: self.lexicon.named(&name.text, name.span),
            has,
        })
    }

    fn holds_of(&self, e: &ast::Expr, fold: &ast::Fold, so: bool) -> Clause {
        let members = || self.binder(&fold.binder);
        let value = fold.value.as_ref();
        let inner = |so| {
            let member = self.of_member(&fold.binder);
            value.map(|value| Box::new(member.held(value, so)))
        };
        match fold.name.text.as_str() {
            "any" => Clause::Exists(members(), so),
            "nothing" => Clause::Exists(members(), !so),
            "every" => Clause::Every {
                members: members(),
                holds: inner(so),
                all: so,
            },
            _ => Clause::Value(self.value(e), so),
        }
    }
}

/// A phrase that holds, or its denial: by its forms when it has them.
fn affirmed(
    symbol: Symbol,
    phrase: &Words,
    so: bool,
    filled: impl Fn(Filling) -> FilledPhrase,
) -> Clause {
    let by_forms = counts(phrase, symbol);
    Clause::Phrase {
        filled: filled(if so || !by_forms {
            Filling::One
        } else {
            Filling::Several
        }),
        denied: !so && !by_forms,
    }
}

/// Returns the negation of a comparison operator. Of `has` there is none.
fn opposite(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::LessEqual,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        BinaryOp::In => BinaryOp::NotIn,
        BinaryOp::NotIn => BinaryOp::In,
        BinaryOp::Else
        | BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Has
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Modulo => op,
    }
}
