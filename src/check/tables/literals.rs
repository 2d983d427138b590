//! Literals of defaults that no typed expression can say: texts, and bags as lists of words.

use ludex_rules::game::{Game, Value};
use ludex_rules::types::Type;
use ludex_syntax::ast;

/// Gives the default that a text or a list of words is.
pub(crate) fn literal(written: &ast::Expr, ty: &Type, game: &Game) -> Option<Value> {
    match (&*written.kind, ty.required()) {
        (ast::ExprKind::Text(text), Type::Text) => Some(Value::Text(text.clone())),
        (ast::ExprKind::Set(items), Type::Bag(id)) => {
            let words = &game.enums[id.index()].values;
            let mut counts = vec![0; words.len()];
            for item in items {
                let ast::ExprKind::Name(word) = &*item.kind else {
                    return None;
                };
                counts[words.iter().position(|one| one == word)?] += 1;
            }
            Some(Value::Bag(counts))
        }
        (ast::ExprKind::Set(items), Type::Set(_)) if items.is_empty() => Some(Value::Set(0)),
        _ => None,
    }
}
