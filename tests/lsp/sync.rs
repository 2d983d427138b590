//! Texts, versions, encodings, files and folders: what the server knows of what the editor has.

use super::client::{Client, copy, uri};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const TEA: &str = "tests/data/lsp/tea";

/// A client that knows bytes, and one that knows nothing.
fn encodings() -> [Value; 2] {
    let bytes = json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } });
    [bytes, json!({})]
}

fn tea(test: &str) -> (PathBuf, String) {
    let game = copy(TEA, test);
    let text = fs::read_to_string(game.join("tea.rules")).unwrap();
    (game, text)
}

/// Replaces the first of some words in an open file.
fn replace(client: &mut Client, path: &Path, old: &str, new: &str) {
    let at = client
        .text(path)
        .find(old)
        .unwrap_or_else(|| panic!("no `{old}`"));
    client.edit(path, at..at + old.len(), new);
}

fn codes(found: &[Value]) -> Vec<&str> {
    found
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect()
}

#[test]
fn columns_are_counted_as_agreed() {
    for (capabilities, (encoding, column)) in
        encodings().iter().zip([("utf-8", 57), ("utf-16", 53)])
    {
        let (game, text) = tea(encoding);
        let rules = game.join("tea.rules");
        let (mut client, welcome) = Client::start(&[&game], capabilities);
        assert_eq!(welcome["capabilities"]["positionEncoding"], encoding);
        client.open(&rules, &text);
        assert_eq!(client.diagnostics(&rules), Vec::<Value>::new());
        // Behind Japanese and an emoji in the same line, in two steps.
        replace(&mut client, &rules, "pay_out(t) }", "pay_outt(t) }");
        let found = client.diagnostics(&rules);
        assert_eq!(codes(&found), ["N01"], "{found:#?}");
        assert_eq!(
            found[0]["range"]["start"]["character"], column,
            "{encoding}"
        );
        assert_eq!(
            found[0]["range"]["end"]["character"],
            column + 8,
            "{encoding}"
        );
        assert!(
            found[0]["message"]
                .as_str()
                .unwrap()
                .contains("did you mean `pay_out`?")
        );
        replace(
            &mut client,
            &rules,
            "🍵\" { move t to pot; pay_outt",
            "🍵 狐\" { pay_out",
        );
        assert_eq!(client.diagnostics(&rules), Vec::<Value>::new());
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn diagnostics_come_in_all_files_and_go() {
    let (game, text) = tea("files");
    let (rules, table) = (game.join("tea.rules"), game.join("teas.yaml"));
    let (mut client, _) = Client::start(&[&game], &json!({}));
    client.open(&rules, &text);
    client.settle();
    assert!(client.published.values().all(|(_, found)| found.is_empty()));
    // A member that is called otherwise: the table, which is not open, is wrong as well.
    replace(&mut client, &rules, "  worth: int", "  value: int");
    client.settle();
    assert_eq!(codes(&client.diagnostics(&rules)), ["N01"]);
    let of_table = &client.published[&uri(&table)];
    assert_eq!(of_table.0, None);
    assert!(!of_table.1.is_empty());
    replace(&mut client, &rules, "  value: int", "  worth: int");
    client.settle();
    assert!(client.published.values().all(|(_, found)| found.is_empty()));
    assert_eq!(client.leave(), 0);
}

#[test]
fn what_is_unused_is_pale_and_related_places_are_told() {
    let (game, text) = tea("tags");
    let rules = game.join("tea.rules");
    let shows = json!({ "textDocument": { "publishDiagnostics": { "relatedInformation": true } },
        "workspace": { "textDocumentContent": {} } });
    let (mut client, _) = Client::start(&[&game], &shows);
    client.open(&rules, &text);
    replace(
        &mut client,
        &rules,
        "effect earn",
        "effect idle() { }\neffect earn",
    );
    let found = client.diagnostics(&rules);
    assert_eq!(codes(&found), ["U01"]);
    assert_eq!(
        (&found[0]["severity"], &found[0]["tags"]),
        (&json!(2), &json!([1]))
    );
    let page = found[0]["codeDescription"]["href"].clone();
    let page = client
        .ask("workspace/textDocumentContent", json!({ "uri": page }))
        .unwrap();
    assert!(
        page["text"].as_str().unwrap().starts_with("U01: "),
        "{page}"
    );
    // A comment with a reason allows it; without one, the comment is what is wrong.
    replace(
        &mut client,
        &rules,
        "effect idle",
        "// ludex: allow(U01) later\neffect idle",
    );
    assert_eq!(codes(&client.diagnostics(&rules)), Vec::<&str>::new());
    replace(&mut client, &rules, "allow(U01) later", "allow(U01)");
    assert_eq!(codes(&client.diagnostics(&rules)), ["U04"]);
    replace(
        &mut client,
        &rules,
        "effect idle() { }",
        "effect earn(n: int) { }",
    );
    let found = client.diagnostics(&rules);
    let twice = found.iter().find(|one| one["code"] == "N02").unwrap();
    assert_eq!(
        twice["relatedInformation"][0]["location"]["uri"],
        uri(&rules)
    );
    let prelude = json!({ "uri": "ludex:/prelude.rules" });
    let prelude = client
        .ask("workspace/textDocumentContent", prelude)
        .unwrap();
    assert!(prelude["text"].as_str().unwrap().contains("draw_up_to"));
    assert!(
        client
            .ask(
                "workspace/textDocumentContent",
                json!({ "uri": "ludex:/x" })
            )
            .is_err()
    );
    assert_eq!(client.leave(), 0);
}

#[test]
fn rulings_and_tables_are_checked_as_they_are_typed() {
    let (game, text) = tea("rulings");
    let ruling = game.join("rulings/matcha-earns-one-more.ruling.yaml");
    let (rules, view) = (game.join("tea.rules"), game.join("view.yaml"));
    let (mut client, _) = Client::start(&[&game], &json!({}));
    client.open(&ruling, &fs::read_to_string(&ruling).unwrap());
    assert_eq!(client.diagnostics(&ruling), Vec::<Value>::new());
    replace(&mut client, &ruling, "asks:", "ask:");
    assert_eq!(codes(&client.diagnostics(&ruling)), ["R01", "R01"]);
    client.open(&view, &fs::read_to_string(&view).unwrap());
    replace(&mut client, &view, "round: round", "round: rounds");
    assert_eq!(codes(&client.diagnostics(&view)), ["N01"]);
    // An open quote costs its own row, and keeps nothing else from being told.
    let table = game.join("teas.yaml");
    client.open(&table, &fs::read_to_string(&table).unwrap());
    replace(
        &mut client,
        &table,
        "on_brew: earn(1)",
        "on_brew: \"earn(1)",
    );
    let found = client.diagnostics(&table);
    assert_eq!(codes(&found), ["Y01"], "{found:#?}");
    assert_eq!(codes(&client.diagnostics(&view)), ["N01"]);
    client.open(&rules, &text);
    assert_eq!(client.diagnostics(&rules), Vec::<Value>::new());
    client.close(&view);
    client.close(&table);
    client.close(&ruling);
    replace(&mut client, &rules, "// Tea", "// tea");
    client.settle();
    assert!(client.published.values().all(|(_, found)| found.is_empty()));
    assert_eq!(client.leave(), 0);
}

#[test]
fn files_come_and_go_behind_the_editors_back() {
    let (game, text) = tea("outside");
    let rules = game.join("tea.rules");
    let watches =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let (mut client, _) = Client::start(&[&game], &watches);
    client.open(&rules, &text);
    client.diagnostics(&rules);
    let asked = |one: &&Value| one["method"] == "client/registerCapability";
    assert_eq!(client.others.iter().filter(asked).count(), 1);
    let changed = |client: &mut Client, path: &Path, kind: i32| {
        let change = json!({ "uri": uri(path), "type": kind });
        client.tell(
            "workspace/didChangeWatchedFiles",
            json!({ "changes": [change] }),
        );
    };
    let table = game.join("teas.yaml");
    fs::rename(&table, game.join("away")).unwrap();
    changed(&mut client, &table, 3);
    // `tea` has no rows now, which is said of its declaration.
    while !codes(&client.diagnostics(&rules)).contains(&"Y13") {
        client.take_in();
    }
    fs::rename(game.join("away"), &table).unwrap();
    changed(&mut client, &table, 1);
    while !client.diagnostics(&rules).is_empty() {
        client.take_in();
    }
    // A second table, made in the editor and not saved, is of the game too.
    let more = game.join("zest.yaml");
    client.open(&more, "tea:\n  - { id: sencha, leaf: green, worth: 3 }\n");
    assert_eq!(codes(&client.diagnostics(&more)), ["Y06"]);
    client.close(&more);
    while client
        .published
        .get(&uri(&more))
        .is_some_and(|(_, found)| !found.is_empty())
    {
        client.take_in();
    }
    assert_eq!(client.leave(), 0);
}

#[test]
fn games_side_by_side_and_folders_that_close() {
    let game = copy(TEA, "several");
    let (folder, other) = (
        game.parent().unwrap(),
        game.parent().unwrap().join("coffee"),
    );
    fs::create_dir(&other).unwrap();
    for name in ["game.yaml", "tea.rules", "teas.yaml"] {
        fs::copy(game.join(name), other.join(name)).unwrap();
    }
    let (mut client, _) = Client::start(&[folder], &json!({}));
    let both = [&game, &other].map(|game| game.join("tea.rules"));
    for rules in &both {
        client.open(rules, &fs::read_to_string(rules).unwrap());
    }
    replace(&mut client, &both[1], "pay_out(t) }", "pay_outt(t) }");
    assert_eq!(codes(&client.diagnostics(&both[1])), ["N01"]);
    assert_eq!(client.diagnostics(&both[0]), Vec::<Value>::new());
    // Without its manifest the second folder is rules that miss one; with one typed and not saved, a game again.
    fs::remove_file(other.join("game.yaml")).unwrap();
    let gone = json!({ "uri": uri(&other.join("game.yaml")), "type": 3 });
    client.tell(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [gone] }),
    );
    while !codes(&client.diagnostics(&both[1])).contains(&"M01") {
        client.take_in();
    }
    let manifest = other.join("game.yaml");
    client.open(
        &manifest,
        "title: Coffee\nedition: 2\nplayers: { min: 1, max: 3 }\n",
    );
    assert_eq!(client.diagnostics(&manifest), Vec::<Value>::new());
    replace(&mut client, &both[1], "pay_outt(t) }", "pay_out(t) }");
    assert_eq!(client.diagnostics(&both[1]), Vec::<Value>::new());
    // A folder that closes takes what was said of its games along.
    replace(&mut client, &both[0], "round += 1", "round += true");
    assert_eq!(codes(&client.diagnostics(&both[0])), ["T01"]);
    client.close(&both[0]);
    fs::write(&both[0], "// Nothing\n").unwrap();
    client.tell(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": uri(&both[0]), "type": 2 }] }),
    );
    while client.published[&uri(&both[0])].1.is_empty() {
        client.take_in();
    }
    let removed = json!({ "uri": uri(folder), "name": "folder" });
    let event = json!({ "event": { "added": [], "removed": [removed] } });
    client.tell("workspace/didChangeWorkspaceFolders", event);
    while !client.published[&uri(&both[0])].1.is_empty() {
        client.take_in();
    }
    assert_eq!(client.leave(), 0);
}
