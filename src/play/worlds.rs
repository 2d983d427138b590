//! Worlds of a match: games that a player can't tell from it, for bots that search.

use crate::engine::snapshot::Snapshot;
use crate::engine::view::sees_var;
use crate::engine::worlds::{NoWorld, Viewer, world};
use crate::play::game::Match;
use crate::play::moment;
use crate::play::recall::recall;
use crate::play::secrets::redraw;
use crate::play::start::Start;
use crate::program::layout::Var;
use crate::rules::game::Holder;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A game that a player can't tell from the true one, and what was done to it.
#[derive(Debug, Clone)]
pub struct World {
    /// The game. It has no past: no undo, no events, no choices.
    pub game: Match,
    /// How many pieces were dealt anew.
    pub dealt: usize,
    /// Hidden variables that were chosen anew, each as one option of its question.
    pub drawn: Vec<String>,
    /// Hidden variables that keep their values: something shown may depend on them, or no choice set them.
    pub kept: Vec<String>,
    /// How many unknown pieces stay where they are, because their own text is being done or waits.
    pub fixed: usize,
}

impl Match {
    /// Deals anew what a player can't know: a game that looks the same to that player and has chance of its own. It
    /// depends on what the player knows and on the seed.
    ///
    /// # Errors
    /// No deal that fits was found within the budget.
    pub fn determinize(&self, player: u8, seed: u64) -> Result<World, NoWorld> {
        let told = self.with_events();
        let told = told.as_ref().unwrap_or(self);
        let redrawn = redraw(told, player, seed);
        let game = redrawn.as_ref().map_or(told, |redrawn| &redrawn.game);
        let drawn = redrawn.as_ref().map(|redrawn| &redrawn.drawn);
        let remembered = recall(game);
        let viewer = Viewer {
            player,
            seed,
            remembered: &remembered,
        };
        let found = world(&self.program, &game.state, viewer)?;
        let (drawn, kept) = self.hidden(player, drawn.unwrap_or(&BTreeSet::new()));
        let start = Start {
            seed: found.state.seed,
            ..(*self.start).clone()
        };
        let from = Some(Snapshot::of(&self.program, &found.state));
        let mut game = Match {
            from,
            remembered: Some(remembered),
            ..Match::standing(Arc::clone(&self.program), start, found.state)
        };
        game.outcome.clone_from(&self.outcome);
        game.list_options();
        Ok(World {
            game,
            dealt: found.dealt,
            drawn,
            kept,
            fixed: found.fixed,
        })
    }

    /// Plays the game again when its events were not kept; none when they were, or when it can't be played again.
    fn with_events(&self) -> Option<Match> {
        self.history.forgets_events().then_some(())?;
        moment::before(self, self.choices().len()).ok()
    }

    /// The names of variables that a player does not see: those drawn anew, and the others.
    fn hidden(&self, player: u8, drawn: &BTreeSet<u32>) -> (Vec<String>, Vec<String>) {
        let (mut anew, mut kept) = (Vec::new(), Vec::new());
        let vars = self.program.layout.vars.iter().enumerate();
        for (id, var) in vars.filter(|(_, var)| !var.name.contains('.')) {
            for n in 0..self.holders(var) {
                let at = var.base + n * var.width;
                let seen = sees_var(&self.program, &self.state, id as u32, at as usize);
                if seen >> player & 1 != 0 {
                    continue;
                }
                let is_drawn = (at..at + var.width).any(|at| drawn.contains(&at));
                let to = if is_drawn { &mut anew } else { &mut kept };
                let name = self.name(var, n);
                if to.last() != Some(&name) {
                    to.push(name);
                }
            }
        }
        (anew, kept)
    }

    /// How many holders of a variable take part.
    fn holders(&self, var: &Var) -> u32 {
        match var.holder {
            Holder::Player => u32::from(self.state.players),
            Holder::Table | Holder::Space(_) | Holder::Piece(_) => var.holders,
        }
    }

    /// A variable of a player with that player; one of pieces or spaces with what they are.
    fn name(&self, var: &Var, n: u32) -> String {
        let layout = &self.program.layout;
        match var.holder {
            Holder::Table => var.name.clone(),
            Holder::Player => format!("P{n}.{}", var.name),
            Holder::Space(board) => format!("{}.{}", layout.boards[board.index()].name, var.name),
            Holder::Piece(kind) => format!("{}.{}", layout.kinds[kind.index()].name, var.name),
        }
    }
}
