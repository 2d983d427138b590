//! `ludex watch`.

use super::edit;
use super::mill;
use super::rulings::another;
use super::rulings::with_ruling;
use super::run;
use std::io::BufRead;
use std::io::BufReader;
use std::process::Command;
use std::process::Stdio;

#[test]
fn each_save_is_a_run() {
    let (folder, ruling) = with_ruling("watch");
    another(&ruling, "heavy", "white", 4);
    assert_eq!(run(&["rulings", "accept"], &folder, "").code, 0);
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["watch", "mill", "--runs", "4"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until_status = || -> (Vec<String>, String) {
        let mut before = Vec::new();
        loop {
            let line = lines.next().unwrap().unwrap();
            match line.starts_with("mill: ") {
                true => return (before, line.split(" (").next().unwrap().to_owned()),
                false => before.push(line),
            }
        }
    };
    assert_eq!(until_status().1, "mill: no errors; 2 rulings: 2 passed");
    let rules = folder.join("games/mill/mill.rules");
    edit(
        &rules,
        "gain stone.worth points",
        "gain stone.worth + 1 points",
    );
    let (told, status) = until_status();
    assert_eq!(
        status,
        "mill: no errors; 2 rulings: 0 passed, 2 touched first"
    );
    assert!(
        told.iter()
            .any(|line| line.contains("`P0.points == 2` does not hold")),
        "{told:?}"
    );
    // Mistakes are told, and a changed ruling runs with the rules as they were.
    edit(&rules, "+ 1 points", "+ 1 pionts");
    let (told, status) = until_status();
    assert!(
        told.iter()
            .any(|line| line.contains("unknown name `pionts`")),
        "{told:?}"
    );
    assert_eq!(
        status,
        "mill: the rules have mistakes, and stay as they were; 0 rulings: 0 passed"
    );
    edit(&ruling, "points == 2", "points == 3");
    let (_, status) = until_status();
    assert_eq!(
        status,
        "mill: the rules have mistakes, and stay as they were; 1 ruling: 0 passed, 1 touched first"
    );
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let written = std::fs::read_dir(folder.join("snapshots/mill")).unwrap();
    let pending = |path: &std::path::Path| path.extension().is_some_and(|one| one == "new");
    assert!(
        !written
            .map(|one| one.unwrap().path())
            .any(|path| pending(&path))
    );
}

#[test]
fn which_game() {
    let folder = mill("watch_which");
    assert_eq!(run(&["watch", "--runs", "1"], &folder, "").code, 0);
    assert_eq!(run(&["watch", "mull"], &folder, "").code, 2);
    let nowhere = super::empty_folder("watch_nowhere");
    let inside = run(&["watch", "noah"], &nowhere, "");
    assert_eq!(inside.code, 2);
    assert!(
        inside.err.contains("is inside the program"),
        "{}",
        inside.err
    );
}
