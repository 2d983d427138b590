//! Changes of an editor that make and rename files.

use super::client::{Client, copy, uri};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// What an editor says that makes and renames files.
fn changes_files() -> Value {
    json!({ "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create", "rename", "delete"] } } })
}

/// A game in a folder of games, with an accepted outcome of its ruling beside.
fn tea(test: &str) -> (PathBuf, PathBuf, PathBuf) {
    let from = copy("tests/data/lsp/tea", test);
    let root = from.parent().unwrap().to_owned();
    fs::create_dir(root.join("games")).unwrap();
    let game = root.join("games/tea");
    fs::rename(from, &game).unwrap();
    let snapshots = root.join("snapshots/tea");
    fs::create_dir_all(&snapshots).unwrap();
    let accepted = snapshots.join("matcha-earns-one-more.snap");
    let outcome =
        "---\nsource: x\ndescription: \"matcha\"\n---\nP0: brew matcha\n  matcha: hand → pot\n";
    fs::write(&accepted, outcome).unwrap();
    let ruling = game.join("rulings/matcha-earns-one-more.ruling.yaml");
    (game, ruling, accepted)
}

fn at(client: &Client, path: &Path, before: &str) -> Value {
    let byte = client.text(path).find(before).unwrap() + before.len();
    json!({ "textDocument": { "uri": uri(path) }, "position": client.position(path, byte) })
}

/// The file operations of a change, and the new texts of its edits by file.
fn parts(edit: &Value) -> (Vec<&Value>, Vec<(&str, Vec<&str>)>) {
    let changes = edit["documentChanges"].as_array().unwrap();
    let operations = changes.iter().filter(|one| one["kind"].is_string());
    let edits = changes.iter().filter(|one| one["edits"].is_array());
    let edits = edits.map(|one| {
        let all = one["edits"].as_array().unwrap().iter();
        let all = all.map(|edit| edit["newText"].as_str().unwrap());
        (one["textDocument"]["uri"].as_str().unwrap(), all.collect())
    });
    (operations.collect(), edits.collect())
}

#[test]
fn a_ruling_is_renamed_with_its_accepted_outcome() {
    let (game, ruling, accepted) = tea("renamed_ruling");
    let (mut client, welcome) = Client::start(&[&game], &changes_files());
    let asked = &welcome["capabilities"]["workspace"]["fileOperations"]["willRename"];
    assert_eq!(asked["filters"][0]["pattern"]["glob"], "**/*.ruling.yaml");
    client.open(&ruling, &fs::read_to_string(&ruling).unwrap());
    let place = at(&client, &ruling, "id: matcha");
    let prepared = client.ask("textDocument/prepareRename", place.clone());
    assert_eq!(prepared.unwrap()["placeholder"], "matcha-earns-one-more");
    let rename = |name: &str| {
        let mut params = place.clone();
        params["newName"] = name.into();
        params
    };
    let edit = client.ask("textDocument/rename", rename("one-more"));
    let edit = edit.unwrap();
    let (operations, edits) = parts(&edit);
    let moved = |path: &Path, name: &str| {
        let new = path.with_file_name(name);
        json!({ "kind": "rename", "oldUri": uri(path), "newUri": uri(&new) })
    };
    assert_eq!(
        operations,
        [
            &moved(&accepted, "one-more.snap"),
            &moved(&ruling, "one-more.ruling.yaml")
        ]
    );
    assert_eq!(edits, [(uri(&ruling).as_str(), vec!["one-more"])]);
    // What the editor renames by itself takes the same along.
    let files =
        [json!({ "oldUri": uri(&ruling), "newUri": uri(&ruling.with_file_name("x.ruling.yaml")) })];
    let along = client.ask("workspace/willRenameFiles", json!({ "files": files }));
    let along = along.unwrap();
    let (operations, edits) = parts(&along);
    assert_eq!(operations, [&moved(&accepted, "x.snap")]);
    assert_eq!(edits, [(uri(&ruling).as_str(), vec!["x"])]);
    for refused in ["", "a/b", "matcha-earns-one-more"] {
        assert!(
            client.ask("textDocument/rename", rename(refused)).is_err(),
            "{refused}"
        );
    }
    assert_eq!(client.leave(), 0);
}

#[test]
fn a_row_is_renamed_in_accepted_outcomes() {
    let (game, _, accepted) = tea("renamed_row");
    let table = game.join("teas.yaml");
    let (mut client, _) = Client::start(&[&game], &json!({}));
    client.open(&table, &fs::read_to_string(&table).unwrap());
    let mut params = at(&client, &table, "id: mat");
    params["newName"] = "gyokuro".into();
    let edit = client.ask("textDocument/rename", params).unwrap();
    let edits = edit["changes"][uri(&accepted)].as_array().unwrap();
    let lines: Vec<u64> = edits
        .iter()
        .map(|one| one["range"]["start"]["line"].as_u64().unwrap())
        .collect();
    // The head, which says what the ruling asks, stays as it is.
    assert_eq!(lines, [4, 5]);
    assert_eq!(client.leave(), 0);
}

#[test]
fn a_ruling_is_made_of_a_row_and_passes() {
    let (game, _, _) = tea("made_ruling");
    let table = game.join("teas.yaml");
    let mut abilities = changes_files();
    abilities["window"] = json!({ "showDocument": { "support": true } });
    let (mut client, _) = Client::start(&[&game], &abilities);
    client.open(&table, &fs::read_to_string(&table).unwrap());
    let place = at(&client, &table, "id: sen");
    let params = json!({ "textDocument": place["textDocument"], "range": { "start": place["position"], "end": place["position"] },
        "context": { "diagnostics": [], "only": ["refactor"] } });
    // The game is compiled when nobody types.
    let made = (0..2_000).find_map(|_| {
        let actions = client
            .ask("textDocument/codeAction", params.clone())
            .unwrap();
        let actions = actions.as_array().unwrap().iter();
        let mut made = actions.filter(|one| one["title"] == "Make a ruling about `sencha`");
        let made = made.next().cloned();
        if made.is_none() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        made
    });
    let made = made.unwrap();
    let path = game.join("rulings/sencha.ruling.yaml");
    let (operations, edits) = parts(&made["edit"]);
    assert_eq!(
        operations,
        [&json!({ "kind": "create", "uri": uri(&path) })]
    );
    let text = edits[0].1[0];
    assert!(text.contains("cites: [sencha]"), "{text}");
    // An editor that shows documents opens it, by the command that ends the action.
    let opens =
        json!({ "command": made["command"]["command"], "arguments": made["command"]["arguments"] });
    client.ask("workspace/executeCommand", opens).unwrap();
    let mut shown = client
        .others
        .iter()
        .filter(|one| one["method"] == "window/showDocument");
    assert_eq!(shown.next().unwrap()["params"]["uri"], uri(&path));
    // As the editor makes it, it waits for its outcome to be accepted and has no mistake.
    fs::write(&path, text).unwrap();
    client.open(&path, text);
    let uris = json!({ "uris": [uri(&path)] });
    client.tell(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": uri(&path), "type": 1 }] }),
    );
    let ran = client.ask("ludex/runRulings", uris).unwrap();
    assert_eq!(ran["rulings"][0]["verdict"], "pending", "{ran:#}");
    assert_eq!(client.leave(), 0);
}
