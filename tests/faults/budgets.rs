//! Budgets at their limits and one past, counted alike by machine code, by the interpreter and in a match.

use ludex::engine::fault::FaultKind;
use ludex::pipeline::GameText;
use ludex::play::game::{Match, PlayError};
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::Report;
use ludex::rules::budget::Budget;
use ludex::source::Sources;
use std::sync::Arc;

/// The least number of steps with which a random game comes to its end.
pub(super) fn least(program: &mut Program, start: &Start) -> u64 {
    let (mut too_few, mut enough) = (0, Budget::default().steps);
    while too_few + 1 < enough {
        program.budget.steps = (too_few + enough) / 2;
        match Playout::compiled(program).run(start, start.seed) {
            Ok(_) => enough = program.budget.steps,
            Err(stuck) => {
                assert!(
                    matches!(stuck.fault.kind, FaultKind::Endless(_)),
                    "{}: {}",
                    program.names.game,
                    stuck.fault
                );
                too_few = program.budget.steps;
            }
        }
    }
    enough
}

#[test]
fn a_match_takes_the_steps_of_a_random_game() {
    let mut compared = 0;
    for program in crate::play::games() {
        let mut program = (**program).clone();
        for start in crate::play::starts(&program) {
            let least = least(&mut program, &start);
            let game = &program.names.game;
            for (steps, fits) in [(least, true), (least - 1, false)] {
                if steps == 0 {
                    continue;
                }
                let mut program = program.clone();
                program.budget.steps = steps;
                let played = Match::new(Arc::new(program.clone()), start.clone())
                    .and_then(|mut game| game.playout(start.seed, None));
                match played {
                    Ok(_) => assert!(fits, "{game}: {start:?} with {steps} of {least} steps"),
                    Err(PlayError::Fault(fault)) => {
                        assert_eq!(fault.kind, FaultKind::Endless(steps), "{game}: {start:?}");
                        assert!(!fits, "{game}: {start:?} with {steps} steps: {fault}");
                    }
                    Err(other) => panic!("{game}: {other}"),
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// The program of rules, with what else its game.yaml says.
pub(crate) fn program(manifest: &str, rules: &str) -> Program {
    let manifest = format!("title: Mill\nedition: 2\nplayers: {{min: 2, max: 4}}\n{manifest}");
    let text = GameText {
        name: "mill".into(),
        files: vec![
            ("game.yaml".into(), manifest),
            ("mill.rules".into(), rules.into()),
        ],
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    program.unwrap_or_else(|| panic!("{}", ludex::report::human(&report, &sources, false)))
}

/// Plays a random game with a budget in game.yaml; returns its number of decisions, or the kind of its fault.
fn ends(budget: &str, rules: &str) -> Result<u64, FaultKind> {
    let program = program(&format!("budget: {budget}\n"), rules);
    let start = Start::new(&program, 2, 0);
    let mut playout = Playout::compiled(&program);
    let ended = playout.run(&start, 0).map(|ended| ended.decisions);
    ended.map_err(|stuck| stuck.fault.kind)
}

const SCORE: &str = "setup { }\nresult { score money }\nvar money: int\n";

#[test]
fn steps_at_the_limit_and_one_past() {
    // Each member is looked at.
    let count = format!("{SCORE}play {{ money = count(x in 1..100 where x > money) }}\n");
    assert_eq!(ends("{ steps: 100 }", &count), Ok(0));
    assert_eq!(ends("{ steps: 99 }", &count), Err(FaultKind::Endless(99)));
    // Members are listed, and the loop turns for each.
    let each = format!("{SCORE}play {{ for each x in 1..100 {{ money = x }} }}\n");
    assert_eq!(ends("{ steps: 200 }", &each), Ok(0));
    assert_eq!(ends("{ steps: 199 }", &each), Err(FaultKind::Endless(199)));
}

#[test]
fn decisions_at_the_limit_and_one_past() {
    let wait =
        format!("{SCORE}action wait \"wait\" {{ }}\nplay {{ repeat 20 {{ offer P0: wait }} }}\n");
    assert_eq!(ends("{ decisions: 20 }", &wait), Ok(20));
    assert_eq!(
        ends("{ decisions: 19 }", &wait),
        Err(FaultKind::Unending(19))
    );
}

#[test]
fn bytes_at_the_limit_and_one_past() {
    // Twenty options of 256 bytes with a value of 4 each, and a frame of 16 bytes.
    let choose =
        format!("{SCORE}play {{ choose x from 1..20 by P0 \"a number\" {{ money = x }} }}\n");
    let bytes = 20 * (256 + 4) + 16;
    assert_eq!(ends(&format!("{{ bytes: {bytes} }}"), &choose), Ok(1));
    let less = bytes - 1;
    assert_eq!(
        ends(&format!("{{ bytes: {less} }}"), &choose),
        Err(FaultKind::TooLarge(less))
    );
    // A list of 5,000 numbers, in the frame of `play`.
    let list = format!("{SCORE}play {{ for each x in 1..5000 {{ money = 1 }} }}\n");
    let bytes = 5000 * 4 + 16;
    assert!(ends(&format!("{{ bytes: {} }}", bytes + 1000), &list).is_ok());
    let less = bytes - 1;
    assert_eq!(
        ends(&format!("{{ bytes: {less} }}"), &list),
        Err(FaultKind::TooLarge(less))
    );
}

#[test]
fn an_honest_long_computation_is_allowed_by_a_larger_budget() {
    let case = "tests/data/rejected/play/longest_path/mill.rules";
    let rules = std::fs::read_to_string(case).unwrap();
    let few = "{ steps: 20000 }";
    assert_eq!(ends(few, &rules), Err(FaultKind::Endless(20000)));
    assert_eq!(ends("{ steps: 40000000 }", &rules), Ok(0));
}
