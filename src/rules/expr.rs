//! Typed expressions, their names resolved to ids and slots. Statements are in `stmt`.

use crate::ids::{
    ActionId, BoardId, KindId, OptionId, PlaceId, QueryId, RowId, ShapeId, Slot, TableId, VarId,
};
use crate::ops::{FoldOp, QueryOp};
use crate::types::Type;
use ludex_source::Span;

mod origin;
mod stmt;

pub use origin::ValueOrigin;
pub use stmt::{
    Block, Choose, PossibleSet, Quantity, SetsOff, Stmt, StmtKind, Target, Waits, Whole, Write,
};

/// A typed expression with its place in the source.
#[derive(Debug, Clone)]
pub struct Expr {
    /// The operator with its operands.
    pub kind: Box<ExprKind>,
    /// The type of its value, `Type::Wrong` after a reported mistake.
    pub ty: Type,
    /// The bytes of the source that it was written as.
    pub span: Span,
}

impl Expr {
    /// Lists the slots of the local names that it is made of: itself, or the members that it lists.
    pub fn members_named(&self) -> Vec<Slot> {
        if let ExprKind::Local(slot) = &*self.kind {
            vec![*slot]
        } else if let ExprKind::SetOf(members) = &*self.kind {
            members.iter().flat_map(Expr::members_named).collect()
        } else {
            Vec::new()
        }
    }
}

/// The sorts of expressions, each with its operands.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number, flag, enum value, row, player seat, `none`, set mask: anything known beforehand.
    Const(i32),
    /// A value of this frame: a parameter, `let`, bound name. Slot 0 is always `you`; in a hook or row slot, slot 1 is `this`.
    Local(Slot),
    /// The value of an option (chosen at set-up).
    Option(OptionId),
    /// A variable of the table, or of the player, space or piece `of`; `at` is the enum value of an indexed one.
    Var {
        /// The variable's declaration, shared by all holders.
        var: VarId,
        /// The holder: a player, space or piece; none for the table.
        of: Option<Expr>,
        /// The enum value that selects a number of an indexed variable.
        at: Option<Expr>,
    },
    /// The attribute in a column of the rows of a kind. `of` is a piece or a row.
    Attribute {
        /// The kind or record.
        kind: KindId,
        /// The column: an index of `Kind::attributes`.
        column: usize,
        /// The piece or row that has the attribute.
        of: Expr,
    },
    /// The count of one value in a bag attribute.
    BagCount {
        /// The kind or record.
        kind: KindId,
        /// The column of the bag: an index of `Kind::attributes`.
        column: usize,
        /// The piece or row that has the bag.
        of: Expr,
        /// The enum value that is counted.
        at: Expr,
    },
    /// The player a piece was made for (`kind cube: 10 per player`).
    MadeFor(Expr),
    /// An attribute of a space, given by the board's layout.
    SpaceAttribute {
        /// The board that declares the attribute.
        board: BoardId,
        /// The column: an index of `Board::attributes`.
        column: usize,
        /// The space that has the attribute.
        of: Expr,
    },
    /// A place: the table's, or the one of the player, space or piece `of`.
    Place {
        /// The place's declaration, shared by all holders.
        place: PlaceId,
        /// The holder: a player, space or piece; none for the table.
        of: Option<Expr>,
    },
    /// Every piece of a kind, in the order of the rows.
    AllPieces(KindId),
    /// The copies of a row: so many pieces of a kind from one on.
    Copies {
        /// The kind of the pieces.
        kind: KindId,
        /// The row that is the first copy.
        first: RowId,
        /// The number of copies.
        count: u32,
    },
    /// Every row of a record.
    AllRows(KindId),
    /// Every value of an enum (its number of values).
    AllValues(u32),
    /// Every space of a board; of a player's own board when `of` is there.
    AllSpaces {
        /// The board whose spaces are meant.
        board: BoardId,
        /// The player whose board it is, of a board for each player.
        of: Option<Expr>,
    },
    /// All players in seat order.
    Players,
    /// From one number to another, both included.
    Range(Expr, Expr),
    /// The members of a collection for which a condition holds.
    Filter(Binder),
    /// The members of two collections, each once: those of the first, then what else the second has.
    Union(Expr, Expr),
    /// `[a, b]` of enum values not all known beforehand.
    SetOf(Vec<Expr>),
    /// A shape known beforehand, of an attribute.
    Shape(ShapeId),
    /// A query of the rules, with its arguments.
    Query(QueryId, Vec<Expr>),
    /// An expression slot of a row: `card.condition(cell)`.
    Slot {
        /// The kind or record.
        kind: KindId,
        /// The index of the slot in `Kind::value_slots`.
        slot: usize,
        /// The piece or row whose text is evaluated.
        of: Expr,
        /// The arguments, in slots 2, 3, … of its frame.
        args: Vec<Expr>,
    },
    /// The value of a lookup table at a key.
    Lookup(TableId, Expr),
    /// A built-in query, with its arguments.
    Op(QueryOp, Vec<Expr>),
    /// A fold: an aggregate of the members of a collection.
    Fold {
        /// The aggregate: sum, count, least, …
        op: FoldOp,
        /// The name bound to each member, its collection and its filter.
        binder: Binder,
        /// The expression evaluated for each member, of folds that have one.
        value: Option<Expr>,
    },
    /// True if at least one instance of an action is legal now for `you`.
    Possible(ActionId),
    /// True if a choice of several could be made of what there is now.
    PossibleSet(Box<PossibleSet>),
    /// `not`
    Not(Expr),
    /// `-`
    Negate(Expr),
    /// The amount of a verb: a fault when it is below zero.
    Amount(Expr),
    /// The conjunction; the second operand is not evaluated when the first is false.
    And(Expr, Expr),
    /// The disjunction; the second operand is not evaluated when the first is true.
    Or(Expr, Expr),
    /// Equality of two values of any scalar type.
    Equal(Expr, Expr),
    /// True if the first number is less. `>` is the same with its operands exchanged.
    Less(Expr, Expr),
    /// True if the first number is less or equal.
    LessEqual(Expr, Expr),
    /// An operator on two numbers.
    Arithmetic(Arithmetic, Expr, Expr),
    /// True if a scalar is a member of a set of enum values, a place, or any collection.
    Member(Expr, Expr),
    /// `if … then … else …`
    If(Expr, Expr, Expr),
    /// `let x = …` as a condition: whether there is one, which then stands in a slot.
    Let(Slot, Expr),
    /// The first, or the second when that is none.
    Else(Expr, Expr),
    /// `P0.income` in a question from outside: the second with the first, a player, as `you`.
    For(Expr, Expr),
}

/// The arithmetic operators, as `numbers::arithmetic` defines them; overflow is a fault in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `div`
    Divide,
    /// `mod`
    Modulo,
}

/// A name bound to each member of a collection.
#[derive(Debug, Clone)]
pub struct Binder {
    /// The name that authors and players read.
    pub name: String,
    /// The slot of the frame that holds the member.
    pub slot: Slot,
    /// The type of a member.
    pub ty: Type,
    /// The collection that the members come from, in its order.
    pub source: Expr,
    /// The filter: only members for which it holds are taken.
    pub cond: Option<Expr>,
}

impl Binder {
    /// Lists the collection and the condition.
    pub(crate) fn values(&self) -> Vec<&Expr> {
        std::iter::once(&self.source).chain(&self.cond).collect()
    }
}
