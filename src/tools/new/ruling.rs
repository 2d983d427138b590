//! A first ruling about a game that runs: its first player makes a choice. It passes as it is, to be changed from there.

use std::sync::Arc;

use ludex_play::game::Match;
use ludex_play::start::Start;
use ludex_program::Program;

/// So many options are tried: one whose words several options have is no choice.
const TRIED: usize = 50;

/// Texts of a ruling, the likeliest to pass first.
#[must_use]
pub fn rulings(program: &Arc<Program>, name: &str) -> Vec<String> {
    let players = u8::try_from(program.names.players.0).unwrap_or(1);
    let start = Start::new(program, players, 0);
    let Ok(mut played) = Match::new(Arc::clone(program), start) else {
        return Vec::new();
    };
    let mut texts = Vec::new();
    if let Some(decision) = played.decision() {
        for (number, option) in decision.options.iter().enumerate().take(TRIED) {
            if played.apply(number).is_err() {
                continue;
            }
            let choice = format!("{}: {}", decision.player, option.label);
            texts.push(text(name, players, Some(&choice), &next(&played)));
            if played.undo().is_err() {
                break;
            }
        }
    }
    texts.push(text(name, players, None, &next(&played)));
    texts
}

fn next(played: &Match) -> String {
    match played.decision() {
        Some(decision) => decision.player.to_string(),
        None => "over".to_owned(),
    }
}

fn text(name: &str, players: u8, choice: Option<&str>, next: &str) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let (asks, play) = match choice {
        Some(choice) => (
            "The first player has chosen. What comes of it?",
            format!("play:\n  - {}\n", quoted(choice)),
        ),
        None => ("Who is asked first?", String::new()),
    };
    format!(
        "id: {name}\nasks: {asks}\nsays: The answer, in your words.\ngiven:\n  players: {players}\n  seed: 0\n\
         {play}next: {next}\n"
    )
}
