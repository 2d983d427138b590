//! What the YAML reader says of broken files: each mistake once, at its place, in plain words.

use crate::text::{page, snapshot};
use ludex::report::Report;
use ludex::source::Sources;
use ludex::tables::read;

const CASES: [(&str, &str); 25] = [
    ("unclosed_quote", "a: \"x\nb: 1\nc: 2\n"),
    ("unclosed_bracket", "a: [1, 2\nb: 3\nc: 4\n"),
    ("unclosed_brace", "- {x: 1\n- b: 3\n- c: 4\n"),
    ("mismatched_bracket", "a: [1, 2}\nb: 3\n"),
    ("tab", "a:\n\tb: 1\n"),
    ("tab_in_item", "- a: 1\n\tb: 2\n- c: 1\n"),
    ("colon_in_text", "- id: a\n  text: now: gain\n- id: b\n"),
    ("indentation", "a: 1\n  b: 2\nc: 3\n"),
    ("indentation_back", "a:\n    b: 1\n  c: 2\nd: 3\n"),
    ("no_colon", "a: 1\nb\nc: 2\n"),
    ("list_and_map", "- a\nb: 1\n"),
    ("after_quote", "a: 'x' y\n"),
    ("bad_start", "a: @x\nb: `y`\n"),
    ("bad_escape", "a: \"x\\q\"\n"),
    (
        "short_block",
        "- id: a\n  f: |\n  gain(2)\n  draw(1)\n- id: b\n",
    ),
    (
        "three_mistakes",
        "- id: wolf\n  cost: [1, 2\n- id: lion\n  cost: 3\n- id: bear\n  text: \"a\n- id: hen\n  cost: @2\n  cost: 3\n- id: cow\n  size: 1\n  size: 2\n",
    ),
    ("duplicate_keys", "a: 1\nb: {c: 1, c: 2}\na: 3\n'a': 4\n"),
    ("anchors", "a: &x 1\nb: *x\nc: *y\n"),
    ("tags", "a: !!str 1\nb: !card {c: 1}\n"),
    ("merge_key", "a: {b: 1}\nc:\n  <<: {b: 1}\n  d: 2\n"),
    ("two_documents", "a: 1\n---\nb: 2\n"),
    ("odd_keys", "? [a]\n: 1\n~: 2\n"),
    ("directive", "%YAML 1.2\n---\na: 1\n"),
    (
        "deep",
        "a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1\n",
    ),
    (
        "closing_bracket_outside",
        "a: [\n  1,\n]\nb: {\n  c: 1\n}\nd: @\n",
    ),
];

#[test]
fn broken_files() {
    for (name, text) in CASES {
        let mut sources = Sources::new();
        let file = sources.add("games/demo/cards.yaml", text);
        let mut report = Report::new();
        let tree = read(file, &sources, &mut report);
        assert!(report.has_errors(), "{name}");
        assert_eq!(tree.is_some(), name == "duplicate_keys", "{name}");
        snapshot(&format!("yaml@{name}"), &page(text, &report, &sources));
    }
}

/// Whatever is cut off or put in, the reader answers and every place fits the file.
#[test]
fn any_damage_is_answered() {
    let text = "- id: größe\n  f: |\n    gain(2)\n  g: \"it\\u0041 \\\n    b\"\n  h: ['a', {b: c}]\n- >-\n  x\n\n  y\n";
    let cuts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    for at in cuts {
        for extra in [
            "", "[", "}", "\"", "'", "\t", ":", "- ", "&", "*", "!", "|", "\r", "\0", "\u{feff}",
            "?", "%", "\\",
        ] {
            for damaged in [
                format!("{}{extra}", &text[..at]),
                format!("{}{extra}{}", &text[..at], &text[at..]),
            ] {
                let mut sources = Sources::new();
                let file = sources.add("cards.yaml", damaged.as_str());
                let mut report = Report::new();
                let tree = read(file, &sources, &mut report);
                assert!(tree.is_some() || report.has_errors(), "{damaged:?}");
                for one in report.iter() {
                    let span = one.span().unwrap();
                    assert_eq!(sources.fit(span), span, "{damaged:?}\n{one:?}");
                }
                let _ = ludex::report::human(&report, &sources, true);
            }
        }
    }
}

/// The mistake is found in any position, and the items around it stay silent.
#[test]
fn one_broken_item_makes_one_error() {
    let good =
        "- id: wolf\n  cost: [1, 2]\n  text: 'a: b'\n  effect: |\n    gain(2)\n\n    draw(1)\n";
    let broken = [
        "- id: [x\n",
        "- id: {x\n",
        "- id: \"x\n",
        "- id: 'x\n",
        "- id: x: y\n",
        "- id: @\n",
        "- id: x]\n  a: b ]: c: d\n",
    ];
    for broken in broken {
        for place in 0..4 {
            let mut items = [good; 4];
            items[place] = broken;
            let mut sources = Sources::new();
            let file = sources.add("cards.yaml", items.concat());
            let mut report = Report::new();
            assert!(read(file, &sources, &mut report).is_none());
            let line = 1 + items[..place].concat().lines().count() as u32;
            let found: Vec<u32> = report
                .iter()
                .map(|one| sources.line_col(file, one.span().unwrap().start).line)
                .collect();
            assert_eq!(
                found.len(),
                1,
                "{broken}{place}\n{}",
                ludex::report::short(&report, &sources)
            );
            assert!(
                (line..line + 2).contains(&found[0]),
                "{broken}{place}\n{}",
                ludex::report::short(&report, &sources)
            );
        }
    }
}
