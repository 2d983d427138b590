//! The shape of an expression: two that ask the same of one frame have equal shapes, wherever they were written.
//!
//! Takes typed expressions, gives values to compare and to look up by. Names that folds bind count by their slots, so
//! that equal shapes always mean the same, while different ones may.

use std::mem::{Discriminant, discriminant};

use crate::expr::{Expr, ExprKind, Quantity};
use crate::walk;

/// An expression without the places where it was written, its parts in order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shape(Vec<ShapePart>);

/// One expression of a shape: its sort, what it names, and how many expressions right inside follow.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct ShapePart {
    sort: Discriminant<ExprKind>,
    names: [i64; 3],
    inside: usize,
}

/// Returns the shape of an expression.
pub fn shape(e: &Expr) -> Shape {
    let mut parts = Vec::new();
    walk::exprs(e, &mut |inner| {
        parts.push(ShapePart {
            sort: discriminant(&*inner.kind),
            names: names(&inner.kind),
            inside: walk::inside(inner).len(),
        });
    });
    Shape(parts)
}

/// Tells whether two expressions have equal shapes; mostly told by a first glance at both.
pub fn same(a: &Expr, b: &Expr) -> bool {
    if discriminant(&*a.kind) != discriminant(&*b.kind) || names(&a.kind) != names(&b.kind) {
        return false;
    }
    let (a, b) = (walk::inside(a), walk::inside(b));
    a.len() == b.len() && a.into_iter().zip(b).all(|(a, b)| same(a, b))
}

/// Returns the ids and numbers that an expression itself names, which tell it from others of its sort.
fn names(kind: &ExprKind) -> [i64; 3] {
    match kind {
        ExprKind::Const(value) => [i64::from(*value), 0, 0],
        ExprKind::Local(slot) | ExprKind::Let(slot, _) => [i64::from(*slot), 0, 0],
        ExprKind::Option(id) => [i64::from(id.number()), 0, 0],
        ExprKind::Var { var, of, at } => [
            i64::from(var.number()),
            i64::from(of.is_some()),
            i64::from(at.is_some()),
        ],
        ExprKind::Attribute { kind, column, .. } | ExprKind::BagCount { kind, column, .. } => {
            [i64::from(kind.number()), *column as i64, 0]
        }
        ExprKind::SpaceAttribute { board, column, .. } => {
            [i64::from(board.number()), *column as i64, 0]
        }
        ExprKind::Slot { kind, slot, .. } => [i64::from(kind.number()), *slot as i64, 0],
        ExprKind::Place { place, of } => [i64::from(place.number()), i64::from(of.is_some()), 0],
        ExprKind::AllSpaces { board, of } => {
            [i64::from(board.number()), i64::from(of.is_some()), 0]
        }
        ExprKind::AllPieces(kind) | ExprKind::AllRows(kind) => [i64::from(kind.number()), 0, 0],
        ExprKind::Copies { kind, first, count } => [
            i64::from(kind.number()),
            i64::from(first.number()),
            i64::from(*count),
        ],
        ExprKind::AllValues(count) => [i64::from(*count), 0, 0],
        ExprKind::Shape(id) => [i64::from(id.number()), 0, 0],
        ExprKind::Query(id, _) => [i64::from(id.number()), 0, 0],
        ExprKind::Lookup(id, _) => [i64::from(id.number()), 0, 0],
        ExprKind::Possible(id) => [i64::from(id.number()), 0, 0],
        ExprKind::Op(op, _) => [*op as i64, 0, 0],
        ExprKind::Arithmetic(op, ..) => [*op as i64, 0, 0],
        ExprKind::Filter(binder) => [i64::from(binder.slot), i64::from(binder.cond.is_some()), 0],
        ExprKind::Fold { op, binder, value } => [
            *op as i64,
            i64::from(binder.slot),
            i64::from(binder.cond.is_some()) + 2 * i64::from(value.is_some()),
        ],
        ExprKind::PossibleSet(set) => [
            i64::from(set.binder.slot),
            i64::from(set.whole.chosen),
            i64::from(set.again) + 2 * i64::from(matches!(set.quantity, Quantity::Exactly(_))),
        ],
        ExprKind::MadeFor(_)
        | ExprKind::Players
        | ExprKind::Range(..)
        | ExprKind::SetOf(_)
        | ExprKind::Not(_)
        | ExprKind::Negate(_)
        | ExprKind::Amount(_)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Equal(..)
        | ExprKind::Less(..)
        | ExprKind::LessEqual(..)
        | ExprKind::Member(..)
        | ExprKind::Union(..)
        | ExprKind::Else(..)
        | ExprKind::For(..)
        | ExprKind::If(..) => [0; 3],
    }
}
