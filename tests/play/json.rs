//! What is said of JSON that is broken, and where.

use crate::support::settings;
use ludex::play::json::{SchemaError, located, parse};

fn said(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn mistakes_in_our_words() {
    let mut told = String::new();
    for text in [
        "",
        "{",
        "{\n  \"game\": \"x\",\n  \"seed\": 7\n",
        "{\"a\": 1 \"b\": 2}",
        "{\"a\" 1}",
        "{\"ä\": 1,}",
        "[1, 2",
        "[1, 2}",
        "[1 2]",
        "[1,]",
        "{'a': 1}",
        "{\"a\": 'b'}",
        "{a: 1}",
        "{1: 2}",
        "{\"a\": 1, 2: 3}",
        "{\"a\": yes}",
        "{\"a\": True}",
        "{\"a\": 01}",
        "{\"a\": \"b}",
        "{\"a\": \"b\\q\"}",
        "{\"a\": \"\\ud800\"}",
        "{\"a\": \"b\tc\"}",
        "{\"a\": 1} {}",
        "{\"a\": 1} // ten",
        "// ten\n{}",
        "{\"a\": }",
        "{\"a\"}",
        "}",
        "{\"a\": 1e999}",
        "{,}",
        ":",
    ] {
        told.push_str(&format!("{text:?}\n  {}\n", said(text)));
    }
    told.push_str(&said(&"[".repeat(200)));
    let settings = settings("play");
    settings.bind(|| insta::assert_snapshot!("broken_json", told));
}

#[test]
fn every_beginning_of_a_text_is_told() {
    let whole = r#"{"a": [1, -2.5e3, {"b": null}], "ö\n": "\u00e9", "c": {"d": [true, []]}}"#;
    assert!(parse(whole).is_ok());
    for (at, _) in whole.char_indices() {
        let slip = parse(&whole[..at]).unwrap_err();
        assert_ne!(slip.message, "this cannot be read", "{at}");
        assert!(
            slip.column <= whole[..at].chars().count() + 1,
            "{at}: {slip}"
        );
    }
}

#[test]
fn parts_are_found() {
    let text = "{\n  \"a\": [1,\n    {\"b\": 2}],\n  \"c\": 3 }";
    let place = |path: &[&str]| {
        let path = path.iter().map(|step| (*step).to_owned()).collect();
        let error = SchemaError {
            path,
            message: String::new(),
        };
        let slip = located(text, &error);
        (slip.line, slip.column)
    };
    assert_eq!(place(&["a"]), (2, 3));
    assert_eq!(place(&["a", "0"]), (2, 9));
    assert_eq!(place(&["a", "1"]), (3, 5));
    assert_eq!(place(&["a", "1", "b"]), (3, 6));
    assert_eq!(place(&["c"]), (4, 3));
    assert_eq!(place(&["a", "7"]), (2, 3), "missing in what holds it");
    assert_eq!(place(&["x"]), (1, 1));
}
