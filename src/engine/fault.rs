//! Faults: mistakes in the rules that only play could show, each with its place. No player is to blame for one.

use ludex_rules::numbers::NoNumber;
use ludex_source::Span;

/// A mistake in the rules that only play could show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct Fault {
    /// The kind of mistake, with its numbers.
    pub kind: FaultKind,
    /// The place of the statement or expression that failed.
    pub span: Span,
    /// The stack trace, the innermost first, without repetitions: names of effects, hooks and rows with the statement at which
    /// each stands.
    pub trace: Vec<(String, Span)>,
}

/// The kind of a fault; its message says what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// `none.weight`
    #[error("something is asked of `none`: ask first whether it is there, `if x != none {{ … }}`")]
    OfNone,
    /// `the(winner())` when there is none.
    #[error(
        "there is none here, and `the` takes the one there is: ask first, `if let x = … {{ … }}`"
    )]
    NoneThere,
    /// `believe size(hand) > 2` of a hand of two.
    #[error("what is to be believed is not so: say it only where it holds, `if … {{ believe … }}`")]
    NotSo,
    /// A sum or product too large.
    #[error("a number became too large")]
    Overflow,
    /// `3 div 0`
    #[error("a number is divided by zero")]
    DivideByZero,
    /// `money -= 5` below its lowest.
    #[error(
        "a variable would leave its bounds: {0} is not from {1} to {2}; `gain` and `lose` stop at the bounds"
    )]
    OutOfBounds(i32, i32, i32),
    /// `lose price(card) money` when the price has fallen below zero.
    #[error(
        "an amount is below zero: {0}; say what happens then, `max(0, …)` or `modify …: at least 0`, or let `adjust` go up or down"
    )]
    BelowZero(i32),
    /// A choice without an option and without `else`.
    #[error(
        "a decision has no option: say what happens then by `choose … {{ … }} else {{ }}`, or ask first, `if possible(ACTION) {{ … }}`"
    )]
    Stuck,
    /// Too many steps between two decisions.
    #[error(
        "no decision came after {0} steps: the rules run in a circle, or need a larger budget (`--budget steps=N`, or `budget` in game.yaml)"
    )]
    Endless(u64),
    /// Too many steps in search of a set that meets a condition.
    #[error(
        "no set was found in {0} steps, for too many had to be looked at: let fewer be candidates (`where`), say more about all of them in sums and counts (`size(chosen) <= 4`), or give a larger budget (`--budget steps=N`, or `budget` in game.yaml)"
    )]
    TooManySets(u64),
    /// Too many bytes held at one time.
    #[error(
        "what the rules list, put off or report takes more than {0} bytes: it grows without end, or needs a larger budget (`--budget bytes=N`, or `budget` in game.yaml)"
    )]
    TooLarge(u64),
    /// A random game with too many decisions.
    #[error(
        "the game was not over after {0} decisions: it has no end, or needs a larger budget (`--budget decisions=N`, or `budget` in game.yaml)"
    )]
    Unending(u64),
    /// Calls nested too deeply, past `lower::DEEPEST`.
    #[error("effects or questions call each other too deeply")]
    TooDeep,
    /// A place that is full.
    #[error(
        "a place holds no more than {0} pieces: ask first whether there is room, `size(PLACE) < {0}`"
    )]
    Full(u32),
    /// Two changes of an `at once`, of two players, that move one piece.
    #[error(
        "two players move the same piece at once: let an effect do it that asks whether it is still there, \
         `if x in PLACE {{ … }}`, so that the first of them gets it, or let them choose among what is their own"
    )]
    TakenTwice,
    /// A lookup before the first key.
    #[error("the table has no row for {0}, which is before its first key")]
    NoRow(i32),
    /// `random` of nothing.
    #[error(
        "a random member of nothing is asked for: ask first whether there is one, `size(…) > 0`"
    )]
    RandomOfNothing,
    /// A board's size or layout that it doesn't have.
    #[error("a board has no such size or layout: {0}")]
    NoSuchBoard(i32),
    /// `lay_out map` while its layout is none.
    #[error(
        "nothing says yet which layout the board has: give what its `layout` asks for a value before `lay_out`"
    )]
    NoLayout,
    /// `lay_out map` a second time.
    #[error("the board has been laid out already")]
    LaidOutTwice,
    /// `repetitions(you, capture)`, asked from outside of a game whose rules never ask it of that moment.
    #[error(
        "which positions stood before is remembered only since moments that the rules themselves ask `repetitions` about"
    )]
    NotRemembered,
    /// A reference that points at nothing, as only a spoilt save can hold.
    #[error("a value points at nothing: {0}")]
    BadReference(i32),
    /// An observer stopped the run: no mistake of anybody.
    #[error("the run was stopped where somebody watched it")]
    Stopped,
    /// Machine code raised a fault that the interpreter does not raise: a mistake of the engine, not of the rules.
    #[error(
        "the two executors of ludex disagree: machine code says that the rules fail here, and the interpreter does not. That is \
         a mistake of ludex, not of the game; please report it with the game and the seed"
    )]
    Disagreement,
}

impl FaultKind {
    /// Tells whether a budget was spent.
    #[must_use]
    pub fn is_of_budget(self) -> bool {
        matches!(
            self,
            FaultKind::Endless(_)
                | FaultKind::TooManySets(_)
                | FaultKind::TooLarge(_)
                | FaultKind::Unending(_)
        )
    }
}

impl From<NoNumber> for FaultKind {
    fn from(why: NoNumber) -> FaultKind {
        match why {
            NoNumber::OfNone => FaultKind::OfNone,
            NoNumber::TooLarge => FaultKind::Overflow,
            NoNumber::DividedByZero => FaultKind::DivideByZero,
        }
    }
}
