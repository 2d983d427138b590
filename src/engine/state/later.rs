//! Delayed effects: a first-in first-out queue for each moment, all of them linked lists in one array, with a list of its free
//! rows.

use crate::state::{ENTRY, Frame, State, arguments};
use ludex_program::Program;
use ludex_program::code::Instr;
use ludex_program::ids::LaterId;
use ludex_rules::ids::{MomentId, PlayerId, RoutineId};

/// Numbers of a row of `State::later`: the moment, or `NO_ROW` when the row is free; the row behind it in its queue; an entry.
pub const ROW: usize = 2 + ENTRY;
/// The sentinel of no row, and the moment of a free one.
pub const NO_ROW: i32 = -1;

/// The index in a row of the number of frames above which a bonus of a track waits. Nothing else that is put off has one.
const UNDER: usize = 2 + 2;

/// The index in `State::queues` of the first free row.
const FREE: usize = 0;

/// Returns the index in `State::queues` of the first row of a moment's queue; that of its last row follows.
fn first(moment: usize) -> usize {
    1 + 2 * moment
}

/// Returns the index in `State::later` of the first number of a row.
fn start_of(row: i32) -> usize {
    LaterId::from_value(row).index() * ROW
}

impl State {
    /// Puts an entry behind all others of a moment.
    pub(crate) fn put_off(&mut self, moment: MomentId, entry: &[i32; ENTRY]) {
        let at = first(moment.index());
        if self.queues.len() < at + 2 {
            self.queues.resize(at + 2, NO_ROW);
        }
        let row = self.free_row();
        let start = start_of(row);
        self.later[start..start + 2].copy_from_slice(&[moment.value(), NO_ROW]);
        self.later[start + 2..start + ROW].copy_from_slice(entry);
        match self.queues[at + 1] {
            NO_ROW => self.queues[at] = row,
            last => self.later[start_of(last) + 1] = row,
        }
        self.queues[at + 1] = row;
    }

    fn free_row(&mut self) -> i32 {
        let free = self.queues[FREE];
        if free == NO_ROW {
            self.later.resize(self.later.len() + ROW, 0);
            return (self.later.len() / ROW - 1) as i32;
        }
        self.queues[FREE] = self.later[start_of(free) + 1];
        free
    }

    /// Takes the first entry of a moment out of its queue; of bonuses, the first of those that wait above so many frames.
    pub(crate) fn next_put_off(
        &mut self,
        moment: MomentId,
        under: Option<i32>,
    ) -> Option<[i32; ENTRY]> {
        let at = first(moment.index());
        let (mut previous, mut row) = (NO_ROW, *self.queues.get(at)?);
        while row != NO_ROW && under.is_some_and(|under| self.later[start_of(row) + UNDER] != under)
        {
            (previous, row) = (row, self.later[start_of(row) + 1]);
        }
        if row == NO_ROW {
            return None;
        }
        let start = start_of(row);
        let mut entry = [0; ENTRY];
        entry.copy_from_slice(&self.later[start + 2..start + ROW]);
        let next = self.later[start + 1];
        match previous {
            NO_ROW => self.queues[at] = next,
            previous => self.later[start_of(previous) + 1] = next,
        }
        // A free row holds nothing of its entry: equal positions are equal, and nobody is told of it.
        self.later[start..start + ROW].fill(0);
        self.later[start..start + 2].copy_from_slice(&[NO_ROW, self.queues[FREE]]);
        self.queues[FREE] = row;
        if next == NO_ROW {
            self.queues[at + 1] = previous;
            if self.queues[1..].iter().all(|row| *row == NO_ROW) {
                self.later.clear();
                self.queues.clear();
            }
        }
        Some(entry)
    }

    /// Returns true if a text waits for a moment that another than a player put off.
    pub fn waits_of_others(&self, moment: MomentId, player: PlayerId) -> bool {
        let rows = self.later.chunks_exact(ROW);
        let mut waiting = rows.filter(|row| row[0] == moment.value());
        waiting.any(|row| row[3] != player.value())
    }

    /// Returns true if another player than one has put off a text that moves a piece for sure.
    pub(crate) fn others_move(
        &self,
        program: &Program,
        moment: MomentId,
        you: i32,
        piece: i32,
    ) -> bool {
        let rows = self.later.chunks_exact(ROW);
        let mut others = rows.filter(|row| row[0] == moment.value() && row[3] != you);
        others.any(|row| moved(program, &row[2..]).any(|moved| moved == piece))
    }

    /// Returns true if the changes of an `at once` are being made: what a place may hold is judged when all of them are.
    pub(crate) fn changes_at_once(&self, program: &Program) -> bool {
        is_changing(program, &self.frames)
    }

    /// Returns true if the queues hold every row once, each row is of the moment in whose queue it is, and all ends are right.
    pub(crate) fn queues_are_sound(&self, moments: usize) -> bool {
        if !self.later.len().is_multiple_of(ROW) || self.queues.len() > first(moments) {
            return false;
        }
        let mut met = vec![false; self.later.len() / ROW];
        let mut walk = |start: i32, moment: i32| {
            let (mut at, mut last) = (start, NO_ROW);
            while at != NO_ROW {
                let number = usize::try_from(at).ok().filter(|row| *row < met.len())?;
                if std::mem::replace(&mut met[number], true) || self.later[number * ROW] != moment {
                    return None;
                }
                (last, at) = (at, self.later[number * ROW + 1]);
            }
            Some(last)
        };
        let Some((free, queues)) = self.queues.split_first() else {
            return self.later.is_empty();
        };
        let mut sound = walk(*free, NO_ROW).is_some() && queues.len().is_multiple_of(2);
        for (moment, ends) in (0..).zip(queues.chunks_exact(2)) {
            sound = sound && walk(ends[0], moment) == Some(ends[1]);
        }
        sound && met.into_iter().all(|met| met)
    }
}

/// The pieces that a text which is put off moves for sure.
pub(crate) fn moved<'p>(program: &'p Program, entry: &'p [i32]) -> impl Iterator<Item = i32> + 'p {
    let routine = RoutineId::of(entry[0]).and_then(|routine| program.routines.get(routine));
    let slots = routine.map_or(&[][..], |routine| &routine.moved);
    let args = arguments(entry);
    (slots.iter()).filter_map(|slot| args.get(usize::from(*slot) - 1).copied())
}

/// Returns true if one of some frames makes the changes of an `at once`: the instruction that began the frame above it.
pub(crate) fn is_changing(program: &Program, frames: &[Frame]) -> bool {
    let began = |frame: &Frame| program.code.get(frame.pc.before()).copied();
    frames.iter().any(|frame| {
        let Some(Instr::ReachNext { moment, .. }) = began(frame) else {
            return false;
        };
        program.at_once.get(moment).copied().unwrap_or(false)
    })
}

#[cfg(test)]
mod tests {
    use super::{ENTRY, MomentId, State};

    fn entry(of: i32) -> [i32; ENTRY] {
        [of; ENTRY]
    }

    #[test]
    fn each_moment_has_a_queue_of_its_own() {
        let mut state = State::default();
        let next = |state: &mut State, moment| {
            state
                .next_put_off(MomentId::new(moment), None)
                .map(|entry| entry[0])
        };
        assert_eq!(next(&mut state, 0), None);
        for (moment, of) in [(2, 1), (0, 2), (2, 3), (2, 4)] {
            state.put_off(MomentId::new(moment), &entry(of));
        }
        assert!(state.queues_are_sound(3) && !state.queues_are_sound(2));
        assert_eq!(next(&mut state, 2), Some(1));
        state.put_off(MomentId::new(0), &entry(5));
        state.put_off(MomentId::new(2), &entry(6));
        assert!(state.queues_are_sound(3));
        let queue = [3, 4, 6].map(Some);
        assert_eq!([0; 3].map(|_| next(&mut state, 2)), queue);
        assert_eq!(next(&mut state, 2), None);
        assert_eq!(state.later.len() / super::ROW, 5);
        assert_eq!([0; 2].map(|_| next(&mut state, 0)), [2, 5].map(Some));
        assert_eq!(state, State::default());
    }

    #[test]
    fn queues_in_disorder_are_found() {
        let mut state = State::default();
        (0..4).for_each(|of| state.put_off(MomentId::new(1), &entry(of)));
        state.next_put_off(MomentId::new(1), None);
        for at in 0..state.queues.len() {
            for wrong in [-2, 0, 1, 3, 9] {
                let mut bad = state.clone();
                bad.queues[at] = wrong;
                assert!(bad == state || !bad.queues_are_sound(2), "{at}: {wrong}");
            }
        }
        let mut bad = state.clone();
        bad.later[1] = 0;
        assert!(!bad.queues_are_sound(2), "a circle");
        bad.later.pop();
        assert!(!bad.queues_are_sound(2), "half a row");
    }
}
