//! Sets that are chosen by a condition on the whole, step by step: a step is offered when some set that meets the condition
//! begins with it.
//!
//! Members are taken in the order of the candidates, so that each set is offered once, whatever order its members might be
//! taken in; and of equal pieces the first ones. The search takes a step of the budget for each set that it looks at; where it
//! looks at many, it gives up those that `bounds` says nothing completes.

use crate::engine::decisions::bounds::{SetBound, Side};
use crate::engine::option::Answer;
use crate::engine::runtime::fault::FaultKind;
use crate::engine::runtime::machine::Machine;
use crate::program::code::{Cursor, More, WholeSet};
use crate::program::ids::{ListIndex, SiteId};
use crate::program::node::{Node, NodeId};
use crate::rules::ids::PlayerId;
use std::collections::HashSet;

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
    /// The number of sets that were looked at.
    tried: u32,
    reserves: Reserves,
}

/// Sets that are looked at before bounds are worked out: few sets cost less.
const FEW: u32 = 32;
/// Dead ends that are remembered at most.
const MOST_DEAD: usize = 1 << 16;
/// Bounds of which dead ends are remembered at most.
const WIDTH: usize = 4;

/// The reserves that the bounds of a condition leave: one for each, which the members of a set add to or take from.
#[derive(Debug, Clone, Default)]
struct Reserves {
    /// The reserve of no member, for each bound; none while they are not worked out.
    base: Vec<i64>,
    /// The reserve of the members taken, for each bound.
    now: Vec<i64>,
    /// For each bound in turn: what each candidate adds.
    worth: Vec<i64>,
    /// For each bound in turn: what all candidates from one on add that add anything.
    gain: Vec<i64>,
    /// For each bound in turn: the most that a candidate from one on adds.
    best: Vec<i64>,
    /// Sets that nothing completes, as far as the bounds are the condition: where they go on, how many members may come,
    /// and their reserves.
    dead: HashSet<(usize, usize, [i64; WIDTH])>,
    /// True if they are remembered.
    remembers: bool,
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
        self.tried = 0;
        self.reserves.base.clear();
        self.reserves.now.clear();
        self.reserves.dead.clear();
        self.reserves.remembers = false;
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

    /// Takes a candidate into the set.
    fn take(&mut self, one: usize) {
        self.taken.push(one);
        let (count, worth) = (self.candidates.len(), &self.reserves.worth);
        for (n, now) in self.reserves.now.iter_mut().enumerate() {
            *now += worth[n * count + one];
        }
    }

    /// Puts the last one back.
    fn drop_last(&mut self) -> Option<usize> {
        let last = self.taken.pop()?;
        let (count, worth) = (self.candidates.len(), &self.reserves.worth);
        for (n, now) in self.reserves.now.iter_mut().enumerate() {
            *now -= worth[n * count + last];
        }
        Some(last)
    }

    /// Tells whether the bounds leave a way on from what is taken, with so many members at most or exactly so many.
    fn may_go_on(&self, left: usize, exact: bool) -> bool {
        let (count, from) = (self.candidates.len(), self.first());
        let times = i64::try_from(left).unwrap_or(i64::MAX);
        let reserves = &self.reserves;
        let lifts = |(n, now): (usize, &i64)| {
            let best = reserves.best[n * (count + 1) + from];
            let best = if exact { best } else { best.max(0) };
            let most = match self.again {
                true => i64::MAX,
                false => reserves.gain[n * (count + 1) + from],
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
    fn note_dead(&mut self, left: usize) {
        if self.reserves.remembers && self.reserves.dead.len() < MOST_DEAD {
            let state = self.state(left);
            self.reserves.dead.insert(state);
        }
    }

    fn is_dead(&self, left: usize) -> bool {
        self.reserves.remembers && self.reserves.dead.contains(&self.state(left))
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
    chosen: Cursor,
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
            chosen,
            list: chosen.slots().map(usize::from),
            least: if exact { most } else { 0 },
            most,
        }
    }

    /// The number of members that may still come when so many of them are taken.
    fn left(&self, sets: &Sets, count: usize) -> usize {
        let left = self.most.saturating_sub(count);
        match sets.again || self.least > 0 {
            true => left,
            false => left.min(sets.candidates.len() - sets.first()),
        }
    }
}

impl Machine<'_> {
    /// Leaves of the listed candidates those with which some set goes on, and adds `done` when what was chosen is one.
    pub(super) fn list_steps(
        &mut self,
        (site, player): (SiteId, PlayerId),
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
            let you = PlayerId::of(f[0]).filter(|you| you.is_among(m.state.players));
            if let Some(you) = you {
                m.note_equal(&mut sets, you, of_pieces);
            }
            let most = f[usize::from(chosen + 1)];
            let goal = Goal::of(cond, Cursor { slot: chosen }, (most, exact));
            let found = m.find_steps(&mut sets, f, &goal, true) || !sets.steps.is_empty();
            m.work.sets.push(sets);
            found
        })
    }

    /// Notes which candidates look equal to a player.
    fn note_equal(&mut self, sets: &mut Sets, player: PlayerId, of_pieces: bool) {
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
                sets.take(one);
                self.state.lists.push(sets.candidates[one]);
                let count = sets.taken.len() - floor;
                if !self.take_steps(1) {
                    break false;
                }
                sets.tried = sets.tried.saturating_add(1);
                if sets.tried == FEW {
                    self.weigh(sets, f, goal);
                }
                let left = goal.left(sets, count);
                next = None;
                if sets.may_go_on(left, goal.least > 0) && !sets.is_dead(left) {
                    if count >= goal.least && self.is_whole(f, goal) {
                        break true;
                    }
                    if left > 0 {
                        next = sets.free_from(sets.first(), goal.least.saturating_sub(count + 1));
                    }
                }
                if self.fault.is_some() {
                    break false;
                }
                continue;
            }
            // Nothing begins so: another in the place of the last one.
            let count = sets.taken.len() - floor;
            sets.note_dead(goal.left(sets, count));
            let Some(last) = sets.drop_last() else {
                break false;
            };
            self.state.lists.pop();
            if count == 1 {
                break false;
            }
            next = sets.free_from(last + 1, goal.least.saturating_sub(count));
        };
        while sets.taken.len() > floor {
            sets.drop_last();
        }
        self.state.lists.truncate(listed);
        self.explain_spent(sets, goal);
        found
    }

    /// Works out what each candidate adds to the bounds of the condition. A bound that can't be worked out sets none.
    fn weigh(&mut self, sets: &mut Sets, f: &mut [i32], goal: &Goal) {
        let bounds = self.executable.bounds(self.program, goal.cond, goal.chosen);
        let (steps, listed) = (self.steps, self.state.lists.len());
        let slots = bounds.lets.iter().map(|(slot, _)| *slot);
        let slots = slots.chain(goal.chosen.slots()).map(usize::from);
        let before = self.work.scratch.len();
        self.work.scratch.extend(slots.clone().map(|slot| f[slot]));
        for (slot, value) in &bounds.lets {
            f[usize::from(*slot)] = self.ask_in(f, *value);
        }
        f[goal.list[0]] = listed as i32;
        let reserves = &mut sets.reserves;
        let count = sets.candidates.len();
        reserves.worth.clear();
        reserves.gain.clear();
        reserves.best.clear();
        for bound in &bounds.all {
            let base = self.reserve(f, goal, *bound);
            reserves.base.push(base);
            for one in &sets.candidates {
                self.state.lists.push(*one);
                reserves.worth.push(self.reserve(f, goal, *bound) - base);
                self.state.lists.pop();
            }
            let own = reserves.worth.len() - count;
            let (mut gain, mut best) = (0i64, i64::MIN);
            let start = reserves.gain.len();
            reserves.gain.push(0);
            reserves.best.push(i64::MIN);
            for worth in reserves.worth[own..].iter().rev() {
                gain = gain.saturating_add((*worth).max(0));
                best = best.max(*worth);
                reserves.gain.push(gain);
                reserves.best.push(best);
            }
            reserves.gain[start..].reverse();
            reserves.best[start..].reverse();
        }
        for (slot, value) in slots.zip(self.work.scratch.drain(before..)) {
            f[slot] = value;
        }
        if let Some((kind, _)) = self.fault {
            reserves.base.clear();
            if kind.is_of_budget() {
                return;
            }
            // The rules did not ask this.
            (self.fault, self.steps) = (None, steps);
        }
        reserves.now.clone_from(&reserves.base);
        let is_all = !bounds.asks_more && reserves.base.len() <= WIDTH;
        reserves.remembers = is_all && sets.twins.iter().all(Option::is_none);
        for (n, now) in reserves.now.iter_mut().enumerate() {
            let worth = &reserves.worth[n * count..];
            *now += sets.taken.iter().map(|taken| worth[*taken]).sum::<i64>();
        }
    }

    /// The reserve that what is listed leaves of a bound.
    fn reserve(&mut self, f: &mut [i32], goal: &Goal, bound: SetBound) -> i64 {
        f[goal.list[2]] = self.state.lists.len() as i32;
        let mut side = |side| match side {
            Side::Node(node) => i64::from(self.ask_in(f, node)),
            Side::Number(n) => i64::from(n),
        };
        let low = side(bound.low);
        side(bound.high) - low - bound.margin
    }

    /// Says of steps that ran out over many sets that the sets are too many.
    fn explain_spent(&mut self, sets: &Sets, goal: &Goal) {
        if let Some((FaultKind::Endless(steps), _)) = self.fault
            && sets.tried > FEW
        {
            let span = self.program.node_spans[goal.cond];
            self.fault = Some((FaultKind::TooManySets(steps), span));
        }
    }

    /// Tells whether what is listed meets the condition.
    fn is_whole(&mut self, f: &mut [i32], goal: &Goal) -> bool {
        let end = self.state.lists.len() as i32;
        (f[goal.list[1]], f[goal.list[2]]) = (f[goal.list[0]], end);
        self.ask_in(f, goal.cond) != 0
    }
}
