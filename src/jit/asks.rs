//! The expressions that the engine itself asks in play, and the collections that it lists: who decides, conditions of hooks,
//! operands of statements that it does.

use ludex_engine::lower::suspends;
use ludex_program::Program;
use ludex_program::code::Instr;
use ludex_program::decision::Ask;
use ludex_program::ids::TargetId;
use ludex_program::node::{NodeId, SourceId};
use ludex_program::signature::{Runs, Signature};
use std::collections::BTreeSet;

/// Finds all of them but those that are read without a function (`Machine::ask_in`).
pub(super) fn asked_by_engine(program: &Program) -> BTreeSet<NodeId> {
    let target = |target: TargetId| {
        let target = program.targets[target];
        [target.of, target.at]
    };
    let hooks = program.hooks.iter().flat_map(|hook| {
        let limit = hook.limit.iter();
        let limit =
            limit.flat_map(move |(most, counter)| [*most].into_iter().chain(target(*counter)));
        hook.cond.into_iter().chain(limit)
    });
    let operands = program
        .code
        .iter()
        .flat_map(|instr| operands(program, *instr));
    let sites = program.sites.iter().map(|site| site.by);
    let slots = program.routines.iter();
    let slots = slots.filter_map(|routine| routine.only_slot.map(|(_, holder)| holder));
    let asked = hooks.chain(operands).chain(sites).chain(slots);
    asked
        .filter(|node| !program.nodes[*node].is_read())
        .collect()
}

/// Finds the collections of pieces that verbs of the engine go through, and those of players who order what waits.
pub(super) fn listed_by_engine(program: &Program) -> BTreeSet<SourceId> {
    let mut listed = BTreeSet::new();
    for instr in program
        .code
        .iter()
        .filter(|instr| suspends(program, **instr))
    {
        let signature = Signature::of(program, *instr);
        if signature.site.is_none() {
            listed.extend(signature.sources);
        }
    }
    for site in &program.sites {
        if let Ask::Pool(order) = site.ask {
            listed.extend(order.owners);
        }
    }
    listed
}

/// The nodes that the engine asks for an instruction: it changes something, puts something off, or opens a pool. A question
/// asks for itself.
fn operands(program: &Program, instr: Instr) -> Vec<NodeId> {
    let signature = Signature::of(program, instr);
    let is_lowered = matches!(
        signature.runs,
        Some(Runs::Routine(..) | Runs::Column(..) | Runs::Filling)
    );
    if is_lowered || signature.site.is_some() || !suspends(program, instr) {
        Vec::new()
    } else {
        signature.nodes
    }
}
