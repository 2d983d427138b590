//! A ruling as it is written: shapes and places, nothing looked up in a game.

use crate::source::FileId;
use crate::source::Span;
use crate::tables::Node;
use crate::tables::Scalar;

/// A ruling file.
#[derive(Debug, Clone)]
pub struct Ruling {
    /// The file.
    pub file: FileId,
    /// Its path.
    pub path: String,
    /// The file's name without its ending.
    pub id: String,
    /// The game it belongs to.
    pub game: String,
    /// The question.
    pub asks: String,
    /// The answer.
    pub says: String,
    /// Statements of the rules that it pins.
    pub cites: Vec<Scalar>,
    /// The position.
    pub given: Given,
    /// What is played, with checks in between.
    pub play: Vec<Line>,
    /// What must hold at the end.
    pub end: Vec<Check>,
    /// Whether the outcome is kept.
    pub snapshot: bool,
}

impl Ruling {
    /// Returns the statements it cites, as texts.
    #[must_use]
    pub fn cited(&self) -> Vec<String> {
        self.cites.iter().map(|one| one.text().to_owned()).collect()
    }
}

/// The position of a ruling.
#[derive(Debug, Clone)]
pub struct Given {
    /// Where it is written.
    pub span: Span,
    /// How many play, and where that is written.
    pub players: (i64, Span),
    /// The seed.
    pub seed: u64,
    /// Options, as names with values.
    pub options: Option<Node>,
    /// Places empty, variables at their defaults.
    pub bare: bool,
    /// What stands otherwise than set-up leaves it.
    pub state: Option<Node>,
}

/// A line of `play`.
#[derive(Debug, Clone)]
pub enum Line {
    /// `"P0: load donkey_f1"`
    Choice(Choice),
    /// `expect: [again == false]`
    Check(Check),
}

/// A choice of a player.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The seat.
    pub player: u8,
    /// What is chosen.
    pub words: Words,
    /// The whole line.
    pub span: Span,
}

/// Words as in an option's label.
#[derive(Debug, Clone)]
pub struct Words {
    /// Separated by single spaces.
    pub text: String,
    /// Where they are written.
    pub span: Span,
}

/// What must hold.
#[derive(Debug, Clone)]
pub enum Check {
    /// `expect: [round == 2]`
    Expect(Vec<Scalar>),
    /// `offers: [take_back]`, and where the key is written.
    Offers(Vec<Words>, Span),
    /// `refuses: [{ choice: take_back, because: can be loaded }]`
    Refuses(Vec<Refusal>),
    /// `next: P1`
    Next(Next, Span),
    /// `winners: [P0, P1]`, and where the value is written.
    Ended(End, Span),
}

/// How the game must have ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// `winners: [P0, P1]`: the seats that won, in their order; none for `[]`.
    Winners(Vec<u8>),
    /// `scores: [7, 7, 13]`: of each seat.
    Scores(Vec<i64>),
    /// `ranks: [1, 1, 3]`: of each seat, shared by equals.
    Ranks(Vec<i64>),
}

/// A choice that is illegal.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The choice.
    pub words: Words,
    /// A part of the reason.
    pub because: Option<Words>,
}

/// Who is asked next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// `P1`
    Player(u8),
    /// `over`
    Over,
}
