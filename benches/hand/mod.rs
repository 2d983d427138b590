//! Games written by hand in plain Rust: what the interpreter is measured against, and what its play must equal.
//!
//! Each game keeps the interpreter's protocol: the same options in the same order at the same decisions, the same
//! streams of chance. So a seed gives the same game here and there. Ordinary arrays and loops, nothing allocated
//! in play, no tricks that a good programmer would not write at the first go.

pub(crate) mod chess;
pub(crate) mod connect_four;
pub(crate) mod interpreted;
pub(crate) mod jump_gate;
pub(crate) mod noah;
pub(crate) mod perft;
pub(crate) mod placements;
pub(crate) mod sanctuary;
pub(crate) mod tictactoe;

use ludex::engine::chance::{Stream, purpose};

/// The most players of any game here.
pub(crate) const SEATS: usize = 5;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The score of each seat; 0 for a seat nobody has.
    pub(crate) scores: [i32; SEATS],
    /// Whether each seat won; players tied for the best score share the victory.
    pub(crate) winners: [bool; SEATS],
    /// How many decisions were asked.
    pub(crate) decisions: u32,
}

impl Outcome {
    /// The fewest points win.
    fn low(scores: &[i32], decisions: u32) -> Outcome {
        Outcome::ranked(scores, scores, scores.iter().min(), decisions)
    }

    /// The most points win.
    fn high(scores: &[i32], decisions: u32) -> Outcome {
        Outcome::with_ties(scores, scores, decisions)
    }

    /// The most points win; `ranks` are the points with what breaks their ties, more of it being better.
    fn with_ties<R: Ord>(scores: &[i32], ranks: &[R], decisions: u32) -> Outcome {
        Outcome::ranked(scores, ranks, ranks.iter().max(), decisions)
    }

    fn ranked<R: Eq>(scores: &[i32], ranks: &[R], best: Option<&R>, decisions: u32) -> Outcome {
        let mut outcome = Outcome {
            scores: [0; SEATS],
            winners: [false; SEATS],
            decisions,
        };
        for (seat, (&score, rank)) in scores.iter().zip(ranks).enumerate() {
            outcome.scores[seat] = score;
            outcome.winners[seat] = Some(rank) == best;
        }
        outcome
    }
}

/// Who takes the decisions.
pub(crate) trait Policy {
    /// One of so many options, counted from 0.
    fn pick(&mut self, options: usize) -> usize;
}

/// Every option equally likely.
#[derive(Debug)]
pub(crate) struct Random {
    stream: Stream,
    decisions: u32,
}

impl Random {
    fn new(seed: u64) -> Random {
        Random {
            stream: Stream::new(seed, purpose("playout"), 0),
            decisions: 0,
        }
    }
}

impl Policy for Random {
    fn pick(&mut self, options: usize) -> usize {
        self.decisions += 1;
        self.stream.below(options as u32) as usize
    }
}

/// `choose` of one: what can be done in one way only is done without asking.
fn choose(policy: &mut impl Policy, candidates: usize) -> usize {
    if candidates == 1 {
        0
    } else {
        policy.pick(candidates)
    }
}

/// `choose up to 1`, and each step of `choose any`: one of the candidates, or none of them, which is the last option.
fn choose_up_to_one(policy: &mut impl Policy, candidates: usize) -> Option<usize> {
    if candidates == 0 {
        return None;
    }
    let chosen = policy.pick(candidates + 1);
    (chosen < candidates).then_some(chosen)
}

/// An ordered list of at most `N` members, the last on top.
#[derive(Debug, Clone, Copy)]
pub(crate) struct List<T, const N: usize> {
    items: [T; N],
    len: usize,
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> List<T, N> {
        List::new()
    }
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    pub(crate) fn new() -> List<T, N> {
        List {
            items: [T::default(); N],
            len: 0,
        }
    }

    pub(crate) fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len])
    }

    /// Takes one out; the rest keep their order.
    pub(crate) fn remove(&mut self, at: usize) -> T {
        let item = self.items[at];
        self.items.copy_within(at + 1..self.len, at);
        self.len -= 1;
        item
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Puts all of another list on top, in their order.
    pub(crate) fn take_all(&mut self, other: &mut List<T, N>) {
        self.items[self.len..self.len + other.len].copy_from_slice(&other.items[..other.len]);
        self.len += other.len;
        other.clear();
    }
}

impl<T, const N: usize> std::ops::Deref for List<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}

impl<T, const N: usize> std::ops::DerefMut for List<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}
