//! The block structure of YAML by its lines alone: which line begins an item or an entry, and what belongs to it.
//!
//! Knows nothing of the reader. A block ends where the next line of its indentation begins, whatever is open inside it: so a
//! row with an open quote ends where its author ended it, and each piece can be read, and read again, by itself. All offsets
//! are bytes of the whole text.

use crate::marks;
use std::ops::Range;

/// The columns that a tab is taken for: deeper than anything it may stand below.
const TAB: usize = 8;

/// The beginning of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opener {
    /// `- …`
    Item,
    /// `key: …`
    Entry,
    /// A line that begins neither an item nor an entry.
    Stray,
}

/// Some lines that belong together: the first begins the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BlockPart {
    /// From the beginning of its first line to the beginning of the next piece.
    pub(super) range: Range<usize>,
    /// The first byte behind the indentation.
    pub(super) start: usize,
    /// The column of `start`.
    pub(super) column: usize,
    /// The sort of its first line.
    pub(super) opener: Opener,
}

/// A list or a map that is written line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BlockOutline {
    /// The column where its items or keys stand.
    pub(super) column: usize,
    /// Its first piece is an item.
    pub(super) is_list: bool,
    pub(super) pieces: Vec<BlockPart>,
}

/// A line with something in it besides a comment.
#[derive(Clone, Copy, Debug)]
struct WrittenLine<'a> {
    begin: usize,
    start: usize,
    column: usize,
    /// From `start`, without the line break.
    text: &'a str,
}

/// Cuts a part of a text into its pieces. The part begins with a line, or within one, in this column.
pub(super) fn outline(text: &str, part: Range<usize>, column: usize) -> BlockOutline {
    let lines = lines(text, part.clone(), column);
    let Some(first) = lines.first() else {
        return BlockOutline {
            column,
            is_list: false,
            pieces: Vec::new(),
        };
    };
    let column = common_column(&lines, first.column);
    let is_list = lines
        .iter()
        .filter(|line| line.column == column)
        .map(|line| opener(line.text))
        .find(|opener| *opener != Opener::Stray)
        .is_some_and(|opener| opener == Opener::Item);
    let mut pieces: Vec<BlockPart> = Vec::new();
    // The last piece begins with a key that has no value in its line.
    let mut is_bare = false;
    for line in &lines {
        let opens = match pieces.last_mut() {
            None => true,
            Some(last) => {
                last.range.end = line.begin;
                let is_below = line.column > column && line.column > last.column;
                // Most lines stand below a key without a value, to which they belong.
                !(is_below && is_bare || belongs_to(text, last, line, column, is_list))
            }
        };
        if opens {
            let opener = opener(line.text);
            is_bare = opener == Opener::Entry && marks::is_blank(marks::value_of(line.text).trim());
            pieces.push(BlockPart {
                range: line.begin..part.end,
                start: line.start,
                column: line.column,
                opener,
            });
        }
    }
    if let Some(last) = pieces.last_mut() {
        last.range.end = part.end;
    }
    BlockOutline {
        column,
        is_list,
        pieces,
    }
}

fn lines(text: &str, part: Range<usize>, column: usize) -> Vec<WrittenLine<'_>> {
    let mut lines = Vec::new();
    let mut begin = part.start;
    for line in text[part].split_inclusive('\n') {
        let shown = line.trim_start_matches([' ', '\t']);
        let blanks = &line[..line.len() - shown.len()];
        let from = if lines.is_empty() && begin > 0 && !text[..begin].ends_with('\n') {
            column
        } else {
            0
        };
        let width = |symbol| if symbol == '\t' { TAB } else { 1 };
        let written = shown.trim_end();
        if !written.is_empty() && !written.starts_with('#') {
            lines.push(WrittenLine {
                begin,
                start: begin + blanks.len(),
                column: from + blanks.chars().map(width).sum::<usize>(),
                text: written,
            });
        }
        begin += line.len();
    }
    lines
}

/// The column in which most of the outermost lines begin: a single line that is indented otherwise is a slip.
fn common_column(lines: &[WrittenLine<'_>], first: usize) -> usize {
    let count = |column: usize| {
        let opens =
            |line: &&WrittenLine<'_>| line.column == column && opener(line.text) != Opener::Stray;
        lines.iter().filter(opens).count()
    };
    let outer = lines.iter().map(|line| line.column);
    let mut columns: Vec<usize> = outer.filter(|column| *column <= first).collect();
    // Behind a row in one line no list can begin within it.
    columns.extend(match lines {
        [row, next, ..] if opener(next.text) == Opener::Item => {
            let is_row = opener(row.text) == Opener::Item;
            (is_row && marks::is_closed(row.text[1..].trim())).then_some(next.column)
        }
        _ => None,
    });
    columns.sort_unstable();
    columns.dedup();
    let most = columns.iter().map(|column| count(*column)).max();
    let most = most.filter(|most| *most > count(first));
    let common = |most| {
        columns
            .iter()
            .copied()
            .find(|column| count(*column) == most)
    };
    most.and_then(common).unwrap_or(first)
}

/// Returns true if a line goes on with the piece above it.
fn belongs_to(
    text: &str,
    piece: &BlockPart,
    line: &WrittenLine<'_>,
    column: usize,
    is_list: bool,
) -> bool {
    let above = &text[piece.start..piece.range.end];
    if line.column > column && line.column > piece.column {
        // A key among items is a row that lacks its dash.
        let is_row = is_list && piece.opener == Opener::Entry;
        return is_row || !is_out_of_line(above, piece.opener, line);
    }
    let opens = opener(line.text);
    if line.column > column && line.column == piece.column {
        // The keys of an item whose dash alone stands too far right.
        return piece.opener == Opener::Item && opens == Opener::Entry;
    }
    if line.column > column {
        return opens == Opener::Stray || marks::is_open(above);
    }
    match opens {
        Opener::Item if is_list => false,
        // The items of a list may stand below their key.
        Opener::Item => piece.opener == Opener::Entry && holds_items_alone(marks::value_of(above)),
        Opener::Entry if line.text.starts_with(": ") => above.starts_with("? "),
        Opener::Entry => marks::is_open(above) && marks::goes_on(line.text),
        Opener::Stray => {
            marks::is_open(above)
                || line.text.starts_with(['}', ']', ')'])
                || marks::opens_text(marks::first_line(above))
        }
    }
}

/// Returns true if what stands behind a key so far is nothing, or the first items of a list.
fn holds_items_alone(value: &str) -> bool {
    let mut written = value.lines().map(str::trim);
    let first = written.find(|line| !marks::is_blank(line));
    first.is_none_or(|line| opener(line) == Opener::Item)
}

/// Returns true if a line below a complete value begins an item or entry of its own, and so is only indented too far.
fn is_out_of_line(above: &str, piece: Opener, line: &WrittenLine<'_>) -> bool {
    match piece {
        Opener::Item | Opener::Stray => {
            opener(line.text) == Opener::Item
                && (marks::is_closed(above.trim_start_matches('-').trim())
                    || is_complete_key(above, line.column))
        }
        Opener::Entry => {
            // Most keys have all of their value below: that is seen at once.
            let inline = marks::first_line(marks::value_of(above)).trim();
            !marks::is_blank(inline)
                && opener(line.text) == Opener::Entry
                && (marks::is_single(inline) || marks::key(inline).is_none())
                && !marks::is_open(above)
                && !marks::opens_text(marks::first_line(above))
        }
    }
}

/// Returns true if the last line of a row is a key of this column with its value, below which no list can begin.
fn is_complete_key(row: &str, column: usize) -> bool {
    let last = row.trim_end().lines().last().unwrap_or_default();
    let written = last.trim_start_matches(' ');
    last.len() - written.len() == column
        && opener(written) == Opener::Entry
        && !marks::is_blank(marks::value_of(written))
        && !marks::is_open(written)
        && !marks::opens_text(written)
}

/// The column of the second line of an item, where its keys stand.
pub(super) fn column_of_keys(text: &str, part: Range<usize>) -> Option<usize> {
    let second = lines(text, part, 0).into_iter().nth(1)?;
    (opener(second.text) == Opener::Entry).then_some(second.column)
}

/// Tells what a line begins.
pub(super) fn opener(line: &str) -> Opener {
    if line == "-" || line.starts_with("- ") {
        return Opener::Item;
    }
    match marks::key(line) {
        // A dash without its blank: a key begins with a letter or is a number.
        Some(_)
            if line.chars().nth(1).is_some_and(|one| !one.is_ascii_digit())
                && line.starts_with('-') =>
        {
            Opener::Stray
        }
        Some(_) => Opener::Entry,
        None if line.starts_with("? ") || line.starts_with(": ") => Opener::Entry,
        None => Opener::Stray,
    }
}
