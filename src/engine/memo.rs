//! Answers remembered while what they depend on stays as it is: many options of one decision, and many decisions, ask the same.
//!
//! What a query or an action reads is known when it is compiled; those that read the same are a class. A change marks the classes
//! that read what changed, and that is all it does. The first answer of such a class that is asked anew begins a new epoch of the
//! class, in which no older answer counts. So remembering never shows in what a game does.

use crate::engine::machine::Machine;
use crate::program::Program;
use crate::program::kept::{Kept, MOST_CLASSES};
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

/// Places for whether an action is possible: one for each player.
const PLAYERS: usize = 8;

/// Marks, while it is set, every class: nothing remembered is believed.
pub(crate) const DOUBT: u64 = 1 << MOST_CLASSES;

/// Where the answers of a query stand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shelf {
    kept: Kept,
    /// The marks that make them worthless.
    unsure: u64,
}

impl Shelf {
    pub(crate) fn of(kept: Kept) -> Shelf {
        Shelf {
            kept,
            unsure: 1 << kept.class | DOUBT,
        }
    }

    /// The place of the answer to a question with so many arguments.
    #[inline(always)]
    fn place<const N: usize>(&self, key: &Key) -> usize {
        let parts = key.iter().zip(&self.kept.strides).take(N + 1);
        let mixed = parts.fold(0u32, |mixed, (key, stride)| {
            mixed.wrapping_add((*key as u32).wrapping_mul(*stride))
        });
        (self.kept.first + (mixed & self.kept.mask)) as usize
    }
}

/// What is remembered.
#[derive(Debug, Clone)]
pub(crate) struct Memo {
    /// Classes that read what changed since they were asked last.
    pub(crate) stale: u64,
    /// For each class, the epoch whose answers count.
    pub(crate) epochs: [u64; MOST_CLASSES],
    /// The last epoch of any class; none comes twice.
    pub(crate) last: u64,
    queries: Vec<Answer>,
    possible: Vec<(u64, i32, bool)>,
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
            mistaken: 0,
        }
    }
}

impl Memo {
    /// A machine begins, perhaps on another state or program.
    pub(crate) fn begin(&mut self, program: &Program) {
        self.forget();
        self.queries
            .resize(program.stale.kept as usize, Answer::default());
        self.possible
            .resize(program.actions.len() * PLAYERS, (0, 0, false));
    }

    /// Where the answers stand, for machine code.
    pub(crate) fn answers(&mut self) -> *mut Answer {
        self.queries.as_mut_ptr()
    }

    /// Nothing remembered holds any more.
    pub(crate) fn forget(&mut self) {
        self.stale |= !DOUBT;
    }

    /// From now on asks everything anew, and counts the answers that would have been wrong.
    pub(crate) fn doubt(&mut self) {
        self.stale |= DOUBT;
    }

    /// How many answers would have been wrong.
    pub(crate) fn mistaken(&self) -> u64 {
        self.mistaken
    }

    /// Whether an answer of a class counts.
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
    /// Something changes that these classes read.
    #[inline(always)]
    pub(crate) fn change(&mut self, readers: u64) {
        self.work.memo.stale |= readers;
    }

    #[inline(always)]
    pub(crate) fn remembered<const N: usize>(&self, shelf: &Shelf, key: &Key) -> Option<i32> {
        let memo = &self.work.memo;
        let answer = &memo.queries[shelf.place::<N>(key)];
        (memo.counts(shelf.kept.class, answer.epoch, shelf.unsure) && answer.key == *key)
            .then_some(answer.value)
    }

    /// Remembers an answer, unless it is none because something failed.
    pub(crate) fn remember(&mut self, kept: Kept, key: Key, value: i32) {
        if self.fault.is_some() {
            return;
        }
        let memo = &mut self.work.memo;
        let place = Shelf::of(kept).place::<MOST_REMEMBERED>(&key);
        if memo.stale & DOUBT != 0 {
            let old = memo.queries[place];
            let believed = memo.counts(kept.class, old.epoch, 1 << kept.class) && old.key == key;
            memo.mistaken += u64::from(believed && old.value != value);
        }
        let epoch = memo.epoch(kept.class);
        memo.queries[place] = Answer { epoch, key, value };
    }

    /// Whether an action is possible for a player, if that is known.
    pub(crate) fn known_possible(&self, action: u32, you: i32) -> Option<bool> {
        let class = self.program.actions[action as usize].class?;
        let (epoch, asked, found) = self.work.memo.possible[place_of(action, you)];
        let unsure = 1 << class | DOUBT;
        (self.work.memo.counts(class, epoch, unsure) && asked == you).then_some(found)
    }

    pub(crate) fn remember_possible(&mut self, action: u32, you: i32, found: bool) {
        let (Some(class), None) = (self.program.actions[action as usize].class, &self.fault) else {
            return;
        };
        let memo = &mut self.work.memo;
        let place = place_of(action, you);
        if memo.stale & DOUBT != 0 {
            let (epoch, asked, old) = memo.possible[place];
            let believed = memo.counts(class, epoch, 1 << class) && asked == you;
            memo.mistaken += u64::from(believed && old != found);
        }
        memo.possible[place] = (memo.epoch(class), you, found);
    }
}

fn place_of(action: u32, you: i32) -> usize {
    action as usize * PLAYERS + you as usize % PLAYERS
}
