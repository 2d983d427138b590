//! Notes of games: what their decisions offered and chose, row by row, and what lay at a player's in the end.

use crate::subjects::Subjects;
use crate::tally::Tally;
use ludex_engine::option::Options;
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::ids::{PieceId, SiteId};
use ludex_rules::decision::Answer;
use ludex_rules::game::Seen;
use ludex_rules::ids::PlayerId;

/// The counts of games, and what is noted of the one being played.
#[derive(Debug)]
pub struct Notes<'a> {
    program: &'a Program,
    subjects: &'a Subjects,
    /// The tallies of all games.
    pub tallies: Vec<Tally>,
    /// For each answer apart from rows: decisions that offered it, and that chose it.
    pub answers: Vec<(u64, u64)>,
    /// Rows that some option of the open decision names.
    offered: Vec<usize>,
    is_offered: Vec<bool>,
    /// Rows met in this game.
    seen: Vec<bool>,
    /// Pieces that the last choice named, with their owners before.
    moving: Vec<(PieceId, Option<PlayerId>)>,
}

impl<'a> Notes<'a> {
    /// The notes of no games.
    #[must_use]
    pub fn new(program: &'a Program, subjects: &'a Subjects) -> Notes<'a> {
        let rows = subjects.all.len();
        Notes {
            program,
            subjects,
            tallies: vec![Tally::default(); rows],
            answers: vec![(0, 0); subjects.answers.len()],
            offered: Vec::new(),
            is_offered: vec![false; rows],
            seen: vec![false; rows],
            moving: Vec::new(),
        }
    }

    /// Forgets a game that was not finished.
    pub fn forget(&mut self) {
        self.seen.fill(false);
        self.moving.clear();
    }

    /// Notes a decision before its option is chosen.
    pub fn decision(&mut self, state: &State, options: &Options, chosen: usize) {
        self.moved(state);
        let Some(asked) = state.pending else { return };
        let (answer, values) = options.get(chosen);
        if options.len() > 1 {
            self.count_offered(asked.site, options);
        }
        let subjects = self.subjects;
        subjects.named(asked.site, answer, values, |row, piece| {
            self.seen[row] = true;
            // A row that two values name is chosen once.
            self.tallies[row].chosen += u64::from(std::mem::take(&mut self.is_offered[row]));
            if let Some(piece) = piece {
                let owner = state.owner_of_piece(self.program, piece);
                self.moving.push((piece, owner));
            }
        });
        for row in self.offered.drain(..) {
            self.is_offered[row] = false;
        }
        self.count_answers(asked.site, options, answer);
    }

    /// Counts the rows that options name.
    fn count_offered(&mut self, site: SiteId, options: &Options) {
        let subjects = self.subjects;
        for option in 0..options.len() {
            let (answer, values) = options.get(option);
            subjects.named(site, answer, values, |row, _| {
                if !self.is_offered[row] {
                    self.is_offered[row] = true;
                    self.offered.push(row);
                    self.tallies[row].offered += 1;
                    self.seen[row] = true;
                }
            });
        }
    }

    /// Counts the answers of a decision that has several.
    fn count_answers(&mut self, site: SiteId, options: &Options, chosen: Answer) {
        let mut answers: Vec<Answer> = Vec::new();
        for option in 0..options.len() {
            let answer = options.get(option).0;
            // Options of one sort follow each other.
            if answers.last() != Some(&answer) {
                answers.push(answer);
            }
        }
        if answers.len() < 2 {
            return;
        }
        for answer in answers {
            if let Some(at) = self.subjects.answer(site, answer) {
                self.answers[at].0 += 1;
                self.answers[at].1 += u64::from(answer == chosen);
            }
        }
    }

    /// Counts what the last choice brought to a player.
    fn moved(&mut self, state: &State) {
        for (piece, before) in self.moving.drain(..) {
            let now = state.owner_of_piece(self.program, piece);
            if now.is_some() && now != before {
                self.tallies[self.subjects.of_piece(piece)].taken += 1;
            }
        }
    }

    /// Notes where everything lies in the end.
    pub fn end(&mut self, state: &State) {
        self.moved(state);
        let mut in_play = vec![false; self.seen.len()];
        for piece in state.pieces.ids() {
            if state.owner_of_piece(self.program, piece).is_some() {
                let row = self.subjects.of_piece(piece);
                self.seen[row] = true;
                let (place, _) = self.program.layout.place_of[state.pieces[piece].place];
                let place = &self.program.layout.places[place];
                in_play[row] |= place.seen == Seen::All;
            }
        }
        for (row, in_play) in in_play.into_iter().enumerate() {
            self.tallies[row].in_play += u64::from(in_play);
            self.tallies[row].seen += u64::from(std::mem::take(&mut self.seen[row]));
        }
    }
}
