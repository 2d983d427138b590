//! Every ruling of the games and of the accepted cases holds, and its outcome is as accepted.

use crate::support::games_in;
use ludex::pipeline::GameText;
use ludex::report;
use ludex::report::Report;
use ludex::source::Sources;
use ludex::tools::rulings;
use ludex::tools::rulings::snap::reason_of;
use ludex::tools::rulings::{AcceptedOutcome, Prepared, RuledGame, Ruling, RulingVerdict};
use std::fs;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};

mod completion;

mod together;

mod told;

mod pinned;

mod short;

#[test]
fn games() {
    hold("games");
}

#[test]
fn examples() {
    hold("examples");
}

#[test]
fn accepted() {
    hold("tests/data/accepted");
}

/// insta reads what we write, and finds the same in it.
#[test]
fn one_store() {
    let snapshot = AcceptedOutcome {
        reason: None,
        path: "x.snap".into(),
        description: "May a \"cat\" load?\nNo: it can't.\n7.3, R6".into(),
        ruling: "games/noah/rulings/x.ruling.yaml".into(),
        outcome: "P0: load\n  --- 3 -> 4\n\nover\n".into(),
    };
    let folder = std::env::temp_dir().join(format!("ludex-snap-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("x.snap"), snapshot.to_text()).unwrap();
    let read = insta::Snapshot::from_file(&folder.join("x.snap")).unwrap();
    let text = fs::read_to_string(folder.join("x.snap")).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let outcome = read.contents().as_text().unwrap().to_string();
    assert_eq!(outcome.trim_end(), snapshot.outcome.trim_end());
    assert_eq!(read.metadata().description(), Some(&*snapshot.description));
    assert_eq!(read.metadata().source(), Some(&*snapshot.ruling));
    assert!(snapshot.is_same(&text) && snapshot.is_same(&text.replace('\n', "\r\n")));
}

/// The reason of an accepted outcome is read however its head is written: other tools write YAML in styles of their own.
#[test]
fn reasons_in_any_style() {
    let heads = [
        "info:\n  reason: \"it's \\\"so\\\"\"\n",
        "info: { reason: 'it''s \"so\"' }\n",
        "description: x\ninfo:\n    reason: >-\n        it's\n        \"so\"\n    more: [1]\n",
    ];
    for head in heads {
        let file = format!("---\nsource: x\n{head}---\nover\n");
        assert_eq!(reason_of(&file).as_deref(), Some("it's \"so\""), "{head}");
    }
    assert_eq!(reason_of("---\nsource: x\n---\nover\n"), None);
}

/// Holds all rulings of the games in a folder; all that fails is told at once.
fn hold(folder: &str) {
    let mut failures = String::new();
    let mut count = 0;
    for game in games_in(folder) {
        count += hold_game(&game, &mut failures);
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count > 0, "no rulings in {folder}");
}

fn hold_game(folder: &Path, failures: &mut String) -> usize {
    let files = rulings_in(&folder.join("rulings"));
    if files.is_empty() {
        return 0;
    }
    let (mut sources, mut found) = (Sources::new(), Report::new());
    let Some(game) = game(folder, &mut sources, &mut found) else {
        failures.push_str(&report::human(&found, &sources, false));
        return files.len();
    };
    let mut readable = Vec::new();
    for path in &files {
        let mut found = Report::new();
        let text = fs::read_to_string(path).unwrap();
        let ruling = rulings::read(path, &text, &mut sources, &mut found);
        failures.push_str(&report::human(&found, &sources, false));
        readable.extend(ruling);
    }
    let prepared = Prepared::new(&game, &readable);
    for (nth, ruling) in readable.iter().enumerate() {
        failures.push_str(&hold_ruling(&prepared, nth, ruling, &sources));
    }
    files.len()
}

/// Plays a ruling; what is wrong with it.
fn hold_ruling(prepared: &Prepared<'_>, nth: usize, ruling: &Ruling, sources: &Sources) -> String {
    let answer = rulings::run_seen(prepared, nth, ruling, sources, None, &mut |_| {});
    if matches!(
        answer.verdict,
        RulingVerdict::Failed | RulingVerdict::Broken
    ) {
        return report::human(&answer.found, sources, false);
    }
    let Some(snapshot) = answer.snapshot else {
        return String::new();
    };
    let compared = std::panic::catch_unwind(AssertUnwindSafe(|| compare(&snapshot)));
    if compared.is_err() {
        format!("{}: the outcome is another\n", ruling.path)
    } else {
        String::new()
    }
}

fn compare(snapshot: &AcceptedOutcome) {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(&snapshot.path);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(place.parent().unwrap());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(&snapshot.description);
    let name = place.file_stem().unwrap().to_str().unwrap();
    settings.bind(|| insta::assert_snapshot!(name, snapshot.outcome));
}

/// The game in a folder, ready for rulings.
pub(crate) fn game(folder: &Path, sources: &mut Sources, found: &mut Report) -> Option<RuledGame> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.retain(|path| !path.components().any(|part| part.as_os_str() == "rulings"));
    let files = files.iter().map(|path| {
        (
            path.to_str().unwrap().to_owned(),
            fs::read_to_string(path).unwrap(),
        )
    });
    let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
    let text = GameText {
        name,
        files: files.collect(),
    };
    let checked = text.parse(sources, found).check(found)?;
    RuledGame::new(checked, found)
}

fn rulings_in(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    let paths = files.iter().map(|path| path.to_str().unwrap().to_owned());
    paths
        .filter(|path| path.ends_with(".ruling.yaml"))
        .collect()
}

pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
