//! The options of a decision, and the test for whether an action is possible.

use crate::fault::Fault;
use crate::lir::OPTION_ROOM;
use crate::machine::{Fits, Machine};
use ludex_program::decision::{Ask, Told};
use ludex_program::ids::{ListIndex, SiteId};
use ludex_program::node::{NodeId, UNKNOWN};
use ludex_rules::decision::Answer;
use ludex_rules::ids::{ActionId, PlayerId};

/// Membership of a value in the domain of a parameter, as far as the asker may know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// The value is in the domain.
    Yes,
    /// The value is not in the domain.
    Not,
    /// The answer depends on what the asker can't know.
    Unknown,
}

/// The answer of a requirement, as far as the asker can know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// True if it holds; none when the asker can't know, and when it can't be worked out.
    pub holds: Option<bool>,
    /// True if it can't be worked out, as it asks something of what is not there.
    pub failed: bool,
    /// The values that tell why, as far as they matter and who asks can know them.
    pub shown: Vec<AskedEvidence>,
    /// Values in what the player is told otherwise, as far as who asks can know them.
    pub told: Vec<Option<i32>>,
}

/// A value that tells why a requirement holds or fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedEvidence {
    /// The value; none when it does not matter, can't be worked out or can't be known.
    pub value: Option<i32>,
    /// The values of the names in the words about it.
    pub names: Vec<Option<i32>>,
}

impl Machine<'_> {
    /// Fills the buffers with the options of the pending decision.
    pub fn pending_options(&mut self) {
        if let Some(pending) = self.state.pending {
            self.base = self.state.frames.last().map_or(0, |f| f.slots());
            self.refill_budget();
            self.list_options(pending.site, pending.player);
            self.work.scratch.clear();
        }
    }

    pub(crate) fn list_options(&mut self, site: SiteId, player: PlayerId) {
        self.clear_options();
        let program = self.program;
        match &program.sites[site].ask {
            Ask::Choose { binders, more, .. } => {
                self.in_frame(|m, f| m.list_choice(f, site, binders.len()));
                if let Some((more, whole)) = more.and_then(|more| Some((more, more.whole?))) {
                    self.list_steps(site, player, more, whole);
                } else if more.is_some_and(|m| m.done) {
                    self.work.options.push(Answer::Done, &[]);
                }
            }
            Ask::May => {
                self.work.options.push(Answer::Yes, &[]);
                self.work.options.push(Answer::No, &[]);
            }
            Ask::Offer { actions, pass } => {
                self.list_actions(actions, player.value());
                if *pass && !self.work.options.is_empty() {
                    self.work.options.push(Answer::Pass, &[]);
                }
            }
            Ask::Pool(order) => self.list_waiting(site, *order),
        }
        if program.layout.has_copies {
            self.unify_options(site, player);
        }
        self.check_bytes();
    }

    fn list_choice(&mut self, f: &mut [i32], site: SiteId, width: usize) {
        self.lend_options();
        self.list_as(Answer::Values, width, |m| match m.native {
            Some(native) => native.list_choice(m, f, site, Fits::SURE),
            None => {
                let function = m.executable.choice(m.program, site);
                let you = f[0];
                function.is_some_and(|function| m.interpret(function, f, &[you, 0]) != 0)
            }
        });
        self.take_options_back();
    }

    /// Lists the legal instances of some actions, and notes which of them are possible.
    fn list_actions(&mut self, actions: &[ActionId], you: i32) {
        self.lend_options();
        for action in actions {
            let rules = &self.program.actions[*action];
            let found = self.list_as(Answer::Action(*action), rules.binders.len(), |m| {
                m.instances(*action, you, false)
            });
            if rules.class.is_some() {
                self.remember_possible(*action, you, found, None);
            }
        }
        self.take_options_back();
    }

    /// Adds the options whose values `list` writes, so many for each, if it says that there are any.
    #[inline]
    fn list_as(
        &mut self,
        answer: Answer,
        width: usize,
        list: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        let before = self.values_listed();
        self.begin_listing(width);
        let found = list(self);
        if found {
            let added = self.values_listed() - before;
            let count = added.checked_div(width).unwrap_or(1);
            self.work.options.add(answer, width, before, count);
        }
        found
    }

    /// A listing of options with so many values each begins, which has room.
    #[inline]
    pub(super) fn begin_listing(&mut self, width: usize) {
        if self.native.is_some() && self.raw.room - self.raw.length < OPTION_ROOM {
            self.make_room();
        }
        (self.listing.before, self.listing.width) = (self.values_listed(), width);
    }

    #[cold]
    fn make_room(&mut self) {
        self.take_options_back();
        self.work.options.values().reserve(OPTION_ROOM);
        self.lend_options();
    }

    /// From here until `take_options_back`, machine code adds to the values of options.
    pub(super) fn lend_options(&mut self) {
        if self.native.is_some() {
            self.raw.lend_options(self.work.options.values());
        }
    }

    pub(super) fn take_options_back(&mut self) {
        if let Some(native) = self.native {
            native.take_options_back(self, Fits::SURE);
        }
    }

    /// Tells whether a player has a legal instance of an action.
    #[inline(never)]
    pub(crate) fn is_possible(&mut self, action: ActionId, you: i32) -> bool {
        match self.known_possible(action, you) {
            Some(found) => found,
            None => {
                let before = self.steps;
                let found = self.instances(action, you, true);
                self.remember_possible(action, you, found, Some(before));
                found
            }
        }
    }

    /// Lists the legal instances of an action, or only tells whether there is one.
    fn instances(&mut self, action: ActionId, you: i32, only_whether: bool) -> bool {
        match self.native {
            Some(native) => {
                native.instances(self, action, [you, i32::from(only_whether)], Fits::SURE)
            }
            None => {
                let function = self.executable.action(self.program, action);
                self.interpret(function, &mut [], &[you, i32::from(only_whether)]) != 0
            }
        }
    }

    /// The value of a condition that stands outside the rules, asked for a player (`NONE` for nobody).
    ///
    /// # Errors
    /// A fault: something is asked of `none`, a number becomes too large …
    pub fn question(&mut self, you: i32, node: NodeId, slots: u16) -> Result<i32, Fault> {
        self.refill_budget();
        let value = self.eval_as(you, node, slots);
        self.work.scratch.clear();
        self.take_fault().map(|()| value)
    }

    /// As `question`, with the slots of a frame bound: `you` first.
    ///
    /// # Errors
    /// As of `question`.
    pub fn question_in(&mut self, bound: &[i32], node: NodeId, slots: u16) -> Result<i32, Fault> {
        self.refill_budget();
        let slots = slots.max(bound.len() as u16);
        let value = self.with_slots(slots, |m, f| {
            f[..bound.len()].copy_from_slice(bound);
            m.ask_in(f, node)
        });
        self.work.scratch.clear();
        self.take_fault().map(|()| value)
    }

    /// Gives what each requirement of an action says of these arguments, in order, with the values worth showing.
    pub fn requirements(&mut self, action: ActionId, you: i32, args: &[i32]) -> Vec<Asked> {
        let rules = &self.program.actions[action];
        let bound = rules.requires.iter();
        let asked = bound.filter(|r| usize::from(r.after) <= args.len());
        asked
            .map(|require| {
                let mut ask = |node| self.ask_known(action, you, args, node);
                let told = require.reason.values();
                let bound = |told: &&Told| usize::from(told.after) <= args.len();
                let told = told
                    .map(|told| Some(told).filter(bound).and_then(|told| ask(told.node)?))
                    .collect();
                let holds = ask(require.cond);
                let shown = require.evidence.iter().map(|evidence| {
                    // What stands behind a value that can't be known would tell what that one is.
                    let matters = evidence.when.is_none_or(|when| ask(when) == Some(Some(1)));
                    let value = matters.then(|| ask(evidence.node)).flatten().flatten();
                    let names = evidence.names.iter();
                    let names = names.map(|name| value.and_then(|_| ask(name.node)?));
                    AskedEvidence {
                        value,
                        names: names.collect(),
                    }
                });
                Asked {
                    shown: shown.collect(),
                    holds: holds.flatten().map(|holds| holds != 0),
                    failed: holds == Some(None),
                    told,
                }
            })
            .collect()
    }

    /// The value of a part of an action, none where it can't be worked out, as of something that is not there; nothing at all
    /// when the player on whose behalf it is asked can't know it.
    fn ask_known(
        &mut self,
        action: ActionId,
        you: i32,
        args: &[i32],
        node: NodeId,
    ) -> Option<Option<i32>> {
        self.take_unknown();
        // In a frame of its own: an answer that another part left there would hide what it depends on.
        let value = self.with_bound(action, you, args, |m, f| m.ask_in(f, node));
        let failed = self.fault.is_some();
        self.forget_fault();
        (!self.take_unknown()).then_some((!failed).then_some(value))
    }

    /// Tells whether a value is among those an action's parameter goes through, given the ones before it.
    pub fn is_candidate(&mut self, action: ActionId, you: i32, args: &[i32], n: usize) -> Among {
        let source = self.program.actions[action].binders[n].source;
        let wanted = args[n];
        self.take_unknown();
        let found = self.with_bound(action, you, &args[..n], |m, f| m.is_in(f, source, wanted));
        self.forget_fault();
        match found {
            _ if self.take_unknown() => Among::Unknown,
            true => Among::Yes,
            false => Among::Not,
        }
    }

    /// Asks in a frame where the first names of an action are bound.
    fn with_bound<R>(
        &mut self,
        action: ActionId,
        you: i32,
        args: &[i32],
        work: impl FnOnce(&mut Self, &mut [i32]) -> R,
    ) -> R {
        let rules = &self.program.actions[action];
        self.with_slots(rules.evidence_slots, |m, f| {
            f[0] = you;
            for once in &rules.once {
                f[usize::from(once.slot)] = UNKNOWN;
            }
            for (binder, value) in rules.binders.iter().zip(args) {
                f[usize::from(binder.slot)] = *value;
            }
            work(m, f)
        })
    }

    /// Tells whether some values stand among those of a list that begins and ends at two numbers; each takes a step.
    pub fn is_among(
        &mut self,
        [begin, end]: [i32; 2],
        values: impl ExactSizeIterator<Item = i32> + Clone,
    ) -> bool {
        let width = values.len().max(1);
        let [begin, end] = [begin, end].map(|at| ListIndex::from_value(at).index());
        let listed = self.state.lists.get(begin..end);
        let listed = listed.unwrap_or_default();
        let steps = listed.len() / width;
        let found = listed
            .chunks_exact(width)
            .any(|known| known.iter().copied().eq(values.clone()));
        self.take_steps(steps as u64);
        found
    }
}
