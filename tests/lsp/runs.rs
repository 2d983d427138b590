//! Runs of rulings that people see or wait for: the test view's requests, progress, and what comes first.

use super::client::{Client, copy, uri};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const CANCELLED: i64 = -32800;
/// So many rulings that each count for a while before they begin take seconds on any machine, so the run is shown.
const MANY: usize = 300;

fn open(client: &mut Client, path: &Path) {
    client.open(path, &fs::read_to_string(path).unwrap());
}

fn replace(client: &mut Client, path: &Path, old: &str, new: &str) {
    let at = client.text(path).find(old).unwrap();
    client.edit(path, at..at + old.len(), new);
}

fn verdicts<'a>(ran: &'a Value) -> Vec<(&'a str, &'a str)> {
    let rulings = ran["rulings"].as_array().unwrap().iter();
    let verdict = |one: &'a Value| (name(&one["uri"]), one["verdict"].as_str().unwrap());
    rulings.map(verdict).collect()
}

fn name(uri: &Value) -> &str {
    let file = uri.as_str().unwrap().rsplit('/').next().unwrap();
    file.trim_end_matches(".ruling.yaml")
}

#[test]
fn the_test_view_lists_and_plays_rulings() {
    let game = copy("tests/data/lsp/tea", "test_view");
    let root = game.parent().unwrap().to_owned();
    let other = root.join("below/coffee");
    fs::create_dir_all(other.join("rulings")).unwrap();
    for file in [
        "game.yaml",
        "tea.rules",
        "teas.yaml",
        "rulings/matcha-earns-one-more.ruling.yaml",
    ] {
        fs::copy(game.join(file), other.join(file)).unwrap();
    }
    let ruling = |of: &Path| of.join("rulings/matcha-earns-one-more.ruling.yaml");
    let (mut client, _) = Client::start(&[&root], &json!({}));
    let listed = client.ask("ludex/rulings", Value::Null).unwrap();
    let games = listed["games"].as_array().unwrap();
    let names: Vec<&Value> = games.iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["coffee", "tea"]);
    for game in games {
        let first = &game["rulings"][0];
        assert_eq!(
            (&first["name"], &first["verdict"]),
            (&json!("matcha-earns-one-more"), &Value::Null)
        );
    }
    // Nothing is open: what is asked for is read and played, of both games.
    let uris = json!({ "uris": [uri(&ruling(&game)), uri(&ruling(&other))] });
    let ran = client.ask("ludex/runRulings", uris.clone()).unwrap();
    assert_eq!(verdicts(&ran), [("matcha-earns-one-more", "passed"); 2]);
    let listed = client.ask("ludex/rulings", json!({})).unwrap();
    let first = &listed["games"][1]["rulings"][0];
    assert_eq!(
        (&first["verdict"], &first["asks"]),
        (
            &json!("passed"),
            &json!("What does matcha earn beside what it is worth?")
        )
    );
    // What is typed and not saved counts; a ruling that fails says where.
    let table = game.join("teas.yaml");
    open(&mut client, &table);
    replace(&mut client, &table, "worth: 5", "worth: 4");
    let ran = client.ask("ludex/runRulings", uris.clone()).unwrap();
    assert_eq!(
        verdicts(&ran),
        [
            ("matcha-earns-one-more", "failed"),
            ("matcha-earns-one-more", "passed")
        ]
    );
    let problem = &ran["rulings"][0]["problems"][0];
    assert_eq!(problem["location"]["range"]["start"]["line"], 14);
    assert!(
        problem["message"]
            .as_str()
            .unwrap()
            .contains("does not hold"),
        "{problem}"
    );
    // A game with mistakes plays nothing, and says so; so does a file that is no ruling.
    replace(&mut client, &table, "leaf: black", "leaf: blue");
    let ran = client.ask("ludex/runRulings", uris).unwrap();
    assert_eq!(
        verdicts(&ran),
        [
            ("matcha-earns-one-more", "broken"),
            ("matcha-earns-one-more", "passed")
        ]
    );
    let problem = &ran["rulings"][0]["problems"][0]["message"];
    assert!(
        problem.as_str().unwrap().contains("the game has mistakes"),
        "{problem}"
    );
    let ran = client.ask(
        "ludex/runRulings",
        json!({ "uris": ["file:///no/such.ruling.yaml"] }),
    );
    assert_eq!(verdicts(&ran.unwrap()), [("such", "broken")]);
    assert!(
        client
            .ask("ludex/runRulings", json!({ "uris": 7 }))
            .is_err()
    );
    assert_eq!(client.leave(), 0);
}

/// A game with many rulings, of which the last by its name is about matcha.
fn with_many_rulings(test: &str) -> (PathBuf, PathBuf) {
    let game = copy("tests/data/lsp/tea", test);
    let rulings = game.join("rulings");
    for nth in 0..MANY {
        let text = format!(
            "id: a{nth:03}\nasks: x\nsays: y\ngiven:\n  players: 1\n  bare: true\n  begin: \"repeat 400000 {{ round = 1 }}; for each p in players {{ offer p: rest }}\"\n\
             play:\n  - \"P0: rest\"\nnext: over\nsnapshot: false\n"
        );
        fs::write(rulings.join(format!("a{nth:03}.ruling.yaml")), text).unwrap();
    }
    let about = rulings.join("z-matcha.ruling.yaml");
    let from = rulings.join("matcha-earns-one-more.ruling.yaml");
    let text = fs::read_to_string(&from).unwrap();
    fs::write(
        &about,
        text.replace("id: matcha-earns-one-more", "id: z-matcha"),
    )
    .unwrap();
    fs::remove_file(from).unwrap();
    (game, about)
}

/// The values of progress that were told so far, of one kind.
fn progress(client: &Client, kind: &str) -> Vec<Value> {
    let others = client.others.iter();
    let told = others
        .filter(|one| one["method"] == "$/progress" && one["params"]["value"]["kind"] == kind);
    told.map(|one| one["params"].clone()).collect()
}

fn until(client: &mut Client, holds: impl Fn(&Client) -> bool) {
    while !holds(client) {
        client.take_in();
    }
}

#[test]
fn a_long_run_is_shown_affected_rulings_come_first_and_it_is_cancelled() {
    let (game, about) = with_many_rulings("progress");
    let shows = json!({ "window": { "workDoneProgress": true } });
    let (mut client, _) = Client::start(&[&game], &shows);
    let table = game.join("teas.yaml");
    open(&mut client, &table);
    until(&mut client, |client| !progress(client, "end").is_empty());
    let begun = progress(&client, "begin");
    assert_eq!(begun.len(), 1);
    assert_eq!(
        (
            &begun[0]["value"]["title"],
            &begun[0]["value"]["cancellable"]
        ),
        (&json!("Rulings of tea"), &json!(true))
    );
    assert!(!progress(&client, "report").is_empty());
    let create = client
        .others
        .iter()
        .find(|one| one["method"] == "window/workDoneProgress/create");
    assert_eq!(create.unwrap()["params"]["token"], begun[0]["token"]);
    // The ruling that reaches the changed row is told of while nearly all others are still to be played.
    client.others.clear();
    replace(&mut client, &table, "worth: 5", "worth: 4");
    fs::write(&table, client.text(&table)).unwrap();
    client.tell(
        "textDocument/didSave",
        json!({ "textDocument": { "uri": uri(&table) } }),
    );
    let fails = |client: &Client| {
        client
            .published
            .get(&uri(&about))
            .is_some_and(|(_, found)| !found.is_empty())
    };
    until(&mut client, fails);
    let most = progress(&client, "report")
        .iter()
        .filter_map(|one| {
            let message = one["value"]["message"].as_str()?;
            message.split(' ').next()?.parse::<usize>().ok()
        })
        .max();
    assert!(most.unwrap_or(0) <= 1, "{most:?}");
    assert!(progress(&client, "end").is_empty());
    // Cancelled by people, it ends.
    until(&mut client, |client| !progress(client, "begin").is_empty());
    let token = progress(&client, "begin")[0]["token"].clone();
    client.tell("window/workDoneProgress/cancel", json!({ "token": token }));
    until(&mut client, |client| !progress(client, "end").is_empty());
    // Cancelled by who asked for it, it is refused.
    let all: Vec<String> = (0..MANY)
        .map(|nth| uri(&game.join(format!("rulings/a{nth:03}.ruling.yaml"))))
        .collect();
    let asked = client.send("ludex/runRulings", json!({ "uris": all }));
    client.tell("$/cancelRequest", json!({ "id": asked }));
    assert_eq!(client.answer(asked).unwrap_err()["code"], CANCELLED);
    assert_eq!(client.leave(), 0);
}
