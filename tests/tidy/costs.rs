//! The files that an addition touches: those that name the things of its sort that are named least. What is special about a
//! thing may be told elsewhere; what every thing of its sort needs may not.

use super::{File, sources};
use ludex::rules::verbs::VERBS;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Sorts of things, by the enum that numbers them and one that is nothing special, and how many files may name that one.
const COSTS: [(&str, &str, usize); 3] = [
    ("FoldOp", "Distinct", 3),
    ("QueryOp", "OnEdge", 3),
    ("Change", "AtMost", 7),
];

/// Verbs that more than three files name, with their number and the reason: none.
const SPECIAL_VERBS: [(&str, usize, &str); 0] = [];

/// Statements that more than eight files name, with their number and the reason.
const SPECIAL_STATEMENTS: [(&str, usize, &str); 3] = [
    (
        "Call",
        9,
        "verbs, effects and texts of rows are calls, which `check/types/effects.rs` tells apart",
    ),
    (
        "ForEach",
        9,
        "`pipeline/ask.rs` lists what a collection holds by a loop",
    ),
    ("May", 9, "and stops in it at a question"),
];

/// The files of `src` that name a thing, with the one that declares it.
fn naming(one: &str, thing: &str) -> BTreeSet<String> {
    let declares = |text: &str, one: &str| {
        let declared = [format!("pub enum {one} {{"), format!("    {one} {{")];
        declared.iter().any(|line| text.contains(line))
    };
    let meant = |file: &File| names(&file.text, one, thing) || declares(&file.text, one);
    let files = sources().into_iter().filter(meant);
    files.map(|file| file.path).collect()
}

/// Tells whether a text names a variant of an enum.
fn names(text: &str, one: &str, thing: &str) -> bool {
    let name = format!("{one}::{thing}");
    text.match_indices(&name).any(|(at, name)| {
        let after = text[at + name.len()..].chars().next();
        !after.is_some_and(char::is_alphanumeric)
    })
}

/// The variants that a text declares of an enum.
fn variants<'t>(text: &'t str, one: &str) -> BTreeSet<&'t str> {
    let head = format!("pub enum {one} {{\n");
    let body = text.split_once(&head).map_or("", |(_, body)| body);
    let body = body.split("\n}").next().unwrap_or_default();
    let lines = body.lines().filter_map(|line| line.strip_prefix("    "));
    let declared = lines.filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()));
    let name = |line: &'t str| line.split(|one: char| !one.is_alphanumeric()).next();
    declared.filter_map(name).collect()
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

/// A statement is named where it is declared, read, printed (as it is written, and typed by `dump`), told in words, typed, and
/// compiled; what goes through statements asks for their parts.
#[test]
fn a_statement_touches_few_files() {
    let files = sources();
    let all: BTreeSet<&str> = (files.iter())
        .flat_map(|file| variants(&file.text, "StmtKind"))
        .collect();
    assert!(all.contains("Reach") && all.contains("Verb"), "{all:?}");
    for thing in all {
        let special = SPECIAL_STATEMENTS.iter().find(|one| one.0 == thing);
        let most = special.map_or(8, |one| one.1);
        let named = files.iter().filter(|file| {
            let declared = variants(&file.text, "StmtKind");
            declared.contains(thing) || names(&file.text, "StmtKind", thing)
        });
        let named: Vec<&str> = named.map(|file| file.path.as_str()).collect();
        assert!(named.len() <= most, "{thing}: {named:?}");
        assert!(
            special.is_none() || named.len() == most,
            "{thing}: {named:?}"
        );
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

/// The files that a walk in docs/contributing.md names, in the order of the walk.
fn walk(title: &str) -> BTreeSet<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/contributing.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, walk) = page.split_once(&format!("\n## {title}\n")).expect(title);
    let walk = walk.split("\n## ").next().unwrap_or_default();
    let told = walk.lines().filter_map(|line| {
        let (_, rest) = line.split_once(". `src/")?;
        rest.split('`').next().map(str::to_owned)
    });
    told.collect()
}

/// The walks through additions name the files that such a thing is named in.
#[test]
fn the_walks_through_additions_are_true() {
    assert_eq!(walk("Adding a fold"), naming("FoldOp", "Distinct"));
    assert_eq!(walk("Adding a verb"), naming("VerbOp", "Reveal"));
    let mut files = sources();
    files.retain(|file| {
        variants(&file.text, "StmtKind").contains("Reach") || names(&file.text, "StmtKind", "Reach")
    });
    let named: BTreeSet<String> = files.into_iter().map(|file| file.path).collect();
    assert_eq!(walk("Adding a statement"), named);
}
