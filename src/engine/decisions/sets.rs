//! Sets that are chosen by a condition on the whole, step by step: a step is offered when some set that meets the condition
//! begins with it.
//!
//! Members are taken in the order of the candidates, so that each set is offered once, whatever order its members might be
//! taken in; and of equal pieces the first ones. The search takes a step of the budget for each set that it looks at; where it
//! looks at many, it gives up those that `bounds` says nothing completes.

use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::sets::bounds::{SetBound, Side};
use crate::sets::{FEW, Sets, WIDTH};
use ludex_program::cursor::Cursor;
use ludex_program::decision::{More, WholeSet};
use ludex_program::ids::{ListIndex, SiteId};
use ludex_program::node::{Node, NodeId};
use ludex_rules::decision::Answer;
use ludex_rules::ids::PlayerId;

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
    fn of(cond: NodeId, chosen: Cursor, most: i32, exact: bool) -> Goal {
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
        if sets.again || self.least > 0 {
            left
        } else {
            left.min(sets.candidates.len() - sets.first())
        }
    }
}

impl Machine<'_> {
    /// Leaves of the listed candidates those with which some set goes on, and adds `done` when what was chosen is one.
    pub(super) fn list_steps(
        &mut self,
        site: SiteId,
        player: PlayerId,
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
            let goal = Goal::of(whole.cond, more.chosen, left, whole.exact);
            let (begin, end) = (f[goal.list[0]], f[goal.list[2]]);
            let [begin, end] = [begin, end].map(|at| ListIndex::from_value(at).index());
            let listed = m.state.lists.get(begin..end).unwrap_or_default();
            let number = |one| sets.candidates.iter().position(|other| other == one);
            sets.taken.extend(listed.iter().filter_map(number));
            // A world may have taken them in another order.
            sets.taken.sort_unstable();
            m.find_steps(&mut sets, f, &goal, false)
        });
        self.clear_options();
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
            let goal = Goal::of(cond, Cursor { slot: chosen }, most, exact);
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
