//! The tree of a search with priors: its nodes are steps of answers, its edges actions.
//!
//! Selection is PUCT (Silver and others, "Mastering the game of Go without human knowledge", 2017), with how often an action
//! was offered in place of the node's visits, as in information set search. What was never tried is worth a little less than
//! its node is. Where nothing is hidden, ends prove what positions come to, as in `proof`.

use crate::advice::Soundness;
use ludex_engine::chance::Stream;
use ludex_engine::state::Pending;
use ludex_rules::ids::PlayerId;
use ludex_rules::table::widened;
use std::sync::Arc;

/// The certain share of each player, whoever plays on.
pub(super) type ProvedShares = Arc<[f64]>;

/// The reduction of an untried action's value against its node's, once all of the prior was tried.
const REDUCTION: f64 = 0.2;
/// The share of noise in the priors of a root, where search is to explore.
const NOISE: f32 = 0.25;

/// A tree; its root is node 0.
#[derive(Debug, Clone)]
pub(super) struct PriorTree {
    pub(super) nodes: Vec<PriorNode>,
}

/// A step of an answer of one player.
#[derive(Debug, Clone, Default)]
pub(super) struct PriorNode {
    /// For each action the exponential of its logit, divided by that of the best legal one; empty before the evaluation.
    weights: Vec<f32>,
    /// An evaluation is under way.
    pub(super) is_waiting: bool,
    /// The value of the position for the player who is asked.
    value: f64,
    /// The digest of the position that it begins; 0 where another search could not go on from it.
    pub(super) position: u64,
    /// The number of actions that were legal last.
    legal: usize,
    /// The certain result, if it is proved.
    pub(super) proof: Option<ProvedShares>,
    pub(super) edges: Vec<PriorEdge>,
}

/// An action at a step.
#[derive(Debug, Clone)]
pub(super) struct PriorEdge {
    pub(super) id: u32,
    weight: f64,
    /// Visits, those that wait for an evaluation among them.
    pub(super) visits: u32,
    /// The number of times it could be chosen.
    offered: u32,
    /// The sum of gains of the player who chose it.
    gain: f64,
    /// The certain result, if it is proved.
    pub(super) proof: Option<ProvedShares>,
    /// Chance had a part in what came of it.
    pub(super) is_chancy: bool,
    /// The nodes that may follow, each with the question and the digest of what the searching seat sees then.
    children: Vec<(Option<Pending>, u64, usize)>,
}

impl PriorTree {
    pub(super) fn new() -> PriorTree {
        PriorTree {
            nodes: vec![PriorNode::default()],
        }
    }

    /// Selects for a player among the actions that are legal, each once; the edge and its action. What is proved is worth its
    /// share, however often it was tried.
    pub(super) fn pick(
        &mut self,
        node: usize,
        player: PlayerId,
        legal: &[u32],
        explore: f64,
    ) -> (usize, u32) {
        let node = &mut self.nodes[node];
        node.legal = legal.len();
        let edges: Vec<usize> = legal.iter().map(|id| node.edge(*id)).collect();
        let of_legal = |share: fn(&PriorEdge) -> f64| {
            let shares = edges.iter().map(|edge| share(&node.edges[*edge]));
            shares.sum::<f64>()
        };
        let all = of_legal(|edge| edge.weight).max(f64::MIN_POSITIVE);
        let tried = of_legal(|edge| if edge.visits > 0 { edge.weight } else { 0.0 });
        let (visits, gain) = (
            of_legal(|edge| edge.visits.into()),
            of_legal(|edge| edge.gain),
        );
        let mean = if visits > 0.0 {
            gain / visits
        } else {
            node.value
        };
        let untried = mean - REDUCTION * (tried / all).sqrt();
        let mut best = (f64::NEG_INFINITY, 0);
        for edge in edges {
            let one = &mut node.edges[edge];
            one.offered += 1;
            let (visits, offered) = (f64::from(one.visits), f64::from(one.offered));
            let worth = if one.visits > 0 {
                one.gain / visits
            } else {
                untried
            };
            let promise = match &one.proof {
                Some(shares) => shares[player.index()],
                None => worth + explore * one.weight / all * offered.sqrt() / (1.0 + visits),
            };
            if promise > best.0 {
                best = (promise, edge);
            }
        }
        (best.1, node.edges[best.1].id)
    }

    /// The node that an edge leads to, made when there is none; whether it was.
    pub(super) fn follow(
        &mut self,
        node: usize,
        edge: usize,
        question: Option<Pending>,
        digest: u64,
    ) -> (usize, bool) {
        let next = self.nodes.len();
        let children = &mut self.nodes[node].edges[edge].children;
        let known = children
            .iter()
            .find(|(asked, seen, _)| (*asked, *seen) == (question, digest));
        if let Some((_, _, node)) = known {
            return (*node, false);
        }
        children.push((question, digest, next));
        self.nodes.push(PriorNode::default());
        (next, true)
    }

    /// Returns the tree that begins at a position that it holds; none if it does not.
    pub(super) fn into_subtree(mut self, position: u64) -> Option<PriorTree> {
        let mut nodes = self.nodes.iter();
        let root = nodes.position(|node| node.position == position && node.is_evaluated())?;
        let mut below = vec![std::mem::take(&mut self.nodes[root])];
        let mut at = 0;
        while at < below.len() {
            let mut node = std::mem::take(&mut below[at]);
            for (.., child) in node.edges.iter_mut().flat_map(|edge| &mut edge.children) {
                let next = std::mem::take(&mut self.nodes[*child]);
                *child = below.len();
                below.push(next);
            }
            below[at] = node;
            at += 1;
        }
        Some(PriorTree { nodes: below })
    }

    /// Finds the node that an action of a step of the same question leads to.
    pub(super) fn within(&self, node: usize, id: u32, question: Option<Pending>) -> Option<usize> {
        let edge = self.nodes[node].edges.iter().find(|edge| edge.id == id)?;
        let child = edge.children.iter().find(|(asked, ..)| *asked == question);
        child.map(|(.., node)| *node)
    }

    /// Adds a gain to an edge whose visit was counted when it was selected.
    pub(super) fn add(&mut self, node: usize, edge: usize, gain: f64) {
        self.nodes[node].edges[edge].gain += gain;
    }

    /// Takes back a visit that came to nothing.
    pub(super) fn forget(&mut self, node: usize, edge: usize) {
        let edge = &mut self.nodes[node].edges[edge];
        edge.visits -= 1;
        edge.offered -= 1;
    }

    /// Mixes noise into the priors of the root: a point of the simplex, each equally likely.
    pub(super) fn disturb(&mut self, legal: &[u32], stream: &mut Stream) {
        let node = &mut self.nodes[0];
        let edges: Vec<usize> = legal.iter().map(|id| node.edge(*id)).collect();
        let noise = edges.iter().map(|_| exponential(stream));
        let noise: Vec<f64> = noise.collect();
        let all: f64 = noise.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let weights: f64 = edges.iter().map(|edge| node.edges[*edge].weight).sum();
        let share = f64::from(NOISE);
        for (edge, noise) in edges.into_iter().zip(noise) {
            let weight = &mut node.edges[edge].weight;
            *weight =
                (1.0 - share) * *weight / weights.max(f64::MIN_POSITIVE) + share * noise / all;
        }
    }
}

impl PriorNode {
    /// Notes what an action comes to for certain; returns what the node of a player does, if that is proved by now.
    pub(super) fn prove(
        &mut self,
        edge: usize,
        shares: ProvedShares,
        player: PlayerId,
    ) -> Option<ProvedShares> {
        let one = &mut self.edges[edge];
        if one.is_chancy {
            return None;
        }
        one.proof = Some(Arc::clone(&shares));
        if self.proof.is_none() {
            self.proof = if shares[player.index()] >= 1.0 {
                Some(shares)
            } else {
                self.best_of_all(player)
            };
        }
        self.proof.clone()
    }

    /// The best of the actions for a player where all are proved; none when several are equally good for that player and not
    /// for the others.
    fn best_of_all(&self, player: PlayerId) -> Option<ProvedShares> {
        let proofs = self.edges.iter().filter_map(|edge| edge.proof.as_ref());
        if proofs.clone().count() < self.legal {
            return None;
        }
        let own = |shares: &ProvedShares| shares[player.index()];
        let best = proofs.clone().max_by(|a, b| own(a).total_cmp(&own(b)))?;
        let mut equals = proofs.filter(|one| own(one) == own(best));
        equals.all(|one| one == best).then(|| Arc::clone(best))
    }

    /// Returns how often each of some actions was tried, for those who learn: what is proved to win alone where anything is,
    /// and nothing that is proved to lose unless all is.
    pub(super) fn lessons(&self, legal: &[u32], player: PlayerId) -> Vec<(u32, u32)> {
        let found = |id: &u32| self.edges.iter().find(|edge| edge.id == *id);
        let tried = legal.iter().map(|id| {
            let edge = found(id);
            let proved = edge.and_then(|edge| Some(edge.proof.as_ref()?[player.index()]));
            (*id, edge.map_or(0, |edge| edge.visits), proved)
        });
        let sound = Soundness::judge(
            tried
                .clone()
                .map(|(_, visits, proved)| (visits.into(), proved)),
        );
        tried
            .map(|(id, visits, proved)| (id, sound.weigh(visits.into(), proved) as u32))
            .collect()
    }

    pub(super) fn is_evaluated(&self) -> bool {
        !self.weights.is_empty()
    }

    /// Notes what an evaluator says of the position; numbers that are none count as the least.
    pub(super) fn learn(&mut self, logits: &[f32], mask: &[u8], player: PlayerId, values: &[f64]) {
        let legal = logits.iter().zip(mask).filter(|(_, mask)| **mask != 0);
        let most = legal
            .map(|(logit, _)| *logit)
            .filter(|logit| logit.is_finite());
        let most = most.fold(f32::NEG_INFINITY, f32::max);
        let weight = |logit: &f32| match (logit - most).exp() {
            weight if weight.is_finite() => weight.clamp(f32::MIN_POSITIVE, 1.0),
            _ => f32::MIN_POSITIVE,
        };
        self.weights = logits.iter().map(weight).collect();
        self.value = values[player.index()];
        self.is_waiting = false;
    }

    fn edge(&mut self, id: u32) -> usize {
        let known = self.edges.iter().position(|edge| edge.id == id);
        known.unwrap_or_else(|| {
            self.edges.push(PriorEdge {
                id,
                weight: self.weights[widened(id)].into(),
                visits: 0,
                offered: 0,
                gain: 0.0,
                proof: None,
                is_chancy: false,
                children: Vec::new(),
            });
            self.edges.len() - 1
        })
    }
}

impl PriorEdge {
    pub(super) fn gain(&self) -> f64 {
        self.gain
    }
}

/// Draws from the exponential distribution with mean 1.
fn exponential(stream: &mut Stream) -> f64 {
    // 53 bits, as many as the number holds; never 0.
    let unit = ((stream.word() >> 11) as f64 + 1.0) / (1u64 << 53) as f64;
    -unit.ln()
}
