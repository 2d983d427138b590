//! An author at work with `ludex lsp`: rows and effects written letter by letter, numbers changed, names misspelt and mended, a
//! file cut in half and restored. After each edit the author waits for what the server says of the text, and after some holds
//! it against `ludex check`. `benches/hour.rs` measures this, `hour.rs` tests a part of it.

use super::client::{Client, uri};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An author with a copy of a game, of which the longest rules and the longest table are open.
pub(super) struct Author<'a> {
    pub(super) client: Client,
    game: PathBuf,
    pub(super) rules: PathBuf,
    pub(super) table: PathBuf,
    /// The number of edits so far.
    pub(super) edits: usize,
    /// The number of them after which the server was held against the command.
    pub(super) samples: usize,
    /// Every so many edits.
    every: usize,
    /// Makes an edit, which waits for the diagnostics: whoever measures does so around it.
    around: &'a mut dyn FnMut(&mut dyn FnMut()),
}

impl<'a> Author<'a> {
    /// Sits down before a game's folder, which is right and which the author may change.
    pub(super) fn new(
        game: PathBuf,
        every: usize,
        around: &'a mut dyn FnMut(&mut dyn FnMut()),
    ) -> Author<'a> {
        let (rules, table) = (longest(&game, "rules"), longest(&game, "yaml"));
        let bytes = json!({ "general": { "positionEncodings": ["utf-8"] } });
        let (mut client, _) = Client::start(&[&game], &bytes);
        for path in [&rules, &table] {
            client.open(path, &fs::read_to_string(path).unwrap());
        }
        client.settle();
        Author {
            client,
            game,
            rules,
            table,
            edits: 0,
            samples: 0,
            every,
            around,
        }
    }

    /// Makes an edit and waits for what is said of the text with it.
    fn edit(&mut self, path: &Path, bytes: Range<usize>, new: &str) {
        let client = &mut self.client;
        (self.around)(&mut || {
            client.edit(path, bytes.clone(), new);
            client.diagnostics(path);
        });
        self.edits += 1;
        if self.edits.is_multiple_of(self.every) {
            self.compare();
        }
    }

    /// Types a text letter by letter.
    fn type_in(&mut self, path: &Path, at: usize, text: &str) {
        for (nth, letter) in text.char_indices() {
            self.edit(path, at + nth..at + nth, &letter.to_string());
        }
    }

    /// Takes back, letter by letter, what was typed.
    fn take_back(&mut self, path: &Path, at: usize, text: &str) {
        for (nth, letter) in text.char_indices().rev() {
            self.edit(path, at + nth..at + nth + letter.len_utf8(), "");
        }
    }

    /// Writes so many letters of a row that is like the first one with more of them, takes the last thirty back, and then all.
    pub(super) fn write_row(&mut self, letters: usize) {
        let table = self.table.clone();
        let text = self.client.text(&table);
        let starts: Vec<usize> = text.match_indices("\n  - ").map(|(at, _)| at + 1).collect();
        let longer = |pair: &&[usize]| pair[1] - pair[0] > letters + 10;
        let start = starts.windows(2).find(longer).unwrap()[0];
        let row = text[start..].replacen("id: ", "id: zz_", 1);
        let row: String = row.chars().take(letters).collect();
        self.type_in(&table, start, &row);
        self.is_wrong();
        let half = row.len() - 30;
        self.take_back(&table, start + half, &row[half..]);
        self.edit(&table, start..start + half, "");
        self.is_right();
    }

    /// Changes so many numbers of the table, each to one that is too large and back.
    pub(super) fn change_numbers(&mut self, count: usize) {
        let table = self.table.clone();
        let text = self.client.text(&table).to_owned();
        let numbers = text.match_indices(": ").map(|(at, _)| at + 2);
        let numbers = numbers.filter(|at| text.as_bytes()[*at].is_ascii_digit());
        for at in numbers.step_by(7).take(count) {
            self.edit(&table, at..at, "9");
            self.edit(&table, at..at, "9");
            self.take_back(&table, at, "99");
            self.is_right();
        }
    }

    /// Misspells so many names of the rules, and mends each.
    pub(super) fn misspell(&mut self, count: usize) {
        let rules = self.rules.clone();
        let text = self.client.text(&rules).to_owned();
        let is_call = |at: &usize| {
            let line = text[..*at].rsplit('\n').next().unwrap();
            let is_said = line.contains("//") || line.matches('"').count() % 2 == 1;
            !is_said && line.ends_with(|end: char| end.is_alphanumeric() || end == '_')
        };
        let calls = text.match_indices('(').map(|(at, _)| at).filter(is_call);
        for at in calls.step_by(3).take(count) {
            self.edit(&rules, at..at, "x");
            self.is_wrong();
            self.edit(&rules, at..at + 1, "");
            self.is_right();
        }
    }

    /// Writes an effect from nothing, and what calls it, and takes both back at once.
    pub(super) fn write_effect(&mut self) {
        let rules = self.rules.clone();
        let end = self.client.text(&rules).len();
        let effect = "\neffect zz_bonus(n: int 0..9) {\n  if n > 3 { stop }\n  for each p in players { as p { } }\n}\n";
        self.type_in(&rules, end, effect);
        let hook = "when zz_bonus(n): zz_bonus(1)\n";
        self.type_in(&rules, end + effect.len(), hook);
        self.is_wrong();
        self.edit(&rules, end..end + effect.len() + hook.len(), "");
        self.is_right();
    }

    /// Cuts both files in half and puts the rest back.
    pub(super) fn cut_in_half(&mut self) {
        for path in [self.rules.clone(), self.table.clone()] {
            let text = self.client.text(&path).to_owned();
            for part in [2, 3] {
                let cut = text.len() / part..text.len();
                let at = cut.into_iter().find(|at| text.is_char_boundary(*at));
                let at = at.unwrap();
                self.edit(&path, at..text.len(), "");
                self.is_wrong();
                self.edit(&path, at..at, &text[at..]);
                self.is_right();
            }
        }
    }

    /// Holds that something is wrong with the game, of whatever file.
    fn is_wrong(&mut self) {
        self.client.settle();
        assert_ne!(self.told(), BTreeMap::new(), "after {} edits", self.edits);
    }

    /// Holds that nothing is.
    fn is_right(&mut self) {
        self.client.settle();
        assert_eq!(self.told(), BTreeMap::new(), "after {} edits", self.edits);
    }

    /// How much the server said last of each file that is not right.
    fn told(&self) -> BTreeMap<String, usize> {
        let published = self.client.published.iter();
        let wrong = published
            .filter(|(file, (_, found))| !found.is_empty() && !file.ends_with(".ruling.yaml"));
        wrong
            .map(|(file, (_, found))| (file.clone(), found.len()))
            .collect()
    }

    /// Holds what the server said of all files against the command.
    fn compare(&mut self) {
        self.client.settle();
        for path in [&self.rules, &self.table] {
            fs::write(path, self.client.text(path)).unwrap();
        }
        let ran = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["check", "--json"])
            .arg(&self.game)
            .output()
            .unwrap();
        let said: Value = serde_json::from_slice(&ran.stdout).unwrap();
        let mut expected: BTreeMap<String, usize> = BTreeMap::new();
        for one in said["games"][0]["diagnostics"].as_array().unwrap() {
            let file = one["file"]
                .as_str()
                .map_or_else(|| self.game.join("game.yaml"), PathBuf::from);
            *expected.entry(uri(&file)).or_default() += 1;
        }
        assert_eq!(self.told(), expected, "after {} edits", self.edits);
        self.samples += 1;
    }
}

/// The file of a game with the longest text, apart from words in another language.
fn longest(game: &Path, ending: &str) -> PathBuf {
    let files = fs::read_dir(game)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = files.filter(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.ends_with(&format!(".{ending}")) && !name.starts_with("words.")
    });
    files
        .max_by_key(|path| fs::metadata(path).unwrap().len())
        .unwrap()
}
