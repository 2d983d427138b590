//! Slots of observations, their names, and whether a reader may know what a value names.

use ludex_engine::knowledge::view;
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::ids::{PieceId, SpotId};
use ludex_rules::game::{Holder, NONE};
use ludex_rules::ids::PlayerId;
use ludex_rules::types::Type;
use std::collections::BTreeMap;

/// A slot of an observation.
#[derive(Debug, Clone, PartialEq)]
pub struct Slot {
    /// The name, such as `P0.hand[owl]`; no two slots share one.
    pub name: String,
    /// The lowest number that it may hold.
    pub low: f32,
    /// The highest number that it may hold.
    pub high: f32,
}

impl Slot {
    pub(super) fn new(name: String, low: f32, high: f32) -> Slot {
        Slot { name, low, high }
    }
}

/// Adds to names that came before which of those each is: `text[game.when_drawn]#2`.
pub(super) fn tell_apart<'a>(names: impl Iterator<Item = &'a mut String>) {
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        let nth = met.entry(name.clone()).or_default();
        *nth += 1;
        if *nth > 1 {
            *name = format!("{name}#{nth}");
        }
    }
}

/// Returns false if a value names a piece that a player can't identify, or a place on one.
pub(super) fn knows_value(
    program: &Program,
    state: &State,
    player: PlayerId,
    ty: &Type,
    value: i32,
) -> bool {
    let piece = match (ty.required(), value) {
        (_, NONE) => return true,
        (Type::Piece(_), _) => PieceId::from_value(value),
        (Type::Place(_), _) => {
            let spot = program.layout.place_of.get(SpotId::from_value(value));
            let Some((declared, holder)) = spot else {
                return true;
            };
            match program.layout.places[*declared].holder {
                Holder::Piece(_) => PieceId::numbered(*holder),
                Holder::Table | Holder::Player | Holder::Space(_) => return true,
            }
        }
        (_, _) => return true,
    };
    view::knows(program, state, player, piece)
}
