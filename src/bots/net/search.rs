//! One decision: simulations go down the tree, stop at positions that nobody has valued, and go on once those are evaluated.
//!
//! While some wait, others may go down: a visit counts at once, its gain when it comes, so that waiting looks like losing and
//! the next simulation goes elsewhere (virtual loss: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search",
//! 2008).

use crate::advice::{Advice, Thought};
use crate::digest;
use crate::net::tree::{PriorTree, ProvedShares};
use crate::net::{EvaluationRows, Evaluations, Lens};
use crate::value::Shares;
use ludex_encoding::question::{OpenQuestion, Step};
use ludex_engine::chance::{Stream, purpose};
use ludex_play::lean::{LeanGame, Workspace};
use ludex_rules::ids::PlayerId;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The settings of a decision's search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Simulations of a decision.
    pub playouts: u64,
    /// Most positions of one decision that wait at once.
    pub waiting: usize,
    /// The constant of PUCT.
    pub explore: f64,
    /// Mixes noise into the priors at the root, for self-play.
    pub is_noisy: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            playouts: 100,
            waiting: 1,
            explore: 1.0,
            is_noisy: false,
        }
    }
}

/// Most nodes of a tree; a search that has so many ends.
const MOST_NODES: usize = 1 << 18;

/// The search of one decision.
#[derive(Debug)]
pub struct NetSearch {
    lens: Arc<Lens>,
    settings: Settings,
    /// Positions that the seat can't tell from the true one.
    worlds: Vec<LeanGame>,
    seat: PlayerId,
    tree: PriorTree,
    stream: Stream,
    shares: Shares,
    /// Nodes stand for what the seat sees, where one position may turn into several.
    is_hidden: bool,
    /// The position is known: what is proved of it holds, and the next decision may go on from this tree.
    is_open: bool,
    /// The sum of all players' gains.
    gains: Vec<f64>,
    /// Simulations that wait, in the order of their rows.
    waiting: Vec<Waiting>,
    made: u64,
    faults: u64,
    walk: SimulationBuffers,
}

/// A simulation that waits for an evaluation of its last node.
#[derive(Debug)]
struct Waiting {
    path: Vec<PathStep>,
    node: usize,
    player: PlayerId,
    mask: Vec<u8>,
}

/// An action on the way of a simulation.
#[derive(Debug, Clone, Copy)]
struct PathStep {
    node: usize,
    edge: usize,
    player: PlayerId,
}

/// The buffers that simulations share.
#[derive(Debug, Default)]
struct SimulationBuffers {
    game: Option<LeanGame>,
    question: OpenQuestion,
    legal: Vec<u32>,
    seen: Vec<f32>,
    gains: Vec<f64>,
}

/// A step of a decision as those who train want it: what the seat saw, and how often the search tried each action.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingTarget {
    /// The player who decided.
    pub player: PlayerId,
    /// The observation of that player.
    pub observation: Vec<f32>,
    /// The actions that were legal, with the visits of each, by what is proved.
    pub visits: Vec<(u32, u32)>,
    /// The share of each player that the search expects; not a number where it says nothing.
    pub shares: Vec<f64>,
    /// These shares are proved.
    pub is_certain: bool,
}

/// The end of a simulation's way down.
enum Reached {
    /// Its last position is a row now.
    Waits,
    /// Its last position waits already.
    Taken,
    /// Its value is known already, and whether that is certain.
    Valued(Option<ProvedShares>),
}

impl NetSearch {
    /// Begins a decision of a seat, by worlds that it can't tell from the true game; there is one at least.
    #[must_use]
    pub fn new(
        lens: Arc<Lens>,
        seat: PlayerId,
        worlds: Vec<LeanGame>,
        settings: Settings,
        seed: u64,
    ) -> NetSearch {
        let is_hidden = lens.program.hides_anything();
        NetSearch {
            shares: Shares::new(&lens.program),
            is_hidden,
            is_open: !is_hidden && worlds.len() == 1,
            gains: Vec::new(),
            lens,
            settings,
            worlds,
            seat,
            tree: PriorTree::new(),
            stream: Stream::new(seed, purpose("net"), 0),
            waiting: Vec::new(),
            made: 0,
            faults: 0,
            walk: SimulationBuffers::default(),
        }
    }

    /// Goes on from the tree of an earlier decision of the same game, where that holds this position.
    #[must_use]
    pub fn going_on_from(mut self, before: NetSearch) -> NetSearch {
        let is_same = self.is_open && before.is_open && Arc::ptr_eq(&self.lens, &before.lens);
        let position = self.position(&self.worlds[0]);
        if let Some(tree) = is_same
            .then(|| before.tree.into_subtree(position))
            .flatten()
        {
            self.tree = tree;
            if self.settings.is_noisy {
                self.disturb();
            }
        }
        self
    }

    /// Returns the digest of a position that another search may go on from.
    fn position(&self, game: &LeanGame) -> u64 {
        digest::position(&self.lens.program, game.state())
    }

    /// Mixes noise into the priors of the root.
    fn disturb(&mut self) {
        self.walk
            .question
            .read_game(&self.lens.actions, &self.worlds[0]);
        self.walk.list_legal();
        self.tree.disturb(&self.walk.legal, &mut self.stream);
    }

    /// Returns the number of simulations that are through.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.made
    }

    /// Returns true once all simulations are through, or nothing is left to find out.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let is_enough = self.made >= self.settings.playouts || self.is_settled();
        is_enough && self.waiting.is_empty()
    }

    fn is_settled(&self) -> bool {
        self.tree.nodes[0].proof.is_some() || self.tree.nodes.len() >= MOST_NODES
    }

    /// Goes on until as many positions wait as may, or no simulation is left; adds them as rows. Those must be evaluated
    /// before it is called again.
    pub fn collect(&mut self, space: &mut Workspace, rows: &mut EvaluationRows) {
        while self.waiting.len() < self.settings.waiting.max(1)
            && self.made + (self.waiting.len() as u64) < self.settings.playouts.max(1)
            && !self.is_settled()
        {
            let mut path = Vec::new();
            match self.simulate(&mut path, space, rows) {
                Reached::Waits => {}
                Reached::Valued(proof) => self.learn(&path, proof),
                Reached::Taken => {
                    for visit in &path {
                        self.tree.forget(visit.node, visit.edge);
                    }
                    return;
                }
            }
        }
    }

    /// Takes the evaluations of the rows that it added, from a row on; returns the number of them.
    pub fn absorb(&mut self, evaluations: &Evaluations, from: usize) -> usize {
        let waiting = std::mem::take(&mut self.waiting);
        let count = waiting.len();
        for (n, one) in waiting.into_iter().enumerate() {
            let lens = Arc::clone(&self.lens);
            let (logits, values) = evaluations.row(&lens, from + n);
            let gain = |value: &f32| {
                if value.is_nan() {
                    0.0
                } else {
                    f64::from(value.clamp(0.0, 1.0))
                }
            };
            self.walk.gains.clear();
            self.walk.gains.extend(values.iter().map(gain));
            let node = &mut self.tree.nodes[one.node];
            node.learn(logits, &one.mask, one.player, &self.walk.gains);
            if one.node == 0 && self.settings.is_noisy {
                // The buffers hold the gains that are learnt next.
                let gains = self.walk.gains.clone();
                self.disturb();
                self.walk.gains = gains;
            }
            self.learn(&one.path, None);
        }
        count
    }

    /// Adds the gains of a simulation to the actions on its way, the last first, and proves what follows from its end.
    fn learn(&mut self, path: &[PathStep], mut proof: Option<ProvedShares>) {
        // The evaluation of the root is none of the simulations.
        self.made += u64::from(!path.is_empty());
        for visit in path.iter().rev() {
            let gain = self.walk.gains[visit.player.index()];
            self.tree.add(visit.node, visit.edge, gain);
            let node = &mut self.tree.nodes[visit.node];
            proof = proof.and_then(|proof| node.prove(visit.edge, proof, visit.player));
            if let Some(shares) = &proof {
                self.walk.gains.clear();
                self.walk.gains.extend(shares.iter());
            }
        }
        if !path.is_empty() {
            self.gains.resize(self.walk.gains.len(), 0.0);
            for (all, gain) in self.gains.iter_mut().zip(&self.walk.gains) {
                *all += gain;
            }
        }
    }

    /// Goes down the tree to a position without an evaluation, or to an end, whose gains are known.
    fn simulate(
        &mut self,
        path: &mut Vec<PathStep>,
        space: &mut Workspace,
        rows: &mut EvaluationRows,
    ) -> Reached {
        let number = self.made as usize + self.waiting.len();
        let world = &self.worlds[number % self.worlds.len()];
        let mut game = match self.walk.game.take() {
            Some(mut game) => {
                game.clone_from(world);
                game
            }
            None => world.clone(),
        };
        game.reseed(self.stream.word());
        let reached = self.descend(&mut game, path, space, rows);
        self.walk.game = Some(game);
        reached
    }

    fn descend(
        &mut self,
        game: &mut LeanGame,
        path: &mut Vec<PathStep>,
        space: &mut Workspace,
        rows: &mut EvaluationRows,
    ) -> Reached {
        let mut node = 0;
        let lens = Arc::clone(&self.lens);
        self.walk.question.read_game(&lens.actions, game);
        while let Some(asked) = game.pending() {
            if self.tree.nodes[node].is_waiting {
                return Reached::Taken;
            }
            if !self.tree.nodes[node].is_evaluated() {
                self.wait(game, node, asked.player, std::mem::take(path), rows);
                return Reached::Waits;
            }
            self.walk.list_legal();
            let (legal, explore) = (&self.walk.legal, self.settings.explore);
            let (edge, id) = self.tree.pick(node, asked.player, legal, explore);
            self.tree.nodes[node].edges[edge].visits += 1;
            path.push(PathStep {
                node,
                edge,
                player: asked.player,
            });
            if let Some(shares) = self.tree.nodes[node].edges[edge].proof.clone() {
                self.walk.gains.clear();
                self.walk.gains.extend(shares.iter());
                return Reached::Valued(Some(shares));
            }
            let (mut digest, mut begins) = (0, false);
            if let Some(Step::Option(option)) = self.walk.question.take(id) {
                let draws = game.draws();
                if game.apply(option, space).is_err() {
                    // Nobody gains by a line that the rules break.
                    self.faults += 1;
                    self.walk.gains.clear();
                    self.walk.gains.resize(lens.players(), 0.0);
                    return Reached::Valued(None);
                }
                self.walk.question.read_game(&lens.actions, game);
                let is_chancy = game.draws() != draws;
                if self.is_hidden || is_chancy {
                    digest = self.walk.digest(&lens, game, self.seat);
                }
                self.tree.nodes[node].edges[edge].is_chancy |= is_chancy;
                begins = true;
            }
            let (next, is_new) = self.tree.follow(node, edge, game.pending(), digest);
            if is_new && begins && self.is_open {
                self.tree.nodes[next].position = self.position(game);
            }
            node = next;
        }
        if let Some(outcome) = game.result() {
            self.shares.write(outcome, &mut self.walk.gains);
        }
        let gains = &self.walk.gains;
        Reached::Valued(self.is_open.then(|| gains.as_slice().into()))
    }

    /// Adds the position as a row.
    fn wait(
        &mut self,
        game: &LeanGame,
        node: usize,
        player: PlayerId,
        path: Vec<PathStep>,
        rows: &mut EvaluationRows,
    ) {
        rows.push(&self.lens, game, player, &self.walk.question);
        let mask = rows.masks[rows.masks.len() - self.lens.actions.len()..].to_vec();
        self.tree.nodes[node].is_waiting = true;
        self.waiting.push(Waiting {
            path,
            node,
            player,
            mask,
        });
    }

    /// Returns how often each option was tried and what it gained.
    #[must_use]
    pub fn advice(&self) -> Advice {
        let root = &self.worlds[0];
        let mut question = OpenQuestion::default();
        question.read_game(&self.lens.actions, root);
        let mut advice = Advice::none(root.options().len());
        for (option, thought) in advice.thoughts.iter_mut().enumerate() {
            *thought = self.thought(root, question.clone(), option);
        }
        advice.playouts = self.made;
        advice.faults = self.faults;
        advice.worlds = self.worlds.len();
        advice
    }

    /// Follows the steps of an option to the last.
    fn thought(&self, root: &LeanGame, mut question: OpenQuestion, option: usize) -> Thought {
        let mut node = Some(0);
        while let (Some(at), Some(id)) = (node, question.next_towards(option)) {
            if let Some(Step::Option(_)) = question.take(id) {
                let edge = self.tree.nodes[at].edges.iter().find(|edge| edge.id == id);
                return edge.map_or(Thought::default(), |edge| Thought {
                    playouts: edge.visits.into(),
                    gain: edge.gain(),
                    proved: edge.proof.as_ref().map(|shares| shares[self.seat.index()]),
                });
            }
            node = self.tree.within(at, id, root.pending());
        }
        Thought::default()
    }

    /// Returns the steps of an option with what the search made of each, for those who train.
    #[must_use]
    pub fn targets(&self, option: usize) -> Vec<TrainingTarget> {
        let root = &self.worlds[0];
        let mut question = OpenQuestion::default();
        question.read_game(&self.lens.actions, root);
        let (mut targets, mut node) = (Vec::new(), Some(0));
        while let (Some(at), Some(id)) = (node, question.next_towards(option)) {
            let target = self.target(root, &question, at);
            // A step without visits has no policy that a net could learn.
            if target.visits.iter().all(|(_, visits)| *visits == 0) {
                break;
            }
            targets.push(target);
            if let Some(Step::Option(_)) = question.take(id) {
                break;
            }
            node = self.tree.within(at, id, root.pending());
        }
        targets
    }

    fn target(&self, root: &LeanGame, question: &OpenQuestion, node: usize) -> TrainingTarget {
        let mut rows = EvaluationRows::default();
        rows.push(&self.lens, root, self.seat, question);
        let legal = rows.masks.iter().enumerate().filter(|(_, may)| **may != 0);
        let legal: Vec<u32> = legal.map(|(id, _)| id as u32).collect();
        let proof = self.tree.nodes[0].proof.as_deref();
        let expected = self.gains.iter().map(|gain| gain / self.made as f64);
        TrainingTarget {
            player: self.seat,
            visits: self.tree.nodes[node].lessons(&legal, self.seat),
            observation: rows.observations,
            shares: proof.map_or_else(|| expected.collect(), <[f64]>::to_vec),
            is_certain: proof.is_some(),
        }
    }
}

impl TrainingTarget {
    /// Makes the target of a step of what a bot made of it: visits by action, and its own share where that is proved.
    pub(crate) fn of_bot(
        lens: &Lens,
        game: &LeanGame,
        player: PlayerId,
        question: &OpenQuestion,
        visits: BTreeMap<u32, u32>,
        advice: &Advice,
    ) -> TrainingTarget {
        let mut rows = EvaluationRows::default();
        rows.push(lens, game, player, question);
        let proved = advice.thoughts.iter().map(|thought| thought.proved);
        let best = proved.clone().flatten().max_by(f64::total_cmp);
        let is_certain =
            best.is_some_and(|best| best >= 1.0) || proved.clone().all(|one| one.is_some());
        let mut shares = vec![f64::NAN; game.state().players.into()];
        if let Some(best) = best.filter(|_| is_certain) {
            shares[player.index()] = best;
        }
        TrainingTarget {
            player,
            observation: rows.observations,
            visits: visits.into_iter().collect(),
            shares,
            is_certain,
        }
    }
}

impl SimulationBuffers {
    /// Lists the actions that may follow, each once.
    fn list_legal(&mut self) {
        let SimulationBuffers {
            question, legal, ..
        } = self;
        legal.clear();
        question.each_next(|id| legal.push(id));
        legal.sort_unstable();
        legal.dedup();
    }

    /// Hashes what a seat may know of a position.
    fn digest(&mut self, lens: &Lens, game: &LeanGame, seat: PlayerId) -> u64 {
        self.seen.resize(lens.observation.len(), 0.0);
        let out = &mut self.seen;
        lens.observation
            .write(&lens.program, game.state(), seat, &self.question, out);
        let mut hasher = DefaultHasher::new();
        for number in out.iter() {
            number.to_bits().hash(&mut hasher);
        }
        hasher.finish()
    }
}
