//! Tree search: `mcts` grows a tree for each world, `ismcts` one tree over all worlds, `mo-ismcts` one for each player.
//!
//! A playout walks down the tree of whoever is asked, adds one node, plays to its horizon at random, and adds what came of
//! it to the answers on its way. Chance is drawn anew in each; where `mcts` has seen enough outcomes of an answer it goes
//! to one of them again. Trees side by side share nothing but the sum of their roots, so threads do not change a choice.

use crate::bots::bot::{Advice, Clock, Thought};
use crate::bots::field::{Field, Horizon, Walk};
use crate::bots::seat::{Seat, World, Worlds};
use crate::bots::spec::{Algorithm, Spec};
use crate::bots::tree::Tree;
use crate::bots::value::Value;
use crate::engine::chance::{Stream, purpose};
use crate::engine::fault::Fault;
use crate::program::Program;
use std::thread;

/// Trees of one search, and what it needs on its way.
struct Search<'a> {
    field: Field<'a>,
    value: Value,
    spec: &'a Spec,
    horizon: Horizon,
    stream: Stream,
    gains: Vec<f64>,
    keys: Vec<u64>,
    /// Tree, node and edge of each decision of a playout, with who decided.
    path: Vec<(usize, u32, usize, u8)>,
    /// The node of each tree where a playout stands.
    at: Vec<u32>,
}

/// The trees that playouts of a world walk in: one, or one for each player.
type Grove = Vec<Tree>;

/// What a search has grown, for the next decision.
#[derive(Debug, Clone)]
pub(super) struct Kept(Grove);

/// Searches with all trees that were asked for.
pub(super) fn search(
    seat: &Seat<'_>,
    spec: &Spec,
    seed: u64,
    clock: &Clock,
    (worlds, kept): (&Worlds, &mut Option<Kept>),
) -> Advice {
    let one = |n: u64, before: Option<Kept>| {
        let mut search = Search::new(seat.program(), spec, seed, n);
        search.run(seat, worlds, clock.share(n, spec.trees), before)
    };
    if spec.trees < 2 {
        let (advice, grown) = one(0, kept.take());
        *kept = grown;
        return advice;
    }
    let one = &one;
    let parts: Vec<Advice> = thread::scope(|scope| {
        let threads: Vec<_> = (0..spec.trees)
            .map(|n| scope.spawn(move || one(n, None).0))
            .collect();
        threads
            .into_iter()
            .filter_map(|one| one.join().ok())
            .collect()
    });
    let mut all = Advice::none(seat.options());
    for part in parts {
        all.add(&part);
    }
    all
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, spec: &'a Spec, seed: u64, number: u64) -> Search<'a> {
        Search {
            field: Field::new(program),
            value: Value::new(program),
            spec,
            horizon: Horizon {
                cut: spec.cut,
                longest: program.budget.decisions,
            },
            stream: Stream::new(seed, purpose("search"), number as u32),
            gains: Vec::new(),
            keys: Vec::new(),
            path: Vec::new(),
            at: Vec::new(),
        }
    }

    fn run(
        &mut self,
        seat: &Seat<'_>,
        worlds: &Worlds,
        clock: Clock,
        kept: Option<Kept>,
    ) -> (Advice, Option<Kept>) {
        let is_closed = self.spec.algorithm == Algorithm::Mcts;
        let count = if is_closed { worlds.all.len() } else { 1 };
        let mut groves: Vec<Grove> = (0..count)
            .map(|n| self.grove(&worlds.all[n], kept.as_ref().filter(|_| worlds.is_open)))
            .collect();
        let mut advice = Advice::none(seat.options());
        while clock.goes_on(advice.playouts) {
            let n = advice.playouts as usize;
            let world = &worlds.all[n % worlds.all.len()];
            let grove = &mut groves[n % count];
            advice.playouts += 1;
            match self.playout(world, grove, is_closed) {
                Ok(()) => self.learn(grove),
                Err(_) => advice.faults += 1,
            }
        }
        for (world, grove) in worlds.all.iter().zip(&groves) {
            self.tell(world, grove, is_closed, &mut advice);
        }
        let grown = (is_closed && worlds.is_open).then(|| groves.pop().map(Kept));
        (advice, grown.flatten())
    }

    /// New trees for a world, or those of the last decision where they hold this position.
    fn grove(&mut self, world: &World, kept: Option<&Kept>) -> Grove {
        let players = match self.spec.algorithm {
            Algorithm::MoIsmcts => usize::from(world.state.players),
            _ => 1,
        };
        let digest = match self.spec.algorithm {
            Algorithm::Mcts => self.field.walk(world, 0).digest(),
            _ => 0,
        };
        let again = kept.and_then(|kept| kept.0.first()?.from(digest));
        match again {
            Some(tree) => vec![tree],
            None => vec![Tree::new(digest); players],
        }
    }

    /// One playout: down the trees, one node more, on at random, and what came of it.
    fn playout(&mut self, world: &World, grove: &mut Grove, is_closed: bool) -> Result<(), Fault> {
        let chance = self.stream.word();
        let mut walk = self.field.walk(world, chance);
        self.path.clear();
        self.at.clear();
        self.at.resize(grove.len(), 0);
        while let Some(player) = walk.player() {
            let own = usize::from(player).min(grove.len() - 1);
            let at_root = self.path.is_empty() && !is_closed;
            self.keys.clear();
            let observer = (grove.len() > 1).then_some(player);
            let keys = (0..walk.options()).map(|n| key(&walk, n, at_root, observer));
            self.keys.extend(keys);
            let tree = &mut grove[own];
            let picked = tree.pick(
                self.at[own],
                &self.keys,
                self.spec.explore,
                &mut self.stream,
            );
            self.path.push((own, self.at[own], picked.edge, player));
            let edge = &tree.nodes[self.at[own] as usize].edges[picked.edge];
            let again = match is_closed {
                true => edge.outcome_again(&mut self.stream),
                false => None,
            };
            let seed = again.map_or(chance, |outcome| outcome.seed);
            let edges: Vec<usize> = (0..grove.len())
                .map(|n| match n == own {
                    true => picked.edge,
                    false => {
                        let key = key(&walk, picked.option, at_root, Some(n as u8));
                        grove[n].edge(self.at[n], key)
                    }
                })
                .collect();
            let draws = walk.draws();
            walk.reseed(seed);
            walk.choose(picked.option)?;
            let digests = match is_closed {
                true => {
                    let position = walk.digest();
                    let is_chance = walk.draws() != draws;
                    [if is_chance { position } else { 0 }, position]
                }
                false => [0, 0],
            };
            walk.reseed(chance);
            if !grove[own].has_room() {
                break;
            }
            for (n, edge) in edges.into_iter().enumerate() {
                self.at[n] = grove[n].follow(self.at[n], edge, digests, seed);
            }
            if picked.is_new {
                break;
            }
        }
        walk.play_out(
            &mut self.stream,
            self.horizon,
            &mut self.value,
            &mut self.gains,
        )
    }

    /// Adds what came of the last playout to the answers on its way.
    fn learn(&mut self, grove: &mut Grove) {
        for (tree, node, edge, player) in &self.path {
            let edge = &mut grove[*tree].nodes[*node as usize].edges[*edge];
            edge.visits += 1;
            edge.gain += self.gains[usize::from(*player)];
        }
    }

    /// Adds what the root of a world's trees knows of each option.
    fn tell(&mut self, world: &World, grove: &Grove, is_closed: bool, advice: &mut Advice) {
        let walk = self.field.walk(world, 0);
        let own = walk.player().map_or(0, usize::from).min(grove.len() - 1);
        let observer = (grove.len() > 1).then_some(own as u8);
        for (n, thought) in advice.thoughts.iter_mut().enumerate() {
            let key = key(&walk, n, !is_closed, observer);
            let mut edges = grove[own].nodes[0].edges.iter();
            if let Some(edge) = edges.find(|edge| edge.key == key) {
                thought.add(Thought {
                    playouts: u64::from(edge.visits),
                    gain: edge.gain,
                });
            }
        }
    }
}

/// The key of an option in the tree of an observer, or in one of all. At the root of several worlds, options go by number:
/// there the same number is the same option, whatever piece lies behind it.
fn key(walk: &Walk<'_>, option: usize, at_root: bool, observer: Option<u8>) -> u64 {
    match observer {
        _ if at_root => option as u64,
        None => walk.key(option),
        Some(observer) => walk.key_for(option, observer),
    }
}
