//! What an editor offers to write.

use super::{Case, each_case};
use crate::support::{cases, settings};
use ludex::ide::{CodeAction, GameSnapshot};
use ludex::pipeline::GameText;
use ludex::report::{Report, human};
use ludex::source::{Sources, Span};
use ludex::tools::rulings::RuledGame;
use std::sync::Arc;

#[test]
fn code_actions() {
    each_case("actions", |snapshot, file, at| {
        let actions = snapshot.code_actions(Span::empty(file, at));
        let answers = actions.iter().map(|one| answer(one, &snapshot.sources));
        let answers: String = answers.collect();
        if answers.is_empty() {
            return "nothing".to_owned();
        }
        answers
    });
}

/// An action with the lines that its edits change, before and after.
fn answer(action: &CodeAction, sources: &Sources) -> String {
    let mut text = format!("{}\n", action.title);
    for edit in &action.edits {
        let path = sources.path(edit.span.file);
        let after = &sources.text(edit.span.file)[..edit.span.range().start];
        let after = after.trim_end().rsplit('\n').next().unwrap_or_default();
        let old = sources.slice(edit.span);
        text.push_str(&format!(
            "  {path}, after {after:?}, for {old:?}:\n{}\n",
            edit.text
        ));
    }
    text
}

#[test]
fn parts_are_extracted_and_inlined() {
    settings("ide/refactor").bind(|| {
        for path in cases("tests/data/ide/refactor") {
            let case = Case::read(&path);
            let &[(file, begin), (_, end)] = case.cursors.as_slice() else {
                panic!("a part lies between two cursors");
            };
            let part = Span::new(file, begin, end);
            let sources = &case.snapshot.sources;
            assert!(!case.snapshot.report.has_errors(), "{}", path.display());
            let mut answers = String::new();
            for action in case.snapshot.code_actions(part) {
                answers.push_str(&format!("{}:\n", action.title));
                let files = sources.ids().map(|id| {
                    let old = sources.text(id);
                    let edits = action.edits.iter().filter(|edit| edit.span.file == id);
                    let mut text = old.to_owned();
                    for edit in edits.rev() {
                        text.replace_range(edit.span.range(), &edit.text);
                    }
                    if text != old {
                        let common = old.bytes().zip(text.bytes());
                        let common = common.take_while(|(a, b)| a == b).count();
                        let line = text[..common].rfind('\n').map_or(0, |at| at + 1);
                        let path = if id == file {
                            String::new()
                        } else {
                            format!("--- {}\n", sources.path(id))
                        };
                        answers.push_str(&format!("{path}{}\n", &text[line..]));
                    }
                    (sources.path(id).to_owned(), text)
                });
                let files: Vec<_> = files.collect();
                let files = files
                    .into_iter()
                    .filter(|(path, _)| !path.starts_with('<'))
                    .collect();
                let name = "harbour".to_owned();
                let after = GameSnapshot::new(GameText { name, files });
                let said = human(&after.report, &after.sources, false);
                assert!(!after.report.has_errors(), "{said}\n{answers}");
            }
            let name = path.file_stem().unwrap().to_str().unwrap();
            insta::assert_snapshot!(name, answers);
        }
    });
}

/// A game of the cases that can be played.
fn played(case: &Case) -> RuledGame {
    let mut report = Report::new();
    let checked = case.snapshot.parsed.check(&mut report);
    RuledGame::new(checked.unwrap(), &mut report).unwrap()
}

#[test]
fn a_ruling_is_made_of_a_row() {
    let case =
        Case::of("+++ ships.yaml\n- id: another_whale$0\n  name: W\n  carries: []\n  tons: 1\n");
    let program = Arc::new(played(&case).program().clone());
    let (file, at) = case.cursors[0];
    let free = |_: &str| false;
    let made = case.snapshot.new_ruling(file, at, &program, &free).unwrap();
    assert_eq!(made.path, "rulings/another-whale.ruling.yaml");
    let taken = |path: &str| !path.contains("-3");
    let other = case
        .snapshot
        .new_ruling(file, at, &program, &taken)
        .unwrap();
    assert_eq!(other.path, "rulings/another-whale-3.ruling.yaml");
    assert!(
        other.text.starts_with("id: another-whale-3\n"),
        "{}",
        other.text
    );
    settings("ide/actions").bind(|| insta::assert_snapshot!("new_ruling", made.text));
}

#[test]
fn completions_in_rulings() {
    settings("ide/rulings").bind(|| {
        for path in cases("tests/data/ide/rulings") {
            let case = Case::read(&path);
            let game = played(&case);
            let mut answers = String::new();
            for (path, text, at) in &case.rulings {
                let found = case.snapshot.complete_ruling(path, text, *at, Some(&game));
                answers.push_str(&format!("over {:?}\n", &text[found.replaces.clone()]));
                for one in found.items.iter().take(12) {
                    let snippet = one.snippet.as_ref().map_or("", |one| one.0.as_str());
                    answers.push_str(&format!("  {}  {}  {snippet}\n", one.label, one.detail));
                }
            }
            let name = path.file_stem().unwrap().to_str().unwrap();
            insta::assert_snapshot!(name, answers);
        }
    });
}
