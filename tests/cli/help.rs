//! Every help text.

use super::{ludex, snapshots};

/// The help of a command and of those below it: what the help lists is asked for its own, so that none is forgotten.
fn helps(command: &[String], found: &mut Vec<(String, String)>) {
    let args: Vec<&str> = command.iter().map(String::as_str).collect();
    let ran = ludex(&[&args, &["--help"][..]].concat());
    assert_eq!(ran.code, 0, "{command:?}");
    let name = [&["help"][..], &args].concat().join("_");
    found.push((name, ran.out.clone()));
    let mut listing = false;
    for line in ran.out.lines() {
        let below = line
            .strip_prefix("  ")
            .filter(|line| !line.starts_with([' ', '-']));
        match below.and_then(|line| line.split(' ').next()) {
            Some(word) if listing => helps(&[command, &[word.to_owned()]].concat(), found),
            _ if line.is_empty() => listing = false,
            _ => listing |= ["Commands:", "Questions:"].contains(&line),
        }
    }
}

#[test]
fn every_help() {
    let mut found = Vec::new();
    helps(&[], &mut found);
    assert!(found.len() > 18, "{}", found.len());
    snapshots(|| {
        for (name, text) in found {
            insta::assert_snapshot!(name, text);
        }
    });
}

#[test]
fn a_wrong_argument() {
    assert_eq!(ludex(&["chekc"]).code, 2);
    assert_eq!(ludex(&["sim", "noah", "--games", "many"]).code, 2);
}
