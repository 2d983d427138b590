//! Rules text: it is read, checked and compiled without a panic, and an edited game says what one read anew says.

use crate::seeds::{games, words};
use crate::typed::Typed;
use bolero::check;
use ludex_ide::GameSnapshot;
use ludex_pipeline::GameText;
use ludex_play::{game::Match, start::Start};
use ludex_program::Program;
use ludex_report::{Report, human};
use std::sync::Arc;

/// Choices of a game that could be compiled.
const CHOICES: u64 = 20;

/// Files of games that an input edits: the number of the game, and of the file in it.
pub(crate) fn files(games: &[GameText], is_wanted: impl Fn(&str) -> bool) -> Vec<(usize, usize)> {
    let games = games.iter().enumerate();
    let files =
        games.flat_map(|(game, text)| (0..text.files.len()).map(move |file| (game, file, text)));
    let wanted = files.filter(|(_, file, text)| is_wanted(&text.files[*file].0));
    wanted.map(|(game, file, _)| (game, file)).collect()
}

/// Edits a file of a game, and holds what is said of the game against a new reading.
pub(crate) fn fuzz(is_wanted: impl Fn(&str) -> bool) {
    let games = games();
    let files = files(&games, is_wanted);
    let text = |(game, file): (usize, usize)| games[game].files[file].1.as_str();
    let texts: Vec<&str> = files.iter().map(|file| text(*file)).collect();
    let words = words(texts.iter().copied());
    let before: Vec<GameSnapshot> = games
        .iter()
        .map(|game| GameSnapshot::new(game.clone()))
        .collect();
    check!()
        .with_iterations(300)
        .with_type::<Typed>()
        .for_each(|typed| {
            let (nth, text) = typed.apply(&texts, &words);
            let (game, file) = files[nth];
            let mut edited = games[game].clone();
            edited.files[file].1 = text;
            hold(&before[game], edited);
        });
}

/// Checks a game as it is now, which was another before.
fn hold(before: &GameSnapshot, text: GameText) {
    let kept = before.edited(text.clone());
    let anew = GameSnapshot::new(text);
    let said = |game: &GameSnapshot| human(&game.report, &game.sources, false);
    assert_eq!(
        said(&kept),
        said(&anew),
        "an edited game says something else"
    );
    for label in kept.report.iter().flat_map(|one| &one.labels) {
        let span = label.span;
        assert_eq!(
            kept.sources.fit(span),
            span,
            "a place that is not in the text"
        );
    }
    assert_eq!(kept.analysis.is_sound, !kept.report.has_errors());
    let mut report = Report::new();
    let program = kept
        .parsed
        .checked(&kept.analysis)
        .and_then(|game| game.compile(&mut report));
    if let Some(program) = program {
        play(&Arc::new(program));
    }
}

/// Plays a game for some choices: it ends, goes on, or stops at a fault.
fn play(program: &Arc<Program>) {
    let start = Start::new(program, program.names.players.0.try_into().unwrap(), 1);
    if let Ok(mut game) = Match::new(Arc::clone(program), start) {
        let _ = game.playout(1, Some(CHOICES));
    }
}

#[test]
fn fuzz_rules() {
    fuzz(|path| path.ends_with(".rules"));
}
