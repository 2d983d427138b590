//! A game that is observed while rulings and random games are played, with what was seen of it so far.

use std::sync::Arc;

use crate::coverage::citing::Citing;
use crate::coverage::{CoverageCounts, CoverageItem};
use crate::rulings::{Prepared, RuledGame, Ruling, read, run_seen};
use ludex_pipeline::{Checked, PRELUDE_PATH};
use ludex_play::game::Match;
use ludex_report::Report;
use ludex_source::{Sources, Span};

/// A game that notes what of it is reached.
pub struct ObservedGame {
    /// The compiled game, which notes what is reached.
    pub game: RuledGame,
    /// The texts of the game.
    pub texts: Sources,
    /// The counts, gathered over rulings and games.
    pub seen: CoverageCounts,
    /// The number of rulings that were played, and of those that did not pass or could not be read.
    pub rulings: (usize, usize),
    /// The citations in its comments.
    citing: Citing,
}

impl ObservedGame {
    /// Compiles a checked game to be observed; none when its addresses show something wrong.
    pub fn new(checked: Checked, texts: Sources, report: &mut Report) -> Option<ObservedGame> {
        let game = RuledGame::observed(checked, report)?;
        Some(ObservedGame {
            citing: Citing::new(&texts, game.program()),
            game,
            texts,
            seen: CoverageCounts::default(),
            rulings: (0, 0),
        })
    }

    /// Plays rulings, by path and text, whether they pass or not: what they reach is reached.
    pub fn play_rulings(&mut self, rulings: &[(String, String)]) {
        // Rulings have their texts beside those of the game.
        let mut sources = self.texts.clone();
        let readable: Vec<Ruling> = rulings
            .iter()
            .filter_map(|(path, text)| read(path, text, &mut sources, &mut Report::new()))
            .collect();
        self.rulings.0 += rulings.len();
        self.rulings.1 += rulings.len() - readable.len();
        let prepared = Prepared::new(&self.game, &readable);
        for (nth, ruling) in readable.iter().enumerate() {
            let seen = &mut self.seen;
            let mut see = |played: &Match| seen.choices(played);
            let answer = run_seen(&prepared, nth, ruling, &sources, None, &mut see);
            let own: &Arc<_> = prepared.program(nth);
            let noted = self.seen.note_as(own, self.game.program());
            if answer.found.has_errors() {
                self.rulings.1 += 1;
            } else {
                let proved = self.citing.proved(&ruling.cited(), &noted);
                self.seen.proves(proved);
            }
        }
    }

    /// Returns what can be covered in the game's own texts, by place.
    #[must_use]
    pub fn items(&self) -> Vec<CoverageItem> {
        let statements = self.citing.statements(self.game.checked().game());
        let mut items = self.seen.items(self.game.program(), &statements);
        // What every game has is no matter of this one's rulings.
        let own = |span: Span| self.texts.path(span.file) != PRELUDE_PATH;
        items.retain(|item| item.span.is_none_or(own));
        items
    }
}
