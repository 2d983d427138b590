//! The agreement of a value with what is wanted at a place.

use ludex_check::decl::Decl;
use ludex_check::semantics::Symbol;
use ludex_rules::ops::Takes;
use ludex_rules::types::Type;

/// The demands on a value at a place.
#[derive(Clone, Copy)]
pub(super) struct WantedValue<'a> {
    pub(super) ty: Option<&'a Type>,
    pub(super) takes: Option<Takes>,
}

impl WantedValue<'_> {
    /// Returns what is wanted in the words of built-ins; none where anything will do.
    pub(super) fn noun(self) -> Option<&'static str> {
        if let Some(takes) = self.takes {
            return Some(takes.noun());
        }
        let noun = match self.ty?.required() {
            Type::Int => "number",
            Type::Bool => "condition",
            Type::Player => "player",
            Type::Space(_) => "space",
            Type::Place(_) => "place",
            Type::Direction(_) => "direction",
            Type::Piece(_) | Type::Row(_) | Type::Enum(_) => "member",
            Type::All(_) | Type::Set(_) => "members",
            Type::Placement(_) => "placement",
            Type::Text | Type::Bag(_) | Type::Shape | Type::Optional(_) => "value",
            Type::None | Type::Wrong => return None,
        };
        Some(noun)
    }
}

/// Returns 0 for a value that fits what is wanted, more for one whose type is not known or does not fit.
pub(super) fn misfit(ty: Option<&Type>, symbol: Symbol, wanted: WantedValue<'_>) -> u32 {
    const UNKNOWN: u32 = 10;
    const WRONG: u32 = 20;
    if let Some(takes) = wanted.takes {
        return if fits_argument(ty, symbol, takes) {
            0
        } else {
            WRONG
        };
    }
    match (ty, wanted.ty) {
        (_, None) => 0,
        (None | Some(Type::Wrong), Some(_)) => UNKNOWN,
        (Some(ty), Some(wanted)) if ty.fits(wanted) => 0,
        // One of the members may be meant: `sum(x in hand : x.cost)`.
        (Some(Type::Piece(_) | Type::Row(_) | Type::Space(_) | Type::Player), Some(_)) => UNKNOWN,
        (Some(_), Some(_)) => WRONG,
    }
}

/// Returns true if a value is of the sort that an argument of a built-in must be.
fn fits_argument(ty: Option<&Type>, symbol: Symbol, takes: Takes) -> bool {
    let is_many = |ty: &Type| matches!(ty, Type::Place(_) | Type::All(_));
    let is_piece = |ty: &Type| matches!(ty, Type::Piece(_));
    let of_pieces =
        |ty: &Type| matches!(ty, Type::Place(_)) || matches!(ty, Type::All(one) if is_piece(one));
    let Some(ty) = ty else {
        return takes == Takes::Moment && matches!(symbol, Symbol::Declared(Decl::Moment(_)));
    };
    match takes {
        Takes::Int => *ty == Type::Int,
        Takes::Bool => *ty == Type::Bool,
        Takes::Player => *ty == Type::Player,
        Takes::Piece => is_piece(ty),
        Takes::Place => matches!(ty, Type::Place(_)),
        Takes::Pieces => of_pieces(ty),
        Takes::OneOrMore => is_piece(ty) || of_pieces(ty),
        Takes::Members => is_many(ty) || matches!(ty, Type::Set(_) | Type::Bag(_)),
        Takes::Optional => matches!(ty, Type::Optional(_)),
        Takes::Space => matches!(ty, Type::Space(_)),
        Takes::Direction => matches!(ty, Type::Direction(_)),
        Takes::Shape => *ty == Type::Shape,
        Takes::Placement => matches!(ty, Type::Placement(_)),
        Takes::Board => matches!(symbol, Symbol::Declared(Decl::Board(_))),
        Takes::Variable => matches!(symbol, Symbol::Declared(Decl::Var(_))) && *ty == Type::Int,
        Takes::Moment => false,
    }
}
