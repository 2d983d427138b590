//! The route of a playout through a closed tree: choices since the last kept position, done when somebody must look.
//!
//! What a node asks is known once it was seen, and where an answer leads to as well. So a playout goes down a tree by numbers
//! alone, and its position is made at the foot of it: a copy of one that was kept on the way, and the choices from there.

use crate::field::{Field, Walk};
use crate::seat::World;
use crate::tree::Tree;
use ludex_engine::fault::Fault;

/// Choices on from a kept position.
#[derive(Debug, Default)]
pub(super) struct Route {
    /// The node whose position was kept; the world itself at the root.
    from: usize,
    steps: Vec<RouteStep>,
}

/// A choice, and the chance that it met.
#[derive(Debug)]
struct RouteStep {
    option: usize,
    seed: u64,
}

impl Route {
    /// Begins at the root again.
    pub(super) fn clear(&mut self) {
        self.from = 0;
        self.steps.clear();
    }

    /// Passes a node, whose position it begins at from now on if that was kept.
    pub(super) fn pass(&mut self, tree: &Tree, node: usize) {
        if tree.nodes[node].position.is_some() {
            self.from = node;
            self.steps.clear();
        }
    }

    /// Goes on by an option that is chosen with a seed of chance.
    pub(super) fn add(&mut self, option: usize, seed: u64) {
        self.steps.push(RouteStep { option, seed });
    }

    /// Makes the position at its end, in a world, with chance of its own from there on.
    pub(super) fn walk<'f>(
        &self,
        field: &'f mut Field<'_>,
        world: &World,
        tree: &Tree,
        chance: u64,
    ) -> Result<Walk<'f>, Fault> {
        let kept = tree.nodes[self.from].position.as_deref();
        let mut walk = field.walk(kept.unwrap_or(world), chance);
        for step in &self.steps {
            walk.step(step.option, step.seed, chance)?;
        }
        Ok(walk)
    }
}
