//! One game at a table: the match, what was done and taken back, and requests.

use crate::access::Access;
use crate::description::Description;
use crate::game::TableGame;
use crate::log::{LogPart, log_from};
use crate::reasons::reasons;
use crate::request::{Refusal, RefusalCode, Reply, Request};
use crate::snapshot::{TableMoment, TableSnapshot, snapshot};
use crate::things::Thing;
use ludex_engine::knowledge::view;
use ludex_engine::state::State;
use ludex_play::game::{Match, PlayError};
use ludex_play::interrupt::Interrupt;
use ludex_play::replay::Replay;
use ludex_play::start::Start;
use ludex_play::{rewind, save};
use ludex_rules::ids::PlayerId;
use ludex_rules::table::widened;
use ludex_tools::rulings::record::{self, Heading};
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;

/// One game at a table. A copy shares the game and what was done so far.
#[derive(Debug, Clone)]
pub struct Table {
    game: Arc<TableGame>,
    position: Match,
    version: u64,
    /// For each seat: the version since which it is asked what it is asked.
    asked_since: Vec<u64>,
    /// For each version: how many of the moves made by then still stand.
    standing: Vec<u32>,
    /// The number of events and choices after the set-up, then after each move.
    ends: Vec<usize>,
    choices: Vec<usize>,
    moves: Vec<MoveMade>,
    /// Moves that were taken back, the last one last.
    undone: Vec<Undone>,
}

/// A move that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MoveMade {
    by: PlayerId,
    /// Chance was asked, or somebody learned something.
    told_news: bool,
}

/// A move that was taken back, with the position after it.
#[derive(Debug, Clone)]
struct Undone {
    position: Match,
    made: MoveMade,
}

impl Table {
    /// Begins a game.
    ///
    /// # Errors
    /// A wrong number of players, or a fault of the rules.
    pub fn new(game: Arc<TableGame>, start: Start) -> Result<Table, PlayError> {
        let position = Match::new(Arc::clone(&game.program), start)?;
        Ok(Table::standing(game, position))
    }

    /// Puts a match on a table as it stands: what was done before can't be taken back.
    #[must_use]
    pub fn standing(game: Arc<TableGame>, position: Match) -> Table {
        Table {
            version: 1,
            asked_since: vec![1; usize::from(position.start().players)],
            standing: vec![0, 0],
            ends: vec![position.event_count()],
            choices: vec![position.choice_count()],
            moves: Vec::new(),
            undone: Vec::new(),
            game,
            position,
        }
    }

    /// Takes up a game from its record, as `record` and `ludex play --record` write it.
    ///
    /// # Errors
    /// It is no record, or is of another game or other rules.
    pub fn resume(game: Arc<TableGame>, record: &str) -> Result<Table, Refusal> {
        let refuse = |error: &dyn ToString| RefusalCode::NoRecord.because(error.to_string());
        let replay = Replay::from_text(record).map_err(|error| refuse(&error))?;
        let played = replay
            .verify(Arc::clone(&game.program), false)
            .map_err(|error| refuse(&error))?;
        let mut table = Table::new(game, played.start().clone()).map_err(|error| refuse(&error))?;
        table.follow(&played)?;
        Ok(table)
    }

    /// Makes the choices of a match that began as this table stands.
    fn follow(&mut self, played: &Match) -> Result<(), Refusal> {
        let refuse = |error: &dyn ToString| RefusalCode::NoRecord.because(error.to_string());
        for choice in played.choices() {
            let option = self.position.find(&choice);
            let option = option.ok_or_else(|| refuse(&"a choice is not offered"))?;
            let asked = self.position.state().pending;
            let player = asked.map_or(PlayerId::new(0), |asked| asked.player);
            self.apply(player, option).map_err(|error| refuse(&error))?;
        }
        Ok(())
    }

    /// Returns the table as a value from which `load` makes it again, be it in another process. It tells all that is hidden.
    ///
    /// # Errors
    /// The match can't be saved.
    pub fn save(&self) -> Result<Value, Refusal> {
        let saved = save::save(&self.position);
        saved.map_err(|error| RefusalCode::NoRecord.because(error.to_string()))
    }

    /// Makes a table again that was saved: the same position and the same moves, to be read and thought about.
    ///
    /// # Errors
    /// It is no save, or is of another game or other rules.
    pub fn load(game: Arc<TableGame>, saved: &Value) -> Result<Table, Refusal> {
        let refuse = |error: &dyn ToString| RefusalCode::NoRecord.because(error.to_string());
        let played =
            save::load(Arc::clone(&game.program), saved).map_err(|error| refuse(&error))?;
        let begun = rewind::before(&played, 0).map_err(|error| refuse(&error))?;
        let mut table = Table::standing(game, begun);
        table.follow(&played)?;
        // Answers that wait for others are in the match, and are no choices yet.
        table.position = played;
        Ok(table)
    }

    /// Begins another table at which the first moves of this one were made.
    ///
    /// # Errors
    /// There is no such move.
    pub fn fork(&self, at: u32) -> Result<Table, Refusal> {
        let at = self.moment(at)?;
        let mut fork = self.clone();
        while fork.moves.len() > at {
            fork.revert()?;
        }
        fork.undone.clear();
        Ok(fork)
    }

    /// Returns the game that is played.
    #[must_use]
    pub fn game(&self) -> &Arc<TableGame> {
        &self.game
    }

    /// Returns the table in the words of a locale: the same position and the same moves, for reading.
    #[must_use]
    pub fn in_locale(&self, tag: &str) -> Table {
        let game = self.game.in_locale(tag);
        Table {
            position: self.position.in_words_of(Arc::clone(&game.program)),
            game,
            version: self.version,
            asked_since: self.asked_since.clone(),
            standing: self.standing.clone(),
            ends: self.ends.clone(),
            choices: self.choices.clone(),
            moves: self.moves.clone(),
            undone: self.undone.clone(),
        }
    }

    /// Describes what never changes.
    #[must_use]
    pub fn description(&self) -> Description {
        Description::new(&self.game)
    }

    /// Returns the match that is played.
    #[must_use]
    pub fn position(&self) -> &Match {
        &self.position
    }

    /// Returns the version, which counts the changes of the table.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Takes a snapshot for a viewer who has an earlier version, or 0.
    #[must_use]
    pub fn snapshot(&self, access: Access, since: u64) -> TableSnapshot {
        let known = usize::try_from(since).ok().filter(|since| *since > 0);
        let standing = known.and_then(|since| self.standing.get(since));
        let from = standing.map_or(0, |moves| widened(*moves) + 1);
        let moment = TableMoment {
            version: self.version,
            moves: self.moves.len() as u32,
            at: self.moves.len() as u32,
            log: log_from(&self.game, &self.position, access, &self.ends, from),
            can_undo: self.may_undo(access),
            can_redo: self.may_redo(access),
        };
        snapshot(&self.game, &self.position, access, moment)
    }

    /// Answers a request of a viewer.
    ///
    /// # Errors
    /// The viewer may not ask this, or it can't be done; then nothing has changed.
    pub fn handle(&mut self, access: Access, request: &Request) -> Result<Reply, Refusal> {
        self.handle_in(None, access, request)
    }

    /// Answers a request of a viewer in the words of a locale; in those of the rules if there is none, or the game has none.
    ///
    /// # Errors
    /// The viewer may not ask this, or it can't be done; then nothing has changed.
    pub fn handle_in(
        &mut self,
        locale: Option<&str>,
        access: Access,
        request: &Request,
    ) -> Result<Reply, Refusal> {
        self.handle_until(locale, access, request, &Interrupt::default())
    }

    /// As `handle_in`; a bot that works at the request ends when it is interrupted.
    ///
    /// # Errors
    /// As of `handle_in`.
    pub fn handle_until(
        &mut self,
        locale: Option<&str>,
        access: Access,
        request: &Request,
        interrupt: &Interrupt,
    ) -> Result<Reply, Refusal> {
        let since = match request {
            Request::Look { since } => *since,
            Request::Choose { version, option } => {
                self.choose(access, *version, *option)?;
                *version
            }
            Request::Undo { version } => {
                self.undo(access, *version)?;
                *version
            }
            Request::Redo { version } => {
                self.refuse_stale(*version)?;
                self.redo(access)?;
                *version
            }
            Request::LookBack { at } => return self.reader(locale).look_back(access, *at),
            Request::WhyNot { about } => {
                return self.reader(locale).why_not(access, about.as_ref());
            }
            Request::Hint { .. } | Request::Evaluate { .. } | Request::Review { .. } => {
                return self.think_in(locale, access, request, interrupt);
            }
            Request::Record => {
                self.refuse_secret(access)?;
                return self.record().map(Reply::Text);
            }
            Request::Ruling { id, asks } => {
                self.refuse_secret(access)?;
                return self.ruling(id, asks.as_deref()).map(Reply::Text);
            }
        };
        let seen = self.snapshot_in(locale, access, since);
        Ok(Reply::Snapshot(Box::new(seen)))
    }

    /// Takes a snapshot in the words of a locale, as `handle_in` does.
    #[must_use]
    pub fn snapshot_in(&self, locale: Option<&str>, access: Access, since: u64) -> TableSnapshot {
        self.reader(locale).snapshot(access, since)
    }

    /// Returns the table itself, or, if it is another locale's words that are read, a copy with them.
    pub(super) fn reader(&self, locale: Option<&str>) -> Cow<'_, Table> {
        match locale.filter(|tag| self.game.has_locale(tag)) {
            Some(tag) => Cow::Owned(self.in_locale(tag)),
            None => Cow::Borrowed(self),
        }
    }

    fn undo(&mut self, access: Access, version: u64) -> Result<(), Refusal> {
        self.refuse_stale(version)?;
        if !self.may_undo(access) {
            return Err(RefusalCode::NoUndo.because(
                "this move can't be taken back: it is not yours, or somebody learned something by it",
            ));
        }
        self.revert()
    }

    fn why_not(&self, access: Access, about: Option<&Thing>) -> Result<Reply, Refusal> {
        let mut turn = self.turn(access)?;
        Ok(Reply::Reasons(reasons(&self.game, &mut turn, about)))
    }

    /// Returns the record of the game, as `ludex play --record` writes it.
    ///
    /// # Errors
    /// The game can't be recorded.
    pub fn record(&self) -> Result<String, Refusal> {
        let replay = Replay::record(&self.position);
        let replay = replay.map_err(|error| RefusalCode::NoRecord.because(error.to_string()))?;
        Ok(replay.to_text() + "\n")
    }

    /// Returns the number of choices after the set-up, then after each move.
    pub(super) fn choice_counts(&self) -> &[usize] {
        &self.choices
    }

    /// The game as the viewer who is asked stands in it.
    pub(super) fn turn(&self, access: Access) -> Result<Match, Refusal> {
        let refuse = || RefusalCode::NotAsked.because("you are not asked now");
        match access {
            Access::Spectator => Err(refuse()),
            Access::Full if self.position.is_over() => Err(refuse()),
            Access::Full => Ok(self.position.clone()),
            Access::Seat(_) => {
                let seat = access
                    .seat()
                    .filter(|seat| seat.is_among(self.position.start().players));
                self.position
                    .turn_of(seat.ok_or_else(refuse)?)
                    .map_err(|_| refuse())
            }
        }
    }

    /// Answers the open question, as `Request::Choose` does, without a snapshot.
    ///
    /// # Errors
    /// The viewer is not asked, the table has changed, or there is no such option; then nothing has changed.
    pub fn choose(&mut self, access: Access, version: u64, option: u32) -> Result<(), Refusal> {
        let player = match access {
            Access::Seat(_) => access.seat(),
            Access::Full => self.position.state().pending.map(|asked| asked.player),
            Access::Spectator => None,
        };
        let refuse = || RefusalCode::NotAsked.because("you are not asked now");
        let player = player
            .filter(|player| player.is_among(self.position.start().players))
            .ok_or_else(refuse)?;
        if version > self.version || version < self.asked_since[player.index()] {
            return Err(stale());
        }
        self.apply(player, widened(option))
            .map_err(|error| match error {
                PlayError::NoSuchOption { .. } => {
                    RefusalCode::NoSuchOption.because(error.to_string())
                }
                PlayError::NotAsked { .. } | PlayError::Over => refuse(),
                PlayError::NoSuchChoice { .. }
                | PlayError::Ambiguous(_)
                | PlayError::NothingToUndo
                | PlayError::Interrupted
                | PlayError::UnknownAction { .. }
                | PlayError::UnknownWord { .. }
                | PlayError::TooManyArguments { .. }
                | PlayError::Start(_)
                | PlayError::Fault(_) => RefusalCode::Fault.because(error.to_string()),
            })
    }

    fn apply(&mut self, player: PlayerId, option: usize) -> Result<(), PlayError> {
        let before = self.position.state().clone();
        let choices = self.position.choice_count();
        self.position.apply_for(player, option)?;
        let made = MoveMade {
            by: player,
            told_news: tells_news(&self.position, &before),
        };
        self.undone.clear();
        self.note(made);
        let is_sealed = self.position.choice_count() == choices;
        self.changed(if is_sealed { Some(player) } else { None });
        Ok(())
    }

    /// Notes a move that was made.
    fn note(&mut self, made: MoveMade) {
        self.moves.push(made);
        self.ends.push(self.position.event_count());
        self.choices.push(self.position.choice_count());
    }

    /// Begins a version, in which a player, or everybody, is asked something else.
    fn changed(&mut self, only: Option<PlayerId>) {
        self.version += 1;
        match only {
            Some(player) => self.asked_since[player.index()] = self.version,
            None => self.asked_since.fill(self.version),
        }
        let moves = self.moves.len() as u32;
        self.standing
            .iter_mut()
            .for_each(|standing| *standing = (*standing).min(moves));
        self.standing.push(moves);
    }

    fn refuse_stale(&self, version: u64) -> Result<(), Refusal> {
        if version == self.version {
            Ok(())
        } else {
            Err(stale())
        }
    }

    /// Full access may take everything back; a player their own last move, as long as nobody learned anything.
    fn may_undo(&self, access: Access) -> bool {
        let Some(last) = self.moves.last() else {
            return false;
        };
        match access {
            Access::Full => true,
            Access::Seat(_) => {
                access.decides_for(last.by) && !last.told_news && !self.position.is_over()
            }
            Access::Spectator => false,
        }
    }

    fn may_redo(&self, access: Access) -> bool {
        self.undone
            .last()
            .is_some_and(|undone| access.decides_for(undone.made.by))
    }

    fn revert(&mut self) -> Result<(), Refusal> {
        let after = self.position.clone();
        let made = self.moves.last().copied();
        self.position
            .undo()
            .map_err(|error| RefusalCode::NoUndo.because(error.to_string()))?;
        if let Some(made) = made {
            self.undone.push(Undone {
                position: after,
                made,
            });
        }
        self.moves.pop();
        self.ends.pop();
        self.choices.pop();
        self.changed(None);
        Ok(())
    }

    fn redo(&mut self, access: Access) -> Result<(), Refusal> {
        if !self.may_redo(access) {
            return Err(RefusalCode::NoRedo.because("nothing of yours was taken back"));
        }
        if let Some(Undone { position, made }) = self.undone.pop() {
            self.position = position;
            self.note(made);
            self.changed(None);
        }
        Ok(())
    }

    /// The position of a move in the lists of moves.
    pub(super) fn moment(&self, at: u32) -> Result<usize, Refusal> {
        let moment = usize::try_from(at)
            .ok()
            .filter(|at| *at <= self.moves.len());
        moment.ok_or_else(|| {
            let message = format!("there is no move {at}: there are {}", self.moves.len());
            RefusalCode::NoSuchMove.because(message)
        })
    }

    fn look_back(&self, access: Access, at: u32) -> Result<Reply, Refusal> {
        let moment = self.moment(at)?;
        let position = rewind::back(&self.position, self.choices[moment]);
        let position = position.map_err(|error| RefusalCode::Fault.because(error.to_string()))?;
        let mut seen = snapshot(
            &self.game,
            &position,
            access,
            TableMoment {
                version: self.version,
                moves: self.moves.len() as u32,
                at,
                log: LogPart {
                    from: self.moves.len() as u32 + 1,
                    moves: Vec::new(),
                },
                ..TableMoment::default()
            },
        );
        seen.question = None;
        Ok(Reply::Snapshot(Box::new(seen)))
    }

    /// A record tells everything: the seed of what is to come, and what the others hold.
    pub(super) fn refuse_secret(&self, access: Access) -> Result<(), Refusal> {
        if access == Access::Full || self.position.is_over() {
            Ok(())
        } else {
            Err(RefusalCode::Secret
                .because("a record tells what is hidden: it is there when the game is over"))
        }
    }

    fn ruling(&self, id: &str, asks: Option<&str>) -> Result<String, Refusal> {
        let Some(at) = self.position.choice_count().checked_sub(1) else {
            return Err(
                RefusalCode::NoRecord.because("there is no answer yet that a ruling could tell of")
            );
        };
        let heading = Heading {
            id: id.to_owned(),
            game: Some(self.position.program().names.game.clone()),
            asks: asks.map(str::to_owned),
            ..Heading::default()
        };
        record::record(&self.position, at, &heading)
            .map_err(|error| RefusalCode::NoRecord.because(error.to_string()))
    }
}

fn stale() -> Refusal {
    RefusalCode::Stale.because("the table has changed since: look again")
}

/// Tells whether chance was asked since a position, or somebody learned which piece one is.
fn tells_news(after: &Match, before: &State) -> bool {
    let program = after.program();
    let counters = program.layout.counters();
    let now = after.state();
    let is_chance = now.memory.range(counters.clone()) != before.memory.range(counters);
    let is_news = |piece| {
        let known = view::who_knows(program, before, piece);
        let more = view::who_knows(program, now, piece);
        !known.has_all(more)
    };
    is_chance || now.pieces.ids().any(is_news)
}
