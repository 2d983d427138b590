//! The documentation is true: excerpts stand in their files word for word, other blocks are checked as games, and the
//! reference leaves no built-in out.

mod hard_cases;

use ludex::pipeline::{GameText, PRELUDE};
use ludex::report::{Report, human};
use ludex::rules::ops::{FOLDS, QUERIES};
use ludex::rules::verbs::VERBS;
use ludex::source::Sources;
use ludex::syntax::parse;
use std::fs;
use std::path::{Path, PathBuf};

const MANIFEST: &str = "title: An example\nedition: 2\nplayers: { min: 2, max: 4 }\n";

/// A fenced block of a page.
struct Block {
    /// `docs/language.md:120`
    place: String,
    /// `rules`, `yaml`, `console` …
    language: String,
    /// What stands behind `file=`.
    file: Option<String>,
    /// What stands behind `wrong=`, `old=` and `new=`: a file of a game, a word in it, and a slip for it.
    slip: Option<[String; 3]>,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = fs::read_dir(root().join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        // That page builds a game of its own, and is typed out by a test of its own.
        .filter(|path| !path.ends_with("authoring.md"))
        .collect();
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

fn blocks() -> Vec<Block> {
    pages().iter().flat_map(|page| blocks_of(page)).collect()
}

fn blocks_of(page: &Path) -> Vec<Block> {
    let text = fs::read_to_string(page).unwrap();
    let name = page
        .strip_prefix(root())
        .unwrap()
        .to_string_lossy()
        .into_owned();
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let inside: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| *line != "```")
            .collect();
        let given = |key: &str| {
            info.split(' ')
                .find_map(|word| word.strip_prefix(key))
                .map(str::to_owned)
        };
        let slip = [given("wrong="), given("old="), given("new=")];
        blocks.push(Block {
            place: format!("{name}:{}", at + 1),
            language: info.split(' ').next().unwrap_or("").to_owned(),
            file: given("file="),
            slip: if let [Some(file), Some(old), Some(new)] = slip {
                Some([file, old, new])
            } else {
                None
            },
            text: inside.join("\n") + "\n",
        });
    }
    blocks
}

#[test]
fn excerpts_stand_in_their_files() {
    let mut count = 0;
    for block in blocks() {
        let Some(file) = &block.file else { continue };
        let text = fs::read_to_string(root().join(file))
            .unwrap_or_else(|error| panic!("{}: {file}: {error}", block.place));
        // Whole lines: the excerpt begins and ends where lines do.
        let found = format!("\n{text}").contains(&format!("\n{}", block.text));
        assert!(
            found,
            "{}: not in {file} word for word:\n{}",
            block.place, block.text
        );
        count += 1;
    }
    assert!(count > 40, "{count}");
}

/// A message that a page shows is what a slip in a shipped game is answered with.
#[test]
fn messages_are_real() {
    let mut count = 0;
    for block in blocks() {
        let Some([file, old, new]) = &block.slip else {
            continue;
        };
        let folder = Path::new(file).parent().unwrap();
        let mut files = Vec::new();
        for path in fs::read_dir(root().join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if path.is_file() {
                let name = folder
                    .join(path.file_name().unwrap())
                    .to_string_lossy()
                    .into_owned();
                let text = fs::read_to_string(&path).unwrap();
                let text = if name == *file {
                    text.replacen(old, new, 1)
                } else {
                    text
                };
                files.push((name, text));
            }
        }
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let game = GameText {
            name: "noah".into(),
            files,
        };
        assert!(
            game.parse(&mut sources, &mut report)
                .check(&mut report)
                .is_none(),
            "{}",
            block.place
        );
        assert_eq!(
            block.text,
            human(&report, &sources, false),
            "{}",
            block.place
        );
        count += 1;
    }
    assert!(count > 0, "{count}");
}

#[test]
fn examples_check() {
    let mut count = 0;
    for block in blocks() {
        if block.language != "rules" || block.file.is_some() {
            continue;
        }
        let said = check(&block.text);
        assert_eq!(said, "", "{}:\n{}", block.place, block.text);
        count += 1;
    }
    assert!(count > 4, "{count}");
}

/// The mistakes of a block taken as a whole game: what every game must have is added where it is missing.
fn check(text: &str) -> String {
    let mut rules = text.to_owned();
    for (head, part) in [
        ("setup", "setup { }"),
        ("play", "play { }"),
        ("result", "result { score seat(you) }"),
    ] {
        let begins = |line: &str| line.split(' ').next() == Some(head);
        if !text.lines().any(begins) {
            rules.push_str(part);
            rules.push('\n');
        }
    }
    let files = [("game.yaml", MANIFEST.to_owned()), ("block.rules", rules)];
    let files = files.map(|(path, text)| (path.to_owned(), text)).to_vec();
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let game = GameText {
        name: "block".into(),
        files,
    };
    let checked = game.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    // Warnings are about what a whole game would use; an excerpt may leave that out.
    if program.is_some() && !report.has_errors() {
        return String::new();
    }
    human(&report, &sources, false)
}

#[test]
fn the_reference_lists_every_built_in() {
    let page = fs::read_to_string(root().join("docs/language.md")).unwrap();
    let section = |head: &str| {
        let (_, rest) = page.split_once(&format!("\n### {head}\n")).unwrap();
        let end = rest
            .find("\n## ")
            .into_iter()
            .chain(rest.find("\n### "))
            .min();
        &rest[..end.unwrap_or(rest.len())]
    };
    let (queries, folds, verbs) = (section("Queries"), section("Folds"), section("Verbs"));
    let prelude: Vec<String> = PRELUDE
        .lines()
        .filter_map(|line| {
            let rest = line.strip_prefix("effect ").map(|rest| (rest, " "));
            let (rest, ends) = rest.or(line.strip_prefix("query ").map(|rest| (rest, "(")))?;
            Some(format!("`{}{ends}", rest.split_once('(')?.0))
        })
        .collect();
    assert!(prelude.len() > 4, "{prelude:?}");
    let tables = [
        (section("The prelude"), prelude),
        (
            queries,
            QUERIES
                .iter()
                .map(|row| format!("`{}(", row.name))
                .collect::<Vec<_>>(),
        ),
        (
            folds,
            FOLDS.iter().map(|row| format!("`{}`", row.name)).collect(),
        ),
        (
            verbs,
            VERBS.iter().map(|row| format!("`{}", row.name)).collect(),
        ),
    ];
    for (section, names) in tables {
        for name in names {
            let listed = section
                .lines()
                .any(|line| line.starts_with('|') && line.contains(&name));
            assert!(listed, "docs/language.md has no row for {name}");
        }
    }
}

#[test]
fn the_examples_of_built_ins_are_sound() {
    let values = QUERIES
        .iter()
        .map(|row| row.example)
        .chain(FOLDS.iter().map(|row| row.example));
    let (mut sources, mut report) = (Sources::new(), Report::new());
    for example in values {
        let file = sources.add("example", example);
        assert!(
            parse::value_text(&sources.fragment(file), &mut report).is_some(),
            "{example}"
        );
    }
    for row in VERBS {
        let file = sources.add("example", row.example);
        let block = parse::effect_text(&sources.fragment(file), &mut report);
        assert_eq!(block.unwrap().stmts.len(), 1, "{}", row.example);
    }
    assert_eq!(human(&report, &sources, false), "");
}
