//! Texts to trees and back: `all.rules` says everything that the language can say, `broken.txt` what people get wrong.

mod keywords;

use crate::support::settings;
use ludex::report::{Report, human};
use ludex::source::Sources;
use ludex::syntax::{ast, parse, print};

const ALL: &str = include_str!("../data/syntax/all.rules");

/// The tree of a text, and the messages.
fn parsed(text: &str) -> (ast::File, String) {
    let mut sources = Sources::new();
    let id = sources.add("test.rules", text);
    let mut report = Report::new();
    let file = parse::file(&sources.fragment(id), &mut report);
    (file, human(&report, &sources, false))
}

fn sound(text: &str) -> ast::File {
    let (file, messages) = parsed(text);
    assert_eq!(messages, "", "in {text}");
    file
}

/// A tree as text without its spans.
fn shape(file: &ast::File) -> String {
    let debug = format!("{file:#?}");
    let mut lines = debug.lines();
    let mut shape = String::new();
    while let Some(line) = lines.next() {
        if line.contains("Span {") {
            let indent = line.len() - line.trim_start().len();
            let end = format!("{}}}", " ".repeat(indent));
            lines.find(|line| line.starts_with(&end));
            continue;
        }
        shape.push_str(line);
        shape.push('\n');
    }
    shape
}

#[test]
fn printing_keeps_the_tree() {
    let first = sound(ALL);
    let printed = print::file(&first);
    let second = sound(&printed);
    assert_eq!(shape(&first), shape(&second));
    assert_eq!(printed, print::file(&second));
    snapshot("all", &printed);
}

fn snapshot(name: &str, text: &str) {
    let settings = settings("syntax");
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn broken_texts() {
    let cases = include_str!("../data/syntax/broken.txt");
    let mut answers = String::new();
    for case in cases.split("=== ").skip(1) {
        let (title, text) = case.split_once('\n').unwrap();
        let (_, messages) = parsed(text);
        answers.push_str(&format!("=== {title}\n{text}--- answers\n{messages}\n"));
    }
    snapshot("broken", &answers);
}

#[test]
fn names_know_their_places() {
    let mut sources = Sources::new();
    let text = format!("// ü – ♀\r\n{}", ALL.replace('\n', "\r\n"));
    let id = sources.add("test.rules", text);
    let mut report = Report::new();
    let file = parse::file(&sources.fragment(id), &mut report);
    assert!(report.is_empty(), "{}", human(&report, &sources, false));
    let debug = format!("{file:?}");
    let mut names = 0;
    for part in debug.split("Name { text: \"").skip(1) {
        let (name, rest) = part
            .split_once("\", span: Span { file: FileId(0), start: ")
            .unwrap();
        let (start, rest) = rest.split_once(", end: ").unwrap();
        let (end, _) = rest.split_once(' ').unwrap();
        let range = start.parse::<usize>().unwrap()..end.parse().unwrap();
        assert_eq!(&sources.text(id)[range], name);
        names += 1;
    }
    assert!(names > 200, "{names}");
    assert_eq!(shape(&file), shape(&sound(ALL)));
}

#[test]
fn an_operator_spans_its_operands() {
    let mut sources = Sources::new();
    let id = sources.add("value", " (a + b) * count(x in hand)  // – \n");
    let value = parse::value_text(&sources.fragment(id), &mut Report::new()).unwrap();
    assert_eq!(sources.slice(value.span), "(a + b) * count(x in hand)");
    let ast::ExprKind::Binary(ast::BinaryOp::Multiply, left, right) = *value.kind else {
        panic!("{value:?}");
    };
    assert_eq!(sources.slice(left.span), "(a + b)");
    assert_eq!(sources.slice(right.span), "count(x in hand)");
}

#[test]
fn texts_in_tables() {
    let mut sources = Sources::new();
    let mut report = Report::new();
    let effect = sources.add("effect", "hunt 3\n\nif a { stop }; gain 2 money\n");
    let block = parse::effect_text(&sources.fragment(effect), &mut report).unwrap();
    assert_eq!(
        print::block(&block),
        "hunt 3\nif a {\n  stop\n}\ngain 2 money\n"
    );
    let hooks = sources.add(
        "hooks",
        "  /// why\n  when load(card): hunt 1\n  modify cost: minus 2\n",
    );
    let hooks = parse::hooks_text(&sources.fragment(hooks), &mut report).unwrap();
    assert_eq!(
        print::items(&hooks),
        "/// why\nwhen load(card) {\n  hunt 1\n}\n\nmodify cost : minus 2\n"
    );
    assert!(report.is_empty());
    let empty = sources.add("empty", "");
    assert!(
        parse::effect_text(&sources.fragment(empty), &mut report)
            .unwrap()
            .stmts
            .is_empty()
    );
    assert!(
        parse::hooks_text(&sources.fragment(empty), &mut report)
            .unwrap()
            .is_empty()
    );
    assert!(parse::value_text(&sources.fragment(empty), &mut report).is_none());
    let wrong = sources.add("wrong", "when load: hunt 1\nvar a: int\nlet\n");
    assert!(parse::hooks_text(&sources.fragment(wrong), &mut report).is_none());
    let two = sources.add("two", "hunt 1 +\ngain 1\nlet\n");
    assert!(parse::effect_text(&sources.fragment(two), &mut report).is_none());
    snapshot("tables", &human(&report, &sources, false));
}

#[test]
fn a_broken_item_keeps_what_is_sound() {
    let (file, _) = parsed("kind a {\n  x int\n  y: int\n}\nvar b: int\n");
    assert_eq!(
        file.items
            .iter()
            .map(|item| item.broken)
            .collect::<Vec<bool>>(),
        [true, false]
    );
    assert_eq!(print::file(&file), "kind a {\n  y: int\n}\n\nvar b: int\n");
}

/// Deep or long texts are read or refused, within a moment and without exhausting the stack of a test's thread.
#[test]
fn deep_and_long_texts() {
    let wrap = |count: usize, open: &str, inner: &str, close: &str| {
        format!(
            "query q -> int = {}{inner}{}\n",
            open.repeat(count),
            close.repeat(count)
        )
    };
    sound(&wrap(200, "(", "1", ")"));
    sound(&wrap(200, "f(", "1", ")"));
    sound(&wrap(60, "f(x in g(", "1", "))"));
    sound(&wrap(100, "{x in ", "a", "}"));
    sound(&wrap(400, "not ", "a", ""));
    sound(&wrap(200, "1 + ", "1", ""));
    for count in [60, 200, 5_000] {
        for (open, close) in [
            ("(", ")"),
            ("f(", ")"),
            ("[", "]"),
            ("f(x in g(", ", 1))"),
            ("{x in ", "}"),
            ("(", ""),
        ] {
            parsed(&wrap(count, open, "1", close));
            parsed(&wrap(count, open, "", close));
        }
        for open in [
            "not ",
            "- ",
            "1 + ",
            "if a then ",
            "if a then 1 else ",
            "a.b.",
            "1 == ",
            "1 .. ",
        ] {
            parsed(&wrap(count, open, "a", ""));
        }
        for (open, close) in [
            ("  if a {\n", "  }\n"),
            ("later m: ", ""),
            ("choose (", ")"),
            ("choose f(", ") of x from y"),
            ("if a { } else ", ""),
            ("for each x in {x in ", "} {}"),
        ] {
            parsed(&format!(
                "effect e {{\n  {}hunt {}\n}}\n",
                open.repeat(count),
                close.repeat(count)
            ));
        }
        parsed(&format!("var x: {}int\n", "set ".repeat(count)));
        parsed(&format!("var x: {}int\n", "value() -> ".repeat(count)));
    }
}
