//! Queries of editors: a case is a text with cursors, its snapshot the answer at each of them.
//!
//! A case is a file of `tests/data/ide/QUERY/`. It changes the game of `tests/data/ide/game`: a line `--- PATH` begins a text that
//! stands in the place of that file, `+++ PATH` one that follows its end. `$0` is a cursor, and no part of the text.

mod actions;
mod completion;
mod hover;
mod rename;
mod typing;

use crate::support::{cases, files, settings};
use ludex::ide::GameSnapshot;
use ludex::pipeline::GameText;
use ludex::source::FileId;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const CURSOR: &str = "$0";

/// A game with the cursors of a case.
struct Case {
    snapshot: GameSnapshot,
    cursors: Vec<(FileId, u32)>,
    /// The rulings, which are no part of the game, each with its text and its cursor.
    rulings: Vec<(String, String, usize)>,
}

impl Case {
    fn read(path: &Path) -> Case {
        Case::of(&fs::read_to_string(path).unwrap())
    }

    fn of(case: &str) -> Case {
        let mut texts: BTreeMap<String, String> = files(Path::new("tests/data/ide/game"))
            .into_iter()
            .collect();
        for part in case.split_inclusive('\n').fold(Vec::new(), parts) {
            match part.mark {
                "---" => drop(texts.insert(part.path.to_owned(), part.text)),
                _ => texts
                    .entry(part.path.to_owned())
                    .or_default()
                    .push_str(&part.text),
            }
        }
        let (mut places, mut rulings) = (Vec::new(), Vec::new());
        texts.retain(|path, text| {
            let Some(at) = text.find(CURSOR).filter(|_| path.ends_with(".ruling.yaml")) else {
                return true;
            };
            let text = text.replace(CURSOR, "");
            rulings.push((path.clone(), text, at));
            false
        });
        for (path, text) in &mut texts {
            while let Some(at) = text.find(CURSOR) {
                text.replace_range(at..at + CURSOR.len(), "");
                places.push((path.clone(), u32::try_from(at).unwrap()));
            }
        }
        assert!(
            !places.is_empty() || !rulings.is_empty(),
            "no cursor: {case}"
        );
        let name = "harbour".to_owned();
        let files = texts.into_iter().collect();
        let snapshot = GameSnapshot::new(GameText { name, files });
        let file = |path: &str| snapshot.sources.find(path).unwrap();
        let cursors = places.iter().map(|(path, at)| (file(path), *at)).collect();
        Case {
            snapshot,
            cursors,
            rulings,
        }
    }

    /// The line of a cursor, with the cursor in it.
    fn line(&self, (file, at): (FileId, u32)) -> String {
        let sources = &self.snapshot.sources;
        let line = sources.line_col(file, at).line;
        let range = sources.line_range(file, line).unwrap();
        let column = at as usize - range.start;
        let mut text = sources.text(file)[range].to_owned();
        text.insert(column, '│');
        format!("{}: {}", sources.path(file), text.trim_start())
    }
}

/// A part of a case's file.
struct CasePart<'a> {
    mark: &'a str,
    path: &'a str,
    text: String,
}

fn parts<'a>(mut parts: Vec<CasePart<'a>>, line: &'a str) -> Vec<CasePart<'a>> {
    let head = line.trim_end().split_once(' ');
    match (head, parts.last_mut()) {
        (Some((mark @ ("---" | "+++"), path)), _) => parts.push(CasePart {
            mark,
            path,
            text: String::new(),
        }),
        (_, Some(part)) => part.text.push_str(line),
        (_, None) => panic!("a case begins with `--- PATH` or `+++ PATH`"),
    }
    parts
}

/// Asks at each cursor of each case of a query, and holds the answers against their snapshots.
fn each_case(query: &str, answer: impl Fn(&GameSnapshot, FileId, u32) -> String) {
    let folder = format!("ide/{query}");
    settings(&folder).bind(|| {
        for path in cases(&format!("tests/data/{folder}")) {
            let case = Case::read(&path);
            let answers = case.cursors.iter().map(|&(file, at)| {
                let line = case.line((file, at));
                format!("{line}\n{}\n", answer(&case.snapshot, file, at).trim_end())
            });
            let answers: Vec<String> = answers.collect();
            let name = path.file_stem().unwrap().to_str().unwrap();
            insta::assert_snapshot!(name, answers.join("\n"));
        }
    });
}
