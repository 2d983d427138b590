//! An author's hour with `ludex lsp`: some 400 edits, most of them letter by letter, and for each the time from the key to what
//! the server says of the text as it then is. A sample is held against `ludex check`.
//!
//! The command is spoken to over its pipes, as an editor does. Names on the command line choose games.

#![expect(clippy::print_stdout, reason = "a bench answers on stdout")]
#![allow(clippy::unwrap_used, reason = "a bench that fails says where")]

#[path = "../tests/lsp/client.rs"]
#[allow(dead_code, reason = "the tests ask for more")]
mod client;

use client::{Client, copy, uri};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The games whose files are edited when none is named.
const GAMES: [&str; 2] = ["ark_nova", "sanctuary"];
/// Every so many edits the server is held against `ludex check`.
const SAMPLE: usize = 23;

fn main() {
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    println!("| game | edits | median | 99 % | slowest | samples as `check` | memory |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for game in GAMES
        .iter()
        .filter(|game| named.is_empty() || named.iter().any(|one| one == *game))
    {
        hour(game);
    }
}

fn hour(name: &str) {
    let game = copy(&format!("games/{name}"), &format!("hour_{name}"));
    let (rules, table) = (largest(&game, "rules"), largest(&game, "yaml"));
    let (client, _) = Client::start(
        &[&game],
        &json!({ "general": { "positionEncodings": ["utf-8"] } }),
    );
    let mut hour = Hour {
        client,
        game,
        files: [rules.clone(), table.clone()],
        times: Vec::new(),
        samples: 0,
    };
    for path in [&rules, &table] {
        hour.client.open(path, &fs::read_to_string(path).unwrap());
    }
    hour.client.settle();
    hour.write_row(&table);
    hour.change_numbers(&table);
    hour.misspell(&rules);
    hour.write_effect(&rules);
    hour.cut_in_half(&rules);
    hour.cut_in_half(&table);
    hour.print(name);
}

/// The file of a game with the longest text.
fn largest(game: &Path, ending: &str) -> PathBuf {
    let files = fs::read_dir(game)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == ending));
    files
        .max_by_key(|path| fs::metadata(path).unwrap().len())
        .unwrap()
}

struct Hour {
    client: Client,
    game: PathBuf,
    /// The files that are edited.
    files: [PathBuf; 2],
    times: Vec<Duration>,
    samples: usize,
}

impl Hour {
    /// Makes an edit and waits for what is said of the text with it.
    fn edit(&mut self, path: &Path, bytes: Range<usize>, new: &str) {
        let began = Instant::now();
        self.client.edit(path, bytes, new);
        self.client.diagnostics(path);
        self.times.push(began.elapsed());
        if self.times.len().is_multiple_of(SAMPLE) {
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

    /// Writes a row that is like the first one, and takes the second half of it back.
    fn write_row(&mut self, table: &Path) {
        let text = self.client.text(table);
        let start = text.find("\n  - ").unwrap() + 1;
        let end = text[start + 1..]
            .find("\n  - ")
            .map_or(text.len(), |end| start + 2 + end);
        let row = text[start..end].replacen("id: ", "id: zz_", 1);
        let row: String = row.chars().take(110).collect();
        self.type_in(table, start, &row);
        let half = row.len() - 30;
        self.take_back(table, start + half, &row[half..]);
        self.edit(table, start..start + half, "");
    }

    /// Changes numbers, each to one that is too large and back.
    fn change_numbers(&mut self, table: &Path) {
        let text = self.client.text(table).to_owned();
        let numbers = text.match_indices(": ").map(|(at, _)| at + 2);
        let numbers = numbers.filter(|at| text.as_bytes()[*at].is_ascii_digit());
        for at in numbers.step_by(7).take(12) {
            self.edit(table, at..at, "9");
            self.edit(table, at..at, "9");
            self.take_back(table, at, "99");
        }
    }

    /// Misspells names and mends them.
    fn misspell(&mut self, rules: &Path) {
        let text = self.client.text(rules).to_owned();
        let names = text.match_indices('(').map(|(at, _)| at);
        for at in names.step_by(3).take(20) {
            self.edit(rules, at..at, "x");
            self.edit(rules, at..at + 1, "");
        }
    }

    /// Writes an effect from nothing, uses it, and takes it back at once.
    fn write_effect(&mut self, rules: &Path) {
        let end = self.client.text(rules).len();
        let effect = "\neffect zz_bonus(n: int 0..9) {\n  if n > 3 { stop }\n  for each p in players { as p { } }\n}\n";
        self.type_in(rules, end, effect);
        let hook = "when zz_bonus(n): zz_bonus(1)\n";
        self.type_in(rules, end + effect.len(), hook);
        self.edit(rules, end..end + effect.len() + hook.len(), "");
    }

    /// Cuts a file in half and puts the rest back.
    fn cut_in_half(&mut self, path: &Path) {
        let text = self.client.text(path).to_owned();
        for part in [2, 3] {
            let at = (text.len() / part..text.len())
                .find(|at| text.is_char_boundary(*at))
                .unwrap();
            self.edit(path, at..text.len(), "");
            self.edit(path, at..at, &text[at..]);
        }
    }

    /// Holds what the server said of all files against the command.
    fn compare(&mut self) {
        self.client.settle();
        let mut told: BTreeMap<String, usize> = BTreeMap::new();
        for (file, (_, found)) in &self.client.published {
            if !found.is_empty() && !file.ends_with(".ruling.yaml") {
                told.insert(file.clone(), found.len());
            }
        }
        for path in &self.files {
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
        assert_eq!(told, expected, "after {} edits", self.times.len());
        self.samples += 1;
    }

    fn print(mut self, name: &str) {
        self.times.sort();
        let at = |share: usize| {
            let nth = (self.times.len() * share / 100).min(self.times.len() - 1);
            format!("{:.1} ms", self.times[nth].as_secs_f64() * 1e3)
        };
        let status = fs::read_to_string(format!("/proc/{}/status", self.client.process()));
        let memory = status.ok().and_then(|status| {
            let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
            line.map(|line| line.trim().to_owned())
        });
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} |",
            self.times.len(),
            at(50),
            at(99),
            at(100),
            self.samples,
            memory.unwrap_or_else(|| "?".to_owned())
        );
        self.client.leave();
    }
}
