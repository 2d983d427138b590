//! Expressions, binders and calls as text, with the brackets that the precedences need and no others.
//!
//! Takes nodes, gives one line. Its levels are those of the table in `grammar.rs`.

use crate::ast;
use crate::ast::{BinaryOp, ExprKind, UnaryOp};

/// Prints an expression as an author writes it.
pub fn expr(expr: &ast::Expr) -> String {
    match &*expr.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::None => "none".to_owned(),
        ExprKind::Text(text) => quoted(text),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Member(value, name) => format!("{}.{}", at_level(value, Level::Term), name.text),
        ExprKind::Call(callee, args) => {
            format!("{}({})", at_level(callee, Level::Term), call_args(args))
        }
        ExprKind::Index(value, index) => {
            format!("{}[{}]", at_level(value, Level::Term), self::expr(index))
        }
        ExprKind::Fold(one) => fold(one),
        ExprKind::Filter(one) => format!("{{{}}}", binder(one, "in")),
        ExprKind::Set(members) => format!("[{}]", list(members)),
        ExprKind::Range(low, high) => format!("{}..{}", bound(low), bound(high)),
        ExprKind::Unary(op, operand) => unary(*op, operand),
        ExprKind::Binary(op, left, right) => binary(*op, left, right),
        ExprKind::Let(name, value) => {
            format!("let {} = {}", name.text, at_level(value, Level::Not))
        }
        ExprKind::If(cond, then, otherwise) => {
            let [then, otherwise] = [then, otherwise].map(branch);
            format!("if {} then {then} else {otherwise}", self::expr(cond))
        }
        ExprKind::Possible(choose) => format!("possible({})", choice(choose)),
    }
}

/// An expression where only sums may stand without brackets, such as a bound.
pub(super) fn bound(value: &ast::Expr) -> String {
    at_level(value, Level::Sum)
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

/// `card in hand where …`, with `in` or `from`.
pub(super) fn binder(one: &ast::Binder, word: &str) -> String {
    let cond = one
        .cond
        .as_ref()
        .map_or(String::new(), |cond| format!(" where {}", expr(cond)));
    format!("{} {word} {}{cond}", one.name.text, expr(&one.source))
}

/// Binders of a choice or an action.
pub(super) fn binders(binders: &[ast::Binder]) -> String {
    let texts: Vec<String> = binders.iter().map(|one| binder(one, "from")).collect();
    texts.join(", ")
}

/// The members to choose among, and how many: `2 of card from hand with …`.
pub(super) fn choice(choose: &ast::Choose) -> String {
    let quantity = match &choose.quantity {
        ast::Quantity::One => String::new(),
        ast::Quantity::Exactly(count) => format!("{} of ", expr(count)),
        ast::Quantity::UpTo(count) => format!("up to {} of ", expr(count)),
        ast::Quantity::Any => "any of ".to_owned(),
        ast::Quantity::All => "all of ".to_owned(),
    };
    let again = if choose.again { " again" } else { "" };
    let whole = choose.whole.as_ref();
    let whole = whole.map_or(String::new(), |cond| format!(" with {}", expr(cond)));
    format!("{quantity}{}{again}{whole}", binders(&choose.binders))
}

/// A call that is a statement: arguments without brackets, a comma only where a minus would join two.
pub(super) fn statement_call(call: &ast::Call) -> String {
    let bare = call
        .args
        .iter()
        .take_while(|arg| arg.label.is_none())
        .count();
    let (bare, rest) = call.args.split_at(bare);
    if rest.iter().any(|arg| arg.label.is_none()) {
        let args: Vec<String> = call
            .args
            .iter()
            .enumerate()
            .map(|(index, arg)| bracketed_arg(index, arg))
            .collect();
        return format!("{}({})", expr(&call.callee), args.join(", "));
    }
    let mut text = expr(&call.callee);
    for (index, arg) in bare.iter().enumerate() {
        let value = expr(&arg.value);
        let negative = index > 0 && value.starts_with('-');
        text.push_str(if negative { ", " } else { " " });
        text.push_str(&value);
    }
    for arg in rest {
        text.push(' ');
        text.push_str(&labelled(arg));
    }
    text
}

fn bracketed_arg(index: usize, arg: &ast::Arg) -> String {
    match arg.label {
        None if index == 0 => call_args(std::slice::from_ref(&arg.value)),
        None | Some(_) => labelled(arg),
    }
}

fn labelled(arg: &ast::Arg) -> String {
    let label = arg
        .label
        .as_ref()
        .map_or(String::new(), |label| format!("{} ", label.text));
    format!("{label}{}", expr(&arg.value))
}

/// Arguments in brackets. A first one that reads like `x in …` would bind `x`, so it gets brackets of its own.
fn call_args(args: &[ast::Expr]) -> String {
    match args {
        [first, rest @ ..] if reads_as_binder(first) => {
            let first = format!("({})", expr(first));
            let rest = rest.iter().map(expr);
            std::iter::once(first)
                .chain(rest)
                .collect::<Vec<String>>()
                .join(", ")
        }
        _ => list(args),
    }
}

fn reads_as_binder(value: &ast::Expr) -> bool {
    expr(value).split_once(' ').is_some_and(|(word, rest)| {
        rest.starts_with("in ")
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

fn list(values: &[ast::Expr]) -> String {
    let texts: Vec<String> = values.iter().map(expr).collect();
    texts.join(", ")
}

fn fold(one: &ast::Fold) -> String {
    let value = one
        .value
        .as_ref()
        .map_or(String::new(), |value| format!(" : {}", expr(value)));
    format!("{}({}{value})", one.name.text, binder(&one.binder, "in"))
}

fn unary(op: UnaryOp, operand: &ast::Expr) -> String {
    match op {
        UnaryOp::Not => format!("not {}", at_level(operand, Level::Not)),
        UnaryOp::Minus => format!("-{}", at_level(operand, Level::Negation)),
    }
}

fn binary(op: BinaryOp, left: &ast::Expr, right: &ast::Expr) -> String {
    let (sign, own) = operator(op);
    let (left_level, right_level) = match own {
        Level::Comparison => (Level::Range, Level::Range),
        Level::If
        | Level::Else
        | Level::Or
        | Level::And
        | Level::Not
        | Level::Range
        | Level::Sum
        | Level::Product
        | Level::Negation
        | Level::Term => (own, own.tighter()),
    };
    format!(
        "{} {sign} {}",
        at_level(left, left_level),
        at_level(right, right_level)
    )
}

/// The precedence of a node, the loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    If,
    Else,
    Or,
    And,
    Not,
    Comparison,
    Range,
    Sum,
    Product,
    Negation,
    Term,
}

impl Level {
    fn tighter(self) -> Level {
        match self {
            Level::If => Level::Else,
            Level::Else => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::Not,
            Level::Not => Level::Comparison,
            Level::Comparison => Level::Range,
            Level::Range => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Negation,
            Level::Negation | Level::Term => Level::Term,
        }
    }
}

/// A value behind `then` or `else`: another `if` may follow, and no `else` of its own.
fn branch(value: &ast::Expr) -> String {
    if level(value) == Level::If {
        return expr(value);
    }
    at_level(value, Level::Or)
}

/// The text of a node where at least this level is needed.
fn at_level(value: &ast::Expr, needed: Level) -> String {
    let text = expr(value);
    if level(value) < needed {
        format!("({text})")
    } else {
        text
    }
}

fn level(value: &ast::Expr) -> Level {
    match &*value.kind {
        ExprKind::If(..) => Level::If,
        ExprKind::Binary(op, ..) => operator(*op).1,
        ExprKind::Range(..) => Level::Range,
        ExprKind::Unary(UnaryOp::Not, _) | ExprKind::Let(..) => Level::Not,
        ExprKind::Unary(UnaryOp::Minus, _) => Level::Negation,
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
        | ExprKind::Set(_)
        | ExprKind::Possible(_) => Level::Term,
    }
}

fn operator(op: BinaryOp) -> (&'static str, Level) {
    match op {
        BinaryOp::Else => ("else", Level::Else),
        BinaryOp::Or => ("or", Level::Or),
        BinaryOp::And => ("and", Level::And),
        BinaryOp::Equal => ("==", Level::Comparison),
        BinaryOp::NotEqual => ("!=", Level::Comparison),
        BinaryOp::Less => ("<", Level::Comparison),
        BinaryOp::LessEqual => ("<=", Level::Comparison),
        BinaryOp::Greater => (">", Level::Comparison),
        BinaryOp::GreaterEqual => (">=", Level::Comparison),
        BinaryOp::In => ("in", Level::Comparison),
        BinaryOp::NotIn => ("not in", Level::Comparison),
        BinaryOp::Has => ("has", Level::Comparison),
        BinaryOp::Add => ("+", Level::Sum),
        BinaryOp::Subtract => ("-", Level::Sum),
        BinaryOp::Multiply => ("*", Level::Product),
        BinaryOp::Divide => ("div", Level::Product),
        BinaryOp::Modulo => ("mod", Level::Product),
    }
}
