//! The order of blocks in which a value is written before it is used.

use super::{Block, Exit, Function};
use std::collections::BTreeSet;

impl Exit {
    /// Returns true if the function may be left there and gone on from later.
    pub(crate) fn is_left(&self) -> bool {
        matches!(
            self,
            Exit::Statement { .. } | Exit::Begin { .. } | Exit::Deoptimize { .. }
        )
    }

    /// The blocks at which it may go on.
    pub fn targets(&self) -> Vec<Block> {
        match self {
            Exit::Open | Exit::Return(_) | Exit::Trap(_) => Vec::new(),
            Exit::Jump(target) => vec![target.block],
            Exit::Branch { yes, no, .. } => vec![yes.block, no.block],
            Exit::Switch { to, other, .. } => to.iter().copied().chain([*other]).collect(),
            Exit::MemoGet { hit, miss, .. } => vec![*hit, *miss],
            Exit::Statement { next, exit, .. } => [*next].into_iter().chain(*exit).collect(),
            Exit::Begin { next, .. } | Exit::Deoptimize { next, .. } => vec![*next],
        }
    }
}

impl Function {
    /// The blocks that can be reached, each behind those that all ways to it lead through (reverse postorder).
    pub fn order(&self) -> Vec<Block> {
        let mut seen = BTreeSet::from([Block(0)]);
        let mut open = vec![(Block(0), self.blocks[0].exit.targets())];
        let mut order = Vec::new();
        while let Some((block, targets)) = open.last_mut() {
            match targets.pop() {
                Some(next) if seen.insert(next) => {
                    open.push((next, self.blocks[next.index()].exit.targets()));
                }
                Some(_) => {}
                None => {
                    order.push(*block);
                    open.pop();
                }
            }
        }
        order.reverse();
        order
    }
}
