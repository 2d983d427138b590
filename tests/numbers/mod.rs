//! Numbers at their edges: every evaluator gives the same, ranges reach their ends, and nothing becomes `none`.

mod boards;
#[cfg(feature = "jit")]
mod disagreement;
mod evaluators;
mod limits;
mod ranges;

use crate::support::HAS_MACHINE_CODE;
use ludex::engine::fault::FaultKind;
use ludex::pipeline::GameText;
use ludex::play::game::{Match, PlayError};
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::{Report, human, short};
use ludex::source::Sources;
use std::sync::Arc;

/// Compiles a game; returns its diagnostics as a text, and the program when there is no error.
pub(crate) fn compiled(rules: &str, rows: &str, players: u32) -> (String, Option<Program>) {
    let (report, sources, program) = checked(rules, rows, players);
    (human(&report, &sources, false), program)
}

/// Returns the findings in rules, a line each.
fn findings(rules: &str) -> String {
    let (report, sources, _) = checked(rules, "", 1);
    short(&report, &sources)
}

fn checked(rules: &str, rows: &str, players: u32) -> (Report, Sources, Option<Program>) {
    let manifest = format!("title: Numbers\nedition: 2\nplayers: {{ min: 1, max: {players} }}\n");
    let files = [
        ("game.yaml", &*manifest),
        ("rows.yaml", rows),
        ("numbers.rules", rules),
    ];
    let files = files.into_iter().filter(|(_, text)| !text.is_empty());
    let text = GameText {
        name: "numbers".into(),
        files: files
            .map(|(path, text)| (path.into(), text.into()))
            .collect(),
    };
    let (mut sources, mut report) = (Sources::new(), Report::of_all());
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    let program = program.filter(|_| !report.has_errors());
    (report, sources, program)
}

/// The program of rules that are sound.
fn program(rules: &str, rows: &str) -> Arc<Program> {
    let (said, program) = compiled(rules, rows, 1);
    Arc::new(program.unwrap_or_else(|| panic!("{said}")))
}

/// Plays a game without choices in both executors, which must agree; returns the first player's score, or a fault.
fn ends(program: &Arc<Program>, start: &Start) -> Result<i32, FaultKind> {
    let mut playout = Playout::compiled(program);
    assert_eq!(playout.is_native(), HAS_MACHINE_CODE);
    let fast = match playout.run(start, 1) {
        Ok(ended) => Ok(ended.scores[0]),
        Err(stuck) => Err(stuck.fault.kind),
    };
    let told = match Match::new(crate::support::interpreted(program), start.clone()) {
        Ok(game) => Ok(game.result().unwrap().scores[0]),
        Err(PlayError::Fault(fault)) => Err(fault.kind),
        Err(error) => panic!("{error}"),
    };
    assert_eq!(fast, told, "the executors disagree");
    told
}
