//! The balance lab: what many games say about a game's seats, rows and numbers, with intervals.
//!
//! Enters: programs, starts, bots, seeds. Leaves: counts that can be added in any order, estimates, verdicts and charts as
//! plain data and text. Whole numbers are counted, so that equal games give equal bytes on any number of threads and
//! machines. Never here: files, clocks, arguments, a game's own word.
//!
//! `interval` knows distributions; `counts` and `totals` hold what ended how, `bars` draws them; `seeds` says which games
//! were played; `run` writes, reads and merges the counts of a run; `separated` makes comma-separated values. What rows
//! are worth: `subjects` numbers them, `deal` hands hidden hands on and `hands` says what each was worth, `moment` tries
//! a row at one moment, `trial` plays a game and `notes` notes its decisions, `measure` turns its result into numbers,
//! `tally` adds them up, `leads` watches who leads, `seats` who wins more often; `balance` does it all for many deals;
//! `fences` tells how far a kind reaches, `verdict` says what stands out, and `unmeasured` why a row has no verdict;
//! `report` tells it, `page` on a page with the charts of `plot`. `compare` holds two games against each other, and
//! `told` says it in words. `tune` writes a number of a row anew, and `tuned` tells what each value came to. `contest`
//! counts games among bots, pair by pair, `rating` rates them, and `standings` tells it.

#![forbid(unsafe_code)]

pub mod balance;
pub mod bars;
pub mod compare;
pub mod contest;
pub mod counts;
pub mod deal;
pub mod fences;
mod hands;
pub mod interval;
pub mod leads;
pub mod measure;
pub mod moment;
pub mod notes;
pub mod page;
pub mod plot;
pub mod rating;
pub mod report;
pub mod run;
pub mod seats;
pub mod seeds;
pub mod separated;
pub mod shape;
pub mod standings;
pub mod subjects;
pub mod tally;
pub mod told;
pub mod totals;
pub mod trial;
pub mod tune;
pub mod tuned;
pub mod unmeasured;
pub mod verdict;
