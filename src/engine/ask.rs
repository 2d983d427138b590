//! The options of a decision, and whether an action is possible.

use crate::engine::fault::Fault;
use crate::engine::machine::{Machine, STEPS};
use crate::engine::option::Answer;
use crate::program::code::{Action, Ask, Binder, More};
use crate::program::node::NodeId;
use crate::rules::game::NONE;

impl Machine<'_> {
    /// Fills the buffers with the options of the pending decision.
    pub fn pending_options(&mut self) {
        if let Some(pending) = self.state.pending {
            self.base = self.state.frames.last().map_or(0, |f| f.base as usize);
            self.steps = crate::engine::machine::STEPS;
            self.list_options(pending.site, i32::from(pending.player));
            self.work.scratch.clear();
        }
    }

    pub(crate) fn list_options(&mut self, site: u32, player: i32) {
        self.work.options.clear();
        let program = self.program;
        match &program.sites[site as usize].ask {
            Ask::Choose { binders, more, .. } => {
                self.list_values(binders, 0, more.as_ref());
                if more.is_some_and(|m| m.done) {
                    self.work.options.push(Answer::Done, &[]);
                }
            }
            Ask::May => {
                self.work.options.push(Answer::Yes, &[]);
                self.work.options.push(Answer::No, &[]);
            }
            Ask::Offer(actions) => {
                for action in actions {
                    self.instances(*action, player, false);
                }
            }
            Ask::Pool => self.list_entries(),
        }
    }

    /// All ways to bind the names of a choice from the n-th on, the last name changing fastest.
    fn list_values(&mut self, binders: &[Binder], n: usize, more: Option<&More>) {
        let Some(binder) = binders.get(n) else {
            if !more.is_some_and(|more| self.is_chosen(binders, more)) {
                self.push_option(Answer::Values, binders);
            }
            return;
        };
        self.each(binder.source, &mut |m, member| {
            m.set_slot(usize::from(binder.slot), member);
            m.list_values(binders, n + 1, more);
            true
        });
    }

    /// An option with the values that now stand in the slots of some names.
    fn push_option(&mut self, answer: Answer, binders: &[Binder]) {
        let (stack, base) = (&self.state.stack, self.base);
        let values = binders.iter().map(|b| stack[base + usize::from(b.slot)]);
        self.work.options.push_all(answer, values);
    }

    fn is_chosen(&self, binders: &[Binder], more: &More) -> bool {
        let at = self.base + usize::from(more.chosen.slot);
        let (begin, end) = (
            self.state.stack[at] as usize,
            self.state.stack[at + 2] as usize,
        );
        let chosen = self.state.lists.get(begin..end).unwrap_or_default();
        chosen.chunks_exact(binders.len().max(1)).any(|chosen| {
            let slots = binders.iter().map(|b| self.slot(usize::from(b.slot)));
            chosen.iter().copied().eq(slots)
        })
    }

    /// Whether `you` has a legal instance of an action.
    #[inline(never)]
    pub(crate) fn is_possible(&mut self, action: u32) -> bool {
        let you = self.state.stack[self.base];
        if let Some(found) = self.known_possible(action, you) {
            return found;
        }
        self.instances(action, you, true)
    }

    /// Lists the legal instances of an action as options, or only tells whether there is one.
    fn instances(&mut self, action: u32, you: i32, only_ask: bool) -> bool {
        let program = self.program;
        let rules = &program.actions[action as usize];
        let base = self.state.stack.len();
        self.state.stack.push(you);
        self.state.stack.resize(base + usize::from(rules.slots), 0);
        let asker = std::mem::replace(&mut self.base, base);
        let found = self.instances_from(rules, action, 0, only_ask);
        self.base = asker;
        self.state.stack.truncate(base);
        self.remember_possible(action, you, found);
        found
    }

    fn instances_from(
        &mut self,
        rules: &Action,
        action: u32,
        bound: usize,
        only_ask: bool,
    ) -> bool {
        // A requirement is asked as soon as its names are bound, so that hopeless branches end early.
        let (from, to) = (rules.requires_from[bound], rules.requires_from[bound + 1]);
        let fits = rules.requires[from..to]
            .iter()
            .all(|r| self.eval(r.cond) != 0);
        if !fits || self.fault.is_some() {
            return false;
        }
        let Some(binder) = rules.binders.get(bound) else {
            if !only_ask {
                self.push_option(Answer::Action(action), &rules.binders);
            }
            return true;
        };
        let mut found = false;
        self.each(binder.source, &mut |m, member| {
            m.set_slot(usize::from(binder.slot), member);
            found |= m.instances_from(rules, action, bound + 1, only_ask);
            !(found && only_ask)
        });
        found
    }

    /// Who may know what a player answered: everybody, unless it names a piece that others don't know.
    pub(crate) fn sees_choice(&self, site: u32, player: u8) -> u8 {
        let types = match &self.program.sites[site as usize].ask {
            Ask::Choose { types, .. } => types,
            Ask::May | Ask::Pool => return self.everybody(),
            // What an action does is seen by what it does; its name and arguments are announced.
            Ask::Offer(_) => return self.everybody(),
        };
        let (_, values) = self.work.options.get(0);
        debug_assert!(values.len() <= types.len() || values.is_empty());
        let is_piece = |ty: &crate::rules::types::Type| {
            matches!(ty.required(), crate::rules::types::Type::Piece(_))
        };
        if types.iter().any(is_piece) {
            1 << player
        } else {
            self.everybody()
        }
    }

    /// The value of a condition that stands outside the rules, asked for a player (`NONE` for nobody).
    ///
    /// # Errors
    /// A fault: something is asked of `none`, a number becomes too large …
    pub fn question(&mut self, you: i32, node: NodeId, slots: u16) -> Result<i32, Fault> {
        self.steps = STEPS;
        let value = self.eval_as(you, node, slots);
        self.work.scratch.clear();
        self.take_fault().map(|()| value)
    }

    /// For each requirement of an action, in order: whether it holds for these arguments.
    pub fn requirements(&mut self, action: u32, you: i32, args: &[i32]) -> Vec<(bool, Vec<i32>)> {
        let program = self.program;
        let rules = &program.actions[action as usize];
        let base = self.state.stack.len();
        self.state.stack.push(you);
        self.state.stack.resize(base + usize::from(rules.slots), 0);
        let asker = std::mem::replace(&mut self.base, base);
        for (binder, value) in rules.binders.iter().zip(args) {
            // The walk sets what the condition of a collection needs; the value itself is given.
            self.set_slot(usize::from(binder.slot), *value);
        }
        let answers = rules
            .requires
            .iter()
            .filter(|r| usize::from(r.after) <= args.len())
            .map(|r| {
                let holds = self.eval(r.cond) != 0;
                let shown = r
                    .shown
                    .iter()
                    .map(|(_, node, _)| self.eval(*node))
                    .collect();
                (holds, shown)
            })
            .collect();
        self.fault = None;
        self.base = asker;
        self.state.stack.truncate(base);
        answers
    }

    /// Whether a value is among those an action's parameter goes through, given the ones before it.
    pub fn is_candidate(&mut self, action: u32, you: i32, args: &[i32], n: usize) -> bool {
        let program = self.program;
        let rules = &program.actions[action as usize];
        let base = self.state.stack.len();
        self.state.stack.push(you);
        self.state.stack.resize(base + usize::from(rules.slots), 0);
        let asker = std::mem::replace(&mut self.base, base);
        for (binder, value) in rules.binders.iter().zip(&args[..n]) {
            self.set_slot(usize::from(binder.slot), *value);
        }
        let wanted = args[n];
        let found = wanted != NONE
            && !self.each(rules.binders[n].source, &mut |_, member| member != wanted);
        self.fault = None;
        self.base = asker;
        self.state.stack.truncate(base);
        found
    }
}
