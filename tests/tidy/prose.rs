//! Doc comments say the field's term in a clause or noun phrase, and more than the name does.

use super::{crates, none, sources};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Words that begin a question instead of naming the thing.
const QUESTIONS: &[&str] = &[
    "What", "Whether", "Who", "Where", "How", "Which", "Why", "When",
];

/// Fewest words of a comment, unless it shows an example in backticks.
const FEWEST: usize = 4;

/// A doc comment: its first line's number, and all its words.
fn doc_comments(text: &str) -> Vec<(usize, String)> {
    let mut all: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (at, line) in text.lines().enumerate() {
        let Some(words) = line.trim_start().strip_prefix("///") else {
            inside = false;
            continue;
        };
        match all.last_mut().filter(|_| inside) {
            Some((_, comment)) => comment.push_str(words),
            None => all.push((at + 1, words.trim().to_owned())),
        }
        inside = true;
    }
    all
}

fn says_little(comment: &str) -> bool {
    let first = comment.split([' ', ',']).next().unwrap_or_default();
    let short = comment.split_whitespace().count() < FEWEST && !comment.contains('`');
    short || QUESTIONS.contains(&first)
}

/// Most type names that may be declared in more than one file. Right are those of one thing at several stages: `ast::Hook`,
/// `rules::Hook`, `program::Hook`. A smaller number here is the aim.
const SHARED_NAMES: usize = 69;

#[test]
fn a_type_name_means_one_thing() {
    let mut homes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in sources() {
        for (_, line) in file.code() {
            let words: Vec<&str> = line.split([' ', '<', '{', '(', ';']).collect();
            let sort = |word: &&str| ["struct", "enum", "trait"].contains(word);
            if line.starts_with(' ') || line.starts_with("impl") {
                continue;
            }
            if let Some(at) = words.iter().position(sort) {
                let name = words.get(at + 1).map(|name| (*name).to_owned());
                homes
                    .entry(name.unwrap_or_default())
                    .or_default()
                    .push(file.path.clone());
            }
        }
    }
    let shared: Vec<String> = homes
        .iter()
        .filter(|(_, homes)| homes.len() > 1)
        .map(|(name, homes)| format!("{name}: {}", homes.join(", ")))
        .collect();
    assert!(homes.len() > 500, "{} types", homes.len());
    let over = shared.len() > SHARED_NAMES;
    let what = format!("{} names of types are used more than once", shared.len());
    none(if over { &shared } else { &[] }, &what);
}

#[test]
fn heads_name_their_subject() {
    let head = |file: &super::File| {
        let first = file.text.lines().next().unwrap_or_default();
        first.trim_start_matches("//! ").to_owned()
    };
    let all: Vec<super::File> = sources().into_iter().chain(crates()).collect();
    let found: Vec<String> = all
        .iter()
        .filter(|file| QUESTIONS.contains(&head(file).split(' ').next().unwrap_or_default()))
        .map(|file| format!("src/{}: {}", file.path, head(file)))
        .collect();
    none(&found, "a file's head is a question");
}

#[test]
fn doc_comments_name_the_thing() {
    // Comments of arguments are the help of commands, which is as terse as people want it.
    let is_help = |path: &str| {
        path.starts_with("cli/args") || ["cli/output.rs", "command/args.rs"].contains(&path)
    };
    let files = sources().into_iter().chain(crates());
    let files = files.filter(|file| !is_help(&file.path));
    let (mut count, mut found) = (0, Vec::new());
    for file in files {
        let comments = doc_comments(&file.text);
        count += comments.len();
        let bad = comments
            .into_iter()
            .filter(|(_, comment)| says_little(comment));
        found.extend(bad.map(|(at, comment)| format!("src/{}:{at}: {comment}", file.path)));
    }
    assert!(count > 1000, "{count} comments");
    let what = format!("comments are questions or shorter than {FEWEST} words");
    none(&found, &what);
}

/// Most columns of a comment or a line of a page.
const WIDEST: usize = 128;

/// The lines of a Markdown page that may be broken: neither of a table nor of an example.
fn prose(page: &str) -> Vec<(usize, &str)> {
    let mut is_example = false;
    let lines = page.lines().enumerate().filter(move |(_, line)| {
        let line = line.trim_start();
        is_example ^= line.starts_with("```");
        !is_example && !line.starts_with('|')
    });
    lines.map(|(at, line)| (at + 1, line)).collect()
}

#[test]
fn comments_and_pages_are_of_one_width() {
    let wide = |line: &str| line.chars().count() > WIDEST;
    let mut found = Vec::new();
    for file in sources().into_iter().chain(crates()) {
        let comments = file.text.lines().enumerate().filter(|(_, line)| {
            let line = line.trim_start();
            line.starts_with("//") && !line.starts_with("//! |")
        });
        let wide = comments.filter(|(_, line)| wide(line));
        found.extend(wide.map(|(at, line)| format!("src/{}:{}: {line}", file.path, at + 1)));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).unwrap();
    let docs = docs.map(|page| page.unwrap().path());
    let docs = docs.filter(|page| page.extension().is_some_and(|end| end == "md"));
    let pages = ["README.md", "tests/README.md"].map(|page| root.join(page));
    let (mut count, mut lines) = (0, 0);
    for page in docs.chain(pages) {
        let text = fs::read_to_string(&page).unwrap();
        let prose = prose(&text);
        (count, lines) = (count + 1, lines + prose.len());
        let wide = prose.iter().filter(|(_, line)| wide(line));
        found.extend(wide.map(|(at, line)| format!("{}:{at}: {line}", page.display())));
    }
    assert!(count > 10 && lines > 1000, "{count} pages, {lines} lines");
    none(&found, &format!("a line has more than {WIDEST} columns"));
}
