//! A ruling as it is written: shapes and places, nothing looked up in a game.

use ludex_rules::ids::PlayerId;
use ludex_source::{FileId, Span};
use ludex_tables::{Node, Scalar};

/// A ruling file, read but not yet held against its game.
#[derive(Debug, Clone)]
pub struct Ruling {
    /// The file, for spans.
    pub file: FileId,
    /// The bytes of its first key, for what is said of the whole ruling.
    pub head: Span,
    /// The path of the file.
    pub path: String,
    /// The file's name without its ending.
    pub id: String,
    /// The game it belongs to.
    pub game: String,
    /// The question, in the author's words.
    pub asks: String,
    /// The answer, in the author's words.
    pub says: String,
    /// Statements of the rules that it pins.
    pub cites: Vec<Scalar>,
    /// The position it begins from.
    pub given: Given,
    /// The choices to play, with checks in between.
    pub play: Vec<PlayLine>,
    /// The checks at the end.
    pub end: Vec<RulingCheck>,
    /// A part of the reason why no game can begin so, when that is the answer.
    pub unplayable: Option<LabelWords>,
    /// The part of the outcome that is kept as a snapshot.
    pub snapshot: SnapshotParts,
}

/// The part of an outcome that a snapshot keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SnapshotParts {
    /// Set when an outcome is kept at all.
    pub outcome: bool,
    /// The options of the decision at the end, not only who is asked what.
    pub options: bool,
    /// Each piece that chance dealt, not only how many.
    pub deals: bool,
    /// The number of last lines of play that are kept with what they did, and nothing else; none for all lines, and all that
    /// changed.
    pub last: Option<usize>,
}

impl Default for SnapshotParts {
    fn default() -> SnapshotParts {
        SnapshotParts {
            outcome: true,
            options: false,
            deals: false,
            last: None,
        }
    }
}

impl Ruling {
    /// Returns true if nothing could make it fail: it plays no line and makes no check.
    pub(super) fn checks_nothing(&self) -> bool {
        let is_idle = |line: &PlayLine| match line {
            PlayLine::Choice(_) | PlayLine::Settle(..) => false,
            PlayLine::Chance(_) => true,
            PlayLine::Check(check) => check.is_empty(),
        };
        self.unplayable.is_none()
            && self.play.iter().all(is_idle)
            && self.end.iter().all(RulingCheck::is_empty)
    }

    /// Returns the statements it cites, as texts.
    #[must_use]
    pub fn cited(&self) -> Vec<String> {
        self.cites.iter().map(|one| one.text().to_owned()).collect()
    }
}

/// The position of a ruling.
#[derive(Debug, Clone)]
pub struct Given {
    /// The span of `given`.
    pub span: Span,
    /// The number of players, with its span.
    pub players: (i64, Span),
    /// The seed of all chance.
    pub seed: u64,
    /// Options, as names with values.
    pub options: Option<Node>,
    /// Places empty, variables at their defaults.
    pub bare: bool,
    /// Places that stand empty, unless `state` fills them; everything else as set-up leaves it.
    pub cleared: Vec<LabelWords>,
    /// Statements that are done instead of the game's `play`.
    pub begin: Option<Scalar>,
    /// The outcomes of chance before the first decision.
    pub chance: Vec<ChanceOutcome>,
    /// The parts of the position that are not as set-up leaves them.
    pub state: Option<Node>,
}

/// A line of `play`.
#[derive(Debug, Clone)]
pub enum PlayLine {
    /// `chance: [lion_m1, 3]`: how what chance decides next comes out.
    Chance(Vec<ChanceOutcome>),
    /// `"P0: load donkey_f1"`
    Choice(RulingChoice),
    /// `settle: P0`: the player resolves a pool in the order in which it is listed.
    Settle(PlayerId, Span),
    /// `expect: [again == false]`
    Check(RulingCheck),
}

/// A choice of a player.
#[derive(Debug, Clone)]
pub struct RulingChoice {
    /// The seat that chooses.
    pub player: PlayerId,
    /// The option, by its words.
    pub words: LabelWords,
    /// The bytes of the whole line.
    pub span: Span,
}

/// Words as in an option's label.
#[derive(Debug, Clone)]
pub struct LabelWords {
    /// Separated by single spaces.
    pub text: String,
    /// The span of the words.
    pub span: Span,
}

/// An outcome of chance.
#[derive(Debug, Clone)]
pub struct ChanceOutcome {
    /// The pieces that a shuffle puts on top, the first of them topmost; or what is picked or rolled, alone.
    pub words: Vec<LabelWords>,
    /// Set for a list, which only a shuffle can come out as.
    pub is_list: bool,
    /// The span of the outcome.
    pub span: Span,
}

/// Texts of which some must be there, and others not.
#[derive(Debug, Clone, Default)]
pub struct OffersCheck {
    /// Those that must be there.
    pub some: Vec<LabelWords>,
    /// Those that must not.
    pub not: Vec<LabelWords>,
}

/// A check on the position or on what is offered.
#[derive(Debug, Clone)]
pub enum RulingCheck {
    /// `offers: { some: [take_back], not: [load] }`
    Among(OffersCheck),
    /// `log: { P1: { some: [takes the bear], not: [lion] } }`: parts of lines that a player was told.
    Log(Vec<(PlayerId, Span, OffersCheck)>),
    /// `view: { P1: { players: { 0: { places: { hand: [hidden] } } } } }`: a part of what a player sees.
    View(Vec<(PlayerId, Span, Node)>),
    /// `expect: [round == 2]`
    Expect(Vec<Scalar>),
    /// `offers: [take_back]`, and where the key is written.
    Offers(Vec<LabelWords>, Span),
    /// `exactly: [{ of: "{s in map where s.open}", are: [c1, c2] }]`
    Exactly(Vec<MembersCheck>),
    /// `refuses: [{ choice: take_back, because: can be loaded }]`
    Refuses(Vec<RefusalCheck>),
    /// `next: P1`
    Next(Next, Span),
    /// `changes: { P0.money: -7, others: none }`
    Changes(Changes),
    /// `winners: [P0, P1]`, and where the value is written.
    Ended(EndCheck, Span),
}

impl RulingCheck {
    /// Returns true if it demands nothing, as `expect: []` does.
    pub(super) fn is_empty(&self) -> bool {
        let lists_nothing = |among: &OffersCheck| among.some.is_empty() && among.not.is_empty();
        match self {
            RulingCheck::Expect(conditions) => conditions.is_empty(),
            RulingCheck::Among(among) => lists_nothing(among),
            RulingCheck::Log(seats) => seats.iter().all(|(_, _, among)| lists_nothing(among)),
            RulingCheck::View(seats) => seats.is_empty(),
            RulingCheck::Exactly(collections) => collections.is_empty(),
            RulingCheck::Refuses(refusals) => refusals.is_empty(),
            RulingCheck::Changes(changes) => {
                changes.numbers.is_empty() && changes.no_others.is_none()
            }
            // Who lists no offers says that the game is over.
            RulingCheck::Offers(..) | RulingCheck::Next(..) | RulingCheck::Ended(..) => false,
        }
    }
}

/// Numbers that must have changed, since the last such check or since the position that is given.
#[derive(Debug, Clone)]
pub struct Changes {
    /// Each by its name, and by how much.
    pub numbers: Vec<(LabelWords, i64)>,
    /// The span of the promise that no other number changed.
    pub no_others: Option<Span>,
}

/// A collection that must have these members and no other.
#[derive(Debug, Clone)]
pub struct MembersCheck {
    /// The collection, in the language.
    pub of: Scalar,
    /// Its members, in any order.
    pub are: Vec<LabelWords>,
}

/// The way the game must have ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndCheck {
    /// `winners: [P0, P1]`: the seats that won, in their order; none for `[]`.
    Winners(Vec<PlayerId>),
    /// `scores: [7, 7, 13]`: of each seat.
    Scores(Vec<i64>),
    /// `ranks: [1, 1, 3]`: of each seat, shared by equals.
    Ranks(Vec<i64>),
}

/// A choice that is illegal.
#[derive(Debug, Clone)]
pub struct RefusalCheck {
    /// The words of the choice.
    pub words: LabelWords,
    /// A part of the reason.
    pub because: Option<LabelWords>,
}

/// The player who must be asked next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// `P1`
    Player(PlayerId),
    /// `over`
    Over,
}
