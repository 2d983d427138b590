//! Rules that check cannot refuse and play does: `tests/data/rejected/play/<case>/`, each played at random until it faults.
//!
//! The snapshot shows the rules with the fault, its place and what was being done.

pub(crate) mod budgets;
mod counting;
mod everywhere;

use crate::support::settings;
use ludex::engine::fault::Fault;
use ludex::pipeline::GameText;
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::{Report, human};
use ludex::source::{Sources, Span};
use std::path::{Path, PathBuf};

/// Games of a case; one of them must fault, and the first that does is told.
const GAMES: u64 = 20;

/// The folders of all cases.
fn cases() -> Vec<PathBuf> {
    crate::support::cases("tests/data/rejected/play")
}

#[test]
fn rules_that_fail_in_play() {
    let cases = cases();
    let settings = settings("rejected/play");
    settings.bind(|| {
        for case in cases {
            let name = case.file_name().unwrap().to_string_lossy().into_owned();
            insta::assert_snapshot!(name, page(&case));
        }
    });
}

/// The rules of a case and the fault they lead to.
fn page(case: &Path) -> String {
    let files: Vec<(String, String)> = crate::support::files(case);
    let texts = files.iter().filter(|(name, _)| name != "game.yaml");
    let shown: String = texts
        .map(|(name, text)| format!("{name}\n{text}\n"))
        .collect();
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let text = GameText {
        name: "case".into(),
        files,
    };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|checked| checked.compile(&mut report));
    assert!(
        !report.has_errors(),
        "{}: refused before play\n{}",
        case.display(),
        human(&report, &sources, false)
    );
    let (seed, choices, fault) = first_fault(&program.unwrap());
    let mut told = format!(
        "seed {seed}, after {choices} choices\n{}: {fault}\n",
        place(&sources, fault.span)
    );
    for (name, span) in &fault.trace {
        told.push_str(&format!("  in `{name}` at {}\n", place(&sources, *span)));
    }
    format!("{shown}----\n{told}")
}

fn first_fault(program: &Program) -> (u64, usize, Fault) {
    let mut playout = Playout::compiled(program);
    for seed in 0..GAMES {
        if let Err(stuck) = playout.run(&Start::new(program, 2, seed), seed) {
            return (seed, stuck.choices.len(), stuck.fault);
        }
    }
    panic!("none of {GAMES} games of {} faults", program.names.game)
}

/// `path:line:column` and what stands there.
fn place(sources: &Sources, span: Span) -> String {
    let span = sources.shown(span);
    let at = sources.line_col(span.file, span.start);
    let text = &sources.text(span.file)[span.start as usize..span.end as usize];
    format!(
        "{}:{}:{} `{text}`",
        sources.path(span.file),
        at.line,
        at.column
    )
}
