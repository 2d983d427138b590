//! Expressions in words.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a phrase of its own is for the shapes that read badly otherwise; every other is told as a value"
)]

use crate::syntax::ast;
use crate::syntax::ast::{BinaryOp, ExprKind, UnaryOp};
use crate::tools::prose::spaced;

/// Words for expressions, given the names that are bound to something here.
pub(super) struct Phrases {
    pub(super) bound: Vec<String>,
}

impl Phrases {
    pub(super) fn new(open: &[&str]) -> Phrases {
        Phrases {
            bound: open.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    pub(super) fn bind(&mut self, name: &ast::Name) {
        self.bound.push(name.text.clone());
    }

    /// A name: in ticks when it stands for something that was named before.
    pub(super) fn name(&self, name: &str) -> String {
        match name {
            "you" => "you".into(),
            "this" => "this one".into(),
            _ if self.bound.iter().any(|one| one == name) => format!("`{name}`"),
            _ => spaced(name),
        }
    }

    /// `card from hand where …`
    pub(super) fn binder(&self, binder: &ast::Binder, word: &str) -> String {
        let mut inner = Phrases {
            bound: self.bound.clone(),
        };
        inner.bind(&binder.name);
        let cond = binder.cond.as_ref().map_or(String::new(), |cond| {
            format!(" for which {}", inner.condition(cond))
        });
        let source = self.value(&binder.source);
        format!("`{}` {word} {source}{cond}", binder.name.text)
    }

    /// A value as a noun.
    pub(super) fn value(&self, e: &ast::Expr) -> String {
        match &*e.kind {
            ExprKind::Int(number) => number.to_string(),
            ExprKind::Bool(flag) => if *flag { "yes" } else { "no" }.into(),
            ExprKind::None => "none".into(),
            ExprKind::Text(text) => format!("“{text}”"),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Member(of, name) => self.member(of, &name.text),
            ExprKind::Call(callee, args) => self.call(callee, args),
            ExprKind::Index(of, at) => format!("{} {}", self.value(of), self.bracketed(at)),
            ExprKind::Fold(fold) => self.fold(fold),
            ExprKind::Filter(binder) => format!("every {}", self.binder(binder, "in")),
            ExprKind::Set(items) => match items.as_slice() {
                [] => "none".into(),
                items => self.list(items, " and "),
            },
            ExprKind::Range(low, high) => format!("{} to {}", self.value(low), self.value(high)),
            ExprKind::Unary(UnaryOp::Minus, of) => format!("minus {}", self.bracketed(of)),
            ExprKind::Unary(UnaryOp::Not, _) => format!("whether {}", self.condition(e)),
            ExprKind::Binary(op, a, b) => match arithmetic(*op) {
                Some(sign) => format!("{} {sign} {}", self.bracketed(a), self.bracketed(b)),
                None => format!("whether {}", self.condition(e)),
            },
            ExprKind::If(cond, a, b) => format!(
                "{} if {}, otherwise {}",
                self.value(a),
                self.condition(cond),
                self.value(b)
            ),
        }
    }

    /// Something that holds or does not.
    pub(super) fn condition(&self, e: &ast::Expr) -> String {
        match &*e.kind {
            ExprKind::Unary(UnaryOp::Not, of) => format!("not {}", self.clause(of)),
            ExprKind::Binary(BinaryOp::And, a, b) => {
                format!("{} and {}", self.clause(a), self.clause(b))
            }
            ExprKind::Binary(BinaryOp::Or, a, b) => {
                format!("{} or {}", self.clause(a), self.clause(b))
            }
            ExprKind::Binary(op, a, b) if arithmetic(*op).is_none() => self.compared(*op, a, b),
            ExprKind::If(cond, a, b) => format!(
                "{} when {}, otherwise {}",
                self.clause(a),
                self.clause(cond),
                self.clause(b)
            ),
            ExprKind::Fold(fold) => self.holds_of(fold),
            ExprKind::Member(of, name) if is(of, "option") => {
                format!("the option `{}` is on", name.text)
            }
            ExprKind::Member(of, name) => {
                format!("{} has “{}”", self.value(of), spaced(&name.text))
            }
            _ => self.value(e),
        }
    }

    /// A condition inside another one: in brackets when it has parts of its own.
    fn clause(&self, e: &ast::Expr) -> String {
        let joined = matches!(
            &*e.kind,
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) | ExprKind::If(..)
        );
        match joined {
            true => format!("({})", self.condition(e)),
            false => self.condition(e),
        }
    }

    fn compared(&self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr) -> String {
        let none = |e: &ast::Expr| matches!(&*e.kind, ExprKind::None);
        let (left, right) = (self.value(a), self.value(b));
        match op {
            BinaryOp::Equal if none(b) => format!("there is no {left}"),
            BinaryOp::NotEqual if none(b) => format!("there is {left}"),
            BinaryOp::Equal => format!("{left} is {right}"),
            BinaryOp::NotEqual => format!("{left} is not {right}"),
            BinaryOp::Less => format!("{left} is less than {right}"),
            BinaryOp::LessEqual => format!("{left} is at most {right}"),
            BinaryOp::Greater => format!("{left} is more than {right}"),
            BinaryOp::GreaterEqual => format!("{left} is at least {right}"),
            BinaryOp::In => format!("{left} is in {right}"),
            BinaryOp::NotIn => format!("{left} is not in {right}"),
            BinaryOp::Has => format!("{left} has {right}"),
            BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Modulo => format!("{left}, {right}"),
        }
    }

    fn holds_of(&self, fold: &ast::Fold) -> String {
        let what = self.binder(&fold.binder, "in");
        let value = fold.value.as_ref().map(|value| {
            let mut inner = Phrases {
                bound: self.bound.clone(),
            };
            inner.bind(&fold.binder.name);
            inner.condition(value)
        });
        match (fold.name.text.as_str(), value) {
            ("any", None) => format!("there is any {what}"),
            ("any", Some(value)) => format!("for any {what}, {value}"),
            ("nothing", None) => format!("there is no {what}"),
            ("nothing", Some(value)) => format!("for no {what}, {value}"),
            ("every", Some(value)) => format!("for every {what}, {value}"),
            _ => self.fold(fold),
        }
    }

    fn fold(&self, fold: &ast::Fold) -> String {
        let what = self.binder(&fold.binder, "in");
        let mut inner = Phrases {
            bound: self.bound.clone(),
        };
        inner.bind(&fold.binder.name);
        let value = fold.value.as_ref().map(|value| inner.value(value));
        match (fold.name.text.as_str(), value) {
            ("count", None) => format!("the number of {what}"),
            ("sum", Some(value)) => format!("the sum of {value}, of each {what}"),
            ("greatest", Some(value)) => format!("the {what} with the greatest {value}"),
            ("least", Some(value)) => format!("the {what} with the least {value}"),
            (name, None) => format!("{} of {what}", spaced(name)),
            (name, Some(value)) => format!("{} of {value}, of each {what}", spaced(name)),
        }
    }

    fn member(&self, of: &ast::Expr, name: &str) -> String {
        match &*of.kind {
            ExprKind::Name(whose) if whose == "you" => format!("your {}", spaced(name)),
            ExprKind::Name(whose) if whose == "this" => format!("its {}", spaced(name)),
            ExprKind::Name(whose) if whose == "option" => format!("the option `{name}`"),
            _ => format!("the {} of {}", spaced(name), self.value(of)),
        }
    }

    fn call(&self, callee: &ast::Expr, args: &[ast::Expr]) -> String {
        let ExprKind::Name(name) = &*callee.kind else {
            return format!("{} ({})", self.value(callee), self.list(args, ", "));
        };
        let said: Vec<String> = args.iter().map(|arg| self.value(arg)).collect();
        match (name.as_str(), said.as_slice()) {
            ("possible", [of]) => format!("{of} is possible"),
            ("size", [of]) => format!("the number in {of}"),
            ("top" | "bottom", [of]) => format!("the {name} of {of}"),
            ("random", [of]) => format!("one of {of} by chance"),
            ("roll", [low, high]) => format!("a roll from {low} to {high}"),
            ("min", [a, b]) => format!("the smaller of {a} and {b}"),
            ("max", [a, b]) => format!("the larger of {a} and {b}"),
            ("abs", [of]) => format!("{of} without its sign"),
            ("next", [of]) => format!("the player after {of}"),
            ("opponents", [of]) if of == "you" => "your opponents".into(),
            ("nth", [place, number]) => format!("number {number} of {place}"),
            ("distance", [a, b]) => format!("the distance from {a} to {b}"),
            (_, []) => spaced(name),
            (_, [of]) => format!("the {} of {of}", spaced(name)),
            (_, several) => format!("the {} of ({})", spaced(name), several.join(", ")),
        }
    }

    fn list(&self, items: &[ast::Expr], between: &str) -> String {
        let items: Vec<String> = items.iter().map(|item| self.value(item)).collect();
        items.join(between)
    }

    /// A part of a calculation: in brackets when it is one itself.
    fn bracketed(&self, e: &ast::Expr) -> String {
        match &*e.kind {
            ExprKind::Binary(..) | ExprKind::If(..) => format!("({})", self.value(e)),
            _ => self.value(e),
        }
    }
}

fn is(e: &ast::Expr, name: &str) -> bool {
    matches!(&*e.kind, ExprKind::Name(one) if one == name)
}

fn arithmetic(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Add => Some("+"),
        BinaryOp::Subtract => Some("−"),
        BinaryOp::Multiply => Some("×"),
        BinaryOp::Divide => Some("divided (rounded down) by"),
        BinaryOp::Modulo => Some("modulo"),
        BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Has => None,
    }
}
