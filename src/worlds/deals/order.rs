//! The order of a place whose order the player can't see: a hand of another, a bag; and of members that a name keeps.

use crate::deals::holes::Holes;
use ludex_engine::chance::Stream;
use ludex_engine::knowledge::view::knows;
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::cursor::Cursor;
use ludex_program::ids::{ListIndex, PieceId, SpotId};
use ludex_rules::game::Seen;
use ludex_rules::ids::PlayerId;

/// Tells whether a place shows a player who does not see into it neither its pieces nor their order.
pub(super) fn is_unseen(program: &Program, place: SpotId) -> bool {
    let declared = program.layout.place_of[place].0;
    let seen = program.layout.places[declared].seen;
    State::is_mixed(program, place) && matches!(seen, Seen::Owner | Seen::Others | Seen::Nobody)
}

/// Puts the pieces of a place into a random order, in which those that the player knows follow each other as before: that
/// much a view tells.
pub(super) fn mix(
    program: &Program,
    world: &mut State,
    place: SpotId,
    player: PlayerId,
    stream: &mut Stream,
) {
    let all: Vec<PieceId> = world.pieces_in(place).collect();
    let (known, mut unknown): (Vec<PieceId>, Vec<PieceId>) = all
        .iter()
        .partition(|piece| knows(program, world, player, **piece));
    // Others may know some of them; which position that was must not count, nor which pieces truly lay before others.
    unknown.sort_by_key(|piece| (world.pieces[*piece].known, *piece));
    stream.shuffle(&mut unknown);
    let mut shown = vec![true; known.len()];
    shown.resize(all.len(), false);
    stream.shuffle(&mut shown);
    for piece in &all {
        world.unlink(*piece);
    }
    let (mut known, mut unknown) = (known.into_iter(), unknown.into_iter());
    for is_known in shown {
        let next = if is_known {
            known.next()
        } else {
            unknown.next()
        };
        if let Some(piece) = next {
            world.link(piece, place, PieceId::NONE);
        }
    }
}

/// Puts unknown pieces that names keep into the order of their holes: theirs tells how they lay when they were named.
pub(super) fn settle_members(program: &Program, holes: &Holes, world: &mut State) {
    for frame in &world.frames {
        let routine = &program.routines[frame.routine];
        let named = |cursor: &&Cursor| usize::from(cursor.slot) < routine.locals.len();
        for cursor in routine.piece_cursors.iter().filter(named) {
            let at = frame.slots() + usize::from(cursor.slot);
            let ends = [world.stack[at], world.stack[at + 2]];
            let [begin, end] = ends.map(|end| ListIndex::from_value(end).index());
            let listed = world.lists.get_mut(begin..end).unwrap_or_default();
            let hole = |piece: i32| {
                holes
                    .all
                    .iter()
                    .position(|hole| hole.piece.value() == piece)
            };
            let mut settled: Vec<usize> = listed.iter().filter_map(|piece| hole(*piece)).collect();
            settled.sort_unstable();
            let unknown = listed.iter_mut().filter(|piece| hole(**piece).is_some());
            for (piece, hole) in unknown.zip(settled) {
                *piece = holes.all[hole].piece.value();
            }
        }
    }
}
