//! Expressions and statements with their names resolved.

use crate::rules::ids::{
    ActionId, BoardId, KindId, OptionId, PlaceId, QueryId, ShapeId, Slot, TableId, VarId,
};
use crate::rules::ops::{FoldOp, QueryOp};
use crate::rules::types::Type;
use crate::source::Span;

mod stmt;

pub(crate) use stmt::SetsOff;
pub use stmt::{Block, Choose, Quantity, Stmt, StmtKind, Target, Write};

/// A typed expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: Box<ExprKind>,
    /// Its type.
    pub ty: Type,
    /// Where it was written.
    pub span: Span,
}

/// The sorts of expressions.
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
        /// Which.
        var: VarId,
        /// Whose; none for the table.
        of: Option<Expr>,
        /// Which of an indexed variable.
        at: Option<Expr>,
    },
    /// The attribute in this column of the rows of a kind. `of` is a piece or a row.
    Attribute {
        /// The kind or record.
        kind: KindId,
        /// Number of the attribute among the kind's attributes.
        column: usize,
        /// Whose.
        of: Expr,
    },
    /// The count of one value in a bag attribute.
    BagCount {
        /// The kind or record.
        kind: KindId,
        /// Number of the attribute.
        column: usize,
        /// Whose.
        of: Expr,
        /// Which value.
        at: Expr,
    },
    /// The player a piece was made for (`kind cube: 10 per player`).
    MadeFor(Expr),
    /// An attribute of a space, given by the board's layout.
    SpaceAttribute {
        /// The board.
        board: BoardId,
        /// Number of the attribute.
        column: usize,
        /// Which space.
        of: Expr,
    },
    /// A place: the table's, or the one of the player, space or piece `of`.
    Place {
        /// Which.
        place: PlaceId,
        /// Whose.
        of: Option<Expr>,
    },
    /// Every piece of a kind, in the order of the rows.
    AllPieces(KindId),
    /// Every row of a record.
    AllRows(KindId),
    /// Every value of an enum (its number of values).
    AllValues(u32),
    /// Every space of a board; of a player's own board when `of` is there.
    AllSpaces {
        /// Which board.
        board: BoardId,
        /// Whose.
        of: Option<Expr>,
    },
    /// All players in seat order.
    Players,
    /// From one number to another, both included.
    Range(Expr, Expr),
    /// The members of a collection for which a condition holds.
    Filter(Binder),
    /// `[a, b]` of enum values not all known beforehand.
    SetOf(Vec<Expr>),
    /// A shape known beforehand.
    Shape(ShapeId),
    /// A query of the rules.
    Query(QueryId, Vec<Expr>),
    /// An expression slot of a row: `card.condition(cell)`.
    Slot {
        /// The kind or record.
        kind: KindId,
        /// Number of the slot among the kind's value slots.
        slot: usize,
        /// Whose.
        of: Expr,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// The value of a lookup table at a key.
    Lookup(TableId, Expr),
    /// A built-in query.
    Op(QueryOp, Vec<Expr>),
    /// A question about the members of a collection.
    Fold {
        /// Which question.
        op: FoldOp,
        /// Each member, and which of them.
        binder: Binder,
        /// What is taken of each.
        value: Option<Expr>,
    },
    /// Whether at least one instance of an action is legal now for `you`.
    Possible(ActionId),
    /// `not`
    Not(Expr),
    /// `-`
    Negate(Expr),
    /// Both; the second is not asked when the first fails.
    And(Expr, Expr),
    /// Either; the second is not asked when the first holds.
    Or(Expr, Expr),
    /// Equal, of any scalar type.
    Equal(Expr, Expr),
    /// Less.
    Less(Expr, Expr),
    /// Less or equal.
    LessEqual(Expr, Expr),
    /// Arithmetic.
    Arithmetic(Arithmetic, Expr, Expr),
    /// Whether a scalar is a member: of a set of enum values, a place, or any collection.
    Member(Expr, Expr),
    /// `if … then … else …`
    If(Expr, Expr, Expr),
}

/// Arithmetic; checked for overflow in play.
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
    /// What people call it.
    pub name: String,
    /// Where its value stands in the frame.
    pub slot: Slot,
    /// Type of a member.
    pub ty: Type,
    /// The collection.
    pub source: Expr,
    /// Which members.
    pub cond: Option<Expr>,
}

impl Binder {
    /// The collection and the condition.
    pub(crate) fn values(&self) -> Vec<&Expr> {
        std::iter::once(&self.source).chain(&self.cond).collect()
    }
}
