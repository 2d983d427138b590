//! Calls of what leaves kinds to its caller: the kinds that the arguments put for them.

use crate::env::{Checker, Scope, Where};
use ludex_rules::expr::Expr;
use ludex_rules::ids::KindId;
use ludex_rules::types::Type;
use ludex_syntax::ast;
use std::collections::BTreeMap;

/// The substitution that a call's arguments make for the kinds it may name; none after an argument that failed.
pub(crate) type Substitution = BTreeMap<KindId, Option<KindId>>;

impl Checker<'_> {
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
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Enum(_)
            | Type::Player
            | Type::Row(_)
            | Type::Space(_)
            | Type::Set(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::None
            | Type::Wrong => None,
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
