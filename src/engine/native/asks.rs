//! The expressions that the engine itself asks in play, and the collections that it lists: who decides, conditions of hooks,
//! operands of statements that it does.

use crate::lower::suspends;
use ludex_program::Program;
use ludex_program::code::{Ask, Instr};
use ludex_program::ids::TargetId;
use ludex_program::node::{NodeId, NodeList, SourceId};
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
    for instr in &program.code {
        if let Instr::Verb(_, operands) = instr
            && suspends(program, *instr)
        {
            let operands = program.operands_of(*operands).iter();
            listed.extend(operands.flat_map(|operand| operand.parts().1));
        }
    }
    for site in &program.sites {
        if let Ask::Pool(order) = site.ask {
            listed.extend(order.owners);
        }
    }
    listed
}

/// The operands of an instruction that the engine does.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "lowered code does the others"
)]
fn operands(program: &Program, instr: Instr) -> Vec<NodeId> {
    let list = |list: NodeList| program.list(list).to_vec();
    match instr {
        _ if !suspends(program, instr) => Vec::new(),
        Instr::Write(_, target, by) => {
            let target = program.targets[target];
            vec![target.of, target.at, by]
        }
        Instr::Verb(_, operands) => {
            let operands = program.operands_of(operands).iter();
            operands.filter_map(|operand| operand.node()).collect()
        }
        Instr::PoolOpen(one) => vec![one],
        Instr::Later(_, _, args) => list(args),
        _ => Vec::new(),
    }
}
