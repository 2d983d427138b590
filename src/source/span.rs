//! Spans: a file and a range of its bytes.
//!
//! Offsets are bytes everywhere inside; lines and columns exist only where people or editors are answered.

use std::cmp::Ordering;

/// A loaded file, as `Sources` counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

impl FileId {
    /// Makes the id of a file by its position.
    pub fn new(index: usize) -> FileId {
        FileId(offset(index))
    }

    /// The position of the file.
    pub(super) fn index(self) -> usize {
        // Lossless: `usize` has at least 32 bits wherever this runs.
        self.0 as usize
    }

    /// The number, for what is told of a file by number.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A half-open range of bytes in one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file that `start` and `end` count in.
    pub file: FileId,
    /// The first byte, counted from 0.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Ord for Span {
    fn cmp(&self, other: &Span) -> Ordering {
        // File and start make one number; the end is compared only where these are equal.
        let place = |span: &Span| u64::from(span.file.0) << 32 | u64::from(span.start);
        let by_end = || self.end.cmp(&other.end);
        place(self).cmp(&place(other)).then_with(by_end)
    }
}

impl PartialOrd for Span {
    fn partial_cmp(&self, other: &Span) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        let end = end.max(start);
        Span { file, start, end }
    }

    /// The empty range in front of byte `at`.
    pub fn empty(file: FileId, at: u32) -> Span {
        Span::new(file, at, at)
    }

    /// The smallest range that covers both; with two files, the first alone.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Moves the range by some bytes: the same text stands elsewhere in its file now.
    pub fn shift(&mut self, by: i32) {
        self.start = self.start.wrapping_add_signed(by);
        self.end = self.end.wrapping_add_signed(by);
    }

    /// Tells whether byte `at` lies inside, the end included, as a cursor sees it.
    pub fn touches(self, at: u32) -> bool {
        self.start <= at && at <= self.end
    }

    /// The range as indices of a text.
    pub fn range(self) -> std::ops::Range<usize> {
        // Lossless, as above: offsets are kept in 32 bits to keep spans small.
        self.start as usize..self.end as usize
    }

    /// Tells how many bytes are covered.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Tells whether nothing is covered.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A byte offset as spans keep it. Files beyond 4 GiB all end at the last offset that fits.
pub fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
