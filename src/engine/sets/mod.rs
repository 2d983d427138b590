//! Sets that are chosen by a condition on the whole, while they are searched: what is taken, what may still come, and what the
//! bounds of the condition leave of it.
//!
//! Enters: candidates, and the worths of each for the bounds. Leaves: whether a search may go on. Never here: what meets the
//! condition, which `decisions/sets.rs` asks.

pub(crate) mod bounds;

use std::collections::HashSet;

/// Buffers that are used again, so that a decision allocates nothing.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sets {
    /// All that may be members, each once.
    pub(crate) candidates: Vec<i32>,
    /// For each candidate: the number of the last one before it that is equal to it.
    pub(crate) twins: Vec<Option<usize>>,
    /// The numbers of the candidates that are taken, the last one last.
    pub(crate) taken: Vec<usize>,
    /// The numbers of the candidates with which some set goes on.
    pub(crate) steps: Vec<usize>,
    /// True if the same candidate may be taken again.
    pub(crate) again: bool,
    /// The number of sets that were looked at.
    pub(crate) tried: u32,
    pub(crate) reserves: Reserves,
}

/// Sets that are looked at before bounds are worked out: few sets cost less.
pub(crate) const FEW: u32 = 32;
/// Dead ends that are remembered at most.
const MOST_DEAD: usize = 1 << 16;
/// Bounds of which dead ends are remembered at most.
pub(crate) const WIDTH: usize = 4;

/// The reserves that the bounds of a condition leave: one for each, which the members of a set add to or take from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reserves {
    /// The reserve of no member, for each bound; none while they are not worked out.
    pub(crate) base: Vec<i64>,
    /// The reserve of the members taken, for each bound.
    pub(crate) now: Vec<i64>,
    /// For each bound in turn: what each candidate adds.
    pub(crate) worth: Vec<i64>,
    /// For each bound in turn: what all candidates from one on add that add anything.
    pub(crate) gain: Vec<i64>,
    /// For each bound in turn: the most that a candidate from one on adds.
    pub(crate) best: Vec<i64>,
    /// Sets that nothing completes, as far as the bounds are the condition: where they go on, how many members may come,
    /// and their reserves.
    pub(crate) dead: HashSet<(usize, usize, [i64; WIDTH])>,
    /// True if they are remembered.
    pub(crate) remembers: bool,
}

impl Sets {
    /// Notes the candidates, each once.
    pub(crate) fn note<'a>(&mut self, members: impl Iterator<Item = &'a i32>, again: bool) {
        self.candidates.clear();
        for one in members {
            if !self.candidates.contains(one) {
                self.candidates.push(*one);
            }
        }
        self.twins.clear();
        self.twins.resize(self.candidates.len(), None);
        self.taken.clear();
        self.steps.clear();
        self.again = again;
        self.tried = 0;
        self.reserves.base.clear();
        self.reserves.now.clear();
        self.reserves.dead.clear();
        self.reserves.remembers = false;
    }

    /// Returns the number of the first candidate that may be taken behind the last one.
    pub(crate) fn first(&self) -> usize {
        let last = self.taken.last();
        last.map_or(0, |last| last + usize::from(!self.again))
    }

    /// Returns the first candidate from a number on that may be taken, leaving so many behind it.
    pub(crate) fn free_from(&self, first: usize, wanted: usize) -> Option<usize> {
        let behind = if self.again { 0 } else { wanted };
        let end = self.candidates.len().saturating_sub(behind);
        (first..end).find(|n| self.is_free(*n))
    }

    /// Takes a candidate into the set.
    pub(crate) fn take(&mut self, one: usize) {
        self.taken.push(one);
        let (count, worth) = (self.candidates.len(), &self.reserves.worth);
        for (n, now) in self.reserves.now.iter_mut().enumerate() {
            *now += worth[n * count + one];
        }
    }

    /// Puts the last one back.
    pub(crate) fn drop_last(&mut self) -> Option<usize> {
        let last = self.taken.pop()?;
        let (count, worth) = (self.candidates.len(), &self.reserves.worth);
        for (n, now) in self.reserves.now.iter_mut().enumerate() {
            *now -= worth[n * count + last];
        }
        Some(last)
    }

    /// Returns true if the bounds leave a way on from what is taken, with so many members at most or exactly so many.
    pub(crate) fn may_go_on(&self, left: usize, exact: bool) -> bool {
        let (count, from) = (self.candidates.len(), self.first());
        let times = i64::try_from(left).unwrap_or(i64::MAX);
        let reserves = &self.reserves;
        let lifts = |(n, now): (usize, &i64)| {
            let best = reserves.best[n * (count + 1) + from];
            let best = if exact { best } else { best.max(0) };
            let most = if self.again {
                i64::MAX
            } else {
                reserves.gain[n * (count + 1) + from]
            };
            let most = if left == 0 {
                0
            } else {
                most.min(best.saturating_mul(times))
            };
            now.saturating_add(most) >= 0
        };
        reserves.now.iter().enumerate().all(lifts)
    }

    /// The part of what is taken that matters for what may come.
    fn state(&self, left: usize) -> (usize, usize, [i64; WIDTH]) {
        let from = self.first();
        let mut now = [0; WIDTH];
        now.iter_mut()
            .zip(&self.reserves.now)
            .for_each(|(to, now)| *to = *now);
        (from, left, now)
    }

    /// Remembers that nothing completes what is taken.
    pub(crate) fn note_dead(&mut self, left: usize) {
        if self.reserves.remembers && self.reserves.dead.len() < MOST_DEAD {
            let state = self.state(left);
            self.reserves.dead.insert(state);
        }
    }

    pub(crate) fn is_dead(&self, left: usize) -> bool {
        self.reserves.remembers && self.reserves.dead.contains(&self.state(left))
    }

    /// Returns true if all equal candidates before one are taken.
    fn is_free(&self, n: usize) -> bool {
        self.twins[n].is_none_or(|twin| self.taken.contains(&twin))
    }
}
