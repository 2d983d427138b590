//! Reads of what is known: a slot or variable that holds a known value on every way is not read again.
//!
//! This is the forwarding of stores to loads by an analysis of available values (Aho, Lam, Sethi and Ullman, *Compilers*, 9.2):
//! what holds at the beginning of a block holds at the end of all blocks before it.

use super::{Block, Function, Inst, ListFunction, Value, Var};
use std::collections::BTreeMap;

/// Something that holds a value until it is written again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Storage {
    Slot(u16),
    Var(Var),
}

/// The most cells that are followed at one point, which bounds what large functions cost.
const MOST_CELLS: usize = 64;

/// The values that cells hold at a point.
type Held = BTreeMap<Storage, Value>;

/// Replaces each read of a cell whose value is known by that value.
pub(super) fn forward(function: &mut Function) {
    let order = function.order();
    let starts = starts(function, &order);
    for block in order {
        let mut held = starts[block.index()].clone().unwrap_or_default();
        for inst in &mut function.blocks[block.index()].insts {
            if let Some((cell, to)) = read(inst)
                && let Some(known) = held.get(&cell)
            {
                *inst = Inst::Copy { to, a: *known };
            }
            follow(inst, &function.step_counters, &mut held);
        }
    }
}

/// Finds what is held at the beginning of each block; none of a block that is not reached.
fn starts(function: &Function, order: &[Block]) -> Vec<Option<Held>> {
    let mut starts: Vec<Option<Held>> = vec![None; function.blocks.len()];
    starts[0] = Some(Held::new());
    let mut changed = true;
    while changed {
        changed = false;
        for block in order {
            // Each block stands behind one that leads to it.
            let Some(mut held) = starts[block.index()].clone() else {
                continue;
            };
            let code = &function.blocks[block.index()];
            for inst in &code.insts {
                follow(inst, &function.step_counters, &mut held);
            }
            if code.exit.is_left() {
                drop_slots(&mut held);
            }
            for target in code.exit.targets() {
                changed |= meet(&mut starts[target.index()], &held);
            }
        }
    }
    starts
}

/// Keeps at the beginning of a block what one more way to it brings too; returns true if that is less than before.
fn meet(start: &mut Option<Held>, held: &Held) -> bool {
    let Some(start) = start else {
        *start = Some(held.clone());
        return true;
    };
    let before = start.len();
    start.retain(|cell, value| held.get(cell) == Some(value));
    start.len() < before
}

/// The cell that an instruction reads, and the value that it writes.
fn read(inst: &Inst) -> Option<(Storage, Value)> {
    if let Inst::Slot { to, slot } = inst {
        Some((Storage::Slot(*slot), *to))
    } else if let Inst::Get { to, var } = inst {
        Some((Storage::Var(*var), *to))
    } else {
        None
    }
}

/// Follows an instruction: what is held after it.
fn follow(inst: &Inst, counters: &[Box<[Var]>], held: &mut Held) {
    if let Some((cell, to)) = read(inst) {
        if !held.contains_key(&cell) {
            hold(held, cell, to);
        }
    } else if let Inst::SetSlot { slot, a } = inst {
        hold(held, Storage::Slot(*slot), *a);
    } else if let Inst::Set { var, a } = inst {
        hold(held, Storage::Var(*var), *a);
    } else if let Inst::CountUp { var, .. } = inst {
        held.remove(&Storage::Var(*var));
    } else if let Inst::ChargeFuel { counters: charged } = inst {
        // They count from 0 again.
        for var in &counters[charged.index()] {
            held.remove(&Storage::Var(*var));
        }
    } else if let Inst::List {
        lister: ListFunction::Choice(_),
        ..
    } = inst
    {
        // It binds names in the same frame.
        drop_slots(held);
    }
}

fn hold(held: &mut Held, cell: Storage, value: Value) {
    if held.len() < MOST_CELLS || held.contains_key(&cell) {
        held.insert(cell, value);
    }
}

fn drop_slots(held: &mut Held) {
    held.retain(|cell, _| matches!(cell, Storage::Var(_)));
}

#[cfg(test)]
mod tests {
    use crate::lir::{Builder, Function, Type, Value};
    use ludex_program::ids::Pc;

    /// A function with a frame, of an int, written by a test.
    fn function(write: impl FnOnce(&mut Builder, Value)) -> Function {
        let (mut b, given) = Builder::new("test".into(), true, &[Type::Int], Type::Long);
        write(&mut b, given[0]);
        b.finish()
    }

    fn leave(b: &mut Builder) {
        let result = b.constant(Type::Long, 1);
        b.return_(result);
    }

    /// Counts the slots and variables that are still read.
    fn reads(function: &Function) -> usize {
        let insts = function.blocks.iter().flat_map(|block| &block.insts);
        insts.filter(|inst| super::read(inst).is_some()).count()
    }

    #[test]
    fn a_slot_that_was_written_is_not_read() {
        let written = function(|b, given| {
            b.set_slot(1, given);
            let (one, other) = (b.slot(1), b.slot(2));
            let sum = b.add(one, other);
            let again = b.slot(2);
            b.set_slot(3, sum);
            b.set_slot(4, again);
            leave(b);
        });
        // The second slot is read once.
        assert_eq!(reads(&written), 1);
    }

    #[test]
    fn what_another_way_writes_is_read() {
        let met = function(|b, given| {
            let (yes, no, both) = (b.block(), b.block(), b.block());
            b.set_slot(1, given);
            b.set_slot(2, given);
            b.branch(given, yes, no);
            b.go_on(yes);
            let other = b.constant(Type::Int, 7);
            b.set_slot(1, other);
            b.jump(both);
            b.go_on(no);
            b.jump(both);
            b.go_on(both);
            let (differs, stays) = (b.slot(1), b.slot(2));
            b.set_slot(3, differs);
            b.set_slot(4, stays);
            leave(b);
        });
        assert_eq!(reads(&met), 1);
    }

    #[test]
    fn what_a_loop_counts_is_read_in_each_round() {
        let counted = function(|b, given| {
            let (round, done) = (b.block(), b.block());
            let (at, same) = (b.var(given), b.var(given));
            b.jump(round);
            b.go_on(round);
            let (here, stays) = (b.get(at), b.get(same));
            b.set_slot(1, here);
            b.set_slot(2, stays);
            b.count_up(at, 1);
            b.branch(here, round, done);
            b.go_on(done);
            leave(b);
        });
        assert_eq!(reads(&counted), 1);
    }

    #[test]
    fn a_statement_of_the_engine_may_write_any_slot() {
        let asked = function(|b, given| {
            let next = b.block();
            let var = b.var(given);
            b.set_slot(1, given);
            b.statement(Pc::new(0), next, None);
            b.go_on(next);
            let (slot, own) = (b.slot(1), b.get(var));
            b.set_slot(2, slot);
            b.set_slot(3, own);
            leave(b);
        });
        assert_eq!(reads(&asked), 1);
    }
}
