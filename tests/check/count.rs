//! There are enough wrong texts, and every code has one.

use ludex::report::codes::CODES;
use std::fs;
use std::path::{Path, PathBuf};

/// Codes that no text of an author raises, each with the reason.
const WITHOUT_CASE: &[(&str, &str)] = &[(
    "R15",
    "it wraps a fault of play, and those have cases of their own",
)];

/// The snapshots of everything that is refused.
fn answers() -> Vec<(PathBuf, String)> {
    let mut answers = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "snap") {
                let text = fs::read_to_string(&path).unwrap();
                answers.push((path, text));
            }
        }
    }
    answers
}

#[test]
fn many_texts_are_refused() {
    let wrong: Vec<String> = answers()
        .into_iter()
        .map(|(_, text)| text)
        .filter(|text| text.contains("error["))
        .collect();
    assert!(wrong.len() >= 240, "{}", wrong.len());
    let several = |text: &&String| {
        text.trim_end()
            .lines()
            .last()
            .is_some_and(|last| last.ends_with(" errors"))
    };
    let several = wrong.iter().filter(several).count();
    assert!(several >= 40, "{several}");
}

#[test]
fn every_code_has_a_case() {
    let answers = answers();
    let said = |code: &str| {
        answers
            .iter()
            .any(|(_, text)| text.contains(&format!("[{code}]")))
    };
    let excused = |code: &str| WITHOUT_CASE.iter().any(|(one, _)| *one == code);
    let silent: Vec<_> = CODES
        .iter()
        .filter(|row| !said(row.code.as_str()) && !excused(row.code.as_str()))
        .collect();
    assert!(
        silent.is_empty(),
        "codes that no snapshot shows: {silent:#?}"
    );
}
