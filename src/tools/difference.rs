//! The difference of two positions of one game: where pieces went, what variables became.
//!
//! Says it as the log would, had it all happened at once.

use ludex_engine::knowledge::event::{Event, What};
use ludex_engine::state::{PlayerSet, State};
use ludex_play::format::{ValueFormat, place_phrase};
use ludex_play::log;
use ludex_play::log::LogReader;
use ludex_program::Program;
use ludex_program::ids::{PieceId, SpotId};
use ludex_rules::table::ids;

/// A line for each piece that went elsewhere, each place in another order, each variable with another value.
pub(crate) fn changes(program: &Program, old: &State, new: &State) -> Vec<String> {
    changes_but(program, old, new, &|_| false)
}

/// The same without the pieces that are told of elsewhere.
pub(crate) fn changes_but(
    program: &Program,
    old: &State,
    new: &State,
    elsewhere: &dyn Fn(PieceId) -> bool,
) -> Vec<String> {
    let told = |what| {
        let event = Event {
            what,
            because: Vec::new(),
            seen: PlayerSet::ANYBODY,
        };
        log::line(program, new, &event, LogReader::default())
    };
    let moved = moved(old, new).filter(|(piece, _)| !elsewhere(*piece));
    let mut lines: Vec<String> = moved.filter_map(|(_, what)| told(what)).collect();
    lines.extend(orders(program, old, new));
    lines.extend(changed(program, old, new).filter_map(told));
    lines
}

/// Each piece that is elsewhere, with its move.
fn moved(old: &State, new: &State) -> impl Iterator<Item = (PieceId, What)> {
    let both = old.pieces.ids().zip(old.pieces.iter().zip(&new.pieces));
    let moved = both.filter(|(_, (old, new))| old.place != new.place);
    moved.map(|(piece, (from, to))| {
        let moved = What::Moved {
            piece,
            from: from.place,
            to: to.place,
            at: [0, 0],
        };
        (piece, moved)
    })
}

fn changed(program: &Program, old: &State, new: &State) -> impl Iterator<Item = What> {
    let vars = program.layout.vars.entries();
    let all = vars.flat_map(|(id, var)| ids(var.addresses()).map(move |address| (id, address)));
    all.filter_map(|(var, address)| {
        let (old, new) = (old.memory[address], new.memory[address]);
        let changed = What::Changed {
            var,
            address,
            old,
            new,
            on: None,
        };
        (old != new).then_some(changed)
    })
}

/// Places that hold the same pieces in another order.
fn orders(program: &Program, old: &State, new: &State) -> Vec<String> {
    let places = program.layout.place_of.ids();
    let differs = |at: &SpotId| {
        let before: Vec<PieceId> = old.pieces_in(*at).collect();
        let now: Vec<PieceId> = new.pieces_in(*at).collect();
        let (mut a, mut b) = (before.clone(), now.clone());
        a.sort_unstable();
        b.sort_unstable();
        a == b && before != now
    };
    let line = |at| {
        format!(
            "{}: in another order",
            place_phrase(&ValueFormat::of(program, new), at)
        )
    };
    places.filter(differs).map(line).collect()
}
