//! Reads of what is known: a slot or variable that holds a known value on every way is not read again.
//!
//! This is the forwarding of stores to loads by an analysis of available values (Aho, Lam, Sethi and Ullman, *Compilers*, 9.2):
//! what holds at the beginning of a block holds at the end of all blocks before it.

use super::{Block, Exit, Function, Inst, ListFunction, Value, Var};
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
            follow(inst, &function.walks, &mut held);
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
                follow(inst, &function.walks, &mut held);
            }
            if matches!(code.exit, Exit::Statement { .. } | Exit::Begin { .. }) {
                drop_slots(&mut held);
            }
            for target in code.exit.targets() {
                changed |= meet(&mut starts[target.index()], &held);
            }
        }
    }
    starts
}

/// Keeps at the beginning of a block what one more way to it brings too; tells whether that was less than before.
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
fn follow(inst: &Inst, walks: &[Box<[Var]>], held: &mut Held) {
    if let Some((cell, to)) = read(inst) {
        hold(held, cell, to);
    } else if let Inst::SetSlot { slot, a } = inst {
        hold(held, Storage::Slot(*slot), *a);
    } else if let Inst::Set { var, a } = inst {
        hold(held, Storage::Var(*var), *a);
    } else if let Inst::CountUp { var, .. } = inst {
        held.remove(&Storage::Var(*var));
    } else if let Inst::Pay { walks: paid } = inst {
        // They count from 0 again.
        for var in &walks[paid.index()] {
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
