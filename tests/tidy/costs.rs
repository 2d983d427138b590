//! The files that an addition touches: those that name the things of its sort that are named least. What is special about a
//! thing may be told elsewhere; what every thing of its sort needs may not.

use super::{File, sources};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Sorts of things, by the enum that numbers them and one that is nothing special, and how many files may name that one.
const COSTS: [(&str, &str, usize); 5] = [
    ("FoldOp", "Distinct", 3),
    ("QueryOp", "OnEdge", 3),
    ("Change", "AtMost", 5),
    // To come: 3 and 7.
    ("VerbOp|Instr", "Reveal", 12),
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
