//! Every example of the tables of built-ins, played by both executors.

use super::{agree, table};
use ludex::play::start::Start;
use ludex::rules::ops::{FOLDS, FoldOp, Gives, QUERIES, QueryOp};
use ludex::rules::verbs::{VERBS, VerbOp};

/// The collections that the names of examples go through.
const NAMES: &[(&str, &str)] = &[
    ("card", "thing"),
    ("tile", "block"),
    ("building", "block"),
    ("spot", "placements(ell.shape, map)"),
    ("here", "map"),
    ("cell", "plain"),
    ("d", "directions(map)"),
    ("direction", "directions(map)"),
    ("opponent", "opponents(you)"),
    ("a", "-2..1"),
    ("b", "1..2"),
];

/// A statement that notes what an example answers with, for everything that its names may stand for.
fn within(example: &str, statement: &str, names: &[(&str, &str)]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let names = names.iter().filter(|(name, _)| {
        let mut found = example.match_indices(name);
        found.any(|(at, _)| {
            let (before, after) = (&example[..at], &example[at + name.len()..]);
            !before.ends_with(|c: char| is_word(c) || c == '.')
                && !after.starts_with(|c: char| is_word(c) || c == '(')
        })
    });
    names.fold(statement.to_owned(), |inside, (name, many)| {
        format!("for each {name} in {many} {{ {inside} }}")
    })
}

/// A statement that notes the answer of a query.
fn noted(gives: Gives, example: &str) -> String {
    match gives {
        Gives::Int => format!("note({example})"),
        Gives::Bool => format!("if {example} {{ note(1) }} else {{ note(2) }}"),
        Gives::Player => format!("note(seat({example}))"),
        Gives::OptionalPlayer => format!("if let one = {example} {{ note(seat(one)) }}"),
        Gives::Players => format!("for each one in {example} {{ note(seat(one)) }}"),
        Gives::OptionalMemberOf(_) => format!("if let one = {example} {{ note(one.cost) }}"),
        Gives::MemberOf(_) => {
            format!("if size(hand) > 0 {{ let one = {example}; note(one.cost) }}")
        }
        Gives::Required => {
            format!("if top(deck) != none {{ let one = {example}; note(one.cost) }}")
        }
        Gives::Number => format!("let one = {example}; note(one)"),
        Gives::PlaceOf => format!(
            "if {example} == row {{ note(1) }}; for each p in players {{ if {example} == p.hand {{ note(seat(p)) }} }}"
        ),
        Gives::OptionalSpace => format!("if let one = {example} {{ note(index(one)) }}"),
        Gives::Spaces => format!("for each one in {example} {{ note(index(one)) }}"),
        Gives::NumberedSpace => format!("note(index({example}))"),
        Gives::Directions => format!(
            "for each one in {example} {{ note(streak(two in directions(map) where two != one)) }}"
        ),
        Gives::Direction => format!("note(streak(two in directions(map) where two != {example}))"),
        Gives::PlacementsOn(_) => {
            format!("for each one in {example} {{ for each s in cells(one) {{ note(index(s)) }} }}")
        }
    }
}

fn of_fold(op: FoldOp) -> Gives {
    match op {
        FoldOp::Any | FoldOp::Every | FoldOp::Nothing => Gives::Bool,
        FoldOp::First | FoldOp::Last => Gives::OptionalMemberOf(0),
        FoldOp::Fewest | FoldOp::Greatest => Gives::OptionalPlayer,
        FoldOp::Group | FoldOp::Groups => Gives::Spaces,
        FoldOp::Count
        | FoldOp::Sum
        | FoldOp::Least
        | FoldOp::Most
        | FoldOp::Distinct
        | FoldOp::Streak => Gives::Int,
    }
}

/// Plays games in which `example` does a statement, and tells whether some of them ended with different scores.
fn played(name: &str, example: &str, exchanged: (&str, &str)) -> bool {
    let (program, _) = table(example, exchanged).unwrap_or_else(|said| panic!("{name}: {said}"));
    let scores: Vec<i32> = (0..8)
        .map(|seed| {
            let mut start = Start::new(&program, 2 + (seed % 2) as u8, seed);
            start.options[0] = (seed / 4) as i32;
            agree(&program, &start).unwrap_or_else(|fault| panic!("{name}: {fault}"))
        })
        .collect();
    scores.iter().any(|score| *score != scores[0])
}

#[test]
fn queries() {
    for row in QUERIES {
        let mut names = NAMES.to_vec();
        if row.op == QueryOp::Distance {
            names = vec![("a", "map"), ("b", "map")];
        }
        let example = within(row.example, &noted(row.gives, row.example), &names);
        let told = played(row.name, &example, ("", ""));
        // In this game every turn has a number, so no position comes again: `echoes` has games where one does.
        let is_same = matches!(row.op, QueryOp::SpaceAt | QueryOp::Repetitions);
        assert!(told || is_same, "{}: nothing is told of it", row.name);
    }
}

#[test]
fn folds() {
    for row in FOLDS {
        let noted = noted(of_fold(row.op), row.example);
        let example = within(row.example, &noted, NAMES);
        assert!(
            played(row.name, &example, ("", "")),
            "{}: nothing is told of it",
            row.name
        );
    }
}

/// Folds that keep values while they go through spaces, or that list them first, through every source of spaces of a board with
/// several layouts.
#[test]
fn folds_through_spaces() {
    let folds = [
        "note(distinct(s in SOURCE : s.height))",
        "note(sum(s in SOURCE : index(s)))",
        "note(streak(s in SOURCE where s.wood))",
        "if size(SOURCE) > 0 { let one = random(SOURCE); note(index(one)) }",
        "note(count(s in SOURCE where any(t in SOURCE where t.height > s.height)))",
    ];
    let sources = [
        "ray(here, d)",
        "neighbours(here)",
        "{x in map where distance(x, here) < 3}",
        "map",
    ];
    for fold in folds {
        for source in sources {
            let example = fold.replace("SOURCE", source);
            let example =
                format!("for each here in map {{ for each d in directions(map) {{ {example} }} }}");
            assert!(played(fold, &example, ("", "")), "{example}");
        }
    }
}

#[test]
fn verbs() {
    for row in VERBS {
        // Whatever is done with a card is not done with all of them.
        let names = [("card", "{x in thing where x.cost == turn}"), NAMES[10]];
        let mut exchanged = ("", "");
        let mut example = within(row.example, row.example, &names);
        if row.op == VerbOp::LayOut {
            exchanged = ("if option.form == broad then wide else small", "chosen");
            example = format!("if chosen == none {{ chosen = small; {} }}", row.example);
        }
        if row.op == VerbOp::Finish {
            example = format!("if turn == 3 {{ {} }}", row.example);
        }
        let example = format!("for each opponent in opponents(you) {{ {example} }}");
        played(row.name, &example, exchanged);
    }
}
