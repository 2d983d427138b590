//! The signatures of built-ins as people read them: in the reference, in hovers, while an argument is typed.

use crate::ops::{FoldGives, FoldRow, FoldValue, Gives, QueryRow, Takes};
use crate::verbs::{Argument, VerbRow};

impl Takes {
    /// Returns the noun for such an argument.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Takes::Int => "number",
            Takes::Bool => "condition",
            Takes::Player => "player",
            Takes::Piece => "piece",
            Takes::Place => "place",
            Takes::Pieces => "pieces",
            Takes::Members => "collection",
            Takes::Optional => "value or none",
            Takes::OneOrMore => "piece or pieces",
            Takes::Space => "space",
            Takes::Direction => "direction",
            Takes::Shape => "shape",
            Takes::Board => "board",
            Takes::Placement => "placement",
            Takes::Variable => "variable",
            Takes::Moment => "moment",
        }
    }
}

impl Gives {
    /// Returns the noun for such an answer.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Gives::Int | Gives::Number => "number",
            Gives::Bool => "condition",
            Gives::Player => "player",
            Gives::OptionalPlayer => "player or none",
            Gives::Players => "players",
            Gives::OptionalMemberOf(_) => "member or none",
            Gives::MemberOf(_) => "member",
            Gives::Required => "value",
            Gives::PlaceOf => "place or none",
            Gives::OptionalSpace | Gives::NumberedSpace => "space or none",
            Gives::Spaces => "spaces",
            Gives::Directions => "directions",
            Gives::Direction => "direction",
            Gives::PlacementsOn(_) => "placements",
        }
    }
}

impl FoldGives {
    /// Returns the noun for such an answer.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            FoldGives::Int => "number",
            FoldGives::Bool => "condition",
            FoldGives::Member => "member or none",
            FoldGives::Members => "members",
        }
    }
}

impl FoldValue {
    /// Returns what stands in the brackets of such a fold.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            FoldValue::Absent => "x in MANY where …",
            FoldValue::Int => "x in MANY where … : number",
            FoldValue::Bool => "x in MANY where … : condition",
            FoldValue::Scalar => "x in MANY where … : value",
            FoldValue::Member => "x in MANY where … : member",
        }
    }
}

impl Argument {
    /// Returns the argument in words, behind its label.
    #[must_use]
    pub fn words(&self) -> String {
        match self.label {
            "" => self.takes.noun().to_owned(),
            label => format!("{label} {}", self.takes.noun()),
        }
    }
}

impl VerbRow {
    /// Returns the verb with its arguments: `draw number from place to place`.
    #[must_use]
    pub fn signature(&self) -> String {
        let takes = self.takes.iter().map(Argument::words);
        let words: Vec<String> = std::iter::once(self.name.to_owned()).chain(takes).collect();
        words.join(" ")
    }
}

impl QueryRow {
    /// Returns the query with its arguments and its answer: `size(collection) -> number`.
    #[must_use]
    pub fn signature(&self) -> String {
        let takes: Vec<&str> = self.takes.iter().map(|takes| takes.noun()).collect();
        let gives = self.gives.noun();
        format!("{}({}) -> {gives}", self.name, takes.join(", "))
    }
}

impl FoldRow {
    /// Returns the fold with what stands in its brackets, and its answer: `sum(x in MANY where … : number) -> number`.
    #[must_use]
    pub fn signature(&self) -> String {
        let gives = self.gives.noun();
        format!("{}({}) -> {gives}", self.name, self.value.words())
    }
}
