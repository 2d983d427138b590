//! Search with a net: priors and values come from an `Evaluator`, which answers for many positions at once.
//!
//! Enters: a match, a seat, an evaluator. Leaves: an option, how often the search tried each, and, for those who train, what
//! the evaluator should have said. The evaluator reads observations of the seat that decides, and no more. Never here: files.
//!
//! `search` is one decision: it gathers positions, waits for their evaluations and goes on, so that whoever calls it may
//! evaluate those of many games together. `tree` selects by PUCT; `self_play` (a room of its own) plays whole games;
//! `choose` is a decision from beginning to end; `model` reads an ONNX file (feature `net`).

pub mod choose;
#[cfg_attr(not(feature = "net"), path = "no_model.rs")]
pub mod model;
pub mod search;
mod tree;

use ludex_encoding::action::ActionSpace;
use ludex_encoding::observation::ObservationLayout;
use ludex_encoding::question::OpenQuestion;
use ludex_play::lean::LeanGame;
use ludex_program::Program;
use ludex_rules::ids::PlayerId;
use ludex_rules::table::widened;
use std::fmt::Debug;
use std::sync::Arc;

/// Gives priors and values for positions, many at once.
pub trait Evaluator: Debug + Send + Sync {
    /// Evaluates all rows.
    ///
    /// # Errors
    /// The evaluator can't answer; the reason is in words for people.
    fn evaluate(&self, rows: &EvaluationRows) -> Result<Evaluations, String>;
}

/// The encodings of a program, made once for all its searches.
#[derive(Debug)]
pub struct Lens {
    /// The compiled rules of the game.
    pub program: Arc<Program>,
    /// The layout of observations.
    pub observation: ObservationLayout,
    /// The ids of actions.
    pub actions: ActionSpace,
}

/// Positions that wait for an evaluation: an observation and a mask of legal actions each, one after the other.
#[derive(Debug, Clone, Default)]
pub struct EvaluationRows {
    /// The observations of the seats that decide.
    pub observations: Vec<f32>,
    /// 1 for each action that may follow, 0 for all others.
    pub masks: Vec<u8>,
    /// The number of positions.
    pub count: usize,
}

/// The evaluations of some positions, row by row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evaluations {
    /// For each row a number for each action: priors are their softmax over what is legal.
    pub logits: Vec<f32>,
    /// For each row the share in the victory of each player that the rules know, in the order of seats, from 0 to 1.
    pub values: Vec<f32>,
}

impl Lens {
    /// Lays out the encodings of a program.
    #[must_use]
    pub fn new(program: Arc<Program>) -> Lens {
        let observation = ObservationLayout::new(&program);
        let actions = ActionSpace::new(&program);
        Lens {
            program,
            observation,
            actions,
        }
    }

    /// Returns the number of values of a row: one for each player that the rules know.
    #[must_use]
    pub fn players(&self) -> usize {
        widened(self.program.layout.players)
    }
}

impl EvaluationRows {
    /// Forgets all rows and keeps the memory.
    pub fn clear(&mut self) {
        self.observations.clear();
        self.masks.clear();
        self.count = 0;
    }

    /// Adds a position at a step of its open question, as the seat that is asked knows it.
    fn push(&mut self, lens: &Lens, game: &LeanGame, player: PlayerId, question: &OpenQuestion) {
        let (width, actions) = (lens.observation.len(), lens.actions.len());
        let (at, mask_at) = (self.observations.len(), self.masks.len());
        self.observations.resize(at + width, 0.0);
        self.masks.resize(mask_at + actions, 0);
        let row = &mut self.observations[at..];
        lens.observation
            .write(&lens.program, game.state(), player, question, row);
        question.write_mask(&mut self.masks[mask_at..]);
        self.count += 1;
    }
}

impl Evaluations {
    /// Returns true if there are as many numbers as so many rows need.
    #[must_use]
    pub fn fits(&self, lens: &Lens, rows: usize) -> bool {
        self.logits.len() == rows * lens.actions.len() && self.values.len() == rows * lens.players()
    }

    /// Returns the logits and the values of a row.
    fn row(&self, lens: &Lens, row: usize) -> (&[f32], &[f32]) {
        let (actions, players) = (lens.actions.len(), lens.players());
        let logits = &self.logits[row * actions..][..actions];
        (logits, &self.values[row * players..][..players])
    }
}
