//! The boundaries of a file's top-level items.
//!
//! Takes a whole text, gives ranges. An item begins at a line whose first column holds a word and goes on until the next such
//! line; the `///` lines right above belong to it. So one broken item never hides the next. Lines of a block that nobody
//! indented stay with their item where its braces tell that they belong to it, and declarations that are all indented are items
//! too.

use std::ops::Range;

use crate::keywords;

/// A text cut into items.
pub(super) struct CutText {
    /// The items; what stands before the first one is a range of its own when it isn't blank.
    pub(super) items: Vec<Range<usize>>,
    /// Lines inside of braces that begin at the first column, as whoever reads them tells: the words they begin with.
    pub(super) unindented: Vec<Range<usize>>,
    /// The beginnings of items whose braces are never closed and hold lines that begin at the first column.
    pub(super) unclosed: Vec<usize>,
    /// Declarations at the beginning of the text with blanks before them: the words they begin with.
    pub(super) indented: Vec<Range<usize>>,
}

/// A line, with how many braces are open before and after it.
struct TextLine<'a> {
    text: &'a str,
    start: usize,
    depth: usize,
    depth_after: usize,
}

impl<'a> TextLine<'a> {
    /// The word that it begins with at the first column; empty when there is none.
    fn word(&self) -> &'a str {
        first_word(self.text)
    }

    /// The number of bytes before its first word.
    fn indentation(&self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }

    /// Returns true if it says nothing to the grammar.
    fn is_blank(&self) -> bool {
        let text = self.text.trim_start();
        text.is_empty() || text.starts_with("//")
    }

    fn begins_item(&self) -> bool {
        let first = self.text.chars().next();
        first.is_some_and(|first| first.is_alphabetic() || first == '_')
    }
}

fn first_word(text: &str) -> &str {
    let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let end = text.find(|symbol| !is_word(symbol));
    &text[..end.unwrap_or(text.len())]
}

/// Cuts a text into items.
pub(super) fn cut(text: &str) -> CutText {
    let lines = lines(text);
    let indented = indented_declarations(&lines);
    let mut starts: Vec<usize> = indented.iter().map(|word| word.start).collect();
    let (mut unindented, mut unclosed) = (Vec::new(), Vec::new());
    let mut open = OpenItem::default();
    let mut docs_from = None;
    for (number, line) in lines.iter().enumerate() {
        if line.text.starts_with("///") {
            docs_from.get_or_insert(line.start);
            continue;
        }
        if line.begins_item() {
            if !open.goes_on(&lines, number) {
                starts.push(docs_from.unwrap_or(line.start));
                open = OpenItem {
                    head: line.word(),
                    depth: line.depth,
                    first_line: number,
                    looked_until: number,
                    inside_until: number,
                    is_unclosed: false,
                };
            } else if !open.is_unclosed {
                unindented.push(line.start..line.start + line.word().len());
            } else if unclosed.last() != starts.last() {
                unclosed.extend(starts.last());
            }
        }
        docs_from = None;
    }
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let items = starts.iter().copied().zip(ends);
    CutText {
        items: items.map(|(start, end)| start..end).collect(),
        unindented,
        unclosed,
        indented,
    }
}

/// Finds the declarations before the first item whose lines begin with the same blanks as the first line that says anything.
fn indented_declarations(lines: &[TextLine<'_>]) -> Vec<Range<usize>> {
    let before = lines.iter().take_while(|line| !line.begins_item());
    let mut said = before.filter(|line| !line.is_blank()).peekable();
    let Some(indentation) = said.peek().map(|line| line.indentation()) else {
        return Vec::new();
    };
    let words = said.filter_map(|line| {
        let word = first_word(line.text.trim_start());
        let start = line.start + indentation;
        let declares = line.depth == 0 && line.indentation() == indentation;
        (declares && keywords::is(word, keywords::DECLARES)).then(|| start..start + word.len())
    });
    words.collect()
}

/// The item that lines are read of.
#[derive(Default)]
struct OpenItem<'a> {
    /// The word that it begins with.
    head: &'a str,
    /// The braces that are open where it begins.
    depth: usize,
    /// The line that it begins with.
    first_line: usize,
    /// The line up to which it was looked for the end of its braces.
    looked_until: usize,
    /// The line up to which all belongs to it.
    inside_until: usize,
    /// Set when its braces are not closed before the next declaration, and not a line of what they hold was indented.
    is_unclosed: bool,
}

impl OpenItem<'_> {
    /// Returns true if a line at the first column stands inside of the item's braces: they are open there, and close before
    /// anything else is declared, or it is the first line in them.
    fn goes_on(&mut self, lines: &[TextLine<'_>], number: usize) -> bool {
        let line = &lines[number];
        if number >= self.looked_until.max(1) && line.depth > self.depth {
            let rest = &lines[number..];
            let is_end = |line: &TextLine<'_>| line.depth_after <= self.depth;
            let is_other = |line: &TextLine<'_>| line.begins_item() && !self.holds(line.word());
            let end = rest.iter().position(|line| is_end(line) || is_other(line));
            let end = end.unwrap_or(rest.len());
            let is_closed = rest.get(end).is_some_and(|line| !is_other(line));
            let is_first = !is_other(line) && self.is_first_inside(lines, number);
            self.looked_until = number + end + 1;
            if is_closed {
                self.inside_until = self.looked_until;
            } else if is_first {
                self.inside_until = number + end;
                self.is_unclosed = true;
            }
        }
        number < self.inside_until
    }

    /// Returns true if nothing is said between the line that opens the item's braces and a line.
    fn is_first_inside(&self, lines: &[TextLine<'_>], number: usize) -> bool {
        let head = &lines[self.first_line..number];
        let opens = head.iter().position(|line| line.depth_after > self.depth);
        opens.is_some_and(|at| head[at + 1..].iter().all(TextLine::is_blank))
    }

    /// Returns true if a line inside of the item may begin with a word; what only declarations begin with does not.
    fn holds(&self, word: &str) -> bool {
        let has_members = ["kind", "record", "board"].contains(&self.head);
        !keywords::is(word, keywords::DECLARES) || has_members && ["var", "place"].contains(&word)
    }
}

fn lines(text: &str) -> Vec<TextLine<'_>> {
    let (mut lines, mut start, mut depth) = (Vec::new(), 0, 0);
    for text in text.split_inclusive('\n') {
        let depth_after = braces(text, depth);
        lines.push(TextLine {
            text,
            start,
            depth,
            depth_after,
        });
        (start, depth) = (start + text.len(), depth_after);
    }
    lines
}

/// Counts the braces that are open after a line; those in texts and comments are none.
fn braces(line: &str, before: usize) -> usize {
    let mut depth = before;
    let mut symbols = line.chars().peekable();
    while let Some(symbol) = symbols.next() {
        match symbol {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '/' if symbols.peek() == Some(&'/') => return depth,
            '"' => {
                let mut is_escaped = false;
                for inside in symbols.by_ref() {
                    match inside {
                        '"' if !is_escaped => break,
                        _ => is_escaped = inside == '\\' && !is_escaped,
                    }
                }
            }
            _ => {}
        }
    }
    depth
}

/// Indents the lines that stand inside of braces and begin at the first column; none when there are none.
pub(super) fn indented(text: &str) -> Option<String> {
    let unindented = cut(text).unindented;
    let mut indented = String::new();
    let mut from = 0;
    for line in &unindented {
        indented.push_str(&text[from..line.start]);
        indented.push_str("  ");
        from = line.start;
    }
    indented.push_str(&text[from..]);
    (!unindented.is_empty()).then_some(indented)
}
