//! The open question: which of its answers may still be meant, given in steps, and what of it an observation holds.

use crate::action::ActionSpace;
use crate::cell::ValueCell;
use crate::paths::OptionPaths;
use crate::position::SeatPosition;
use crate::slot::Slot;
use ludex_engine::machine::{Machine, Work};
use ludex_engine::option::Options;
use ludex_engine::state::{Pending, State};
use ludex_play::lean::LeanGame;
use ludex_program::Program;
use ludex_program::decision::Ask;
use ludex_program::ids::SiteId;
use ludex_program::node::Node;
use ludex_program::signature::Signature;
use ludex_rules::game::RoutineKind;
use ludex_rules::ids::RoutineId;
use ludex_rules::table::{Table, widened};
use std::collections::BTreeSet;

/// The steps of an answer that an observation holds.
const STEPS: usize = 16;

/// An open question while it is answered step by step, with buffers that are used again.
#[derive(Debug, Clone, Default)]
pub struct OpenQuestion {
    paths: OptionPaths,
    /// The steps taken, those that left no choice among them.
    taken: Vec<u32>,
    /// The options that begin so, in order.
    meant: Vec<usize>,
}

/// The outcome of taking an action at an open question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Another step is to follow.
    Further,
    /// One option is meant, by number.
    Option(usize),
}

impl OpenQuestion {
    /// Reads the open question of a lean game; without one there is no step.
    pub fn read_game(&mut self, space: &ActionSpace, game: &LeanGame) {
        self.clear();
        if game.pending().is_some() {
            self.read(space, game.program(), game.state(), game.options());
        }
    }

    fn clear(&mut self) {
        self.paths.clear();
        self.taken.clear();
        self.meant.clear();
    }

    /// Reads an open question with its options; without one there is no step.
    pub fn read(
        &mut self,
        space: &ActionSpace,
        program: &Program,
        state: &State,
        options: &Options,
    ) {
        self.clear();
        let Some(Pending { player, site }) = state.pending else {
            return;
        };
        let mut is_ambiguous = false;
        let position = SeatPosition {
            program,
            state,
            seat: player,
        };
        for run in options.runs() {
            is_ambiguous |= space.paths(position, site, run, &mut self.paths);
        }
        if is_ambiguous {
            self.tell_apart(space);
        }
        self.meant.extend(0..options.len());
        self.skip_forced();
    }

    /// Adds to paths that are the same which of those each is.
    fn tell_apart(&mut self, space: &ActionSpace) {
        let paths: Vec<Vec<u32>> = (0..self.paths.ends.len())
            .map(|n| self.path(n).to_vec())
            .collect();
        self.paths.clear();
        for (n, path) in paths.iter().enumerate() {
            self.paths.ids.extend(path);
            if paths.iter().filter(|other| *other == path).count() > 1 {
                let before = paths[..n].iter().filter(|other| *other == path).count();
                space.number(before as i32, &mut self.paths.ids);
            }
            self.paths.end();
        }
    }

    /// Returns the whole path of an option.
    #[must_use]
    pub fn path(&self, option: usize) -> &[u32] {
        let (begin, end) = self.range(option);
        &self.paths.ids[begin..end]
    }

    /// Returns the steps taken so far.
    #[must_use]
    pub fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// Returns the options that may still be meant.
    #[must_use]
    pub fn meant(&self) -> &[usize] {
        &self.meant
    }

    /// Visits the ids that may follow; one that several options share comes as often.
    pub fn each_next(&self, mut visit: impl FnMut(u32)) {
        let at = self.taken.len();
        for option in &self.meant {
            if let Some(id) = self.path(*option).get(at) {
                visit(*id);
            }
        }
    }

    /// Visits the ids that may come after the next one; one that several options share comes as often.
    fn each_later(&self, mut visit: impl FnMut(u32)) {
        let at = self.taken.len() + 1;
        for option in &self.meant {
            let later = self.path(*option).get(at..);
            later.unwrap_or_default().iter().for_each(|id| visit(*id));
        }
    }

    /// Writes the mask of the ids that may follow: 1 for each of them, 0 for all others.
    pub fn write_mask(&self, mask: &mut [u8]) {
        mask.fill(0);
        self.each_next(|id| mask[widened(id)] = 1);
    }

    /// Writes the mask over that of an earlier question, whose ids are listed; lists its own instead.
    pub(super) fn rewrite_mask(&self, mask: &mut [u8], ids: &mut Vec<u32>) {
        ids.drain(..).for_each(|id| mask[widened(id)] = 0);
        self.each_next(|id| {
            let slot = &mut mask[widened(id)];
            if *slot == 0 {
                *slot = 1;
                ids.push(id);
            }
        });
    }

    /// Returns the next id on the way to an option; none if the steps taken lead elsewhere.
    #[must_use]
    pub fn next_towards(&self, option: usize) -> Option<u32> {
        let is_meant = self.meant.binary_search(&option).is_ok();
        is_meant.then(|| self.path(option).get(self.taken.len()).copied())?
    }

    /// Takes a step; none of an id that may not follow, which changes nothing.
    pub fn take(&mut self, id: u32) -> Option<Step> {
        let at = self.taken.len();
        let mut meant = std::mem::take(&mut self.meant);
        let follows = |option: &usize| self.path(*option).get(at) == Some(&id);
        if !meant.iter().any(follows) {
            self.meant = meant;
            return None;
        }
        meant.retain(follows);
        self.meant = meant;
        self.taken.push(id);
        self.skip_forced();
        Some(match self.meant[..] {
            [option] => Step::Option(option),
            _ => Step::Further,
        })
    }

    /// Takes the steps that leave no choice, but for the last one of the only option.
    fn skip_forced(&mut self) {
        let Some((first, others)) = self.meant.split_first() else {
            return;
        };
        let path = self.path(*first);
        let mut shared = path.len();
        if others.is_empty() {
            shared = shared.saturating_sub(1);
        }
        let from = self.taken.len();
        for option in others {
            let own = self.path(*option);
            let rest = path[..shared].iter().zip(own).skip(from);
            let equal = rest.take_while(|(one, other)| one == other).count();
            shared = shared.min(from + equal);
            if shared == from {
                return;
            }
        }
        if shared > from {
            let (begin, _) = self.range(*first);
            self.taken
                .extend_from_slice(&self.paths.ids[begin + from..begin + shared]);
        }
    }

    /// Returns where the path of an option begins and ends.
    fn range(&self, option: usize) -> (usize, usize) {
        let begin = option
            .checked_sub(1)
            .map_or(0, |before| self.paths.ends[before]);
        (begin, self.paths.ends[option])
    }
}

/// The slots of the open question.
#[derive(Debug, Clone)]
pub(super) struct QuestionSlots {
    asked_at: usize,
    site_at: usize,
    taken_at: usize,
    later_at: usize,
    values_at: usize,
    value: ValueCell,
    /// For each routine, the slots of its frames that hold answers.
    answers: Table<RoutineId, BTreeSet<u16>>,
}

impl QuestionSlots {
    /// Lays the slots out: who is asked, and of one's own question which it is, its values and the steps taken.
    pub(super) fn new(program: &Program, slots: &mut Vec<Slot>) -> QuestionSlots {
        let asked_at = slots.len();
        let seats = 0..program.layout.players;
        slots.extend(seats.map(|n| Slot::new(format!("asked[P{n}]"), 0.0, 1.0)));
        let site_at = slots.len();
        for site in program.sites.ids() {
            slots.push(Slot::new(format!("question[{}]", site.number()), 0.0, 1.0));
        }
        let values_at = slots.len();
        let value = ValueCell::any();
        let most = program
            .sites
            .iter()
            .map(|site| site.prompt.values().count());
        for n in 0..most.max().unwrap_or(0) {
            value.name(program, &format!("question.value[{n}]"), slots);
        }
        let taken_at = slots.len();
        let actions = ActionSpace::new(program);
        let ids = actions.len() as f32;
        slots.extend((0..STEPS).map(|n| Slot::new(format!("step[{n}]"), 0.0, ids)));
        let later_at = slots.len();
        let names = actions.names().iter();
        slots.extend(names.map(|name| Slot::new(format!("later:{name}"), 0.0, 1.0)));
        QuestionSlots {
            asked_at,
            site_at,
            taken_at,
            later_at,
            values_at,
            value,
            answers: answer_slots(program),
        }
    }

    /// Writes what a seat may know of the open question, where nothing stands yet; adds the ids that may come after the next
    /// one to a list, and finds values in a state that is used again, if there are such buffers.
    pub(super) fn write(
        &self,
        position: SeatPosition<'_>,
        question: &OpenQuestion,
        out: &mut [f32],
        buffers: Option<(&mut Vec<u32>, &mut State)>,
    ) {
        let (mut later, copy) = buffers.unzip();
        let Some(Pending { player, site }) = position.state.pending else {
            return;
        };
        // In a block of `at once` nobody learns who has decided.
        let is_asked = player == position.seat;
        if is_asked || position.program.sites[site].at_once.is_none() {
            out[self.asked_at + player.index()] = 1.0;
        }
        if !is_asked {
            return;
        }
        out[self.site_at + site.index()] = 1.0;
        for (n, id) in question.taken.iter().take(STEPS).enumerate() {
            out[self.taken_at + n] = (id + 1) as f32;
        }
        question.each_later(|id| {
            let slot = &mut out[self.later_at + widened(id)];
            if *slot == 0.0 {
                *slot = 1.0;
                later.iter_mut().for_each(|later| later.push(id));
            }
        });
        self.values(position, site, copy, out);
    }

    /// Takes back what was written of a question, whose later ids are listed.
    pub(super) fn erase(&self, out: &mut [f32], later: &mut Vec<u32>) {
        out[self.asked_at..self.later_at].fill(0.0);
        let ids = later.drain(..);
        ids.for_each(|id| out[self.later_at + widened(id)] = 0.0);
    }

    /// Writes the values in the question's words that the player can know.
    fn values(
        &self,
        position: SeatPosition<'_>,
        site: SiteId,
        copy: Option<&mut State>,
        out: &mut [f32],
    ) {
        let SeatPosition {
            program,
            state,
            seat,
        } = position;
        let prompt = &program.sites[site].prompt;
        let Some(frame) = state
            .frames
            .last()
            .filter(|_| prompt.values().next().is_some())
        else {
            return;
        };
        let slots = program.routines[frame.routine].slots;
        let bound = &state.stack[frame.slots()..];
        let bound = &bound[..bound.len().min(usize::from(slots))];
        // An answer of somebody else may be untold, so it is told by no question either.
        let is_own = program.routines[frame.routine].kind != RoutineKind::Flow
            && bound.first() == Some(&seat.value());
        let mut own = State::default();
        let copy = copy.unwrap_or(&mut own);
        let mut work = None;
        for (n, told) in prompt.values().enumerate() {
            let value = if let Node::Local(slot) = program.nodes[told.node] {
                let is_untold = !is_own && self.answers[frame.routine].contains(&slot);
                bound.get(usize::from(slot)).copied().filter(|_| !is_untold)
            } else {
                let work = work.get_or_insert_with(|| {
                    copy.clone_from(state);
                    Work::lent_to_watch(program)
                });
                Machine::asked_by(program, copy, work, seat).known_value(bound, told.node, slots)
            };
            let known = value.filter(|value| position.knows(&told.ty, *value));
            if let Some(value) = known {
                let at = self.values_at + n * self.value.width();
                self.value.write(&mut out[at..], value, true);
            }
        }
    }
}

/// Lists for each routine the slots that hold what somebody answered: parameters of actions, names of choices.
fn answer_slots(program: &Program) -> Table<RoutineId, BTreeSet<u16>> {
    let mut slots = Table::filled(program.routines.len(), BTreeSet::new());
    for action in program.actions.iter() {
        let params = 1..=program.routines[action.body].params;
        slots[action.body].extend(params);
    }
    for routine in program.routines.ids() {
        for instr in program.code.range(program.text_of(routine)) {
            if let Some(site) = Signature::of(program, *instr).site
                && let Ask::Choose { binders, more, .. } = &program.sites[site].ask
            {
                slots[routine].extend(binders.iter().map(|binder| binder.slot));
                slots[routine].extend(more.map(|more| more.chosen.slot));
            }
        }
    }
    slots
}
