//! Implicit information flow: out of instructions being done or left out.

use crate::compile::telling::Flows;
use crate::program::code::{Instr, Pc};
use crate::program::node::{NodeId, NodeList};
use crate::program::tells::Flow;
use std::collections::BTreeSet;
use std::ops::Range;

impl Flows<'_> {
    /// Returns the implicit flow of some instructions: out of their being done or left out.
    pub(super) fn depends_on(&self, routine: usize, text: Range<Pc>) -> Flow {
        let mut flow = Flow::default();
        for pc in self.escaping(routine, text) {
            flow.add(&self.done_by(routine, pc));
        }
        flow
    }

    fn done_by(&self, routine: usize, pc: Pc) -> Flow {
        let program = self.program;
        let mut flow = Flow::default();
        match program.code[pc as usize] {
            Instr::Let(slot, _) if slot > 0 => {
                flow.add(&self.slots[routine][usize::from(slot)]);
            }
            Instr::Set(target, _) | Instr::Add(target, _) | Instr::Gain(target, _) => {
                let var = program.targets[target as usize].var;
                flow.add(&self.variable(var));
                flow.add(&self.track(var));
            }
            Instr::Move(_, to) | Instr::Tuck(_, to) | Instr::MoveAll(_, to) => {
                flow.add(&self.arrival(routine, to));
            }
            Instr::Insert(_, (at, _)) => {
                flow.add(&self.arrival(routine, program.node_lists[at as usize]));
            }
            Instr::Show(..) => flow.moves = true,
            Instr::Call(callee, _) | Instr::Later(_, callee, _) => {
                flow.add(&self.done[callee as usize]);
            }
            Instr::CallSlot(column, _) => {
                (self.texts_of(column).iter()).for_each(|text| {
                    flow.add(&self.done[*text as usize]);
                });
            }
            Instr::Hooks(list, _) | Instr::HooksToPool(list) => {
                for hook in &program.hook_lists[list as usize] {
                    flow.add(&self.done[program.hooks[*hook as usize].body as usize]);
                }
            }
            Instr::ReachNext(moment, _) => {
                flow.add(&self.put_off(moment));
            }
            Instr::Reset(moment) => {
                for var in &program.layout.resets[usize::from(moment)] {
                    flow.add(&self.variable(*var));
                }
            }
            Instr::Refill(_) => {
                for text in &self.filling {
                    flow.add(&self.done[*text as usize]);
                }
            }
            // These ask, jump, or are seen by all when they are done.
            Instr::Let(..)
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

    /// Returns the implicit flow of all texts put off to a moment, whoever put them off.
    fn put_off(&self, moment: u16) -> Flow {
        let mut flow = Flow::default();
        for instr in &self.program.code {
            if let Instr::Later(at, routine, _) = instr
                && *at == moment
            {
                flow.add(&self.done[*routine as usize]);
            }
        }
        flow
    }

    /// Returns the implicit flow of some instructions, apart from pieces that everybody sees move.
    pub(super) fn seen_done(&self, routine: usize, text: Range<Pc>) -> Flow {
        self.depends_on(routine, text).without_moves()
    }

    /// Returns the flow out of a condition: through both branches. A condition about a piece picks which one is moved.
    pub(super) fn branches(&self, routine: usize, pc: Pc, cond: NodeId) -> Flow {
        let (yes, no) = self.two_ways(pc);
        let mut flow = self.seen_done(routine, yes.clone());
        flow.add(&self.seen_done(routine, no.clone()));
        let asked = self.read(&[cond], &[]);
        flow.moves |= (yes.chain(no)).any(|pc| self.picks(routine, pc, &asked));
        flow
    }

    /// Tells whether an instruction moves a piece of some slots to where not everybody sees it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only these move one piece")]
    fn picks(&self, routine: usize, pc: Pc, slots: &BTreeSet<u16>) -> bool {
        let (piece, to) = match self.program.code[pc as usize] {
            Instr::Move(piece, to) | Instr::Tuck(piece, to) => (piece, to),
            Instr::Insert(piece, (at, _)) => (piece, self.program.node_lists[at as usize]),
            _ => return false,
        };
        let about = self.read(&[piece], &[]);
        self.arrival(routine, to).moves
            && about.iter().any(|slot| *slot > 0 && slots.contains(slot))
    }

    pub(super) fn texts_of(&self, column: u16) -> Vec<u32> {
        let rows = &self.program.layout.effect_columns[usize::from(column)].rows;
        let texts: BTreeSet<u32> = rows.iter().filter_map(|r| u32::try_from(*r).ok()).collect();
        texts.into_iter().collect()
    }

    pub(super) fn listed(&self, (start, count): NodeList) -> Vec<NodeId> {
        self.program.node_lists[start as usize..][..usize::from(count)].to_vec()
    }
}
