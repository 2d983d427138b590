//! Delayed effects: put off to moments, and done when these come.

use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::state::later::{ROW, is_changing, moved};
use crate::state::{ENTRY, MOST_ARGS, Pending, arguments};
use ludex_program::node::NodeList;
use ludex_rules::game::NONE;
use ludex_rules::ids::{ActionId, MomentId, RoutineId};

impl Machine<'_> {
    pub(crate) fn put_off(&mut self, moment: MomentId, routine: RoutineId, args: NodeList) {
        self.arguments(args);
        let you = self.you();
        self.put_off_tuple(moment, routine, you);
    }

    /// Puts off the text of an action that a player has chosen, to when all have decided.
    pub(crate) fn put_off_action(&mut self, asked: Pending, action: ActionId, option: usize) {
        let Some(at_once) = self.program.sites[asked.site].at_once else {
            return;
        };
        let rules = &self.program.actions[action];
        let (_, values) = self.work.options.get(option);
        self.work.tuple.clear();
        // The collection of a parameter may bind names of its own before it.
        for (binder, value) in rules.binders.iter().zip(values) {
            self.work.tuple.resize(usize::from(binder.slot) - 1, 0);
            self.work.tuple.push(*value);
        }
        self.put_off_tuple(at_once.moment, rules.body, asked.player.value());
    }

    /// Puts a text off with the values in the tuple buffer.
    fn put_off_tuple(&mut self, moment: MomentId, routine: RoutineId, you: i32) {
        let args = &self.work.tuple;
        if args.len() > MOST_ARGS {
            self.fail(FaultKind::TooDeep, self.program.routines[routine].span);
            return;
        }
        let mut entry = [0; ENTRY];
        entry[..4].copy_from_slice(&[routine.value(), you, NONE, args.len() as i32]);
        entry[4..4 + args.len()].copy_from_slice(args);
        self.state.put_off(moment, &entry);
        self.check_bytes();
    }

    /// Puts off a bonus of a track, to be done when all above so many frames is, with the steps that were lost if it is about
    /// these.
    pub(crate) fn put_off_bonus(
        &mut self,
        moment: MomentId,
        under: i32,
        text: RoutineId,
        you: i32,
        lost: Option<i32>,
    ) {
        let mut entry = [0; ENTRY];
        entry[..4].copy_from_slice(&[text.value(), you, under, i32::from(lost.is_some())]);
        entry[4] = lost.unwrap_or(0);
        self.state.put_off(moment, &entry);
        self.check_bytes();
    }

    /// Runs the first thing put off to a moment; false when there is none.
    pub(crate) fn run_put_off(&mut self, moment: MomentId) -> bool {
        let bonuses = self.program.bonuses.filter(|queue| queue.moment == moment);
        let under = bonuses.map(|_| self.state.frames.len() as i32);
        let is_at_once = self.program.at_once[moment];
        let Some(entry) = self.state.next_put_off(moment, under) else {
            if is_at_once {
                self.judge_places();
            }
            return false;
        };
        if is_at_once && self.is_moved_by_others(moment, &entry) {
            let routine = &self.program.routines[RoutineId::from_value(entry[0])];
            self.fail(FaultKind::TakenTwice, routine.span);
            return true;
        }
        self.enter(RoutineId::from_value(entry[0]), entry[1], arguments(&entry));
        true
    }
}

impl Machine<'_> {
    /// Returns true if a change of an `at once` moves a piece that the change of another player, which comes later, moves too.
    fn is_moved_by_others(&mut self, moment: MomentId, entry: &[i32; ENTRY]) -> bool {
        let (program, you) = (self.program, entry[1]);
        let mut pieces = moved(program, entry).peekable();
        if pieces.peek().is_none() {
            return false;
        }
        self.take_steps((self.state.later.len() / ROW) as u64);
        pieces.any(|piece| self.state.others_move(program, moment, you, piece))
    }

    /// Judges when all changes of an `at once` are made whether places hold more than they may.
    fn judge_places(&mut self) {
        let outer = self
            .state
            .frames
            .split_last()
            .map_or(&[][..], |(_, outer)| outer);
        if is_changing(self.program, outer) {
            return;
        }
        self.take_steps(self.state.places.len() as u64);
        let mut places = self.executable.spots.iter().zip(&self.state.places);
        let full = places.find(|(spot, chain)| chain.count > spot.capacity);
        if let Some((spot, _)) = full {
            self.fail_here(FaultKind::Full(spot.capacity));
        }
    }
}
