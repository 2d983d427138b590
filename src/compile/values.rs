//! Values of the rules as values in play.

use crate::compiler::Compiler;
use ludex_rules::game::{NONE, Value};
use ludex_rules::types::Type;

/// The numbers that stand for an attribute's value.
pub(super) fn value(c: &Compiler, value: &Value, ty: &Type) -> Vec<i32> {
    match value {
        Value::Scalar(n) | Value::Set(n) => vec![number(c, *n, ty)],
        Value::Bag(counts) => counts.clone(),
        Value::Shape(shape) => vec![shape.value()],
        Value::Text(_) => vec![0],
    }
}

/// A number of the rules as a number in play: pieces and spaces are counted over all kinds and boards.
pub(super) fn number(c: &Compiler, n: i32, ty: &Type) -> i32 {
    match ty.required() {
        _ if n == NONE => NONE,
        Type::Piece(k) => n + c.program.layout.kinds[*k].first.value(),
        Type::Space(b) => n + c.program.layout.boards[*b].first as i32,
        Type::Int
        | Type::Bool
        | Type::Text
        | Type::Enum(_)
        | Type::Player
        | Type::Row(_)
        | Type::Place(_)
        | Type::Set(_)
        | Type::Bag(_)
        | Type::Shape
        | Type::Direction(_)
        | Type::Placement(_)
        | Type::All(_)
        | Type::Optional(_)
        | Type::None
        | Type::Wrong => n,
    }
}
