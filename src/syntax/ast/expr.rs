//! Expressions and types as they are written.

use crate::ast::{Binder, Choose, Name, Param};
use ludex_source::Span;

/// A type as written.
#[derive(Debug, Clone)]
pub struct Type {
    /// The bytes of the type.
    pub span: Span,
    /// The type by its sort.
    pub kind: TypeKind,
}

impl Type {
    /// The parameters of a type of texts, and the type that a value text gives; none of a type of values.
    #[must_use]
    pub fn signature(&self) -> Option<(&[Param], Option<&Type>)> {
        if let TypeKind::Effect(params) = &self.kind {
            Some((params, None))
        } else if let TypeKind::Value(params, ty) = &self.kind {
            Some((params, Some(ty)))
        } else {
            None
        }
    }
}

/// The sorts of types.
#[derive(Debug, Clone)]
pub enum TypeKind {
    /// `int`, `bool`, `text`, `player`, `shape`, `hooks`, or a declared name.
    Name(String),
    /// `int 0..10`
    IntRange(Expr, Expr),
    /// `player?`
    Optional(Box<Type>),
    /// `set icon`
    Set(Box<Type>),
    /// `bag icon`
    Bag(Box<Type>),
    /// `all card`: a collection, only as the value of a query or a parameter.
    All(Box<Type>),
    /// `place of card`
    PlaceOf(Box<Type>),
    /// `any K`: a kind that the caller names.
    Any(Name),
    /// `direction of map`
    DirectionOf(Name),
    /// `placement of map`
    PlacementOf(Name),
    /// `effect(here: field)`: a slot that a row fills with statements.
    Effect(Vec<Param>),
    /// `value(here: field) -> bool`: a slot that a row fills with an expression.
    Value(Vec<Param>, Box<Type>),
}

/// An expression with its place.
#[derive(Debug, Clone)]
pub struct Expr {
    /// The expression by its sort.
    pub kind: Box<ExprKind>,
    /// The bytes of the whole expression.
    pub span: Span,
}

impl Expr {
    /// Returns true if the expression is a condition that binds a name.
    #[must_use]
    pub fn names(&self) -> bool {
        matches!(*self.kind, ExprKind::Let(..))
    }

    /// The conditions that all hold when it does: itself, or both sides of each `and`.
    #[must_use]
    pub fn conjuncts(&self) -> Vec<&Expr> {
        if let ExprKind::Binary(BinaryOp::And, a, b) = &*self.kind {
            return [a.conjuncts(), b.conjuncts()].concat();
        }
        vec![self]
    }

    /// Returns the name at its end, with where it stands: `hand` of `hand` and of `other.hand`; none of what ends otherwise.
    #[must_use]
    pub fn last_name(&self) -> Option<(&str, Span)> {
        match &*self.kind {
            ExprKind::Name(name) => Some((name, self.span)),
            ExprKind::Member(_, name) => Some((&name.text, name.span)),
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Text(_)
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
            | ExprKind::Possible(_) => None,
        }
    }
}

/// The sorts of expressions.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// `12`
    Int(i64),
    /// `true`
    Bool(bool),
    /// `none`
    None,
    /// `"text"`
    Text(String),
    /// `hand`, `you`, `this`, `red`
    Name(String),
    /// `card.weight`
    Member(Expr, Name),
    /// `room(here)`: a query or built-in; the callee is a name or, for a row's slot, a member.
    Call(Expr, Vec<Expr>),
    /// `icons[fish]`
    Index(Expr, Expr),
    /// `count(x in hand where x.weight > 2 : x.tears)`
    Fold(Fold),
    /// `{x in hand where x.weight > 2}`
    Filter(Binder),
    /// `[red, green]`
    Set(Vec<Expr>),
    /// `2..5`, both ends included
    Range(Expr, Expr),
    /// `not x`, `-x`
    Unary(UnaryOp, Expr),
    /// `a + b`
    Binary(BinaryOp, Expr, Expr),
    /// `let x = top(deck)` as a condition
    Let(Name, Expr),
    /// `if a then b else c`
    If(Expr, Expr, Expr),
    /// `possible(any of x in hand with sum(y in chosen : y.worth) > 5)`: a choice that nobody is asked.
    Possible(Box<Choose>),
}

/// `sum(x in hand where … : x.weight)`
#[derive(Debug, Clone)]
pub struct Fold {
    /// `count`, `sum`, `any`, `all`, … resolved by the checker.
    pub name: Name,
    /// The collection it goes through, and the name of a member.
    pub binder: Binder,
    /// The value taken of each.
    pub value: Option<Expr>,
}

/// An operator before its operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Minus,
}

/// An operator between its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    /// `else`
    Else,
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `has`
    Has,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `div`: rounded towards minus infinity.
    Divide,
    /// `mod`: never negative.
    Modulo,
}
