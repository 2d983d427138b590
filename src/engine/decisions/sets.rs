//! Sets that are chosen by a condition on the whole, step by step: a step is offered when some set that meets the condition
//! begins with it.
//!
//! Members are taken in the order of the candidates, so that each set is offered once, whatever order its members might be
//! taken in; and of equal pieces the first ones. The search takes a step of the budget for each set that it looks at.

use crate::engine::decisions::option::{Answer, Options};
use crate::engine::runtime::machine::Machine;
use crate::program::code::{More, WholeSet};
use crate::program::ids::{ListIndex, SiteId};

/// Buffers that are used again, so that a decision allocates nothing.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sets {
    /// All that may be members, each once.
    candidates: Vec<i32>,
    /// For each candidate: the number of the last one before it that is equal to it.
    twins: Vec<Option<usize>>,
    /// The numbers of the candidates that are taken, the last one last.
    taken: Vec<usize>,
    /// The numbers of the candidates with which some set goes on.
    steps: Vec<usize>,
    /// True if the same candidate may be taken again.
    again: bool,
}

impl Sets {
    /// Notes what is listed as candidates, and leaves each once.
    fn note(&mut self, options: &mut Options) {
        self.candidates.clear();
        for n in 0..options.len() {
            for one in options.get(n).1 {
                if !self.candidates.contains(one) {
                    self.candidates.push(*one);
                }
            }
        }
        options.clear();
        for one in &self.candidates {
            options.push(Answer::Values, &[*one]);
        }
        self.twins.clear();
        self.twins.resize(self.candidates.len(), None);
        self.taken.clear();
        self.steps.clear();
    }

    /// Returns the number of the first candidate that may be taken behind the last one.
    fn first(&self) -> usize {
        let last = self.taken.last();
        last.map_or(0, |last| last + usize::from(!self.again))
    }

    /// Returns the first candidate from a number on that may be taken, leaving so many behind it.
    fn free_from(&self, first: usize, wanted: usize) -> Option<usize> {
        let behind = if self.again { 0 } else { wanted };
        let end = self.candidates.len().saturating_sub(behind);
        (first..end).find(|n| self.is_free(*n))
    }

    /// Tells whether all equal candidates before one are taken.
    fn is_free(&self, n: usize) -> bool {
        self.twins[n].is_none_or(|twin| self.taken.contains(&twin))
    }
}

/// A set that is being chosen: the slots of its list, the condition, and how many members are still to come.
#[derive(Clone, Copy)]
struct Goal {
    whole: WholeSet,
    list: [usize; 3],
    least: usize,
    most: usize,
}

impl Machine<'_> {
    /// Leaves of the listed candidates those with which some set goes on, and adds `done` when what was chosen is one.
    pub(super) fn list_steps(
        &mut self,
        (site, player): (SiteId, i32),
        more: More,
        whole: WholeSet,
    ) {
        if self.fault.is_some() {
            return;
        }
        let mut sets = std::mem::take(&mut self.work.sets);
        sets.note(&mut self.work.options);
        sets.again = more.again;
        if self.program.layout.has_copies {
            self.note_twins(site, player, &mut sets.twins);
        }
        let is_set = self.in_frame(|m, f| m.find_steps(&mut sets, f, more, whole));
        self.work.options.clear();
        for n in &sets.steps {
            (self.work.options).push(Answer::Values, &[sets.candidates[*n]]);
        }
        if is_set {
            self.work.options.push(Answer::Done, &[]);
        }
        self.work.sets = sets;
    }

    /// Finds the candidates with which some set goes on; gives whether what was chosen is one.
    fn find_steps(&mut self, sets: &mut Sets, f: &mut [i32], more: More, whole: WholeSet) -> bool {
        let list = more.chosen.slots().map(usize::from);
        let before = list.map(|slot| f[slot]);
        let most = usize::try_from(f[usize::from(more.left)]).unwrap_or(0);
        let goal = Goal {
            whole,
            list,
            least: if whole.exact { most } else { 0 },
            most,
        };
        let start = self.state.lists.len();
        let [begin, _, end] = before.map(|at| ListIndex::from_value(at).index());
        for at in begin..end.min(start) {
            let chosen = self.state.lists[at];
            let number = sets.candidates.iter().position(|one| *one == chosen);
            sets.taken.extend(number);
            self.state.lists.push(chosen);
        }
        // A world may have taken them in another order.
        sets.taken.sort_unstable();
        f[list[0]] = start as i32;
        let is_set = goal.least == 0 && self.is_whole(f, &goal);
        let mut next = sets.first();
        while goal.most > 0 && self.fault.is_none() {
            let Some(step) = sets.free_from(next, goal.least.saturating_sub(1)) else {
                break;
            };
            if self.goes_on(sets, f, &goal, step) {
                sets.steps.push(step);
            }
            next = step + 1;
        }
        self.state.lists.truncate(start);
        for (slot, value) in list.into_iter().zip(before) {
            f[slot] = value;
        }
        is_set
    }

    /// Tells whether some set goes on with a candidate: a depth-first search that takes as many as it can first.
    fn goes_on(&mut self, sets: &mut Sets, f: &mut [i32], goal: &Goal, step: usize) -> bool {
        let (floor, listed) = (sets.taken.len(), self.state.lists.len());
        let mut next = Some(step);
        let found = loop {
            if let Some(one) = next {
                sets.taken.push(one);
                self.state.lists.push(sets.candidates[one]);
                let count = sets.taken.len() - floor;
                if !self.take_steps(1) {
                    break false;
                }
                if count >= goal.least && self.is_whole(f, goal) {
                    break true;
                }
                if self.fault.is_some() {
                    break false;
                }
                let wanted = goal.least.saturating_sub(count + 1);
                next = match count < goal.most {
                    true => sets.free_from(sets.first(), wanted),
                    false => None,
                };
                continue;
            }
            // Nothing begins so: another in the place of the last one.
            let Some(last) = sets.taken.pop() else {
                break false;
            };
            self.state.lists.pop();
            let count = sets.taken.len() - floor;
            if count == 0 {
                break false;
            }
            next = sets.free_from(last + 1, goal.least.saturating_sub(count + 1));
        };
        sets.taken.truncate(floor);
        self.state.lists.truncate(listed);
        found
    }

    /// Tells whether what is listed meets the condition.
    fn is_whole(&mut self, f: &mut [i32], goal: &Goal) -> bool {
        let end = self.state.lists.len() as i32;
        (f[goal.list[1]], f[goal.list[2]]) = (f[goal.list[0]], end);
        self.ask_in(f, goal.whole.cond) != 0
    }
}
