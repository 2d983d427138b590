//! Faults by both executors: every statement of `tests/data/executors/faults.txt` fails, with the same kind, place and trace.

use super::{agree, table};
use crate::support::settings;
use ludex::play::start::Start;
use ludex::source::{Sources, Span};
use std::fmt::Write;
use std::sync::Arc;

fn statements() -> Vec<String> {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/executors/faults.txt");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn every_fault_is_told_alike() {
    let mut told = String::new();
    for statement in statements() {
        let (program, sources) =
            table(&statement, ("", "")).unwrap_or_else(|said| panic!("{said}"));
        let Err(fault) = agree(&program, &Start::new(&program, 2, 1)) else {
            panic!("no fault: {statement}");
        };
        writeln!(
            told,
            "{statement}\n  {fault}: `{}`",
            shown(&sources, fault.span)
        )
        .unwrap();
        for (name, span) in &fault.trace {
            writeln!(told, "    in `{name}`: `{}`", shown(&sources, *span)).unwrap();
        }
    }
    let settings = settings("executors");
    settings.bind(|| insta::assert_snapshot!("faults", told));
}

/// The text that stands at a place, its first line.
fn shown(sources: &Sources, span: Span) -> &str {
    let span = sources.shown(span);
    let text = &sources.text(span.file)[span.start as usize..span.end as usize];
    text.lines().next().unwrap_or_default()
}

/// Where steps run out before a fault, whichever of the two it is, both executors tell the same.
#[test]
fn a_budget_that_ends_beside_a_fault() {
    let mut kinds = std::collections::BTreeSet::new();
    for statement in [
        "note(sum(x in thing : sum(y in thing : parts(x.cost + y.cost))))",
        "note(sum(x in thing : sum(y in thing : x.cost div (y.cost - 9))))",
        "for each x in thing { note(sum(y in 1..x.cost : parts(y))) }",
        "if any(x in thing where every(y in thing : y.price(x.cost) div (x.cost - 4) < 100)) { note(1) }",
        "note(sum(x in thing : sum(y in 0..x.cost : income[3 - x.cost])))",
        "repeat 9 { pay_for(t4); note(1) }",
    ] {
        let (program, _) = table(statement, ("", "")).unwrap_or_else(|said| panic!("{said}"));
        for steps in (1..150).step_by(7) {
            let mut program = (*program).clone();
            program.budget.steps = steps;
            let program = Arc::new(program);
            if let Err(fault) = agree(&program, &Start::new(&program, 2, 1)) {
                kinds.insert(fault.kind.is_of_budget());
            }
        }
    }
    assert_eq!(kinds.len(), 2);
}
