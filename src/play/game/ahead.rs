//! Answers given ahead: a player of an open `at once` answers before those who are asked first.
//!
//! Nothing of a block is done before all have decided, so whoever is still to decide is asked the same whatever the others
//! answer. An answer given ahead is kept sealed, and opened when its player's turn comes: the game becomes the one in which
//! all answered in order.

use crate::game::history::Sealed;
use crate::game::{Match, PlayError, Steps};
use ludex_engine::chance::{Stream, purpose};
use ludex_engine::knowledge::event::{Event, What};
use ludex_engine::state::Pending;
use ludex_program::decision::AtOnce;
use ludex_program::ids::ListIndex;
use ludex_rules::ids::PlayerId;
use std::ops::Range;
use std::sync::Arc;

/// Answers of all at most, before a player's turn comes.
const MOST: usize = 10_000;

/// A player's turn in an open block of `at once`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct OpenTurn {
    at_once: AtOnce,
    /// The members whose turn is still to come, as places in the lists of the state.
    behind: Range<usize>,
}

impl Match {
    /// Returns the game as it stands when a player's turn in an open `at once` comes, behind the answers that the player gave
    /// ahead. Those of the others are made up. Of the player who is asked it is the game itself.
    ///
    /// # Errors
    /// The player has decided, or does not decide at once with the one asked; or the game is over.
    pub fn turn_of(&self, player: PlayerId) -> Result<Match, PlayError> {
        let asked = self.state.pending.ok_or(PlayError::Over)?;
        let mut game = self.clone();
        if asked.player == player {
            return Ok(game);
        }
        let own = self.ahead.iter().filter(|sealed| sealed.player == player);
        let mut own = own.map(|sealed| &sealed.choice);
        let mut others = Stream::new(self.start.seed, purpose("answers ahead"), 0);
        for _ in 0..MOST {
            let turn = game.turn().filter(|_| game.is_to_decide(player));
            let turn = turn.ok_or(PlayError::NotAsked { player })?;
            let is_own = game
                .state
                .pending
                .is_some_and(|asked| asked.player == player);
            let option = if is_own {
                match own.next() {
                    None => return Ok(game),
                    Some(choice) => game.find(choice).ok_or(PlayError::NotAsked { player })?,
                }
            } else {
                others.pick(game.options())
            };
            let events = game.apply_alone(option)?;
            // Behind its end a block may begin anew, and ask the same players.
            let ended = !(events.iter()).all(|event| matches!(event.what, What::Chose { .. }));
            if ended || is_own && game.turn() != Some(turn) {
                break;
            }
        }
        Err(PlayError::NotAsked { player })
    }

    /// Answers for a player by the number of an option of `turn_of`. Of one whose turn is still to come the answer is sealed,
    /// and nothing happens yet.
    ///
    /// # Errors
    /// As of `turn_of` and `apply`; the match is then unchanged.
    pub fn apply_for(
        &mut self,
        player: PlayerId,
        option: usize,
    ) -> Result<Arc<[Event]>, PlayError> {
        let is_asked = |asked: Pending| asked.player == player;
        if self.state.pending.is_some_and(is_asked) {
            return self.apply(option);
        }
        let turn = self.turn_of(player)?;
        let of = turn.options();
        if option >= of {
            return Err(PlayError::NoSuchOption { option, of });
        }
        self.seal(Sealed {
            player,
            choice: turn.option(option),
        });
        Ok(Arc::default())
    }

    /// Keeps an answer as a step of its own, that `undo` takes back.
    fn seal(&mut self, answer: Sealed) {
        let state = &self.state;
        (self.history).push(state, state, &[], &self.ahead, Vec::new());
        self.ahead.push(answer);
    }

    /// Answers as was sealed, as long as such a player is asked.
    pub(super) fn open_sealed(&mut self, steps: &mut Steps) -> Result<(), PlayError> {
        while let Some(asked) = self.state.pending {
            let by_asked = |sealed: &Sealed| sealed.player == asked.player;
            let Some(at) = self.ahead.iter().position(by_asked) else {
                break;
            };
            let sealed = self.ahead.remove(at);
            match self.find(&sealed.choice) {
                Some(option) => self.step(option, steps)?,
                // The question is another one than was answered, so it stays open.
                None => self.ahead.retain(|sealed| !by_asked(sealed)),
            }
        }
        Ok(())
    }

    /// Lists the players who are to decide: those who decide at once and have not done so, or the one who is asked.
    #[must_use]
    pub fn deciding(&self) -> Vec<PlayerId> {
        match self.undecided() {
            none if none.is_empty() => self
                .state
                .pending
                .map(|asked| asked.player)
                .into_iter()
                .collect(),
            several => several,
        }
    }

    /// Lists who decides at once with the player asked and has not done so; who has no choice is not among them.
    pub(crate) fn undecided(&self) -> Vec<PlayerId> {
        let asked = self.state.pending.zip(self.turn());
        let Some((asked, turn)) = asked else {
            return Vec::new();
        };
        let behind = self.state.lists[turn.behind].iter();
        let has_decided = |player| matches!(self.turn_of(player), Err(PlayError::NotAsked { .. }));
        let behind = behind.map(|member| PlayerId::from_value(*member));
        let behind = behind.filter(|player| !has_decided(*player));
        [asked.player].into_iter().chain(behind).collect()
    }

    /// Tells whether a player is asked in an open block, or comes behind the one who is.
    fn is_to_decide(&self, player: PlayerId) -> bool {
        let asked = self.state.pending.zip(self.turn());
        asked.is_some_and(|(asked, turn)| {
            asked.player == player || self.state.lists[turn.behind].contains(&player.value())
        })
    }

    /// The turn of the player who is asked, in an open block whose members are players.
    fn turn(&self) -> Option<OpenTurn> {
        let at_once = self.program.sites[self.state.pending?.site].at_once;
        let at_once = at_once.filter(|at_once| at_once.of_players)?;
        let slot = self.state.frames.last()?.slots() + usize::from(at_once.members.slot);
        let [next, end] = [1, 2].map(|n| self.state.stack.get(slot + n).copied());
        let at = |value: i32| ListIndex::from_value(value).index();
        let behind = at(next?)..at(end?);
        self.state.lists.get(behind.clone())?;
        Some(OpenTurn { at_once, behind })
    }
}
