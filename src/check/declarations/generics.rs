//! Kinds that a caller names: `effect reshuffle(source: place of any K, into goal: place of K)`.
//!
//! `any K` makes a kind without members, so a text that is checked with it once holds for every kind: all it can do with a
//! piece is what can be done with any. A call puts the kinds of its arguments in its place (`types/generics`). Nothing of this
//! is left in play, where a piece is a number whatever its kind.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic};
use ludex_rules::types::Type;
use ludex_syntax::ast;

impl Checker<'_> {
    /// `any K`, in a parameter: a new kind, known by this name in the rest of the signature.
    pub(super) fn any_kind(&mut self, name: &ast::Name) -> Type {
        let Some(kinds) = &self.env.any_kinds else {
            self.misplaced(
                name.span,
                "only a parameter of an effect or query leaves its kind to the caller",
                "of which kind?",
            );
            return Type::Wrong;
        };
        if let Some(&(_, first)) = self.env.names.get(&name.text) {
            self.defined_twice(name, first);
            return Type::Wrong;
        }
        if kinds.contains_key(&name.text) {
            let message = format!("`any {}` stands here twice", name.text);
            self.report.push(
                Diagnostic::error(Code::DEFINED_TWICE, message)
                    .at(name.span, "again any kind, not the same one")
                    .help(format!("write `{}` for the same kind", name.text)),
            );
            return Type::Wrong;
        }
        let id = self.new_kind(name, false);
        self.env.game.kinds[id.index()].is_any = true;
        let kinds = self.env.any_kinds.get_or_insert_default();
        kinds.insert(name.text.clone(), id);
        Type::Piece(id)
    }
}
