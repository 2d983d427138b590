//! The words of the language, each with its roles: the one table that layout, messages, formatter, checker and completion read.
//!
//! `tests/syntax/keywords.rs` holds the table against `grammar/rules.pest`. Verbs and queries are no words of the grammar: they
//! stand in `rules/verbs.rs` and `rules/ops.rs`.

/// A set of roles, one bit each.
pub type Roles = u16;

/// No name can be spelt so: an expression would swallow the word, or it begins a statement and nothing else.
pub const RESERVED: Roles = 1;
/// It may stand before an argument of a call: `move x to y`.
pub const LABEL: Roles = 1 << 1;
/// An expression follows, so a bracket behind it opens no list of arguments.
pub const LEADS: Roles = 1 << 2;
/// A line that begins with it goes on with the line before; one that ends with it goes on in the next, but for `else`.
pub const GOES_ON: Roles = 1 << 3;
/// A declaration begins with it.
pub const DECLARES: Roles = 1 << 4;
/// The braces of its declaration hold a list, in which a comma ends a member.
pub const LISTS: Roles = 1 << 5;
/// A statement begins with it.
pub const STATES: Roles = 1 << 6;
/// Statements in braces may follow.
pub const BODY: Roles = 1 << 7;
/// It means the same wherever a name may stand, so nothing can be declared under it.
pub const FIXED: Roles = 1 << 8;
/// It is completed at a prompt, where statements and questions are typed.
pub const ASKED: Roles = 1 << 9;
/// It is so short that a misspelt word is never taken for it.
pub const NEAR: Roles = 1 << 10;
/// It is a name to the grammar.
pub const NAME: Roles = 1 << 11;

/// All words with their roles, in the order of letters.
pub const KEYWORDS: &[(&str, Roles)] = &[
    ("action", DECLARES | BODY),
    ("active", 0),
    ("again", 0),
    ("all", 0),
    ("and", RESERVED | LEADS | GOES_ON | ASKED),
    ("any", 0),
    ("as", STATES | BODY | NEAR),
    ("at", RESERVED | LABEL | LEADS | STATES | BODY),
    ("bag", 0),
    ("before", DECLARES | BODY),
    ("beyond", BODY),
    ("board", DECLARES | LISTS),
    ("bool", FIXED),
    ("by", RESERVED | LEADS | GOES_ON | ASKED | NEAR),
    ("capacity", 0),
    ("choose", RESERVED | LEADS | STATES | BODY | ASKED),
    ("continue", RESERVED | STATES),
    ("direction", 0),
    ("div", RESERVED | LEADS | GOES_ON | ASKED),
    ("each", ASKED),
    ("effect", DECLARES | BODY),
    ("else", RESERVED | LEADS | GOES_ON | ASKED),
    ("empty", 0),
    ("enum", DECLARES | LISTS),
    ("face", 0),
    ("false", RESERVED | FIXED | ASKED),
    ("first", 0),
    ("for", RESERVED | LABEL | LEADS | STATES | BODY | ASKED),
    ("from", RESERVED | LABEL | LEADS | ASKED),
    ("gate", 0),
    ("has", RESERVED | LEADS | GOES_ON | ASKED),
    ("heuristic", DECLARES),
    ("high", 0),
    ("home", 0),
    ("hooks", FIXED | NAME),
    ("if", RESERVED | LEADS | STATES | BODY | ASKED),
    ("in", RESERVED | LEADS | GOES_ON | ASKED),
    ("instead", DECLARES | BODY),
    ("int", FIXED),
    ("into", RESERVED | LABEL | LEADS),
    ("is", NEAR),
    ("join", 0),
    ("kind", DECLARES | LISTS),
    ("later", STATES | BODY),
    ("layout", 0),
    ("least", 0),
    ("let", RESERVED | LEADS | STATES | ASKED),
    ("low", 0),
    ("may", STATES | BODY | ASKED),
    ("minus", 0),
    ("mod", RESERVED | LEADS | GOES_ON | ASKED),
    ("modify", DECLARES),
    ("moment", DECLARES),
    ("most", 0),
    ("none", RESERVED | FIXED | ASKED),
    ("not", RESERVED | LEADS | GOES_ON | ASKED),
    ("of", RESERVED | LABEL | LEADS),
    ("offer", STATES | ASKED),
    ("on", RESERVED | LABEL | LEADS | NEAR),
    ("once", 0),
    ("onto", RESERVED | LABEL | LEADS),
    ("option", DECLARES | LISTS | FIXED | ASKED),
    ("or", RESERVED | LEADS | GOES_ON | ASKED),
    ("ordered", 0),
    ("over", RESERVED | LABEL | LEADS),
    ("per", 0),
    ("place", DECLARES),
    ("placement", 0),
    ("play", DECLARES | BODY),
    ("player", FIXED),
    ("players", FIXED | ASKED | NAME),
    ("plus", 0),
    ("pool", STATES | BODY),
    ("possible", FIXED | ASKED),
    ("query", DECLARES),
    ("reach", STATES),
    ("record", DECLARES | LISTS),
    ("recursive", 0),
    ("repeat", RESERVED | LEADS | STATES | BODY | ASKED),
    ("require", RESERVED | LEADS | DECLARES | STATES),
    ("result", DECLARES),
    ("return", RESERVED | STATES),
    ("score", 0),
    ("seen", 0),
    ("set", 0),
    ("setup", DECLARES | BODY),
    ("shape", FIXED | NAME),
    ("stop", RESERVED | STATES),
    ("table", DECLARES),
    ("text", FIXED | NAME),
    ("then", RESERVED | LEADS | ASKED),
    ("this", FIXED | ASKED | NAME),
    ("times", 0),
    ("to", RESERVED | LABEL | LEADS | ASKED),
    ("track", DECLARES),
    ("true", RESERVED | FIXED | ASKED),
    ("uncompared", 0),
    ("under", RESERVED | LABEL | LEADS),
    ("until", 0),
    ("up", ASKED),
    ("value", 0),
    ("var", DECLARES),
    ("when", DECLARES | BODY),
    ("where", RESERVED | LEADS | GOES_ON | ASKED),
    ("while", RESERVED | LEADS | STATES | BODY | ASKED),
    ("wins", 0),
    ("with", RESERVED | LABEL | LEADS | GOES_ON),
    ("you", FIXED | ASKED | NAME),
];

/// Tells whether a word has a role.
#[must_use]
pub fn is(word: &str, role: Roles) -> bool {
    let found = KEYWORDS.binary_search_by(|(one, _)| one.cmp(&word));
    found.is_ok_and(|at| KEYWORDS[at].1 & role != 0)
}

/// Lists the words that have a role.
pub fn with(role: Roles) -> impl Iterator<Item = &'static str> + Clone {
    let words = KEYWORDS.iter();
    words
        .filter(move |(_, roles)| roles & role != 0)
        .map(|(word, _)| *word)
}

/// Lists the words of the grammar that a misspelt word may be taken for.
pub(super) fn mendable() -> impl Iterator<Item = &'static str> {
    let words = KEYWORDS.iter();
    words
        .filter(|(_, roles)| roles & (NEAR | NAME) == 0)
        .map(|(word, _)| *word)
}
