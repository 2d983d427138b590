//! Pieces moved into a given position: what is named lies where it is named, what had to go fills the gaps.

use crate::engine::state::{NOWHERE, PlayerSet, State};
use crate::engine::view;
use crate::play::setup::{SetupError, wrong};
use crate::program::Program;

/// A place and the pieces it shall hold, with where it was said.
pub(super) struct PlacedPieces {
    pub(super) place: u32,
    pub(super) pieces: Vec<u32>,
    pub(super) path: String,
}

/// The pieces of a state moved so that each named place holds just what was named.
pub(super) fn place(
    program: &Program,
    state: &State,
    named: &[PlacedPieces],
) -> Result<State, SetupError> {
    let mut order: Vec<Vec<u32>> = (0..state.places.len())
        .map(|p| state.pieces_in(p as u32).collect())
        .collect();
    let mut is_named = vec![false; state.places.len()];
    named.iter().for_each(|n| is_named[n.place as usize] = true);
    let mut spoken = vec![false; state.pieces.len()];
    named
        .iter()
        .flat_map(|n| &n.pieces)
        .for_each(|p| spoken[*p as usize] = true);
    let kind = |p: &u32| program.layout.piece_kind[*p as usize];
    let mut homeless = Vec::new();
    let mut gaps = Vec::new();
    for one in named {
        let mut leaving: Vec<u32> = order[one.place as usize]
            .iter()
            .copied()
            .filter(|p| !spoken[*p as usize])
            .collect();
        for piece in &one.pieces {
            let from = state.pieces[*piece as usize].place;
            if from == NOWHERE || is_named[from as usize] {
                continue;
            }
            // Whoever came from a place that nobody named leaves a gap there.
            match leaving.iter().position(|other| kind(other) == kind(piece)) {
                Some(n) => fill(&mut order[from as usize], *piece, Some(leaving.remove(n))),
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
        fill(&mut order[from as usize], piece, other);
    }
    for one in named {
        order[one.place as usize].clone_from(&one.pieces);
    }
    for piece in homeless {
        // A home that was named holds exactly what was named, so its piece stays out of the game.
        let home = program.layout.home[piece as usize] as usize;
        let declared = &program.layout.places[program.layout.place_of[home].0];
        if !is_named[home] && order[home].len() < declared.capacity as usize {
            order[home].push(piece);
        }
    }
    let mut placed = state.clone();
    for piece in 0..placed.pieces.len() {
        placed.unlink(piece as u32);
    }
    for (place, pieces) in order.iter().enumerate() {
        for piece in pieces {
            placed.link(*piece, place as u32, NOWHERE);
        }
    }
    fade(program, state, &mut placed);
    inside_itself(&placed, program, named)?;
    Ok(placed)
}

/// Puts another piece where one was, or closes the gap.
fn fill(pieces: &mut Vec<u32>, gone: u32, other: Option<u32>) {
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
    for piece in 0..placed.pieces.len() {
        let (from, to) = (before.pieces[piece].place, placed.pieces[piece].place);
        if from == to || from == NOWHERE {
            continue;
        }
        let declared = |place: u32| program.layout.place_of.get(place as usize).map(|(d, _)| *d);
        for (var, lasts) in &program.layout.kinds[program.layout.piece_kind[piece]].fading {
            let lasted = |place: u32| declared(place).is_some_and(|d| lasts[d]);
            let var = &program.layout.vars[*var];
            let at = var.address(piece as u32);
            if lasted(from) && !lasted(to) {
                placed.memory[at..at + var.numbers()]
                    .copy_from_slice(&program.layout.memory[at..at + var.numbers()]);
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
            if !view::is_founded(program, state, *piece) {
                let name = &program.names.pieces[*piece as usize];
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
    for piece in 0..placed.pieces.len() {
        let place = placed.pieces[piece].place;
        let sees = if place == NOWHERE {
            PlayerSet::NOBODY
        } else {
            placed.sees(program, place, piece as u32)
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
