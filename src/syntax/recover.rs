//! Error recovery in a text that doesn't match: find each mistake in it once, and keep what is sound.
//!
//! Takes a text laid out and its failed entry; gives the mistakes, and the text with the unreadable lines blanked. A text is
//! cut at the separators outside all brackets. Each line is read with its blocks emptied, then the blocks line by line in turn,
//! so that mistakes in two statements make two messages and a broken head doesn't spoil its block.

use std::ops::Range;

use crate::grammar;
use crate::grammar::{ParseFailure, Rule};
use crate::layout::{LexicalLayout, blanked, is_word};
use crate::misspelt::explained;

/// The contents of a pair of braces, as far as cutting it up goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BraceContents {
    /// Statements, some with blocks of statements.
    Statements,
    /// Members of a kind or a board.
    Members,
    /// Parts of a track, with blocks of statements.
    Parts,
    /// Hooks and modifiers of a row.
    Reactions,
    /// Declarations: one item is cut out already.
    Item,
    /// Nothing that can be cut up.
    Whole,
}

/// Mistakes, and the text without the lines that have them.
pub(super) struct Recovered {
    /// In order; places as in the text.
    pub(super) failures: Vec<ParseFailure>,
    /// As long as before.
    pub(super) text: String,
}

/// Reads a failed text piece by piece.
pub(super) fn recover(layout: &LexicalLayout, holds: BraceContents) -> Recovered {
    let mut slips: Vec<usize> = layout.slips.iter().map(|slip| slip.at.start).collect();
    slips.sort_unstable();
    let mut work = Recovery {
        layout,
        slips,
        failures: Vec::new(),
        unreadable: Vec::new(),
    };
    work.body(0..layout.text.len(), holds);
    Recovered {
        failures: work.failures,
        text: blanked(&layout.text, work.unreadable.into_iter()),
    }
}

struct Recovery<'a> {
    layout: &'a LexicalLayout,
    /// The beginnings of brackets and texts that are reported, in order.
    slips: Vec<usize>,
    failures: Vec<ParseFailure>,
    unreadable: Vec<Range<usize>>,
}

impl Recovery<'_> {
    fn body(&mut self, part: Range<usize>, holds: BraceContents) {
        for piece in self.pieces(part, holds) {
            self.piece(piece, holds);
        }
    }

    fn piece(&mut self, piece: Range<usize>, holds: BraceContents) {
        let entry = match holds {
            BraceContents::Statements => Rule::one_statement,
            BraceContents::Members => Rule::one_member,
            BraceContents::Parts => Rule::one_part,
            BraceContents::Reactions => Rule::one_reaction,
            BraceContents::Item => Rule::item,
            BraceContents::Whole => return,
        };
        let text = &self.layout.text;
        if !self.slips(&piece, &[]) && grammar::read(entry, &text[piece.clone()]).is_ok() {
            return;
        }
        let inner = self.inner(&piece, holds);
        let blocks = if inner == BraceContents::Whole {
            Vec::new()
        } else {
            self.blocks(&piece)
        };
        let insides = blocks
            .iter()
            .map(|block| block.start - piece.start..block.end - piece.start);
        let skeleton = blanked(&text[piece.clone()], insides);
        let slips = self.slips(&piece, &blocks);
        let head = grammar::read(entry, &skeleton).err();
        let head = head.map(|failure| explained(entry, &skeleton, failure));
        for block in blocks {
            self.body(block, inner);
        }
        if let Some(failure) = head {
            self.unreadable.push(piece.clone());
            if !slips {
                let at = piece.start + failure.at.start..piece.start + failure.at.end;
                self.failures.push(ParseFailure { at, ..failure });
            }
        }
    }

    /// Tells whether a bracket or a text of the piece, outside its blocks, is reported already.
    fn slips(&self, piece: &Range<usize>, blocks: &[Range<usize>]) -> bool {
        let first = self.slips.partition_point(|at| *at < piece.start);
        let inside = self.slips[first..].iter().take_while(|at| **at < piece.end);
        let mut outside = inside.filter(|at| !blocks.iter().any(|block| block.contains(at)));
        outside.next().is_some()
    }

    /// Gives what the blocks of a piece hold.
    fn inner(&self, piece: &Range<usize>, holds: BraceContents) -> BraceContents {
        match holds {
            BraceContents::Statements | BraceContents::Parts | BraceContents::Reactions => {
                BraceContents::Statements
            }
            BraceContents::Members | BraceContents::Whole => BraceContents::Whole,
            BraceContents::Item => item_holds(self.layout.text[piece.clone()].trim_start()),
        }
    }

    /// Lines, and parts of lines between `;`, outside all brackets.
    fn pieces(&self, part: Range<usize>, holds: BraceContents) -> Vec<Range<usize>> {
        if holds == BraceContents::Item {
            return vec![part];
        }
        let bytes = self.layout.text.as_bytes();
        let mut pieces = Vec::new();
        let (mut start, mut at) = (part.start, part.start);
        while at < part.end {
            if matches!(bytes[at], b'\n' | b';') {
                pieces.push(start..at);
                start = at + 1;
            }
            at = self.after(at);
        }
        pieces.push(start..part.end);
        pieces
    }

    /// The insides of a piece's outermost braces, without those that filter a collection.
    fn blocks(&self, piece: &Range<usize>) -> Vec<Range<usize>> {
        let bytes = self.layout.text.as_bytes();
        let mut blocks = Vec::new();
        let mut at = piece.start;
        while at < piece.end {
            let after = self.after(at);
            if bytes[at] == b'{' && after > at + 1 && !is_filter(&bytes[at + 1..]) {
                let end = self.layout.closes.get(&at).copied().unwrap_or(at + 1);
                blocks.push(at + 1..end.min(piece.end));
            }
            at = after;
        }
        blocks
    }

    /// The place behind a byte, or behind the bracket that it opens, or behind the text in quotes that it opens.
    fn after(&self, at: usize) -> usize {
        let text = &self.layout.text;
        if text.as_bytes()[at] == b'"' && !self.never_closed(at) {
            return at + quoted(&text.as_bytes()[at..]);
        }
        match self.layout.closes.get(&at) {
            Some(&end) if self.never_closed(at) && text.as_bytes()[at] != b'{' => (at + 1).min(end),
            Some(&end) if end > at => end,
            Some(_) | None => at + 1,
        }
    }

    fn never_closed(&self, at: usize) -> bool {
        self.slips.binary_search(&at).is_ok()
    }
}

/// Tells how long a text in quotes is; it ends with its line at the latest.
fn quoted(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Gives what the braces of an item hold, told by its first word.
fn item_holds(item: &str) -> BraceContents {
    let end = item
        .bytes()
        .position(|byte| !is_word(byte))
        .unwrap_or(item.len());
    match &item[..end] {
        "kind" | "record" | "board" => BraceContents::Members,
        "track" => BraceContents::Parts,
        "effect" | "action" | "when" | "before" | "instead" | "setup" | "play" => {
            BraceContents::Statements
        }
        _ => BraceContents::Whole,
    }
}

/// `{x in …` filters a collection: no statement and no member begins so.
fn is_filter(inside: &[u8]) -> bool {
    let inside = inside.trim_ascii_start();
    let word = inside.iter().take_while(|byte| is_word(**byte)).count();
    let rest = inside[word..].trim_ascii_start();
    let binds =
        |word: &[u8]| rest.starts_with(word) && !rest.get(word.len()).copied().is_some_and(is_word);
    word > 0 && (binds(b"in") || binds(b"from"))
}
