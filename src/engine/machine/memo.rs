//! The memo table: answers of queries and actions, remembered while their class is clean. Many options of one decision, and
//! many decisions, ask the same.
//!
//! What a query or an action reads is known when it is compiled; those that read the same are a class (`program::memo`). A
//! change sets the dirty bits of the classes that read what changed, and that is all it does. The first answer of a dirty class
//! that is asked anew begins a new epoch of the class, in which no older answer counts. So remembering never shows in what a
//! game does. The table is a direct-mapped cache: an answer pushes out the one that has its entry.

use crate::machine::Machine;
use ludex_program::Program;
use ludex_program::memo::{MOST_CLASSES, MOST_REMEMBERED, QueryMemo};
use ludex_rules::ids::ActionId;
use ludex_rules::table::widened;

/// `you` and the arguments of a question.
pub type Key = [i32; MOST_REMEMBERED + 1];

/// An answer to a question of some epoch.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Answer {
    pub(crate) epoch: u64,
    pub(crate) key: Key,
    pub(crate) value: i32,
    /// The steps it took to find it, taken again whenever it is remembered.
    pub(crate) cost: u32,
}

/// A remembered answer of whether an action is possible for a player, found in some epoch at some cost.
#[derive(Debug, Clone, Copy, Default)]
struct Possible {
    epoch: u64,
    you: i32,
    found: bool,
    /// The steps it took to find out; none when all of it was listed, which tells no cost.
    cost: Option<u32>,
    /// The turn in which all of it was listed last.
    listed: u64,
}

/// Places for whether an action is possible: one for each player.
const PLAYERS: usize = 8;

/// The dirty bit of all classes at once: while it is set, nothing remembered is believed.
pub const DOUBT: u64 = 1 << MOST_CLASSES;

/// A query's part of the memo table, with the mask that makes it dirty.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemoProbe {
    kept: QueryMemo,
    /// The dirty bits under which no answer counts: that of its class, and `DOUBT`.
    unsure: u64,
}

impl MemoProbe {
    pub(crate) fn of(kept: QueryMemo) -> MemoProbe {
        MemoProbe {
            kept,
            unsure: 1 << kept.class | DOUBT,
        }
    }

    /// Returns the index of the only entry that may hold the answer to a question; see `QueryMemo`.
    #[inline(always)]
    fn place(&self, key: &Key) -> usize {
        let parts = key.iter().zip(&self.kept.strides);
        let mixed = parts.fold(0u32, |mixed, (key, stride)| {
            mixed.wrapping_add((*key as u32).wrapping_mul(*stride))
        });
        widened(self.kept.first + (mixed & self.kept.mask))
    }
}

/// The memo table with its dirty bits and epochs.
#[derive(Debug, Clone)]
pub(crate) struct Memo {
    /// The dirty mask: a bit for each class that reads what changed since it was asked last.
    pub(crate) stale: u64,
    /// For each class, the epoch whose answers count.
    pub(crate) epochs: [u64; MOST_CLASSES],
    /// The last epoch of any class; none comes twice.
    pub(crate) last: u64,
    queries: Vec<Answer>,
    possible: Vec<Possible>,
    /// Counts the times that a budget was filled, so that what is remembered without its cost lasts no longer.
    turn: u64,
    /// Answers that were still believed and would have been wrong. Found only in doubt.
    mistaken: u64,
}

impl Default for Memo {
    fn default() -> Memo {
        Memo {
            stale: !DOUBT,
            epochs: [0; MOST_CLASSES],
            last: 0,
            queries: Vec::new(),
            possible: Vec::new(),
            turn: 1,
            mistaken: 0,
        }
    }
}

impl Memo {
    /// A machine begins, perhaps on another state or program.
    pub(crate) fn begin(&mut self, program: &Program) {
        self.forget();
        self.queries
            .resize(widened(program.stale.kept), Answer::default());
        self.possible
            .resize(program.actions.len() * PLAYERS, Possible::default());
    }

    /// Returns the address of the answers, for machine code.
    pub(crate) fn answers(&mut self) -> *mut Answer {
        self.queries.as_mut_ptr()
    }

    /// Invalidates all answers: every class becomes dirty.
    pub(crate) fn forget(&mut self) {
        self.stale |= !DOUBT;
    }

    /// A budget was filled.
    pub(crate) fn next_turn(&mut self) {
        self.turn += 1;
    }

    /// Doubts from now on: asks everything anew, and counts the answers that would have been wrong.
    pub(crate) fn doubt(&mut self) {
        self.stale |= DOUBT;
    }

    /// Counts the answers that would have been wrong.
    pub(crate) fn mistaken(&self) -> u64 {
        self.mistaken
    }

    /// Tells whether an answer of a class counts.
    #[inline(always)]
    fn counts(&self, class: u8, epoch: u64, unsure: u64) -> bool {
        self.stale & unsure == 0 && self.epochs[usize::from(class)] == epoch
    }

    /// The epoch of an answer given now.
    fn epoch(&mut self, class: u8) -> u64 {
        let marked = 1 << class;
        if self.stale & marked != 0 {
            self.stale &= !marked;
            self.last += 1;
            self.epochs[usize::from(class)] = self.last;
        }
        self.epochs[usize::from(class)]
    }
}

impl Machine<'_> {
    /// Makes classes dirty: something changes that they read.
    #[inline(always)]
    pub(crate) fn change(&mut self, readers: u64) {
        self.work.memo.stale |= readers;
    }

    /// An answer that is still known, and what it cost.
    #[inline(always)]
    pub(crate) fn remembered(&self, probe: &MemoProbe, key: &Key) -> Option<(i32, u32)> {
        let memo = &self.work.memo;
        let answer = memo.queries[probe.place(key)];
        let counts = memo.counts(probe.kept.class, answer.epoch, probe.unsure);
        (counts && answer.key == *key).then_some((answer.value, answer.cost))
    }

    /// Remembers an answer and what it cost, unless it is none because something failed.
    pub fn remember(&mut self, kept: QueryMemo, key: Key, value: i32, cost: u32) {
        if self.fault.is_some() {
            return;
        }
        let memo = &mut self.work.memo;
        let place = MemoProbe::of(kept).place(&key);
        if memo.stale & DOUBT != 0 {
            let old = memo.queries[place];
            let believed = memo.counts(kept.class, old.epoch, 1 << kept.class) && old.key == key;
            memo.mistaken += u64::from(believed && old.value != value);
        }
        let epoch = memo.epoch(kept.class);
        memo.queries[place] = Answer {
            epoch,
            key,
            value,
            cost,
        };
    }

    /// Tells whether an action is possible for a player, if that is known.
    pub(crate) fn known_possible(&mut self, action: ActionId, you: i32) -> Option<bool> {
        let class = self.program.actions[action].class?;
        let known = self.work.memo.possible[place_of(action, you)];
        let unsure = 1 << class | DOUBT;
        if known.you != you || !self.work.memo.counts(class, known.epoch, unsure) {
            return None;
        }
        // An answer listed for this decision costs no steps, in every game that is played so.
        if known.listed != self.work.memo.turn {
            self.take_steps(u64::from(known.cost?));
        }
        Some(known.found)
    }

    /// Remembers whether an action is possible, asked when so many steps were left, or because all of it was listed.
    pub(crate) fn remember_possible(
        &mut self,
        action: ActionId,
        you: i32,
        found: bool,
        before: Option<i64>,
    ) {
        let cost = before.map(|before| self.cost_since(before));
        let (Some(class), None) = (self.program.actions[action].class, &self.fault) else {
            return;
        };
        let memo = &mut self.work.memo;
        let place = place_of(action, you);
        let old = memo.possible[place];
        let believed = memo.counts(class, old.epoch, 1 << class) && old.you == you;
        memo.mistaken += u64::from(memo.stale & DOUBT != 0 && believed && old.found != found);
        memo.possible[place] = Possible {
            epoch: memo.epoch(class),
            you,
            found,
            cost: cost.or(old.cost.filter(|_| believed)),
            listed: if cost.is_some() { 0 } else { memo.turn },
        };
    }
}

impl Machine<'_> {
    /// The steps taken since so many were left, as far as an answer can note them.
    pub(crate) fn cost_since(&self, before: i64) -> u32 {
        u32::try_from(before - self.steps).unwrap_or(u32::MAX)
    }
}

fn place_of(action: ActionId, you: i32) -> usize {
    action.index() * PLAYERS + widened(you as u32) % PLAYERS
}
