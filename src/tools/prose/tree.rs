//! Trees of what is said of rules: nouns, clauses, numbers and sentences, in no language.
//!
//! `values`, `conditions`, `amounts`, `members`, `statements` and `declarations` make them of the rules; the writer of a
//! language makes text of them. Words in a tree are those of the game, in the locale of its files.

use ludex_check::semantics::Symbol;
use ludex_rules::verbs::VerbRow;
pub(crate) use ludex_syntax::ast::{AssignOp, BinaryOp, Change, Timing};

/// The noun for pieces of a kind, spaces of a board, players or values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KindNoun {
    /// `card`
    pub(crate) one: String,
    /// `cards`
    pub(crate) many: String,
    /// The word behind a number of them, in languages that have one.
    pub(crate) counter: Option<String>,
}

/// A thing or value, as a noun phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Noun {
    /// `3`
    Number(i64),
    /// `yes`, `no`
    Flag(bool),
    /// `none`
    Nothing,
    /// `“text”`
    Text(String),
    /// A word of the game, as it is.
    Word(String),
    /// A local name: `` `n` ``
    Name(String),
    You,
    It,
    /// `this one`
    ThisOne,
    /// `this card`
    This(KindNoun),
    /// `the card`; of two such, `` the card `other` ``
    The(KindNoun, Option<String>),
    /// `a card`
    Some(KindNoun),
    /// `anybody`
    Anybody,
    /// `that player`
    ThatPlayer,
    /// `what is chosen`
    Chosen,
    /// `your hand`, `the deck`
    Place {
        noun: String,
        is_yours: bool,
    },
    /// `your map`, `your money`
    Yours(String),
    /// `your coins`
    YourCount(Counted),
    /// `the number of cards in your hand`
    NumberOf(Counted),
    /// `all cards`
    AllOf(KindNoun),
    /// `all cards in your hand such that …`
    All(Box<MembersSaid>),
    /// `a, b and c`
    List(Vec<Noun>),
    /// `1 to 3`
    Between(Box<Noun>, Box<Noun>),
    /// `minus 3`
    Minus(Box<Noun>),
    /// `(a + b)`, a part of a calculation
    Bracketed(Box<Noun>),
    /// `a + b`
    Calculation(BinaryOp, Box<Noun>, Box<Noun>),
    /// `a, or b if there is none`
    OrElse(Box<Noun>, Box<Noun>),
    /// `a if …, otherwise b`
    Either(Box<Clause>, Box<Noun>, Box<Noun>),
    /// `whether …`
    Whether(Box<Clause>),
    /// `the option “x”`
    OptionNamed(String),
    /// A phrase of the game.
    Phrase(FilledPhrase),
    /// `the weight of the card`, `its weight`
    Member {
        whose: Box<Noun>,
        name: String,
    },
    /// `x (a, b)`
    Applied(Box<Noun>, Vec<Noun>),
    /// `the top card of the deck`
    End {
        name: String,
        kind: Option<KindNoun>,
        of: Box<Noun>,
    },
    /// An answer of a built-in query, by its name.
    BuiltIn(String, Vec<Noun>),
    /// `the price of the card`
    Query(String, Vec<Noun>),
    /// `the sum of … for each …`
    Fold {
        name: String,
        members: Box<MembersSaid>,
        value: Option<Box<Noun>>,
    },
    /// `a of b`
    Of(Box<Noun>, Box<Noun>),
    /// `a for b`
    For(Box<Noun>, Box<Noun>),
}

impl Noun {
    /// Returns the number that it is; none of a noun in words, even one that stands for a number.
    pub(crate) fn as_number(&self) -> Option<i64> {
        let Noun::Number(number) = self else {
            return None;
        };
        Some(*number)
    }
}

/// A noun that stands behind a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Counted {
    /// A phrase, in which `Filling::Own` is one or several.
    Phrase(FilledPhrase, Option<String>),
    /// MembersSaid of a collection.
    Members(Box<MembersSaid>),
}

/// MembersSaid of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MembersSaid {
    pub(crate) noun: MemberNoun,
    /// The place where they are.
    pub(crate) source: MemberSource,
    /// `such that it is red`, and more that holds for them.
    pub(crate) conds: Vec<Clause>,
}

/// The noun for members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MemberNoun {
    /// `card`; of two such, its name too where a language tells it.
    Kind(KindNoun, Option<String>),
    /// `` number `n` ``
    Named(KindNoun, String),
    /// `other player`
    OtherPlayers,
    /// `top card`
    End(String, KindNoun),
}

/// The source of members, as it belongs to their noun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MemberSource {
    Everything,
    /// ` of the cards`
    Of(Noun),
    /// ` in your hand`
    In(Noun),
    /// ` on your map`
    OnYour(String),
    /// ` in your hand or on the table`
    Or(Box<MemberSource>, Box<MemberSource>),
    /// ` from 1 to 3`
    Between(Noun, Noun),
    /// `, beginning with you`
    BeginningWith(Noun),
    /// ` beside the space`
    Beside(Noun),
    /// ` of the cards taken`, as the noun of these members stands there already.
    Among(Noun, Option<KindNoun>),
}

/// A phrase of the game with what its values are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilledPhrase {
    pub(crate) parts: Vec<FilledPart>,
}

/// A part of a filled phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FilledPart {
    Words(String),
    /// A value; without one its name is told.
    Value(Symbol, String, Option<Filling>),
    /// One of two words.
    Forms(Symbol, Option<Filling>, String, String),
}

/// The filling of a hole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Filling {
    /// A value in words.
    Said(Noun),
    /// A number, or how it is found.
    Number(Amount),
    /// One, or what holds: nothing of its own is told.
    One,
    /// Several, or what does not hold.
    Several,
    /// One or several, as the number before the phrase is.
    Own,
}

/// A number, as it is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Amount {
    /// `3`
    Fixed(i64),
    /// So much for each of something: `2 for each coin, at most 3 times`.
    Each {
        factor: i64,
        of: EachOf,
        /// The noun that is counted, when it is counted one by one.
        many: Option<Counted>,
        most: Option<Most>,
    },
    /// So much if something holds, and so much otherwise.
    If(i64, Box<Clause>, i64),
    /// So much for so many: `1, 2 or 3 for 1, 3 or 5 birds`.
    Steps(Vec<(i64, i64)>, StepsOf),
    /// A value with a phrase of its own.
    Said(Box<Noun>),
    /// A calculation, in words.
    Value(Box<Noun>),
}

/// `, at most 8`, `, at most 8 times`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Most {
    pub(crate) number: i64,
    pub(crate) times: bool,
}

/// The things for each of which so much is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EachOf {
    /// `each bird`
    One(Counted),
    /// `every 3 birds`
    Every(i64, Counted),
    /// `each pair of a bird and a fish`
    Pair(Counted, Counted),
    /// `each bird and each fish`
    Both(Box<EachOf>, Box<EachOf>),
}

/// The number that steps go by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StepsOf {
    Counted(Counted),
    /// A value that counts nothing.
    Value(Noun),
}

/// Something that holds or does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Clause {
    /// `always`, `never`
    Always(bool),
    /// `a and b`, `a or b`
    Joined {
        is_or: bool,
        a: Box<Clause>,
        b: Box<Clause>,
    },
    Bracketed(Box<Clause>),
    /// `a when …, otherwise b`
    Either {
        cond: Box<Clause>,
        a: Box<Clause>,
        b: Box<Clause>,
    },
    /// `the option “x” is on`
    OptionIs(String, bool),
    /// `x holds`
    Holds(Noun, bool),
    /// `x`, `not x`
    Value(Noun, bool),
    /// A phrase of the game; denied where it has no form for that.
    Phrase {
        filled: FilledPhrase,
        denied: bool,
    },
    /// `it is possible to choose …`
    CanChoose(Box<ChoiceSaid>, bool),
    /// `“x” is possible`
    CanDo(String, bool),
    /// `x is on the edge`
    OnEdge(Noun, bool),
    /// `a knows b`
    Knows(Noun, Noun, bool),
    /// `x`, `not x`, of a name without a phrase
    Named(String, bool),
    /// `“x” holds for a and b`
    HoldsFor(String, Vec<Noun>, bool),
    /// `the card is red`
    Flag(Noun, String, bool),
    /// `a is at least b`
    Compared {
        op: BinaryOp,
        a: Noun,
        b: Noun,
        right: Right,
    },
    /// The denial of a clause.
    Denied(Box<Clause>),
    /// `the card is taken by somebody`
    TakenBy(Noun, String, bool),
    /// `the card has a owner`
    HasA(Noun, String, bool),
    /// `there is a card`
    There(Noun, bool),
    /// `the space is on your map`
    OnYour(Noun, String, bool),
    /// `the card is yours`
    Yours(Noun, bool),
    /// `the card has bird among its icons`
    Among {
        of: Noun,
        at: Noun,
        name: String,
        has: bool,
    },
    /// `there are at least 3 birds`
    SoMany {
        op: BinaryOp,
        counted: Counted,
        number: Noun,
    },
    /// `there is a card such that …`
    Exists(MembersSaid, bool),
    /// `for every card, …`; `for some card, …`
    Every {
        members: MembersSaid,
        holds: Option<Box<Clause>>,
        all: bool,
    },
}

/// The form of the right side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Right {
    Set,
    Range,
    Other,
}

/// A choice without who makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChoiceSaid {
    pub(crate) parts: Vec<MembersSaid>,
    pub(crate) many: HowMany,
    pub(crate) again: bool,
    pub(crate) whole: Option<Clause>,
}

/// The number of members to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HowMany {
    One,
    Exactly(Noun),
    UpTo(Noun),
    Any,
    All,
}

/// The subject of a modifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ModifierSubject {
    /// A query without a phrase.
    Query(String, Vec<Noun>),
    /// A phrase, in which `Filling::Own` is what holds or not, or several.
    Phrase {
        filled: FilledPhrase,
        is_bool: bool,
        counts: bool,
    },
}

/// The answer that a modifier makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NewAnswer {
    Flag(bool),
    /// It is so when something holds; `only` marks an answer that is no by itself.
    When {
        cond: Clause,
        only: bool,
    },
    Amount(Amount),
}

/// The event that a hook watches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EventSaid {
    Phrase(FilledPhrase),
    /// An effect without a phrase, with its arguments.
    Done(String, Vec<Noun>),
}

/// A count or measure before its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LabelSaid {
    Counted(Counted),
    Noun(Noun),
}

/// The thing that is gained or lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Gained {
    Counted(Counted),
    Noun(Noun),
    Word(String, Option<String>),
}

/// The end of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SentenceEnd {
    /// The end of a whole sentence.
    Full,
    /// A colon: what follows stands under it.
    Head,
    /// The end of a head under which nothing stands.
    Nothing,
}

/// A line of what is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sentence {
    /// `` `n` is 3 ``
    Let(String, Noun),
    /// `x becomes 3`
    Assign(AssignOp, Noun, Noun),
    /// `if …`, `otherwise, if …`
    If {
        is_first: bool,
        cond: Clause,
    },
    Otherwise,
    /// `if not`, behind what somebody may do
    IfNot,
    /// `if nothing is chosen`
    IfNothingChosen,
    ForEach {
        members: MembersSaid,
        in_secret: bool,
    },
    Repeat(Option<Noun>),
    While(Clause),
    Choose {
        who: Option<Noun>,
        choice: ChoiceSaid,
        prompt: Option<FilledPhrase>,
    },
    May {
        who: Noun,
        prompt: Option<FilledPhrase>,
    },
    /// `you may load a card`
    YouMay(String),
    Offer {
        any: bool,
        who: Noun,
        actions: Vec<String>,
        prompt: Option<FilledPhrase>,
    },
    Require {
        cond: Clause,
        reason: FilledPhrase,
    },
    As(Noun),
    Pool {
        who: Noun,
        are_several: bool,
    },
    Later(String),
    Reach(String),
    Return,
    Stop,
    Continue,
    /// `the “x” of the card takes effect`
    SlotTakesEffect(String, Noun),
    /// A phrase of the game.
    Phrase(FilledPhrase),
    /// A call as it is written.
    Call {
        name: String,
        args: Vec<(Option<String>, Noun)>,
    },
    /// A verb of the language.
    Verb(VerbSaid),
    /// `gain 2 coins for each card`
    Gain {
        verb: &'static str,
        amounts: Vec<Amount>,
        what: Gained,
        who: Option<Noun>,
    },
    /// `whenever …, if …, at most once until …`
    Hook {
        timing: Timing,
        event: EventSaid,
        conds: Vec<Clause>,
        limit: Option<(Noun, String)>,
    },
    /// `the price of the card is 2 less if …`
    Modify {
        subject: ModifierSubject,
        change: Change,
        answer: NewAnswer,
        conds: Vec<Clause>,
    },
    /// `Not beyond 10 as long as …`
    Gate(String, Clause),
    /// `Steps that are lost`
    Beyond(String),
    /// `At 10, for the first player there`
    At(String, Option<String>),
    /// `Whoever has the most points wins`
    Rank {
        is_first: bool,
        is_count: bool,
        low_wins: bool,
        value: LabelSaid,
    },
    /// `You can win only if …`
    Win(Clause),
    /// `Bots value a position by …`
    Heuristic(Vec<Amount>),
    /// `In every given position …`
    Demand(Vec<Amount>),
    /// The answer of a query.
    Answer(Vec<Amount>),
}

/// A verb of the language with its arguments.
#[derive(Debug, Clone)]
pub(crate) struct VerbSaid {
    pub(crate) row: &'static VerbRow,
    /// The arguments, each with the word before it and whether it is a place.
    pub(crate) args: Vec<(Option<String>, Noun, bool)>,
    /// The first argument as a number, and the kind of what it counts.
    pub(crate) count: Option<(Amount, KindNoun)>,
}

impl PartialEq for VerbSaid {
    fn eq(&self, other: &VerbSaid) -> bool {
        self.row.name == other.row.name && self.args == other.args && self.count == other.count
    }
}

impl Eq for VerbSaid {}
