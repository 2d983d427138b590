//! Conditions in words, as they follow `if` and `whenever`; and what they say when they do not hold.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a clause of its own is for the shapes that read badly otherwise"
)]

use crate::prose::Lexicon;
use crate::prose::TextScope;
use crate::prose::phrases::Filling;
use crate::prose::phrases::articles;
use crate::prose::phrases::counts;
use crate::prose::phrases::fill;
use crate::prose::phrases::names;
use crate::prose::spaced;
use crate::prose::values::Phrases;
use crate::prose::values::is;
use crate::prose::values::listed;
use ludex_check::semantics::Symbol;
use ludex_check::semantics::THIS;
use ludex_check::semantics::Words;
use ludex_source::Span;
use ludex_syntax::ast;
use ludex_syntax::ast::BinaryOp;
use ludex_syntax::ast::ExprKind;
use ludex_syntax::ast::UnaryOp;

/// Tells whether a clause is a time rather than a sentence: `in your turn`.
fn says_when(said: &str) -> bool {
    said.starts_with("in ")
}

/// Describes a condition as it follows `when` or `if`.
#[must_use]
pub fn condition(cond: &ast::Expr, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> String {
    articles(&open.phrases(lexicon).condition(cond))
}

/// Describes that a condition does not hold, as it follows `when` or `if`.
#[must_use]
pub fn denial(cond: &ast::Expr, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> String {
    articles(&open.phrases(lexicon).held(cond, false))
}

impl<'a> Phrases<'a> {
    /// Describes an expression that is true or false as a clause.
    pub(super) fn condition(&self, e: &ast::Expr) -> String {
        let said = self.held(e, true);
        match says_when(&said) {
            true => format!("this is {said}"),
            false => said,
        }
    }

    /// Some things that hold: when, as it follows what happens then, and the others, as they follow `if`.
    pub(super) fn when_and_if(&self, all: &[&ast::Expr]) -> (String, String) {
        let said = all.iter().map(|cond| self.held(cond, true));
        let (when, rest): (Vec<String>, Vec<String>) = said.partition(|said| says_when(said));
        (when.join(" and "), rest.join(" and "))
    }

    /// Something that holds, or does not.
    pub(super) fn held(&self, e: &ast::Expr, so: bool) -> String {
        match &*e.kind {
            ExprKind::Bool(flag) => if *flag == so { "always" } else { "never" }.into(),
            ExprKind::Unary(UnaryOp::Not, of) => self.held(of, !so),
            ExprKind::Let(_, of) => self.there(of, so),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                // Not both: one or the other is not.
                let word = if (*op == BinaryOp::And) == so {
                    "and"
                } else {
                    "or"
                };
                let within = self.naming(a);
                let (a, b) = (self.clause(a, so, word), within.clause(b, so, word));
                format!("{a} {word} {b}")
            }
            ExprKind::Binary(op, a, b) => self.compared(*op, a, b, so),
            ExprKind::If(cond, a, b) => format!(
                "{} when {}, otherwise {}",
                self.clause(a, so, "if"),
                self.clause(cond, true, "if"),
                self.clause(b, so, "if")
            ),
            ExprKind::Fold(fold) => self.holds_of(e, fold, so),
            ExprKind::Member(of, name) if is(of, "option") => {
                let on = if so { "on" } else { "off" };
                format!("the option “{}” is {on}", spaced(&name.text))
            }
            ExprKind::Member(of, name) => self.flag(of, name, so),
            ExprKind::Call(callee, args) => match &*callee.kind {
                ExprKind::Name(name) => self.held_call(name, callee.span, args, so),
                _ => match so {
                    true => format!("{} holds", self.value(e)),
                    false => format!("{} does not hold", self.value(e)),
                },
            },
            ExprKind::Name(name) => self.named(name, e.span, so),
            ExprKind::Possible(choose) => self.possible_set(choose, so),
            _ if so => self.value(e),
            _ => format!("not {}", self.value(e)),
        }
    }

    /// Tells whether a choice could be made; its names hold in it alone.
    fn possible_set(&self, choose: &ast::Choose, so: bool) -> String {
        let is_so = if so { "is" } else { "is not" };
        format!(
            "it {is_so} possible to choose {}",
            self.clone().choice(choose)
        )
    }

    /// A condition inside another one: in brackets when its parts are joined by another word.
    fn clause(&self, e: &ast::Expr, so: bool, word: &str) -> String {
        let joined = match &*e.kind {
            ExprKind::Binary(BinaryOp::And, ..) => (if so { "and" } else { "or" }) != word,
            ExprKind::Binary(BinaryOp::Or, ..) => (if so { "or" } else { "and" }) != word,
            ExprKind::If(..) => true,
            _ => false,
        };
        match joined {
            true => format!("({})", self.held(e, so)),
            false => self.held(e, so),
        }
    }

    fn named(&self, name: &str, at: Span, so: bool) -> String {
        if let Some(bound) = self.bound_at(at) {
            let said = &bound.said;
            return if so {
                said.clone()
            } else {
                format!("not {said}")
            };
        }
        let var = self.lexicon.var(at);
        if let Some((symbol, phrase)) = var.and_then(|var| Some((var.symbol, var.phrase?))) {
            return affirmed((symbol, phrase), so, |own| {
                self.filled((symbol, phrase), &[], &[], Some(own))
            });
        }
        self.held_call(name, at, &[], so)
    }

    pub(super) fn held_call(&self, name: &str, at: Span, args: &[ast::Expr], so: bool) -> String {
        let (is_so, not) = if so { ("is", "") } else { ("is not", "not ") };
        let said: Vec<String> = args.iter().map(|arg| self.value(arg)).collect();
        match (name, args) {
            ("possible", [of]) => {
                if let ExprKind::Name(action) = &*of.kind {
                    let action = self.lexicon.action(action, of.span);
                    return format!("“{action}” {is_so} possible");
                }
            }
            ("on_edge", [_]) => return format!("{} {is_so} on the edge", said.concat()),
            ("knows", [_, _]) => {
                let know = if so { "knows" } else { "does not know" };
                return format!("{} {know} {}", said[0], said[1]);
            }
            _ => {}
        }
        let query = self.lexicon.query(at);
        if let Some((query, phrase)) = query.and_then(|one| one.phrase.map(|phrase| (one, phrase)))
        {
            let args: Vec<&ast::Expr> = args.iter().collect();
            return affirmed((query.symbol, phrase), so, |own| {
                self.filled((query.symbol, phrase), &query.params, &args, Some(own))
            });
        }
        match (said.as_slice(), so) {
            ([], _) => format!("{not}{}", spaced(name)),
            (several, true) => format!("“{}” holds for {}", spaced(name), listed(several)),
            (several, false) => format!("“{}” does not hold for {}", spaced(name), listed(several)),
        }
    }

    /// A flag of something: `the den is occupied`.
    fn flag(&self, of: &ast::Expr, given: &ast::Name, so: bool) -> String {
        let phrase = self.lexicon.attribute(given.span);
        let field = || self.lexicon.var(given.span).and_then(|var| var.phrase);
        let phrase = phrase.or_else(field);
        let of = self.value(of);
        if let (Some(phrase), Some(symbol)) = (phrase, self.lexicon.symbol(given.span)) {
            return affirmed((symbol, phrase), so, |own| {
                fill(phrase, &|hole| match hole.symbol == symbol {
                    true => Some(own.clone()),
                    false => Some(Filling::Said(of.clone())),
                })
            });
        }
        let is_so = if so { "is" } else { "is not" };
        format!("{of} {is_so} {}", spaced(&given.text))
    }

    fn compared(&self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr, so: bool) -> String {
        use BinaryOp::{Equal, Greater, GreaterEqual, Has, In, Less, LessEqual, NotEqual, NotIn};
        if op == Has && !so {
            return denied(&self.compared(op, a, b, true));
        }
        let op = if so { op } else { opposite(op) };
        if let Some(text) = self.none_there(op, a, b).or_else(|| self.told_as(op, a, b)) {
            return text;
        }
        if let Some(text) = self.some_of(op, a, b) {
            return text;
        }
        if let Some(many) = self.counted(a, true) {
            return self.so_many(op, (a, many), b);
        }
        let (left, right) = (self.value(a), self.value(b));
        match op {
            Equal => format!("{left} is {right}"),
            NotEqual => format!("{left} is not {right}"),
            Less => format!("{left} is less than {right}"),
            LessEqual => format!("{left} is at most {right}"),
            Greater => format!("{left} is more than {right}"),
            GreaterEqual => format!("{left} is at least {right}"),
            In | NotIn => {
                let is_in = if op == In { "is" } else { "is not" };
                match &*b.kind {
                    ExprKind::Set(_) => {
                        format!("{left} {is_in} {}", right.replace(" and ", " or "))
                    }
                    ExprKind::Range(..) => format!("{left} {is_in} {right}"),
                    _ => format!("{left} {is_in} in {right}"),
                }
            }
            Has => format!("{left} has {right}"),
            _ => format!("{left}, {right}"),
        }
    }

    /// Something compared with `none`.
    fn none_there(&self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr) -> Option<String> {
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
    fn there(&self, a: &ast::Expr, there: bool) -> String {
        match &*a.kind {
            ExprKind::Member(of, name) if name.text.ends_with("_by") => {
                let who = if there { "somebody" } else { "nobody" };
                format!("{} is {} {who}", self.value(of), spaced(&name.text))
            }
            ExprKind::Member(of, name) => {
                let has = if there { "has a" } else { "has no" };
                format!("{} {has} {}", self.value(of), spaced(&name.text))
            }
            _ => {
                let what = self.value(a);
                if let Some(own) = what.strip_prefix("your ") {
                    let has = if there { "have a" } else { "have no" };
                    return format!("you {has} {own}");
                }
                let what = what.strip_prefix("the ").unwrap_or(&what);
                let is = if there { "is a" } else { "is no" };
                format!("there {is} {what}")
            }
        }
    }

    /// Renders a comparison in words of its own: `it is your turn`, `the card is red`, `the space is on your map`.
    fn told_as(&self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr) -> Option<String> {
        let so = match op {
            BinaryOp::Equal => true,
            BinaryOp::NotEqual => false,
            _ => return None,
        };
        if let ExprKind::Call(callee, args) = &*a.kind
            && let (ExprKind::Name(name), [of]) = (&*callee.kind, args.as_slice())
        {
            let not = if so { "" } else { "not " };
            match name.as_str() {
                "board_owner" if is(b, "you") => {
                    let ty = self.member_type(of)?;
                    return Some(format!(
                        "{} is {not}on your {}",
                        self.value(of),
                        spaced(&ty)
                    ));
                }
                "owner" if is(b, "you") => {
                    return Some(format!("{} is {not}yours", self.value(of)));
                }
                _ => {}
            }
        }
        let (symbol, of, phrase) = self.of_phrase(a)?;
        if !names(phrase, symbol) {
            return None;
        }
        let right = self.value(b);
        let text = match (&*a.kind, of) {
            (ExprKind::Call(callee, args), _) => {
                let query = self.lexicon.query(callee.span)?;
                if query.is_number() {
                    return None;
                }
                let args: Vec<&ast::Expr> = args.iter().collect();
                self.filled(
                    (symbol, phrase),
                    &query.params,
                    &args,
                    Some(Filling::Said(right)),
                )
            }
            (_, of) => {
                let of = of.map(|of| self.value(of));
                fill(phrase, &|hole| match hole.symbol == symbol {
                    true => Some(Filling::Said(right.clone())),
                    false => of.clone().map(Filling::Said),
                })
            }
        };
        Some(if so { text } else { denied(&text) })
    }

    /// The phrase of a variable, a query, an attribute or a field that is no number, and whose it is.
    fn of_phrase<'e>(
        &self,
        e: &'e ast::Expr,
    ) -> Option<(Symbol, Option<&'e ast::Expr>, &'a Words)> {
        match &*e.kind {
            ExprKind::Name(_) => {
                let var = self.lexicon.var(e.span).filter(|var| !var.is_number)?;
                Some((var.symbol, None, var.phrase?))
            }
            ExprKind::Call(callee, _) => match &*callee.kind {
                ExprKind::Name(_) => {
                    let query = self.lexicon.query(callee.span)?;
                    Some((query.symbol, None, query.phrase?))
                }
                _ => None,
            },
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
    fn some_of(&self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr) -> Option<String> {
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
        let (of, at) = (self.value(of), self.value(at));
        let has = if has { "has" } else { "has no" };
        Some(format!("{of} {has} {at} among its {}", spaced(&name.text)))
    }

    /// `there are at least 3 birds`
    fn so_many(&self, op: BinaryOp, (a, many): (&ast::Expr, String), b: &ast::Expr) -> String {
        let one = self.counted(a, false).unwrap_or_else(|| many.clone());
        let number = match &*b.kind {
            ExprKind::Int(number) => Some(*number),
            _ => None,
        };
        match (op, number) {
            (BinaryOp::Equal | BinaryOp::LessEqual, Some(0)) | (BinaryOp::Less, Some(1)) => {
                return format!("there is no {one}");
            }
            (BinaryOp::Greater | BinaryOp::NotEqual, Some(0))
            | (BinaryOp::GreaterEqual, Some(1)) => {
                return format!("there is a {one}");
            }
            _ => {}
        }
        let right = self.value(b);
        let Some(number) = number else {
            return format!("the number of {many} is {}{right}", than(op));
        };
        let so = match op {
            BinaryOp::Equal => "exactly ",
            BinaryOp::NotEqual => "not exactly ",
            BinaryOp::Less => "fewer than ",
            BinaryOp::LessEqual => "at most ",
            BinaryOp::Greater => "more than ",
            _ => "at least ",
        };
        match number {
            1 => format!("there is {so}1 {one}"),
            number => format!("there are {so}{number} {many}"),
        }
    }

    fn holds_of(&self, e: &ast::Expr, fold: &ast::Fold, so: bool) -> String {
        let told = self.binder(&fold.binder);
        let value = fold.value.as_ref();
        let inner = |so| value.map(|value| self.of_member(&fold.binder).held(value, so));
        let some = format!("{}{}{}", told.one, told.place, told.cond);
        match (fold.name.text.as_str(), so) {
            ("any", true) | ("nothing", false) => format!("there is a {some}"),
            ("any", false) | ("nothing", true) => format!("there is no {some}"),
            ("every", true) => format!("for every {some}, {}", inner(true).unwrap_or_default()),
            ("every", false) => format!("for some {some}, {}", inner(false).unwrap_or_default()),
            (_, true) => self.value(e),
            (_, false) => format!("not {}", self.value(e)),
        }
    }
}

/// A phrase that holds, or its denial: by its forms when it has them.
fn affirmed(
    (symbol, phrase): (Symbol, &Words),
    so: bool,
    told: impl Fn(Filling) -> String,
) -> String {
    match (so, counts(phrase, symbol)) {
        (true, _) => told(Filling::One),
        (false, true) => told(Filling::Several),
        (false, false) => denied(&told(Filling::One)),
    }
}

/// Negates a clause of English.
pub(super) fn denied(clause: &str) -> String {
    if let Some((before, after)) = clause.split_once(" has ") {
        return format!("{before} has no {after}");
    }
    for word in [" is ", " are ", " may ", " can "] {
        if let Some((before, after)) = clause.split_once(word) {
            return format!("{before}{word}not {after}");
        }
    }
    format!("it is not so that {clause}")
}

fn than(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::NotEqual => "not ",
        BinaryOp::Less => "less than ",
        BinaryOp::LessEqual => "at most ",
        BinaryOp::Greater => "more than ",
        BinaryOp::GreaterEqual => "at least ",
        _ => "",
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
        other => other,
    }
}
