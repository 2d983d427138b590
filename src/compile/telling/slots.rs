//! The information flow out of the slots of a text: explicit, through what an instruction makes of them, and implicit, through
//! what it decides by them.

use crate::compile::telling::sinks::Sinks;
use crate::compile::telling::{Flows, TextId};
use crate::program::code::{Ask, Instr, OperandList};
use crate::program::ids::{HookListId, Pc, SiteId};
use crate::program::node::{NodeId, NodeList, SourceId};
use crate::program::parts::{Visited, visit};
use crate::program::tells::Flow;
use crate::rules::game::Timing;
use crate::rules::ids::RoutineId;
use crate::rules::verbs::{Role, VerbOp};
use std::collections::BTreeSet;

impl Flows<'_> {
    /// Adds the flow out of the slots that an instruction reads; true when some of it was new.
    pub(super) fn instr(&mut self, routine: RoutineId, pc: Pc, sinks: &Sinks) -> bool {
        let program = self.program;
        let instr = program.code[pc];
        let done = self.groups.done_by(program, instr);
        match instr {
            Instr::Let(slot, value) => {
                let flow = self.facts[routine.into()].slot(usize::from(slot));
                self.flows(routine, &[value], &[], &flow)
            }
            Instr::Write(_, target, value) => {
                let rules = program.targets[target];
                let mut flow = self.variable(rules.var);
                if let Some(track) = done {
                    flow.add(&self.facts[track].done);
                }
                self.flows(routine, &[value, rules.of, rules.at], &[], &flow)
            }
            Instr::Verb(verb, operands) => self.verb(routine, verb, operands),
            Instr::Collect(cursor, source) => {
                let flow = self.facts[routine.into()].slot(usize::from(cursor.slot));
                self.flows(routine, &[], &[source], &flow)
            }
            Instr::Next(cursor, slot, exit) => {
                let mut flow = self.facts[routine.into()].slot(usize::from(slot));
                flow.add(&self.seen_done(sinks, routine, pc.next()..exit));
                self.add_to_slot(routine, cursor.slot, &flow)
            }
            Instr::CountDown(slot, exit) => {
                let flow = self.seen_done(sinks, routine, pc.next()..exit);
                self.add_to_slot(routine, slot, &flow)
            }
            Instr::JumpUnless(cond, _) => {
                let flow = self.branches(sinks, routine, pc, cond);
                self.flows(routine, &[cond], &[], &flow)
            }
            Instr::Choose(site, _) | Instr::ChooseMore(site, _) => self.chosen(routine, site),
            Instr::Call(callee, args) | Instr::Later(_, callee, args) => {
                self.passes(routine, args, callee.into())
            }
            Instr::CallSlot(_, args) => {
                done.is_some_and(|texts| self.calls_text(routine, texts, args))
            }
            Instr::HooksToPool(_) => done.is_some_and(|hooks| self.hooks(routine, hooks)),
            Instr::Hooks(list, _) => {
                done.is_some_and(|hooks| self.hooks(routine, hooks))
                    | self.replaces(sinks, (routine, pc), list)
            }
            Instr::Jump(_)
            | Instr::Drop(_)
            | Instr::May(..)
            | Instr::Offer(_)
            | Instr::OfferOrPass(..)
            | Instr::Return
            | Instr::Refill(_)
            | Instr::DrawOne(..)
            | Instr::JumpIfPool(_)
            | Instr::NextHook(..)
            | Instr::OrderHooks(..)
            | Instr::Replace(..)
            | Instr::PoolOpen(_)
            | Instr::PoolNext(..)
            | Instr::ReachNext(..)
            | Instr::Reset(_) => false,
        }
    }

    /// Adds the flow out of the slots that the operands of a verb read: into where pieces come to, and who learns them.
    fn verb(&mut self, routine: RoutineId, verb: VerbOp, operands: OperandList) -> bool {
        let done = self.done_by_verb(routine, verb, operands);
        // The position of a piece in an unseen place is seen by nobody, and told by no event.
        let secret = Flow {
            secret: done.moves,
            ..Flow::default()
        };
        let operands = verb
            .row()
            .takes
            .iter()
            .zip(self.program.operands_of(operands));
        let mut new = false;
        for (argument, operand) in operands {
            let flow = match argument.role {
                Role::Moved | Role::Shown => &done,
                Role::Position => &secret,
                Role::To
                | Role::From
                | Role::Count
                | Role::Ordered
                | Role::Learner
                | Role::Believed
                | Role::Added
                | Role::Taken
                | Role::Written
                | Role::LaidOut => continue,
            };
            let (nodes, sources) = operand.parts();
            new |= self.flows(routine, &nodes, &sources, flow);
        }
        new
    }

    /// Adds the flow out of the slots that a choice's collections read: they decide what may be chosen. True when some was new.
    fn chosen(&mut self, routine: RoutineId, site: SiteId) -> bool {
        let Ask::Choose { binders, more, .. } = &self.program.sites[site].ask else {
            return false;
        };
        let mut new = false;
        if let Some((more, whole)) = more.and_then(|more| Some((more, more.whole?))) {
            let flow = self.facts[routine.into()].slot(usize::from(more.chosen.slot));
            new |= self.flows(routine, &[whole.cond], &[], &flow);
        }
        for binder in binders {
            let flow = self.facts[routine.into()].slot(usize::from(binder.slot));
            new |= self.flows(routine, &[], &[binder.source], &flow);
        }
        new
    }

    /// Arguments of a text or of a group of texts.
    fn passes(&mut self, routine: RoutineId, args: NodeList, callee: TextId) -> bool {
        let mut new = false;
        for (n, node) in self.program.list(args).iter().enumerate() {
            let flow = self.facts[callee].slot(1 + n);
            new |= self.flows(routine, &[*node], &[], &flow);
        }
        new
    }

    /// Arguments of a column's texts, the first of which decides which text it is.
    fn calls_text(&mut self, routine: RoutineId, texts: TextId, args: NodeList) -> bool {
        let this = self.program.list(args)[0];
        let done = self.facts[texts].done.without_moves();
        self.passes(routine, args, texts) | self.flows(routine, &[this], &[], &done)
    }

    /// Arguments of a watched effect go on to its hooks.
    fn hooks(&mut self, routine: RoutineId, hooks: TextId) -> bool {
        let params = 1..=self.program.routines[routine].params;
        params.fold(false, |new, param| {
            let flow = self.facts[hooks].slot(usize::from(param));
            self.add_to_slot(routine, param, &flow) | new
        })
    }

    /// Adds the flow out of the arguments that hooks ask which may replace an effect: they decide whether what follows is done.
    fn replaces(
        &mut self,
        sinks: &Sinks,
        (routine, pc): (RoutineId, Pc),
        list: HookListId,
    ) -> bool {
        let program = self.program;
        let hooks = program.hook_lists[list]
            .iter()
            .map(|hook| &program.hooks[*hook]);
        let instead = hooks.filter(|hook| hook.timing == Timing::Instead);
        let conds: Vec<NodeId> = instead.filter_map(|hook| hook.cond).collect();
        if conds.is_empty() {
            return false;
        }
        let flow = self.seen_done(sinks, routine, pc.next()..self.texts[routine].end);
        // In their frames `this` stands before the arguments.
        let asked = self.read(&conds, &[]);
        let params = 1..=program.routines[routine].params;
        let asked = params.filter(|param| asked.contains(&(param + 1)));
        asked.fold(false, |new, param| {
            self.add_to_slot(routine, param, &flow) | new
        })
    }

    fn flows(
        &mut self,
        routine: RoutineId,
        nodes: &[NodeId],
        sources: &[SourceId],
        flow: &Flow,
    ) -> bool {
        if flow.is_open() {
            return false;
        }
        let read = self.read(nodes, sources);
        read.into_iter().fold(false, |new, slot| {
            self.add_to_slot(routine, slot, flow) | new
        })
    }

    fn add_to_slot(&mut self, routine: RoutineId, slot: u16, flow: &Flow) -> bool {
        let slot = self.facts[routine.into()].slots.get_mut(usize::from(slot));
        slot.is_some_and(|into| into.add(flow))
    }

    /// The slots that nodes and collections read.
    pub(super) fn read(&self, nodes: &[NodeId], sources: &[SourceId]) -> BTreeSet<u16> {
        let mut slots = BTreeSet::new();
        let (nodes, sources) = (nodes.iter().copied(), sources.iter().copied());
        visit(self.program, nodes, sources, &mut |visited| {
            if let Visited::Node(node) = visited {
                slots.extend(node.slots().into_iter().flatten());
            }
        });
        slots
    }
}
