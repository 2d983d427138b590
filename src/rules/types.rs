//! The types of the language.

use crate::ids::{BoardId, EnumId, KindId};

/// The declaration that has the members of a value: `x.member`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Declarer {
    /// A kind or record, for its pieces or rows.
    Kind(KindId),
    /// A board, for its spaces.
    Board(BoardId),
}

/// A type of the language. Every value of a scalar type is one 32-bit number in play.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// Returns the type of what a value is made of: of a collection its members, of anything else the type itself, without its
    /// `?`.
    #[must_use]
    pub fn member(&self) -> &Type {
        if let Type::All(member) = self.required() {
            member.required()
        } else {
            self.required()
        }
    }

    /// Returns what declares the members of a value of this type; none for a value without any, and for a player, whose things
    /// are declared one by one.
    #[must_use]
    pub fn declarer(&self) -> Option<Declarer> {
        match self {
            Type::Piece(kind) | Type::Row(kind) => Some(Declarer::Kind(*kind)),
            Type::Space(board) => Some(Declarer::Board(*board)),
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Enum(_)
            | Type::Player
            | Type::Place(_)
            | Type::Set(_)
            | Type::Bag(_)
            | Type::Shape
            | Type::Direction(_)
            | Type::Placement(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => None,
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
