//! The low-level form (`lir`): what a program does, once, for every back end.
//!
//! Enters: what `engine/lower` builds of a program. Leaves: functions of blocks with typed values. The interpreter
//! (`engine/interp`) and machine code (`engine/native`) both read it and add no meaning. Never here: a program's tables, a state.
//!
//! A function has blocks; a block has instructions and one exit. A `Value` is written once, by an instruction or as a block's
//! parameter (static single assignment); a `Var` is written as often as one likes. Memory is named by `Region` and index, never
//! by address. All that may fail names a `Trap`: which fault, and the text it is told of. What is long or seldom is a call of the
//! engine (`engine/host`).

mod build;
mod dominators;
mod order;
mod print;
mod verify;

pub(crate) use build::Builder;
pub(crate) use print::print;
pub(crate) use verify::verify;

use crate::engine::host::Host;
use crate::program::code::Pc;
use crate::program::kept::Kept;
use crate::program::node::NodeId;
use crate::rules::expr::Arithmetic;
use crate::rules::ids::{BoardId, KindId, QueryId, RoutineId, VarId};

/// A value that is written once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Value(u32);

/// A variable of the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Var(u32);

/// A block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Block(u32);

/// Numbers that a function keeps for itself, gone through by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Room(u32);

/// The number of a trap of the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TrapId(u32);

macro_rules! numbered {
    ($($id:ident),*) => { $(impl $id {
        /// Its number, counted from 0.
        pub(crate) fn index(self) -> usize { self.0 as usize }
    })* };
}
numbered!(Value, Var, Block, Room, TrapId);

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    /// 0 or 1.
    Flag,
    /// 32 bits.
    Int,
    /// 64 bits.
    Long,
}

/// An operation on one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unary {
    /// An int as a long, its sign kept.
    SignExtend,
    /// An int as a long, as a number without sign.
    ZeroExtend,
    /// The lower half of a long.
    Low,
    /// A flag as an int.
    FlagToInt,
    /// An int that is 0 or 1 as a flag.
    IntToFlag,
    /// The number of zeros below the lowest bit of a long.
    TrailingZeros,
    /// An int without its sign; the lowest stays as it is.
    Absolute,
}

/// An operation on two values of one type; results wrap. Shifts use the lowest bits of the second, as many as the first needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Shl,
    /// Shifts zeros in.
    Shr,
    /// Shifts the sign in.
    Sar,
    /// The smaller, with sign.
    Min,
    /// The larger, with sign.
    Max,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compare {
    Equal,
    /// With sign.
    Less,
    /// With sign.
    LessEqual,
    /// With sign.
    Greater,
    /// Less, without sign.
    Below,
    /// Greater or equal, without sign.
    AtLeast,
}

/// A number of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    /// Steps left until the next decision; a long.
    Steps,
    /// The depth of questions asked within each other; a long.
    Depth,
    /// The call that may be too deep.
    Asking,
    /// The number of players.
    Players,
}

impl Field {
    /// Its type.
    pub(crate) fn ty(self) -> Type {
        match self {
            Field::Steps | Field::Depth => Type::Long,
            Field::Asking | Field::Players => Type::Int,
        }
    }
}

/// Memory that is read by index. An index must be known to be inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Region {
    /// Variables, by address.
    Memory,
    /// For each single place: its first piece.
    First,
    /// For each single place: its last piece.
    Last,
    /// For each single place: how many pieces it has.
    Count,
    /// For each piece: its place.
    PlaceOf,
    /// For each piece: the next one in its place.
    Next,
    /// For each piece: the one before.
    Previous,
    /// For each piece: who knows it.
    Known,
    /// A table made of the program.
    Table(Table),
}

/// A table made of the program, with the board, kind or column it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Table {
    /// All attributes of all rows.
    Rows,
    /// For each space: which copy of its board it is on.
    Copies,
    /// For each space: its number on its board.
    Numbers,
    /// For each single place: whom it belongs to.
    Whose,
    /// For each single place: the space it is on.
    Spaces,
    /// For each row: its routine in a column of effect texts.
    Effects(u16),
    /// For each row: its query in a column of texts with a value.
    Texts(u16),
    /// For each single place: for whom modifiers of a kind's pieces live there.
    Owners(KindId),
    /// For each layout, space and direction: the number of the space beside.
    Beside(BoardId),
    /// For each layout, space and direction: where its ray begins in `Beyond`.
    Rays(BoardId),
    /// Numbers of spaces, ray by ray.
    Beyond(BoardId),
    /// For each layout and space: where its neighbours begin in `Neighbours`.
    Sides(BoardId),
    /// Numbers of spaces: the neighbours of each.
    Neighbours(BoardId),
    /// For each placement on each copy of a board: where its spaces begin in `Cells`; after the last, where they end.
    CellsOf,
    /// Spaces, placement by placement.
    Cells,
    /// For each shape, layout and space: where the placements that begin there begin in `Beginning`.
    BeginningAt(BoardId),
    /// Placements on the first copy of a board, space by space.
    Beginning(BoardId),
    /// For each layout and two spaces: the steps between them.
    Distance(BoardId),
    /// For each column, layout and space: the attribute.
    Attributes(BoardId),
}

/// A point where the rules fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Trap {
    pub(crate) wrong: Wrong,
    pub(crate) place: Place,
    /// The instruction being done, in the code of a routine; whoever calls other code notes it in the machine instead.
    pub(crate) at: Option<At>,
}

/// The kind of a fault, with what is known of it beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wrong {
    OfNone,
    Overflow,
    DividedByZero,
    /// The value is not between these.
    OutOfBounds(i32, i32),
    TooDeep,
    Endless,
    /// Code is gone on from where nothing waits: a mistake of ours.
    Unreachable,
}

/// The text that is told as the place of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// An expression.
    Node(NodeId),
    /// The statement being done.
    Statement,
    /// The call noted in the machine.
    Call,
}

/// An instruction, and where its frame stands when it fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct At {
    pub(crate) pc: Pc,
    pub(crate) next: Pc,
}

/// A trap as an instruction raises it: the variables count steps that are taken first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Raise {
    pub(crate) trap: TrapId,
    /// A number in `Function::walks`.
    pub(crate) walks: u32,
}

/// An instruction.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Inst {
    /// A number.
    Const {
        to: Value,
        n: i64,
    },
    Unary {
        op: Unary,
        to: Value,
        a: Value,
    },
    Binary {
        op: Binary,
        to: Value,
        a: Value,
        b: Value,
    },
    /// As `Binary`, with a number.
    BinaryN {
        op: Binary,
        to: Value,
        a: Value,
        n: i64,
    },
    Compare {
        how: Compare,
        to: Value,
        a: Value,
        b: Value,
    },
    /// As `Compare`, with a number.
    CompareN {
        how: Compare,
        to: Value,
        a: Value,
        n: i64,
    },
    /// One value or the other.
    Select {
        to: Value,
        cond: Value,
        yes: Value,
        no: Value,
    },
    /// An operator of the language (`rules/numbers`).
    Arithmetic {
        op: Arithmetic,
        to: Value,
        a: Value,
        b: Value,
        fails: Fails,
    },
    /// A long as a number of the language.
    Number {
        to: Value,
        a: Value,
        fails: Raise,
    },
    /// The value of a variable.
    Get {
        to: Value,
        var: Var,
    },
    Set {
        var: Var,
        a: Value,
    },
    /// Adds to a variable that counts.
    CountUp {
        var: Var,
        by: i64,
    },
    /// The value of a slot of the frame.
    Slot {
        to: Value,
        slot: u16,
    },
    SetSlot {
        slot: u16,
        a: Value,
    },
    /// A number of the machine.
    Field {
        to: Value,
        field: Field,
    },
    SetField {
        field: Field,
        a: Value,
    },
    /// The element at `index + plus`.
    Load {
        to: Value,
        from: Region,
        index: Value,
        plus: i32,
    },
    /// Writes a variable of the rules at an address; who must know of it is told.
    Write {
        var: VarId,
        address: Value,
        a: Value,
    },
    /// Writes into a room.
    Put {
        room: Room,
        n: u32,
        a: Value,
    },
    /// Reads of a room.
    Take {
        to: Value,
        room: Room,
        index: Value,
    },
    /// Traps unless an index, without sign, is below a length.
    Below {
        a: Value,
        length: u32,
        fails: Raise,
    },
    /// Traps if it is `none`.
    Some {
        a: Value,
        fails: Raise,
    },
    /// Traps unless a value is between two numbers; `none` may be too if it is an int. The value is told.
    Within {
        a: Value,
        low: i32,
        high: i32,
        fails: Raise,
    },
    /// Traps if a flag is set.
    TrapIf {
        cond: Value,
        fails: Raise,
    },
    /// Leaves if a fault is noted already.
    StopIf {
        cond: Value,
    },
    /// Takes steps, a long, or traps where there are less.
    TakeSteps {
        steps: Value,
        fails: Raise,
    },
    /// Takes one step.
    TakeStep {
        fails: Raise,
    },
    /// Takes the steps that variables count, even if there are less, and sets them to 0.
    Pay {
        walks: u32,
    },
    /// Notes the statement being done; silent where nothing in it can ask for it but events.
    At {
        pc: Pc,
        silent: bool,
    },
    /// A call of the engine.
    Host {
        to: Option<Value>,
        host: Host,
        args: Box<[Value]>,
    },
    /// A query, given `you` and its arguments.
    Query {
        to: Value,
        query: QueryId,
        args: Box<[Value]>,
    },
    /// The query whose number is `query`, one of a column of texts.
    Text {
        to: Value,
        column: u16,
        row: Value,
        query: Value,
        args: Box<[Value]>,
    },
    /// Remembers an answer and the steps taken since there were `before`.
    Remember {
        query: QueryId,
        asked: Box<[Value]>,
        value: Value,
        before: Value,
    },
    /// Adds an option with these values.
    AddOption {
        values: Box<[Value]>,
    },
    /// Tells whether these were chosen before; the list of those chosen begins and ends at two numbers.
    IsChosen {
        to: Value,
        begin: Value,
        end: Value,
        values: Box<[Value]>,
    },
    /// Leaves `you` and arguments for the engine.
    Arguments {
        values: Box<[Value]>,
    },
}

/// The traps of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fails {
    pub(crate) of_none: TrapId,
    pub(crate) overflow: TrapId,
    pub(crate) by_zero: TrapId,
    /// A number in `Function::walks`.
    pub(crate) walks: u32,
}

/// A block to go on at, with the value that it is given.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Target {
    pub(crate) block: Block,
    pub(crate) given: Option<Value>,
}

/// The end of a block.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Exit {
    /// Nothing was written yet.
    Open,
    Jump(Target),
    /// One way unless a value is 0.
    Branch {
        cond: Value,
        yes: Target,
        no: Target,
    },
    /// To the block of a number from `first` on; to the other one from anywhere else.
    Switch {
        index: Value,
        first: u32,
        to: Box<[Block]>,
        other: Block,
    },
    /// To a block that is given the answer, if it is known still; what it cost is taken from the steps.
    Recall {
        kept: Kept,
        asked: Box<[Value]>,
        known: Block,
        unknown: Block,
        fails: Raise,
    },
    /// The engine does an instruction of the program in a whole state, then on at one of the blocks. Unless that is at once, since
    /// somebody must decide or other routines come first: then the function returns, and is gone on from later.
    Statement {
        pc: Pc,
        next: Block,
        exit: Option<Block>,
    },
    /// A routine begins, given `you` and its arguments; when it is done, on at a block, which is where `resume` stands. The function may
    /// return meanwhile, as above.
    Begin {
        routine: Begun,
        given: Box<[Value]>,
        resume: Pc,
        next: Block,
    },
    Return(Value),
    /// A trap, always.
    Trap(Raise),
}

/// A routine that begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begun {
    /// Always the same.
    Routine(RoutineId),
    /// The one of a number.
    Numbered(Value),
}

impl Begun {
    /// The value that tells which one, if none is always the same.
    pub(crate) fn number(self) -> Option<Value> {
        match self {
            Begun::Routine(_) => None,
            Begun::Numbered(value) => Some(value),
        }
    }
}

/// The instructions of a block.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Code {
    pub(crate) given: Box<[Value]>,
    pub(crate) insts: Vec<Inst>,
    pub(crate) exit: Exit,
    /// Seldom reached.
    pub(crate) cold: bool,
}

/// A function. Its arguments are what its first block is given.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Function {
    /// For people.
    pub(crate) name: String,
    /// The number of slots that its frame must have; none where it is given no frame.
    pub(crate) frame: Option<u16>,
    pub(crate) result: Type,
    /// The first is where it begins.
    pub(crate) blocks: Vec<Code>,
    /// Types of values.
    pub(crate) values: Vec<Type>,
    /// Types of variables.
    pub(crate) vars: Vec<Type>,
    /// Sizes of rooms.
    pub(crate) rooms: Vec<u32>,
    pub(crate) traps: Vec<Trap>,
    /// Lists of variables that count steps not yet taken.
    pub(crate) walks: Vec<Box<[Var]>>,
}

/// The interpreter reads instructions one after the other: small ones are quicker.
const _: () = assert!(size_of::<Inst>() <= 40);
