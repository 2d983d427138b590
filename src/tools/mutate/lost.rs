//! Variables that players lose numbers of, by the typed rules.

use ludex_rules::expr::{Stmt, Write};
use ludex_rules::game::Game;
use ludex_rules::ids::VarId;
use std::collections::BTreeSet;

/// Returns the variables that `gain` and `lose` move, which stop at their bounds.
pub(super) fn variables(game: &Game) -> BTreeSet<VarId> {
    let mut lost = BTreeSet::new();
    for routine in &game.routines {
        add_block(&routine.body, &mut lost);
    }
    lost
}

fn add_block(block: &[Stmt], lost: &mut BTreeSet<VarId>) {
    for stmt in block {
        if let Some((Write::Gain, target, _)) = stmt.writes() {
            lost.insert(target.var);
        }
        for inner in stmt.blocks() {
            add_block(inner, lost);
        }
    }
}
