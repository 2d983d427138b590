//! Layouts of a given position: boards that play lays out, laid out before anything names their spaces.

use crate::setup::{SetupError, join, members, object, unknown, wrong};
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_rules::ids::PlayerId;
use serde_json::Value;

/// Lays out the boards of the table and of the players as a description says. What is wrong elsewhere is told by others.
pub(super) fn lay_out(
    program: &Program,
    state: &mut State,
    partial: &Value,
) -> Result<(), SetupError> {
    each(program, state, &partial["layouts"], None, "layouts")?;
    let players = members(&partial["players"], "players", "player");
    for (seat, player, path) in players.unwrap_or_default() {
        let seat = PlayerId::read(seat.strip_prefix('P').unwrap_or(&seat));
        let Some(seat) = seat.filter(|seat| seat.is_among(state.players)) else {
            continue;
        };
        let path = join(&path, "layouts");
        each(program, state, &player["layouts"], Some(seat), &path)?;
    }
    Ok(())
}

fn each(
    program: &Program,
    state: &mut State,
    part: &Value,
    player: Option<PlayerId>,
    path: &str,
) -> Result<(), SetupError> {
    if part.is_null() {
        return Ok(());
    }
    for (name, id) in object(part, path)? {
        one(program, state, name, id, player, &join(path, name))?;
    }
    Ok(())
}

fn one(
    program: &Program,
    state: &mut State,
    name: &str,
    id: &Value,
    player: Option<PlayerId>,
    path: &str,
) -> Result<(), SetupError> {
    let waiting = || {
        let boards = program.layout.boards.iter();
        boards.filter(|board| board.waits && board.per_player == player.is_some())
    };
    let Some(board) = waiting().find(|board| board.name == name) else {
        let known = waiting().map(|board| board.name.as_str());
        return Err(unknown(path, "board that play lays out", name, known));
    };
    let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
    let real = || board.layouts.entries().take(board.layouts.len() - 1);
    let Some((chosen, _)) = real().find(|(_, layout)| layout.id == id) else {
        let known = real().map(|(_, layout)| layout.id.as_str());
        return Err(unknown(path, &format!("layout of `{name}`"), &id, known));
    };
    let copy = player.map_or(0, PlayerId::number);
    match state.layout_in_use(board, copy) {
        Some(used) if used != chosen => {
            let used = &board.layouts[used].id;
            let message = format!("`{name}` is laid out already, as `{used}`");
            Err(wrong(path, message))
        }
        Some(_) => Ok(()),
        None => {
            state.use_layout(board, copy, chosen);
            Ok(())
        }
    }
}
