//! Words for a player with the values that this player may know: what is asked, and why something is refused.
//!
//! Values are asked when somebody reads the words. A game that nobody reads asks for none of them.

use crate::format::{Sight, UNKNOWN, ValueFormat};
use crate::game::Match;
use crate::locals::untold;
use crate::log::titled;
use ludex_engine::machine::{Machine, Work};
use ludex_program::decision::Told;
use ludex_program::ids::{PieceId, SiteId};
use ludex_program::node::Node;
use ludex_rules::ids::PlayerId;
use ludex_rules::types::Type;
use ludex_rules::wording::{Part, Wording};

/// The pending question as the player who is asked may read it.
pub(crate) fn render_question(
    game: &Match,
    words: ValueFormat<'_>,
    player: PlayerId,
    site: SiteId,
) -> String {
    let prompt = &game.program().sites[site].prompt;
    let values = match prompt.values().next() {
        Some(_) => values(game, player, prompt),
        None => Vec::new(),
    };
    filled(prompt, &values, words)
}

/// The values in a question; none of what the player can't know.
fn values(game: &Match, player: PlayerId, prompt: &Wording<Told>) -> Vec<Option<i32>> {
    let program = game.program();
    let Some(frame) = game.state().frames.last() else {
        return Vec::new();
    };
    let base = frame.slots();
    let slots = program.routines[frame.routine].slots;
    let bound = &game.state().stack[base..];
    let bound = &bound[..bound.len().min(usize::from(slots))];
    // An answer that the player was not told is told by no question either.
    let untold = untold(game, player).into_iter();
    let untold: Vec<usize> = untold
        .filter(|local| local.choice.is_some())
        .map(|local| local.slot)
        .collect();
    let (mut copy, mut work) = (game.state().clone(), Work::default());
    let mut machine = Machine::asked_by(program, &mut copy, &mut work, player);
    let value = |told: &Told| {
        if let Node::Local(slot) = program.nodes[told.node]
            && untold.contains(&(base + usize::from(slot)))
        {
            return None;
        }
        machine.known_value(bound, told.node, slots)
    };
    prompt.values().map(value).collect()
}

/// Words with their values in the order in which they stand; those that are none, or missing, are unknown.
pub(crate) fn filled(
    wording: &Wording<Told>,
    values: &[Option<i32>],
    words: ValueFormat<'_>,
) -> String {
    let mut values = values.iter();
    let mut next = || values.next().copied().flatten();
    let parts = wording.parts.iter().map(|part| match part {
        Part::Words(words) => words.clone(),
        Part::Value(told) => next().map_or_else(|| UNKNOWN.into(), |v| word(&told.ty, v, words)),
        Part::Forms(told, one, several) => match (told.ty.required(), next(), words.sight) {
            (Type::Player, Some(who), Sight::Player(reader)) if who == reader.value() => one,
            (Type::Int | Type::Bool, Some(1), _) => one,
            (_, _, _) => several,
        }
        .clone(),
    });
    parts.collect()
}

/// A value as answers tell it; a piece with its name behind its id, as logs do.
fn word(ty: &Type, value: i32, words: ValueFormat<'_>) -> String {
    let word = words.word(ty, value);
    if words.vocabulary.is_some() {
        return word;
    }
    let is_piece = matches!(ty.required(), Type::Piece(_)) && word != UNKNOWN;
    match PieceId::of(value) {
        Some(piece) if is_piece => titled(words.program, piece),
        _ => word,
    }
}
