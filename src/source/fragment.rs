//! A piece of rules text that knows, for each of its bytes, which bytes of the file it was written as.
//!
//! A `.rules` file is its own fragment; an effect inside a YAML value is the decoded text with a map back into the file.
//! Parsers work with offsets in `text()` and ask `span()` only when they keep a place.

use std::ops::Range;
use std::sync::Arc;

use crate::span::{FileId, Span, offset};

/// Text with its origin. Cheap to clone and to cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    file: FileId,
    text: Arc<str>,
    /// The places of `origin` are counted from this byte of the file.
    base: u32,
    origin: Origin,
    /// The part of `text` that this fragment shows.
    part: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    /// Byte i of the text is byte i from the base.
    Same,
    /// Byte i of the text was written as the bytes `places[i]` from the base; the text ends at `end`.
    // INVARIANT: one place a byte of the text; the bytes of one character share their place.
    Mapped { places: Arc<[(u32, u32)]>, end: u32 },
}

impl Fragment {
    /// A text that stands in the file as it is, from its first byte.
    pub fn whole(file: FileId, text: impl Into<Arc<str>>) -> Fragment {
        Fragment::new(file, text.into(), Origin::Same)
    }

    /// A text that stands in the file as it is, from byte `base` on.
    pub fn verbatim(file: FileId, text: Arc<str>, base: u32) -> Fragment {
        Fragment {
            base,
            ..Fragment::new(file, text, Origin::Same)
        }
    }

    /// A decoded text: `starts[i]` is the file's byte where decoded byte i is written, `end` where the text ends.
    ///
    /// Each character is taken to end where the next one starts.
    /// Bytes without a start of their own count as written at `end`.
    pub fn mapped(file: FileId, text: String, starts: Vec<u32>, end: u32) -> Fragment {
        let start_at = |byte: usize| starts.get(byte).copied().unwrap_or(end);
        let mut places = Vec::with_capacity(text.len());
        for (at, symbol) in text.char_indices() {
            let place = (start_at(at), start_at(at + symbol.len_utf8()));
            places.extend(std::iter::repeat_n(place, symbol.len_utf8()));
        }
        Fragment::placed(file, text, places, end)
    }

    /// A decoded text with start and end in the file for every byte: exact also where something without meaning is
    /// written between two characters.
    ///
    /// # Panics
    /// When there is not exactly one place for each byte of the text.
    pub fn placed(file: FileId, text: String, places: Vec<(u32, u32)>, end: u32) -> Fragment {
        assert_eq!(text.len(), places.len(), "one place for each byte");
        let places = places.into();
        Fragment::new(file, text.into(), Origin::Mapped { places, end })
    }

    fn new(file: FileId, text: Arc<str>, origin: Origin) -> Fragment {
        let part = 0..text.len();
        Fragment {
            file,
            text,
            base: 0,
            origin,
            part,
        }
    }

    /// Moves the text by some bytes: the same text stands elsewhere in its file now.
    pub fn shift(&mut self, by: i32) {
        self.base = self.base.wrapping_add_signed(by);
    }

    /// Returns the decoded text, without quotes, escapes and indentation of YAML.
    pub fn text(&self) -> &str {
        &self.text[self.part.clone()]
    }

    /// The file it is written in.
    pub fn file(&self) -> FileId {
        self.file
    }

    /// Tells where the bytes `start..end` of `text()` are written; an empty range gives an empty span.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let from = self.part.start + start.min(self.part.len());
        let to = self.part.start + end.min(self.part.len());
        if from >= to {
            return Span::empty(self.file, self.point(from));
        }
        Span::new(self.file, self.place(from).0, self.place(to - 1).1)
    }

    /// Tells where all of `text()` is written.
    pub fn full_span(&self) -> Span {
        self.span(0, self.part.len())
    }

    /// Tells where the text ends in the file; of a part, where its last character ends.
    pub fn end(&self) -> u32 {
        self.span(self.part.len(), self.part.len()).end
    }

    /// A part of this fragment, in bytes of `text()`; the places stay those of the file.
    pub fn sub(&self, range: Range<usize>) -> Fragment {
        let start = self.part.start + range.start.min(self.part.len());
        let end = self.part.start + range.end.min(self.part.len());
        Fragment {
            part: start.min(end)..end,
            ..self.clone()
        }
    }

    /// Tells where an empty range stands: at the end of a part it belongs to what comes before.
    fn point(&self, at: usize) -> u32 {
        let inner = at < self.part.end || self.part.is_empty();
        match &self.origin {
            Origin::Mapped { end, .. } if at == self.text.len() => self.base.wrapping_add(*end),
            Origin::Mapped { .. } if !inner => self.place(at - 1).1,
            Origin::Mapped { .. } | Origin::Same => self.place(at).0,
        }
    }

    /// Tells where the character that byte `at` belongs to is written.
    fn place(&self, at: usize) -> (u32, u32) {
        let (start, end) = match &self.origin {
            Origin::Mapped { places, .. } => places[at],
            Origin::Same => (offset(at), offset(at + 1)),
        };
        // Wraps where a text moved to the left: the sum is right again.
        (self.base.wrapping_add(start), self.base.wrapping_add(end))
    }
}
