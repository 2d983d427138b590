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
    /// Returns a ruling about the row whose name touches a byte of a file: it passes as it is, to be changed from there. Its
    /// path is one that is not taken.
    #[must_use]
    pub fn new_ruling(
        &self,
        file: FileId,
        at: u32,
        program: &Arc<Program>,
        is_taken: &dyn Fn(&str) -> bool,
    ) -> Option<RulingDraft> {
        let symbol = self.name_at(file, at)?.symbol;
        let Symbol::Row(..) = symbol else {
            return None;
        };
        let row = &self.definition(symbol)?.name;
        let plain = row.replace('_', "-");
        let numbered = (2..1000).map(|number| format!("{plain}-{number}"));
        let path_of = |id: &String| format!("rulings/{id}.ruling.yaml");
        let mut ids = std::iter::once(plain.clone()).chain(numbered);
        let id = ids.find(|id| !is_taken(&path_of(id)))?;
        let text = new::ruling::rulings(program, &id).into_iter().next()?;
        // What a row says may be cited, and so the ruling is counted among those about it.
        let text = text.replacen("\ngiven:", &format!("\ncites: [{row}]\ngiven:"), 1);
        Some(RulingDraft {
            title: format!("make a ruling about `{row}`"),
            path: path_of(&id),
            text,
        })
    }
}
