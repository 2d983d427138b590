//! Values as they were written, and what they answer when asked for something else.

use crate::text::{page, snapshot};
use ludex::report::Report;
use ludex::source::Sources;
use ludex::tables::{Node, Value, read};

fn tree(text: &str, sources: &mut Sources) -> Node {
    let file = sources.add("cards.yaml", text);
    let mut report = Report::new();
    let node = read(file, sources, &mut report);
    assert!(
        report.is_empty(),
        "{}",
        ludex::report::human(&report, sources, false)
    );
    node.unwrap()
}

/// The tree as an indented list with the text of every place.
fn listing(node: &Node, sources: &Sources, depth: usize, lines: &mut String) {
    let blank = "  ".repeat(depth);
    let place = sources.slice(node.span);
    match &node.value {
        Value::Null => *lines += &format!("{blank}null {place:?}\n"),
        Value::Scalar(scalar) => {
            *lines += &format!("{blank}{:?} {:?} {place:?}\n", scalar.style, scalar.text());
        }
        Value::List(items) => {
            *lines += &format!("{blank}list {place:?}\n");
            items
                .iter()
                .for_each(|item| listing(item, sources, depth + 1, lines));
        }
        Value::Map(entries) => {
            *lines += &format!("{blank}map {place:?}\n");
            for entry in entries.iter() {
                *lines += &format!(
                    "{blank}  {} {:?}\n",
                    entry.key,
                    sources.slice(entry.key_span)
                );
                listing(&entry.value, sources, depth + 2, lines);
            }
        }
    }
}

#[test]
fn places_of_values() {
    let text = "# head\n- id: wolf # tail\n  'cost': 3\n  none:\n  empty: []\n  icons: [a, {b: c}]\n  text: >\n    one\n    two\n\n  list:\n  - x\n  -\n- ~\n";
    let mut sources = Sources::new();
    let node = tree(text, &mut sources);
    let mut lines = String::new();
    listing(&node, &sources, 0, &mut lines);
    snapshot("values@places", &format!("{text}\n----\n{lines}"));
}

#[test]
fn empty_files_are_null() {
    for text in ["", "# only a comment\n", "---\n", "~\n"] {
        assert!(tree(text, &mut Sources::new()).is_null(), "{text:?}");
    }
}

#[test]
fn numbers_and_flags() {
    let mut sources = Sources::new();
    let node = tree("[12, -3, +4, 0x1f, 0o17, true, false]", &mut sources);
    let ints: Vec<i64> = node.items()[..5]
        .iter()
        .map(|item| item.as_int().unwrap())
        .collect();
    assert_eq!(ints, [12, -3, 4, 31, 15]);
    assert!(node.items()[5].as_bool().unwrap());
    assert!(!node.items()[6].as_bool().unwrap());
    assert_eq!(node.items()[0].as_text().unwrap().text(), "12");
}

#[test]
fn wrong_values() {
    let text = "- '3'\n- 1.5\n- 99999999999999999999\n- wolf\n- [1]\n-\n- yes\n- 'true'\n- 7\n- |\n  a long text\n  in two lines\n";
    let mut sources = Sources::new();
    let node = tree(text, &mut sources);
    let mut report = Report::new();
    for item in node.items() {
        report.take(item.as_int());
        report.take(item.as_bool());
    }
    report.take(node.items()[3].as_list());
    report.take(node.items()[4].as_map());
    report.take(node.as_text());
    snapshot("values@wrong", &page(text, &report, &sources));
}
