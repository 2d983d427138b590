//! The files of the edited folder for the language server, and the accepted outcomes beside it: what lies elsewhere is not
//! there.

use super::folder::Folder;
use ludex_lsp::Host;
use ludex_report::Code;
use std::sync::Arc;

/// A host that reaches the files of one folder alone.
pub(super) struct ConfinedHost {
    host: Arc<dyn Host>,
    folder: Arc<Folder>,
}

impl ConfinedHost {
    pub(super) fn new(host: Arc<dyn Host>, folder: Arc<Folder>) -> ConfinedHost {
        ConfinedHost { host, folder }
    }

    /// Refuses a path outside the folder.
    fn inside(&self, path: &str) -> Result<(), String> {
        if self.folder.has(path) || self.folder.has_outcome(path) {
            Ok(())
        } else {
            Err(format!("`{path}` is outside the folder that is edited"))
        }
    }

    fn retain(&self, texts: Vec<(String, String)>) -> Vec<(String, String)> {
        let texts = texts.into_iter();
        texts.filter(|(path, _)| self.folder.has(path)).collect()
    }
}

impl Host for ConfinedHost {
    fn is_file(&self, path: &str) -> bool {
        self.inside(path).is_ok() && self.host.is_file(path)
    }

    fn read(&self, path: &str) -> Option<String> {
        self.inside(path).ok()?;
        self.host.read(path)
    }

    fn game_texts(&self, folder: &str) -> Result<Vec<(String, String)>, String> {
        self.inside(folder)?;
        self.host.game_texts(folder).map(|texts| self.retain(texts))
    }

    fn rulings(&self, folder: &str) -> Result<Vec<(String, String)>, String> {
        self.inside(folder)?;
        self.host.rulings(folder).map(|texts| self.retain(texts))
    }

    fn games_below(&self, folder: &str) -> Vec<String> {
        if self.folder.has(folder) {
            self.host.games_below(folder)
        } else {
            Vec::new()
        }
    }

    fn remove(&self, path: &str) -> Result<(), String> {
        self.inside(path)?;
        self.host.remove(path)
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        self.inside(path)?;
        self.host.write(path, text)
    }

    fn explanation(&self, code: Code) -> String {
        self.host.explanation(code)
    }
}
