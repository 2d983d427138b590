//! Slots that a node needs when it is asked in a frame of its own.

use ludex_program::Program;
use ludex_program::node::{Node, NodeId};
use ludex_program::parts::{Visited, visit};
use std::collections::BTreeSet;

/// The slots of a frame of its own for a node.
#[derive(Debug)]
pub(crate) struct Captured {
    /// The slots that it reads and does not set itself, `you` among them.
    pub(crate) slots: Box<[u16]>,
    /// The number of slots that the frame needs.
    pub(crate) frame: u16,
}

/// Finds the slots that a node needs.
pub(crate) fn captured(program: &Program, id: NodeId) -> Captured {
    let (mut read, mut bound) = (BTreeSet::from([0]), BTreeSet::new());
    visit(program, [id], [], &mut |visited| match visited {
        Visited::Node(node) => {
            read.extend(node.slot());
            bound.extend(node.binds().into_iter().flatten());
            // An answer that stays was made unknown outside, or by a walk inside, which sets it.
            if let Node::Once { slot, .. } = node {
                read.insert(slot);
            }
        }
        Visited::Source(source) => {
            bound.extend(source.names());
        }
    });
    let last = read.iter().chain(&bound).max();
    Captured {
        frame: last.map_or(0, |last| last + 1),
        slots: (&read - &bound).into_iter().collect(),
    }
}
