//! Places of the rules as clients know them: files by their paths, lines and columns as the client counts them.

use crate::arguments::{ClientSource, Initialize};
use crate::host::DebugHost;
use ludex_source::{FileId, Sources, Span};
use serde_json::{Value, json};
use std::sync::Arc;

/// The beginning of the paths of texts that lie in no file.
const INSIDE: char = '<';

/// The files of a game.
pub(super) struct Places {
    pub(super) sources: Sources,
    host: Arc<dyn DebugHost>,
    /// The number of the first line, 0 or 1.
    first_line: i64,
    /// The number of the first column, 0 or 1.
    first_column: i64,
}

impl Places {
    pub(super) fn new(sources: Sources, host: Arc<dyn DebugHost>, client: &Initialize) -> Places {
        Places {
            sources,
            host,
            first_line: i64::from(client.lines_start_at1),
            first_column: i64::from(client.columns_start_at1),
        }
    }

    /// Returns a file as the protocol names it: a text that lies in no file is asked for by its number.
    pub(super) fn source(&self, file: FileId) -> Value {
        let path = self.sources.path(file);
        let name = path.rsplit('/').next().unwrap_or(path);
        if path.starts_with(INSIDE) {
            let reference = i64::from(file.number()) + 1;
            return json!({ "name": name, "sourceReference": reference, "origin": "inside ludex" });
        }
        json!({ "name": name, "path": self.host.absolute(path) })
    }

    /// Returns the place of a span: line, column, and where it ends.
    pub(super) fn place(&self, span: Span) -> [i64; 4] {
        let span = self.sources.shown(span);
        let [start, end] = [span.start, span.end].map(|byte| {
            let line = self.sources.line_col(span.file, byte).line;
            let text = self.sources.text(span.file);
            let from = self
                .sources
                .line_range(span.file, line)
                .map_or(0, |range| range.start);
            let until = Span::new(span.file, 0, byte).range().end;
            let before = text.get(from..until).unwrap_or_default();
            [
                i64::from(line) - 1 + self.first_line,
                before.encode_utf16().count() as i64 + self.first_column,
            ]
        });
        [start[0], start[1], end[0], end[1]]
    }

    /// Returns the line of the beginning of a span, counted from 1.
    pub(super) fn line(&self, span: Span) -> u32 {
        self.sources
            .line_col(span.file, self.sources.shown(span).start)
            .line
    }

    /// Returns a line as the sources count it, from 1.
    pub(super) fn own_line(&self, line: i64) -> u32 {
        u32::try_from(line - self.first_line + 1)
            .unwrap_or(1)
            .max(1)
    }

    /// Returns a line as the client counts it.
    pub(super) fn client_line(&self, line: u32) -> i64 {
        i64::from(line) - 1 + self.first_line
    }

    /// Returns the text of a line, counted from 1.
    pub(super) fn line_text(&self, file: FileId, line: u32) -> &str {
        let range = self.sources.line_range(file, line).unwrap_or_default();
        self.sources
            .text(file)
            .get(range)
            .unwrap_or_default()
            .trim()
    }

    /// Finds the file that a client names.
    pub(super) fn file(&self, source: &ClientSource) -> Option<FileId> {
        if let Some(reference) = source.source_reference.filter(|reference| *reference > 0) {
            return self.by_reference(reference);
        }
        let wanted = self.host.canonical(source.path.as_deref()?);
        self.sources.ids().find(|file| {
            let path = self.sources.path(*file);
            !path.starts_with(INSIDE) && self.host.canonical(path) == wanted
        })
    }

    /// Finds a text that lies in no file.
    pub(super) fn by_reference(&self, reference: i64) -> Option<FileId> {
        self.sources
            .ids()
            .find(|file| i64::from(file.number()) + 1 == reference)
    }
}
