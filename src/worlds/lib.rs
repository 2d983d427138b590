//! Worlds: games that a player can't tell from the true one, for bots that search (determinization).
//!
//! A world depends on what the player knows and on a seed, on nothing else: of two games that look the same to the player the
//! same worlds are made. What players know is noted while a game is played (`engine/knowledge`); here it is only read.
//!
//! # The steps
//!
//! 1. **Secrets** (`redraw`): what others answered and what chance brought unseen is decided anew, in a past that the player
//!    would have been told alike.
//! 2. **Pieces** (`deals`): what the player can't identify is dealt anew over the places where it lies, with the fields
//!    that the player does not remember (`recall`), as far as the open question offers the same.
//! 3. In an open block of `at once` (`at_once`), instead: a world of the position in which the block began, by 1 and 2, in
//!    which the others answer anew. Nothing has come of their answers yet, so any will do.
//!
//! What can be decided anew by none of these stays and is named: `World::kept`, `World::locals`, `World::fixed`.
//!
//! # The search for a past
//!
//! The variables of the problem are the answers that the player was not told and that something hidden may come of, and the
//! random numbers that may be in something hidden (`past`). Its constraint is that everything happens again that the player
//! was told (`observed`), in order, that the player's own answers are offered again, and that the position looks the same.
//! Rules can't be solved for, they can only be played; so `walk` is a backtracking search over plays of the game:
//!
//! - It begins at the first secret, or at the set-up where random numbers may be secret. At each decision it tries the possible
//!   answers in an order of chance, and takes the first after which nothing contradicts what was told. Random numbers of that
//!   step are tried one after the other in the same way, at most `MOST_OUTCOMES` outcomes of each.
//! - A decision that might have been answered otherwise is a *mark*: the position before it. Where no answer agrees, the walk
//!   goes back to a mark and draws a new order there. It keeps no list of what it tried: the same past may come up again.
//! - How far it goes back grows with failures: `2^(failures / PATIENCE)` marks, counted since it last came further than before.
//!   A mistake shows long after it was made, and most answers between have nothing to do with it. Backjumping goes to the one
//!   that has (Gaschnig, *Performance measurement and analysis of certain search algorithms*, 1979; Prosser, *Hybrid algorithms
//!   for the constraint satisfaction problem*, 1993), which needs to know the variables of a conflict. What a rule looked at
//!   is not known here, so the distance is doubled instead of worked out.
//! - Behind the first mark it begins anew. Randomized searches have long tails, which restarts cut off (Luby, Sinclair and
//!   Zuckerman, *Optimal speedup of Las Vegas algorithms*, 1993; Gomes, Selman and Kautz, *Boosting combinatorial search
//!   through randomization*, 1998).
//! - It gives up after `MOST_FAILURES` failures, or when all choices that it may make are made: then the true past stays.
//!
//! # What is drawn uniformly, and what is not
//!
//! - Orders of answers and of outcomes are uniform, each from a stream of its own. **Pasts are not**: a past is drawn step by
//!   step, so one that shares its beginning with many that fail is as likely to be begun as one that does not; and jumping back
//!   by doubling keeps what agreed so far. The likelihood of an answer given what was told is not corrected for. No player is
//!   assumed to prefer any answer: all that agree count alike.
//! - **Deals of pieces are uniform** where one of the first random deals fits (rejection sampling); where a local search had to
//!   mend one, only nearly so (`deals/search.rs`).
//! - The walk keeps the true deal of pieces, for with another one the same cards would hardly be shown again. So where hidden
//!   pieces decide which answers are offered, how often one comes up may follow the true pieces.
//! - Answers that no secret comes of are taken over from the true past where they are offered.
//!
//! # Beside this room
//!
//! `play/locals.rs` says which local names of texts at work hold something untold. The words of a question ask that too, and
//! worlds compare those words, so it stands below both.

#![forbid(unsafe_code)]

mod at_once;
mod dealer;
pub mod deals;
mod hidden;
mod observed;
mod past;
mod recall;
mod redraw;
mod walk;

pub use crate::dealer::Dealer;

use crate::deals::NoWorld;
use ludex_engine::knowledge::event::{Trace, What};
use ludex_play::game::Match;
use ludex_program::ids::Address;
use ludex_rules::ids::PlayerId;
use std::sync::Arc;

/// A game that a player can't tell from the true one, and what was done to it.
#[derive(Debug, Clone)]
pub struct World {
    /// The game. It has no past: no undo, no events, no choices.
    pub game: Match,
    /// The number of pieces that were dealt anew.
    pub dealt: usize,
    /// Hidden variables and local names of texts at work that were decided anew: one answer of a question, or one outcome of
    /// chance.
    pub drawn: Vec<String>,
    /// Hidden variables that keep their values: something shown may depend on them, or no choice set them.
    pub kept: Vec<String>,
    /// Addresses of the values of `kept`, but for those of pieces, which are dealt with them.
    pub kept_at: Vec<Address>,
    /// Local names of texts at work that keep what the player was not told: `rob.taken`.
    pub locals: Vec<String>,
    /// The number of unknown pieces that stay where they are, because their own text is being done or waits.
    pub fixed: usize,
}

/// Deals anew what a player can't know: a game that looks the same to that player and has chance of its own. It depends on what
/// the player knows and on the seed. For several worlds of one position, see `Dealer`.
///
/// # Errors
/// No deal that fits was found within the budget.
pub fn determinize(game: &Match, player: PlayerId, seed: u64) -> Result<World, NoWorld> {
    let told = game.with_events();
    Dealer::of(told.as_ref().unwrap_or(game), player).world(seed)
}

/// The beliefs of a game, and where pieces were mixed up unseen since, in order.
fn traces(game: &Match) -> Arc<[Arc<Trace>]> {
    let traced = game.events().filter_map(|event| match &event.what {
        What::Traced(trace) => Some(Arc::clone(trace)),
        What::Moved { .. }
        | What::Changed { .. }
        | What::Shuffled(_)
        | What::Turned(_)
        | What::LaidOut { .. }
        | What::Shown { .. }
        | What::Chose { .. }
        | What::Began(_)
        | What::Finished => None,
    });
    game.believed().iter().cloned().chain(traced).collect()
}
