//! The session: the games that can be played, and the positions of games by their handles.
//!
//! Verbs work with it. It knows no line, no field and no verb.

use crate::failure::{Failure, FailureCode};
use crate::positions::Positions;
use ludex_bots::spec::Spec;
use ludex_bots::system::System;
use ludex_play::game::Match;
use ludex_play::interrupt::Interrupt;
use ludex_program::Program;
use ludex_report::nearest;
use ludex_rules::ids::PlayerId;
use ludex_source::Sources;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The bytes that positions may take unless somebody asks for more or less: 100,000 of them, and more of small games.
pub const MEMORY: usize = 1_000_000_000;

/// A compiled game with the texts it was made of.
#[derive(Debug, Clone)]
pub struct ServedGame {
    /// The rules, compiled and shared by all positions of the game.
    pub program: Arc<Program>,
    /// Their texts, so that an explanation can name a line.
    pub sources: Arc<Sources>,
}

/// Gives compiled games by name.
pub trait Games {
    /// The names of all games, in a fixed order.
    fn names(&self) -> Vec<String>;

    /// A game of that list.
    ///
    /// # Errors
    /// The game's rules can't be read; for people.
    fn game(&mut self, name: &str) -> Result<ServedGame, String>;
}

impl Games for BTreeMap<String, ServedGame> {
    fn names(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }

    fn game(&mut self, name: &str) -> Result<ServedGame, String> {
        self.get(name)
            .cloned()
            .ok_or_else(|| format!("there is no game `{name}`"))
    }
}

/// Games and positions, and the way to end long work.
pub(super) struct ProtocolSession {
    games: Box<dyn Games>,
    positions: Positions,
    /// Ends the request that is being answered.
    interrupt: Interrupt,
    /// The system that bots work on, if any.
    system: Option<&'static dyn System>,
}

impl std::fmt::Debug for ProtocolSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProtocolSession")
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}

impl ProtocolSession {
    /// Returns a session without positions, which may take so many bytes.
    pub(super) fn new(games: Box<dyn Games>, memory: usize) -> ProtocolSession {
        ProtocolSession {
            games,
            positions: Positions::new(memory),
            interrupt: Interrupt::default(),
            system: None,
        }
    }

    /// Lets bots work on a system.
    pub(super) fn on(self, system: &'static dyn System) -> ProtocolSession {
        ProtocolSession {
            system: Some(system),
            ..self
        }
    }

    /// Returns the bot that a text names.
    pub(super) fn bot(&self, text: &str) -> Result<Spec, Failure> {
        Spec::parse(text, self.system)
            .map_err(|error| FailureCode::NoSuchPolicy.because(error.to_string()))
    }

    /// Lets somebody else end long work for the requests that follow.
    pub(super) fn interrupt_by(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// Returns what ends the request that is being answered.
    pub(super) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Returns how many bytes its positions take.
    pub(super) fn memory(&self) -> usize {
        self.positions.bytes()
    }

    /// Returns the names of all games.
    pub(super) fn names(&self) -> Vec<String> {
        self.games.names()
    }

    /// Returns a game by its name.
    pub(super) fn game(&mut self, name: &str) -> Result<ServedGame, Failure> {
        let names = self.games.names();
        if !names.iter().any(|one| one == name) {
            let near = nearest(name, names.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
            return Err(FailureCode::NoSuchGame.because(format!("there is no game `{name}`{near}")));
        }
        self.games
            .game(name)
            .map_err(|message| FailureCode::BrokenGame.because(message))
    }

    /// Returns a position by its handle.
    pub(super) fn position(&mut self, handle: u64) -> Result<&mut Match, Failure> {
        self.positions.get(handle)
    }

    /// Returns a position as it stands when the turn of a player comes; of nobody, as it stands now.
    pub(super) fn turn(
        &mut self,
        handle: u64,
        player: Option<u64>,
    ) -> Result<Cow<'_, Match>, Failure> {
        let player = self.deciding(handle, player)?;
        let game = self.position(handle)?;
        Ok(match player {
            None => Cow::Borrowed(game),
            Some(player) => Cow::Owned(game.turn_of(player)?),
        })
    }

    /// Returns the player who is named to decide, if anybody is.
    pub(super) fn deciding(
        &mut self,
        handle: u64,
        player: Option<u64>,
    ) -> Result<Option<PlayerId>, Failure> {
        player.map(|player| self.player(handle, player)).transpose()
    }

    /// Plays on with a position, which takes more room; what there is no room for is taken back.
    pub(super) fn play_on<T>(
        &mut self,
        handle: u64,
        play: impl FnOnce(&mut Match) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.positions.play_on(handle, play)
    }

    /// Returns the player of a seat, who must play there.
    pub(super) fn player(&mut self, handle: u64, seat: u64) -> Result<PlayerId, Failure> {
        let players = self.position(handle)?.state().players;
        let player = u32::try_from(seat).ok().map(PlayerId::numbered);
        let player = player.filter(|player| player.is_among(players));
        player.ok_or_else(|| {
            FailureCode::NoSuchPlayer
                .because(format!("there is no player {seat}: {players} play, from 0"))
        })
    }

    /// Keeps a position; its handle.
    pub(super) fn keep(&mut self, game: Match) -> Result<u64, Failure> {
        self.positions.keep(game)
    }

    /// Keeps a copy of a position; its handle.
    pub(super) fn copy(&mut self, handle: u64) -> Result<u64, Failure> {
        self.positions.copy(handle)
    }

    /// Forgets a position by its handle.
    pub(super) fn forget(&mut self, handle: u64) -> Result<(), Failure> {
        self.positions.forget(handle)
    }
}
