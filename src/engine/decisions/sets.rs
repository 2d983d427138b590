//! Sets that are chosen by a condition on the whole, step by step: a step is offered when some set that meets the condition
//! begins with it.
//!
//! Members are taken in the order of the candidates, so that each set is offered once, whatever order its members might be
//! taken in; and of equal pieces the first ones. The search takes a step of the budget for each set that it looks at.

use crate::engine::decisions::option::Answer;
use crate::engine::runtime::machine::Machine;
use crate::program::code::{Cursor, More, WholeSet};
use crate::program::ids::{ListIndex, SiteId};
use crate::program::node::{Node, NodeId};

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
    /// Notes the candidates, each once.
    fn note<'a>(&mut self, members: impl Iterator<Item = &'a i32>, again: bool) {
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

/// A set that is being chosen: the condition, the slots of the list that it reads, and how many members are still to come.
#[derive(Clone, Copy)]
struct Goal {
    cond: NodeId,
    list: [usize; 3],
    least: usize,
    most: usize,
}

impl Goal {
    /// A set of so many members at most, or of exactly so many.
    fn of(cond: NodeId, chosen: Cursor, (most, exact): (i32, bool)) -> Goal {
        let most = usize::try_from(most).unwrap_or(0);
        Goal {
            cond,
            list: chosen.slots().map(usize::from),
            least: if exact { most } else { 0 },
            most,
        }
    }
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
        let mut sets = self.work.sets.pop().unwrap_or_default();
        let options = &self.work.options;
        let listed = (0..options.len()).flat_map(|n| options.get(n).1);
        sets.note(listed, more.again);
        let of_pieces = self.program.sites[site].ask.is_of_pieces();
        self.note_equal(&mut sets, player, of_pieces);
        let is_set = self.in_frame(|m, f| {
            let left = f[usize::from(more.left)];
            let goal = Goal::of(whole.cond, more.chosen, (left, whole.exact));
            let (begin, end) = (f[goal.list[0]], f[goal.list[2]]);
            let [begin, end] = [begin, end].map(|at| ListIndex::from_value(at).index());
            let listed = m.state.lists.get(begin..end).unwrap_or_default();
            let number = |one| sets.candidates.iter().position(|other| other == one);
            sets.taken.extend(listed.iter().filter_map(number));
            // A world may have taken them in another order.
            sets.taken.sort_unstable();
            m.find_steps(&mut sets, f, &goal, false)
        });
        self.work.options.clear();
        for n in &sets.steps {
            (self.work.options).push(Answer::Values, &[sets.candidates[*n]]);
        }
        if is_set {
            self.work.options.push(Answer::Done, &[]);
        }
        self.work.sets.push(sets);
    }

    /// Tells whether a set can be chosen: one that meets the condition of a node. What the node needs of the frame around it
    /// stands in the scratch buffer from a position on.
    pub(crate) fn can_choose(&mut self, id: NodeId, given: usize) -> bool {
        let Node::PossibleSet {
            source,
            cond,
            chosen,
            exact,
            again,
            of_pieces,
        } = self.program.nodes[id]
        else {
            return false;
        };
        let needs = self.executable.captured(self.program, id);
        self.with_slots(needs.frame, |m, f| {
            let values = m.work.scratch.get(given..).unwrap_or_default();
            for (slot, value) in needs.slots.iter().zip(values) {
                f[usize::from(*slot)] = *value;
            }
            m.work.scratch.truncate(given);
            m.list_in(f, source);
            if m.fault.is_some() {
                return false;
            }
            let mut sets = m.work.sets.pop().unwrap_or_default();
            sets.note(
                m.work.scratch.get(given..).unwrap_or_default().iter(),
                again,
            );
            m.work.scratch.truncate(given);
            m.note_equal(&mut sets, f[0], of_pieces);
            let most = f[usize::from(chosen + 1)];
            let goal = Goal::of(cond, Cursor { slot: chosen }, (most, exact));
            let found = m.find_steps(&mut sets, f, &goal, true) || !sets.steps.is_empty();
            m.work.sets.push(sets);
            found
        })
    }

    /// Notes which candidates look equal to a player.
    fn note_equal(&mut self, sets: &mut Sets, player: i32, of_pieces: bool) {
        if of_pieces && self.program.layout.has_copies {
            self.note_twins(player, &sets.candidates, &mut sets.twins);
        }
    }

    /// Finds the candidates with which some set goes on, or only one of them; gives whether what was chosen is one.
    fn find_steps(
        &mut self,
        sets: &mut Sets,
        f: &mut [i32],
        goal: &Goal,
        only_whether: bool,
    ) -> bool {
        let before = goal.list.map(|slot| f[slot]);
        let start = self.state.lists.len();
        for taken in &sets.taken {
            self.state.lists.push(sets.candidates[*taken]);
        }
        f[goal.list[0]] = start as i32;
        let is_set = goal.least == 0 && self.is_whole(f, goal);
        let mut next = sets.first();
        while goal.most > 0 && self.fault.is_none() && !(only_whether && is_set) {
            let Some(step) = sets.free_from(next, goal.least.saturating_sub(1)) else {
                break;
            };
            if self.goes_on(sets, f, goal, step) {
                sets.steps.push(step);
                if only_whether {
                    break;
                }
            }
            next = step + 1;
        }
        self.state.lists.truncate(start);
        for (slot, value) in goal.list.into_iter().zip(before) {
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
        self.ask_in(f, goal.cond) != 0
    }
}
