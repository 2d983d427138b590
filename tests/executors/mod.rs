//! The two executors, the interpreter and machine code: the same results, states and faults, whatever is asked of them.
//!
//! Statements are written into the game of `tests/data/executors/table`, which has a thing of each sort.

mod examples;
mod faults;
mod random;

use crate::support::{HAS_MACHINE_CODE, interpreted};
use ludex::engine::fault::Fault;
use ludex::pipeline::GameText;
use ludex::play::game::{Match, PlayError};
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::{Report, human};
use ludex::source::Sources;
use std::path::Path;
use std::sync::Arc;

/// A compiled game with its sources, or what is wrong with it.
type Compiled = Result<(Arc<Program>, Sources), String>;

/// The table with statements that `example` does, after a text of its rules was exchanged for another.
fn table(example: &str, (old, new): (&str, &str)) -> Compiled {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/executors/table");
    let mut files = crate::support::files(&folder);
    // A line that is not indented would begin a declaration.
    let example = example.replace('\n', "\n  ");
    for (name, text) in &mut files {
        if name.ends_with(".rules") {
            assert!(text.contains(old), "{old}");
            *text = format!(
                "{}\neffect example {{\n  {example}\n}}\n",
                text.replace(old, new)
            );
        }
    }
    compiled("table", files)
}

/// The program of a game's files.
fn compiled(name: &str, files: Vec<(String, String)>) -> Compiled {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let name = name.to_owned();
    let text = GameText { name, files };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    match program {
        Some(program) if !report.has_errors() => Ok((Arc::new(program), sources)),
        _ => Err(human(&report, &sources, false)),
    }
}

/// A random game by a match, with the number of its decisions.
fn recorded(program: &Arc<Program>, start: &Start) -> Result<(u64, Match), PlayError> {
    let mut game = Match::new(Arc::clone(program), start.clone())?;
    let decisions = game.playout(start.seed, None)?;
    Ok((decisions, game))
}

/// Two matches end in the same position, with the same events, or by the same fault.
fn same_matches(one: &Result<(u64, Match), PlayError>, other: &Result<(u64, Match), PlayError>) {
    match (one, other) {
        (Ok((decisions, game)), Ok((same, other))) => {
            assert_eq!((decisions, game.state()), (same, other.state()));
            assert!(game.events().eq(other.events()));
        }
        (Err(one), Err(other)) => assert_eq!(one.to_string(), other.to_string()),
        _ => panic!("only one match fails"),
    }
}

/// Plays a random game by machine code and by the interpreter; both must end alike. So must a match whose options are listed by
/// machine code and whose statements are interpreted. Returns the first score, or the fault.
fn agree(program: &Arc<Program>, start: &Start) -> Result<i32, Fault> {
    let mut playout = Playout::compiled(program);
    assert_eq!(playout.is_native(), HAS_MACHINE_CODE);
    let fast = playout.run(start, start.seed);
    let fast = fast.map(|ended| (ended.decisions, ended.scores.to_vec()));
    let told = recorded(&interpreted(program), start);
    same_matches(&told, &recorded(program, start));
    match (fast, told) {
        (Ok((decisions, scores)), Ok((same, game))) => {
            let result = game.result().map(|result| result.scores.clone());
            assert_eq!(
                (decisions, Some(&scores)),
                (same, result.as_ref()),
                "{start:?}"
            );
            assert_eq!(playout.state(), game.state(), "{start:?}");
            Ok(scores[0])
        }
        (Err(stuck), Err(PlayError::Fault(fault))) => {
            // What a match reports takes bytes before the steps of a random game are spent.
            if !(stuck.fault.kind.is_of_budget() && fault.kind.is_of_budget()) {
                assert_eq!(stuck.fault, fault, "{start:?}");
            }
            Err(stuck.fault)
        }
        (fast, told) => panic!("{start:?}: {fast:?} and {:?}", told.map(|(ended, _)| ended)),
    }
}
