//! How the time to check, compile and play grows with the length of a game and the size of what it plays with: prints a table
//! with the exponents.
//!
//! The exponent of a row is the slope between its two sizes: 1 where twice the text takes twice the time, 2 where it takes four
//! times as long. Names on the command line choose rows. Counted is the processor time of this thread where the system tells
//! it, so that what else runs on the machine counts little.

#![expect(clippy::print_stdout, reason = "a bench answers on stdout")]

#[path = "shared/growth.rs"]
mod growth;
#[path = "shared/stopwatch.rs"]
mod stopwatch;

use growth::{ROWS, Text, run};
use std::time::Duration;
use stopwatch::Stopwatch;

/// Repetitions, of which the fastest counts.
const TIMES: usize = 3;
/// Runs of a repetition where a game is played: the system tells processor time in steps of some milliseconds.
const RUNS: usize = 20;

/// Seconds to read, check and compile a game, to tell what is wrong with it, and perhaps to play it.
fn seconds(text: &Text) -> f64 {
    let runs = if text.plays { RUNS } else { 1 };
    let timed = || {
        let start = Stopwatch::start();
        (0..runs).for_each(|_| run(text));
        start.time()
    };
    let best: Option<Duration> = (0..TIMES).map(|_| timed()).min();
    best.unwrap_or_default().as_secs_f64() / runs as f64
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    println!("| what grows | from | to | seconds | exponent |");
    println!("| --- | --- | --- | --- | --- |");
    for (name, [few, many], text) in ROWS {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let (short, long) = (seconds(&text(*few)), seconds(&text(*many)));
        let exponent = (long / short).ln() / (*many as f64 / *few as f64).ln();
        println!("| {name} | {few} | {many} | {long:.2} | {exponent:.2} |");
    }
}
