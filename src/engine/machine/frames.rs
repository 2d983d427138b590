//! Frames: the slots that statements and questions work in.

use crate::machine::{Fits, Machine};
use ludex_program::ids::Address;
use ludex_program::node::{Node, NodeId, SourceId};

/// Slots of a frame that costs nothing to set aside.
const FEW: usize = 16;

impl Machine<'_> {
    /// The value of a node, asked by the statement being done. After a fault it means nothing.
    pub(crate) fn eval(&mut self, id: NodeId) -> i32 {
        let node = self.program.nodes[id];
        if let Node::Local(slot) = node {
            return self.state.stack[self.base + usize::from(slot)];
        }
        match self.read(node) {
            Some(value) => value,
            None => self.in_frame(|m, f| m.ask_in(f, id)),
        }
    }

    /// The value of a node with the slots of any frame.
    pub fn ask_in(&mut self, f: &mut [i32], id: NodeId) -> i32 {
        let node = self.program.nodes[id];
        if let Node::Local(slot) = node {
            return f[usize::from(slot)];
        }
        let read = self.read(node);
        let known = read.or_else(|| {
            self.native
                .and_then(|native| native.node(self, f, id, Fits::SURE))
        });
        known.unwrap_or_else(|| {
            let function = self.executable.node(self.program, id);
            self.interpret(function, f, &[]) as i32
        })
    }

    /// The value of a node that is read at once, whatever the frame; none of others, and none of a variable while somebody
    /// watches what is read.
    fn read(&self, node: Node) -> Option<i32> {
        let layout = &self.program.layout;
        let load = |at: Address| (!self.executable.watched).then(|| self.state.memory[at]);
        if let Node::Const(n) = node {
            Some(n)
        } else if let Node::Option(option) = node {
            load(layout.option_at(option))
        } else if let Node::Load(var) = node {
            load(layout.vars[var].base)
        } else if let Node::Place(place) = node {
            Some(layout.places[place].base.value())
        } else {
            None
        }
    }

    /// Adds the members of a collection to the scratch buffer, with the slots of any frame.
    pub(crate) fn list_in(&mut self, f: &mut [i32], id: SourceId) {
        let listed = self
            .native
            .is_some_and(|native| native.list(self, f, id, Fits::SURE));
        if !listed {
            let function = self.executable.collection(self.program, id);
            self.interpret(function, f, &[]);
        }
    }

    /// Returns the members of a collection, with the slots of any frame.
    pub fn members_in(&mut self, f: &mut [i32], id: SourceId) -> Vec<i32> {
        let start = self.work.scratch.len();
        self.list_in(f, id);
        let listed = self.work.scratch.len();
        self.work.scratch.split_off(start.min(listed))
    }

    /// Tells whether a value is a member of a collection, with the slots of any frame.
    pub(crate) fn is_in(&mut self, f: &mut [i32], id: SourceId, value: i32) -> bool {
        let function = self.executable.member(self.program, id);
        self.interpret(function, f, &[value]) != 0
    }

    /// Does something with the slots of the statement's frame. Meanwhile the stack is out of the state's hands; while events
    /// are recorded they find a copy there, to tell their causes.
    pub(crate) fn in_frame<R>(&mut self, work: impl FnOnce(&mut Self, &mut [i32]) -> R) -> R {
        let mut stack = match self.work.events {
            Some(_) => self.state.stack.clone(),
            None => std::mem::take(&mut self.state.stack),
        };
        let result = work(self, &mut stack[self.base..]);
        self.state.stack = stack;
        result
    }

    /// Does something with a frame of its own, which is gone afterwards.
    pub fn with_slots<R>(
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
