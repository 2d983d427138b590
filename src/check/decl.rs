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

/// The sort of declaration that a name must mean where no other makes sense: what a `modify` names is a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeclSort {
    /// An action for an offer.
    Action,
    /// A board, whose name is the type of its spaces.
    Board,
    /// An effect that hooks watch.
    Effect,
    /// An enum with its values.
    Enum,
    /// A kind or record.
    Kind,
    /// A moment that play reaches.
    Moment,
    /// A place of the table or of each player.
    Place,
    /// A query that modifiers change.
    Query,
}

impl DeclSort {
    /// Returns the word for it in messages.
    pub(crate) fn word(self) -> &'static str {
        match self {
            DeclSort::Action => "action",
            DeclSort::Board => "board",
            DeclSort::Effect => "effect",
            DeclSort::Enum => "enum",
            DeclSort::Kind => "kind",
            DeclSort::Moment => "moment",
            DeclSort::Place => "place",
            DeclSort::Query => "query",
        }
    }
}

/// The id of a declaration of one sort.
pub(crate) trait DeclId: Sized {
    /// The sort of all declarations with such an id.
    const SORT: DeclSort;

    /// Returns the id of a declaration; none of one of another sort.
    fn from_decl(decl: Decl) -> Option<Self>;
}

macro_rules! decl_ids {
    ($($sort:ident: $id:ty),* $(,)?) => {
        $(impl DeclId for $id {
            const SORT: DeclSort = DeclSort::$sort;

            fn from_decl(decl: Decl) -> Option<$id> {
                if let Decl::$sort(id) = decl { Some(id) } else { None }
            }
        })*

        impl DeclSort {
            /// Returns true if a declaration is of this sort.
            #[must_use]
            pub fn holds(self, decl: Decl) -> bool {
                match self {
                    $(DeclSort::$sort => matches!(decl, Decl::$sort(_)),)*
                }
            }
        }
    };
}

decl_ids! {
    Action: ActionId,
    Board: BoardId,
    Effect: RoutineId,
    Enum: EnumId,
    Kind: KindId,
    Moment: MomentId,
    Place: PlaceId,
    Query: QueryId,
}
