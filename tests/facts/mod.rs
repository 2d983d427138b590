//! The tables of games against the facts they were made from: cell by cell, both ways.
//!
//! The facts stand in `tests/data/facts/<game>/` as they were collected. Each of their rows is turned into the attributes
//! that the game's row must have; what a row has besides is a mistake, too.

use ludex::report::Report;
use ludex::source::Sources;
use ludex::tables::{self, Node};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

mod ark_nova;

/// Attributes of a row, as texts: `{ bird: 1 }` is `bird 1`, `[[0, 0]]` is `0 0`.
type Row = BTreeMap<String, String>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The lines of a table of facts, each as a map from the head's names.
fn facts(game: &str, table: &str) -> Vec<Row> {
    let path = root().join(format!("tests/data/facts/{game}/{table}.csv"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), head.len(), "{}: {line}", path.display());
        head.iter()
            .zip(cells)
            .map(|(name, cell)| ((*name).to_owned(), cell.to_owned()))
            .collect()
    };
    lines.map(row).collect()
}

/// A file of a game's tables.
fn tree(game: &str, file: &str) -> Node {
    let path: &Path = &root().join(format!("games/{game}/{file}"));
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let id = sources.add(file, fs::read_to_string(path).unwrap());
    tables::read(id, &sources, &mut report).unwrap()
}

/// The rows under a key, by id, in their order.
fn rows(tree: &Node, key: &str) -> Vec<(String, Row)> {
    let listed = tree.get(key).unwrap_or_else(|| panic!("no `{key}`"));
    let row = |node: &Node| {
        let mut row: Row = node
            .entries()
            .iter()
            .map(|entry| (entry.key.clone(), flat(&entry.value)))
            .collect();
        (row.remove("id").unwrap(), row)
    };
    listed.items().iter().map(row).collect()
}

/// A value as one text.
fn flat(node: &Node) -> String {
    if let Some(scalar) = node.scalar() {
        return scalar.text().trim().to_owned();
    }
    let mut parts: Vec<String> = node
        .entries()
        .iter()
        .map(|entry| format!("{} {}", entry.key, flat(&entry.value)))
        .collect();
    parts.sort();
    parts.extend(node.items().iter().map(flat));
    parts.join(" ")
}

/// Holds that a game's rows are exactly those of the facts.
fn agree(what: &str, facts: Vec<(String, Row)>, rows: Vec<(String, Row)>) {
    assert!(!facts.is_empty(), "{what}: no facts");
    let mut differ = Vec::new();
    let mut rest: BTreeMap<String, Row> = rows.into_iter().collect();
    for (id, wanted) in facts {
        match rest.remove(&id) {
            None => differ.push(format!("{id} is missing")),
            Some(found) if found != wanted => {
                differ.push(format!("{id}:\n  facts {wanted:?}\n  game  {found:?}"));
            }
            Some(_) => {}
        }
    }
    differ.extend(
        rest.keys()
            .map(|id| format!("{id} is in no table of facts")),
    );
    assert!(differ.is_empty(), "{what}:\n{}", differ.join("\n"));
}

/// The function and the arguments of a code such as `icon(bird;2)`.
fn call(code: &str) -> (&str, Vec<&str>) {
    match code.strip_suffix(')').and_then(|code| code.split_once('(')) {
        Some((name, args)) => (name, args.split(';').collect()),
        None => (code, Vec::new()),
    }
}

/// Words with their number: `bird bird africa` is `africa 1 bird 2`.
fn bag(words: &str) -> String {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for word in words.split_whitespace() {
        *counts.entry(word).or_default() += 1;
    }
    let counts: Vec<String> = counts
        .iter()
        .map(|(word, n)| format!("{word} {n}"))
        .collect();
    counts.join(" ")
}

/// A row of those attributes whose text is not the default.
fn row<'a>(attributes: impl IntoIterator<Item = (&'a str, String)>) -> Row {
    attributes
        .into_iter()
        .filter(|(_, text)| !["", "0", "false", "plain"].contains(&text.as_str()))
        .map(|(name, text)| (name.to_owned(), text))
        .collect()
}
