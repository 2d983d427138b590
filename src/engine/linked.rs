//! A program's questions linked into functions, once for each program.
//!
//! A node that is a match over forty forms costs more to recognise than to answer. So each node becomes a closure that
//! already knows its form and its operands; a program keeps them beside its tables, and no state ever holds one.

use crate::engine::lent::Idle;
use crate::engine::listing::{List, list_action, list_choice};
use crate::engine::machine::Machine;
use crate::engine::members::{Each, Visitor, each};
use crate::engine::native::Native;
use crate::engine::nodes::{Value, ask, value};
use crate::engine::short::short;
use crate::engine::spots::{Spot, spots};
use crate::engine::steps::{Step, step};
use crate::engine::worlds::Unread;
use crate::program::Program;
use crate::program::node::{NodeId, SourceId};
use std::sync::OnceLock;

/// Answers a question in the present frame.
pub(crate) type Ask = Box<dyn Fn(&mut Machine<'_>, &mut [i32]) -> i32 + Send + Sync>;

/// All questions, collections, actions and instructions of a program, and what is asked of its places.
pub(crate) struct Linked {
    nodes: Vec<Ask>,
    sources: Vec<Each>,
    pub(crate) actions: Vec<List>,
    /// For each site: what may be chosen there.
    pub(crate) choices: Vec<Option<List>>,
    /// For each site: who is asked.
    pub(crate) askers: Vec<Value>,
    pub(crate) code: Vec<Step>,
    pub(crate) spots: Vec<Spot>,
    /// Buffers for machines of this program.
    pub(crate) idle: Idle,
    /// For each query: whether machine code writes it where it is asked.
    pub(crate) short: Vec<bool>,
    native: OnceLock<Option<Native>>,
    /// The local names that nothing reads any more, for worlds.
    pub(crate) unread: Unread,
}

impl Linked {
    /// Gives what was linked of a program, linked now if need be.
    pub(crate) fn of(program: &Program) -> &Linked {
        let linked = program.made.get(|| Linked::new(program));
        // INVARIANT: `Made::get` is the crate's own and is called here only, so what is there is what was put here.
        linked.unwrap_or_else(|| unreachable!("a program holds only what was linked of it"))
    }

    /// The program as machine code, made now if need be; none where it can't be made.
    pub(crate) fn native(&self, program: &Program) -> Option<&Native> {
        let made = self.native.get_or_init(|| Native::new(program, self));
        made.as_ref()
    }

    fn new(program: &Program) -> Linked {
        Linked {
            nodes: (0..program.nodes.len())
                .map(|id| ask(program, id as NodeId))
                .collect(),
            sources: (0..program.sources.len())
                .map(|id| each(program, id as SourceId))
                .collect(),
            actions: (0..program.actions.len())
                .map(|id| list_action(program, id as u32))
                .collect(),
            choices: program
                .sites
                .iter()
                .map(|site| list_choice(program, site))
                .collect(),
            askers: (program.sites.iter())
                .map(|site| value(program, site.by))
                .collect(),
            code: program
                .code
                .iter()
                .map(|instr| step(program, *instr))
                .collect(),
            spots: spots(program),
            idle: Idle::default(),
            short: short(program),
            native: OnceLock::new(),
            unread: Unread::new(program),
        }
    }
}

/// Slots of a frame that costs nothing to set aside.
const FEW: usize = 16;

impl Machine<'_> {
    /// The value of a node, asked by the statement being done. After a fault it means nothing.
    #[inline]
    pub(crate) fn eval(&mut self, id: NodeId) -> i32 {
        let linked = self.linked;
        self.in_frame(|m, f| linked.nodes[id as usize](m, f))
    }

    /// The value of a node with the slots of any frame.
    #[inline(always)]
    pub(crate) fn ask_in(&mut self, f: &mut [i32], id: NodeId) -> i32 {
        let linked = self.linked;
        linked.nodes[id as usize](self, f)
    }

    /// Goes through the members of a collection until the visitor has enough; false when it had.
    #[inline]
    pub(crate) fn each_in(&mut self, f: &mut [i32], id: SourceId, visit: Visitor<'_>) -> bool {
        let linked = self.linked;
        linked.sources[id as usize](self, f, visit)
    }

    /// Does something with the slots of the statement's frame. Meanwhile the stack is out of the state's hands.
    #[inline(always)]
    pub(crate) fn in_frame<R>(&mut self, work: impl FnOnce(&mut Self, &mut [i32]) -> R) -> R {
        let mut stack = self.take_stack();
        let result = work(self, &mut stack[self.base..]);
        self.state.stack = stack;
        result
    }

    /// Takes the stack out of the state's hands; while events are recorded they find a copy there, to tell their causes.
    #[inline(always)]
    pub(crate) fn take_stack(&mut self) -> Vec<i32> {
        if self.work.events.is_some() {
            self.state.stack.clone()
        } else {
            std::mem::take(&mut self.state.stack)
        }
    }

    /// Does something with a frame of its own, which begins with some values and is gone afterwards.
    #[inline(always)]
    pub(crate) fn with_slots<R>(
        &mut self,
        slots: u16,
        work: impl FnOnce(&mut Self, &mut [i32]) -> R,
    ) -> R {
        if usize::from(slots) <= FEW {
            work(self, &mut [0; FEW])
        } else {
            let mut frame = self.spare(slots);
            let result = work(self, &mut frame);
            self.work.spare.push(frame);
            result
        }
    }

    #[cold]
    fn spare(&mut self, slots: u16) -> Vec<i32> {
        let mut frame = self.work.spare.pop().unwrap_or_default();
        frame.clear();
        frame.resize(usize::from(slots), 0);
        frame
    }
}
