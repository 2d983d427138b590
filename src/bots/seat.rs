//! A seat: all that a bot may see of a match.

use crate::stopping::Clock;
use ludex_engine::option::Options;
use ludex_engine::state::State;
use ludex_play::decision::Decision;
use ludex_play::game::Match;
use ludex_play::lean::LeanGame;
use ludex_play::log::{self, LogReader};
use ludex_play::state_json;
use ludex_program::Program;
use ludex_rules::ids::PlayerId;
use ludex_worlds::Dealer;
use ludex_worlds::deals::NoWorld;
use serde_json::{Value, json};
use std::time::Duration;

/// The name of the protocol that programs in seats speak, with its version.
const SEAT_PROTOCOL: &str = "ludex/seat/1";

/// A player's place at a decision of a match. Nothing that the player can't know leaves it.
#[derive(Debug, Clone, Copy)]
pub struct Seat<'a> {
    game: &'a Match,
    player: PlayerId,
}

/// A position that the seat can't tell from the true one, at the same decision.
#[derive(Debug, Clone)]
pub(super) struct World {
    pub(super) state: State,
    /// Option n here is option n of the seat's own decision.
    pub(super) options: Options,
}

/// Worlds dealt for a decision.
#[derive(Debug)]
pub(super) struct Worlds {
    pub(super) all: Vec<World>,
    /// Nothing was left to deal, so that every world is the same.
    pub(super) is_open: bool,
}

impl<'a> Seat<'a> {
    /// The seat of the player who is asked; none when the game is over.
    #[must_use]
    pub fn of(game: &'a Match) -> Option<Seat<'a>> {
        let player = game.state().pending?.player;
        Some(Seat { game, player })
    }

    /// Returns the player whose seat it is.
    #[must_use]
    pub fn player(&self) -> PlayerId {
        self.player
    }

    /// Counts the options of the open decision.
    #[must_use]
    pub fn options(&self) -> usize {
        self.game.options()
    }

    /// Returns the number of players.
    pub(super) fn players(&self) -> u8 {
        self.game.state().players
    }

    /// Returns the compiled rules.
    #[must_use]
    pub fn program(&self) -> &'a Program {
        self.game.program()
    }

    /// Deals at most so many worlds while there is time, the first of them by `seed`; one is enough where nothing is hidden.
    ///
    /// # Errors
    /// Not even one was found.
    pub(super) fn worlds(&self, seed: u64, most: u64, clock: &Clock) -> Result<Worlds, NoWorld> {
        let mut worlds = Worlds {
            all: Vec::new(),
            is_open: false,
        };
        worlds.is_open = self.deal(seed, most, clock, |game| {
            let (state, options) = game.at_decision();
            worlds.all.push(World { state, options });
        })?;
        Ok(worlds)
    }

    /// As `worlds`, each as a lean game.
    ///
    /// # Errors
    /// Not even one was found.
    pub(super) fn lean_worlds(
        &self,
        seed: u64,
        most: u64,
        clock: &Clock,
    ) -> Result<Vec<LeanGame>, NoWorld> {
        let mut worlds = Vec::new();
        self.deal(seed, most, clock, |game| {
            // A world has no answers given ahead, so every one is a lean game.
            worlds.extend(LeanGame::from_match(&game));
        })?;
        Ok(worlds)
    }

    /// Deals worlds for somebody who takes each; returns whether nothing was left to deal.
    fn deal(
        &self,
        seed: u64,
        most: u64,
        clock: &Clock,
        mut take: impl FnMut(Match),
    ) -> Result<bool, NoWorld> {
        let told = self.game.with_events();
        let mut dealer = Dealer::of(told.as_ref().unwrap_or(self.game), self.player);
        for n in 0..most.max(1) {
            let world = match dealer.world(seed.wrapping_add(n)) {
                Ok(world) => world,
                Err(_) if n > 0 => break,
                Err(none) => return Err(none),
            };
            let is_open = world.dealt == 0 && world.drawn.is_empty();
            take(world.game);
            if is_open {
                return Ok(true);
            }
            if !clock.deals_on() {
                break;
            }
        }
        Ok(false)
    }

    /// Counts the events of the match so far.
    #[must_use]
    pub fn events(&self) -> usize {
        self.game.event_count()
    }

    /// Returns the first message to a program: the game, and its seat.
    #[must_use]
    pub fn introduction(&self, time: Duration) -> Value {
        let start = self.game.start();
        json!({
            "do": "start",
            "protocol": SEAT_PROTOCOL,
            "game": self.program().names.game,
            "rules": self.program().hash,
            "options": start.options_json(self.program()),
            "players": start.players,
            "player": self.player,
            "time_ms": time.as_millis() as u64,
        })
    }

    /// The open question as a program is asked it, with the position and what happened since an event, as the seat may
    /// know them.
    #[must_use]
    pub fn question(&self, id: u64, since: usize, seed: u64) -> Value {
        let Some(Decision {
            prompt, options, ..
        }) = self.game.decision()
        else {
            return Value::Null;
        };
        let options = options.into_iter().enumerate().map(|(index, option)| {
            json!({ "index": index, "label": option.label, "value": option.value })
        });
        json!({
            "do": "choose",
            "id": id,
            // A number that every language can hold.
            "seed": seed >> 11,
            "player": self.player,
            "prompt": prompt,
            "options": options.collect::<Value>(),
            "log": lines(self.game, self.player, since),
            "view": state_json::view(self.program(), self.game.state(), self.player),
        })
    }

    /// Returns the last message to a program: the result of the game.
    #[must_use]
    pub fn ending(game: &Match, player: PlayerId, since: usize) -> Value {
        let result = game.result().map(|result| {
            json!({ "scores": result.scores, "ranks": result.ranks, "winners": result.winners })
        });
        json!({ "do": "over", "log": lines(game, player, since), "result": result })
    }
}

/// Returns the log since an event, as a player may read it.
fn lines(game: &Match, player: PlayerId, since: usize) -> Vec<String> {
    let reader = LogReader {
        viewer: Some(player),
        causes: false,
        vocabulary: None,
    };
    log::lines(
        game.program(),
        game.state(),
        game.events_from(since),
        reader,
    )
}
