//! Games played at random: what must hold at every step, whatever the game.

mod explained;
mod hidden;
mod json;
mod large;
mod leaks;
mod matches;
mod named;
mod positions;
mod prompts;
mod shown;
mod speed;
mod winners;
mod worlds;

use ludex::engine::chance::{Stream, purpose};
use ludex::pipeline::GameText;
use ludex::play::game::Match;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::Report;
use ludex::source::Sources;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// All games here: the shipped ones and the accepted fixtures.
pub(crate) fn games() -> &'static [Arc<Program>] {
    static GAMES: OnceLock<Vec<Arc<Program>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        folders()
            .iter()
            .filter_map(|folder| compiled(folder))
            .map(Arc::new)
            .collect()
    })
}

pub(crate) fn noah() -> Arc<Program> {
    let noah = games().iter().find(|p| p.names.game == "noah").unwrap();
    Arc::clone(noah)
}

/// A fixture that shows declarations and has no play to speak of.
const DECLARES_ONLY: &str = "declarations";

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = Vec::new();
    for parent in ["games", "tests/data/accepted"] {
        let found = std::fs::read_dir(root.join(parent))
            .unwrap()
            .map(|entry| entry.unwrap().path());
        folders.extend(
            found.filter(|path| path.join("game.yaml").is_file() && !path.ends_with(DECLARES_ONLY)),
        );
    }
    folders.sort();
    folders
}

/// The program of a game. Those that don't compile are another suite's concern.
pub(crate) fn compiled(folder: &Path) -> Option<Program> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
    let text = GameText {
        name,
        files: crate::check::files(folder),
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
    assert!(names.contains(&"noah") && names.len() > 5, "{names:?}");
}
