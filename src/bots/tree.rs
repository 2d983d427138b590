//! A search tree: what came of each option, kept by keys, so that positions that differ in hidden things share nodes.
//!
//! Selection is UCB1 over the options offered now, with how often an option was offered in place of the node's visits
//! (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012); where all are always offered that is
//! UCT (Kocsis and Szepesvári, 2006). Wide decisions and chance are widened progressively (Couëtoux and others,
//! "Continuous Upper Confidence Trees", 2011).

use crate::proof::Proof;
use ludex_engine::chance::Stream;
use ludex_rules::table::widened;
use std::sync::{Arc, LazyLock};

/// Options of a node that are tried without waiting for visits.
const NARROW: f64 = 8.0;
/// Options, or outcomes of chance, for each square root of visits.
const WIDENING: f64 = 2.0;
/// Most nodes of all trees of a decision, about half a gigabyte; they grow no further then.
pub(super) const MOST_NODES: usize = 1 << 20;

/// A tree; its root is node 0.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// The most nodes that it may have.
    room: usize,
}

/// A node: a decision of one player.
#[derive(Debug, Clone, Default)]
pub(super) struct Node {
    /// The digest of the position; 0 where positions share the node.
    pub(super) digest: u64,
    pub(super) visits: u32,
    /// The number of options that were offered last.
    pub(super) options: usize,
    /// The answers tried so far, by ascending keys.
    pub(super) edges: Vec<Edge>,
    /// The certain result, if it is proved.
    pub(super) proof: Option<Arc<Proof>>,
}

/// An answer to a decision.
#[derive(Debug, Clone)]
pub(super) struct Edge {
    pub(super) key: u64,
    pub(super) visits: u32,
    /// The number of visits at which it was offered.
    pub(super) offered: u32,
    /// The sum of gains of the player who chose it.
    pub(super) gain: f64,
    /// Its children: one, or one for each outcome of chance.
    pub(super) outcomes: Vec<Outcome>,
    /// The certain result, if it is proved.
    pub(super) proof: Option<Arc<Proof>>,
    /// Chance had a part in what came of it.
    pub(super) is_chancy: bool,
}

/// An outcome of chance after an answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outcome {
    pub(super) digest: u64,
    /// The seed with which it comes about again.
    pub(super) seed: u64,
    pub(super) visits: u32,
    pub(super) node: usize,
}

/// An option selected by UCB1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Picked {
    pub(super) option: usize,
    pub(super) edge: usize,
    pub(super) is_new: bool,
    /// It is known for certain what it comes to.
    pub(super) is_proved: bool,
}

impl Tree {
    pub(super) fn new(digest: u64, room: usize) -> Tree {
        let root = Node {
            digest,
            ..Node::default()
        };
        Tree {
            nodes: vec![root],
            room,
        }
    }

    /// Tells whether it may grow.
    pub(super) fn has_room(&self) -> bool {
        self.nodes.len() < self.room
    }

    /// Selects among the options with these keys; what is proved is worth what `known` says.
    pub(super) fn pick(
        &mut self,
        node: usize,
        keys: &[u64],
        explore: f64,
        stream: &mut Stream,
        known: &dyn Fn(&Proof) -> f64,
    ) -> Picked {
        let node = &mut self.nodes[node];
        node.visits += 1;
        node.options = keys.len();
        let mut untried = Untried::default();
        let mut best: Option<(f64, Picked)> = None;
        let mut tried = 0.0;
        for (option, key) in keys.iter().enumerate() {
            let Some(edge) = find(&node.edges, *key, option) else {
                untried.add(option, stream);
                continue;
            };
            tried += 1.0;
            let one = &mut node.edges[edge];
            one.offered += 1;
            let promise = match &one.proof {
                Some(proof) => known(proof),
                None => one.promise(explore),
            };
            if best.is_none_or(|(most, _)| promise > most) {
                let picked = Picked {
                    option,
                    edge,
                    is_new: false,
                    is_proved: one.proof.is_some(),
                };
                best = Some((promise, picked));
            }
        }
        let width = NARROW.max(WIDENING * f64::from(node.visits).sqrt());
        match (untried.chosen, best) {
            (None, Some((_, picked))) => picked,
            (Some(_), Some((_, picked))) if tried >= width => picked,
            (option, _) => {
                let option = option.unwrap_or(0);
                Picked {
                    option,
                    edge: node.add(keys[option]),
                    is_new: true,
                    is_proved: false,
                }
            }
        }
    }

    /// The edge with a key, made when there is none.
    pub(super) fn edge(&mut self, node: usize, key: u64) -> usize {
        let node = &mut self.nodes[node];
        find(&node.edges, key, 0).unwrap_or_else(|| node.add(key))
    }

    /// Follows an edge to the outcome with a digest, which comes about again by a seed. Where there is none, makes a node of
    /// the position that the last argument digests.
    pub(super) fn follow(
        &mut self,
        node: usize,
        edge: usize,
        outcome: u64,
        seed: u64,
        position: &dyn Fn() -> u64,
    ) -> usize {
        let next = self.nodes.len();
        let edge = &mut self.nodes[node].edges[edge];
        if let Some(known) = edge.outcomes.iter_mut().find(|one| one.digest == outcome) {
            known.visits += 1;
            return known.node;
        }
        edge.outcomes.push(Outcome {
            digest: outcome,
            seed,
            visits: 1,
            node: next,
        });
        self.nodes.push(Node {
            digest: position(),
            ..Node::default()
        });
        next
    }

    /// The tree that begins at a position it holds; none when it does not.
    pub(super) fn from(&self, digest: u64) -> Option<Tree> {
        let root = self.nodes.iter().position(|node| node.digest == digest)?;
        let mut tree = Tree {
            nodes: vec![self.nodes[root].clone()],
            room: self.room,
        };
        let mut at = 0;
        while at < tree.nodes.len() {
            let mut node = std::mem::take(&mut tree.nodes[at]);
            for outcome in node.edges.iter_mut().flat_map(|edge| &mut edge.outcomes) {
                let below = self.nodes[outcome.node].clone();
                outcome.node = tree.nodes.len();
                tree.nodes.push(below);
            }
            tree.nodes[at] = node;
            at += 1;
        }
        Some(tree)
    }
}

impl Node {
    /// Adds an edge with a key that no other has, and tells where it stands. Those behind it move on.
    fn add(&mut self, key: u64) -> usize {
        let at = self.edges.partition_point(|edge| edge.key < key);
        self.edges.insert(at, Edge::new(key));
        at
    }
}

impl Edge {
    fn new(key: u64) -> Edge {
        Edge {
            key,
            visits: 0,
            offered: 1,
            gain: 0.0,
            outcomes: Vec::new(),
            proof: None,
            is_chancy: false,
        }
    }

    pub(super) fn proof(&self) -> Option<&Arc<Proof>> {
        self.proof.as_ref()
    }

    /// The upper confidence bound of its gain.
    fn promise(&self, explore: f64) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        let visits = f64::from(self.visits);
        self.gain / visits + explore * (logarithm(self.offered) / visits).sqrt()
    }

    /// An outcome of chance seen before, each as often as it came; none while new ones may be tried.
    pub(super) fn outcome_again(&self, stream: &mut Stream) -> Option<Outcome> {
        let width = NARROW.max(WIDENING * f64::from(self.visits).sqrt());
        if (self.outcomes.len() as f64) < width {
            return None;
        }
        let all: u32 = self.outcomes.iter().map(|outcome| outcome.visits).sum();
        let mut left = stream.below(all);
        let mut outcomes = self.outcomes.iter();
        let chosen = outcomes.find(|outcome| match left.checked_sub(outcome.visits) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        chosen.copied()
    }
}

/// One of the options not tried yet, each equally likely.
#[derive(Default)]
struct Untried {
    count: u32,
    chosen: Option<usize>,
}

impl Untried {
    fn add(&mut self, option: usize, stream: &mut Stream) {
        self.count += 1;
        // Reservoir sampling with a reservoir of one.
        if stream.below(self.count) == 0 {
            self.chosen = Some(option);
        }
    }
}

/// Finds the edge with a key; where all options were tried, it stands at the number of its option.
fn find(edges: &[Edge], key: u64, near: usize) -> Option<usize> {
    match edges.get(near) {
        Some(edge) if edge.key == key => Some(near),
        _ => edges.binary_search_by_key(&key, |edge| edge.key).ok(),
    }
}

/// The natural logarithm of a count, and of 1 for 0. Most counts of a tree are small, and each is asked for at every visit.
fn logarithm(count: u32) -> f64 {
    static SMALL: LazyLock<Box<[f64]>> = LazyLock::new(|| {
        let counts = 0..1 << 12;
        counts.map(|count| f64::from(count).max(1.0).ln()).collect()
    });
    let known = SMALL.get(widened(count)).copied();
    known.unwrap_or_else(|| f64::from(count).ln())
}
