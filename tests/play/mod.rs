//! Games played at random: what must hold at every step, whatever the game.

mod ahead;
mod beliefs;
mod carried;
mod explained;
mod hidden;
mod json;
mod large;
pub(crate) mod leaks;
mod matches;
mod named;
mod positions;
mod prompts;
mod recipients;
mod sets;
mod shown;
mod speed;
mod tiers;
mod winners;
mod worlds;

use crate::support::games_in;
use ludex::engine::chance::{Stream, purpose};
use ludex::pipeline::GameText;
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::Report;
use ludex::source::Sources;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// All games here: the shipped ones, the examples and the accepted fixtures. Each must compile.
pub(crate) fn games() -> &'static [Arc<Program>] {
    static GAMES: OnceLock<Vec<Arc<Program>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let made = |folder: &PathBuf| {
            let program = compiled(folder);
            Arc::new(program.unwrap_or_else(|| panic!("{} has errors", folder.display())))
        };
        folders().iter().map(made).collect()
    })
}

pub(crate) fn noah() -> Arc<Program> {
    let noah = games().iter().find(|p| p.names.game == "noah").unwrap();
    Arc::clone(noah)
}

/// A fixture that shows declarations and has no play to speak of.
const DECLARES_ONLY: &str = "declarations";

fn folders() -> Vec<PathBuf> {
    let fixtures = games_in("tests/data/accepted").into_iter();
    let fixtures = fixtures.filter(|folder| !folder.ends_with(DECLARES_ONLY));
    let games = games_in("games").into_iter().chain(games_in("examples"));
    games.chain(fixtures).collect()
}

/// The program of a game; none when it has errors.
pub(crate) fn compiled(folder: &Path) -> Option<Program> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
    let text = GameText {
        name,
        files: crate::support::files(folder),
    };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    checked.and_then(|checked| checked.compile(&mut report))
}

/// Starts of a game: the fewest and the most players, default options and others.
pub(crate) fn starts(program: &Program) -> Vec<Start> {
    let (least, most) = program.names.players;
    let mut starts = vec![
        Start::new(program, least as u8, 1),
        Start::new(program, most as u8, 2),
    ];
    let mut other = Start::new(program, most as u8, 3);
    for (n, option) in program.names.options.iter().enumerate() {
        other.options[n] = option.values.last().unwrap().1;
    }
    starts.push(other);
    starts
}

/// Plays all games at random, looking at each position before each choice; the last look is at the end.
pub(crate) fn everywhere(most: usize, mut look: impl FnMut(&Match, usize)) {
    for program in games() {
        for start in starts(program) {
            let mut game = begin(program, &start);
            let mut stream = Stream::new(start.seed, purpose("test"), 0);
            for step in 0..most {
                look(&game, step);
                if game.is_over() {
                    break;
                }
                let option = stream.below(game.options() as u32) as usize;
                game.apply(option).unwrap_or_else(|e| {
                    panic!("{} {start:?} step {step}: {e}", program.names.game)
                });
            }
        }
    }
}

pub(crate) fn begin(program: &Arc<Program>, start: &Start) -> Match {
    Match::new(Arc::clone(program), start.clone())
        .unwrap_or_else(|e| panic!("{} {start:?}: {e}", program.names.game))
}

#[test]
fn there_are_games_to_play() {
    let names: Vec<&str> = games().iter().map(|p| p.names.game.as_str()).collect();
    assert!(names.contains(&"noah"), "{names:?}");
    assert_eq!(names.len(), folders().len());
}
