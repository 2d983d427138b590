//! Operators on the numbers at the edges, by every evaluator: constants of `check`, demands on rows, first values of
//! fields, the interpreter and machine code.

use super::{compiled, ends, findings, program};
use ludex::engine::fault::FaultKind;
use ludex::play::start::Start;
use ludex::rules::ids::KindId;
use std::collections::BTreeSet;
use std::fmt::Write;

const LOWEST: i64 = -2_147_483_647;
const HIGHEST: i64 = 2_147_483_647;
const EDGES: [i64; 15] = [
    LOWEST,
    LOWEST + 1,
    -46_341,
    -7,
    -2,
    -1,
    0,
    1,
    2,
    3,
    7,
    46_340,
    46_341,
    HIGHEST - 1,
    HIGHEST,
];

/// An operator applied to two edges, and the result by the words of the reference.
struct Case {
    op: &'static str,
    a: i64,
    b: i64,
    result: Result<i64, FaultKind>,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for op in ["+", "-", "*", "div", "mod"] {
        for (a, b) in EDGES.iter().flat_map(|a| EDGES.map(|b| (*a, b))) {
            let result = result(op, a, b);
            cases.push(Case { op, a, b, result });
        }
    }
    cases
}

fn result(op: &str, a: i64, b: i64) -> Result<i64, FaultKind> {
    if b == 0 && ["div", "mod"].contains(&op) {
        return Err(FaultKind::DivideByZero);
    }
    let wide = match op {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        // Doubles hold these exactly.
        "div" => (a as f64 / b as f64).floor() as i64,
        _ => a - b * (a as f64 / b as f64).floor() as i64,
    };
    if (LOWEST..=HIGHEST).contains(&wide) {
        Ok(wide)
    } else {
        Err(FaultKind::Overflow)
    }
}

/// `a == b * (a div b) + a mod b`, and the remainder lies between 0 and the divisor.
#[test]
fn the_cases_are_what_the_reference_says() {
    for (a, b) in EDGES.iter().flat_map(|a| EDGES.map(|b| (*a, b))) {
        let (Ok(quotient), Ok(rest)) = (result("div", a, b), result("mod", a, b)) else {
            assert!(b == 0, "{a} {b}");
            continue;
        };
        assert_eq!(a, b * quotient + rest, "{a} {b}");
        assert!(rest.abs() < b.abs() && rest * b >= 0, "{a} {b}");
    }
}

/// A range from the result to the operator holds something, one from a number higher does not; what has no result is refused.
#[test]
fn constants() {
    let cases = cases();
    let (mut rules, mut empty, mut refused) = (String::new(), BTreeSet::new(), BTreeSet::new());
    let mut line = 0;
    for (n, Case { op, a, b, result }) in cases.iter().enumerate() {
        for higher in [0, 1] {
            let from = match result {
                Ok(result) if result + higher > HIGHEST => continue,
                Ok(result) => result + higher,
                Err(_) => 0,
            };
            writeln!(
                rules,
                "query q{n}_{higher}() -> bool = any(x in {from}..({a} {op} {b}))"
            )
            .unwrap();
            line += 1;
            match result {
                Ok(_) if higher == 1 => empty.insert(line),
                Ok(_) => false,
                Err(_) => refused.insert(line),
            };
        }
    }
    rules.push_str("setup { }\nplay { }\nresult { score 0 high }\n");
    let said = findings(&rules);
    let lines = |codes: &[&str]| -> BTreeSet<i32> {
        let told = said.lines().filter(|line| {
            let mut codes = codes.iter();
            codes.any(|code| line.contains(&format!("error[{code}]")))
        });
        told.filter_map(|line| line.strip_prefix("numbers.rules:"))
            .map(|place| place.split(':').next().unwrap().parse().unwrap())
            .collect()
    };
    assert_eq!(lines(&["B21"]), empty);
    assert_eq!(lines(&["B22", "B24"]), refused);
    assert!(empty.len() > 500 && refused.len() > 50);
}

/// Rows with a result, and what they demand, keep as a first value and compute in play.
fn rows(wrong: i64) -> String {
    let mut rows = String::from("computed:\n");
    for (n, Case { op, a, b, result }) in cases().iter().enumerate() {
        if let Ok(result) = result {
            let (op, want) = (word(op), (result + wrong).min(HIGHEST));
            writeln!(
                rows,
                "  - {{ id: s{n}, what: {op}, a: {a}, b: {b}, want: {want} }}"
            )
            .unwrap();
        }
    }
    rows
}

fn word(op: &str) -> &str {
    match op {
        "+" => "plus",
        "-" => "less",
        "*" => "times",
        "div" => "parts",
        _ => "rest",
    }
}

const RULES: &str = "
enum operator { plus less times parts rest }
kind computed {
  what: operator
  a: int
  b: int
  want: int
  var kept: int = FIRST
  home box
  require (OPERATION) == want \"its result\"
}
place box: set of computed
query now(what: operator, a: int, b: int) -> int = OPERATION
setup { }
play { }
result { score 100000 * count(s in computed where s.kept == s.want) + count(s in computed where now(s.what, s.a, s.b) == s.want) high }
";

fn rules() -> String {
    let operation = "if what == plus then a + b else if what == less then a - b else if what == times then a * b else if \
                     what == parts then a div b else a mod b";
    // A first value names the attributes of its piece.
    let mut first = operation.replace("what", "this.what");
    for op in ["+", "-", "*", "div", "mod"] {
        first = first.replace(&format!("a {op} b"), &format!("this.a {op} this.b"));
    }
    RULES
        .replace("FIRST", &first)
        .replace("OPERATION", operation)
}

#[test]
fn demands_first_values_and_play() {
    let program = program(&rules(), &rows(0));
    let sums = program.layout.kinds[KindId::new(0)].count as i32;
    assert!(sums > 600);
    assert_eq!(
        ends(&program, &Start::new(&program, 1, 1)),
        Ok(100_001 * sums)
    );
    // Another result is refused of every row but those that could not be higher.
    let (said, _) = compiled(&rules(), &rows(1), 1);
    let refused = said.matches("error[Y14]").count() as i32;
    let highest = cases()
        .iter()
        .filter(|case| case.result == Ok(HIGHEST))
        .count() as i32;
    assert_eq!(refused, sums - highest);
}

/// An operation without a result raises the same kind of fault in both executors.
#[test]
fn faults_in_play() {
    let cases: Vec<Case> = cases()
        .into_iter()
        .filter(|case| case.result.is_err())
        .collect();
    let mut rows = String::from("bad:\n");
    for (n, Case { op, a, b, .. }) in cases.iter().enumerate() {
        let op = word(op);
        writeln!(
            rows,
            "  - {{ id: b{n}, n: {n}, what: {op}, a: {a}, b: {b} }}"
        )
        .unwrap();
    }
    let rules = "
enum operator { plus less times parts rest }
option which: 0..999 = 0
record bad { n: int; what: operator; a: int; b: int }
query now(what: operator, a: int, b: int) -> int = if what == plus then a + b else if what == less then a - b else if what == times then a * b else if what == parts then a div b else a mod b
setup { }
play { }
result { score sum(x in bad where x.n == option.which : now(x.what, x.a, x.b)) high }
";
    let program = program(rules, &rows);
    for (n, case) in cases.iter().enumerate() {
        let mut start = Start::new(&program, 1, 1);
        start.options[0] = n as i32;
        let (op, a, b) = (case.op, case.a, case.b);
        assert_eq!(
            ends(&program, &start).err(),
            case.result.err(),
            "{a} {op} {b}"
        );
    }
}
