//! docs/protocol.md is true: its examples are one conversation, its tables are those that `help` gives.

use super::{reply, server};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/protocol.md");
    fs::read_to_string(path).unwrap()
}

/// Whether a text is what stands on the page, where `…` stands for anything.
fn fits(told: &str, text: &str) -> bool {
    let mut parts = told.split('…');
    let first = parts.next().unwrap();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            return false;
        };
        rest = after;
    }
    rest.ends_with(last)
}

/// Every `>` line is sent, in the order of the page; what follows it as `<` is the answer.
#[test]
fn examples_are_real() {
    let mut server = server(&["games/noah"]);
    let (mut asked, mut inside) = (0, false);
    let mut last = String::new();
    for line in page().lines() {
        match line.strip_prefix("```") {
            Some(language) => inside = language == "jsonl" && !inside,
            None if !inside => {}
            None => match line.split_at_checked(2) {
                Some(("> ", request)) => {
                    asked += 1;
                    last = server.line(request);
                }
                Some(("< ", told)) => assert!(fits(told, &last), "{told}\n{last}"),
                _ => panic!("{line}"),
            },
        }
    }
    assert!(asked > 20, "{asked}");
}

/// The first cells of the rows of a table.
fn rows(section: &str) -> Vec<Vec<String>> {
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let cells = line.trim_matches('|').split(" | ");
        cells.map(|cell| cell.trim().to_owned()).collect()
    })
    .collect()
}

fn section<'a>(page: &'a str, head: &str) -> &'a str {
    let found = page.split_once(&format!("\n{head}\n"));
    let (_, rest) = found.unwrap_or_else(|| panic!("no heading {head}"));
    let end = rest.find("\n#").unwrap_or(rest.len());
    &rest[..end]
}

/// The tables of the page say what `help` says, of verbs, their fields and errors; nothing is left out on either side.
#[test]
fn tables_are_those_of_help() {
    let (page, mut server) = (page(), server(&["games/noah"]));
    let help = reply(&mut server, r#"{"do":"help"}"#);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    for verb in help["verbs"].as_array().unwrap() {
        let name = text(&verb["verb"]);
        let section = section(&page, &format!("### `{name}`"));
        let mut told = Vec::new();
        for (side, fields) in [("takes", &verb["takes"]), ("gives", &verb["gives"])] {
            for field in fields.as_array().unwrap() {
                let may = if field["always"] == true { "" } else { "?" };
                told.push(vec![
                    format!("`{}`{may}", text(&field["name"])),
                    side.to_owned(),
                    text(&field["type"]),
                    text(&field["means"]),
                ]);
            }
        }
        assert_eq!(rows(section), told, "{name}");
    }
    let errors = help["errors"].as_array().unwrap().iter();
    let told: Vec<_> = errors
        .map(|one| vec![format!("`{}`", text(&one["code"])), text(&one["means"])])
        .collect();
    assert_eq!(rows(section(&page, "## Errors")), told);
    let sections = page.matches("\n### `").count();
    assert_eq!(sections, help["verbs"].as_array().unwrap().len());
}

/// An id comes back with every digit it had, whatever it is.
#[test]
fn an_id_comes_back_as_it_came() {
    let mut server = server(&["games/noah"]);
    let long = format!("1{}", "0".repeat(40));
    for id in [
        "7",
        "-1",
        &long,
        "0.1000000000000000055511151231257827",
        "\"a\"",
        "null",
        "[1, 10000000000000000000000000000000000000001]",
        "{\"a\":1.0}",
    ] {
        let line = server.line(&format!("{{\"id\":{id},\"do\":\"drop\",\"position\":1}}"));
        assert!(
            line.starts_with(&format!("{{\"id\":{id},\"ok\":false,")),
            "{line}"
        );
        let last = server.line(&format!("{{\"do\":\"help\",\"id\":{id} }}"));
        assert!(
            last.starts_with(&format!("{{\"id\":{id},\"ok\":true,")),
            "{last}"
        );
    }
}
