//! Kinds that a caller names: `effect reshuffle(source: place of any K, into goal: place of K)`.
//!
//! `any K` makes a kind without members, so a text that is checked with it once holds for every kind: all it can do with a
//! piece is what can be done with any. A call puts the kinds of its arguments in its place. Nothing of this is left in
//! play, where a piece is a number whatever its kind.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only these types can name a kind; every other stays as it is"
)]

use crate::env::Checker;
use crate::env::Scope;
use crate::env::Where;
use ludex_report::Code;
use ludex_report::Diagnostic;
use ludex_rules::expr::Expr;
use ludex_rules::ids::KindId;
use ludex_rules::types::Type;
use ludex_syntax::ast;
use std::collections::BTreeMap;

/// The substitution that a call's arguments make for the kinds it may name; none after an argument that failed.
pub(crate) type Substitution = BTreeMap<KindId, Option<KindId>>;

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

    /// Tells whether a kind stands for any.
    pub(crate) fn is_any(&self, kind: KindId) -> bool {
        self.env.game.kind(kind).is_any
    }

    /// Arguments by their parameters, and the kinds that they put for those left to the caller.
    pub(crate) fn arguments_of<'a>(
        &mut self,
        scope: &mut Scope,
        args: impl IntoIterator<Item = &'a ast::Expr>,
        params: &[(String, Type)],
        chance: bool,
    ) -> (Vec<Expr>, Substitution) {
        let mut bound = Substitution::new();
        let mut values = Vec::new();
        for (arg, (_, ty)) in args.into_iter().zip(params) {
            scope.chance = chance && scope.place != Where::Question;
            let Some(kind) = self.any_in(ty) else {
                values.push(self.expr(scope, arg, Some(ty)));
                continue;
            };
            let found = self.infer(scope, arg, Some(&self.filled(ty, &bound)));
            if !bound.contains_key(&kind)
                && let Some(named) = kind_named(ty, &found.ty)
            {
                bound.insert(kind, Some(named));
            }
            let wanted = self.filled(ty, &bound);
            values.push(self.fit(arg, found, &wanted));
            // Without a kind the other arguments have nothing to agree with.
            bound.entry(kind).or_insert(None);
        }
        (values, bound)
    }

    /// The kind left to the caller that a type names.
    fn any_in(&self, ty: &Type) -> Option<KindId> {
        match ty {
            Type::Piece(kind) | Type::Place(kind) => self.is_any(*kind).then_some(*kind),
            Type::All(inner) | Type::Optional(inner) => self.any_in(inner),
            _ => None,
        }
    }

    /// A type with the caller's kinds in it.
    pub(crate) fn filled(&self, ty: &Type, bound: &Substitution) -> Type {
        match (self.any_in(ty).and_then(|kind| bound.get(&kind)), ty) {
            (None, _) => ty.clone(),
            (Some(None), _) => Type::Wrong,
            (Some(Some(kind)), Type::Piece(_)) => Type::Piece(*kind),
            (Some(Some(kind)), Type::Place(_)) => Type::Place(*kind),
            (Some(Some(_)), Type::All(inner)) => Type::All(Box::new(self.filled(inner, bound))),
            (Some(Some(_)), Type::Optional(inner)) => {
                Type::Optional(Box::new(self.filled(inner, bound)))
            }
            (Some(Some(_)), _) => ty.clone(),
        }
    }
}

/// The kind that a found type has where the wanted one names a kind.
fn kind_named(wanted: &Type, found: &Type) -> Option<KindId> {
    match (wanted, found) {
        (Type::Piece(_), Type::Piece(kind)) | (Type::Place(_), Type::Place(kind)) => Some(*kind),
        (Type::Optional(wanted), found) => kind_named(wanted, found.required()),
        (wanted, Type::Optional(found)) => kind_named(wanted, found),
        _ => None,
    }
}
