//! Slips of an author: in the editor each gets what the command line says, and a quick fix wherever one word mends it.
//!
//! A file of `tests/data/lsp/slips` is of the game of its name, a line of it an edit: `FILE: OLD => NEW`, the first OLD of the
//! file. The cases of `tests/data/rejected/mistakes` are files of a game that is wrong in each of them.

use super::client::{Client, copy, uri};
use crate::checker::mistakes::Case;
use crate::support::{cases, files};
use ludex::pipeline::GameText;
use ludex::report::{self, Report};
use ludex::source::Sources;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, thread};

/// Something that is wrong.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Problem {
    file: String,
    line: u64,
    column: u64,
    code: String,
    /// The first words; the server's go on with what the command draws around the text.
    message: String,
}

impl Problem {
    fn is_told_by(&self, told: &Problem) -> bool {
        let place = |one: &Problem| (one.file.clone(), one.line, one.column, one.code.clone());
        place(self) == place(told) && told.message.starts_with(&self.message)
    }
}

/// What `ludex check` says of the texts of a game.
fn said(name: &str, texts: Vec<(String, String)>) -> Vec<Problem> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let name = name.to_owned();
    let text = GameText { name, files: texts };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    // The last mistakes show only when everything gets its address.
    let _ = checked.and_then(|checked| checked.compile(&mut report));
    let all = report::json(&report, &sources);
    let all = all.as_array().unwrap().iter().map(|one| Problem {
        file: one["file"].as_str().unwrap_or("game.yaml").to_owned(),
        line: one["line"].as_u64().unwrap_or(1),
        column: one["column"].as_u64().unwrap_or(1),
        code: one["code"].as_str().unwrap().to_owned(),
        message: one["message"].as_str().unwrap().to_owned(),
    });
    let mut all: Vec<Problem> = all.collect();
    all.sort();
    all
}

/// What the server says of the files of a game. Columns are those of characters, as the command counts them.
fn told(client: &Client, game: &Path) -> Vec<Problem> {
    let folder = format!("{}/", uri(game));
    let files = client.published.iter();
    let files = files.filter_map(|(of, (_, found))| Some((of.strip_prefix(&folder)?, found)));
    let files = files.filter(|(file, _)| !file.ends_with(".ruling.yaml"));
    let mut all: Vec<Problem> = Vec::new();
    for (file, found) in files {
        all.extend(found.iter().map(|one| {
            let start = &one["range"]["start"];
            Problem {
                file: file.to_owned(),
                line: start["line"].as_u64().unwrap() + 1,
                column: column(client, &game.join(file), start) + 1,
                code: one["code"].as_str().unwrap().to_owned(),
                message: one["message"].as_str().unwrap().to_owned(),
            }
        }));
    }
    all.sort();
    all
}

/// The characters before a place in its line.
fn column(client: &Client, path: &Path, place: &Value) -> u64 {
    if !client.is_open(path) {
        return place["character"].as_u64().unwrap();
    }
    let before = &client.text(path)[..client.byte(path, place)];
    before.rsplit('\n').next().unwrap().chars().count() as u64
}

/// True if both say the same.
fn is_same(told: &[Problem], said: &[Problem]) -> bool {
    let mut pairs = told.iter().zip(said);
    told.len() == said.len() && pairs.all(|(told, said)| said.is_told_by(told))
}

/// Waits until the server says what the command does: some mistakes show only once a game is compiled. What is wrong if it
/// never does.
fn until_same(client: &mut Client, game: &Path, said: &[Problem], what: &str) -> Option<String> {
    for _ in 0..150 {
        client.settle();
        if is_same(&told(client, game), said) {
            return None;
        }
        thread::sleep(Duration::from_millis(20));
    }
    let told = told(client, game);
    Some(format!(
        "{what}\nthe editor: {told:#?}\nthe command: {said:#?}"
    ))
}

/// The quick fixes at what is wrong in an open file that an editor would make without asking.
fn preferred(client: &mut Client, path: &Path) -> Vec<Value> {
    let found = client.diagnostics(path);
    let mut fixes: Vec<Value> = Vec::new();
    for one in found {
        let params = json!({ "textDocument": { "uri": uri(path) }, "range": one["range"],
            "context": { "diagnostics": [one], "only": ["quickfix"] } });
        let actions = client.ask("textDocument/codeAction", params).unwrap();
        let actions = actions.as_array().unwrap().iter();
        let new = actions.filter(|one| one["isPreferred"] == true && !fixes.contains(one));
        let new: Vec<Value> = new.cloned().collect();
        fixes.extend(new);
    }
    fixes
}

/// The text of an open file with the edits of a fix.
fn mended(client: &Client, path: &Path, fix: &Value) -> String {
    let mut text = client.text(path).to_owned();
    let edits = fix["edit"]["changes"][uri(path)].as_array();
    for edit in edits.into_iter().flatten().rev() {
        let [start, end] = ["start", "end"].map(|end| client.byte(path, &edit["range"][end]));
        text.replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    text
}

#[test]
fn slips_in_a_game_are_told_as_on_the_command_line_and_mended_by_a_word() {
    let (mut count, mut wrong) = (0, Vec::new());
    for list in cases("tests/data/lsp/slips") {
        let name = list.file_stem().unwrap().to_str().unwrap().to_owned();
        let game = copy(&format!("games/{name}"), &format!("slips_{name}"));
        fs::remove_dir_all(game.join("rulings")).unwrap();
        let texts = files(&game);
        let (mut client, _) = Client::start(&[&game], &json!({}));
        for (file, text) in &texts {
            client.open(&game.join(file), text);
        }
        let lines = fs::read_to_string(&list).unwrap();
        let slips = lines
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        for slip in slips {
            count += 1;
            wrong.extend(slip_once(&mut client, &game, &name, &texts, slip));
        }
        assert_eq!(client.leave(), 0);
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(count >= 91, "{count} slips");
}

/// Makes a slip and takes it back; what is wrong with the answer.
fn slip_once(
    client: &mut Client,
    game: &Path,
    name: &str,
    texts: &[(String, String)],
    slip: &str,
) -> Vec<String> {
    let mut wrong = Vec::new();
    let (is_word, edit) = match slip.strip_prefix("* ") {
        Some(edit) => (true, edit),
        None => (false, slip),
    };
    let (file, edit) = edit.split_once(": ").unwrap();
    let (old, new) = edit.split_once(" => ").unwrap();
    let [old, new] = [old, new].map(|text| text.replace("\\n", "\n").replace("\\t", "\t"));
    let path: PathBuf = game.join(file);
    let before = client.text(&path).to_owned();
    let at = before.find(&old).unwrap_or_else(|| panic!("{slip}"));
    client.edit(&path, at..at + old.len(), &new);
    let after = client.text(&path).to_owned();
    let texts = texts.iter().map(|(of, text)| {
        if of == file {
            (of.clone(), after.clone())
        } else {
            (of.clone(), text.clone())
        }
    });
    let said = said(name, texts.collect());
    if said.is_empty() {
        wrong.push(format!("{slip}: nothing is said"));
    }
    wrong.extend(until_same(client, game, &said, slip));
    if is_word {
        let fixes = preferred(client, &path);
        let mends = |fix: &Value| mended(client, &path, fix) == before;
        if !fixes.iter().any(mends) {
            wrong.push(format!(
                "{slip}: no fix puts it right\n{said:#?}\n{fixes:#?}"
            ));
        }
    }
    let length = client.text(&path).len();
    client.edit(&path, 0..length, &before);
    client.settle();
    assert_eq!(told(client, game), Vec::new(), "{slip}: taken back");
    wrong
}

/// Each mistake of a beginner is told as on the command line, with a quick fix for what `check --fix` mends.
#[test]
fn mistakes_of_beginners_are_told_as_on_the_command_line() {
    let root = copy("tests/data/mistakes", "mistakes")
        .parent()
        .unwrap()
        .to_owned();
    let (mut client, _) = Client::start(&[&root], &json!({}));
    let (mut checked, mut fixes) = (0, 0);
    for path in cases("tests/data/rejected/mistakes") {
        let case = Case::read(&path);
        // What shows only in play is no matter of a text.
        if case.played || case.is_ruling() {
            continue;
        }
        let text = case.game();
        let game = root.join(path.file_stem().unwrap());
        fs::create_dir(&game).unwrap();
        for (file, text) in &text.files {
            let file = game.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        // A manifest that is opened may make another game of any file: all would be checked again.
        let open: Vec<&(String, String)> = (text.files.iter())
            .filter(|(file, _)| file != "game.yaml")
            .collect();
        for (file, text) in &open {
            client.open(&game.join(file), text);
        }
        let what = path.display().to_string();
        let said = said(&text.name, text.files.clone());
        let other = until_same(&mut client, &game, &said, &what);
        assert_eq!(other, None);
        for (file, _) in &open {
            let file = game.join(file);
            let found = client.diagnostics(&file);
            let offered = preferred(&mut client, &file);
            // Whatever the command can mend by itself, the editor mends by a key.
            for one in found.iter().filter(|one| one["data"]["fix"].is_object()) {
                let mends = |fix: &Value| fix["diagnostics"][0]["message"] == one["message"];
                assert!(offered.iter().any(mends), "{what}: {one:#}\n{offered:#?}");
                fixes += 1;
            }
        }
        for (file, _) in &open {
            client.close(&game.join(file));
        }
        checked += 1;
    }
    assert!(
        checked > 150 && fixes > 10,
        "{checked} cases, {fixes} fixes"
    );
    assert_eq!(client.leave(), 0);
}
