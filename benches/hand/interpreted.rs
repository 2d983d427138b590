//! The same games by the interpreter, from their folders of rules.

#![allow(clippy::unwrap_used, reason = "a measurement that can't begin stops")]

use super::Outcome;
use ludex::pipeline::GameText;
use ludex::play::playout::Playout;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::report::{Report, human};
use ludex::source::Sources;
use std::cell::RefCell;
use std::path::Path;

/// Compiles the game in a folder of this project.
pub(crate) fn program(folder: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            files.push((
                path.display().to_string(),
                std::fs::read_to_string(&path).unwrap(),
            ));
        }
    }
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let text = GameText {
        name: folder.rsplit('/').next().unwrap().into(),
        files,
    };
    let checked = text.parse(&mut sources, &mut report).check(&mut report);
    let program = checked.and_then(|game| game.compile(&mut report));
    program.unwrap_or_else(|| panic!("{}", human(&report, &sources, false)))
}

/// A program with its buffers; each lives as long as the measuring process.
pub(crate) struct Table(RefCell<Playout<'static>>, &'static Program);

impl Table {
    /// Compiles a game for good.
    pub(crate) fn new(folder: &str) -> Table {
        let program: &'static Program = Box::leak(Box::new(program(folder)));
        Table(RefCell::new(Playout::compiled(program)), program)
    }

    /// A game of Noah with the options as the hand-written one takes them.
    pub(crate) fn noah(&self, seed: u64, players: u8, options: super::noah::Options) -> Outcome {
        let values = [
            ("frog", i32::from(options.frog)),
            ("crocodile", i32::from(options.crocodile)),
            ("roommates", i32::from(options.roommates)),
            ("end_at_26", i32::from(options.end_at_26)),
            (
                "departed",
                i32::from(options.departed == super::noah::Departed::Always),
            ),
        ];
        self.playout(seed, players, &values)
    }

    /// A game of Jump Gate with the options as the hand-written one takes them.
    pub(crate) fn jump_gate(
        &self,
        seed: u64,
        players: u8,
        options: super::jump_gate::Options,
    ) -> Outcome {
        let values = [
            ("return_fame", i32::from(options.return_fame)),
            ("first_seat", options.first_seat as i32),
        ];
        self.playout(seed, players, &values)
    }

    /// A game of Sanctuary with the options as the hand-written one takes them.
    pub(crate) fn sanctuary(
        &self,
        seed: u64,
        players: u8,
        options: super::sanctuary::Options,
    ) -> Outcome {
        let values = [
            (
                "side",
                i32::from(options.side == super::sanctuary::Side::II),
            ),
            ("first_game", i32::from(options.first_game)),
        ];
        self.playout(seed, players, &values)
    }

    /// A whole game; `options` by name, the others at their defaults.
    pub(crate) fn playout(&self, seed: u64, players: u8, options: &[(&str, i32)]) -> Outcome {
        let named = |name: &str| {
            options
                .iter()
                .find(|(n, _)| *n == name)
                .map(|(_, value)| *value)
        };
        let values = self
            .1
            .names
            .options
            .iter()
            .map(|o| named(&o.name).unwrap_or(o.default));
        let start = Start {
            players,
            seed,
            salt: 0,
            options: values.collect(),
        };
        let mut table = self.0.borrow_mut();
        let result = table
            .run(&start, seed)
            .unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"));
        let mut outcome = Outcome {
            scores: [0; 5],
            winners: [false; 5],
            decisions: result.decisions as u32,
        };
        outcome.scores[..result.scores.len()].copy_from_slice(result.scores);
        result
            .winners
            .iter()
            .for_each(|w| outcome.winners[w.index()] = true);
        outcome
    }
}
