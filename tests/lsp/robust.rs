//! Whatever a client says, in whatever order: the server answers and goes on.

use super::client::{Client, copy, uri};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const CANCELLED: i64 = -32800;
const CONTENT_MODIFIED: i64 = -32801;
const NOT_INITIALIZED: i64 = -32002;
const INVALID_REQUEST: i64 = -32600;

/// All requests that a text may be asked.
const REQUESTS: &[&str] = &[
    "textDocument/definition",
    "textDocument/hover",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/codeAction",
    "textDocument/formatting",
    "workspace/symbol",
    "workspace/executeCommand",
    "workspace/textDocumentContent",
    "callHierarchy/incomingCalls",
    "no/such",
];

/// Params that no client should send.
fn garbage() -> Vec<Value> {
    vec![
        Value::Null,
        json!([]),
        json!(7),
        json!({}),
        json!({ "textDocument": 3 }),
        json!({ "textDocument": { "uri": "file:///no/such/file.rules" }, "position": { "line": -1, "character": 0 } }),
        json!({ "textDocument": { "uri": "untitled:1" }, "position": { "line": 4294967295u32, "character": 4294967295u32 } }),
        json!({ "textDocument": { "uri": "" }, "position": {} }),
    ]
}

fn code(answer: Result<Value, Value>) -> i64 {
    answer
        .err()
        .map_or(0, |error| error["code"].as_i64().unwrap())
}

#[test]
fn garbage_is_refused_and_the_server_goes_on() {
    let game = copy("tests/data/lsp/tea", "garbage");
    let rules = game.join("tea.rules");
    let (mut client, _) = Client::start(&[&game], &json!({}));
    client.open(&rules, &fs::read_to_string(&rules).unwrap());
    for method in REQUESTS {
        for params in garbage() {
            let code = code(client.ask(method, params));
            assert!(
                [0, METHOD_NOT_FOUND, INVALID_PARAMS, -32803].contains(&code),
                "{method}: {code}"
            );
        }
    }
    for method in [
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "$/cancelRequest",
        "x",
    ] {
        for params in garbage() {
            client.tell(method, params);
        }
    }
    // A change of what is not open, a close of what was never open, a text opened twice.
    client.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri(&game.join("no.rules")) } }),
    );
    client.open(&rules, "// Other\n");
    client.open(&rules, &fs::read_to_string(&rules).unwrap());
    client.edit(&rules, 0..2, "//");
    assert_eq!(client.diagnostics(&rules), Vec::<Value>::new());
    assert_eq!(client.leave(), 0);
}

#[test]
fn the_order_of_a_session() {
    let (mut client, _) = Client::start(&[], &json!({}));
    let again = json!({ "capabilities": {} });
    assert_eq!(code(client.ask("initialize", again)), INVALID_REQUEST);
    client.ask("shutdown", Value::Null).unwrap();
    assert_eq!(code(client.ask("shutdown", Value::Null)), INVALID_REQUEST);
    client.tell("exit", Value::Null);
    assert_eq!(client.wait(), 0);

    let mut client = Client::silent();
    assert_eq!(
        code(client.ask("textDocument/hover", json!({}))),
        NOT_INITIALIZED
    );
    assert_eq!(code(client.ask("initialize", json!(5))), INVALID_PARAMS);
    client.tell("textDocument/didOpen", json!({}));
    client
        .ask("initialize", json!({ "capabilities": {} }))
        .unwrap();
    client.tell("exit", Value::Null);
    assert_eq!(client.wait(), 1);

    // An editor that dies closes the pipes.
    let (client, _) = Client::start(&[], &json!({}));
    assert_eq!(client.wait(), 1);
}

#[test]
fn requests_that_wait_are_cancelled_or_stale() {
    let game = copy("tests/data/lsp/tea", "cancelled");
    let rules = game.join("tea.rules");
    let (mut client, _) = Client::start(&[&game], &json!({}));
    client.open(&rules, &fs::read_to_string(&rules).unwrap());
    client.diagnostics(&rules);
    let mut refused = [0, 0];
    for _ in 0..20 {
        // The text is not checked yet when these come.
        let asked = json!({ "textDocument": { "uri": uri(&rules) } });
        client.edit(&rules, 0..0, "/");
        let cancelled = client.send("textDocument/documentSymbol", asked.clone());
        client.tell("$/cancelRequest", json!({ "id": cancelled }));
        let stale = client.send("textDocument/documentSymbol", asked.clone());
        client.edit(&rules, 0..1, "");
        let last = client.send("textDocument/documentSymbol", asked);
        let codes = [cancelled, stale].map(|id| code(client.answer(id)));
        assert!(
            [0, CANCELLED].contains(&codes[0]) && [0, CONTENT_MODIFIED].contains(&codes[1]),
            "{codes:?}"
        );
        assert_eq!(client.answer(last).unwrap().as_array().unwrap().len(), 16);
        refused[0] += usize::from(codes[0] != 0);
        refused[1] += usize::from(codes[1] != 0);
    }
    // A server so quick that nothing waits would be a surprise; most do.
    assert!(refused.iter().all(|count| *count > 0), "{refused:?}");
    assert_eq!(client.leave(), 0);
}

/// What a hand types, and what falls out of it.
const TYPED: &[&str] = &[
    "",
    "",
    "",
    " ",
    "\n",
    "\n\n",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "'",
    ":",
    ",",
    "-",
    "|",
    "#",
    "//",
    "0",
    "9",
    "狐",
    "🍵",
    "\u{1b}",
    "\t",
    "tea",
    "leaf",
    "earn(1)",
    "t.worth",
    "gain 1 coins",
    "effect x() { earn(1) }\n",
    "  - { id: oolong, leaf: green, worth: 2 }\n",
    "when earn(n): rest\n",
    "// ludex: allow(U01) why\n",
    "var a: int 0..2\n",
    "kind tea { }\n",
    "id: sencha",
    "by",
    "for each",
    "where",
];

/// A generator of the tests' own: its numbers are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// The problems of all files, as file, line and code, sorted.
type Problems = Vec<(String, u64, String)>;

fn told(client: &Client) -> Problems {
    let mut all = Vec::new();
    for (of, (_, found)) in client
        .published
        .iter()
        .filter(|(of, _)| !of.ends_with(".ruling.yaml"))
    {
        let name = of.rsplit('/').next().unwrap();
        let place = |one: &Value| {
            let line = one["range"]["start"]["line"].as_u64().unwrap() + 1;
            (
                name.to_owned(),
                line,
                one["code"].as_str().unwrap().to_owned(),
            )
        };
        all.extend(found.iter().map(place));
    }
    all.sort();
    all
}

/// What `ludex check` says of texts.
fn checked(game: &Path, texts: &BTreeMap<PathBuf, String>) -> Problems {
    for (path, text) in texts {
        fs::write(path, text).unwrap();
    }
    let ran = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["check", "--json"])
        .arg(game)
        .output()
        .unwrap();
    let said: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let place = |one: &Value| {
        let file = one["file"]
            .as_str()
            .map_or("game.yaml", |file| file.rsplit('/').next().unwrap());
        let line = one["line"].as_u64().unwrap_or(1);
        (
            file.to_owned(),
            line,
            one["code"].as_str().unwrap().to_owned(),
        )
    };
    let mut all: Problems = said["games"][0]["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(place)
        .collect();
    all.sort();
    all
}

#[test]
fn ten_thousand_edits_end_as_check_says() {
    const EDITS: usize = 10_000;
    const SAMPLES: usize = 25;
    let game = copy("tests/data/lsp/tea", "edits");
    let names = [
        "tea.rules",
        "teas.yaml",
        "view.yaml",
        "game.yaml",
        "statements.yaml",
    ];
    let first: BTreeMap<PathBuf, String> = names
        .iter()
        .map(|name| game.join(name))
        .map(|path| (path.clone(), fs::read_to_string(&path).unwrap()))
        .collect();
    let (mut client, _) = Client::start(&[&game], &json!({}));
    first
        .iter()
        .for_each(|(path, text)| client.open(path, text));
    let mut numbers = Numbers(7);
    let (mut wrong, mut early) = (0, None);
    for edit in 1..=EDITS {
        let path = game.join(names[numbers.below(if edit % 50 == 0 { 5 } else { 2 })]);
        let length = client.text(&path).len();
        let fits = |client: &Client, at: usize| {
            (0..=at)
                .rev()
                .find(|at| client.text(&path).is_char_boundary(*at))
                .unwrap()
        };
        let at = fits(&client, numbers.below(length + 1));
        let end = fits(&client, (at + numbers.below(6)).min(length)).max(at);
        let typed = TYPED[numbers.below(TYPED.len())];
        client.edit(&path, at..end, typed);
        if numbers.below(9) == 0 {
            let position = client.position(&path, at);
            let method = REQUESTS[numbers.below(REQUESTS.len())];
            let range = json!({ "start": position, "end": position });
            client.send(method, json!({ "textDocument": { "uri": uri(&path) }, "position": position, "range": range,
                "context": { "diagnostics": [] }, "newName": "x", "query": "t", "options": { "tabSize": 2, "insertSpaces": true } }));
        }
        if edit % 40 == 0 {
            // The hand takes it back, or all texts would soon be noise.
            for (path, text) in &first {
                let length = client.text(path).len();
                client.edit(path, 0..length, text);
            }
            let path = game.join("tea.rules");
            client.edit(&path, 0..0, &"// 狐\n".repeat(numbers.below(3)));
        }
        if edit % (EDITS / SAMPLES) == EDITS / SAMPLES - 7 {
            client.settle();
            let texts = first
                .keys()
                .map(|path| (path.clone(), client.text(path).to_owned()));
            let said = checked(&game, &texts.collect());
            assert_eq!(told(&client), said, "after {edit} edits");
            wrong += usize::from(!said.is_empty());
        }
        if edit == EDITS / 10 {
            client.settle();
            early = client.resident_megabytes();
        }
    }
    assert!(wrong > SAMPLES / 2, "{wrong} samples had mistakes");
    // What each of nine thousand edits left behind, if it did, would be many times as much.
    client.settle();
    if let Some((early, late)) = early.zip(client.resident_megabytes()) {
        assert!(late <= 2 * early + 32, "{early} MB grew to {late} MB");
    }
    let failures = client
        .others
        .iter()
        .filter(|one| one["method"] == "window/logMessage");
    assert_eq!(failures.collect::<Vec<_>>(), Vec::<&Value>::new());
    assert_eq!(client.leave(), 0);
}
