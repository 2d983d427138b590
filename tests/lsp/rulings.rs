//! Rulings that are played in the background, and what an editor shows of them.

use super::client::{Client, copy, uri};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The titles of the lenses of a file, with their commands.
fn lenses(client: &mut Client, path: &Path) -> Vec<(String, Value)> {
    let asked = json!({ "textDocument": { "uri": uri(path) } });
    let lenses = client.ask("textDocument/codeLens", asked).unwrap();
    let lenses = lenses.as_array().unwrap().iter();
    let lens = |one: &Value| {
        (
            one["command"]["title"].as_str().unwrap().to_owned(),
            one["command"].clone(),
        )
    };
    lenses.map(lens).collect()
}

/// Waits until the first lens of a file reads so.
fn until(client: &mut Client, path: &Path, title: &str) -> Vec<(String, Value)> {
    for _ in 0..2_000 {
        let found = lenses(client, path);
        if found.first().is_some_and(|(first, _)| first == title) {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("never `{title}`: {:?}", lenses(client, path));
}

/// How often the editor was told to ask for its lenses again.
fn refreshed(client: &Client) -> usize {
    let is_refresh = |one: &&Value| one["method"] == "workspace/codeLens/refresh";
    client.others.iter().filter(is_refresh).count()
}

fn save(client: &mut Client, path: &Path) {
    fs::write(path, client.text(path)).unwrap();
    client.tell(
        "textDocument/didSave",
        json!({ "textDocument": { "uri": uri(path) } }),
    );
}

fn replace(client: &mut Client, path: &Path, old: &str, new: &str) {
    let at = client.text(path).find(old).unwrap();
    client.edit(path, at..at + old.len(), new);
}

#[test]
fn rulings_run_on_save_fail_at_their_line_and_are_accepted() {
    let from = copy("tests/data/lsp/tea", "ruled");
    let games = from.parent().unwrap().join("games");
    fs::create_dir(&games).unwrap();
    let game = games.join("tea");
    fs::rename(from, &game).unwrap();
    let ruling = game.join("rulings/matcha-earns-one-more.ruling.yaml");
    let (rules, table) = (game.join("tea.rules"), game.join("teas.yaml"));
    let (mut client, _) = Client::start(&[&game], &json!({}));
    for path in [&ruling, &rules, &table] {
        client.open(path, &fs::read_to_string(path).unwrap());
    }
    until(&mut client, &ruling, "passes");
    let of_rows: Vec<String> = lenses(&mut client, &table)
        .into_iter()
        .map(|(title, _)| title)
        .collect();
    assert_eq!(of_rows, ["1 ruling passes"; 3]);
    // A change of the rules shows when it is saved, at the line that fails.
    replace(&mut client, &table, "worth: 5", "worth: 4");
    save(&mut client, &table);
    until(&mut client, &ruling, "fails: run again");
    client.settle();
    let found = client.published[&uri(&ruling)].1.clone();
    assert_eq!(
        (&found[0]["code"], &found[0]["range"]["start"]["line"]),
        (&json!("R10"), &json!(14))
    );
    assert_eq!(lenses(&mut client, &table)[0].0, "0 of 1 ruling pass");
    replace(&mut client, &table, "worth: 4", "worth: 5");
    save(&mut client, &table);
    until(&mut client, &ruling, "passes");
    assert_eq!(client.published[&uri(&ruling)].1, Vec::<Value>::new());
    // An outcome to be kept waits, is accepted, and then differs when the rules change.
    replace(&mut client, &ruling, "snapshot: false", "snapshot: true");
    save(&mut client, &ruling);
    let found = until(
        &mut client,
        &ruling,
        "no outcome is accepted yet: run again",
    );
    let command = |lenses: &[(String, Value)], title: &str| {
        let (_, command) = lenses.iter().find(|(of, _)| of == title).unwrap();
        json!({ "command": command["command"], "arguments": command["arguments"] })
    };
    client
        .ask("workspace/executeCommand", command(&found, "accept"))
        .unwrap();
    until(&mut client, &ruling, "passes");
    let accepted = games
        .parent()
        .unwrap()
        .join("snapshots/tea/matcha-earns-one-more.snap");
    assert!(fs::read_to_string(&accepted).unwrap().contains("matcha"));
    replace(&mut client, &rules, "brew 茶🍵", "brew it");
    replace(&mut client, &rules, "while round < 2", "while round < 3");
    replace(
        &mut client,
        &ruling,
        "hand: [matcha, bancha]",
        "hand: [matcha, yunnan]",
    );
    save(&mut client, &rules);
    save(&mut client, &ruling);
    let found = until(
        &mut client,
        &ruling,
        "another outcome than accepted: run again",
    );
    let shown = client
        .ask(
            "workspace/executeCommand",
            command(&found, "show the difference"),
        )
        .unwrap();
    assert!(
        shown
            .as_str()
            .unwrap()
            .lines()
            .any(|line| line.starts_with('+')),
        "{shown}"
    );
    // What is rejected is put aside, and is a mistake from then on, until it is accepted after all.
    let pending = accepted.with_extension("snap.new");
    fs::write(&pending, "waits").unwrap();
    client
        .ask("workspace/executeCommand", command(&found, "reject"))
        .unwrap();
    let found = until(&mut client, &ruling, "rejected: run again");
    assert!(!pending.exists());
    let rejected = |one: &Value| {
        one["severity"] == 1 && one["message"].as_str().unwrap().contains("was rejected")
    };
    let told = &client.published[&uri(&ruling)].1;
    assert!(told.iter().any(rejected), "{told:#?}");
    assert!(
        client
            .ask(
                "workspace/executeCommand",
                command(&found, "show the difference")
            )
            .is_ok()
    );
    client
        .ask("workspace/executeCommand", command(&found, "accept"))
        .unwrap();
    until(&mut client, &ruling, "passes");
    client.settle();
    assert_eq!(client.published[&uri(&ruling)].1, Vec::<Value>::new());
    for command in ["ludex.lsp.accept", "ludex.lsp.reject"] {
        let of_no_ruling = json!({ "command": command, "arguments": ["/x"] });
        let of_one_that_passes = json!({ "command": "ludex.lsp.reject", "arguments": [ruling] });
        for params in [of_no_ruling, of_one_that_passes] {
            let answer = client.ask("workspace/executeCommand", params.clone());
            assert!(answer.is_err(), "{params}");
        }
    }
    assert_eq!(client.leave(), 0);
}

#[test]
fn a_ruling_that_another_program_writes_is_played() {
    let game = copy("tests/data/lsp/tea", "written");
    let first = game.join("rulings/matcha-earns-one-more.ruling.yaml");
    let refreshes = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    let (mut client, _) = Client::start(&[&game], &refreshes);
    client.open(&first, &fs::read_to_string(&first).unwrap());
    until(&mut client, &first, "passes");
    let written = game.join("rulings/written.ruling.yaml");
    let sound = client
        .text(&first)
        .replace("id: matcha-earns-one-more", "id: written");
    let wrong = sound.replace("== 7", "== 8");
    for (kind, text, verdict) in [(1, sound, "passes"), (2, wrong, "fails: run again")] {
        fs::write(&written, text).unwrap();
        let changes = json!([{ "uri": uri(&written), "type": kind }]);
        client.tell(
            "workspace/didChangeWatchedFiles",
            json!({ "changes": changes }),
        );
        let before = refreshed(&client);
        until(&mut client, &written, verdict);
        // The editor hears of it when the run is over.
        let is_told = (0..2_000).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(5));
            client.settle();
            refreshed(&client) > before
        });
        assert!(is_told, "the editor keeps the old verdict");
    }
    assert_eq!(client.leave(), 0);
}
