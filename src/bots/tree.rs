//! A search tree: what came of each option, kept by keys, so that positions that differ in hidden things share nodes.
//!
//! Selection is UCB1 over the options offered now, with how often an option was offered in place of the node's visits
//! (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012); a closed tree, where all are always
//! offered, takes the node's visits, which is UCT (Kocsis and Szepesvári, 2006). Wide decisions and chance are widened
//! progressively (Couëtoux and others, "Continuous Upper Confidence Trees", 2011).

use crate::field::Walk;
use crate::proof::Proof;
use crate::seat::World;
use ludex_engine::chance::Stream;
use ludex_rules::ids::PlayerId;
use ludex_rules::table::widened;
use std::sync::{Arc, LazyLock};

/// Options of a node that are tried without waiting for visits.
const NARROW: f64 = 8.0;
/// Options, or outcomes of chance, for each square root of visits.
const WIDENING: f64 = 2.0;
/// Visits of a node whose position is kept: with 8, a search of tic-tac-toe makes a third fewer playouts a second.
const OFTEN: u32 = 2;
/// Bytes of kept positions for each node that a tree may have.
const KEPT_OF_NODE: usize = 64;
/// Most nodes of all trees of a decision, about half a gigabyte; they grow no further then.
pub(super) const MOST_NODES: usize = 1 << 20;

/// A tree; its root is node 0.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// The most nodes that it may have.
    room: usize,
    /// A node stands for one position, so all its options are offered at each visit.
    is_closed: bool,
    /// The bytes of positions that it may still keep.
    keeps: usize,
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
    /// The worth of each of them for selection, close together in memory.
    worths: Vec<EdgeWorth>,
    /// The certain result, if it is proved.
    pub(super) proof: Option<Arc<Proof>>,
    /// The player who is asked, in a closed tree.
    pub(super) asks: Asks,
    /// The position, if it was kept.
    pub(super) position: Option<Box<World>>,
}

/// The player who is asked at a node.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Asks {
    /// Nobody has looked yet.
    #[default]
    Unknown,
    /// The game is over.
    Nobody,
    Player(PlayerId),
}

/// A step down a tree, without looking at positions.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownStep {
    pub(super) node: usize,
    /// The seed of chance with which it comes about.
    pub(super) seed: u64,
}

/// The worth of an answer for selection: the upper confidence bound of its gain is `mean + root * spread`, where `root` is
/// that of the logarithm of how often it was offered, times the exploration constant.
#[derive(Debug, Clone, Copy)]
struct EdgeWorth {
    /// The mean gain; infinite before the first visit.
    mean: f64,
    /// One by the root of its visits, or `PROVED`.
    spread: f64,
}

/// The spread of an answer that is proved, and worth what its proof says.
const PROVED: f64 = -1.0;

/// An answer to a decision.
#[derive(Debug, Clone)]
pub(super) struct Edge {
    pub(super) key: u64,
    pub(super) visits: u32,
    /// The number of visits at which it was offered; not counted in a closed tree.
    offered: u32,
    /// The sum of gains of the player who chose it.
    pub(super) gain: f64,
    /// The node that it leads to without chance; the root, which nothing leads to, is none.
    child: u32,
    /// The outcomes of chance that it leads to.
    outcomes: Vec<Outcome>,
    /// The certain result, if it is proved.
    pub(super) proof: Option<Arc<Proof>>,
    /// Chance had a part in what came of it.
    pub(super) is_chancy: bool,
}

/// An outcome of chance after an answer.
#[derive(Debug, Clone, Copy)]
struct Outcome {
    digest: u64,
    /// The seed with which it comes about again.
    seed: u64,
    visits: u32,
    node: u32,
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
    /// A tree that positions share, such as those of several worlds.
    pub(super) fn open(room: usize) -> Tree {
        Tree {
            nodes: vec![Node::default()],
            room,
            is_closed: false,
            keeps: 0,
        }
    }

    /// A tree whose nodes stand for one position each, from the position with a digest on; its keys are numbers of options.
    pub(super) fn closed(digest: u64, room: usize) -> Tree {
        let mut tree = Tree::open(room);
        tree.nodes[0].digest = digest;
        (tree.is_closed, tree.keeps) = (true, room.saturating_mul(KEPT_OF_NODE));
        tree
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
        let (node, is_closed) = (&mut self.nodes[node], self.is_closed);
        node.visits += 1;
        node.options = keys.len();
        let is_whole = is_closed && node.edges.len() == keys.len();
        let of_node = explore * root_of_logarithm(node.visits);
        let mut best: Option<(f64, Picked)> = None;
        let mut tried = 0;
        for (option, key) in keys.iter().enumerate() {
            let found = if is_whole {
                Some(option)
            } else {
                find(&node.edges, *key, option)
            };
            let Some(edge) = found else {
                continue;
            };
            tried += 1;
            let root = if is_closed {
                of_node
            } else {
                node.edges[edge].offered += 1;
                explore * root_of_logarithm(node.edges[edge].offered)
            };
            let EdgeWorth { mean, spread } = node.worths[edge];
            let is_proved = spread == PROVED;
            let promise = if is_proved {
                node.edges[edge].proof().map_or(mean, |proof| known(proof))
            } else {
                mean + root * spread
            };
            if best.is_none_or(|(most, _)| promise > most) {
                let picked = Picked {
                    option,
                    edge,
                    is_new: false,
                    is_proved,
                };
                best = Some((promise, picked));
            }
        }
        let untried = keys.len() - tried;
        let width = NARROW.max(WIDENING * f64::from(node.visits).sqrt());
        match best {
            Some((_, picked)) if untried == 0 || tried as f64 >= width => picked,
            _ => node.try_one(keys, stream.pick(untried)),
        }
    }

    /// The edge with a key, made when there is none.
    pub(super) fn edge(&mut self, node: usize, key: u64) -> usize {
        let node = &mut self.nodes[node];
        find(&node.edges, key, 0).unwrap_or_else(|| node.add(key))
    }

    /// Steps to where an answer leads without chance, or with chance that was met before; none if that must be seen.
    pub(super) fn step(
        &mut self,
        node: usize,
        picked: Picked,
        chance: u64,
        stream: &mut Stream,
    ) -> Option<KnownStep> {
        let edge = &mut self.nodes[node].edges[picked.edge];
        if edge.child != 0 {
            let node = widened(edge.child);
            return Some(KnownStep { node, seed: chance });
        }
        let known = edge.outcome_again(stream)?;
        let known = edge.outcomes.get_mut(known)?;
        known.visits += 1;
        Some(KnownStep {
            node: widened(known.node),
            seed: known.seed,
        })
    }

    /// Notes who is asked at a node of a closed tree, and keeps the position of one that is often come by.
    pub(super) fn keep(&mut self, node: usize, walk: &Walk<'_>) {
        let node = &mut self.nodes[node];
        node.asks = walk.player().map_or(Asks::Nobody, Asks::Player);
        let bytes = walk.bytes();
        if node.visits >= OFTEN && node.position.is_none() && bytes <= self.keeps {
            self.keeps -= bytes;
            node.position = Some(Box::new(walk.position()));
        }
    }

    /// Follows an edge to its child, or to the outcome of chance with a digest, which comes about again by a seed. Where there
    /// is none, makes a node of the position that the last argument digests.
    pub(super) fn follow(
        &mut self,
        node: usize,
        edge: usize,
        chance: Option<(u64, u64)>,
        position: &dyn Fn() -> u64,
    ) -> usize {
        let next = count(&self.nodes);
        let edge = &mut self.nodes[node].edges[edge];
        match chance {
            None if edge.child != 0 => return widened(edge.child),
            None => edge.child = next,
            Some((digest, seed)) => {
                let mut outcomes = edge.outcomes.iter_mut();
                if let Some(known) = outcomes.find(|one| one.digest == digest) {
                    known.visits += 1;
                    return widened(known.node);
                }
                edge.outcomes.push(Outcome {
                    digest,
                    seed,
                    visits: 1,
                    node: next,
                });
            }
        }
        self.nodes.push(Node {
            digest: position(),
            ..Node::default()
        });
        widened(next)
    }

    /// The tree that begins at a position it holds; none when it does not.
    pub(super) fn from(&self, digest: u64) -> Option<Tree> {
        let root = self.nodes.iter().position(|node| node.digest == digest)?;
        let mut tree = Tree {
            nodes: vec![self.nodes[root].clone()],
            ..*self
        };
        let mut at = 0;
        while at < tree.nodes.len() {
            let mut node = std::mem::take(&mut tree.nodes[at]);
            let outcomes = node.edges.iter_mut().flat_map(|edge| {
                let child = Some(&mut edge.child).filter(|child| **child != 0);
                child
                    .into_iter()
                    .chain(edge.outcomes.iter_mut().map(|outcome| &mut outcome.node))
            });
            for below in outcomes {
                let copied = self.nodes[widened(*below)].clone();
                *below = count(&tree.nodes);
                tree.nodes.push(copied);
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
        self.worths.insert(at, EdgeWorth::UNKNOWN);
        at
    }

    /// Adds an edge for one of the options that have none, by its number among them.
    fn try_one(&mut self, keys: &[u64], number: usize) -> Picked {
        let options = keys.iter().enumerate();
        let mut untried =
            options.filter(|(option, key)| find(&self.edges, **key, *option).is_none());
        let option = untried.nth(number).map_or(0, |(option, _)| option);
        Picked {
            option,
            edge: self.add(keys[option]),
            is_new: true,
            is_proved: false,
        }
    }

    /// Adds what a playout through an edge gained for the player who chose it.
    pub(super) fn learn(&mut self, edge: usize, gain: f64) {
        let one = &mut self.edges[edge];
        one.visits += 1;
        one.gain += gain;
        if one.proof.is_none() {
            let visits = f64::from(one.visits);
            self.worths[edge] = EdgeWorth {
                mean: one.gain / visits,
                spread: visits.sqrt().recip(),
            };
        }
    }

    /// Notes the certain result of an edge.
    pub(super) fn note_proof(&mut self, edge: usize, proof: Arc<Proof>) {
        self.edges[edge].proof = Some(proof);
        self.worths[edge].spread = PROVED;
    }
}

impl EdgeWorth {
    /// That of an answer without visits, which comes before all others.
    const UNKNOWN: EdgeWorth = EdgeWorth {
        mean: f64::INFINITY,
        spread: 0.0,
    };
}

impl Edge {
    fn new(key: u64) -> Edge {
        Edge {
            key,
            visits: 0,
            offered: 1,
            gain: 0.0,
            child: 0,
            outcomes: Vec::new(),
            proof: None,
            is_chancy: false,
        }
    }

    pub(super) fn proof(&self) -> Option<&Arc<Proof>> {
        self.proof.as_ref()
    }

    /// Draws the seed of an outcome of chance seen before, each as often as it came; none while new ones may be tried.
    pub(super) fn seed_again(&self, stream: &mut Stream) -> Option<u64> {
        let known = self.outcome_again(stream)?;
        Some(self.outcomes[known].seed)
    }

    /// Draws the number of an outcome, as `seed_again`.
    fn outcome_again(&self, stream: &mut Stream) -> Option<usize> {
        let count = self.outcomes.len() as f64;
        if count < NARROW || count < WIDENING * f64::from(self.visits).sqrt() {
            return None;
        }
        let all: u32 = self.outcomes.iter().map(|outcome| outcome.visits).sum();
        let mut left = stream.below(all);
        let mut outcomes = self.outcomes.iter();
        outcomes.position(|outcome| match left.checked_sub(outcome.visits) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })
    }
}

/// Counts nodes; a search makes far fewer than there are numbers.
fn count(nodes: &[Node]) -> u32 {
    u32::try_from(nodes.len()).unwrap_or(u32::MAX)
}

/// Finds the edge with a key; where all options were tried, it stands at the number of its option.
fn find(edges: &[Edge], key: u64, near: usize) -> Option<usize> {
    match edges.get(near) {
        Some(edge) if edge.key == key => Some(near),
        _ => edges.binary_search_by_key(&key, |edge| edge.key).ok(),
    }
}

/// Returns the root of the natural logarithm of a count, which is 0 for 0. Most counts of a tree are small, and each is asked
/// for at every visit.
fn root_of_logarithm(count: u32) -> f64 {
    static SMALL: LazyLock<Box<[f64]>> = LazyLock::new(|| {
        let counts = 0..1 << 12;
        counts
            .map(|count| f64::from(count).max(1.0).ln().sqrt())
            .collect()
    });
    let known = SMALL.get(widened(count)).copied();
    known.unwrap_or_else(|| f64::from(count).ln().sqrt())
}
