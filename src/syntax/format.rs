//! An author's rules text with its blanks put right: indentation, the gaps between tokens, runs of blank lines.
//!
//! Takes a text that parses, gives one with the same tokens and comments in the same lines. Lines are never broken or joined.
//! A gap is looked at only for what it means: `hunt (a)` and `hunt(a)` are two things, so a bracket keeps its distance.

use std::ops::Range;

use crate::tokens::{Token, TokenSort};
use crate::{keywords, layout, tokens};

/// Blanks for each level.
const INDENT: usize = 2;

/// A gap between two tokens of one line that should be another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The token before it.
    pub before: Range<usize>,
    /// The token behind it.
    pub after: Range<usize>,
    /// The text that belongs between them: a blank, or nothing.
    pub wanted: &'static str,
}

/// A whole text in our layout; it ends with a newline unless it is empty.
#[must_use]
pub fn text(source: &str) -> String {
    let mut page = LinePrinter::new(source);
    page.write();
    page.out
}

/// The gaps within lines, whatever they are now: for texts whose lines cannot be laid out anew.
#[must_use]
pub fn gaps(source: &str) -> Vec<Gap> {
    let mut page = LinePrinter::new(source);
    page.write();
    page.gaps
}

/// The contents of a pair of brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BracketContents {
    /// Statements or declarations, a line each.
    Block,
    /// Members or words, parted by commas too.
    List,
    /// `{x in hand where …}`
    Filter,
    /// `(x in hand : x.weight)`
    Fold,
    /// Any other round or square brackets.
    Group,
}

impl BracketContents {
    fn is_braces(self) -> bool {
        matches!(self, BracketContents::Block | BracketContents::List)
    }
}

/// A bracket that is open.
#[derive(Clone, Copy)]
struct OpenBracket {
    holds: BracketContents,
    /// The number of the line it was opened in.
    line: usize,
    /// By how much the line of its end is indented.
    outer: usize,
    /// By how much what it holds is indented.
    inner: usize,
    /// By how much the statement is indented that is being read.
    statement: usize,
}

struct LinePrinter<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    /// The source without the newlines that mean nothing.
    laid_out: String,
    open: Vec<OpenBracket>,
    /// The contents of the bracket that was closed last.
    closed: BracketContents,
    /// Set while an item is read whose braces hold lists.
    lists: bool,
    line: usize,
    /// By how much the line that is written is indented.
    indent: usize,
    out: String,
    gaps: Vec<Gap>,
}

impl<'a> LinePrinter<'a> {
    fn new(source: &'a str) -> LinePrinter<'a> {
        let whole = OpenBracket {
            holds: BracketContents::Block,
            line: usize::MAX,
            outer: 0,
            inner: 0,
            statement: 0,
        };
        LinePrinter {
            source,
            tokens: tokens::tokens(source),
            laid_out: layout::layout(source).text,
            open: vec![whole],
            closed: BracketContents::Group,
            lists: false,
            line: 0,
            indent: 0,
            out: String::new(),
            gaps: Vec::new(),
        }
    }

    fn write(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            let end = self.line_end(at);
            self.blank_line(at);
            self.indent = self.indentation(at, end);
            self.out.push_str(&" ".repeat(self.indent));
            for index in at..end {
                if index > at {
                    let gap = self.gap(index);
                    self.out.push_str(&gap);
                }
                let range = self.tokens[index].range.clone();
                self.out.push_str(&self.source[range]);
                self.step(index);
            }
            self.out.push('\n');
            self.line += 1;
            at = end;
        }
    }

    /// The first token behind the line that a token begins.
    fn line_end(&self, at: usize) -> usize {
        let same = |index: &usize| {
            let gap = self.tokens[index - 1].range.end..self.tokens[*index].range.start;
            !self.source[gap].contains('\n')
        };
        let more = (at + 1..self.tokens.len()).take_while(same).count();
        at + 1 + more
    }

    /// A run of blank lines is one; none stands beside the bracket of what it would open or end.
    fn blank_line(&mut self, at: usize) {
        let Some(before) = at.checked_sub(1) else {
            return;
        };
        let gap = self.tokens[before].range.end..self.tokens[at].range.start;
        let run = self.source[gap].matches('\n').count() > 1;
        let inside =
            self.tokens[before].sort != TokenSort::Open && self.tokens[at].sort != TokenSort::Close;
        if run && inside {
            self.out.push('\n');
        }
    }

    /// By how much the line is indented that goes from a token to another.
    fn indentation(&mut self, at: usize, end: usize) -> usize {
        if self.tokens[at].sort == TokenSort::Comment {
            return self.indentation_of_comment(at);
        }
        let closers = self.tokens[at..end]
            .iter()
            .take_while(|token| token.sort == TokenSort::Close)
            .count();
        if closers > 0 {
            // INVARIANT: a text that parses closes no more than it opens, and the whole text is never closed.
            let index = self.open.len().saturating_sub(closers).max(1);
            return self.open.get(index).map_or(0, |open| open.outer);
        }
        let fresh = self.begins(at);
        // Behind a filter an `else` is a part of the value, and may not stand where a statement or an item begins.
        let otherwise = self.word(at) == "else"
            && at > 0
            && self.word(at - 1) == "}"
            && self.closed.is_braces();
        let top = self.top();
        match top.holds {
            BracketContents::Block | BracketContents::List if fresh => {
                top.statement = top.inner;
                top.inner
            }
            BracketContents::Block | BracketContents::List if otherwise => top.statement,
            BracketContents::Block | BracketContents::List => top.statement + INDENT,
            BracketContents::Filter | BracketContents::Fold | BracketContents::Group => top.inner,
        }
    }

    /// A comment stands like the line below it; the last one of a block like the lines above it.
    fn indentation_of_comment(&mut self, at: usize) -> usize {
        let next =
            (at..self.tokens.len()).find(|next| self.tokens[*next].sort != TokenSort::Comment);
        match next {
            Some(next) if self.tokens[next].sort != TokenSort::Close => {
                self.indentation(next, self.line_end(next))
            }
            Some(_) | None => self.top().inner,
        }
    }

    /// Tells whether a statement, a member or an item begins at a token that begins a line.
    fn begins(&self, at: usize) -> bool {
        let before = (0..at)
            .rev()
            .find(|before| self.tokens[*before].sort != TokenSort::Comment);
        let Some(before) = before else { return true };
        let gap = self.tokens[before].range.end..self.tokens[at].range.start;
        let last = self.word(before);
        let comma = last == ","
            && self
                .open
                .last()
                .is_some_and(|top| top.holds == BracketContents::List);
        self.laid_out[gap].contains('\n') || comma || last == ";" || last == "{"
    }

    fn top(&mut self) -> &mut OpenBracket {
        if self.open.is_empty() {
            // Only a text with a bracket too many empties the stack.
            self.open = LinePrinter::new("").open;
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn word(&self, index: usize) -> &'a str {
        &self.source[self.tokens[index].range.clone()]
    }

    /// Keeps account of brackets, and of the item that is read.
    fn step(&mut self, index: usize) {
        let word = self.word(index);
        if self.open.len() == 1 && self.tokens[index].sort == TokenSort::Word && self.indent == 0 {
            let first = index == 0 || self.begins(index);
            if first {
                self.lists = keywords::is(word, keywords::LISTS);
            }
        }
        match self.tokens[index].sort {
            TokenSort::Open => self.push(index),
            TokenSort::Close if self.open.len() > 1 => {
                self.closed = self.open.pop().map_or(self.closed, |open| open.holds);
            }
            TokenSort::Close
            | TokenSort::Word
            | TokenSort::Text
            | TokenSort::Sign
            | TokenSort::Comment => (),
        }
    }

    fn push(&mut self, index: usize) {
        let holds = self.holds(index);
        let (line, indent) = (self.line, self.indent);
        let top = *self.top();
        let outer = match top.holds.is_braces() && holds.is_braces() {
            // What opens several blocks in one line indents once.
            true if top.line == line => top.outer,
            true => top.statement,
            false => indent,
        };
        self.open.push(OpenBracket {
            holds,
            line,
            outer,
            inner: outer + INDENT,
            statement: outer + INDENT,
        });
    }

    fn holds(&self, index: usize) -> BracketContents {
        let binds = |word: &str| matches!(word, "in" | "from");
        let follows = |ahead: usize| {
            let token = self.tokens.get(index + ahead);
            token.map_or("", |token| &self.source[token.range.clone()])
        };
        let bound = self
            .tokens
            .get(index + 1)
            .is_some_and(|token| token.sort == TokenSort::Word)
            && binds(follows(2));
        match self.word(index) {
            "{" if bound && !(follows(2) == "from" && self.is_body(index)) => {
                BracketContents::Filter
            }
            "{" if self.lists && self.open.len() == 1 => BracketContents::List,
            "{" => BracketContents::Block,
            "(" if bound && follows(2) == "in" => BracketContents::Fold,
            _ => BracketContents::Group,
        }
    }

    /// Tells whether a brace opens the statements of what its own statement begins with, so that `{ draw from p.bag }` calls
    /// an effect.
    fn is_body(&self, brace: usize) -> bool {
        let inside = self.open.last().is_some_and(|top| !top.holds.is_braces());
        let before = brace.checked_sub(1).map_or("", |before| self.word(before));
        let wants_value =
            keywords::is(before, keywords::LEADS) && !matches!(before, "else" | "repeat");
        let is_sign = brace > 0 && self.tokens[brace - 1].sort == TokenSort::Sign && before != "?";
        let first = self.word(self.statement_of(brace));
        !inside && !wants_value && !is_sign && keywords::is(first, keywords::BODY)
    }

    /// The first token of the statement or declaration that a token belongs to.
    fn statement_of(&self, index: usize) -> usize {
        let mut closed = 0usize;
        for at in (0..index).rev() {
            match self.tokens[at].sort {
                TokenSort::Close => closed += 1,
                TokenSort::Open if closed == 0 => return at + 1,
                TokenSort::Open => closed -= 1,
                TokenSort::Word | TokenSort::Text | TokenSort::Sign | TokenSort::Comment => (),
            }
            if closed == 0 && self.tokens[at].sort == TokenSort::Word && self.begins(at) {
                return at;
            }
        }
        0
    }

    /// Gives what stands before a token that does not begin its line.
    fn gap(&mut self, index: usize) -> String {
        let range = self.tokens[index - 1].range.end..self.tokens[index].range.start;
        let now = &self.source[range];
        if self.tokens[index].sort == TokenSort::Comment {
            // An author may have put comments below each other.
            let columns = now.chars().filter(|symbol| *symbol == ' ').count();
            return " ".repeat(columns.max(1));
        }
        let wanted = if self.is_apart(index, !now.is_empty()) {
            " "
        } else {
            ""
        };
        self.gaps.push(Gap {
            before: self.tokens[index - 1].range.clone(),
            after: self.tokens[index].range.clone(),
            wanted,
        });
        wanted.to_owned()
    }

    /// Tells whether a blank belongs between a token and the one before it.
    fn is_apart(&mut self, index: usize, now: bool) -> bool {
        let holds = self.top().holds;
        let (before, after) = (self.word(index - 1), self.word(index));
        match (before, after) {
            (_, "," | ";" | ")" | "]" | "?" | "." | "..") | ("(" | "[" | "." | "..", _) => false,
            (_, "}") | ("{", _) => holds != BracketContents::Filter,
            (_, ":") => holds == BracketContents::Fold,
            ("-", _) if self.is_negation(index - 1) => false,
            (_, "(" | "[") => self.is_bracket_apart(index - 1, now),
            _ => true,
        }
    }

    /// Tells whether a bracket stands apart from what is before it.
    fn is_bracket_apart(&self, before: usize, now: bool) -> bool {
        let word = self.word(before);
        let member = before > 0 && self.word(before - 1) == ".";
        match self.tokens[before].sort {
            TokenSort::Word if member => now,
            TokenSort::Word => now || keywords::is(word, keywords::LEADS),
            TokenSort::Text | TokenSort::Close => now,
            TokenSort::Sign | TokenSort::Open | TokenSort::Comment => word != "?" || now,
        }
    }

    /// Tells whether a `-` makes a number negative: behind a word both can be meant, and the gaps tell.
    fn is_negation(&self, minus: usize) -> bool {
        let Some(before) = minus.checked_sub(1) else {
            return true;
        };
        let word = self.word(before);
        let value = match self.tokens[before].sort {
            TokenSort::Sign => word == "?",
            TokenSort::Open => false,
            TokenSort::Close | TokenSort::Text => true,
            TokenSort::Word => !keywords::is(word, keywords::LEADS),
            TokenSort::Comment => true,
        };
        let gap_at = |index: usize| {
            let tokens = &self.tokens;
            tokens[index].range.end < tokens[index + 1].range.start
        };
        !value || (gap_at(before) && minus + 1 < self.tokens.len() && !gap_at(minus))
    }
}
