//! Implicit information flow: out of instructions being done or left out.

use crate::compile::telling::sinks::Sinks;
use crate::compile::telling::{Flows, moves};
use crate::program::code::{Instr, Pc};
use crate::program::node::{NodeId, NodeList};
use crate::program::tells::Flow;
use std::collections::BTreeSet;
use std::ops::Range;

impl Flows<'_> {
    /// Returns the implicit flow of a part of a text: out of its being done or left out.
    pub(super) fn depends_on(&self, sinks: &Sinks, routine: usize, part: Range<Pc>) -> Flow {
        sinks.within(&self.escaping(routine, part))
    }

    /// The implicit flow of one instruction, that of the texts it does included.
    pub(super) fn done_by(&self, routine: usize, pc: Pc) -> Flow {
        let program = self.program;
        let instr = program.code[pc as usize];
        let done = self.groups.done_by(program, instr);
        let mut flow = done.map_or(Flow::default(), |done| self.facts[done].done.clone());
        match instr {
            Instr::Let(slot, _) if slot > 0 => {
                flow.add(&self.facts[routine].slot(usize::from(slot)));
            }
            Instr::Set(target, _) | Instr::Add(target, _) | Instr::Gain(target, _) => {
                flow.add(&self.variable(program.targets[target as usize].var));
            }
            Instr::Move(_, to) | Instr::Tuck(_, to) | Instr::MoveAll(_, to) => {
                flow.add(&self.arrival(routine, to));
            }
            Instr::Insert(_, (at, _)) => {
                flow.add(&self.arrival(routine, program.node_lists[at as usize]));
            }
            Instr::Show(..) => {
                flow.add(&moves());
            }
            Instr::Reset(moment) => {
                for var in &program.layout.resets[usize::from(moment)] {
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
            | Instr::Return
            | Instr::Shuffle(_)
            | Instr::TurnOver(_)
            | Instr::LayOut(..)
            | Instr::Reveal(_)
            | Instr::DrawOne(..)
            | Instr::Finish
            | Instr::JumpIfPool(_)
            | Instr::NextHook(..)
            | Instr::PoolOpen(_)
            | Instr::PoolNext(..) => {}
        }
        flow
    }

    /// Returns the implicit flow of a part of a text, apart from pieces that everybody sees move.
    pub(super) fn seen_done(&self, sinks: &Sinks, routine: usize, part: Range<Pc>) -> Flow {
        self.depends_on(sinks, routine, part).without_moves()
    }

    /// Returns the flow out of a condition: through both branches. A condition about a piece picks which one is moved.
    pub(super) fn branches(&self, sinks: &Sinks, routine: usize, pc: Pc, cond: NodeId) -> Flow {
        let (yes, no) = self.two_ways(pc);
        let mut flow = self.seen_done(sinks, routine, yes.clone());
        flow.add(&self.seen_done(sinks, routine, no.clone()));
        let asked = self.read(&[cond], &[]);
        flow.moves |= sinks.picks(&yes, &asked) || sinks.picks(&no, &asked);
        flow
    }

    /// The slots that name the piece which an instruction moves to where not everybody sees it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only these move one piece")]
    pub(super) fn picked_by(&self, routine: usize, pc: Pc) -> BTreeSet<u16> {
        let (piece, to) = match self.program.code[pc as usize] {
            Instr::Move(piece, to) | Instr::Tuck(piece, to) => (piece, to),
            Instr::Insert(piece, (at, _)) => (piece, self.program.node_lists[at as usize]),
            _ => return BTreeSet::new(),
        };
        if !self.arrival(routine, to).moves {
            return BTreeSet::new();
        }
        let mut slots = self.read(&[piece], &[]);
        slots.remove(&0);
        slots
    }

    pub(super) fn listed(&self, (start, count): NodeList) -> Vec<NodeId> {
        self.program.node_lists[start as usize..][..usize::from(count)].to_vec()
    }
}
