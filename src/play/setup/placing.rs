//! Pieces moved into a given position: what is named lies where it is named, what had to go fills the gaps.

use crate::setup::{SetupError, wrong};
use ludex_engine::state::{PlayerSet, State};
use ludex_program::Program;
use ludex_program::ids::{PieceId, SpotId};
use ludex_rules::table::{Table, widened};

/// A place and the pieces it shall hold, with where it was said.
pub(super) struct PlacedPieces {
    pub(super) place: SpotId,
    pub(super) pieces: Vec<PieceId>,
    pub(super) path: String,
}

/// The pieces of a state moved so that each named place holds just what was named.
pub(super) fn place(
    program: &Program,
    state: &State,
    named: &[PlacedPieces],
) -> Result<State, SetupError> {
    let mut order: Table<SpotId, Vec<PieceId>> = (state.places.ids())
        .map(|spot| state.pieces_in(spot).collect())
        .collect();
    let mut is_named = Table::filled(state.places.len(), false);
    named.iter().for_each(|n| is_named[n.place] = true);
    let mut spoken = Table::filled(state.pieces.len(), false);
    named
        .iter()
        .flat_map(|n| &n.pieces)
        .for_each(|p| spoken[*p] = true);
    let kind = |p: &PieceId| program.layout.piece_kind[*p];
    let mut homeless = Vec::new();
    let mut gaps = Vec::new();
    for one in named {
        let mut leaving: Vec<PieceId> = order[one.place]
            .iter()
            .copied()
            .filter(|p| !spoken[*p])
            .collect();
        for piece in &one.pieces {
            let from = state.pieces[*piece].place;
            if from == SpotId::NONE || is_named[from] {
                continue;
            }
            // Whoever came from a place that nobody named leaves a gap there.
            match leaving.iter().position(|other| kind(other) == kind(piece)) {
                Some(n) => fill(&mut order[from], *piece, Some(leaving.remove(n))),
                None => gaps.push((from, *piece)),
            }
        }
        homeless.extend(leaving);
    }
    // A piece that had to leave one named place may stand in for one that came to another.
    for (from, piece) in gaps {
        let other = homeless
            .iter()
            .position(|other| kind(other) == kind(&piece));
        let other = other.map(|n| homeless.remove(n));
        fill(&mut order[from], piece, other);
    }
    for one in named {
        order[one.place].clone_from(&one.pieces);
    }
    for piece in homeless {
        // A home that was named holds exactly what was named, so its piece stays out of the game.
        let home = program.layout.home[piece];
        let declared = &program.layout.places[program.layout.place_of[home].0];
        if !is_named[home] && order[home].len() < widened(declared.capacity) {
            order[home].push(piece);
        }
    }
    let mut placed = state.clone();
    for piece in placed.pieces.ids() {
        placed.unlink(piece);
    }
    for (place, pieces) in order.entries() {
        for piece in pieces {
            placed.link(*piece, place, PieceId::NONE);
        }
    }
    fade(program, state, &mut placed);
    inside_itself(&placed, program, named)?;
    Ok(placed)
}

/// Puts another piece where one was, or closes the gap.
fn fill(pieces: &mut Vec<PieceId>, gone: PieceId, other: Option<PieceId>) {
    let Some(gap) = pieces.iter().position(|piece| *piece == gone) else {
        return;
    };
    match other {
        Some(other) => pieces[gap] = other,
        None => drop(pieces.remove(gap)),
    }
}

/// Fading fields of pieces that were moved and not named fall back.
fn fade(program: &Program, before: &State, placed: &mut State) {
    for piece in placed.pieces.ids() {
        let (from, to) = (before.pieces[piece].place, placed.pieces[piece].place);
        if from == to || from == SpotId::NONE {
            continue;
        }
        let declared = |place: SpotId| program.layout.place_of.get(place).map(|(d, _)| *d);
        for (var, lasts) in &program.layout.kinds[program.layout.piece_kind[piece]].fading {
            let lasted = |place: SpotId| declared(place).is_some_and(|d| lasts.contains(&d));
            let var = &program.layout.vars[*var];
            let at = var.numbers_of(piece.number());
            if lasted(from) && !lasted(to) {
                let own = program.layout.memory.range(at.clone());
                placed.memory.range_mut(at).copy_from_slice(own);
            }
        }
    }
}

/// A piece can't lie in a place that it holds, however far inside.
fn inside_itself(
    state: &State,
    program: &Program,
    named: &[PlacedPieces],
) -> Result<(), SetupError> {
    for one in named {
        for piece in &one.pieces {
            if !state.is_founded(program, *piece) {
                let name = &program.names.pieces[*piece];
                return Err(wrong(
                    &one.path,
                    format!("`{name}` would lie inside itself"),
                ));
            }
        }
    }
    Ok(())
}

/// Pieces that were moved are known by those who see them; those that stayed are still known as before, too.
pub(super) fn know(program: &Program, before: &State, placed: &mut State) {
    for piece in placed.pieces.ids() {
        let place = placed.pieces[piece].place;
        let sees = if place == SpotId::NONE {
            PlayerSet::NOBODY
        } else {
            placed.sees(program, place, piece)
        };
        let stayed = place == before.pieces[piece].place;
        placed.pieces[piece].known = sees
            | if stayed {
                before.pieces[piece].known
            } else {
                PlayerSet::NOBODY
            };
    }
}
