//! The built-in queries and folds: a row each, with its signature, one line of doc and one example. Verbs are in `verbs`.
//!
//! The checker, the reference and the editor's help read these rows; `engine/lower` builds the code of each op.

/// The type that an argument of a built-in must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// A whole number, never none.
    Int,
    /// A condition: yes or no.
    Bool,
    /// A player of the game.
    Player,
    /// A piece of any kind.
    Piece,
    /// A place of any holder.
    Place,
    /// A collection of pieces; a place is one.
    Pieces,
    /// Any collection, whatever its members.
    Members,
    /// A value that may be none.
    Optional,
    /// A piece, or a collection of pieces.
    OneOrMore,
    /// A space of any board.
    Space,
    /// A direction of the board of the space before it.
    Direction,
    /// A shape of hexes.
    Shape,
    /// The spaces of a board (`map`, `p.map`).
    Board,
    /// A placement of a shape on a board.
    Placement,
    /// The name of a variable or track; `p.money` for another player's.
    Variable,
    /// The name of a moment.
    Moment,
}

/// The type of a built-in query's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// A number, never none.
    Int,
    /// A truth value: yes or no.
    Bool,
    /// A player, never none.
    Player,
    /// A player or none.
    OptionalPlayer,
    /// Several players, in an order.
    Players,
    /// A member of the collection that is the n-th argument, or none.
    OptionalMemberOf(usize),
    /// A member of the collection that is the n-th argument; a fault when it is empty.
    MemberOf(usize),
    /// The type of the first argument, without none.
    Required,
    /// A number of the range between the two arguments.
    Number,
    /// The place of the piece that is the first argument, or none.
    PlaceOf,
    /// A space of the board of the first argument, or none.
    OptionalSpace,
    /// The space with a number on the board of the first argument: always there on a ring, elsewhere perhaps none.
    NumberedSpace,
    /// Spaces of the board of the first argument.
    Spaces,
    /// Directions of the board of the first argument.
    Directions,
    /// A direction of the same board.
    Direction,
    /// Placements on the board of the n-th argument.
    PlacementsOn(usize),
}

/// A row of the table of queries.
#[derive(Debug)]
pub struct QueryRow {
    /// The word that authors write.
    pub name: &'static str,
    /// The operator of this row.
    pub op: QueryOp,
    /// The types of the arguments, in order.
    pub takes: &'static [Takes],
    /// The type of the answer.
    pub gives: Gives,
    /// Marks a query of chance: allowed only in a `let` or an assignment, never in a condition.
    pub chance: bool,
    /// One sentence that says its meaning, for reference and hover.
    pub doc: &'static str,
    /// One expression that uses it, for the reference.
    pub example: &'static str,
}

/// A row of the table of folds.
#[derive(Debug)]
pub struct FoldRow {
    /// The word that authors write.
    pub name: &'static str,
    /// The operator of this row.
    pub op: FoldOp,
    /// The type of the expression after the colon.
    pub value: FoldValue,
    /// The type of the answer.
    pub gives: FoldGives,
    /// One sentence that says its meaning, for reference and hover.
    pub doc: &'static str,
    /// One expression that uses it, for the reference.
    pub example: &'static str,
}

/// The type of a fold's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldGives {
    /// A number, 0 without members.
    Int,
    /// A truth value: yes or no.
    Bool,
    /// A member of the collection, or none.
    Member,
    /// A collection of members of the collection.
    Members,
}

/// The expression after the colon of a fold, asked of each member or once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldValue {
    /// No expression: the fold asks for members alone.
    Absent,
    /// A number of each member.
    Int,
    /// A condition on each member.
    Bool,
    /// Any scalar of each member.
    Scalar,
    /// A member of the collection, asked once: where a group starts.
    Member,
}

macro_rules! ops {
    ($(#[$doc:meta])* $name:ident { $($variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each is documented by its row in the table below")]
        pub enum $name { $($variant),* }
    };
}

ops!(
    /// The built-in queries, in the order of `QUERIES`.
    QueryOp {
        Size, Top, Bottom, Position, PlaceOf, OwnerOf, At, NextPlayer, PlayersFrom, Opponents, SeatOf, PlayerCount,
        Minimum, Maximum, Absolute, DivideUp, RandomOf, RandomNumber, Neighbours, Step, Distance, SpaceIndex, Directions, Opposite,
        Ray, SpaceAt, OnEdge, SpaceHolding, OwnerOfSpace, Placements, PlacementsAt,
        Cells, Alike, Knows, The, Repetitions,
    }
);
ops!(
    /// The built-in folds (aggregates), in the order of `FOLDS`.
    FoldOp { Count, Sum, Any, Every, Nothing, Least, Most, First, Last, Fewest, Greatest, Distinct, Group, Groups, Streak }
);

/// The part of a state that a built-in query reads, besides its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateRead {
    /// Nothing but the arguments and the board.
    Nothing,
    /// Pieces of the place in its first argument.
    Inside,
    /// The place of the piece in its first argument.
    Lies,
    /// The position, among others, of the piece in its first argument.
    Order,
    /// The knowledge of the player in its first argument.
    Knowledge,
    /// All that everybody sees, and the positions that stood before.
    Positions,
}

impl QueryOp {
    /// Returns what it reads: answers are remembered until that changes, and what it tells of hidden pieces is noted.
    #[must_use]
    pub fn reads(self) -> StateRead {
        match self {
            QueryOp::Top | QueryOp::Bottom | QueryOp::At => StateRead::Inside,
            QueryOp::PlaceOf | QueryOp::OwnerOf | QueryOp::SpaceHolding => StateRead::Lies,
            QueryOp::Position => StateRead::Order,
            QueryOp::Knows => StateRead::Knowledge,
            QueryOp::Repetitions => StateRead::Positions,
            QueryOp::Size
            | QueryOp::NextPlayer
            | QueryOp::PlayersFrom
            | QueryOp::Opponents
            | QueryOp::SeatOf
            | QueryOp::PlayerCount
            | QueryOp::Minimum
            | QueryOp::Maximum
            | QueryOp::Absolute
            | QueryOp::DivideUp
            | QueryOp::RandomOf
            | QueryOp::RandomNumber
            | QueryOp::Neighbours
            | QueryOp::Step
            | QueryOp::Distance
            | QueryOp::SpaceIndex
            | QueryOp::Directions
            | QueryOp::Opposite
            | QueryOp::Ray
            | QueryOp::SpaceAt
            | QueryOp::OnEdge
            | QueryOp::OwnerOfSpace
            | QueryOp::Placements
            | QueryOp::PlacementsAt
            | QueryOp::Cells
            | QueryOp::Alike
            | QueryOp::The => StateRead::Nothing,
        }
    }

    /// Returns its row of the table.
    pub(crate) fn row(self) -> Option<&'static QueryRow> {
        QUERIES.iter().find(|row| row.op == self)
    }
}

impl FoldOp {
    /// Tells whether it asks something of each member.
    #[must_use]
    pub fn has_value(self) -> bool {
        self.row().is_some_and(|row| row.value != FoldValue::Absent)
    }

    /// Tells whether it counts something, so that it is never below 0.
    #[must_use]
    pub fn counts(self) -> bool {
        (self.row()).is_some_and(|row| row.gives == FoldGives::Int && row.value != FoldValue::Int)
    }

    /// Returns its row of the table.
    pub(crate) fn row(self) -> Option<&'static FoldRow> {
        FOLDS.iter().find(|row| row.op == self)
    }
}

macro_rules! q {
    ($name:literal, $op:ident, [$($t:ident),*], $gives:expr, $doc:literal, $example:literal) => {
        QueryRow { name: $name, op: QueryOp::$op, takes: &[$(Takes::$t),*], gives: $gives, chance: false, doc: $doc, example: $example }
    };
    (chance $name:literal, $op:ident, [$($t:ident),*], $gives:expr, $doc:literal, $example:literal) => {
        QueryRow { name: $name, op: QueryOp::$op, takes: &[$(Takes::$t),*], gives: $gives, chance: true, doc: $doc, example: $example }
    };
}

/// Every built-in query, a row each.
pub const QUERIES: &[QueryRow] = &[
    q!(
        "size",
        Size,
        [Members],
        Gives::Int,
        "How many members a collection has.",
        "size(hand)"
    ),
    q!(
        "top",
        Top,
        [Place],
        Gives::OptionalMemberOf(0),
        "The last piece of a place: the top of a pile.",
        "top(deck)"
    ),
    q!(
        "bottom",
        Bottom,
        [Place],
        Gives::OptionalMemberOf(0),
        "The first piece of a place: the bottom of a pile.",
        "bottom(deck)"
    ),
    q!(
        "position",
        Position,
        [Piece],
        Gives::Int,
        "The number of a piece in its place, from 1 at the bottom or front; 0 when it is nowhere.",
        "position(card)"
    ),
    q!(
        "place",
        PlaceOf,
        [Piece],
        Gives::PlaceOf,
        "Where a piece lies.",
        "place(card)"
    ),
    q!(
        "owner",
        OwnerOf,
        [Piece],
        Gives::OptionalPlayer,
        "The player whose place (or whose board) a piece lies in.",
        "owner(card)"
    ),
    q!(
        "nth",
        At,
        [Place, Int],
        Gives::OptionalMemberOf(0),
        "The n-th piece of a place from the front; from the end with a negative number.",
        "nth(row, -2)"
    ),
    q!(
        "next",
        NextPlayer,
        [Player],
        Gives::Player,
        "The next player in seat order.",
        "next(you)"
    ),
    q!(
        "players_from",
        PlayersFrom,
        [Player],
        Gives::Players,
        "All players in seat order, beginning with this one.",
        "players_from(starter)"
    ),
    q!(
        "opponents",
        Opponents,
        [Player],
        Gives::Players,
        "The other players in seat order, beginning after this one.",
        "opponents(you)"
    ),
    q!(
        "seat",
        SeatOf,
        [Player],
        Gives::Int,
        "The number of a player's seat, from 0.",
        "seat(you)"
    ),
    q!(
        "player_count",
        PlayerCount,
        [],
        Gives::Int,
        "How many play.",
        "player_count()"
    ),
    q!(
        "min",
        Minimum,
        [Int, Int],
        Gives::Int,
        "The smaller of two numbers.",
        "min(2, size(hand))"
    ),
    q!(
        "max",
        Maximum,
        [Int, Int],
        Gives::Int,
        "The larger of two numbers.",
        "max(0, cost)"
    ),
    q!(
        "abs",
        Absolute,
        [Int],
        Gives::Int,
        "A number without its sign.",
        "abs(a - b)"
    ),
    q!(
        "div_up",
        DivideUp,
        [Int, Int],
        Gives::Int,
        "Divides, rounded up.",
        "div_up(7, 2)"
    ),
    q!(chance "random", RandomOf, [Members], Gives::MemberOf(0), "A member of a collection, each equally likely.", "random(hand)"),
    q!(chance "roll", RandomNumber, [Int, Int], Gives::Int, "A number from one to another, each equally likely.", "roll(1, 6)"),
    q!(
        "neighbours",
        Neighbours,
        [Space],
        Gives::Spaces,
        "The spaces beside a space.",
        "neighbours(here)"
    ),
    q!(
        "step",
        Step,
        [Space, Direction],
        Gives::OptionalSpace,
        "The space beside another in a direction; none off the board.",
        "step(here, direction)"
    ),
    q!(
        "distance",
        Distance,
        [Space, Space],
        Gives::Int,
        "The fewest steps from one space to another; -1 when there is no way.",
        "distance(a, b)"
    ),
    q!(
        "index",
        SpaceIndex,
        [Space],
        Gives::Int,
        "The number of a space on its board, from 0.",
        "index(here)"
    ),
    q!(
        "directions",
        Directions,
        [Board],
        Gives::Directions,
        "The directions of a board, in their order.",
        "directions(map)"
    ),
    q!(
        "opposite",
        Opposite,
        [Direction],
        Gives::Direction,
        "The opposite direction.",
        "opposite(d)"
    ),
    q!(
        "ray",
        Ray,
        [Space, Direction],
        Gives::Spaces,
        "The spaces beyond a space in a direction, up to the edge.",
        "ray(here, d)"
    ),
    q!(
        "space_at",
        SpaceAt,
        [Board, Int],
        Gives::NumberedSpace,
        "The space with a number, counted around a ring.",
        "space_at(path, 0)"
    ),
    q!(
        "on_edge",
        OnEdge,
        [Space],
        Gives::Bool,
        "Whether a space has fewer neighbours than the board's inner spaces.",
        "on_edge(cell)"
    ),
    q!(
        "space",
        SpaceHolding,
        [Piece],
        Gives::OptionalSpace,
        "The space whose place a piece lies in.",
        "space(tile)"
    ),
    q!(
        "board_owner",
        OwnerOfSpace,
        [Space],
        Gives::OptionalPlayer,
        "The player whose board a space is on.",
        "board_owner(cell)"
    ),
    q!(
        "placements",
        Placements,
        [Shape, Board],
        Gives::PlacementsOn(1),
        "Every way to lay a shape, in all rotations, on a board.",
        "placements(building.shape, map)"
    ),
    q!(
        "placements_at",
        PlacementsAt,
        [Shape, Space],
        Gives::PlacementsOn(1),
        "Those of them that begin at a space: it is the first one they cover.",
        "placements_at(building.shape, here)"
    ),
    q!(
        "cells",
        Cells,
        [Placement],
        Gives::Spaces,
        "The spaces a placement covers.",
        "cells(spot)"
    ),
    q!(
        "alike",
        Alike,
        [Piece, Piece],
        Gives::Bool,
        "Whether two pieces are copies of one row, or equal pieces of a kind without rows.",
        "alike(card, top(deck) else card)"
    ),
    q!(
        "the",
        The,
        [Optional],
        Gives::Required,
        "The value itself, which must be there: a fault when it is none.",
        "the(top(deck))"
    ),
    q!(
        "knows",
        Knows,
        [Player, Piece],
        Gives::Bool,
        "Whether a player knows which piece this is.",
        "knows(you, card)"
    ),
    q!(
        "repetitions",
        Repetitions,
        [Player, Moment],
        Gives::Int,
        "How often the position stood before with this player to decide, since a moment came.",
        "repetitions(you, dusk)"
    ),
];

macro_rules! f {
    ($name:literal, $op:ident, $value:ident, $gives:ident, $doc:literal, $example:literal) => {
        FoldRow {
            name: $name,
            op: FoldOp::$op,
            value: FoldValue::$value,
            gives: FoldGives::$gives,
            doc: $doc,
            example: $example,
        }
    };
}

/// Every built-in fold, a row each.
pub const FOLDS: &[FoldRow] = &[
    f!(
        "count",
        Count,
        Absent,
        Int,
        "How many members there are.",
        "count(x in hand where x.cost > 2)"
    ),
    f!(
        "sum",
        Sum,
        Int,
        Int,
        "The sum of a number of each.",
        "sum(x in row : x.cost)"
    ),
    f!(
        "any",
        Any,
        Absent,
        Bool,
        "Whether there is a member.",
        "any(x in hand where x.cost > 2)"
    ),
    f!(
        "every",
        Every,
        Bool,
        Bool,
        "Whether something holds for every member.",
        "every(x in row : x.colour == red)"
    ),
    f!(
        "nothing",
        Nothing,
        Absent,
        Bool,
        "Whether there is no member.",
        "nothing(x in hand where x.cost > 2)"
    ),
    f!(
        "least",
        Least,
        Int,
        Int,
        "The smallest number; 0 without members.",
        "least(p in players : p.money)"
    ),
    f!(
        "most",
        Most,
        Int,
        Int,
        "The largest number; 0 without members.",
        "most(p in players : p.money)"
    ),
    f!(
        "first",
        First,
        Absent,
        Member,
        "The first member, or none.",
        "first(x in row where x.cost > 2)"
    ),
    f!(
        "last",
        Last,
        Absent,
        Member,
        "The last member, or none.",
        "last(x in row where x.cost > 2)"
    ),
    f!(
        "fewest",
        Fewest,
        Int,
        Member,
        "The first member with the smallest number, or none.",
        "fewest(p in players : p.money)"
    ),
    f!(
        "greatest",
        Greatest,
        Int,
        Member,
        "The first member with the largest number, or none.",
        "greatest(p in players : p.money)"
    ),
    f!(
        "distinct",
        Distinct,
        Scalar,
        Int,
        "How many different values there are.",
        "distinct(x in hand : x.colour)"
    ),
    f!(
        "group",
        Group,
        Member,
        Members,
        "The connected spaces that hold, around one of them; empty when that one does not hold.",
        "group(s in map where s.wood : here)"
    ),
    f!(
        "groups",
        Groups,
        Absent,
        Members,
        "One space of each connected group.",
        "groups(s in map where s.wood)"
    ),
    f!(
        "streak",
        Streak,
        Absent,
        Int,
        "How many members hold in a row, from the first on.",
        "streak(s in ray(here, d) where s.mark == you)"
    ),
];

/// Looks up the row of a query by the word that authors write.
#[must_use]
pub fn query(name: &str) -> Option<&'static QueryRow> {
    QUERIES.iter().find(|row| row.name == name)
}

/// Looks up the row of a fold by the word that authors write.
#[must_use]
pub fn fold(name: &str) -> Option<&'static FoldRow> {
    FOLDS.iter().find(|row| row.name == name)
}
