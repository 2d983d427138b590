//! Implicit information flow: out of instructions being done or left out.

use crate::compile::telling::sinks::Sinks;
use crate::compile::telling::{Flows, moves};
use crate::program::code::{Instr, OperandList};
use crate::program::ids::Pc;
use crate::program::node::NodeId;
use crate::program::tells::Flow;
use crate::rules::ids::RoutineId;
use crate::rules::verbs::{Role, VerbOp};
use std::collections::BTreeSet;
use std::ops::Range;

impl Flows<'_> {
    /// Returns the implicit flow of a part of a text: out of its being done or left out.
    pub(super) fn depends_on(&self, sinks: &Sinks, routine: RoutineId, part: Range<Pc>) -> Flow {
        sinks.within(&self.escaping(routine, part))
    }

    /// The implicit flow of one instruction, that of the texts it does included.
    pub(super) fn done_by(&self, routine: RoutineId, pc: Pc) -> Flow {
        let program = self.program;
        let instr = program.code[pc];
        let done = self.groups.done_by(program, instr);
        let mut flow = done.map_or(Flow::default(), |done| self.facts[done].done.clone());
        match instr {
            Instr::Let(slot, _) if slot > 0 => {
                flow.add(&self.facts[routine.into()].slot(usize::from(slot)));
            }
            Instr::Write(_, target, _) => {
                flow.add(&self.variable(program.targets[target].var));
            }
            Instr::Verb(verb, operands) => {
                flow.add(&self.done_by_verb(routine, verb, operands));
            }
            Instr::Reset(moment) => {
                for var in &program.layout.resets[moment] {
                    flow.add(&self.variable(*var));
                }
            }
            // These do texts, ask, jump, or are seen by all when they are done.
            Instr::Call(..)
            | Instr::Later(..)
            | Instr::CallSlot(..)
            | Instr::Hooks(..)
            | Instr::HooksToPool(_)
            | Instr::ReachNext(..)
            | Instr::Refill(_)
            | Instr::Let(..)
            | Instr::Jump(_)
            | Instr::JumpUnless(..)
            | Instr::Collect(..)
            | Instr::Next(..)
            | Instr::Drop(_)
            | Instr::CountDown(..)
            | Instr::Choose(..)
            | Instr::ChooseMore(..)
            | Instr::May(..)
            | Instr::Offer(_)
            | Instr::OfferOrPass(..)
            | Instr::Return
            | Instr::DrawOne(..)
            | Instr::JumpIfPool(_)
            | Instr::NextHook(..)
            | Instr::OrderHooks(..)
            | Instr::Replace(..)
            | Instr::PoolOpen(_)
            | Instr::PoolNext(..) => {}
        }
        flow
    }

    /// The implicit flow of a verb: pieces go where not everybody sees them, or one player alone learns them.
    pub(super) fn done_by_verb(
        &self,
        routine: RoutineId,
        verb: VerbOp,
        operands: OperandList,
    ) -> Flow {
        if let Some(to) = self.node_of(verb, operands, Role::To) {
            return self.arrival(routine, to);
        }
        if verb.row().has(Role::Learner) {
            return moves();
        }
        Flow::default()
    }

    /// The node of the operand with a role.
    pub(super) fn node_of(
        &self,
        verb: VerbOp,
        operands: OperandList,
        role: Role,
    ) -> Option<NodeId> {
        let operand = self.program.operand(verb, operands, role)?;
        operand.node()
    }

    /// Returns the implicit flow of a part of a text, apart from pieces that everybody sees move.
    pub(super) fn seen_done(&self, sinks: &Sinks, routine: RoutineId, part: Range<Pc>) -> Flow {
        self.depends_on(sinks, routine, part).without_moves()
    }

    /// Returns the flow out of a condition: through both branches. A condition about a piece picks which one is moved.
    pub(super) fn branches(&self, sinks: &Sinks, routine: RoutineId, pc: Pc, cond: NodeId) -> Flow {
        let (yes, no) = self.two_ways(pc);
        let mut flow = self.seen_done(sinks, routine, yes.clone());
        flow.add(&self.seen_done(sinks, routine, no.clone()));
        let asked = self.read(&[cond], &[]);
        flow.moves |= sinks.picks(&yes, &asked) || sinks.picks(&no, &asked);
        flow
    }

    /// The slots that name the piece which an instruction moves to where not everybody sees it.
    pub(super) fn picked_by(&self, routine: RoutineId, pc: Pc) -> BTreeSet<u16> {
        let Instr::Verb(verb, operands) = self.program.code[pc] else {
            return BTreeSet::new();
        };
        let node = |role| self.node_of(verb, operands, role);
        let (Some(piece), Some(to)) = (node(Role::Moved), node(Role::To)) else {
            return BTreeSet::new();
        };
        if !self.arrival(routine, to).moves {
            return BTreeSet::new();
        }
        let mut slots = self.read(&[piece], &[]);
        slots.remove(&0);
        slots
    }
}
