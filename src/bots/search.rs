//! Tree search: `mcts` grows a tree for each world, `ismcts` one tree over all worlds, `mo-ismcts` one for each player.
//!
//! A playout walks down the tree of whoever is asked, adds one node, plays to its horizon at random, and adds what came of
//! it to the answers on its way. Chance is drawn anew in each; where `mcts` has seen enough outcomes of an answer it goes
//! to one of them again. Trees side by side share nothing but the sum of their roots, so threads do not change a choice.

use crate::advice::{Advice, Thought};
use crate::ahead::Ahead;
use crate::field::{Field, Horizon, Walk};
use crate::proof::Proof;
use crate::route::Route;
use crate::seat::{Seat, World, Worlds};
use crate::spec::{Algorithm, Spec};
use crate::stopping::Clock;
use crate::system::{Job, System};
use crate::tree::{Asks, MOST_NODES, Picked, Tree};
use crate::value::Value;
use ludex_engine::chance::{Stream, purpose};
use ludex_engine::fault::Fault;
use ludex_program::Program;
use ludex_rules::ids::PlayerId;
use std::sync::Arc;

/// Buffers and settings of one search.
struct Search<'a> {
    value: Value,
    spec: &'a Spec,
    horizon: Horizon,
    stream: Stream,
    /// Looks ahead in playouts, in games that may be looked into.
    ahead: Option<Ahead<'a>>,
    /// Looks for proofs: the game has no secrets, and all share one tree.
    solves: bool,
    /// The certain result of the last playout, if it has one.
    proof: Option<Arc<Proof>>,
    gains: Vec<f64>,
    keys: Vec<u64>,
    /// The decisions of a playout within the trees.
    path: Vec<Visit>,
    /// The node of each tree where a playout stands.
    at: Vec<usize>,
    /// The edge of each of them that it follows.
    edges: Vec<usize>,
    /// The way that it came without making positions.
    route: Route,
    /// The most nodes of each tree.
    room: usize,
}

/// The trees that playouts of a world walk in: one, or one for each player.
type Grove = Vec<Tree>;

/// An answer on the way of a playout.
#[derive(Debug, Clone, Copy)]
struct Visit {
    tree: usize,
    node: usize,
    edge: usize,
    /// The player who gave it.
    player: PlayerId,
}

/// The way of a playout on from a node.
enum Way {
    /// The position must be looked at.
    Open,
    /// This option was selected, and where it leads to must be looked at.
    Picked(Picked),
    /// It goes no further down.
    Ends,
}

/// The trees of a search, kept for the next decision.
#[derive(Debug, Clone)]
pub(super) struct KeptSearch(Grove);

/// Searches with all trees that were asked for.
pub(super) fn search(
    seat: &Seat<'_>,
    spec: &Spec,
    seed: u64,
    clock: &Clock,
    worlds: &Worlds,
    kept: &mut Option<KeptSearch>,
) -> Advice {
    let one = |n: u64, before: Option<KeptSearch>| {
        let horizon = Horizon::from_spec(spec, seat.program(), clock);
        let mut search = Search::new(seat, spec, seed, n, horizon);
        let mut field = Field::new(seat.program());
        search.run(seat, &mut field, worlds, clock.share(n, spec.trees), before)
    };
    if spec.trees < 2 {
        let (advice, grown) = one(0, kept.take());
        *kept = grown;
        return advice;
    }
    let parts = side_by_side(spec.system(), spec.trees, |n| one(n, None).0);
    let mut all = Advice::none(seat.options());
    for part in parts {
        all.add(&part);
    }
    all
}

/// Grows so many trees, each by a thread of its own where there are threads.
fn side_by_side(
    system: Option<&dyn System>,
    trees: u64,
    one: impl Fn(u64) -> Advice + Sync,
) -> Vec<Advice> {
    let Some(system) = system else {
        return (0..trees).map(one).collect();
    };
    let mut parts: Vec<Option<Advice>> = (0..trees).map(|_| None).collect();
    let one = &one;
    let jobs = parts.iter_mut().zip(0..);
    system.run_side_by_side(
        jobs.map(|(part, n)| -> Job<'_> { Box::new(move || *part = Some(one(n))) })
            .collect(),
    );
    parts.into_iter().flatten().collect()
}

impl<'a> Search<'a> {
    fn new(
        seat: &Seat<'a>,
        spec: &'a Spec,
        seed: u64,
        number: u64,
        horizon: Horizon,
    ) -> Search<'a> {
        let program: &'a Program = seat.program();
        let ahead = Ahead::new(program, seat.players());
        Search {
            ahead: ahead.filter(|_| spec.sees_ahead()),
            solves: spec.solves
                && spec.algorithm != Algorithm::MoIsmcts
                && !program.hides_anything(),
            proof: None,
            value: Value::new(program, spec.by_score),
            spec,
            horizon,
            stream: Stream::new(seed, purpose("search"), number as u32),
            gains: Vec::new(),
            keys: Vec::new(),
            path: Vec::new(),
            at: Vec::new(),
            edges: Vec::new(),
            route: Route::default(),
            room: MOST_NODES,
        }
    }

    fn run(
        &mut self,
        seat: &Seat<'_>,
        field: &mut Field<'_>,
        worlds: &Worlds,
        clock: Clock,
        kept: Option<KeptSearch>,
    ) -> (Advice, Option<KeptSearch>) {
        let count = if self.is_closed() {
            worlds.all.len()
        } else {
            1
        };
        self.room = self.room(count, seat.players());
        let mut groves: Vec<Grove> = (0..count)
            .map(|n| {
                self.grove(
                    field,
                    &worlds.all[n],
                    kept.as_ref().filter(|_| worlds.is_open),
                )
            })
            .collect();
        let mut advice = Advice::none(seat.options());
        for (world, grove) in worlds.all.iter().cycle().zip((0..count).cycle()) {
            if !clock.goes_on(advice.playouts) || self.is_settled(&groves[grove]) {
                break;
            }
            let grove = &mut groves[grove];
            advice.playouts += 1;
            if self.playout(field, world, grove).is_err() {
                advice.faults += 1;
                self.proof = None;
                // Nobody gains by a line that the rules break; untold, it would stay untried and be tried for ever.
                self.gains.clear();
                self.gains.resize(world.state.players.into(), 0.0);
            }
            self.learn(grove);
        }
        for (world, grove) in worlds.all.iter().zip(&groves) {
            self.tell(field, world, grove, &mut advice);
        }
        let grown = (self.is_closed() && worlds.is_open).then(|| groves.pop().map(KeptSearch));
        (advice, grown.flatten())
    }

    /// New trees for a world, or those of the last decision where they hold this position.
    fn grove(&self, field: &mut Field<'_>, world: &World, kept: Option<&KeptSearch>) -> Grove {
        let of_each = self.spec.algorithm == Algorithm::MoIsmcts;
        let trees = if of_each {
            world.state.players.into()
        } else {
            1
        };
        let digest = if self.is_closed() {
            field.walk(world, 0).digest()
        } else {
            0
        };
        let again = kept.and_then(|kept| kept.0.first()?.from(digest));
        match again {
            Some(tree) => vec![tree],
            None if self.is_closed() => vec![Tree::closed(digest, self.room); trees],
            None => vec![Tree::open(self.room); trees],
        }
    }

    /// Returns how many nodes each tree may have: all trees of a decision share their memory.
    fn room(&self, groves: usize, players: u8) -> usize {
        let of_each = self.spec.algorithm == Algorithm::MoIsmcts;
        let trees = if of_each { usize::from(players) } else { 1 };
        let side_by_side = usize::try_from(self.spec.trees).unwrap_or(usize::MAX);
        MOST_NODES
            / groves
                .saturating_mul(trees)
                .saturating_mul(side_by_side)
                .max(1)
    }

    /// Tells whether the tree is closed: a node stands for one position, so that chance has nodes of its own.
    fn is_closed(&self) -> bool {
        self.spec.algorithm == Algorithm::Mcts
    }

    /// One playout: down the trees, one node more, on at random, and what came of it.
    fn playout(
        &mut self,
        field: &mut Field<'_>,
        world: &World,
        grove: &mut Grove,
    ) -> Result<(), Fault> {
        let chance = self.stream.word();
        self.proof = None;
        self.path.clear();
        self.at.clear();
        self.at.resize(grove.len(), 0);
        self.route.clear();
        let mut way = Way::Open;
        if self.is_closed() {
            way = self.descend_unseen(chance, &mut grove[0]);
        }
        if self.proof.is_none() {
            let mut walk = self.route.walk(field, world, &grove[0], chance)?;
            debug_assert!(
                !self.is_closed() || walk.digest() == grove[0].nodes[self.at[0]].digest,
                "a route leads to the position of its node"
            );
            if !matches!(way, Way::Ends) {
                self.descend(&mut walk, chance, grove, way)?;
            }
            if self.proof.is_none() {
                return self.play_out(&mut walk);
            }
        }
        let (value, gains) = (&mut self.value, &mut self.gains);
        if let Some(proof) = &self.proof {
            value.of_proof(proof, gains);
        }
        Ok(())
    }

    /// Plays on at random from the foot of the trees.
    fn play_out(&mut self, walk: &mut Walk<'_>) -> Result<(), Fault> {
        let is_end = walk.is_over();
        let (stream, ahead) = (&mut self.stream, self.ahead.as_mut());
        let (value, gains) = (&mut self.value, &mut self.gains);
        walk.play_out(stream, ahead, &self.horizon, value, gains)?;
        if is_end && self.solves {
            self.proof = value.proof(walk.outcome()).map(Arc::new);
        }
        Ok(())
    }

    /// Returns true if all that a search could tell of a decision is proved.
    fn is_settled(&self, grove: &Grove) -> bool {
        let root = &grove[0].nodes[0];
        let is_tried = root.edges.len() == root.options;
        root.proof.is_some() && is_tried && self.value.knows_one_win()
    }

    /// Walks down a closed tree as far as what is asked there is known, without making any position.
    fn descend_unseen(&mut self, chance: u64, tree: &mut Tree) -> Way {
        loop {
            let node = self.at[0];
            self.route.pass(tree, node);
            let player = match tree.nodes[node].asks {
                Asks::Unknown => return Way::Open,
                Asks::Nobody => return Way::Ends,
                Asks::Player(player) => player,
            };
            let options = tree.nodes[node].options as u64;
            self.keys.clear();
            self.keys.extend(0..options);
            let picked = self.pick(tree, node, player);
            if picked.is_proved {
                return Way::Ends;
            }
            let is_full = !tree.has_room();
            let Some(step) = tree.step(node, picked, chance, &mut self.stream) else {
                return Way::Picked(picked);
            };
            self.at[0] = step.node;
            self.route.add(picked.option, step.seed);
            if is_full {
                self.route.pass(tree, step.node);
                return Way::Ends;
            }
        }
    }

    /// Walks down until a node was added or the game is over.
    fn descend(
        &mut self,
        walk: &mut Walk<'_>,
        chance: u64,
        grove: &mut Grove,
        way: Way,
    ) -> Result<(), Fault> {
        let mut picked = match way {
            Way::Picked(picked) => Some(picked),
            Way::Open | Way::Ends => None,
        };
        while let Some(player) = walk.player() {
            let own = tree_of(grove.len(), player);
            let picked = picked.take().unwrap_or_else(|| {
                self.list_keys(walk, grove.len());
                self.pick(&mut grove[own], self.at[own], player)
            });
            if self.is_closed() {
                grove[own].keep(self.at[own], walk);
            }
            if picked.is_proved {
                return Ok(());
            }
            let is_full = !grove[own].has_room();
            self.go_on(walk, chance, grove, picked)?;
            if picked.is_new || is_full {
                return Ok(());
            }
        }
        if self.is_closed() {
            grove[0].nodes[self.at[0]].asks = Asks::Nobody;
        }
        Ok(())
    }

    /// Selects an option of a player at a node, by the keys that were listed, and notes it; of what is proved the proof too.
    fn pick(&mut self, tree: &mut Tree, node: usize, player: PlayerId) -> Picked {
        let (keys, explore, value) = (&self.keys, self.spec.explore, &self.value);
        // Whatever is open is at least as good as what is lost.
        let known = |proof: &Proof| {
            let lost = f64::from(u8::from(proof.share(player) <= 0.0));
            value.of_proof_for(proof, player) - lost
        };
        let picked = tree.pick(node, keys, explore, &mut self.stream, &known);
        self.path.push(Visit {
            tree: tree_of(self.at.len(), player),
            node,
            edge: picked.edge,
            player,
        });
        if picked.is_proved {
            self.proof
                .clone_from(&tree.nodes[node].edges[picked.edge].proof);
        }
        picked
    }

    /// The keys of all options in the tree of who is asked.
    fn list_keys(&mut self, walk: &Walk<'_>, trees: usize) {
        let by_number = self.at_root() || self.is_closed();
        let observer = walk.player().filter(|_| trees > 1);
        let keys = (0..walk.options()).map(|n| key(walk, n, by_number, observer));
        self.keys.clear();
        self.keys.extend(keys);
    }

    fn at_root(&self) -> bool {
        self.path.is_empty()
    }

    /// Chooses what was picked and follows it in every tree.
    fn go_on(
        &mut self,
        walk: &mut Walk<'_>,
        chance: u64,
        grove: &mut Grove,
        picked: Picked,
    ) -> Result<(), Fault> {
        let own = walk
            .player()
            .map_or(0, |player| tree_of(grove.len(), player));
        self.edges.clear();
        for (n, tree) in grove.iter_mut().enumerate() {
            self.edges.push(if n == own {
                picked.edge
            } else {
                // The others see of it what they are told, at the root too.
                tree.edge(self.at[n], walk.key_for(picked.option, PlayerId::new(n)))
            });
        }
        let mut seed = chance;
        if self.is_closed() {
            let edge = &grove[own].nodes[self.at[own]].edges[picked.edge];
            seed = edge.seed_again(&mut self.stream).unwrap_or(chance);
        }
        let draws = walk.draws();
        walk.step(picked.option, seed, chance)?;
        let is_chancy = walk.draws() != draws;
        grove[own].nodes[self.at[own]].edges[picked.edge].is_chancy |= is_chancy;
        let is_closed = self.is_closed();
        let outcome = (is_closed && is_chancy).then(|| (walk.digest(), seed));
        let position = || if is_closed { walk.digest() } else { 0 };
        for (n, edge) in self.edges.iter().enumerate() {
            self.at[n] = grove[n].follow(self.at[n], *edge, outcome, &position);
        }
        Ok(())
    }

    /// Adds the gains of the last playout to the answers on its way, the last first, and proves what follows from its end.
    fn learn(&mut self, grove: &mut Grove) {
        let mut proof = self.proof.take();
        for visit in self.path.iter().rev() {
            let node = &mut grove[visit.tree].nodes[visit.node];
            node.learn(visit.edge, self.gains[visit.player.index()]);
            proof = proof.and_then(|proof| node.prove(visit.edge, proof, visit.player));
            if let Some(proof) = &proof {
                self.value.of_proof(proof, &mut self.gains);
            }
        }
    }

    /// Adds what the root of a world's trees knows of each option.
    fn tell(&self, field: &mut Field<'_>, world: &World, grove: &Grove, advice: &mut Advice) {
        let walk = field.walk(world, 0);
        let own = walk
            .player()
            .map_or(0, |player| tree_of(grove.len(), player));
        let observer = (grove.len() > 1).then_some(PlayerId::new(own));
        let seat_player = walk.player().unwrap_or_default();
        for (n, thought) in advice.thoughts.iter_mut().enumerate() {
            let key = key(&walk, n, true, observer);
            let mut edges = grove[own].nodes[0].edges.iter();
            if let Some(edge) = edges.find(|edge| edge.key == key) {
                thought.add(Thought {
                    playouts: u64::from(edge.visits),
                    gain: edge.gain,
                    proved: edge.proof().map(|proof| proof.share(seat_player)),
                });
            }
        }
    }
}

/// The key of an option in the tree of an observer, or in one of all. Options go by number where that means the same in every
/// walk: at the root of several worlds, whatever piece lies behind it, and in a closed tree, whose nodes each stand for one
/// position.
fn key(walk: &Walk<'_>, option: usize, by_number: bool, observer: Option<PlayerId>) -> u64 {
    match observer {
        _ if by_number => option as u64,
        None => walk.key(option),
        Some(observer) => walk.key_for(option, observer),
    }
}

/// Returns the number of a player's tree: each has one, or all share one.
fn tree_of(trees: usize, player: PlayerId) -> usize {
    player.index().min(trees - 1)
}
