//! A first ruling about a row.

use crate::GameSnapshot;
use ludex_check::semantics::Symbol;
use ludex_program::Program;
use ludex_source::FileId;
use ludex_tools::new;
use std::sync::Arc;

/// A ruling that is not there yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingDraft {
    /// The action in words.
    pub title: String,
    /// The path of its file, within the folder of the game.
    pub path: String,
    /// The text of the ruling.
    pub text: String,
}

impl GameSnapshot {
    /// Returns a ruling about the row whose name touches a byte of a file: it passes as it is, to be changed from there.
    #[must_use]
    pub fn new_ruling(&self, file: FileId, at: u32, program: &Arc<Program>) -> Option<RulingDraft> {
        let symbol = self.name_at(file, at)?.symbol;
        let Symbol::Row(..) = symbol else {
            return None;
        };
        let row = &self.definition(symbol)?.name;
        let id = row.replace('_', "-");
        let text = new::ruling::rulings(program, &id).into_iter().next()?;
        Some(RulingDraft {
            title: format!("make a ruling about `{row}`"),
            path: format!("rulings/{id}.ruling.yaml"),
            text,
        })
    }
}
