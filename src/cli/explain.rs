//! `ludex explain`: a page about the code of a problem, made from a tested wrong example; a row or name of a game; a step
//! of a recorded game; and why an action cannot be done.

mod row;

mod step;

pub(crate) mod why_not;

use std::collections::BTreeMap;
use std::path::Path;

use rust_embed::RustEmbed;
use serde_json::{Value, json};

use crate::cli::args::{Explain, Question};
use crate::cli::error::CliError;
use crate::cli::games::{Loaded, accepted_answer, accepted_answers, load};
use crate::cli::outcome::ExitOutcome;
use crate::cli::screen;
use crate::pipeline::GameText;
use crate::report;
use crate::report::codes::CODES;
use crate::report::{Code, Report, nearest};
use crate::source::FileId;

/// The games that the tests know to be wrong: a folder each.
#[derive(RustEmbed)]
#[folder = "tests/data/rejected/"]
struct Rejected;

/// Files longer than this are not shown whole.
const LONGEST_SHOWN: u32 = 40;

/// Explains what is asked.
pub(crate) fn run(explain: &Explain, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let games = explain.from.games.as_deref().or(games);
    let json = explain.output.is_json();
    let colour = explain.color.color.on_stdout() && !json;
    let (text, form) = match (&explain.question, &explain.what) {
        (Some(Question::WhyNot(question)), _) => return why_not::run(question, games),
        (None, None) => (list(), codes()),
        (None, Some(what)) => match step::of(what) {
            Some((file, number)) => step::told(&file, number, games)?,
            None if looks_like_a_code(what) => match find(what) {
                Ok(code) => {
                    let page = page(code, colour);
                    let form = json!({ "schema": "ludex/code/1", "code": code.as_str(), "title": code.row().title, "text": page });
                    (page, form)
                }
                // Rows may be called like codes.
                Err(unknown) => of_row(
                    &row::told(what, games, explain.words.locale.as_deref())
                        .map_err(|_| unknown)?,
                ),
            },
            None => of_row(&row::told(what, games, explain.words.locale.as_deref())?),
        },
    };
    if json {
        screen::print_json(&form)?;
    } else {
        screen::print(&text)?;
    }
    Ok(ExitOutcome::Fine)
}

/// All codes, for a program.
fn codes() -> Value {
    let codes = CODES.iter();
    let codes = codes.map(|row| json!({ "code": row.code.as_str(), "title": row.title }));
    json!({ "schema": "ludex/codes/1", "codes": codes.collect::<Value>() })
}

/// A row as text and as JSON.
fn of_row(told: &[row::RowAnswer]) -> (String, Value) {
    (row::text(told), row::json(told))
}

/// A letter and digits, as all codes are. A row that has the name of a code is found by `GAME/ROW`.
fn looks_like_a_code(what: &str) -> bool {
    let mut letters = what.chars();
    letters.next().is_some_and(|one| one.is_ascii_alphabetic())
        && (1..=3).contains(&letters.as_str().len())
        && letters.all(|one| one.is_ascii_digit())
}

fn find(text: &str) -> Result<Code, CliError> {
    let code = text.to_uppercase();
    Code::find(&code).ok_or_else(|| {
        let near = nearest(&code, CODES.iter().map(|row| row.code.as_str()));
        let meant = near
            .map(|code| format!(" (did you mean `{code}`?)"))
            .unwrap_or_default();
        CliError::argument(format!(
            "no problem has the code `{text}`{meant}; `ludex explain` lists them all"
        ))
    })
}

/// All codes, a line each.
fn list() -> String {
    CODES
        .iter()
        .map(|row| format!("{}  {}\n", row.code, row.title))
        .collect()
}

pub(crate) fn page(code: Code, colour: bool) -> String {
    let mut text = format!("{code}: {}\n", code.row().title);
    match (example(code), told(code)) {
        (Some((case, game)), _) => {
            text.push_str(&format!("\nFor example ({case}):\n\n"));
            text.push_str(&shown(code, &game, colour));
        }
        (None, Some(told)) => text.push_str(&format!("\nFor example:\n\n{told}\n")),
        (None, None) => text.push_str("\nNo example of it is kept.\n"),
    }
    text
}

/// The shortest tested message with a code, of texts that are no game of their own: parts of one, and rulings.
fn told(code: Code) -> Option<String> {
    let heads = ["error", "warning"].map(|word| format!("{word}[{code}]"));
    let begins = |block: &str| {
        let lines = block.lines().collect::<Vec<_>>();
        let head = lines
            .iter()
            .position(|line| heads.iter().any(|head| line.starts_with(head)))?;
        Some(lines[head..].join("\n"))
    };
    let blocks = accepted_answers().flat_map(|answer| {
        let blocks: Vec<String> = answer.split("\n\n").filter_map(begins).collect();
        blocks
    });
    blocks.min_by_key(|block| (block.len(), block.clone()))
}

/// The smallest wrong game that raises a code, with its name. Only those are checked of which the tests say that they raise it.
fn example(code: Code) -> Option<(String, Loaded)> {
    let raises_it = |(case, _): &(String, GameText)| {
        let answer = accepted_answer(&format!("rejected/{case}.snap"));
        answer.is_some_and(|answer| answer.contains(&format!("[{code}]")))
    };
    let mut cases: Vec<(String, GameText)> = cases().into_iter().filter(raises_it).collect();
    cases.sort_by_key(|(_, game)| game.files.iter().map(|(_, text)| text.len()).sum::<usize>());
    let loaded = cases.into_iter().map(|(case, game)| (case, load(game)));
    let raises = |game: &Loaded| game.report.iter().any(|one| one.code == code);
    loaded.into_iter().find(|(_, game)| raises(game))
}

/// The wrong games, by stage and name.
fn cases() -> BTreeMap<String, GameText> {
    let mut cases: BTreeMap<String, GameText> = BTreeMap::new();
    for path in Rejected::iter() {
        let (Some((case, file)), Some(data)) = (path.rsplit_once('/'), Rejected::get(&path)) else {
            continue;
        };
        let text = String::from_utf8_lossy(&data.data).into_owned();
        let game = cases.entry(case.to_owned()).or_default();
        game.name = "case".to_owned();
        game.files.push((file.to_owned(), text));
    }
    cases
}

/// The files in question, if they are short, and what is said of them.
fn shown(code: Code, game: &Loaded, colour: bool) -> String {
    let mut said = Report::new();
    said.extend(game.report.iter().filter(|one| one.code == code).cloned());
    let files: std::collections::BTreeSet<FileId> = said
        .iter()
        .filter_map(|one| one.span())
        .map(|span| span.file)
        .collect();
    let mut text = String::new();
    for file in files
        .into_iter()
        .filter(|file| game.sources.line_count(*file) <= LONGEST_SHOWN)
    {
        text.push_str(&format!("  {}\n", game.sources.path(file)));
        for line in game.sources.text(file).lines() {
            text.push_str(format!("    {line}").trim_end());
            text.push('\n');
        }
        text.push('\n');
    }
    text + &report::human(&said, &game.sources, colour)
}
