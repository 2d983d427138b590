//! The files that an addition touches: those that name the things of its sort that are named least. What is special about a
//! thing may be told elsewhere; what every thing of its sort needs may not.

use super::{File, sources};
use ludex::rules::verbs::VERBS;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Sorts of things, by the enum that numbers them and one that is nothing special, and how many files may name that one.
const COSTS: [(&str, &str, usize); 4] = [
    ("FoldOp", "Distinct", 3),
    ("QueryOp", "OnEdge", 3),
    ("Change", "AtMost", 5),
    // To come: 7.
    ("StmtKind", "Reach", 13),
];

/// The files of `src` that name a thing, with the one that declares it.
fn naming(enums: &str, thing: &str) -> BTreeSet<String> {
    let names = |text: &str, one: &str| {
        let name = format!("{one}::{thing}");
        text.match_indices(&name).any(|(at, name)| {
            let after = text[at + name.len()..].chars().next();
            !after.is_some_and(char::is_alphanumeric)
        })
    };
    let declares = |text: &str, one: &str| {
        let declared = [format!("pub enum {one} {{"), format!("    {one} {{")];
        declared.iter().any(|line| text.contains(line))
    };
    let meant = |file: &File| {
        (enums.split('|')).any(|one| names(&file.text, one) || declares(&file.text, one))
    };
    let files = sources().into_iter().filter(meant);
    files.map(|file| file.path).collect()
}

#[test]
fn an_addition_touches_few_files() {
    for (enums, thing, most) in COSTS {
        let files = naming(enums, thing);
        assert!(files.len() > 1, "{enums}::{thing}: {files:?}");
        assert!(files.len() <= most, "{enums}::{thing}: {files:?}");
    }
}

/// Rooms that know what authors write; in others a word such as `show` may be one of their own.
const ROOMS: [&str; 8] = [
    "syntax/", "tables/", "rules/", "check/", "program/", "compile/", "engine/", "tools/",
];

/// Verbs with more files than an addition may touch, each with its number of files and the reason: none.
const SPECIAL_VERBS: [(&str, usize, &str); 0] = [];

/// A verb is named where its row stands, where its meaning is told, and at most once more; by its op, and as authors write it.
#[test]
fn a_verb_touches_few_files() {
    for row in VERBS {
        let thing = format!("{:?}", row.op);
        let special = SPECIAL_VERBS.iter().find(|one| one.0 == row.name);
        let most = special.map_or(3, |one| one.1);
        let mut files = naming("VerbOp", &thing);
        let (word, instr) = (format!("\"{}\"", row.name), format!("Instr::{thing}("));
        let knows = |file: &File| {
            let is_here = ROOMS.iter().any(|room| file.path.starts_with(room));
            is_here && file.text.contains(&word) || file.text.contains(&instr)
        };
        let written = sources().into_iter().filter(knows);
        files.extend(written.map(|file| file.path));
        assert!(files.len() > 1, "{thing}: {files:?}");
        assert!(files.len() <= most, "{thing}: {files:?}");
    }
}

/// The rows of verbs stand in the order of their ops, by which they are found.
#[test]
fn verbs_are_in_order() {
    for (number, row) in VERBS.iter().enumerate() {
        assert_eq!(row.op as usize, number, "{}", row.name);
        assert_eq!(row.op.row().name, row.name);
    }
}

/// The walk through an addition in docs/contributing.md names the files that a fold is named in, in the order of the walk.
#[test]
fn the_walk_through_an_addition_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/contributing.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, walk) = page.split_once("## Adding a fold").expect("the walk");
    let walk = walk.split("\n## ").next().unwrap_or_default();
    let told = walk.lines().filter_map(|line| {
        let (_, rest) = line.split_once(". `src/")?;
        rest.split('`').next().map(str::to_owned)
    });
    assert_eq!(told.collect::<BTreeSet<_>>(), naming("FoldOp", "Distinct"));
}
