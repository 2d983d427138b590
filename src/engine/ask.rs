//! The options of a decision, and whether an action is possible.

use crate::engine::fault::Fault;
use crate::engine::listing::Only;
use crate::engine::machine::{Machine, STEPS};
use crate::engine::option::Answer;
use crate::engine::state::PlayerSet;
use crate::program::code::Ask;
use crate::program::node::NodeId;
use crate::program::node::UNKNOWN;
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
            Ask::Choose { more, .. } => {
                self.in_frame(|m, f| m.list_choice(f, site));
                if more.is_some_and(|m| m.done) {
                    self.work.options.push(Answer::Done, &[]);
                }
            }
            Ask::May => {
                self.work.options.push(Answer::Yes, &[]);
                self.work.options.push(Answer::No, &[]);
            }
            Ask::Offer(actions) => match self.native {
                Some(native) => native.list_actions(self, actions, player),
                None => {
                    for action in actions {
                        self.instances(*action, player, Only::Options);
                    }
                }
            },
            Ask::Pool => self.list_entries(),
        }
    }

    fn list_choice(&mut self, f: &mut [i32], site: u32) {
        let native = self
            .native
            .and_then(|native| native.list_choice(self, f, site));
        if let (None, Some(list)) = (native, &self.linked.choices[site as usize]) {
            list(self, f, Only::Options);
        }
    }

    /// Whether a player has a legal instance of an action.
    #[inline(never)]
    pub(crate) fn is_possible(&mut self, action: u32, you: i32) -> bool {
        match self.known_possible(action, you) {
            Some(found) => found,
            None => self.instances(action, you, Only::Whether),
        }
    }

    /// Lists the legal instances of an action as options, or only tells whether there is one.
    fn instances(&mut self, action: u32, you: i32, only: Only) -> bool {
        let linked = self.linked;
        let found = match (self.native, only) {
            (Some(native), Only::Whether) => native.is_possible(self, action, you),
            (Some(_) | None, _) => self.with_bound(action, you, &[], |m, f| {
                linked.actions[action as usize](m, f, only)
            }),
        };
        self.remember_possible(action, you, found);
        found
    }

    /// Who may know what a player answered: the one asked, and whoever knows every piece it names.
    pub(crate) fn sees_choice(&self, site: u32, player: u8, values: &[i32]) -> PlayerSet {
        let types = match &self.program.sites[site as usize].ask {
            Ask::Choose { types, .. } => types,
            Ask::May | Ask::Pool => return self.everybody(),
            // What an action does is seen by what it does; its name and arguments are announced.
            Ask::Offer(_) => return self.everybody(),
        };
        let named = types.iter().zip(values).filter(|(ty, value)| {
            matches!(ty.required(), crate::rules::types::Type::Piece(_)) && **value != NONE
        });
        let known = named.map(|(_, piece)| self.state.pieces[*piece as usize].known);
        known.fold(self.everybody(), |all, known| all & known) | 1 << player
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

    /// For each requirement of an action, in order: whether it holds for these arguments, and the values worth showing.
    pub fn requirements(&mut self, action: u32, you: i32, args: &[i32]) -> Vec<(bool, Vec<i32>)> {
        let rules = &self.program.actions[action as usize];
        let answers = self.with_bound(action, you, args, |m, f| {
            let asked = rules
                .requires
                .iter()
                .filter(|r| usize::from(r.after) <= args.len());
            asked
                .map(|r| {
                    let holds = m.ask_in(f, r.cond) != 0;
                    let shown = r.shown.iter().map(|(_, node, _)| m.ask_in(f, *node));
                    (holds, shown.collect())
                })
                .collect()
        });
        self.forget_fault();
        answers
    }

    /// Whether a value is among those an action's parameter goes through, given the ones before it.
    pub fn is_candidate(&mut self, action: u32, you: i32, args: &[i32], n: usize) -> bool {
        let source = self.program.actions[action as usize].binders[n].source;
        let wanted = args[n];
        let found = wanted != NONE
            && self.with_bound(action, you, &args[..n], |m, f| {
                !m.each_in(f, source, &mut |_, _, member| member != wanted)
            });
        self.forget_fault();
        found
    }

    /// Asks in a frame where the first names of an action are bound.
    fn with_bound<R>(
        &mut self,
        action: u32,
        you: i32,
        args: &[i32],
        work: impl FnOnce(&mut Self, &mut [i32]) -> R,
    ) -> R {
        let rules = &self.program.actions[action as usize];
        self.with_slots(rules.slots, |m, f| {
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
}
