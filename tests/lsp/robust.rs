//! Whatever a client says, in whatever order: the server answers and goes on.

use super::client::{Client, copy, uri};
use serde_json::{Value, json};
use std::fs;

const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
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
