//! Implicit information flow: out of instructions being done or left out.

use crate::telling::slots::FlowPass;
use crate::telling::{Flows, moves};
use ludex_program::ids::Pc;
use ludex_program::node::NodeId;
use ludex_program::signature::{Runs, Signature, SlotDefinition, StateChange};
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
        let (program, instr) = (self.flows.program, &self.flows.code[pc]);
        let run = self.flows.groups.run_by(instr);
        let run = run.map(|run| &self.flows.facts[run].done);
        let mut flow = match (instr.runs.and_then(Runs::args), run) {
            (Some(args), Some(run)) => self.flows.with_args(self.routine, args, run),
            (None, Some(run)) => run.seen_from_outside(),
            (_, None) => Flow::default(),
        };
        for (slot, value) in &instr.sets {
            if *slot > 0 && matches!(value, SlotDefinition::Value(_)) {
                flow.add(&self.slot(*slot));
            }
        }
        match instr.changes {
            Some(StateChange::Variable { target, .. }) => {
                flow.add(&self.flows.written(self.routine, pc, target));
            }
            Some(StateChange::Verb(verb, _)) => {
                flow.add(&self.flows.done_by_verb(self.routine, verb, instr));
            }
            Some(StateChange::Reset(moment)) => {
                for var in &program.layout.resets[moment] {
                    flow.add(&self.flows.variable(*var, Some(Bearer::Other)));
                }
            }
            // It runs texts, asks, jumps, or is seen by all when it is done.
            None => {}
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
    pub(super) fn done_by_verb(&self, routine: RoutineId, verb: VerbOp, instr: &Signature) -> Flow {
        if let Some(into) = instr.moves_into {
            return self.arrival(routine, into);
        }
        if verb.row().has(Role::Learner) {
            return moves();
        }
        Flow::default()
    }

    /// The node of the piece that an instruction moves.
    pub(super) fn moved_piece(&self, instr: &Signature) -> Option<NodeId> {
        let Some(StateChange::Verb(verb, operands)) = instr.changes else {
            return None;
        };
        let piece = self.program.operand(verb, operands, Role::Moved)?;
        piece.node()
    }

    /// The slots that name the piece which an instruction moves to where not everybody sees it.
    pub(super) fn picked_by(&self, routine: RoutineId, pc: Pc) -> BTreeSet<u16> {
        let instr = &self.code[pc];
        let (Some(piece), Some(into)) = (self.moved_piece(instr), instr.moves_into) else {
            return BTreeSet::new();
        };
        if !self.arrival(routine, into).moves {
            return BTreeSet::new();
        }
        let mut slots = self.read(&[piece], &[]);
        slots.remove(&0);
        slots
    }
}
