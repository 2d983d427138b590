//! Recall: which players know the value of a piece's field, wherever the piece lies now.
//!
//! Who saw a piece knows its fields, and whoever was told of a change knows them anew; a change unseen ends that. So does an
//! answer that may have changed a field, for who was not told of it: not of which piece it was, nor whether of any.

use crate::engine::event::{Event, What};
use crate::engine::state::{PlayerSet, State};
use crate::engine::view::who_knows;
use crate::play::game::Match;
use crate::program::Program;
use crate::rules::game::Holder;
use std::sync::Arc;

/// A bit for each player who knows a field's value, by its address; empty where pieces have no fields.
pub(crate) fn recall(game: &Match) -> Arc<[PlayerSet]> {
    let program = game.program();
    let vars = &program.layout.vars;
    if !vars
        .iter()
        .any(|var| matches!(var.holder, Holder::Piece(_)))
    {
        return Arc::from([]);
    }
    let mut remembered = at_first(game);
    for event in game.events() {
        note(program, event, &mut remembered);
    }
    add_known(program, game.state(), &mut remembered);
    remembered.into()
}

/// What was known when the game began, or when it was taken up.
fn at_first(game: &Match) -> Vec<PlayerSet> {
    let program = game.program();
    let mut remembered = match &game.remembered {
        Some(remembered) if !remembered.is_empty() => remembered.to_vec(),
        Some(_) | None => vec![0; game.state().memory.len()],
    };
    match game.from() {
        Some(from) => add_known(program, &from, &mut remembered),
        None => {
            let start = game.start();
            let state = State::before_setup(program, start.players, start.seed, &start.options);
            add_known(program, &state, &mut remembered);
        }
    }
    remembered
}

/// Adds what players see of the fields of pieces that they know.
fn add_known(program: &Program, state: &State, remembered: &mut [PlayerSet]) {
    for (piece, _) in state.pieces.iter().enumerate() {
        let who = who_knows(program, state, piece as u32);
        add_seen(program, piece as u32, who, remembered);
    }
}

/// Adds that some saw a piece with all its fields.
fn add_seen(program: &Program, piece: u32, who: PlayerSet, remembered: &mut [PlayerSet]) {
    let layout = &program.layout;
    let kind = &layout.kinds[layout.piece_kind[piece as usize] as usize];
    for id in &kind.fields {
        let var = &layout.vars[*id as usize];
        let base = (var.base + (piece - var.first) * var.width) as usize;
        for at in &mut remembered[base..base + var.width as usize] {
            *at |= who;
        }
    }
}

fn note(program: &Program, event: &Event, remembered: &mut [PlayerSet]) {
    match &event.what {
        What::Moved { piece, .. } | What::Shown { piece, .. } => {
            add_seen(program, *piece, event.seen, remembered);
        }
        What::Changed { address, .. } => remembered[*address as usize] = event.seen,
        What::Chose { player, site, .. } => {
            for id in program.tells[*site as usize].fields() {
                let var = &program.layout.vars[id as usize];
                for at in var.base..var.base + var.holders * var.width {
                    remembered[at as usize] &= event.seen | 1 << player;
                }
            }
        }
        What::Shuffled(_)
        | What::Turned(_)
        | What::LaidOut { .. }
        | What::Began(_)
        | What::Finished => {}
    }
}
