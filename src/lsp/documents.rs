//! The texts that are open in the editor, as it says they are.

use crate::position::{PositionEncoding, byte_in};
use crate::uri;
use gen_lsp_types::{TextDocumentContentChangeEvent, Uri};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A text that is open in the editor.
#[derive(Debug, Clone)]
pub(super) struct OpenDocument {
    /// The URI as the editor writes it.
    pub(super) uri: Uri,
    /// The editor's number of this text.
    pub(super) version: i32,
    /// The text, without a byte order mark.
    pub(super) text: Arc<str>,
}

/// All open texts, by path.
#[derive(Debug, Default)]
pub(super) struct OpenDocuments {
    open: BTreeMap<String, OpenDocument>,
}

impl OpenDocuments {
    /// Enters a text that was opened.
    pub(super) fn open(&mut self, path: String, uri: Uri, version: i32, text: &str) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).into();
        self.open.insert(path, OpenDocument { uri, version, text });
    }

    /// Changes a text in parts, each of which counts in the text that the one before it left; false if it is not open.
    pub(super) fn change(
        &mut self,
        path: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: PositionEncoding,
    ) -> bool {
        let Some(document) = self.open.get_mut(path) else {
            return false;
        };
        let mut text = document.text.to_string();
        for change in changes {
            apply(&mut text, change, encoding);
        }
        document.version = version;
        document.text = text.into();
        true
    }

    /// Closes a text; false if it was not open.
    pub(super) fn close(&mut self, path: &str) -> bool {
        self.open.remove(path).is_some()
    }

    /// Returns an open text.
    pub(super) fn get(&self, path: &str) -> Option<&OpenDocument> {
        self.open.get(path)
    }

    /// Returns the open texts with their paths.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &OpenDocument)> {
        self.open.iter()
    }
}

/// Puts one change into a text. A range that ends before it begins is read backwards.
fn apply(text: &mut String, change: TextDocumentContentChangeEvent, encoding: PositionEncoding) {
    match change {
        TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
            let [start, end] =
                [part.range.start, part.range.end].map(|at| byte_in(text, at, encoding));
            text.replace_range(start.min(end)..start.max(end), &part.text);
        }
        TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
            *text = whole.text;
        }
    }
}

/// Returns the URI by which the editor knows a path.
pub(super) fn uri_of(path: &str, documents: &OpenDocuments) -> Uri {
    let open = documents.get(path);
    open.map_or_else(|| uri::of_path(path), |open| open.uri.clone())
}
