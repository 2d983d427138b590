//! The loaded files: names, texts, and where their lines begin.
//!
//! Takes names and texts that somebody else has read; never looks at a disk.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::fragment::Fragment;
use crate::span::{FileId, Span, offset};

/// A place as people count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineCol {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// All files of one run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Arc<LoadedFile>>,
    by_path: BTreeMap<String, FileId>,
}

#[derive(Clone, Debug)]
struct LoadedFile {
    path: String,
    text: Arc<str>,
    /// The first byte of every line.
    lines: Vec<usize>,
}

impl Sources {
    /// Returns a store without files.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a file without its byte order mark. A path that is there already keeps its id and gets the new text.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        let path = path.into();
        let file = Arc::new(LoadedFile::new(path.clone(), &text.into()));
        if let Some(&id) = self.by_path.get(&path) {
            self.files[id.index()] = file;
            return id;
        }
        let id = FileId::new(self.files.len());
        self.files.push(file);
        self.by_path.insert(path, id);
        id
    }

    /// The path as it was given.
    pub fn path(&self, file: FileId) -> &str {
        &self.file(file).path
    }

    /// The text, without a byte order mark.
    pub fn text(&self, file: FileId) -> &str {
        &self.file(file).text
    }

    /// Returns the text of a file, shared with the sources.
    pub fn shared_text(&self, file: FileId) -> Arc<str> {
        Arc::clone(&self.file(file).text)
    }

    /// The whole file as a fragment; the text is shared, not copied.
    pub fn fragment(&self, file: FileId) -> Fragment {
        Fragment::whole(file, Arc::clone(&self.file(file).text))
    }

    /// All files in the order of their paths, whatever the order they came in.
    pub fn ids(&self) -> impl Iterator<Item = FileId> + '_ {
        self.by_path.values().copied()
    }

    /// The file of this path.
    pub fn find(&self, path: &str) -> Option<FileId> {
        self.by_path.get(path).copied()
    }

    /// The text that a span covers; a span that does not fit its file is cut to what is there.
    pub fn slice(&self, span: Span) -> &str {
        &self.text(span.file)[self.fit(span).range()]
    }

    /// The span cut to what is there, so that it can index the text whoever made it.
    pub fn fit(&self, span: Span) -> Span {
        let text = self.text(span.file);
        let end = boundary(text, span.range().end);
        let start = boundary(text, span.range().start).min(end);
        Span::new(span.file, offset(start), offset(end))
    }

    /// The span as people are shown it: what is missing at the end of a file is missing after its last character,
    /// not on the empty line that follows.
    pub fn shown(&self, span: Span) -> Span {
        let span = self.fit(span);
        let text = self.text(span.file);
        if span.range().start < text.len() {
            return span;
        }
        Span::empty(span.file, offset(text.trim_end().len()))
    }

    /// Line and column of a byte; beyond the end, those of the end.
    pub fn line_col(&self, file: FileId, byte: u32) -> LineCol {
        let file = self.file(file);
        let at = boundary(
            &file.text,
            Span::empty(FileId::default(), byte).range().start,
        );
        let line = file.lines.partition_point(|&start| start <= at);
        let start = file.lines[line - 1];
        LineCol {
            line: offset(line),
            column: offset(file.text[start..at].chars().count() + 1),
        }
    }

    /// The bytes of a line counted from 1, without its line break; none when the file is shorter.
    pub fn line_range(&self, file: FileId, line: u32) -> Option<Range<usize>> {
        let file = self.file(file);
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *file.lines.get(index)?;
        let end = match file.lines.get(index + 1) {
            Some(&next) => next,
            None => file.text.len(),
        };
        let line = file.text[start..end].trim_end_matches(['\r', '\n']);
        Some(start..start + line.len())
    }

    /// Tells how many lines a file has; an empty file has one.
    pub fn line_count(&self, file: FileId) -> u32 {
        offset(self.file(file).lines.len())
    }

    fn file(&self, file: FileId) -> &LoadedFile {
        // INVARIANT: ids come from `add` of the same set of files, and no file is ever removed.
        &self.files[file.index()]
    }
}

/// A text without its byte order mark.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

impl LoadedFile {
    fn new(path: String, text: &str) -> LoadedFile {
        let text: Arc<str> = without_mark(text).into();
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let lines = std::iter::once(0)
            .chain(breaks.map(|(at, _)| at + 1))
            .collect();
        LoadedFile { path, text, lines }
    }
}

/// The nearest start of a character at or before `at`.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
