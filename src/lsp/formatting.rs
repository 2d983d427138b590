//! The layout of a text: of all of it, of some lines, and of what was just typed.

use crate::position::{PositionEncoding, byte_in, range};
use crate::refusal::RefusedRequest;
use crate::session::LanguageServer;
use crate::uri;
use gen_lsp_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams,
    TextEdit, Uri,
};
use ludex_source::span::offset;
use ludex_source::{FileId, Sources, Span};
use ludex_tools::changes::changed_lines;
use ludex_tools::fmt;
use ludex_tools::fmt::{Formatted, RulesSlots};
use std::ops::Range;

/// Lines of a text that are laid out otherwise, as bytes, with what should stand there.
type LaidOut = Vec<(Range<usize>, String)>;

/// Answers with the changes that lay a text out.
pub(super) fn document(
    server: &mut LanguageServer,
    params: DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>, RefusedRequest> {
    let Some(text) = OpenText::of(server, &params.text_document.uri) else {
        return Ok(None);
    };
    let changes = text.laid_out(server)?;
    Ok(Some(text.edits(changes)))
}

/// Answers with the changes that lay some lines out.
pub(super) fn lines(
    server: &mut LanguageServer,
    params: DocumentRangeFormattingParams,
) -> Result<Option<Vec<TextEdit>>, RefusedRequest> {
    let Some(text) = OpenText::of(server, &params.text_document.uri) else {
        return Ok(None);
    };
    let mut changes = text.laid_out(server)?;
    let [start, end] =
        [params.range.start, params.range.end].map(|at| byte_in(text.text(), at, text.encoding));
    changes.retain(|(lines, _)| lines.start <= end && start <= lines.end);
    Ok(Some(text.edits(changes)))
}

/// Answers with the changes of the lines that were just finished: behind `}` those of its block, behind a line break the line.
/// What is not finished yet cannot be read, and stays.
pub(super) fn typed(
    server: &mut LanguageServer,
    params: DocumentOnTypeFormattingParams,
) -> Result<Option<Vec<TextEdit>>, RefusedRequest> {
    let Some(text) = OpenText::of(server, &params.text_document.uri) else {
        return Ok(None);
    };
    let Ok(mut changes) = text.laid_out(server) else {
        return Ok(None);
    };
    let at = byte_in(text.text(), params.position, text.encoding);
    let finished = match params.ch.as_str() {
        "}" => block_before(text.text(), at)..at,
        _ => line_before(text.text(), at),
    };
    changes.retain(|(lines, _)| finished.start < lines.end && lines.start <= finished.end);
    Ok(Some(text.edits(changes)))
}

/// Returns the byte of the bracket that the one before a byte closes; of none that opens, the byte itself.
fn block_before(text: &str, at: usize) -> usize {
    let mut open = 0_usize;
    for (byte, symbol) in text[..at].char_indices().rev() {
        match symbol {
            '}' => open += 1,
            '{' if open <= 1 => return byte,
            '{' => open -= 1,
            _ => {}
        }
    }
    at
}

/// Returns the line in front of the one that a byte lies in.
fn line_before(text: &str, at: usize) -> Range<usize> {
    let end = text[..at].rfind('\n').unwrap_or(0);
    let start = text[..end]
        .rfind('\n')
        .map_or(0, |line_break| line_break + 1);
    start..end
}

/// An open text by itself, so that it is laid out as it is now.
struct OpenText {
    sources: Sources,
    file: FileId,
    encoding: PositionEncoding,
}

impl OpenText {
    fn of(server: &LanguageServer, uri: &Uri) -> Option<OpenText> {
        let path = uri::to_path(uri)?;
        let document = server.documents.get(&path)?;
        let mut sources = Sources::new();
        let file = sources.add(path, document.text.to_string());
        Some(OpenText {
            sources,
            file,
            encoding: server.client.encoding,
        })
    }

    fn text(&self) -> &str {
        self.sources.text(self.file)
    }

    /// Returns what changes when the text is laid out.
    fn laid_out(&self, server: &LanguageServer) -> Result<LaidOut, RefusedRequest> {
        let path = self.sources.path(self.file);
        let formatted = if path.ends_with(".rules") {
            fmt::rules(self.file, &self.sources)
        } else {
            let game = server.games.around(path);
            let checked = game.and_then(|game| game.checked.as_ref());
            let semantics = checked.map(|checked| checked.snapshot.semantics());
            let slots = semantics.map(RulesSlots::new).unwrap_or_default();
            fmt::yaml(self.file, &self.sources, &slots)
        };
        match formatted {
            Formatted::Same => Ok(Vec::new()),
            Formatted::Changed(new) => Ok(changed_lines(self.text(), &new)),
            Formatted::Broken(report) => {
                let first = report.iter().next().map_or("", |one| &one.message);
                let message = format!("what cannot be read is not laid out: {first}");
                Err(RefusedRequest::failed(message))
            }
        }
    }

    fn edits(&self, changes: LaidOut) -> Vec<TextEdit> {
        let edit = |(lines, new_text): (Range<usize>, String)| {
            let span = Span::new(self.file, offset(lines.start), offset(lines.end));
            TextEdit {
                range: range(&self.sources, span, self.encoding),
                new_text,
            }
        };
        changes.into_iter().map(edit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{block_before, line_before};

    #[test]
    fn what_was_just_finished() {
        let text = "a {\n  b { c }\n}\nd";
        assert_eq!(block_before(text, 13), 8);
        assert_eq!(block_before(text, 15), 2);
        assert_eq!(block_before("}", 1), 1);
        assert_eq!(line_before(text, 14), 4..13);
        assert_eq!(line_before(text, 0), 0..0);
    }
}
