//! Boards as large as may be, in both executors.

use super::{ends, program};
use ludex::play::start::Start;
use ludex::rules::limits;
use std::fmt::Write;

/// Asks a value in `result`, where `declared` stands before.
fn value(declared: &str, value: &str, rows: &str) -> i32 {
    let rules =
        format!("{declared}\nsetup {{ }}\nplay {{ finish }}\nresult {{ score {value} high }}\n");
    let program = program(&rules, rows);
    ends(&program, &Start::new(&program, 1, 1)).unwrap()
}

#[test]
fn a_ring_of_all_spaces() {
    let of = |question: &str| {
        let ring = format!("board trail: ring of {}", limits::SPACES);
        value(&ring, question, "")
    };
    let at = |n: i32| format!("space_at(trail, {n})");
    let gap = "index(s) != 0 and index(s) != 500";
    let group = |n| of(&format!("size(group(s in trail where {gap} : {}))", at(n)));
    assert_eq!((group(1), group(999), group(500)), (499, 499, 0));
    let heads = format!("sum(g in groups(s in trail where {gap}) : index(g))");
    assert_eq!(of(&heads), 1 + 501);
    let beside = format!("sum(s in neighbours({}) : index(s))", at(999));
    assert_eq!(of(&beside), 998);
    assert_eq!(of(&format!("distance({}, {})", at(1), at(502))), 499);
}

#[test]
fn a_grid_of_all_spaces() {
    let field = "board field: grid of 40 by 25";
    let corner = "first(s in field where index(s) == 0)";
    let group = format!(
        "sum(c in field where c == {corner} : size(group(s in field where index(s) != 500 : c)))"
    );
    assert_eq!(value(field, &group, ""), 999);
    let stripes = "size(groups(s in field where (index(s) div 40) mod 2 == 0))";
    assert_eq!(value(field, stripes, ""), 13);
    let beside = "sum(s in field : size(neighbours(s)))";
    assert_eq!(value(field, beside, ""), 2 * (39 * 25 + 40 * 24));
}

#[test]
fn shapes_on_all_spaces() {
    let spaces = (0..40).flat_map(|q| (0..25).map(move |r| (q, r)));
    let spaces = spaces.fold(String::new(), |mut all, (q, r)| {
        writeln!(all, "      - {{ id: s{q}_{r}, at: [{q}, {r}] }}").unwrap();
        all
    });
    let rows = format!(
        "maps:\n  - id: large\n    spaces:\n{spaces}tile:\n  - {{ id: pair, shape: [[0, 0], [1, 0]] }}\n"
    );
    let rules =
        "kind tile { shape: shape\n home bag }\nplace bag: set of tile\nboard map: hex from maps";
    let ways = 39 * 25 + 40 * 24 + 39 * 24;
    let question = |of: &str| format!("sum(t in tile : sum(p in placements(t.shape, map) : {of}))");
    assert_eq!(value(rules, &question("1"), &rows), ways);
    assert_eq!(value(rules, &question("size(cells(p))"), &rows), 2 * ways);
    let far = question("count(c in cells(p) where index(c) == 999)");
    assert_eq!(value(rules, &far, &rows), 2);
}
