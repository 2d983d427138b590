//! The built-in verbs: a row each, with its signature, the role of each argument, one line of doc and one example.
//!
//! Whoever needs to know of a verb asks its row: lints, the analyses of the compiler, listings, words for people, mutants. The
//! meaning of a verb in play is told once, in `engine/changes/verbs.rs`.

use crate::ops::Takes;

/// The built-in verbs, in the order of `VERBS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(
    missing_docs,
    reason = "each is documented by its row in the table below"
)]
pub enum VerbOp {
    Move,
    Draw,
    Tuck,
    Insert,
    MoveAll,
    TuckAll,
    Shuffle,
    TurnOver,
    Show,
    Reveal,
    Believe,
    Gain,
    Lose,
    Adjust,
    LayOut,
    Finish,
}

/// The part that an argument plays in the meaning of a verb (its thematic role, as linguists say).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The piece that is moved, or all pieces of a collection.
    Moved,
    /// The place that pieces come to.
    To,
    /// The position where a piece comes to.
    Position,
    /// The place that pieces are taken from one by one, each after it was filled anew if it was empty.
    From,
    /// The number of pieces taken: an amount.
    Count,
    /// The place that is put into another order.
    Ordered,
    /// The pieces that become known.
    Shown,
    /// The only player who learns them; without one all do.
    Learner,
    /// The condition that holds, and that worlds obey from then on.
    Believed,
    /// The number that is added to a variable: an amount.
    Added,
    /// The number that is taken from a variable: an amount.
    Taken,
    /// The number by which a variable changes, up or down: the only one of a verb that may be below zero.
    Change,
    /// The variable that is written to. A verb with one becomes a statement of another sort, as `=` does.
    Written,
    /// The board that gets its spaces.
    LaidOut,
}

impl Role {
    /// Returns true if it is an amount: how much of something there is, which is a fault below zero.
    #[must_use]
    pub fn is_amount(self) -> bool {
        matches!(self, Role::Count | Role::Added | Role::Taken)
    }
}

/// The formal argument of a verb.
#[derive(Debug)]
pub struct Argument {
    /// The word before it; empty for none.
    pub label: &'static str,
    /// The type that the argument must have.
    pub takes: Takes,
    /// The role of the argument in the verb's meaning.
    pub role: Role,
}

/// A row of the table of verbs.
#[derive(Debug)]
pub struct VerbRow {
    /// The word that authors write.
    pub name: &'static str,
    /// The operator of this row: its `row` is the row itself.
    pub op: VerbOp,
    /// The formal arguments, in the order in which authors write them.
    pub takes: &'static [Argument],
    /// Marks a verb after which nothing is done: what follows it in a block is unreachable.
    pub ends: bool,
    /// A verb that an author may take for it: mutants put the one in the place of the other.
    pub near: Option<VerbOp>,
    /// A sentence for people where the statement reads badly as it is written: `{0}` is the first argument, `{all:0}` says that
    /// all of it is meant, `{0:1}` is so many pieces of the second.
    pub words: Option<&'static str>,
    /// The same in Japanese, where no statement reads as it is written; of a verb that changes a number, the verb alone.
    pub japanese: &'static str,
    /// One sentence that says its meaning, for reference and hover.
    pub doc: &'static str,
    /// One statement that uses it, for the reference.
    pub example: &'static str,
}

impl VerbRow {
    /// Returns the index of the argument with a role.
    #[must_use]
    pub fn place_of(&self, role: Role) -> Option<usize> {
        self.takes.iter().position(|one| one.role == role)
    }

    /// Tells whether it has an argument with a role.
    #[must_use]
    pub fn has(&self, role: Role) -> bool {
        self.place_of(role).is_some()
    }
}

impl VerbOp {
    /// Returns the row of the verb.
    #[must_use]
    pub fn row(self) -> &'static VerbRow {
        // The discriminant is the row's index: `VERBS` lists the operators in the order of their declaration.
        &VERBS[self as usize]
    }
}

macro_rules! takes {
    ($($label:literal $takes:ident $role:ident),*) => {
        &[$(Argument { label: $label, takes: Takes::$takes, role: Role::$role }),*]
    };
}

/// A verb that is nothing special, for rows that say what is.
const PLAIN: VerbRow = VerbRow {
    name: "",
    op: VerbOp::Finish,
    takes: &[],
    ends: false,
    near: None,
    words: None,
    japanese: "",
    doc: "",
    example: "",
};

/// Every built-in verb, in the order of `VerbOp`.
pub const VERBS: &[VerbRow] = &[
    VerbRow {
        name: "move",
        op: VerbOp::Move,
        takes: takes!["" Piece Moved, "to" Place To],
        near: Some(VerbOp::Tuck),
        japanese: "{0}を{1}へ移す",
        doc: "Puts a piece on top (at the end) of a place.",
        example: "move card to discards",
        ..PLAIN
    },
    VerbRow {
        name: "draw",
        op: VerbOp::Draw,
        takes: takes!["" Int Count, "from" Place From, "to" Place To],
        words: Some("draw {0:1} from {1} to {2}"),
        japanese: "{1}から{2}へ{0:1}引く",
        doc: "Moves so many pieces, 0 or more, from the top of a place, each after filling an empty place anew by its `when empty` effect; stops when there is none.",
        example: "draw 2 from deck to hand",
        ..PLAIN
    },
    VerbRow {
        name: "tuck",
        op: VerbOp::Tuck,
        takes: takes!["" Piece Moved, "under" Place To],
        near: Some(VerbOp::Move),
        words: Some("put {0} under {1}"),
        japanese: "{0}を{1}の下に置く",
        doc: "Puts a piece at the bottom (the front) of a place.",
        example: "tuck card under deck",
        ..PLAIN
    },
    VerbRow {
        name: "insert",
        op: VerbOp::Insert,
        takes: takes!["" Piece Moved, "into" Place To, "at" Int Position],
        words: Some("put {0} into {1} at {2}"),
        japanese: "{0}を{1}の{2}番目に入れる",
        doc: "Puts a piece at a position of a place, from 1; those behind it move on.",
        example: "insert card into row at 1",
        ..PLAIN
    },
    VerbRow {
        name: "move_all",
        op: VerbOp::MoveAll,
        takes: takes!["" Pieces Moved, "to" Place To],
        words: Some("move {all:0} to {1}"),
        japanese: "{0}をすべて{1}へ移す",
        doc: "Puts all pieces of a collection on top of a place, in their order.",
        example: "move_all row to hand",
        ..PLAIN
    },
    VerbRow {
        name: "tuck_all",
        op: VerbOp::TuckAll,
        takes: takes!["" Pieces Moved, "under" Place To],
        near: Some(VerbOp::MoveAll),
        words: Some("put {all:0} under {1}"),
        japanese: "{0}をすべて{1}の下に置く",
        doc: "Puts all pieces of a collection at the bottom (the front) of a place, in their order.",
        example: "tuck_all row under deck",
        ..PLAIN
    },
    VerbRow {
        name: "shuffle",
        op: VerbOp::Shuffle,
        takes: takes!["" Place Ordered],
        japanese: "{0}をシャッフルする",
        doc: "Puts a place into a random order.",
        example: "shuffle deck",
        ..PLAIN
    },
    VerbRow {
        name: "turn_over",
        op: VerbOp::TurnOver,
        takes: takes!["" Place Ordered],
        words: Some("turn {0} over"),
        japanese: "{0}を裏返して順を逆にする",
        doc: "Reverses the order of a place.",
        example: "turn_over discards",
        ..PLAIN
    },
    VerbRow {
        name: "show",
        op: VerbOp::Show,
        takes: takes!["" OneOrMore Shown, "to" Player Learner],
        near: Some(VerbOp::Reveal),
        japanese: "{0}を{1}に見せる",
        doc: "Lets one player see pieces now.",
        example: "show opponent.hand to you",
        ..PLAIN
    },
    VerbRow {
        name: "reveal",
        op: VerbOp::Reveal,
        takes: takes!["" OneOrMore Shown],
        near: Some(VerbOp::Show),
        japanese: "{0}を公開する",
        doc: "Lets everybody see pieces now.",
        example: "reveal hand",
        ..PLAIN
    },
    VerbRow {
        name: "believe",
        op: VerbOp::Believe,
        takes: takes!["" Bool Believed],
        japanese: "{0}を全員に伝える",
        doc: "Tells everybody that a condition holds now, also of what they do not see: worlds obey it from then on. A fault when it does not hold.",
        example: "believe every(c in hand : c.cost > 0)",
        ..PLAIN
    },
    VerbRow {
        name: "gain",
        op: VerbOp::Gain,
        takes: takes!["" Int Added, "" Variable Written],
        near: Some(VerbOp::Lose),
        japanese: "得る",
        doc: "Adds 0 or more to a number, up to its bounds; a track's spaces, gates and overflow take part.",
        example: "gain 2 money",
        ..PLAIN
    },
    VerbRow {
        name: "lose",
        op: VerbOp::Lose,
        takes: takes!["" Int Taken, "" Variable Written],
        near: Some(VerbOp::Gain),
        japanese: "失う",
        doc: "Takes 0 or more from a number, down to its bounds.",
        example: "lose 2 money",
        ..PLAIN
    },
    VerbRow {
        name: "adjust",
        op: VerbOp::Adjust,
        takes: takes!["" Int Change, "" Variable Written],
        japanese: "増減する",
        doc: "Gains so much of a number or, below zero, loses so much of it.",
        example: "adjust 1 - size(hand) money",
        ..PLAIN
    },
    VerbRow {
        name: "lay_out",
        op: VerbOp::LayOut,
        takes: takes!["" Board LaidOut],
        japanese: "{0}を並べる",
        doc: "Gives a board that has no spaces yet the layout that its `layout` says now.",
        example: "lay_out map",
        ..PLAIN
    },
    VerbRow {
        name: "finish",
        op: VerbOp::Finish,
        ends: true,
        words: Some("the game ends"),
        japanese: "ゲームが終了する",
        doc: "Ends the game at once, from any depth.",
        example: "finish",
        ..PLAIN
    },
];

/// Looks up the row of a verb by the word that authors write.
#[must_use]
pub fn verb(name: &str) -> Option<&'static VerbRow> {
    VERBS.iter().find(|row| row.name == name)
}
