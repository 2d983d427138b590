//! The variables that a player does not see: those that a world decided anew, and those that it keeps.

use ludex_engine::knowledge::view::{knows, sees_var};
use ludex_engine::state::State;
use ludex_play::game::Match;
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId};
use ludex_program::layout::Var;
use ludex_rules::game::Holder;
use ludex_rules::ids::PlayerId;
use ludex_rules::table::ids;
use std::collections::BTreeSet;

/// The variables that a player does not see, by name.
#[derive(Clone, Default)]
pub(crate) struct Hidden {
    /// Those that were decided anew.
    pub(crate) drawn: Vec<String>,
    /// Those that keep their values.
    pub(crate) kept: Vec<String>,
    /// Addresses of the values that are kept, but for those of pieces that are dealt.
    pub(crate) kept_at: Vec<Address>,
}

/// The variables that a player does not see: those drawn anew, and the others.
pub(crate) fn hidden(game: &Match, player: PlayerId, drawn: &BTreeSet<Address>) -> Hidden {
    let (program, state) = (game.program(), game.state());
    let mut hidden = Hidden::default();
    let vars = program.layout.vars.entries();
    for (id, var) in vars.filter(|(_, var)| !var.name.contains('.')) {
        for n in 0..holders(state, var) {
            let at = var.nth(n);
            let numbers = ids(at..at.plus(var.width));
            let seen = sees_var(program, state, id, at);
            if seen.has(player) {
                continue;
            }
            let is_drawn = numbers.clone().any(|at| drawn.contains(&at));
            // The fields of a piece that the player does not know go with it.
            let stays = match var.holder {
                Holder::Piece(_) => {
                    let piece = PieceId::numbered(var.holder_at(at).0);
                    knows(program, state, player, piece)
                }
                Holder::Table | Holder::Player | Holder::Space(_) => true,
            };
            if !is_drawn && stays {
                hidden.kept_at.extend(numbers);
            }
            let to = if is_drawn {
                &mut hidden.drawn
            } else {
                &mut hidden.kept
            };
            let name = name(program, var, n);
            if to.last() != Some(&name) {
                to.push(name);
            }
        }
    }
    hidden
}

/// Returns the number of holders of a variable that take part.
fn holders(state: &State, var: &Var) -> u32 {
    match var.holder {
        Holder::Player => u32::from(state.players),
        Holder::Table | Holder::Space(_) | Holder::Piece(_) => var.holders,
    }
}

/// A variable of a player with that player; one of pieces or spaces with what they are.
fn name(program: &Program, var: &Var, n: u32) -> String {
    let layout = &program.layout;
    match var.holder {
        Holder::Table => var.name.clone(),
        Holder::Player => format!("P{n}.{}", var.name),
        Holder::Space(board) => format!("{}.{}", layout.boards[board].name, var.name),
        Holder::Piece(kind) => format!("{}.{}", layout.kinds[kind].name, var.name),
    }
}
