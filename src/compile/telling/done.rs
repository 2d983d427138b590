//! Implicit information flow: out of instructions being done or left out.

use crate::telling::slots::FlowPass;
use crate::telling::{Flows, moves};
use ludex_program::code::{Instr, OperandList};
use ludex_program::ids::Pc;
use ludex_program::node::NodeId;
use ludex_program::tells::{Bearer, Flow};
use ludex_rules::ids::RoutineId;
use ludex_rules::verbs::{Role, VerbOp};
use std::collections::BTreeSet;
use std::ops::Range;

impl FlowPass<'_, '_> {
    /// Returns the implicit flow of a part of the text: out of its being done or left out.
    pub(super) fn depends_on(&self, part: Range<Pc>) -> Flow {
        self.sinks.within(&self.flows.escaping(self.routine, part))
    }

    /// The implicit flow of one instruction, that of the texts it does included.
    pub(super) fn done_by(&self, pc: Pc) -> Flow {
        let program = self.flows.program;
        let instr = program.code[pc];
        let done = self.flows.groups.done_by(program, instr);
        let done = done.map(|done| &self.flows.facts[done].done);
        let mut flow = match (instr, done) {
            (
                Instr::Call(_, args) | Instr::Later(_, _, args) | Instr::CallSlot(_, args),
                Some(done),
            ) => self.flows.with_args(self.routine, args, done),
            (_, Some(done)) => done.seen_from_outside(),
            (_, None) => Flow::default(),
        };
        match instr {
            Instr::Let(slot, _) if slot > 0 => {
                flow.add(&self.slot(slot));
            }
            Instr::Write(_, target, _) => {
                flow.add(&self.flows.written(self.routine, pc, target));
            }
            Instr::Verb(verb, operands) => {
                flow.add(&self.flows.done_by_verb(self.routine, verb, operands));
            }
            Instr::Reset(moment) => {
                for var in &program.layout.resets[moment] {
                    flow.add(&self.flows.variable(*var, Some(Bearer::Other)));
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

    /// Returns the implicit flow of a part of the text, apart from pieces that everybody sees move.
    pub(super) fn seen_done(&self, part: Range<Pc>) -> Flow {
        self.depends_on(part).without_moves()
    }

    /// Returns the flow out of a condition: through both branches. A condition about a piece picks which one is moved.
    pub(super) fn branches(&self, pc: Pc, cond: NodeId) -> Flow {
        let (yes, no) = self.flows.two_ways(pc);
        let mut flow = self.seen_done(yes.clone());
        flow.add(&self.seen_done(no.clone()));
        let asked = self.flows.read(&[cond], &[]);
        flow.moves |= self.sinks.picks(&yes, &asked) || self.sinks.picks(&no, &asked);
        flow
    }
}

impl Flows<'_> {
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
