//! Dominators: the blocks that all ways to a block lead through.

use super::{Block, Function};

/// The dominator tree of a function's blocks (Cooper, Harvey and Kennedy, *A Simple, Fast Dominance Algorithm*, 2001), numbered
/// so that a question takes one comparison.
pub(super) struct Dominators {
    /// For each block: when a walk through the tree comes to it, and when it leaves it; none of a block that is not reached.
    visits: Vec<Option<(u32, u32)>>,
}

impl Dominators {
    /// Finds those of blocks in reverse postorder.
    pub(super) fn of(function: &Function, order: &[Block]) -> Dominators {
        let nearest = nearest(function, order);
        let mut below = vec![Vec::new(); order.len()];
        for (n, above) in nearest.iter().enumerate().skip(1) {
            below[*above].push(n);
        }
        let mut visits = vec![None; function.blocks.len()];
        let (mut open, mut clock) = (vec![(0, 0)], 0);
        visits[order[0].index()] = Some((0, 0));
        while let Some((n, done)) = open.pop() {
            clock += 1;
            if let Some(child) = below[n].get(done) {
                open.push((n, done + 1));
                open.push((*child, 0));
                visits[order[*child].index()] = Some((clock, clock));
            } else if let Some((_, left)) = &mut visits[order[n].index()] {
                *left = clock;
            }
        }
        Dominators { visits }
    }

    /// Tells whether all ways to a block lead through another one.
    pub(super) fn dominates(&self, one: Block, other: Block) -> bool {
        match (self.visits[one.index()], self.visits[other.index()]) {
            (Some((came, left)), Some((at, _))) => (came..=left).contains(&at),
            _ => false,
        }
    }
}

/// For each block, by its place in the order, the place of its nearest dominator.
fn nearest(function: &Function, order: &[Block]) -> Vec<usize> {
    let mut place = vec![usize::MAX; function.blocks.len()];
    for (n, block) in order.iter().enumerate() {
        place[block.index()] = n;
    }
    let mut before = vec![Vec::new(); order.len()];
    for (n, block) in order.iter().enumerate() {
        for target in function.blocks[block.index()].exit.targets() {
            before[place[target.index()]].push(n);
        }
    }
    let mut nearest = vec![usize::MAX; order.len()];
    nearest[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for n in 1..order.len() {
            let known = before[n]
                .iter()
                .filter(|from| nearest[**from] != usize::MAX);
            let met = known.copied().reduce(|a, b| meet(&nearest, a, b));
            let met = met.unwrap_or(0);
            changed |= nearest[n] != met;
            nearest[n] = met;
        }
    }
    nearest
}

/// The nearest block that dominates two.
fn meet(nearest: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = nearest[a];
        }
        while b > a {
            b = nearest[b];
        }
    }
    a
}
