//! What observed stepping costs: decisions a second of one thread, from random play within machine code to rows of numbers.
//!
//! Each column does more than the one before it: 256 random decisions a visit; one a visit, with its options listed; the paths
//! of the options; the mask; the observation, written whole, and by what changed; the same of every eighth decision, and of one
//! in 32. Games take turns, as in a batch. Before that the updated rows are held against those written whole.
//!
//! `cargo bench -p ludex-encoding --bench observe -- noah examples/kilns`: names and folders on the command line choose games.
//! `LUDEX_GAMES` says how many of each are played side by side, `LUDEX_DECISIONS` how many decisions a column has.

#![expect(clippy::print_stdout, reason = "a bench answers on stdout")]

#[path = "shared/stopwatch.rs"]
mod stopwatch;

use ludex_encoding::action::ActionSpace;
use ludex_encoding::observation::ObservationLayout;
use ludex_encoding::position::SeatPosition;
use ludex_encoding::question::OpenQuestion;
use ludex_encoding::row::{ObservedRow, UpdateSpace};
use ludex_engine::chance::{Stream, purpose};
use ludex_pipeline::GameText;
use ludex_play::lean::{FreshStates, LeanGame, Workspace};
use ludex_play::start::Start;
use ludex_program::Program;
use ludex_report::Report;
use ludex_source::Sources;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stopwatch::Stopwatch;

/// Decisions of each of some games whose observations are compared.
const ROUNDS: usize = 500;
const ROWS: usize = 8;
/// Of so many decisions one is observed, in the last columns.
const EVERY: [u64; 2] = [8, 32];

/// A game with what a batch keeps beside it.
struct Row {
    game: LeanGame,
    start: Start,
    policy: Stream,
    question: OpenQuestion,
    observation: Vec<f32>,
    mask: Vec<u8>,
    observed: ObservedRow,
    updated: Vec<f32>,
    updated_mask: Vec<u8>,
}

struct Table {
    rows: Vec<Row>,
    observation: ObservationLayout,
    actions: ActionSpace,
    fresh: FreshStates,
    space: Workspace,
    update: UpdateSpace,
    decisions: u64,
}

fn main() {
    println!(
        "| game | slots | actions | 256 a visit | one a visit | with paths | with the mask | written whole | updated | updated / 256 | one in 8 / 256 | one in 32 / 256 |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let size = Size {
        games: number("LUDEX_GAMES", 256),
        decisions: number("LUDEX_DECISIONS", 400_000),
    };
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let shipped = ["benches/games", "games"].into_iter().flat_map(folders);
    let is_wanted = |folder: &PathBuf| wanted.is_empty() || wanted.contains(&name_of(folder));
    let own = wanted.iter().filter(|name| name.contains('/'));
    let own = own.map(|folder| root().join(folder));
    for folder in shipped.filter(is_wanted).chain(own) {
        if let Some(program) = compiled(&folder) {
            row(&name_of(&folder), &Arc::new(program), &size);
        }
    }
}

/// How much is played.
struct Size {
    games: u64,
    decisions: u64,
}

fn number(variable: &str, otherwise: u64) -> u64 {
    let value = std::env::var(variable).ok();
    value
        .and_then(|value| value.parse().ok())
        .unwrap_or(otherwise)
}

fn name_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the folders below one of the repository, in the order of their names.
fn folders(below: &str) -> Vec<PathBuf> {
    let mut folders = paths(&root().join(below));
    folders.sort();
    folders
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    let found = std::fs::read_dir(folder).into_iter().flatten().flatten();
    found.map(|entry| entry.path()).collect()
}

/// Compiles the game in a folder.
fn compiled(folder: &Path) -> Option<Program> {
    let files = paths(folder).into_iter().filter(|path| path.is_file());
    let files = files.filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path.to_string_lossy().into_owned(), text))
    });
    let text = GameText {
        name: name_of(folder),
        files: files.collect(),
    };
    let (mut sources, mut report) = (Sources::new(), Report::new());
    text.parse(&mut sources, &mut report)
        .check(&mut report)?
        .compile(&mut report)
}

fn row(name: &str, program: &Arc<Program>, size: &Size) {
    let mut table = Table::new(program, size);
    table.compare();
    let (slots, actions) = (table.observation.len(), table.actions.len());

    let all = table.speed(|table, n| table.play(n, 256));
    let one = table.speed(|table, n| table.play(n, 1));
    let paths = table.speed(|table, n| {
        let made = table.play(n, 1);
        table.read(n);
        made
    });
    let masked = table.speed(|table, n| {
        let made = table.play(n, 1);
        table.read(n);
        table.mask(n);
        made
    });
    let whole = table.speed(|table, n| {
        let made = table.play(n, 1);
        table.read(n);
        table.mask(n);
        table.write(n);
        made
    });
    let updated = table.speed(|table, n| {
        let made = table.play(n, 1);
        table.read(n);
        table.update(n);
        made
    });
    let seldom = EVERY.map(|most| {
        table.speed(|table, n| {
            let made = table.play(n, most);
            table.read(n);
            table.update(n);
            made
        })
    });
    let figures = [all, one, paths, masked, whole, updated];
    let figures = figures.map(|speed| format!("{:.0}", speed / 1e3));
    let shares = [updated, seldom[0], seldom[1]];
    let shares = shares.map(|speed| format!("{:.0} %", 100.0 * speed / all));
    println!(
        "| {name} | {slots} | {actions} | {} k | {} |",
        figures.join(" k | "),
        shares.join(" | ")
    );
}

impl Table {
    fn new(program: &Arc<Program>, size: &Size) -> Table {
        let (observation, actions) = (ObservationLayout::new(program), ActionSpace::new(program));
        let mut space = Workspace::default();
        let (fewest, most) = program.names.players;
        let players = u8::try_from(fewest.max(2).min(most)).unwrap_or(2);
        let rows = (0..size.games).map(|seed| {
            let start = Start::new(program, players, seed);
            Row {
                game: LeanGame::new(Arc::clone(program), &start, &mut space)
                    .expect("a game begins"),
                policy: Stream::new(seed, purpose("observe"), 0),
                start,
                question: OpenQuestion::default(),
                observation: vec![0.0; observation.len()],
                mask: vec![0; actions.len()],
                observed: ObservedRow::default(),
                updated: vec![0.0; observation.len()],
                updated_mask: vec![0; actions.len()],
            }
        });
        Table {
            rows: rows.collect(),
            observation,
            actions,
            fresh: FreshStates::default(),
            space,
            update: UpdateSpace::default(),
            decisions: size.decisions,
        }
    }

    /// Plays on for a while, and holds what is updated against what is written whole.
    fn compare(&mut self) {
        for _ in 0..ROUNDS {
            for n in 0..self.rows.len().min(ROWS) {
                self.play(n, 1);
                self.read(n);
                self.mask(n);
                self.write(n);
                self.update(n);
                let row = &self.rows[n];
                let bits = |numbers: &[f32]| -> Vec<u32> {
                    numbers.iter().map(|one| one.to_bits()).collect()
                };
                assert_eq!(
                    bits(&row.observation),
                    bits(&row.updated),
                    "the updated observation is another one"
                );
                assert_eq!(
                    row.mask, row.updated_mask,
                    "the updated mask is another one"
                );
            }
        }
    }

    /// Decisions a second of some work, done on each game in turn; half of it is done before to warm up.
    fn speed(&mut self, mut visit: impl FnMut(&mut Table, usize) -> u64) -> f64 {
        let most = self.decisions;
        let mut run = |most: u64| {
            let watch = Stopwatch::start();
            let mut made = 0;
            while made < most {
                for n in 0..self.rows.len() {
                    made += visit(self, n);
                }
            }
            made as f64 / watch.time().as_secs_f64()
        };
        run(most / 4);
        run(most)
    }

    /// Makes random choices in a game; one that is over begins anew.
    fn play(&mut self, n: usize, most: u64) -> u64 {
        let row = &mut self.rows[n];
        let made = row
            .game
            .play_on(&mut row.policy, most, &mut self.space)
            .expect("rules without a fault");
        if row.game.is_over() {
            row.start.seed += 1 << 32;
            row.game
                .restart(&row.start, &mut self.fresh, &mut self.space)
                .expect("a game begins");
        }
        made
    }

    fn read(&mut self, n: usize) {
        let row = &mut self.rows[n];
        row.question.read_game(&self.actions, &row.game);
    }

    fn mask(&mut self, n: usize) {
        let row = &mut self.rows[n];
        row.question.write_mask(&mut row.mask);
    }

    fn write(&mut self, n: usize) {
        let row = &mut self.rows[n];
        let Some(asked) = row.game.pending() else {
            return;
        };
        let (program, state) = (row.game.program(), row.game.state());
        self.observation.write(
            program,
            state,
            asked.player,
            &row.question,
            &mut row.observation,
        );
    }
    fn update(&mut self, n: usize) {
        let row = &mut self.rows[n];
        row.observed
            .update_mask(&row.question, &mut row.updated_mask);
        let Some(asked) = row.game.pending() else {
            return;
        };
        let position = SeatPosition {
            program: row.game.program(),
            state: row.game.state(),
            seat: asked.player,
        };
        row.observed.update(
            &self.observation,
            &mut self.update,
            position,
            &row.question,
            &mut row.updated,
        );
    }
}
