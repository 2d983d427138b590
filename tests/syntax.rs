//! Texts to trees and back: `all.rules` says everything that the language can say, `broken.txt` what people get wrong.

use ludex::report::{Report, human};
use ludex::source::Sources;
use ludex::syntax::{ast, parse, print};

const ALL: &str = include_str!("data/syntax/all.rules");

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
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/syntax");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
