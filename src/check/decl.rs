//! Declarations by number: what a top-level name and a member may mean.

use ludex_rules::ids::{
    ActionId, BoardId, EnumId, KindId, MomentId, OptionId, PlaceId, QueryId, RoutineId, SortId,
    TableId, VarId,
};

/// The meaning of a top-level name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decl {
    /// `enum colour { … }`
    Enum(EnumId),
    /// A kind or record.
    Kind(KindId),
    /// `kind beast of card`
    Sort(SortId),
    /// A place of the table or of each player.
    Place(PlaceId),
    /// `board map: grid of cell`
    Board(BoardId),
    /// A variable or track of the table or of each player.
    Var(VarId),
    /// `table value: …`
    Table(TableId),
    /// `moment end_of_turn`
    Moment(MomentId),
    /// `effect gain_food(n: int) { … }`
    Effect(RoutineId),
    /// `query score_of(p: player) -> int = …`
    Query(QueryId),
    /// `action load(card: card) { … }`
    Action(ActionId),
    /// An option: named as `option.NAME`, kept apart from the other names.
    Option(OptionId),
}

/// A member of a kind, record or space, named after a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemberDecl {
    /// Number of an attribute.
    Attribute(usize),
    /// A field of a piece or space, which play may change.
    Field(VarId),
    /// A place held by the piece or space.
    Place(PlaceId),
    /// Number of an effect slot.
    EffectSlot(usize),
    /// Number of an expression slot.
    ValueSlot(usize),
    /// The attribute that holds hooks and modifiers: rows fill it, no rule can name it.
    Hooks,
}
