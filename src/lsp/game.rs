//! A game that the editor works on: its texts on the disk and over them those that are open, and what is known of them.

use crate::Host;
use crate::checked::CheckedGame;
use crate::documents::OpenDocuments;
use crate::reach::PinnedNames;
use crate::ruled::RuledRuling;
use crate::worker::{CheckJob, PlayableGame};
use gen_lsp_types::Diagnostic;
use ludex_pipeline::is_game_file;
use ludex_report::Report;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The file that makes a folder a game.
pub(super) const MANIFEST: &str = "game.yaml";
/// The folder of a game that holds its rulings.
const RULINGS: &str = "rulings";
/// The ending of a ruling's file.
const RULING: &str = ".ruling.yaml";

/// The part that a file plays in its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FilePart {
    /// Rules, a table, the manifest, and what else is checked with them.
    Text,
    /// A ruling of the game.
    Ruling,
}

/// The diagnostics that the editor was last told of a file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PublishedFile {
    /// The version of the text that they are about, if it was open.
    pub(super) version: Option<i32>,
    /// All diagnostics of the file.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A game of which a file is or was open.
#[derive(Debug, Default)]
pub(super) struct OpenGame {
    /// The path of its folder.
    pub(super) folder: String,
    /// The texts on the disk, by path.
    texts: BTreeMap<String, Arc<str>>,
    /// The rulings on the disk, by path.
    rulings: BTreeMap<String, Arc<str>>,
    /// The number of its texts as they are now: each change makes a new one.
    pub(super) revision: u64,
    /// The number of the texts that were last sent to be checked.
    pub(super) sent: u64,
    /// The results of checking the last texts that were checked.
    pub(super) checked: Option<Arc<CheckedGame>>,
    /// The results of compiling them, once that was done.
    pub(super) compiled: Option<(u64, Report)>,
    /// The game as it was last compiled, which may be of older texts.
    pub(super) playable: Option<PlayableGame>,
    /// Set when its rulings are to be played: the paths of those that come first.
    pub(super) runs_rulings: Option<BTreeSet<String>>,
    /// The rulings as they were last played, by path.
    pub(super) ruled: BTreeMap<String, RuledRuling>,
    /// The outcomes that people rejected, by the paths of their rulings.
    pub(super) rejected: BTreeMap<String, String>,
    /// The rulings that name its rows and declarations.
    pub(super) pinned: PinnedNames,
    /// The texts that the checker failed on.
    pub(super) failed: Option<u64>,
    /// The diagnostics that the editor was last told, by path.
    pub(super) published: BTreeMap<String, PublishedFile>,
}

impl OpenGame {
    /// Reads a game from the disk.
    ///
    /// # Errors
    /// A message for people when a file cannot be read; the game then has no texts but the open ones.
    pub(super) fn load(folder: &str, host: &dyn Host) -> (OpenGame, Result<(), String>) {
        let mut game = OpenGame {
            folder: folder.to_owned(),
            revision: 1,
            runs_rulings: Some(BTreeSet::new()),
            ..OpenGame::default()
        };
        let outcome = game.reload(host);
        (game, outcome)
    }

    /// Reads all its files again.
    ///
    /// # Errors
    /// A message for people when a file cannot be read; the texts then stay as they were.
    pub(super) fn reload(&mut self, host: &dyn Host) -> Result<(), String> {
        let shared = |(path, text): (String, String)| (path, Arc::from(text));
        let texts = host
            .game_texts(&self.folder)?
            .into_iter()
            .map(shared)
            .collect();
        let rulings = host
            .rulings(&self.folder)?
            .into_iter()
            .map(shared)
            .collect();
        if self.texts != texts || self.rulings != rulings {
            (self.texts, self.rulings) = (texts, rulings);
            self.touch();
        }
        Ok(())
    }

    /// Reads one of its files again, which may be gone. A ruling that is new or another one is played.
    pub(super) fn reread(&mut self, path: &str, host: &dyn Host) {
        let part = self.part(path);
        let texts = match part {
            Some(FilePart::Text) => &mut self.texts,
            Some(FilePart::Ruling) => &mut self.rulings,
            None => return,
        };
        let text: Option<Arc<str>> = host.read(path).map(Arc::from);
        if texts.get(path) == text.as_ref() {
            return;
        }
        let is_played = part == Some(FilePart::Ruling) && text.is_some();
        match text {
            Some(text) => texts.insert(path.to_owned(), text),
            None => texts.remove(path),
        };
        if is_played {
            self.run_rulings([path.to_owned()]);
        } else {
            self.touch();
        }
    }

    /// Returns true if its texts were checked as they are now, or cannot be.
    pub(super) fn is_checked(&self) -> bool {
        let checked = self.checked.as_ref().map(|checked| checked.revision);
        [checked, self.failed].contains(&Some(self.revision))
    }

    /// Asks for its rulings to be played as soon as it is checked, some of them first.
    pub(super) fn run_rulings(&mut self, first: impl IntoIterator<Item = String>) {
        let wanted = self.runs_rulings.get_or_insert_default();
        wanted.extend(first);
        self.touch();
    }

    /// Returns true if people rejected the outcome that a ruling has now, and it is not the accepted one.
    pub(super) fn is_rejected(&self, ruled: &RuledRuling) -> bool {
        let outcome = ruled.report.snapshot.as_ref();
        let rejected = self.rejected.get(&ruled.read.path);
        !ruled.report.passed() && outcome.is_some_and(|now| rejected == Some(&now.outcome))
    }

    /// Returns the paths of the rulings on the disk.
    pub(super) fn ruling_paths(&self) -> impl Iterator<Item = &String> {
        self.rulings.keys()
    }

    /// Notes that a text of it is another one now.
    pub(super) fn touch(&mut self) {
        self.revision += 1;
    }

    /// Returns true if what is known is known of the present texts, or will never be.
    pub(super) fn is_settled(&self) -> bool {
        let checked = self.checked.as_ref().map(|checked| checked.revision);
        [checked, self.failed].contains(&Some(self.revision))
    }

    /// Returns the part that a file plays in this game; none of a file that is not of it.
    pub(super) fn part(&self, path: &str) -> Option<FilePart> {
        let below = path.strip_prefix(&self.folder)?.strip_prefix('/')?;
        let mut folders: Vec<&str> = below.split('/').collect();
        let file = folders.pop()?;
        let is_hidden = |part: &&str| part.starts_with('.');
        if folders.iter().chain([&file]).any(is_hidden) {
            return None;
        }
        match (folders.first(), folders.contains(&RULINGS)) {
            (Some(&RULINGS), _) => file.ends_with(RULING).then_some(FilePart::Ruling),
            (_, true) => None,
            (_, false) => is_game_file(path).then_some(FilePart::Text),
        }
    }

    /// Makes the work of checking the texts as they are now.
    pub(super) fn job(&mut self, documents: &OpenDocuments) -> CheckJob {
        self.sent = self.revision;
        let (mut texts, mut rulings) = (self.texts.clone(), self.rulings.clone());
        for (path, document) in documents.iter() {
            let of = match self.part(path) {
                Some(FilePart::Text) => &mut texts,
                Some(FilePart::Ruling) => &mut rulings,
                None => continue,
            };
            of.insert(path.clone(), Arc::clone(&document.text));
        }
        CheckJob {
            folder: self.folder.clone(),
            revision: self.revision,
            texts,
            rulings,
            runs_rulings: self.runs_rulings.take(),
        }
    }
}
