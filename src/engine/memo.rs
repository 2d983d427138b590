//! Answers remembered while nothing changes: many options of one decision ask the same of the same position.
//!
//! Each query has a few places for answers, found by its arguments, and each action one. Every change of the state begins a new epoch, and an answer of
//! an older epoch is worth nothing; so remembering never shows in what a game does.

use crate::engine::machine::Machine;
use crate::program::Program;
use crate::program::node::MOST_REMEMBERED;

/// `you` and the arguments of a question.
pub(crate) type Key = [i32; MOST_REMEMBERED + 1];

/// An answer to a question of some epoch.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Answer {
    pub(crate) epoch: u64,
    pub(crate) key: Key,
    pub(crate) value: i32,
}

/// Places for the answers of a query: most boards have no more spaces. A power of two.
pub(crate) const PLACES: usize = 32;
/// What `you` and each argument count for the place of an answer: neighbouring spaces, cards or values never share one.
pub(crate) const FACTORS: [i32; MOST_REMEMBERED + 1] = [5, 1, 7, 13];

/// Where the answer to a question is kept.
#[inline(always)]
fn place(query: u32, key: &Key) -> usize {
    let scaled = key
        .iter()
        .zip(FACTORS)
        .map(|(n, factor)| n.wrapping_mul(factor));
    let mixed = scaled.fold(0i32, i32::wrapping_add);
    query as usize * PLACES + mixed as u32 as usize % PLACES
}

/// What is remembered.
#[derive(Debug, Clone, Default)]
pub(crate) struct Memo {
    pub(crate) epoch: u64,
    queries: Vec<Answer>,
    possible: Vec<(u64, i32, bool)>,
}

impl Memo {
    /// A machine begins, perhaps on another state or program.
    pub(crate) fn begin(&mut self, program: &Program) {
        self.epoch += 1;
        self.queries
            .resize(program.queries.len() * PLACES, Answer::default());
        self.possible.resize(program.actions.len(), (0, 0, false));
    }
}

impl Memo {
    /// Where the answers stand, for machine code.
    pub(crate) fn answers(&mut self) -> *mut Answer {
        self.queries.as_mut_ptr()
    }
}

impl Machine<'_> {
    /// The state changes: nothing remembered holds any more.
    #[inline(always)]
    pub(crate) fn change(&mut self) {
        self.work.memo.epoch += 1;
    }

    #[inline(always)]
    pub(crate) fn remembered(&self, query: u32, key: Key) -> Option<i32> {
        let answer = &self.work.memo.queries[place(query, &key)];
        (answer.epoch == self.work.memo.epoch && answer.key == key).then_some(answer.value)
    }

    pub(crate) fn remember(&mut self, query: u32, key: Key, value: i32) {
        let epoch = self.work.memo.epoch;
        self.work.memo.queries[place(query, &key)] = Answer { epoch, key, value };
    }

    /// Whether an action is possible for a player, if that is known.
    pub(crate) fn known_possible(&self, action: u32, you: i32) -> Option<bool> {
        let (epoch, asked, found) = self.work.memo.possible[action as usize];
        (epoch == self.work.memo.epoch && asked == you).then_some(found)
    }

    pub(crate) fn remember_possible(&mut self, action: u32, you: i32, found: bool) {
        self.work.memo.possible[action as usize] = (self.work.memo.epoch, you, found);
    }
}
