//! The low-level form (`lir`): what a program does, once, for every back end.
//!
//! Enters: what `engine/lower` builds of a program. Leaves: functions of blocks with typed values. The interpreter
//! (`engine/interp`) and machine code (`ludex-jit`) both read it and add no meaning. Never here: a program's tables, a
//! state.
//!
//! A function has blocks; a block has instructions and one exit. A `Value` is written once, by an instruction or as a block's
//! parameter (static single assignment, with parameters in place of phi functions, as in Cranelift and MLIR); a `Var` is
//! written as often as one likes. Memory is named by `Region` and index, never by address. All that may fail names a `Trap`:
//! its kind, and the span to blame. Steps of the budget are fuel: an instruction consumes it and traps where none is left, or
//! counts it in a variable that is charged later. What is long or seldom is a call of the engine (`host`).

mod build;
mod checks;
mod dominators;
mod forward;
mod host;
mod order;
mod print;
mod verify;

pub(crate) use build::Builder;
pub use host::Host;
pub use print::print;
pub use verify::verify;

use ludex_program::ids::{Pc, SiteId};
use ludex_program::memo::QueryMemo;
use ludex_program::node::NodeId;
use ludex_rules::expr::Arithmetic;
use ludex_rules::ids::{ActionId, BoardId, KindId, QueryId, RoutineId, VarId};

/// A value that is written once: an SSA name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(u32);

/// A variable of the function, written as often as one likes; 0 at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Var(u32);

/// A basic block: instructions that are executed one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Block(u32);

/// An array in the frame of a function, read by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StackSlot(u32);

/// The number of a trap of the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TrapId(u32);

/// A list of variables that count fuel not yet charged: an index of `Function::step_counters`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepCounters(u32);

macro_rules! numbered {
    ($($id:ident),*) => { $(impl $id {
        /// Returns its number, counted from 0.
        // Lossless: `usize` has at least 32 bits wherever this runs.
        pub fn index(self) -> usize { self.0 as usize }
    })* };
}
numbered!(Value, Var, Block, StackSlot, TrapId, StepCounters);

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// One bit, 0 or 1.
    Flag,
    /// An integer of 32 bits, as the language has them.
    Int,
    /// An integer of 64 bits.
    Long,
}

/// An operation on one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
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
    /// The number of zeros above the highest bit of a long.
    LeadingZeros,
    /// The number of bits of a long that are set.
    CountOnes,
    /// An int without its sign; the lowest stays as it is.
    Absolute,
}

/// An operation on two values of one type; results wrap. Shifts use the lowest bits of the second, as many as the first needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binary {
    /// The sum of both.
    Add,
    /// The first without the second.
    Sub,
    /// The product of both.
    Mul,
    /// The bits that both have.
    And,
    /// The bits that either has.
    Or,
    /// Shifts left and fills with zeros.
    Shl,
    /// Shifts right and fills with zeros.
    Shr,
    /// Shifts right and fills with the sign.
    Sar,
    /// The smaller, with sign.
    Min,
    /// The larger, with sign.
    Max,
}

/// A comparison of two values of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    /// Equal in every bit.
    Equal,
    /// Less, as numbers with sign.
    Less,
    /// Less or equal, as numbers with sign.
    LessEqual,
    /// Greater, as numbers with sign.
    Greater,
    /// Less, as numbers without sign.
    Below,
    /// Greater or equal, as numbers without sign.
    AtLeast,
}

/// A number in the machine itself, outside the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Steps left until the next decision; a long.
    Fuel,
    /// The depth of questions asked within each other; a long.
    Depth,
    /// The call that may be too deep.
    Asking,
    /// The number of players.
    Players,
    /// The decisions that chance may still make in a playout, 0 outside of one; a long.
    ChoicesLeft,
    /// The number of values of options that are listed; a long. Code may begin anew where `OptionRoom` says that there is room.
    Listed,
    /// The number of values of options that machine code has room for, 0 where it must ask the engine for it; a long.
    OptionRoom,
    /// The number of frames; a long.
    Frames,
}

impl Field {
    /// Returns true if the engine alone writes the number.
    pub fn is_only_read(self) -> bool {
        match self {
            Field::Players | Field::ChoicesLeft | Field::OptionRoom | Field::Frames => true,
            Field::Fuel | Field::Depth | Field::Asking | Field::Listed => false,
        }
    }

    /// Returns the type of the number.
    pub fn ty(self) -> Type {
        match self {
            Field::Fuel
            | Field::Depth
            | Field::ChoicesLeft
            | Field::Listed
            | Field::OptionRoom
            | Field::Frames => Type::Long,
            Field::Asking | Field::Players => Type::Int,
        }
    }
}

/// Memory that is read by index. An index must be known to be inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Region {
    /// The state's memory, by address.
    Memory,
    /// For each single place: its first piece.
    First,
    /// For each single place: its last piece.
    Last,
    /// For each single place: the number of its pieces.
    Count,
    /// For each piece: its place.
    PlaceOf,
    /// For each piece: the next one in its place.
    Next,
    /// For each piece: the one before.
    Previous,
    /// For each piece: the set of players who know it.
    Known,
    /// The values of the options that are listed.
    Options,
    /// A table made of the program.
    Table(ProgramTable),
}

/// A table made of the program, with the board, kind or column it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProgramTable {
    /// All attributes of all rows, as in `Layout::rows`.
    Rows,
    /// For each space: which copy of its board it is on.
    Copies,
    /// For each space: its number on its board.
    Numbers,
    /// For each single place: the player to whom it belongs.
    Whose,
    /// For each single place: the space it is on.
    Spaces,
    /// For each row: its routine in a column of effect texts.
    Effects(u16),
    /// For each row: its query in a column of texts with a value.
    Texts(u16),
    /// A lookup table: its value for each key from the first on.
    Lookup(u16),
    /// For each value of an attribute of a kind, from the lowest on: where its rows begin in `Alike`; after the last, where
    /// they end.
    AlikeAt(u16),
    /// Rows, or pieces, of a kind, value by value of an attribute.
    Alike(u16),
    /// For each single place: for whom modifiers of a kind's pieces live there.
    Owners(KindId),
    /// For each layout, space and direction: the number of the space beside.
    Beside(BoardId),
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
    /// For each layout and value of an attribute, from the lowest on: the bitboard of the spaces with it. Then comes that of
    /// `none`, then an empty one.
    AttributeBits(u16),
    /// For each layout and space: the bitboard of its neighbours.
    NeighbourBits(BoardId),
    /// For each layout, space and direction: the bitboard of the spaces of the ray.
    RayBits(BoardId),
    /// For each placement on each copy of a board: the bitboard of its spaces.
    CellBits,
    /// For each placement on each copy of a board: the copy.
    CellCopies,
}

/// A point where the rules fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trap {
    /// The kind of the fault that it raises.
    pub kind: TrapKind,
    /// The text that is blamed for it.
    pub blame: BlameSpan,
    /// The instruction being done, in the code of a routine; whoever calls other code notes it in the machine instead.
    pub at: Option<SourceLoc>,
    /// The routines without frames that it is in.
    pub inlined: Inlined,
}

/// Routines that are written within each other at most, in the function of one that has a frame.
pub const MOST_INLINED: usize = 3;

/// The inlined routines around an instruction, the outermost first, each with the instruction at which its caller goes on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Inlined(pub [Option<(RoutineId, Pc)>; MOST_INLINED]);

/// The frame that an inlined routine would have.
#[derive(Debug, Clone, PartialEq)]
pub struct InlinedFrame {
    /// The routine that the frame would be of.
    pub routine: RoutineId,
    /// The instruction at which its caller goes on.
    pub resume: Pc,
    /// The values of its slots.
    pub slots: Box<[Value]>,
}

/// The kind of a trap, with what is known of the fault beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TrapKind {
    /// Something is asked of `none`.
    OfNone,
    /// Something is taken where nothing is.
    NoneThere,
    /// A number becomes too large.
    Overflow,
    /// A number is divided by zero.
    DividedByZero,
    /// The value is not between these.
    OutOfBounds(i32, i32),
    /// An amount, which is the value that is told.
    BelowZero,
    /// Questions are asked too deep within each other.
    TooDeep,
    /// No fuel of the budget is left.
    Endless,
    /// A fault that the machine holds already.
    Noted,
    /// Code is gone on from where nothing waits: a mistake of ours.
    Unreachable,
}

/// The source text that a fault is blamed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlameSpan {
    /// The expression that is a node.
    Node(NodeId),
    /// The statement being done.
    Statement,
    /// The call noted in the machine.
    Call,
    /// The text of a routine.
    Routine(RoutineId),
}

/// The location of an instruction of the program, and where its frame stands when it fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceLoc {
    /// The instruction that is being done.
    pub pc: Pc,
    /// The place where its frame goes on.
    pub next: Pc,
}

/// A trap at an instruction that may raise it; the counters are charged first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TrapSite {
    /// The trap that may be raised.
    pub trap: TrapId,
    /// The step counters that are charged first.
    pub counters: StepCounters,
}

/// An instruction of a block; `to` is the value that it writes.
#[expect(missing_docs, reason = "operands are named for what they are")]
#[derive(Debug, Clone, PartialEq)]
pub enum Inst {
    /// Writes a number known beforehand.
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
    /// As `Binary`, with a number for the second operand.
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
    /// As `Compare`, with a number for the second operand.
    CompareN {
        how: Compare,
        to: Value,
        a: Value,
        n: i64,
    },
    /// Writes one value or the other.
    Select {
        to: Value,
        cond: Value,
        yes: Value,
        no: Value,
    },
    /// Applies an operator of the language (`rules/numbers`).
    Arithmetic {
        op: Arithmetic,
        to: Value,
        a: Value,
        b: Value,
        fails: ArithmeticTraps,
    },
    /// Narrows a long to a number of the language (`rules::numbers::number`).
    Number {
        to: Value,
        a: Value,
        fails: TrapSite,
    },
    /// Names a value anew.
    Copy {
        to: Value,
        a: Value,
    },
    /// Reads a variable of the function.
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
    /// Reads a slot of the frame.
    Slot {
        to: Value,
        slot: u16,
    },
    SetSlot {
        slot: u16,
        a: Value,
    },
    /// Reads a number of the machine.
    Field {
        to: Value,
        field: Field,
    },
    SetField {
        field: Field,
        a: Value,
    },
    /// Reads the element of a region at `index + plus`.
    Load {
        to: Value,
        from: Region,
        index: Value,
        plus: i32,
    },
    /// As `Load`, of a table of longs, or of memory, where two numbers are one: the lower half comes first.
    LoadLong {
        to: Value,
        from: Region,
        index: Value,
        plus: i32,
    },
    /// Writes a variable of the rules at an address, makes the classes that read it dirty, and tells who must know of it.
    Write {
        var: VarId,
        address: Value,
        a: Value,
    },
    /// Writes an element of a stack slot.
    StackStore {
        slot: StackSlot,
        n: usize,
        a: Value,
    },
    /// Reads an element of a stack slot.
    StackLoad {
        to: Value,
        slot: StackSlot,
        index: Value,
    },
    /// Traps unless an index, without sign, is below a length.
    Below {
        a: Value,
        length: u32,
        fails: TrapSite,
    },
    /// Traps if it is `none`.
    Some {
        a: Value,
        fails: TrapSite,
    },
    /// Traps unless a value is between two numbers; `none` may be too if it is an int. The value is told.
    Within {
        a: Value,
        low: i32,
        high: i32,
        fails: TrapSite,
    },
    /// Traps if a flag is set.
    TrapIf {
        cond: Value,
        fails: TrapSite,
    },
    /// Returns if a fault is noted already.
    StopIf {
        cond: Value,
    },
    /// Consumes fuel, a long, or traps where less is left.
    ConsumeFuel {
        amount: Value,
        fails: TrapSite,
    },
    /// Consumes one unit of fuel, or traps where none is left.
    ConsumeFuelUnit {
        fails: TrapSite,
    },
    /// Charges the fuel that counters hold, even if less is left, and sets them to 0.
    ChargeFuel {
        counters: StepCounters,
    },
    /// Notes the statement being done; silent where nothing in it can ask for it but events.
    At {
        pc: Pc,
        silent: bool,
    },
    /// Calls the engine for what is long or seldom.
    Host {
        to: Option<Value>,
        host: Host,
        args: Box<[Value]>,
    },
    /// Calls a query, given `you` and its arguments.
    Query {
        to: Value,
        query: QueryId,
        args: Box<[Value]>,
    },
    /// Calls the query whose number is `query`, one of a column of texts.
    Text {
        to: Value,
        column: u16,
        row: Value,
        query: Value,
        args: Box<[Value]>,
    },
    /// Writes an answer to the memo table, with its cost: the fuel consumed since there was `before`.
    MemoPut {
        query: QueryId,
        asked: Box<[Value]>,
        value: Value,
        before: Value,
    },
    /// Lists options behind those that there are; whether there were any, as an int.
    List {
        to: Value,
        lister: ListFunction,
        you: Value,
    },
    /// Adds an option with these values. It fits if all options of the listing have room where it begins (`OPTION_ROOM`).
    AddOption {
        values: Box<[Value]>,
        fits: bool,
    },
    /// Writes whether these values were chosen before; the list of those chosen begins and ends at two numbers.
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

/// A function that lists options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListFunction {
    /// The legal instances of an action.
    Action(ActionId),
    /// The candidates of a choice at a site, in the frame of the statement that asks.
    Choice(SiteId),
}

/// The traps of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArithmeticTraps {
    /// Raised where an operand is `none`.
    pub of_none: TrapId,
    /// Raised where the result is too large.
    pub overflow: TrapId,
    /// Raised where the divisor is zero.
    pub by_zero: TrapId,
    /// The step counters that are charged first.
    pub counters: StepCounters,
}

impl ArithmeticTraps {
    /// Returns the site of one of its traps.
    pub fn site(self, trap: TrapId) -> TrapSite {
        TrapSite {
            trap,
            counters: self.counters,
        }
    }
}

/// A jump to a block, with the value for its parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockCall {
    /// The block that is jumped to.
    pub block: Block,
    /// The value for its parameter, if it has one.
    pub given: Option<Value>,
}

/// The end of a block (its terminator).
#[expect(missing_docs, reason = "operands are named for what they are")]
#[derive(Debug, Clone, PartialEq)]
pub enum Exit {
    /// No exit yet: the block is still being written.
    Open,
    Jump(BlockCall),
    /// Jumps to `yes` unless a value is 0, then to `no`.
    Branch {
        cond: Value,
        yes: BlockCall,
        no: BlockCall,
    },
    /// Jumps to the block of a number from `first` on; to the other one from anywhere else.
    Switch {
        index: Value,
        first: u32,
        to: Box<[Block]>,
        other: Block,
    },
    /// Looks an answer up in the memo table: on a hit, consumes the fuel that the answer cost and passes it to a block.
    MemoGet {
        kept: QueryMemo,
        asked: Box<[Value]>,
        hit: Block,
        miss: Block,
        fails: TrapSite,
    },
    /// The engine does an instruction of the program in a whole state, then on at one of the blocks. Unless that is at once,
    /// since somebody must decide or other routines come first: then the function returns, and is gone on from later.
    Statement {
        pc: Pc,
        next: Block,
        exit: Option<Block>,
    },
    /// A routine begins, given `you` and its arguments; when it is done, on at a block, which is where `resume` stands. The
    /// function may return meanwhile, as above.
    Begin {
        routine: Callee,
        given: Box<[Value]>,
        resume: Pc,
        next: Block,
    },
    /// The engine makes the frames of inlined routines, does an instruction of the innermost, and what is left of all of them;
    /// then on at a block of the outermost one's caller. The function may return meanwhile, as above.
    Deoptimize {
        frames: Box<[InlinedFrame]>,
        pc: Pc,
        next: Block,
    },
    Return(Value),
    /// Traps always: raises the fault and returns.
    Trap(TrapSite),
}

/// The routine that a function begins: a direct or an indirect call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callee {
    /// A routine known beforehand.
    Direct(RoutineId),
    /// The routine of a number found in play.
    Indirect(Value),
}

impl Callee {
    /// Returns the value that tells the routine, if it is not known beforehand.
    pub fn number(self) -> Option<Value> {
        match self {
            Callee::Direct(_) => None,
            Callee::Indirect(value) => Some(value),
        }
    }
}

/// The instructions of a block, with its parameters and its exit.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockData {
    /// The values that it is given: its parameters.
    pub given: Box<[Value]>,
    /// The instructions in their order.
    pub insts: Vec<Inst>,
    /// The way that it ends.
    pub exit: Exit,
    /// Marks a block that is seldom reached, so that its code is laid out behind the others.
    pub cold: bool,
}

/// A function. Its arguments are what its first block is given.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// The name in listings.
    pub name: String,
    /// The number of slots that its frame must have; none where it is given no frame.
    pub frame: Option<u16>,
    /// The type of what it returns.
    pub result: Type,
    /// The blocks; the first is the entry.
    pub blocks: Vec<BlockData>,
    /// The type of each value.
    pub values: Vec<Type>,
    /// The type of each variable.
    pub vars: Vec<Type>,
    /// The number of elements of each stack slot.
    pub stack_slots: Vec<usize>,
    /// The traps that its instructions name.
    pub traps: Vec<Trap>,
    /// Lists of variables that count fuel not yet charged.
    pub step_counters: Vec<Box<[Var]>>,
}

/// The values of options that a listing has room for when it begins.
pub const OPTION_ROOM: usize = 4096;

/// A bound on the size of an instruction: the interpreter reads them one after the other, and small ones are quicker.
const _: () = assert!(size_of::<Inst>() <= 40);
