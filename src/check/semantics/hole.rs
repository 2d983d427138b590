//! Holes: the names that mean nothing, each with what could stand in its place.

use super::Symbol;
use crate::decl::DeclSort;
use ludex_rules::ids::SortId;
use ludex_rules::ops::Takes;
use ludex_rules::types::Type;

/// A name that means nothing, with what could stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameHole {
    /// A value is missing.
    Value {
        /// The type that it should have, if one is wanted.
        wanted: Option<Type>,
        /// The sort of argument of a built-in that it is.
        takes: Option<Takes>,
        /// The local names that hold there.
        locals: Vec<LocalAt>,
        /// True if somebody is `you` there, whose things need no owner.
        has_you: bool,
    },
    /// The first word of a statement.
    Statement {
        /// The local names that hold there.
        locals: Vec<LocalAt>,
        /// True if somebody is `you` there.
        has_you: bool,
    },
    /// A member of a value of a type.
    Member {
        /// The type of the value before the dot.
        of: Type,
        /// The sort of its pieces, where the rules tell it.
        sort: Option<SortId>,
    },
    /// A value of an enum, a row of a kind, a space or direction of a board, an option: what is named after it and a dot.
    PartOf(Symbol),
    /// The name of a declaration of one sort.
    Declared(DeclSort),
    /// The name of a type.
    Type,
}

/// A local name that holds at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalAt {
    /// The name as it is written.
    pub name: String,
    /// The meaning of the name.
    pub symbol: Symbol,
    /// Its type, by what is known there.
    pub ty: Type,
}
