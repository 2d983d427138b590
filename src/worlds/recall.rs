//! Recall: which players know the value of a piece's field, or the piece that a variable names, wherever the piece lies now.
//!
//! A player who chose a piece, or saw it when it was chosen, knows which one a variable names that it was written into. A
//! player who saw a piece knows its fields, and one who was told of a change knows them anew; a change unseen ends that. So
//! does an answer that may have changed a field, for who was not told of it: not of which piece it was, nor whether of any.

use ludex_engine::knowledge::event::{Event, What};
use ludex_engine::knowledge::view::{sees_var, who_knows};
use ludex_play::game::Match;

use ludex_engine::state::{PlayerSet, State};
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId};
use ludex_program::layout::Var;
use ludex_rules::game::Holder;
use ludex_rules::table::{Table, ids};
use ludex_rules::types::Type;
use std::sync::Arc;

/// A bit for each player who knows a field's value, or which piece a variable names, by its address; empty where there is
/// nothing of the kind.
pub(crate) fn recall(game: &Match) -> Arc<Table<Address, PlayerSet>> {
    let program = game.program();
    let vars = &program.layout.vars;
    if !vars.iter().any(|var| is_field(var) || var.names_piece()) {
        return Arc::default();
    }
    let mut remembered = at_first(game);
    let mut chosen = Vec::new();
    for event in game.events() {
        note(game, event, &mut remembered, &mut chosen);
    }
    add_known(program, game.state(), &mut remembered);
    Arc::new(remembered)
}

/// Returns the knowledge of pieces when the game began, or when it was taken up.
fn at_first(game: &Match) -> Table<Address, PlayerSet> {
    let program = game.program();
    let mut remembered = match game.remembered() {
        Some(remembered) if !remembered.is_empty() => Table::clone(remembered),
        Some(_) | None => Table::filled(game.state().memory.len(), PlayerSet::NOBODY),
    };
    match game.from() {
        Some(from) => add_known(program, &from, &mut remembered),
        None => {
            let start = game.start();
            let state = start.before_setup(program);
            add_known(program, &state, &mut remembered);
        }
    }
    remembered
}

/// Adds what players see of the fields of pieces that they know.
fn add_known(program: &Program, state: &State, remembered: &mut Table<Address, PlayerSet>) {
    for piece in state.pieces.ids() {
        let who = who_knows(program, state, piece);
        add_seen(program, state, piece, who, remembered);
    }
}

/// Adds that some saw a piece with all its fields that they may see.
fn add_seen(
    program: &Program,
    state: &State,
    piece: PieceId,
    who: PlayerSet,
    remembered: &mut Table<Address, PlayerSet>,
) {
    let layout = &program.layout;
    let kind = &layout.kinds[layout.piece_kind[piece]];
    for id in &kind.fields {
        let var = &layout.vars[*id];
        let numbers = var.numbers_of(piece.number());
        let who = who & sees_var(program, state, *id, numbers.start);
        for at in remembered.range_mut(numbers) {
            *at |= who;
        }
    }
}

fn is_field(var: &Var) -> bool {
    matches!(var.holder, Holder::Piece(_))
}

/// Notes an event; `chosen` has the pieces that the last answer names, each with who saw it.
fn note(
    game: &Match,
    event: &Event,
    remembered: &mut Table<Address, PlayerSet>,
    chosen: &mut Vec<(i32, PlayerSet)>,
) {
    let program = game.program();
    match &event.what {
        What::Moved { piece, .. } | What::Shown { piece, .. } => {
            add_seen(program, game.state(), *piece, event.seen, remembered);
        }
        What::Changed {
            var, address, new, ..
        } => {
            let known = if program.layout.vars[*var].names_piece() {
                chosen.iter().find(|(value, _)| value == new)
            } else {
                None
            };
            let is_field = is_field(&program.layout.vars[*var]);
            let known = known.map_or(PlayerSet::NOBODY, |(_, sees)| *sees);
            remembered[*address] = if is_field { event.seen } else { known };
        }
        What::Chose {
            player,
            site,
            choice,
            told,
        } => {
            let parts = told
                .iter()
                .skip(told.len() - choice.values.len().min(told.len()));
            let sees = parts.map(|part| part.sees);
            let values = choice.values.iter().copied().zip(sees).enumerate();
            let pieces = values.filter(|(n, _)| {
                let ty = program.value_types(*site, choice.answer).nth(*n);
                ty.is_some_and(|ty| matches!(ty.required(), Type::Piece(_)))
            });
            *chosen = pieces.map(|(_, piece)| piece).collect();
            for id in program.tells[*site].fields() {
                let var = &program.layout.vars[id];
                for at in ids(var.addresses()) {
                    remembered[at] &= event.seen | PlayerSet::one(*player);
                }
            }
        }
        What::Shuffled(_)
        | What::Turned(_)
        | What::LaidOut { .. }
        | What::Began(_)
        | What::Traced(_)
        | What::Finished => {}
    }
}
