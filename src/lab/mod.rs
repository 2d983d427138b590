//! The balance lab: what many games say about a game's seats, rows and numbers, with intervals.
//!
//! Enters: programs, starts, bots, seeds. Leaves: counts that can be added in any order, estimates, verdicts and charts as
//! plain data and text. Whole numbers are counted, so that equal games give equal bytes on any number of threads and
//! machines. Never here: files, clocks, arguments, a game's own word.
//!
//! `interval` knows distributions; `counts` and `totals` hold what ended how, `bars` draws them; `seeds` says which games were
//! played; `run` writes, reads and merges the counts of a run; `separated` makes comma-separated values.

pub mod bars;
pub mod counts;
pub mod interval;
pub mod run;
pub mod seeds;
pub mod separated;
pub mod totals;
