//! The types of the language.

use crate::rules::ids::{BoardId, EnumId, KindId};

/// A type of the language. Every value of a scalar type is one 32-bit number in play.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// A whole number, never none.
    Int,
    /// A truth value: yes (1) or no (0).
    Bool,
    /// Words for people; only in attributes.
    Text,
    /// A value of an enum.
    Enum(EnumId),
    /// A player, by seat from 0.
    Player,
    /// A piece of a kind.
    Piece(KindId),
    /// A row of a record.
    Row(KindId),
    /// A space of a board.
    Space(BoardId),
    /// A place that holds pieces of a kind.
    Place(KindId),
    /// A subset of an enum's values, at most 31 of them.
    Set(EnumId),
    /// A number for each value of an enum.
    Bag(EnumId),
    /// A shape of hexes.
    Shape,
    /// A direction on a board.
    Direction(BoardId),
    /// A shape turned and laid on spaces of a board.
    Placement(BoardId),
    /// A collection: members in a fixed order, to be iterated over. Never stored.
    All(Box<Type>),
    /// A value or `none`.
    Optional(Box<Type>),
    /// The literal `none`.
    None,
    /// The type of something that failed to check: agrees with everything, so that one slip makes one error.
    Wrong,
}

impl Type {
    /// Tells whether a value of this type fits where `wanted` is asked for.
    #[must_use]
    pub fn fits(&self, wanted: &Type) -> bool {
        match (self, wanted) {
            (Type::Wrong, _) | (_, Type::Wrong) | (Type::None, Type::Optional(_)) => true,
            (Type::Optional(a), Type::Optional(b)) | (Type::All(a), Type::All(b)) => a.fits(b),
            (a, Type::Optional(b)) => a.fits(b),
            // A place is gone through like any collection of its pieces.
            (Type::Place(k), Type::All(t)) => Type::Piece(*k).fits(t),
            (Type::Set(e), Type::All(t)) => Type::Enum(*e).fits(t),
            (a, b) => a == b,
        }
    }

    /// Returns the type without its `?`.
    #[must_use]
    pub fn required(&self) -> &Type {
        if let Type::Optional(t) = self {
            t
        } else {
            self
        }
    }
}
