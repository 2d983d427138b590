//! Expressions as flat nodes: a table of operators whose operands are ids of other nodes.
//!
//! `NodeId`s replace pointers, so an expression is copied, hashed and walked without recursion through boxes.
//! `compile/expand.rs` makes them, `engine/lower` gives them their meaning.

pub use crate::ids::{NodeId, NodePair, SourceId};
use crate::memo::QueryMemo;
use ludex_rules::expr::Arithmetic;
use ludex_rules::ids::{ActionId, BoardId, KindId, ModifierId, OptionId, PlaceId, QueryId, VarId};
use ludex_rules::ops::{FoldOp, QueryOp};
use std::ops::Range;

/// A list of nodes: so many ids from a position of `Program::node_lists` on.
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

    /// Returns their positions in `Program::node_lists`.
    pub(crate) fn range(self) -> Range<usize> {
        let start = self.start.index();
        start..start + self.len()
    }
}

/// The sentinel in the slot of a `Node::Once` that was not asked yet. A value that happens to be this number is asked again.
pub const UNKNOWN: i32 = i32::MIN + 1;

/// An expression with a scalar value: an operator with the ids of its operands. Small, so that a walk over them stays in the
/// cache.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Node {
    /// The value of a node, counted at a mark of the program.
    Seen {
        /// The mark: a number in `Program::marks`.
        mark: u32,
        /// The node whose value it is.
        of: NodeId,
    },
    /// A number known beforehand.
    Const(i32),
    /// The value in a slot of the frame.
    Local(u16),
    /// The value of an option of the game.
    Option(OptionId),
    /// A variable of the table.
    Load(VarId),
    /// A variable of a holder.
    LoadOf {
        /// The variable that is read.
        var: VarId,
        /// The holder: a player, space or piece.
        of: NodeId,
    },
    /// A number of an indexed variable.
    LoadAt {
        /// The variable that is read.
        var: VarId,
        /// The holder (0 for the table) and then the enum value, two nodes in `node_lists`.
        args: NodePair,
    },
    /// An attribute of a piece or row.
    Attribute {
        /// The kind or record that declares it.
        kind: KindId,
        /// The column: an index of `layout::Kind::attributes`.
        column: u16,
        /// The piece or row that has the attribute.
        of: NodeId,
    },
    /// The count of a value in a bag, an attribute that has a number for each value of an enum.
    BagCount {
        /// The kind or record that declares it.
        kind: KindId,
        /// The column: an index of `layout::Kind::attributes`.
        column: u16,
        /// The piece and then the value, two nodes in `node_lists`.
        args: NodePair,
    },
    /// The first piece that is a copy of a piece, or itself; see `Layout::alike_at`.
    FirstCopy(NodeId),
    /// An attribute of a space, in the layout that its board uses: `attributes[column * n + number]`.
    SpaceAttribute {
        /// The board that declares the attribute.
        board: BoardId,
        /// The column: an index of `layout::Board::attributes`.
        column: u16,
        /// The space that has the attribute.
        of: NodeId,
    },
    /// The single place of the table.
    Place(PlaceId),
    /// The single place of a holder.
    PlaceOf {
        /// The place as it is declared.
        place: PlaceId,
        /// The holder: a player, space or piece.
        of: NodeId,
    },
    /// The player that a piece was made for, or `NONE`: `piece_for[of]`.
    MadeFor(NodeId),
    /// The value of a lookup table at a key; a fault below the first key.
    Lookup {
        /// The table: an index of `Layout::tables`.
        table: u16,
        /// The key to look up.
        key: NodeId,
    },
    /// The value of `body` in a frame whose slot holds the value of `value`.
    Let {
        /// The slot that is bound.
        slot: u16,
        /// The value that is bound, evaluated first.
        value: NodeId,
        /// The node evaluated afterwards.
        body: NodeId,
    },
    /// The body's value, evaluated only while the slot holds `UNKNOWN`: common subexpressions of an action's requirements.
    Once {
        /// The slot where the answer stays.
        slot: u16,
        /// The node evaluated the first time.
        body: NodeId,
    },
    /// The answer of a query, evaluated in a frame of its own.
    Call {
        /// The query that is called.
        query: QueryId,
        /// The arguments, for slots 1, 2, … of its frame; slot 0 is the caller's `you`.
        args: NodeList,
    },
    /// The value of the expression text of a row: a virtual call by the row.
    Slot {
        /// The column of texts: an index of `Layout::value_columns`.
        column: u16,
        /// The row or piece, then the arguments, for slots 1, 2, … of its frame.
        args: NodeList,
    },
    /// A set of enum values: bit `v` is set when one of the nodes has value `v`.
    SetOf(NodeList),
    /// `not`
    Not(NodeId),
    /// `-`
    Negate(NodeId),
    /// The amount of a verb: a fault when it is below zero.
    Amount(NodeId),
    /// The conjunction, which evaluates the second operand only if the first is true.
    And(NodeId, NodeId),
    /// The disjunction, which evaluates the second operand only if the first is false.
    Or(NodeId, NodeId),
    /// Equality of two scalars.
    Equal(NodeId, NodeId),
    /// True if the first number is less.
    Less(NodeId, NodeId),
    /// True if the first number is less or equal.
    LessEqual(NodeId, NodeId),
    /// An operator on two numbers, as `rules::numbers` defines it.
    Arithmetic(Arithmetic, NodeId, NodeId),
    /// `if`
    If(NodeId, NodeId, NodeId),
    /// True if an enum value (the first node) is in a set (the second).
    InSet(NodeId, NodeId),
    /// True if a piece (the first node) lies in a place (the second).
    InPlace(NodeId, NodeId),
    /// True if a number lies within bounds, both included; the bounds are two nodes in `node_lists`.
    InRange(NodeId, NodePair),
    /// True if a value is a member of any collection, found by a walk.
    InSource(NodeId, SourceId),
    /// The number of members of a collection.
    Size(SourceId),
    /// The number of pieces in a place.
    PlaceSize(NodeId),
    /// A built-in query about scalars.
    Op1(QueryOp, NodeId),
    /// A built-in query about two scalars.
    Op2(QueryOp, NodeId, NodeId),
    /// The space beside another in a direction, or `NONE`.
    Beside {
        /// The board of the space.
        board: BoardId,
        /// The space from which the step leads.
        of: NodeId,
        /// The direction of the step, a number of `direction_names`.
        direction: NodeId,
    },
    /// The fewest steps between two spaces of a board, or -1 without a way.
    Distance {
        /// The board of both spaces.
        board: BoardId,
        /// The space where the way begins.
        from: NodeId,
        /// The space where the way ends.
        to: NodeId,
    },
    /// A member of a collection, each equally likely (chance).
    Random(SourceId),
    /// A piece of a place, each equally likely (chance).
    RandomPiece(NodeId),
    /// A number from one to another, both included, each equally likely (chance).
    Roll(NodeId, NodeId),
    /// The number of players.
    PlayerCount,
    /// A fold: an aggregate of the members of a collection.
    Fold {
        /// The aggregate: sum, count, least, …
        op: FoldOp,
        /// The collection that is folded.
        source: SourceId,
        /// The slot that holds each member while `value` is evaluated.
        slot: u16,
        /// The node evaluated for each member; unused (0) for folds without one.
        value: NodeId,
    },
    /// True if an action has a legal instance for the player in slot 0.
    Possible(ActionId),
    /// True if some members of a collection can be chosen that meet a condition as a whole.
    PossibleSet {
        /// The collection of the candidates.
        source: SourceId,
        /// The condition, which reads what is chosen from the slots of a list.
        cond: NodeId,
        /// The first of the three slots of the list; the second holds how many may be chosen.
        chosen: u16,
        /// True if exactly so many must be chosen.
        exact: bool,
        /// True if the same member may be chosen again.
        again: bool,
        /// True if the members are pieces, of which some may be equal.
        of_pieces: bool,
    },
}

impl Node {
    /// Returns the slot of the frame that it reads itself, apart from its parts.
    pub fn slot(self) -> Option<u16> {
        if let Node::PossibleSet { chosen, .. } = self {
            return Some(chosen + 1);
        }
        let Node::Local(slot) = self else {
            return None;
        };
        Some(slot)
    }

    /// Returns true if it draws a random number itself, apart from its parts.
    pub fn draws(self) -> bool {
        matches!(
            self,
            Node::Random(_) | Node::RandomPiece(_) | Node::Roll(..)
        )
    }

    /// Tells whether its value stands somewhere and is read at once.
    pub fn is_read(self) -> bool {
        matches!(
            self,
            Node::Const(_) | Node::Local(_) | Node::Option(_) | Node::Load(_) | Node::Place(_)
        )
    }

    /// Returns the place out of which it takes a piece, if it does no more than that.
    pub fn out_of(self) -> Option<NodeId> {
        let (Node::RandomPiece(place) | Node::Op1(QueryOp::Top | QueryOp::Bottom, place)) = self
        else {
            return None;
        };
        Some(place)
    }

    /// Returns the slots that it sets itself before its parts are asked.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest sets no slot")]
    pub fn binds(self) -> [Option<u16>; 2] {
        match self {
            Node::Let { slot, .. } | Node::Fold { slot, .. } => [Some(slot), None],
            Node::PossibleSet { chosen, .. } => [Some(chosen), Some(chosen + 2)],
            _ => [None; 2],
        }
    }
}

/// A collection as an iterator: values bound first, the source of members, and filters on them.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// Slots set before the walk (arguments of an expanded query).
    pub lets: Vec<(u16, NodeId)>,
    /// The source of the members.
    pub base: Base,
    /// The filters: the slot that holds the member, and the condition.
    pub filters: Vec<(u16, NodeId)>,
    /// Ends the walk at the first member that fails a filter: a streak.
    pub until_false: bool,
}

impl Source {
    /// Lists the slots that the walk sets.
    pub fn names(&self) -> impl Iterator<Item = u16> {
        self.lets.iter().chain(&self.filters).map(|(slot, _)| *slot)
    }
}

/// The source of the members of a collection, which fixes their order.
#[derive(Debug, Clone, PartialEq)]
pub enum Base {
    /// The pieces of a place, in its order.
    Place(NodeId),
    /// Numbers from the first on, so many: all pieces of a kind, all rows, all values.
    Numbers(i32, i32),
    /// The numbers of a range, both ends included.
    Range(NodeId, NodeId),
    /// The bits of a set, ascending.
    Set(NodeId),
    /// All players, by seat.
    Players,
    /// All players from one on, around the table.
    PlayersFrom(NodeId),
    /// The other players, from the next on, around the table.
    Opponents(NodeId),
    /// The spaces in use of a board; of the player's own one if a node names the player.
    Board(BoardId, Option<NodeId>),
    /// The spaces beside a space of a board.
    Neighbours(BoardId, NodeId),
    /// The spaces of a board beyond a space in a direction.
    Ray(BoardId, NodeId, NodeId),
    /// The placements of a shape on a board's spaces; of the player's own board if a node names the player.
    Placements(NodeId, BoardId, Option<NodeId>),
    /// The placements of a shape of which a space of a board is the first.
    PlacementsAt(NodeId, BoardId, NodeId),
    /// The spaces of a placement, ascending.
    Cells(NodeId),
    /// The connected component of a source's members around a start.
    Group {
        /// The spaces that may belong to it.
        of: SourceId,
        /// The space where the search starts.
        start: NodeId,
    },
    /// One space for each connected component of a source.
    Groups(SourceId),
    /// The one collection if a condition holds, otherwise the other.
    If(NodeId, SourceId, SourceId),
    /// One collection, then another that has no member of the first.
    Union(SourceId, SourceId),
    /// The values of some nodes.
    List(NodeList),
    /// The members that a local name keeps: the part of the state's lists from one position to another.
    Kept(NodeId, NodeId),
}

/// A query that is called in a frame of its own.
#[derive(Debug, Clone)]
pub struct Query {
    /// The name in messages, traces and listings.
    pub name: String,
    /// The number of parameters after `you`.
    pub params: u16,
    /// The number of slots that its frame needs.
    pub slots: u16,
    /// The node whose value is the answer, before modifiers.
    pub body: NodeId,
    /// The modifiers, in the order in which they apply.
    pub modifiers: Vec<ModifierId>,
    /// The entries of the memo table for its answers; none when they are not remembered.
    pub kept: Option<QueryMemo>,
}
