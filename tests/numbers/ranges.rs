//! Ranges that end where numbers end, and sums that would be `none`.

use super::{ends, program};
use ludex::engine::fault::FaultKind;
use ludex::play::start::Start;

/// The score of an expression; `low` and `high` are variables at the ends of the numbers.
fn score(expression: &str) -> Result<i32, FaultKind> {
    let rules = format!(
        "var low: int = -2147483647\nvar high: int = 2147483647\nvar found: int\n\
         query grown(n: int) -> int = n\nmodify grown(n) where n > 0: plus 1\nmodify grown(n) where n < 0: minus 1\n\
         setup {{ }}\nplay {{ found = 0; for each x in high - 1..high {{ found += 1 }} }}\n\
         result {{ score {expression} high }}\n"
    );
    let program = program(&rules, "");
    ends(&program, &Start::new(&program, 1, 1))
}

#[test]
fn both_ends_of_a_range_belong_to_it() {
    for (expression, result) in [
        ("count(x in high - 7..high)", 8),
        ("count(x in high..high)", 1),
        ("count(x in low..low + 7)", 8),
        ("count(x in high..low)", 0),
        ("count(x in high - 7..high where x > high - 2)", 2),
        ("if last(x in high - 7..high) == high then 1 else 0", 1),
        ("if first(x in low..low + 1) == low then 1 else 0", 1),
        ("most(x in high - 7..high : x) - high", 0),
        ("if high in high - 7..high then 1 else 0", 1),
        ("found", 2),
    ] {
        assert_eq!(score(expression), Ok(result), "{expression}");
    }
}

#[test]
fn no_number_is_none() {
    for expression in [
        "low - 1",
        "low + low",
        "high + 1",
        "-1 - high - low - high - 1",
        "sum(x in low..low + 1 : x)",
        "sum(x in high - 1..high : x)",
        "low * high",
        "grown(high)",
        "grown(low)",
    ] {
        assert_eq!(score(expression), Err(FaultKind::Overflow), "{expression}");
    }
    assert_eq!(score("abs(low) - high"), Ok(0));
    assert_eq!(score("-low - high"), Ok(0));
    assert_eq!(score("sum(x in low..low + 1 : x + high)"), Ok(1));
}

/// A variable without bounds can't be counted down to `none` either.
#[test]
fn no_variable_becomes_none() {
    let rules = "var x: int = -2147483647\nsetup { }\nplay { x -= 1 }\nresult { score x high }\n";
    let program = program(rules, "");
    let ended = ends(&program, &Start::new(&program, 1, 1));
    assert!(
        matches!(ended, Err(FaultKind::OutOfBounds(..))),
        "{ended:?}"
    );
}
