//! References: the lines of a game's rules and tables that name something it declares.
//!
//! Takes texts, gives places. A word counts where it can mean what is declared: not in a comment, in words for people, as
//! the key of a value, as a local name, or behind a dot where nobody has such a thing.

use crate::source::FileId;
use crate::source::Sources;
use crate::source::Span;
use crate::tools::manual::EntrySort;
use crate::tools::manual::Manual;
use crate::tools::manual::ManualEntry;

/// A line that names something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The file that holds the rows.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
    /// Its text without the blanks around it.
    pub text: String,
}

/// Words before what a name is bound to.
const BINDS: [&str; 2] = ["in", "from"];

/// Finds the lines that name something, apart from its own; `own` is where it is declared.
#[must_use]
pub fn references(name: &str, own: Span, manual: &Manual, sources: &Sources) -> Vec<Reference> {
    let mut found = Vec::new();
    for file in sources.ids() {
        let text = sources.text(file);
        let is_rules = sources.path(file).ends_with(".rules");
        let words = words(text, is_rules);
        let first = |at: u32| sources.line_col(file, at).line;
        let own_line = (file == own.file).then(|| first(own.start));
        for (nth, word) in words.iter().enumerate().filter(|(_, word)| word.is(name)) {
            let at = Span {
                file,
                start: word.at as u32,
                end: (word.at + name.len()) as u32,
            };
            let names_it = match is_rules {
                true => named_in_rules(&words, nth, name, own, at, manual),
                false => named_in_table(text, &words, nth, at, manual),
            };
            let line = first(at.start);
            let inside = file == own.file && own.range().contains(&at.range().start);
            let told = found
                .last()
                .is_some_and(|last: &Reference| (last.file, last.line) == (file, line));
            if names_it && !inside && own_line != Some(line) && !told {
                let range = sources.line_range(file, line).unwrap_or_default();
                let text = text[range.start..range.end].trim().to_owned();
                found.push(Reference { file, line, text });
            }
        }
    }
    found
}

/// A word or a sign.
struct WordOrSign<'a> {
    text: &'a str,
    at: usize,
}

impl WordOrSign<'_> {
    fn is(&self, text: &str) -> bool {
        self.text == text
    }
}

/// The words and signs of a text, without its comments; of rules, also without words in quotes.
fn words(text: &str, is_rules: bool) -> Vec<WordOrSign<'_>> {
    let is_letter = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(symbol) = text[at..].chars().next() {
        let rest = &text[at..];
        let comment = if is_rules { "//" } else { "#" };
        let length = if rest.starts_with(comment) {
            rest.find('\n').unwrap_or(rest.len())
        } else if is_rules && symbol == '"' {
            quoted(rest)
        } else if is_letter(symbol) {
            let length = rest.find(|one| !is_letter(one)).unwrap_or(rest.len());
            words.push(WordOrSign {
                text: &rest[..length],
                at,
            });
            length
        } else {
            let length = symbol.len_utf8();
            if !symbol.is_whitespace() {
                words.push(WordOrSign {
                    text: &rest[..length],
                    at,
                });
            }
            length
        };
        at += length;
    }
    words
}

/// The length of a text in quotes, both of them counted.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, symbol) in text.char_indices().skip(1) {
        match symbol {
            '"' if !escaped => return at + 1,
            '\n' => return at,
            _ => escaped = symbol == '\\' && !escaped,
        }
    }
    text.len()
}

/// Tells whether a word of the rules means what is declared under its name.
fn named_in_rules(
    words: &[WordOrSign<'_>],
    nth: usize,
    name: &str,
    own: Span,
    at: Span,
    manual: &Manual,
) -> bool {
    let before = |by: usize| nth.checked_sub(by).map_or("", |nth| words[nth].text);
    let after = words.get(nth + 1).map_or("", |word| word.text);
    let declared = manual.entries.iter().find(|entry| entry.span == own);
    if before(1) == "." {
        // `p.hand`, `kind.row`; a query or an effect is no member.
        let has_owner = |sort| {
            matches!(
                sort,
                EntrySort::Var | EntrySort::Place | EntrySort::Track | EntrySort::Board
            )
        };
        return declared.is_none_or(|entry| has_owner(entry.sort));
    }
    let around = |entry: &&ManualEntry| {
        let span = entry.span;
        span.file == at.file && span.range().contains(&at.range().start)
    };
    let Some(item) = manual.entries.iter().find(around) else {
        return true;
    };
    let range = item.span.range();
    let inside: Vec<&WordOrSign<'_>> = words
        .iter()
        .filter(|word| range.contains(&word.at))
        .collect();
    let has_members = matches!(
        item.sort,
        EntrySort::Kind | EntrySort::Record | EntrySort::Board
    );
    let earlier = inside.iter().filter(|word| word.at < words[nth].at);
    let open = |bracket: &str| earlier.clone().filter(|word| word.is(bracket)).count();
    if after == ":" && has_members && open("(") == open(")") {
        // An attribute or a field of the same name.
        return false;
    }
    !is_local(&inside, name)
}

/// Tells whether a text binds a name for itself.
fn is_local(words: &[&WordOrSign<'_>], name: &str) -> bool {
    let at = |nth: usize| words.get(nth).map_or("", |word| word.text);
    let is_hook = matches!(at(0), "when" | "before" | "instead" | "modify");
    let closed = words.iter().position(|word| word.is(")"));
    words.iter().enumerate().any(|(nth, word)| {
        let before = nth.checked_sub(1).map_or("", at);
        let second = nth.checked_sub(2).map_or("", at);
        let is_word = second.starts_with(|one: char| one.is_alphabetic());
        let is_bound = BINDS.contains(&at(nth + 1))
            && (matches!(before, "{" | "each" | "choose" | "of" | ",") || before == "(" && is_word);
        let is_param = at(nth + 1) == ":" && matches!(before, "(" | ",");
        let in_head =
            is_hook && closed.is_some_and(|closed| nth < closed) && matches!(before, "(" | ",");
        word.is(name) && (before == "let" || is_bound || is_param || in_head)
    })
}

/// Tells whether a word of a table is a value: no key, and no words for people.
fn named_in_table(
    text: &str,
    words: &[WordOrSign<'_>],
    nth: usize,
    at: Span,
    manual: &Manual,
) -> bool {
    let is_key = words.get(nth + 1).is_some_and(|next| {
        let gap = &text[at.range().end..next.at];
        next.is(":") && gap.is_empty() && text[next.at + 1..].starts_with([' ', '\n'])
    });
    let rows = manual.entries.iter().flat_map(|entry| &entry.rows);
    let mut cells = rows.flat_map(|row| &row.cells);
    let in_words = cells.any(|cell| {
        let span = cell.span;
        cell.is_words && span.file == at.file && span.range().contains(&at.range().start)
    });
    !is_key && !in_words
}
