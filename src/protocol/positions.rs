//! The positions of a server: by handle, put away in few bytes, and no more of them than it has room for.
//!
//! The one that was asked for last stands ready to be played on, the others are parked: a search plays on one position many
//! times.

use crate::failure::{Failure, FailureCode};
use ludex_play::game::Match;
use ludex_play::game::history::Meter;
use ludex_play::parked::Parked;
use std::collections::BTreeMap;
use std::fmt;

/// All positions of a server.
pub(super) struct Positions {
    // INVARIANT: handles count up from 1 and are never given again, so that an old one can't mean another game.
    last: u64,
    parked: BTreeMap<u64, Parked>,
    /// The position asked for last. What is parked under its handle is how it was before.
    awake: Option<(u64, Match)>,
    /// Bytes of what is parked, histories apart.
    bytes: usize,
    /// Bytes of all histories.
    histories: Meter,
    /// The budget of all positions together, in bytes.
    most: usize,
}

impl Positions {
    pub(super) fn new(most: usize) -> Positions {
        Positions {
            last: 0,
            parked: BTreeMap::new(),
            awake: None,
            bytes: 0,
            histories: Meter::default(),
            most,
        }
    }

    /// Returns how many bytes all positions take. What copies share of their histories counts once.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.histories.bytes()
    }

    /// Refuses what would take so many bytes more than there is room for.
    pub(super) fn refuse_beyond(&self, more: usize) -> Result<(), Failure> {
        if self.bytes() + more < self.most {
            return Ok(());
        }
        let (count, bytes, most) = (self.parked.len(), self.bytes(), self.most);
        Err(FailureCode::TooManyPositions.because(format!(
            "{count} positions take {bytes} bytes of {most} already: drop some, or start `ludex protocol` with more --memory"
        )))
    }

    /// Keeps a match; its handle.
    pub(super) fn keep(&mut self, mut game: Match) -> Result<u64, Failure> {
        game.keep_little(&self.histories);
        let handle = self.put(Parked::new(&game))?;
        self.park();
        self.awake = Some((handle, game));
        Ok(handle)
    }

    /// Keeps a copy of a position; its handle.
    pub(super) fn copy(&mut self, handle: u64) -> Result<u64, Failure> {
        self.park();
        let copy = self.parked.get(&handle).ok_or_else(|| unknown(handle))?;
        self.put(copy.clone())
    }

    fn put(&mut self, parked: Parked) -> Result<u64, Failure> {
        let bytes = parked.bytes();
        self.refuse_beyond(bytes)?;
        self.bytes += bytes;
        self.last += 1;
        self.parked.insert(self.last, parked);
        Ok(self.last)
    }

    /// A position, ready to be played on.
    pub(super) fn get(&mut self, handle: u64) -> Result<&mut Match, Failure> {
        if self
            .awake
            .as_ref()
            .is_none_or(|(awake, _)| *awake != handle)
        {
            let parked = self.parked.get(&handle).ok_or_else(|| unknown(handle))?;
            let game = parked.wake();
            self.park();
            self.awake = Some((handle, game));
        }
        let game = self.awake.as_mut().map(|(_, game)| game);
        game.ok_or_else(|| unknown(handle))
    }

    /// Plays on with a position. When all take more room then than there is, it stays what it was.
    pub(super) fn play_on<T>(
        &mut self,
        handle: u64,
        play: impl FnOnce(&mut Match) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let before = self.get(handle)?.clone();
        let bytes = self.bytes();
        let answer = play(self.get(handle)?)?;
        let taken = self.bytes() + self.unparked();
        if taken > self.most {
            self.awake = Some((handle, before));
            self.refuse_beyond(taken - bytes)?;
        }
        Ok(answer)
    }

    /// Returns how many bytes more the position that stands ready takes once it is parked.
    fn unparked(&self) -> usize {
        let Some((handle, game)) = &self.awake else {
            return 0;
        };
        let parked = self.parked.get(handle).map_or(0, Parked::bytes);
        Parked::new(game).bytes().saturating_sub(parked)
    }

    /// Parks the position that stands ready.
    fn park(&mut self) {
        let Some((handle, game)) = self.awake.take() else {
            return;
        };
        let parked = Parked::new(&game);
        self.bytes += parked.bytes();
        if let Some(old) = self.parked.insert(handle, parked) {
            self.bytes -= old.bytes();
        }
    }

    pub(crate) fn forget(&mut self, handle: u64) -> Result<(), Failure> {
        let parked = self.parked.remove(&handle).ok_or_else(|| unknown(handle))?;
        self.bytes -= parked.bytes();
        self.awake.take_if(|(awake, _)| *awake == handle);
        Ok(())
    }
}

fn unknown(handle: u64) -> Failure {
    FailureCode::NoSuchPosition.because(format!("there is no position {handle}"))
}

impl fmt::Debug for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.parked.keys()).finish()
    }
}
