//! A program's questions linked into functions, once for each program.
//!
//! A node that is a match over forty forms costs more to recognise than to answer. So each node becomes a closure that
//! already knows its form and its operands; a program keeps them beside its tables, and no state ever holds one.

use crate::engine::machine::Machine;
use crate::engine::members::{Each, each};
use crate::engine::nodes::ask;
use crate::program::Program;
use crate::program::node::{NodeId, SourceId};

/// Answers a question in the present frame.
pub(crate) type Ask = Box<dyn Fn(&mut Machine<'_>) -> i32 + Send + Sync>;

/// All questions and collections of a program.
pub(crate) struct Linked {
    nodes: Vec<Ask>,
    sources: Vec<Each>,
}

impl Linked {
    /// What was linked of a program, linked now if need be.
    pub(crate) fn of(program: &Program) -> &Linked {
        let linked = program.made.get(|| Linked::new(program));
        // INVARIANT: `Made::get` is the crate's own and is called here only, so what is there is what was put here.
        linked.unwrap_or_else(|| unreachable!("a program holds only what was linked of it"))
    }

    fn new(program: &Program) -> Linked {
        Linked {
            nodes: (0..program.nodes.len())
                .map(|id| ask(program, id as NodeId))
                .collect(),
            sources: (0..program.sources.len())
                .map(|id| each(program, id as SourceId))
                .collect(),
        }
    }
}

impl Machine<'_> {
    /// The value of a node. After a fault it means nothing.
    #[inline]
    pub(crate) fn eval(&mut self, id: NodeId) -> i32 {
        let linked = self.linked;
        linked.nodes[id as usize](self)
    }

    /// Goes through the members of a collection until the visitor has enough; false when it had.
    #[inline]
    pub(crate) fn each(
        &mut self,
        id: SourceId,
        visit: &mut dyn FnMut(&mut Machine<'_>, i32) -> bool,
    ) -> bool {
        let linked = self.linked;
        linked.sources[id as usize](self, visit)
    }
}
