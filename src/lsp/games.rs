//! The games that the editor works on: which one a file belongs to.

use crate::Host;
use crate::documents::OpenDocuments;
use crate::game::{MANIFEST, OpenGame};
use std::collections::BTreeMap;

/// The games of which files are or were open, by folder.
#[derive(Debug, Default)]
pub(super) struct OpenGames {
    by_folder: BTreeMap<String, OpenGame>,
}

impl OpenGames {
    /// Returns the game that a file lies in: of games around each other, the innermost.
    pub(super) fn around(&self, path: &str) -> Option<&OpenGame> {
        folders_above(path).find_map(|folder| self.by_folder.get(folder))
    }

    /// Returns the game that a file lies in, to be changed.
    pub(super) fn around_mut(&mut self, path: &str) -> Option<&mut OpenGame> {
        let folder = folders_above(path).find(|folder| self.by_folder.contains_key(*folder))?;
        self.by_folder.get_mut(folder)
    }

    /// Returns the game of a folder.
    pub(super) fn get(&self, folder: &str) -> Option<&OpenGame> {
        self.by_folder.get(folder)
    }

    /// Returns the game of a folder, to be changed.
    pub(super) fn get_mut(&mut self, folder: &str) -> Option<&mut OpenGame> {
        self.by_folder.get_mut(folder)
    }

    /// Returns all open games.
    pub(super) fn iter(&self) -> impl Iterator<Item = &OpenGame> {
        self.by_folder.values()
    }

    /// Returns all games, to be changed.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenGame> {
        self.by_folder.values_mut()
    }

    /// Adds a game that was read.
    pub(super) fn add(&mut self, game: OpenGame) {
        self.by_folder.insert(game.folder.clone(), game);
    }

    /// Takes out the games that are not to stay.
    pub(super) fn take_out(&mut self, stays: impl Fn(&OpenGame) -> bool) -> Vec<OpenGame> {
        let gone = self.by_folder.extract_if(.., |_, game| !stays(game));
        gone.map(|(_, game)| game).collect()
    }
}

/// Finds the folder of the game that a file belongs to: the nearest one above it with a manifest, saved or not; else, of rules,
/// their own folder, whose manifest is then missed.
pub(super) fn game_folder(
    path: &str,
    documents: &OpenDocuments,
    host: &dyn Host,
) -> Option<String> {
    let has_manifest = |folder: &&str| {
        let manifest = format!("{folder}/{MANIFEST}");
        documents.get(&manifest).is_some() || host.is_file(&manifest)
    };
    let folder = folders_above(path).find(has_manifest);
    let alone = || {
        folders_above(path)
            .next()
            .filter(|_| path.ends_with(".rules"))
    };
    folder.or_else(alone).map(str::to_owned)
}

/// Returns the folders above a file, the nearest first.
fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(folder_above(path), |folder| folder_above(folder))
}

fn folder_above(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::folders_above;

    #[test]
    fn folders() {
        let folders: Vec<&str> = folders_above("/home/me/x.rules").collect();
        assert_eq!(folders, ["/home/me", "/home", ""]);
        assert_eq!(folders_above("x.rules").count(), 0);
    }
}
