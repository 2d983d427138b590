//! Words about rules say what the rules do. Texts are generated in which every name means several things (a variable, a place, a
//! query, a parameter, a local name, a member, a row, a value of an enum), their words are read as a person would, and what
//! these say is compared with a played game.

mod cards;
mod generator;
mod japanese;
mod reader;

use generator::{GeneratedGame, START, VARIABLES};
use ludex::engine::chance::{Stream, purpose};
use ludex::markup::Line;
use ludex::pipeline::GameText;
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::play::state_json::state;
use ludex::report::{Report, human};
use ludex::source::Sources;
use ludex::tools::manual::Manual;
use reader::Reader;
use std::sync::Arc;

/// The words of the effect, and the variables after it was done; none of a game that is refused, as a name means something of
/// another type where it stands.
fn words_and_play(game: &GeneratedGame, locale: &str) -> Option<(Vec<Line>, Vec<i64>)> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let text = GameText {
        name: "shade".to_owned(),
        files: game.files.clone(),
    };
    let parsed = text.parse(&mut sources, &mut report).in_locale(locale);
    assert!(!report.has_errors(), "{}", human(&report, &sources, false));
    let checked = parsed.check(&mut report)?;
    let program = checked.compile(&mut report)?;
    let manual = Manual::new(parsed.files(), &checked.names, &sources, &[]);
    let lines = manual.named("act").next().unwrap().does.clone();
    let program = Arc::new(program);
    let mut played = Match::new(Arc::clone(&program), Start::new(&program, 1, 1)).unwrap();
    played.apply(0).unwrap();
    let after = state(&program, played.state());
    let vars = &after["players"][0]["vars"];
    let value = |name: &String| vars[name].as_i64().unwrap();
    Some((lines, game.variables.iter().map(value).collect()))
}

#[test]
fn words_of_shadowed_names_say_what_is_done() {
    let asked = std::env::var("LUDEX_GAMES").ok();
    let games: u64 = asked.and_then(|one| one.parse().ok()).unwrap_or(40);
    let (mut played, mut moved) = (0, 0);
    for seed in 0..games {
        let game = generator::game(&mut Stream::new(seed, purpose("shadows"), 0));
        let Some((lines, done)) = words_and_play(&game, "en") else {
            continue;
        };
        let mut reader = Reader::new(&game);
        let read = reader.read(&lines);
        let page: Vec<String> = lines
            .iter()
            .map(|line| format!("{}{}", "  ".repeat(line.depth), line.text))
            .collect();
        let about = format!("seed {seed}\n{}\n{}", game.files[2].1, page.join("\n"));
        assert_eq!(read, Ok(()), "{about}");
        assert_eq!(reader.variables, done, "{VARIABLES:?}\n{about}");
        played += 1;
        moved += usize::from(done != START);
    }
    assert!(played * 2 > games, "only {played} of {games} are games");
    assert!(moved as u64 * 10 > played * 9, "{moved} of {played}");
}
