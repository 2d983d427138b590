//! Expressions as flat nodes.

pub use crate::program::ids::{NodeId, NodePair, SourceId};
use crate::program::kept::Kept;
use crate::rules::expr::Arithmetic;
use crate::rules::ids::{ActionId, BoardId, ModifierId, QueryId};
use crate::rules::ops::{FoldOp, QueryOp};
use std::ops::Range;

/// A part of `Program::node_lists`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NodeList {
    start: NodePair,
    count: u16,
}

impl NodeList {
    /// Makes the list of so many nodes from one on.
    #[must_use]
    pub fn new(start: NodePair, count: u16) -> NodeList {
        NodeList { start, count }
    }

    /// Counts the nodes of the list.
    #[must_use]
    pub fn len(self) -> usize {
        usize::from(self.count)
    }

    /// Tells whether it has none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// Gives their positions in `Program::node_lists`.
    pub(crate) fn range(self) -> Range<usize> {
        let start = self.start.index();
        start..start + self.len()
    }
}

/// Stands in the slot of a `Node::Once` that was not asked yet. A value that happens to be this number is asked again.
pub const UNKNOWN: i32 = i32::MIN + 1;

/// Queries with at most so many arguments are remembered while nothing changes.
pub const MOST_REMEMBERED: usize = 3;

/// An expression with a scalar value. Small, so that a walk over them stays in the cache.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Node {
    /// The same value, noted at a mark of the program.
    Seen {
        /// Number of the mark.
        mark: u32,
        /// The value.
        of: NodeId,
    },
    /// A number known beforehand.
    Const(i32),
    /// A value of the frame.
    Local(u16),
    /// A variable of the table.
    Load(u32),
    /// `memory[base + of * stride]`; `base` already allows for the first holder.
    LoadOf {
        /// Address of holder 0 (may be before the table when holders are numbered from elsewhere).
        base: i32,
        /// Numbers from one holder to the next.
        stride: u16,
        /// The holder.
        of: NodeId,
    },
    /// As `LoadOf`, of a holder in a slot: the commonest question of all.
    LoadOfLocal {
        /// Address of holder 0.
        base: i32,
        /// Numbers from one holder to the next.
        stride: u16,
        /// The holder's slot.
        slot: u16,
    },
    /// As `LoadOf`, for an indexed variable; `of` may be a constant 0 for the table.
    LoadAt {
        /// Address of holder 0, value 0.
        base: i32,
        /// Numbers from one holder to the next.
        stride: u16,
        /// The holder and then the value, two nodes in `node_lists`.
        args: NodePair,
    },
    /// `rows[base + of]`: an attribute of a piece or row.
    Attribute {
        /// Where the column begins, less the first piece of the kind.
        base: i32,
        /// The piece or row.
        of: NodeId,
    },
    /// As `Attribute`, of a piece or row in a slot.
    AttributeOfLocal {
        /// Where the column begins, less the first piece of the kind.
        base: i32,
        /// The slot.
        slot: u16,
    },
    /// An attribute of a row that is an attribute of a piece: `rows[second + rows[first + of]]`.
    AttributeOfRow {
        /// The column with the row.
        first: i32,
        /// The column of the record.
        second: i32,
        /// The piece.
        of: NodeId,
    },
    /// As `AttributeOfRow`, of a piece in a slot.
    AttributeOfRowOfLocal {
        /// The column with the row.
        first: i32,
        /// The column of the record.
        second: i32,
        /// The slot.
        slot: u16,
    },
    /// The count of a value in a bag: `rows[base + of * width + at]`.
    BagCount {
        /// Where the column begins, less the first piece times the width.
        base: i32,
        /// Number of values of the enum.
        width: u16,
        /// Piece and value, two nodes in `node_lists`.
        args: NodePair,
    },
    /// An attribute of a space, by the layout its board uses.
    SpaceAttribute {
        /// The board.
        board: BoardId,
        /// The attribute.
        column: u16,
        /// The space.
        of: NodeId,
    },
    /// A place of a holder: `base + of`.
    PlaceOf {
        /// Place of holder 0.
        base: i32,
        /// The holder.
        of: NodeId,
    },
    /// As `PlaceOf`, of a holder in a slot.
    PlaceOfLocal {
        /// Place of holder 0.
        base: i32,
        /// The slot.
        slot: u16,
    },
    /// The player a piece was made for.
    MadeFor(NodeId),
    /// The value of a lookup table.
    Lookup {
        /// Which table.
        table: u16,
        /// The key.
        key: NodeId,
    },
    /// Sets a slot, then asks the body.
    Let {
        /// The slot.
        slot: u16,
        /// Its value.
        value: NodeId,
        /// Asked afterwards.
        body: NodeId,
    },
    /// The body's value, asked only while the slot holds `UNKNOWN`.
    Once {
        /// Where the answer stays.
        slot: u16,
        /// Asked the first time.
        body: NodeId,
    },
    /// Calls a query in a frame of its own.
    Call {
        /// Which.
        query: QueryId,
        /// Its arguments.
        args: NodeList,
    },
    /// The expression text of a row.
    Slot {
        /// Which column of texts.
        column: u16,
        /// The row or piece, then the arguments.
        args: NodeList,
    },
    /// A set of enum values.
    SetOf(NodeList),
    /// `not`
    Not(NodeId),
    /// `-`
    Negate(NodeId),
    /// Both.
    And(NodeId, NodeId),
    /// Either.
    Or(NodeId, NodeId),
    /// Equal.
    Equal(NodeId, NodeId),
    /// Equal to a number known beforehand.
    EqualConst(NodeId, i32),
    /// Two slots are equal.
    EqualLocals(u16, u16),
    /// Less.
    Less(NodeId, NodeId),
    /// Less or equal.
    LessEqual(NodeId, NodeId),
    /// Arithmetic.
    Arithmetic(Arithmetic, NodeId, NodeId),
    /// `if`
    If(NodeId, NodeId, NodeId),
    /// A bit of a set.
    InSet(NodeId, NodeId),
    /// A piece in a place.
    InPlace(NodeId, NodeId),
    /// A number within bounds; the bounds are two nodes in `node_lists`.
    InRange(NodeId, NodePair),
    /// A member of any collection.
    InSource(NodeId, SourceId),
    /// How many a collection has.
    Size(SourceId),
    /// How many pieces a place has.
    PlaceSize(NodeId),
    /// A built-in query about scalars.
    Op1(QueryOp, NodeId),
    /// A built-in query about two scalars.
    Op2(QueryOp, NodeId, NodeId),
    /// The space beside in a direction, or none.
    Beside {
        /// The board.
        board: BoardId,
        /// The space.
        of: NodeId,
        /// The direction.
        direction: NodeId,
    },
    /// Steps between spaces of a board, or -1.
    Distance {
        /// The board.
        board: BoardId,
        /// A space.
        from: NodeId,
        /// Another.
        to: NodeId,
    },
    /// A chance pick from a collection.
    Random(SourceId),
    /// A chance pick from a place.
    RandomPiece(NodeId),
    /// A chance number.
    Roll(NodeId, NodeId),
    /// How many play.
    PlayerCount,
    /// A question about the members of a collection.
    Fold {
        /// Which.
        op: FoldOp,
        /// The collection.
        source: SourceId,
        /// Where each member stands while it is asked about.
        slot: u16,
        /// The value taken; unused (0) for some.
        value: NodeId,
    },
    /// Whether an action has a legal instance for the player in slot 0.
    Possible(ActionId),
}

impl Node {
    /// The slots of the frame that it reads itself, apart from its parts.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest reads no slot")]
    pub(crate) fn slots(self) -> [Option<u16>; 2] {
        match self {
            Node::Local(slot)
            | Node::LoadOfLocal { slot, .. }
            | Node::AttributeOfLocal { slot, .. }
            | Node::AttributeOfRowOfLocal { slot, .. }
            | Node::PlaceOfLocal { slot, .. } => [Some(slot), None],
            Node::EqualLocals(a, b) => [Some(a), Some(b)],
            _ => [None; 2],
        }
    }
}

/// A collection: values bound first, where members come from, and conditions on them.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// Slots set before the walk (arguments of an expanded query).
    pub lets: Vec<(u16, NodeId)>,
    /// Where members come from.
    pub base: Base,
    /// For each: the slot that holds the member while the condition is asked.
    pub filters: Vec<(u16, NodeId)>,
    /// Ends the walk at the first member that fails: a streak.
    pub until_false: bool,
}

/// Where members of a collection come from.
#[derive(Debug, Clone, PartialEq)]
pub enum Base {
    /// Pieces of a place, in its order.
    Place(NodeId),
    /// From a number for so many: all pieces of a kind, all rows, all values.
    Numbers(i32, i32),
    /// A range, both ends included.
    Range(NodeId, NodeId),
    /// The bits of a set.
    Set(NodeId),
    /// All players.
    Players,
    /// All players from one on.
    PlayersFrom(NodeId),
    /// The others, from the next on.
    Opponents(NodeId),
    /// The spaces of a board; of the player's own one if asked.
    Board(BoardId, Option<NodeId>),
    /// The spaces beside a space of a board.
    Neighbours(BoardId, NodeId),
    /// The spaces of a board beyond a space in a direction.
    Ray(BoardId, NodeId, NodeId),
    /// Placements of a shape on a board's spaces.
    Placements(NodeId, BoardId, Option<NodeId>),
    /// Placements of a shape of which a space of a board is the first.
    PlacementsAt(NodeId, BoardId, NodeId),
    /// Spaces of a placement; the board and whose.
    Cells(NodeId),
    /// The connected members of a source around a start.
    Group {
        /// Which spaces may belong.
        of: SourceId,
        /// The start.
        start: NodeId,
    },
    /// One space for each connected group of a source.
    Groups(SourceId),
    /// One collection or another.
    If(NodeId, SourceId, SourceId),
    /// Some values.
    List(NodeList),
}

/// A query called in a frame of its own.
#[derive(Debug, Clone)]
pub struct Query {
    /// For messages.
    pub name: String,
    /// Number of parameters after `you`.
    pub params: u16,
    /// Slots of its frame.
    pub slots: u16,
    /// Its value.
    pub body: NodeId,
    /// Modifiers, in the order they apply.
    pub modifiers: Vec<ModifierId>,
    /// Where its answers are kept; none when they are not.
    pub kept: Option<Kept>,
}
