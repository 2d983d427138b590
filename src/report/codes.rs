//! The codes of all diagnostics: one line each.
//!
//! A code never changes its meaning and is never given again, because tests, pages and people quote it.

use std::fmt;

/// The stage that raises a diagnostic; the letter of its codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// `S`: rules text that cannot be read, such as `gain(2`.
    Syntax,
    /// `Y`: YAML and the tables written in it, such as a key given twice.
    Tables,
    /// `M`: the manifest `game.yaml`, such as `players: 4 to 2`.
    Manifest,
    /// `N`: names, such as `gain(2, grian)`.
    Names,
    /// `T`: types, such as `gain("two", grain)`.
    Types,
    /// `H`: hooks, such as two on one event without an order.
    Hooks,
    /// `B`: bounds, such as an effect that feeds itself.
    Bounds,
    /// `P`: places and who sees them, such as a hand that belongs to nobody.
    Places,
    /// `R`: rulings, such as a player who is not asked.
    Rulings,
    /// `U`: warnings about what nothing uses, such as an effect that is never done.
    Unused,
}

/// A stable diagnostic code, such as `N01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(&'static str);

/// A row of the table of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeRow {
    /// The code that messages show.
    pub code: Code,
    /// The mistake in one line, as the page about the code is headed.
    pub title: &'static str,
    /// The stage that raises it.
    pub stage: Stage,
}

macro_rules! codes {
    ($($name:ident = $code:literal $stage:ident $title:literal;)*) => {
        impl Code {
            $(#[doc = concat!("`", $code, "`: ", $title, ".")] pub const $name: Code = Code($code);)*
        }

        /// All codes, in the order of this file.
        pub const CODES: &[CodeRow] = &[
            $(CodeRow { code: Code::$name, title: $title, stage: Stage::$stage },)*
        ];
    };
}

codes! {
    UNREADABLE_RULES = "S01" Syntax "rules text that cannot be read";
    UNCLOSED = "S02" Syntax "a bracket or a text that is never closed";
    BRACES_IN_WORDS = "S03" Syntax "braces in words for people, which are told as they stand";
    NOT_TEXT = "S04" Syntax "a file that is not UTF-8 text";
    CONTROL_CHARACTER = "S05" Syntax "a character that nobody sees and terminals obey";

    UNREADABLE_YAML = "Y01" Tables "YAML that cannot be read";
    DUPLICATE_KEY = "Y02" Tables "a key given twice";
    UNKNOWN_ATTRIBUTE = "Y03" Tables "an attribute that is not declared";
    MISSING_ATTRIBUTE = "Y04" Tables "an attribute that must be given";
    WRONG_VALUE = "Y05" Tables "a value of the wrong type";
    DUPLICATE_ID = "Y06" Tables "an id given twice";
    OUT_OF_RANGE = "Y07" Tables "a value outside its range";
    UNKNOWN_TABLE = "Y08" Tables "a table of an unknown kind";
    WRONG_BOARD = "Y09" Tables "a board whose layout does not hold together";
    UNUSED_ATTRIBUTE = "Y10" Tables "an attribute that nothing reads";
    UNKNOWN_WORD = "Y11" Tables "a word that is not one of those allowed";
    REFUSED_YAML = "Y12" Tables "a feature of YAML that is not used here";
    NO_ROWS = "Y13" Tables "a kind, table or board that no file fills";
    BROKEN_DEMAND = "Y14" Tables "a row that does not meet a demand of the rules";

    MISSING_MANIFEST = "M01" Manifest "a game without game.yaml";
    WRONG_MANIFEST = "M02" Manifest "an entry of game.yaml that does not hold together";
    WRONG_SHOWN = "M03" Manifest "an entry of view.yaml that does not hold together";
    OTHER_EDITION = "M04" Manifest "a game of another edition of the language";
    WRONG_LOOK = "M05" Manifest "an entry of look.yaml that does not hold together";
    WRONG_PICTURE = "M06" Manifest "an SVG file that cannot be shown safely";
    UNFITTING = "M07" Manifest "a text that does not fit its card";
    WRONG_WORDS = "M08" Manifest "words of a locale that do not fit the game";

    UNKNOWN_NAME = "N01" Names "a name that is not known";
    DEFINED_TWICE = "N02" Names "a name defined twice";
    WRONG_SORT = "N03" Names "a name of another sort of thing";

    RESERVED_NAME = "N10" Names "a name that the language keeps for itself";
    MISSING_PART = "N11" Names "a part of the game that is missing or given twice";
    MISPLACED_PART = "N12" Names "something that cannot stand here";

    TYPE_MISMATCH = "T01" Types "a value of another type than expected";
    WRONG_ARGUMENTS = "T02" Types "a wrong number of arguments";
    UNSTORABLE = "T10" Types "a type that cannot be kept here";

    NEEDS_OWNER = "N20" Names "a thing of a player, named where nobody is `you`";
    AMBIGUOUS = "N21" Names "a name that could mean several things";
    MAYBE_NONE = "T20" Types "a value that may be none";
    WRONG_KIND = "T21" Types "a place that does not hold such pieces";
    NOT_MANY = "T22" Types "one thing where there should be several";
    MISPLACED_CHANCE = "T23" Types "chance where it cannot be used";
    NOT_ASSIGNABLE = "T24" Types "something that cannot be written to";
    WRONG_LABEL = "T25" Types "a wrong or missing word before an argument";
    MISPLACED_STATEMENT = "T26" Types "a statement that cannot stand here";
    NOT_CONSTANT = "T27" Types "a value that is not known before play";
    NOT_COMPARABLE = "T28" Types "values that cannot be compared";
    OTHER_SORT = "T30" Types "what only one sort has, asked of what may be of another";
    NO_EFFECT = "T29" Types "a statement that does nothing";
    SAME_ANSWER = "B20" Bounds "a question whose answer is always the same";
    REVERSED_RANGE = "B21" Bounds "a range that holds nothing";
    DIVIDED_BY_ZERO = "B22" Bounds "a division by zero";
    NEVER_REPEATED = "B23" Bounds "a loop that is never run";
    TOO_LARGE = "B24" Bounds "a number too large to count with";
    NO_ANSWER = "B25" Bounds "a choice that can have no answer";
    FIXED_MEMBERS = "B26" Bounds "a loop that changes what its own `where` reads";
    TOO_MANY = "B27" Bounds "more of something than a game can have";
    TOO_LONG = "B28" Bounds "a value that takes too long to work out";
    BELOW_ZERO = "B29" Bounds "an amount that can be below zero";

    UNORDERED_HOOKS = "H01" Hooks "two hooks on one event without an order";
    IDLE_HOOK = "H02" Hooks "a hook that can never fire";
    SLEEPING_HOOK = "H03" Hooks "a hook of rows that are active nowhere";
    RIVAL_HOOKS = "H04" Hooks "two hooks that would each replace one event";
    NOBODYS_HOOK = "H05" Hooks "`you` in a hook or modifier that is nobody's";
    RIVAL_MODIFIERS = "H06" Hooks "two modifiers that would each say what one query is";
    SAME_PIECE = "H07" Hooks "a piece that two players may take at once";

    UNBOUNDED = "B01" Bounds "an effect or a query that may never end";
    OUTSIDE_BOUNDS = "B02" Bounds "a number outside its bounds";
    WRONG_BOUNDS = "B03" Bounds "bounds or a size that hold nothing";
    UNKNOWN_BEFORE_PLAY = "B04" Bounds "a first value, a size or a layout that play cannot begin with";

    WRONG_OWNER = "P01" Places "a place that does not belong to whom it is asked of";
    NO_HOME = "P03" Places "pieces without a place to lie before set-up";
    WRONG_PLACE = "P04" Places "a place that cannot be like this";
    GIVES_AWAY = "P05" Places "options that tell what is hidden";
    ALL_ALIKE = "P06" Places "options that look all alike to the one who is asked";
    TELLTALE_MARK = "P07" Places "a mark on hidden pieces that would tell them apart";
    WITHHELD = "P08" Places "an open answer that is kept from the other players";

    RULING_KEY = "R01" Rulings "a key that a ruling does not know, or one that is missing";
    RULING_START = "R02" Rulings "players or options that the game is not for";
    RULING_POSITION = "R03" Rulings "a position that the rules do not allow";
    RULING_LINE = "R04" Rulings "a line of a ruling that cannot be read";
    RULING_PLAYER = "R05" Rulings "a player who does not play";
    RULING_WORD = "R06" Rulings "a word that is no action and no value";
    RULING_ID = "R07" Rulings "a ruling that is not named like its file";
    NOT_SO = "R10" Rulings "an expectation that does not hold";
    NO_SUCH_CHOICE = "R11" Rulings "a choice that cannot be made";
    OTHER_OFFER = "R12" Rulings "other options than those expected";
    NOT_REFUSED = "R13" Rulings "a choice that is not refused, or for another reason";
    OTHER_NEXT = "R14" Rulings "somebody else is asked next";
    RULES_FAILED = "R15" Rulings "a mistake of the rules that play has shown";
    OTHER_RESULT = "R16" Rulings "the game ends otherwise, or not yet";
    UNKNOWN_STATEMENT = "R17" Rulings "a citation of a statement that is not listed";
    NOTHING_CHECKED = "R18" Rulings "a ruling, or a condition of one, that checks nothing";

    UNUSED = "U01" Unused "something that nothing uses";
    UNOFFERED = "U02" Unused "an action that nothing offers";
    UNUSED_ALLOW = "U03" Unused "an `allow` that nothing needs";
    WRONG_ALLOW = "U04" Unused "an `allow` without a code or a reason";
    MISSING_WORDS = "U05" Unused "texts without words in a locale";
}

impl Code {
    /// The code of this text.
    pub fn find(text: &str) -> Option<Code> {
        let row = CODES.iter().find(|row| row.code.0 == text)?;
        Some(row.code)
    }

    /// The text of the code.
    pub fn as_str(self) -> &'static str {
        self.0
    }

    /// Gives what is known about the code.
    pub fn row(self) -> &'static CodeRow {
        let row = CODES.iter().find(|row| row.code == self);
        // INVARIANT: only `codes!` makes codes, and it gives each a row.
        row.expect("a code without a row")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
