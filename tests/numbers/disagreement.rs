//! Executors that disagree: what only machine code finds wrong is no fault of the rules.

use ludex::engine::fault::FaultKind;
use ludex::play::game::{Match, PlayError};
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use std::sync::Arc;

/// A fault of machine code that the interpreter does not raise is told as a mistake of ludex.
#[test]
fn a_disagreement_is_ours() {
    let rules = "record r { n: int }\nvar x: int\nsetup { }\nplay { x = 10 div sum(one in r : one.n) }\n\
                 result { score x high }\n";
    let mut program = super::compiled(rules, "r: [{ id: only, n: 0 }]\n", 1)
        .1
        .unwrap();
    let start = Start::new(&program, 1, 1);
    let stuck = Playout::compiled(&program).run(&start, 1).unwrap_err();
    assert_eq!(stuck.fault.kind, FaultKind::DivideByZero);
    let Err(PlayError::Fault(told)) = Match::new(Arc::new(program.clone()), start.clone()) else {
        panic!("the rules divide by zero");
    };
    assert_eq!(stuck.confirmed(Some(&told)), told);
    // Machine code has its own copy of the rows: it alone still divides by zero.
    program.layout.rows[0] = 5;
    let stuck = Playout::compiled(&program).run(&start, 1).unwrap_err();
    assert!(Match::new(crate::support::interpreted(&program), start).is_ok());
    let fault = stuck.confirmed(None);
    assert_eq!(fault.kind, FaultKind::Disagreement);
    assert!(fault.to_string().contains("mistake of ludex"));
}
