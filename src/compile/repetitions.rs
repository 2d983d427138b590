//! The moments that `repetitions` is asked about: what of the past play must remember.

use ludex_program::Program;
use ludex_program::node::Node;
use ludex_rules::ids::MomentId;
use ludex_rules::ops::{QueryOp, StateRead};
use std::collections::BTreeSet;

/// Lists the moments since which the rules ask how often a position stood.
pub(super) fn moments(program: &Program) -> Vec<MomentId> {
    let asks = |op: QueryOp| op.reads() == StateRead::Positions;
    let mut found = BTreeSet::new();
    for node in program.nodes.as_slice() {
        if let Node::Op2(op, _, moment) = node
            && asks(*op)
            && let Node::Const(moment) = program.nodes[*moment]
        {
            found.insert(MomentId::from_value(moment));
        }
    }
    found.into_iter().collect()
}
