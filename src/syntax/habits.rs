//! Habits of other languages: what a text that cannot be read was probably meant to say, and how that is written here.
//!
//! One table by what stands around the place of the failure. It takes the failure that the grammar gave and adds advice; it
//! never makes a failure of its own.

use std::ops::Range;

use crate::grammar::{ParseFailure, Rule};
use crate::keywords;
use crate::layout::is_word;

/// A pattern and what to say where it fits.
///
/// In the pattern `^` stands before the token that failed, `NAME`, `NUMBER`, `TEXT` and `WORD` (a name or a number) for any of
/// their sort, `a/b` for either token. What stands between `«` and `»` is underlined instead of the token that failed. In the
/// texts `{1}`, `{2}` … are the tokens that the capitals stood for, `{name}` is the second word of the text, `{rest}` what
/// follows the pattern in its line, up to a block.
struct Habit {
    /// The first word of the text; any, when there is none.
    heads: &'static [&'static str],
    pattern: &'static str,
    /// A rule that the grammar expected, among others; any, when empty.
    expects: &'static str,
    help: &'static str,
    /// The replacement of the underlined bytes, when that alone mends it.
    fix: &'static str,
}

const fn habit(
    heads: &'static [&'static str],
    pattern: &'static str,
    expects: &'static str,
    help: &'static str,
    fix: &'static str,
) -> Habit {
    Habit {
        heads,
        pattern,
        expects,
        help,
        fix,
    }
}

const ANY: &[&str] = &[];
const BRANCHES: &[&str] = &["if", "while", "for", "repeat", "else", "as", "pool"];
const HOOKS: &[&str] = &["when", "before", "instead"];
const BRACES: &str = "statements stand in braces: `… { … }`";
const PARTED: &str = "statements in one line are parted by `;`";
const PER_PLAYER: &str = "`per player` stands behind the name: `{head} {name} per player: …`";

/// The first row that fits is told, so that the special ones come first.
const HABITS: &[Habit] = &[
    // Declarations.
    habit(
        ANY,
        "^ on/whenever/after/upon",
        "a declaration",
        "a hook begins with `when`",
        "when",
    ),
    habit(
        ANY,
        "^ function/func/fn/fun/def/proc/procedure/sub/method/rule/void",
        "a declaration",
        "an `effect` changes something, a `query` answers something, an `action` is offered to players",
        "",
    ),
    habit(
        ANY,
        "^ let/const/global/int/bool/number/counter",
        "a declaration",
        "what changes in play is declared by `var`: `var money per player: int = 5`",
        "",
    ),
    habit(
        ANY,
        "^ class/struct/type/object/card/component/piece",
        "a declaration",
        "pieces are declared by `kind`, data without pieces by `record`",
        "",
    ),
    habit(
        ANY,
        "^ import/include/use/load",
        "a declaration",
        "leave it out: all files of the game's folder are read together",
        "",
    ),
    habit(
        ANY,
        "^ score/winner/win/victory/end/ending",
        "a declaration",
        "who wins is said by the result: `result { score … high }`",
        "",
    ),
    habit(
        ANY,
        "^ start/init/begin/main/turn/round/game/loop/phase",
        "a declaration",
        "a game begins with `setup { … }` and is played by `play { … }`",
        "",
    ),
    habit(ANY, "^ #", "", "a comment begins with `//`", "//"),
    habit(
        &["enum"],
        "enum NAME ^ :/=",
        "",
        "its values stand in braces: `enum {1} { … }`",
        "",
    ),
    habit(
        &["kind"],
        "kind NAME « ^ extends/is/from/inherits NAME »",
        "",
        "a sort of pieces is `kind {1} of {3} { … }`",
        "of {3}",
    ),
    habit(
        ANY,
        "seen by « all ^ but/except NAME »",
        "",
        "all but the player whose place it is: `seen by others`",
        "others",
    ),
    habit(
        ANY,
        "seen by « ^ not NAME »",
        "",
        "all but the player whose place it is: `seen by others`",
        "others",
    ),
    habit(
        &["option"],
        "option NAME ^ =",
        "`:`",
        "say what may be chosen: `option {1}: 1..5 = …`, `option {1}: bool = …`, `option {1}: { a b } = …`",
        "",
    ),
    habit(
        &["query"],
        "^ {",
        "a value",
        "a query is one expression, without statements: `if … then … else …` chooses a value; what changes something is an `effect`",
        "",
    ),
    habit(
        &["query"],
        "^ :",
        "`->`",
        "write `->` before the type of the answer: `query {name}(…) -> TYPE = …`",
        " ->",
    ),
    habit(
        &["query"],
        "^ =",
        "`->`",
        "say the type of the answer: write `-> int` before the `=`, or whatever it is",
        "",
    ),
    habit(
        &["query"],
        "^ +=/-=",
        "",
        "a query only answers; an effect changes: `effect {name}(…) { … }`",
        "",
    ),
    habit(
        &["query"],
        "« gain/lose/move/draw/shuffle/show/reveal/choose/reach ^ WORD »",
        "",
        "a query only answers; an effect changes: `effect {name}(…) { … }`",
        "",
    ),
    habit(
        &["effect"],
        "^ ->",
        "",
        "an effect answers nothing; a query answers: `query {name}(…) -> TYPE = …`",
        "",
    ),
    habit(
        &["effect"],
        "^ =",
        "`{`",
        "what an effect does stands in braces: `effect {name}(…) { … }`",
        "",
    ),
    habit(
        &["effect", "query"],
        "NAME ^ from/in",
        "`:`",
        "a parameter has a type, such as `{1}: {1}`; only those of an action go through what may be chosen",
        "",
    ),
    habit(
        &["action"],
        "NAME ^ :",
        "`from`",
        "a parameter of an action goes through what may be chosen: `{1} from hand`",
        "",
    ),
    habit(
        &["action"],
        "NAME ^ ,/)",
        "`from`",
        "a parameter of an action goes through what may be chosen: `{1} from hand`",
        "",
    ),
    habit(
        HOOKS,
        "NAME ^ >/</>=/<=/==/!=/=/and/or/is/not/has/in/.",
        "",
        "a hook watches an effect; what must hold follows `where`: `when played(card) where money > 20 { … }`",
        "",
    ),
    habit(
        HOOKS,
        "^ ,",
        "a block",
        "what the hook does stands in braces, or behind a colon in a row: `{head} … { … }`",
        "",
    ),
    habit(
        HOOKS,
        "^ NAME/then",
        "a block",
        "what the hook does stands in braces: `{head} … { … }`",
        "",
    ),
    habit(
        &["modify"],
        "« ^ plus/minus/is/at »",
        "`:`",
        "a colon stands before the change: `modify {name}(…): minus 1`",
        ": {1}",
    ),
    habit(
        &["modify"],
        "^ =",
        "`:`",
        "the change is said in a word: `: is {rest}`",
        ": is",
    ),
    habit(
        &["modify"],
        "« ^ - WORD »",
        "`is`, `plus`, `minus`, `at least` or `at most`",
        "the change is said in a word: `minus {1}`",
        "minus {1}",
    ),
    habit(
        &["modify"],
        "« ^ + WORD »",
        "`is`, `plus`, `minus`, `at least` or `at most`",
        "the change is said in a word: `plus {1}`",
        "plus {1}",
    ),
    habit(
        &["modify"],
        "^",
        "`is`, `plus`, `minus`, `at least` or `at most`",
        "the change is said in a word: `is 1`, `plus 1`, `minus 1`, `at least 1`, `at most 1`",
        "",
    ),
    habit(
        &["table"],
        "table NAME « ^ [ NAME ] » : NAME",
        "",
        "a table goes from a key to a value: `table {1}: {2} -> {3}`",
        "",
    ),
    habit(
        &["table"],
        "table NAME : NAME ^",
        "`->`",
        "a table goes from a key to a value: `table {1}: {2} -> int`, or whatever it gives",
        "",
    ),
    habit(
        &["var"],
        "« list/array/pile/deck/stack/collection ^ of » NAME",
        "",
        "pieces lie in places: `place {name}: list of {1}`",
        "",
    ),
    habit(
        &["var"],
        "« set ^ of » NAME",
        "",
        "a set of the values of an enum is `set NAME`; pieces lie in places: `place {name}: set of {1}`",
        "",
    ),
    habit(
        &["var"],
        "var NAME « ^ = » WORD",
        "`:`",
        "say its type: `var {1}: int = {2}`, or whatever it is",
        "",
    ),
    habit(
        &["var", "track"],
        ": « ^ NUMBER »",
        "a type",
        "say its type first: `{head} {name}: int = {1}`",
        "int = {1}",
    ),
    habit(
        ANY,
        "« NUMBER - NUMBER ^ »",
        "`..`",
        "two dots stand between bounds: `{1}..{2}`",
        "{1}..{2}",
    ),
    habit(ANY, "« per ^ player »", "", PER_PLAYER, ""),
    habit(
        &["place", "board", "track"],
        "« ^ per player »",
        "",
        PER_PLAYER,
        "",
    ),
    habit(
        &["place"],
        "place NAME : « NAME ^ »",
        "`of`",
        "say in which order the pieces lie: `place {1}: list of {2}`",
        "list of {2}",
    ),
    habit(
        &["board"],
        "grid « ^ NUMBER »",
        "`of`",
        "its size follows `of`: `grid of 7 by 6`",
        "of {1}",
    ),
    habit(
        &["board"],
        "of ^ WORD",
        "a value",
        "the sides of a grid are parted by `by`: `grid of 7 by 6`",
        "",
    ),
    habit(
        &["result"],
        "^",
        "`score`",
        "a result compares numbers: `score … high`, then `then … low`; `wins when …` says who may win at all",
        "",
    ),
    habit(
        ANY,
        "bag/set NAME = « ^ { »",
        "a value",
        "an empty bag or set is `= []`",
        "",
    ),
    // Statements.
    habit(
        ANY,
        "at once « ^ for each NAME »",
        "",
        "`at once` goes through them itself: `at once {1} in … { … }`",
        "{1}",
    ),
    habit(
        ANY,
        "at once « ^ for NAME »",
        "",
        "`at once` goes through them itself: `at once {1} in … { … }`",
        "{1}",
    ),
    habit(
        &["for"],
        "^ as NAME {",
        "`{`",
        "what a player does stands in a block of its own: `{ as {1} { … } }`",
        "",
    ),
    habit(
        ANY,
        "« simultaneously/together/parallel/secretly » NAME in NAME ^ {",
        "",
        "all decide before anything is done in `at once {2} in {3} { … }`",
        "at once",
    ),
    habit(
        ANY,
        "or/else ^ return/stop/break/finish/continue",
        "a value",
        "what is done when there is none stands in a block: `if let x = … { … } else { … }`",
        "",
    ),
    habit(
        &["let"],
        "let NAME = « ^ { } »",
        "a value",
        "a name for members holds those that there are now and does not grow: `let {1} = {x in … where …}`",
        "",
    ),
    habit(
        BRANCHES,
        "^ elif/elsif/elseif",
        "",
        "another condition begins with `else if`",
        "else if",
    ),
    habit(BRANCHES, "^ :/then/do/,", "`{`", BRACES, ""),
    habit(
        &["for"],
        "for « ^ NAME » in",
        "`each`",
        "write `for each {1} in … { … }`",
        "each {1}",
    ),
    habit(
        &["for"],
        "« for each NAME ^ {/: »",
        "",
        "give each of them a name: `for each p in players { … }`",
        "",
    ),
    habit(
        ANY,
        "« for each ^ NAME »",
        "",
        "count them, `gain count({1} in …) money`, or go through them: `for each {1} in … { … }`",
        "",
    ),
    habit(BRANCHES, "^ WORD", "`{`", BRACES, ""),
    habit(BRANCHES, "^ WORD", "`(`", BRACES, ""),
    habit(
        &["return"],
        "return ^",
        "",
        "`return` only leaves the effect; a query answers: `query NAME(…) -> TYPE = …`",
        "",
    ),
    habit(
        &["var", "const", "local", "int"],
        "NAME ^ =",
        "",
        "a local name is made by `let`: `let {1} = …`; `var` declares, outside of all braces, what lasts",
        "",
    ),
    habit(
        &["let"],
        "let NAME ^ :",
        "`=`",
        "its type is that of its value: `let {1} = …`",
        "",
    ),
    habit(
        &["offer"],
        "NAME ^ (",
        "",
        "an action is offered with all its arguments, and the player chooses: `offer you: {1}`; what may be chosen is said by the action's own parameters",
        "",
    ),
    habit(
        &["choose"],
        "choose « a/an/one/the/any ^ NAME »",
        "`of`",
        "give what is chosen a name of one word: `choose {2} from …`",
        "{2}",
    ),
    habit(
        &["choose"],
        "choose NUMBER ^ from/in",
        "`of`",
        "give each of them a name: `choose {1} of x from …`",
        "",
    ),
    habit(
        &["choose"],
        "choose NAME ^ :",
        "",
        "say where from: `choose {1} from …`",
        "",
    ),
    habit(
        &["choose"],
        "choose NUMBER « ^ NAME »",
        "`of`",
        "`of` and a name stand behind the number: `choose {1} of {2} from …`",
        "of {2}",
    ),
    habit(
        &["require"],
        "^",
        "a text in quotes",
        "the reason that players are told stands behind it: `require … \"it is too dear\"`",
        "",
    ),
    habit(
        ANY,
        "« TEXT ^ + »",
        "",
        "words in quotes are told as they stand, and are not joined with values; a phrase may hold values, see the reference",
        "",
    ),
    habit(
        ANY,
        "NAME ^ +/-/*/div/mod",
        "`=`",
        "a statement does something, such as `gain 2 {1}` or `{1} += 2`; a value alone does nothing",
        "",
    ),
    habit(
        ANY,
        "NAME ^ ==",
        "`=`",
        "`=` gives a value; `==` only compares",
        "=",
    ),
    habit(
        ANY,
        "^ NUMBER/TEXT",
        "a statement",
        "a statement does something, such as `gain 2 money`; a value alone does nothing",
        "",
    ),
    habit(
        ANY,
        "^ gain/lose/move/draw/shuffle/reveal/show/let/if/for/choose/may/reach/offer/repeat/while NAME/NUMBER",
        "the end of the line",
        "a statement ends with its line; those in one line are parted by `;`",
        "",
    ),
    habit(
        ANY,
        "« NAME . ^ NUMBER »",
        "",
        "a space that has a number is asked for by it: `space_at(BOARD, {2})`",
        "",
    ),
    habit(
        ANY,
        "« NUMBER . ^ NUMBER »",
        "",
        "numbers are whole: what is divided is rounded down, `{1} div {2}`",
        "",
    ),
    habit(
        ANY,
        "NAME « ^ as NAME »",
        "",
        "what only `{2}` has is asked where it is known to be one: behind `if {1} in {2}`, or behind `{1} in {2} and`",
        "",
    ),
    habit(
        ANY,
        "NAME « ^ is not » NAME",
        "",
        "what differs is `{1} != {2}`; of no sort, or in no place, it is by `{1} not in {2}`",
        "",
    ),
    habit(
        ANY,
        "NAME « ^ is NAME »",
        "",
        "values are compared by `{1} == {2}`; of a sort, or in a place, it is by `{1} in {2}`",
        "",
    ),
    // Signs.
    habit(ANY, "« and NAME ^ » NUMBER", "", PARTED, ""),
    habit(ANY, "^ ,", "the end of the line", PARTED, ";"),
    habit(ANY, "^ and", "the end of the line", PARTED, ";"),
    habit(
        ANY,
        "^ and/then gain/lose/move/draw/shuffle/reveal/show/let/if/for/choose/may/reach/offer/repeat/while",
        "",
        PARTED,
        ";",
    ),
    habit(ANY, "^ &&/&", "", "write `and`", "and"),
    habit(ANY, "^ ||/|", "", "write `or`", "or"),
    habit(ANY, "^ !", "", "write `not`", "not "),
    habit(
        ANY,
        "^ ?",
        "",
        "a choice of values is `if … then … else …`",
        "",
    ),
    habit(
        ANY,
        "^ / ",
        "",
        "numbers are divided by `div`, which rounds down",
        "div",
    ),
    habit(ANY, "^ %", "", "what is left by a division is `mod`", "mod"),
    habit(ANY, "« < ^ > »", "", "what differs is `!=`", "!="),
    habit(ANY, "^ =>", "", "write `>=`", ">="),
    habit(ANY, "^ =<", "", "write `<=`", "<="),
    habit(ANY, "« ==/!= ^ = »", "", "write `==` or `!=`", ""),
    habit(ANY, "« ^ ++ »", "", "write `+= 1`", " += 1"),
    habit(ANY, "« - - ^ »", "", "write `-= 1`", "-= 1"),
    habit(
        ANY,
        "« .. ^ . »",
        "",
        "two dots stand between bounds: `..`",
        "..",
    ),
    habit(ANY, "^ :=", "", "write `=`", "="),
    habit(
        ANY,
        "^ '/`",
        "",
        "words for people stand in double quotes: `\"…\"`",
        "",
    ),
    habit(
        ANY,
        "^ =/==",
        "a name",
        "a name stands before it: `let x = …`",
        "",
    ),
    habit(
        ANY,
        "^ =",
        "",
        "`==` compares; `=` gives a value, in a statement of its own",
        "==",
    ),
    habit(
        ANY,
        "^ +=/-=",
        "",
        "a value is only asked here; a statement of its own changes it",
        "",
    ),
];

/// Adds what is known about a habit to a failure.
pub(super) fn with_habit(entry: Rule, text: &str, failure: ParseFailure) -> ParseFailure {
    if failure.meant.is_some() {
        return failure;
    }
    let mut first = tokens(text).into_iter().map(|at| &text[at]);
    let (head, next) = (first.next().unwrap_or(""), first.next().unwrap_or(""));
    if entry == Rule::value_text && is_statement(head, next) {
        let help =
            "a value is one expression, such as `2 * size(hand)`; statements stand in an effect";
        return ParseFailure {
            help: Some(help.to_owned()),
            at: 0..text.trim_end().len(),
            ..failure
        };
    }
    if let Some(word) = indented_declaration(entry, text, failure.at.start) {
        return ParseFailure {
            help: Some(take_blanks_away(word)),
            at: failure.at.start..failure.at.start + word.len(),
            ..failure
        };
    }
    if is_assigned_condition(text, failure.at.start) {
        return ParseFailure {
            help: Some("`==` compares; `=` gives a value, in a statement of its own".to_owned()),
            fix: Some("==".into()),
            ..failure
        };
    }
    let found = HABITS
        .iter()
        .find_map(|habit| fit(habit, head, text, &failure));
    let Some((habit, at, words)) = found else {
        return failure;
    };
    let filled = |template: &str| fill(template, text, head, &words);
    ParseFailure {
        help: Some(filled(habit.help)),
        fix: (!habit.fix.is_empty()).then(|| filled(habit.fix).into()),
        at,
        ..failure
    }
}

/// Returns true if the reading failed at a `=` behind `where` or `require`, so that a comparison was meant.
fn is_assigned_condition(text: &str, at: usize) -> bool {
    let assigns = text[at..].starts_with('=') && !text[at..].starts_with("==");
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    let mut words = line.split(|symbol: char| !symbol.is_alphanumeric() && symbol != '_');
    assigns && words.any(|word| ["where", "require"].contains(&word)) && !line.ends_with(['=', '!'])
}

/// The word of a declaration that begins a line behind blanks, where the reading of an item failed.
fn indented_declaration(entry: Rule, text: &str, at: usize) -> Option<&str> {
    let line = text[..at].rfind('\n')? + 1;
    let is_indented = at > line && text[line..at].trim().is_empty();
    let end = text[at..].bytes().position(|byte| !is_word(byte));
    let word = &text[at..at + end.unwrap_or(text.len() - at)];
    let declares = keywords::is(word, keywords::DECLARES);
    (entry == Rule::item && is_indented && declares).then_some(word)
}

/// The advice for a declaration with blanks before it.
pub(super) fn take_blanks_away(word: &str) -> String {
    format!(
        "a declaration begins its line, outside of all braces: take the blanks before `{word}` away"
    )
}

/// Tells whether a text begins as a statement: with a word of one, or with a name before a value, as a verb stands.
fn is_statement(head: &str, next: &str) -> bool {
    use keywords::{FIXED, NEAR, RESERVED, STATES, is};
    let is_free = |word: &str| word.bytes().all(is_word) && !is(word, RESERVED | NEAR);
    let is_name = is_free(head) && !head.starts_with(|first: char| first.is_ascii_digit());
    let is_value = !next.is_empty() && (is_free(next) || is(next, FIXED));
    head != "if" && is(head, STATES) || is_name && is_value
}

/// A row that fits, with the underlined part and the tokens that its capitals stand for; the last is what follows.
type Fit<'t> = (&'static Habit, Range<usize>, Vec<&'t str>);

fn fit<'t>(
    habit: &'static Habit,
    head: &str,
    text: &'t str,
    failure: &ParseFailure,
) -> Option<Fit<'t>> {
    let is_head = habit.heads.is_empty() || habit.heads.contains(&head);
    let wanted = habit.expects.is_empty() || failure.wanted.contains(&habit.expects);
    if !is_head || !wanted {
        return None;
    }
    let (before, after) = habit.pattern.split_once('^')?;
    let (mut left, mut right) = (
        tokens(&text[..failure.at.start]),
        tokens(&text[failure.at.start..]),
    );
    for token in &mut right {
        *token = token.start + failure.at.start..token.end + failure.at.start;
    }
    let parts = |side: &'static str| side.split_whitespace().filter(|part| !is_mark(part));
    let (many, some) = (parts(before).count(), parts(after).count());
    if left.len() < many || right.len() < some {
        return None;
    }
    left.drain(..left.len() - many);
    right.truncate(some);
    let tokens: Vec<Range<usize>> = left.into_iter().chain(right).collect();
    let mut words = Vec::new();
    for (part, token) in parts(before).chain(parts(after)).zip(&tokens) {
        let token = &text[token.clone()];
        match is_one(part, token) {
            true if catches(part) => words.push(token),
            true => {}
            false => return None,
        }
    }
    let end = tokens.last().map_or(failure.at.end, |last| last.end);
    let rest = text[end.max(failure.at.start)..].split(['\n', '{']).next();
    words.push(rest.unwrap_or_default().trim());
    Some((habit, underlined(habit, &tokens, failure), words))
}

fn is_mark(part: &str) -> bool {
    matches!(part, "«" | "»")
}

/// Tells whether a token is kept for the texts: one of a sort, or one of several words.
fn catches(part: &str) -> bool {
    part.split('/')
        .any(|one| matches!(one, "NAME" | "NUMBER" | "WORD"))
        || part.len() > 1 && part.contains('/')
}

fn is_one(part: &str, token: &str) -> bool {
    let is_number = token.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = token.bytes().all(is_word);
    let fits = |one: &str| match one {
        "NAME" => is_word && !is_number && !keywords::is(token, keywords::LABEL),
        "NUMBER" => is_number,
        "WORD" => is_word,
        "TEXT" => token.starts_with('"'),
        _ => one == token,
    };
    part == token || part.split('/').any(fits)
}

/// The tokens between the marks; what failed, where there are none.
fn underlined(habit: &Habit, tokens: &[Range<usize>], failure: &ParseFailure) -> Range<usize> {
    let mut marked = Vec::new();
    let (mut inside, mut number) = (false, 0);
    for part in habit.pattern.split_whitespace() {
        match part {
            "«" => inside = true,
            "»" => inside = false,
            "^" => {}
            _ => {
                marked.extend(inside.then(|| tokens[number].clone()));
                number += 1;
            }
        }
    }
    match (marked.first(), marked.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => failure.at.clone(),
    }
}

fn fill(template: &str, text: &str, head: &str, words: &[&str]) -> String {
    let name = tokens(text).into_iter().nth(1).map_or("…", |at| &text[at]);
    let (rest, caught) = words
        .split_last()
        .map_or(("", words), |(last, others)| (*last, others));
    let mut filled = template
        .replace("{name}", name)
        .replace("{head}", head)
        .replace("{rest}", rest);
    for (number, word) in caught.iter().enumerate() {
        filled = filled.replace(&format!("{{{}}}", number + 1), word);
    }
    filled
}

/// Words, texts in quotes, and signs.
fn tokens(text: &str) -> Vec<Range<usize>> {
    const PAIRS: &[&str] = &[
        "&&", "||", "++", "..", "->", "==", "!=", "<=", ">=", "=>", "=<", "+=", "-=", ":=",
    ];
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if first.is_ascii() && is_word(first as u8) {
            rest.bytes().take_while(|byte| is_word(*byte)).count()
        } else if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else if PAIRS.iter().any(|pair| rest.starts_with(pair)) {
            2
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            tokens.push(at..at + length);
        }
        at += length;
    }
    tokens
}
