//! A program that never says that it is ready.

use super::writing;
use crate::bots::{grid, spec};
use crate::support::SYSTEM;
use ludex::bots::arena;
use ludex::bots::spec::Spec;
use ludex::bots::system::{Job, Lines, NoLine, System};
use ludex::play::start::Start;
use std::time::Duration;

/// The system by a clock that runs ten times as fast, so that a test need not wait as long as a table does.
#[derive(Debug)]
struct FastClock;

const FASTER: u32 = 10;

impl System for FastClock {
    fn time(&self) -> Duration {
        SYSTEM.unwrap().time() * FASTER
    }

    fn run_side_by_side(&self, jobs: Vec<Job<'_>>) {
        SYSTEM.unwrap().run_side_by_side(jobs);
    }

    fn start(&self, command: &str) -> Result<Box<dyn Lines>, String> {
        Ok(Box::new(FastLines(SYSTEM.unwrap().start(command)?)))
    }
}

#[derive(Debug)]
struct FastLines(Box<dyn Lines>);

impl Lines for FastLines {
    fn send(&mut self, line: &str) {
        self.0.send(line);
    }

    fn receive(&mut self, most: Duration) -> Result<String, NoLine> {
        self.0.receive(most / FASTER)
    }
}

#[test]
fn a_program_that_is_never_ready_is_waited_for_once() {
    let (file, bot) = writing("never");
    let program = grid("tictactoe");
    let bot = Spec::parse(&bot, Some(&FastClock)).unwrap();
    let seats = [bot, spec("random")];
    for seed in 0..3 {
        let played = arena::play(&program, Start::new(&program, 2, seed), &seats).unwrap();
        let why = played.work[0].failure.clone().unwrap();
        assert_eq!(why, "it was silent for 15 s and was stopped");
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), "started\n");
}
