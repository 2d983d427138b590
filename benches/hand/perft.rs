//! Lines of legal moves, counted to a depth: of any game by the interpreter, of chess by hand, and as published.

#![allow(clippy::unwrap_used, reason = "a measurement that can't begin stops")]

use super::chess::{Position, Side, name_of};
use ludex::play::game::{Match, PlayError};
use ludex::play::lean::{LeanGame, Workspace};
use ludex::play::setup::setup;
use ludex::play::start::Start;
use ludex::program::Program;
use ludex::program::decision::Site;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// A position with the published numbers of its lines, from depth 1 on.
#[derive(Debug)]
pub(crate) struct Published {
    pub(crate) name: &'static str,
    /// In Forsyth-Edwards notation.
    pub(crate) fen: &'static str,
    pub(crate) lines: &'static [u64],
}

/// Known in the field: <https://www.chessprogramming.org/Perft_Results>.
pub(crate) const PUBLISHED: &[Published] = &[
    Published {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        lines: &[20, 400, 8_902, 197_281, 4_865_609],
    },
    Published {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        lines: &[48, 2_039, 97_862, 4_085_603],
    },
    Published {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        lines: &[14, 191, 2_812, 43_238, 674_624],
    },
    Published {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        lines: &[6, 264, 9_467, 422_333],
    },
    Published {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        lines: &[44, 1_486, 62_379, 2_103_487],
    },
];

/// A game whose lines are counted, with a buffer for each depth.
pub(crate) struct Counter {
    stack: Vec<LeanGame>,
    space: Workspace,
    /// For each site of the program: true if answers to it make lines.
    sites: Vec<bool>,
}

impl Counter {
    /// Begins where a match stands; no answer may wait there.
    pub(crate) fn at(game: &Match) -> Counter {
        Counter::among(game, |_| true)
    }

    /// As `at`; a question that is none of the wanted ones ends a line.
    pub(crate) fn among(game: &Match, is_wanted: impl Fn(&Site) -> bool) -> Counter {
        let first = LeanGame::from_match(game).unwrap();
        let sites = first.program().sites.iter().map(is_wanted).collect();
        Counter {
            stack: vec![first],
            space: Workspace::default(),
            sites,
        }
    }

    /// Counts the lines of so many decisions from the first position on. What ends sooner is no line.
    ///
    /// # Errors
    /// A fault of the rules.
    pub(crate) fn perft(&mut self, depth: usize) -> Result<u64, PlayError> {
        while self.stack.len() < depth {
            let deeper = self.stack[0].clone();
            self.stack.push(deeper);
        }
        self.lines_from(0, depth)
    }

    fn lines_from(&mut self, at: usize, depth: usize) -> Result<u64, PlayError> {
        let options = self.stack[at].options().len();
        let asked = self.stack[at].pending();
        if !asked.is_some_and(|asked| self.sites[asked.site.index()]) {
            return Ok(0);
        }
        if at + 1 == depth {
            return Ok(options as u64);
        }
        let mut lines = 0;
        for option in 0..options {
            let (upper, lower) = self.stack.split_at_mut(at + 1);
            lower[0].clone_from(&upper[at]);
            lower[0].apply(option, &mut self.space)?;
            lines += self.lines_from(at + 1, depth)?;
        }
        Ok(lines)
    }
}

/// The legal moves in words, sorted: by hand, and by the rules.
pub(crate) fn words_of_moves(by_hand: &mut Position, by_rules: &Match) -> [Vec<String>; 2] {
    let hand = by_hand
        .legal_moves()
        .iter()
        .map(|made| made.label())
        .collect();
    let options = by_rules
        .decision()
        .map_or_else(Vec::new, |decision| decision.options);
    let mut words = [
        hand,
        options.into_iter().map(|option| option.label).collect(),
    ];
    words
        .iter_mut()
        .for_each(|words: &mut Vec<String>| words.sort());
    words
}

/// A match of `examples/chess` at a position in Forsyth-Edwards notation.
pub(crate) fn match_at(program: &Arc<Program>, fen: &str) -> Match {
    let position = Position::from_fen(fen).unwrap();
    let start = Start::new(program, 2, 0);
    let state = setup(program, &start, &state_of(&position), true).unwrap();
    Match::at(Arc::clone(program), start, state).unwrap()
}

/// A position as the protocol's `setup` reads it.
fn state_of(position: &Position) -> Value {
    let mut squares = Map::new();
    for (square, side, sort) in position.men() {
        let side = if side == Side::White {
            "white"
        } else {
            "black"
        };
        squares.insert(
            name_of(square),
            json!({ "man": format!("{side}_{}", sort.name()) }),
        );
    }
    let wings = |side| {
        let wings = ["king_side", "queen_side"]
            .into_iter()
            .zip(position.castles(side));
        let wings = wings.filter_map(|(wing, may)| may.then_some(wing));
        json!({ "vars": { "castles": wings.collect::<Vec<_>>() } })
    };
    json!({
        "vars": { "active": format!("P{}", position.turn() as u8), "passed": position.passed().map(name_of) },
        "boards": { "square": squares },
        "players": { "0": wings(Side::White), "1": wings(Side::Black) },
    })
}
