//! Tables by which a change of a state becomes one of an observation, made once for each program: the variable of each address,
//! and all that looks different to another seat.

use ludex_program::Program;
use ludex_program::ids::{Address, SpotId};
use ludex_rules::game::Seen;
use ludex_rules::ids::VarId;
use ludex_rules::table::{Table, widened};
use ludex_rules::types::Type;
use std::ops::Range;

/// The tables by which `ObservedRow` finds the slots of what changed.
#[derive(Debug, Clone)]
pub(super) struct UpdatePlan {
    /// For each address, the variable that has it; none of options, counters and sizes of boards.
    pub(super) variables: Table<Address, Option<VarId>>,
    /// The addresses of options, and of layouts and sizes of boards: after a change of one of them all is written anew.
    pub(super) fixed: Vec<Range<Address>>,
    /// The variables that some seats do not see.
    pub(super) secret: Vec<VarId>,
    /// The variables whose values name pieces, or places on them; true where some seats may not know a piece that others do.
    pub(super) naming: Vec<(VarId, bool)>,
    /// The single places into which some seats may not see.
    pub(super) secret_spots: Vec<SpotId>,
    /// For each single place its number among those, if it is one.
    pub(super) secret_number: Table<SpotId, Option<u32>>,
}

impl UpdatePlan {
    pub(super) fn new(program: &Program) -> UpdatePlan {
        let layout = &program.layout;
        let mut variables = Table::filled(layout.memory.len(), None);
        for (id, var) in layout.vars.entries() {
            variables.range_mut(var.addresses()).fill(Some(id));
        }
        let mut fixed = vec![layout.options(program.names.options.len())];
        for board in layout.boards.iter() {
            fixed.push(board.layout_of(0)..board.layout_of(board.copies));
            fixed.push(board.size_of(0)..board.size_of(board.copies));
        }
        let vars = || layout.vars.entries();
        let secret = vars().filter(|(_, var)| var.seen != Seen::All);
        let names = |ty: &Type| matches!(ty.required(), Type::Piece(_) | Type::Place(_));
        let naming = vars().filter(|(_, var)| names(&var.ty));
        let may_hide = |ty: &Type| {
            if let Type::Piece(kind) = ty.required() {
                layout.may_hide(*kind)
            } else {
                layout.hides_pieces()
            }
        };
        let naming = naming.map(|(id, var)| (id, may_hide(&var.ty)));
        let mut secret_spots = Vec::new();
        let mut secret_number = Table::filled(layout.place_of.len(), None);
        for spot in layout.place_of.ids() {
            if layout.places[layout.place_of[spot].0].seen != Seen::All {
                secret_number[spot] = Some(secret_spots.len() as u32);
                secret_spots.push(spot);
            }
        }
        UpdatePlan {
            variables,
            fixed,
            secret: secret.map(|(id, _)| id).collect(),
            naming: naming.collect(),
            secret_spots,
            secret_number,
        }
    }

    /// Returns the number of a single place among those into which some seats may not see, if it is one.
    pub(super) fn secret_index(&self, spot: SpotId) -> Option<usize> {
        self.secret_number[spot].map(widened)
    }
}
