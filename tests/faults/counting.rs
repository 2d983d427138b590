//! Step accounting: inlined queries count no step, and `x in {y in M where P(y)}` is tested without iteration over `M`.

use super::budgets::{least, program};
use crate::support::HAS_MACHINE_CODE;
use ludex::play::game::{Match, PlayError};
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use ludex::program::Program;
use std::fmt::Write;
use std::sync::Arc;

/// The final score of both players and the least number of steps, for which machine code and the interpreter must agree.
fn counted(rules: &str) -> (Vec<i32>, u64) {
    let mut program = program("", rules);
    let start = Start::new(&program, 2, 0);
    let steps = least(&mut program, &start);
    let scores = played(&program, &start, steps).unwrap();
    assert!(
        steps == 0 || played(&program, &start, steps - 1).is_none(),
        "the interpreter needs fewer than {steps} steps"
    );
    program.budget.steps = steps;
    let mut playout = Playout::compiled(&program);
    assert_eq!(playout.is_native(), HAS_MACHINE_CODE);
    assert_eq!(playout.run(&start, 0).unwrap().scores, scores);
    (scores, steps)
}

/// The scores of a match that has so many steps for each decision, if they are enough.
fn played(program: &Program, start: &Start, steps: u64) -> Option<Vec<i32>> {
    let mut program = program.clone();
    program.budget.steps = steps;
    let ended = Match::new(Arc::new(program), start.clone()).and_then(|mut game| {
        game.playout(0, None)?;
        Ok(game)
    });
    match ended {
        Ok(game) => Some(game.result().unwrap().scores.clone()),
        Err(PlayError::Fault(_)) => None,
        Err(other) => panic!("{other}"),
    }
}

/// A chain of queries, each of which is asked for each member, goes through a place and asks the next.
fn chain(length: usize) -> String {
    let mut rules = "kind card: 1 { home deck }\nplace deck: pile of card\n\
         board field: ring of 3 {\n  place top: slot of card\n}\n\
         query q0(s: field) -> int = size(s.top)\n"
        .to_owned();
    for n in 1..=length {
        let (here, next) = ("any(c in s.top where c != host)", n - 1);
        writeln!(
            rules,
            "query q{n}(s: field) -> int = (if {here} then 2 else 1) + q{next}(s)"
        )
        .unwrap();
    }
    rules
        + &format!(
            "setup {{ }}\nplay {{ n = sum(s in field : q{length}(s)) }}\nresult {{ score n }}\nvar n: int\nvar host: card?\n"
        )
}

#[test]
fn eight_queries_are_written_within_each_other_and_the_ninth_is_called() {
    let steps = |length| {
        let (scores, steps) = counted(&chain(length));
        assert_eq!(scores, [3 * length as i32; 2], "{length}");
        steps
    };
    let within = steps(8);
    assert_eq!(steps(1), within);
    // A call for each of three spaces.
    assert_eq!(steps(9), within + 3);
    // The ninth begins anew.
    assert_eq!(steps(17), within + 3);
    assert_eq!(steps(18), within + 6);
}

/// Asks once whether the second card of the deck, or the number 2, is a member; conditions go through three numbers.
fn asks(cards: u32, question: &str) -> String {
    format!(
        "kind card: {cards} {{ home deck }}\nplace deck: list of card\nvar n: int\nvar many: int = {cards}\n\
         query odd(x: card) -> bool = count(i in 1..3 where i < position(x)) == 1\n\
         query big(x: int) -> bool = count(i in 1..3 where i < x) == 1\n\
         query bigs() -> all int = {{y in 1..many where big(y)}}\n\
         query odds() -> all card = {{y in deck where odd(y)}}\n\
         effect ask(x: card, number: int) {{ if {question} {{ n += 1 }} }}\n\
         setup {{ }}\nplay {{\n  let x = nth(deck, 2)\n  if x != none {{ ask(x, 2) }}\n}}\n\
         result {{ score n }}\n"
    )
}

#[test]
fn a_member_of_what_fits_is_asked_without_a_walk() {
    let questions = [
        ("x in {y in card where odd(y)}", "x in card and odd(x)"),
        ("x in {y in deck where odd(y)}", "x in deck and odd(x)"),
        ("x in odds()", "x in deck and odd(x)"),
        (
            "number in {y in 1..many where big(y)}",
            "number in 1..many and big(number)",
        ),
        (
            "x in {y in {z in card where odd(z)} where odd(y)}",
            "x in card and odd(x) and odd(x)",
        ),
    ];
    for (question, by_hand) in questions {
        let steps = |cards, question| {
            let (scores, steps) = counted(&asks(cards, question));
            assert_eq!(scores, [1, 1], "{question}");
            steps
        };
        let (few, many) = (steps(4, question), steps(400, question));
        assert_eq!(few, many, "{question}: a walk through all");
        assert_eq!(
            few,
            steps(4, by_hand),
            "{question}: other steps than {by_hand}"
        );
    }
}
