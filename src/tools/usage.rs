//! Usage: how often games move the pieces of each row where, and how often they do each text of the rules.
//!
//! Takes played matches of a program that was compiled to be observed, gives counts that do not depend on the order in which
//! matches were added. Never here: a format.

use ludex_program::ids::{PieceId, SiteId};
use ludex_rules::table::ids;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::coverage::{CoverageCounts, CoverageItem, CoverageKind};
use ludex_engine::knowledge::event::What;
use ludex_play::game::Match;
use ludex_program::Program;
use ludex_program::marks::Marks;
use ludex_rules::game::{Game, Row};
use ludex_rules::ids::{KindId, PlaceId};

/// The usage counts of some games, being gathered.
#[derive(Debug, Clone, Default)]
pub struct Usage {
    seen: CoverageCounts,
    /// The number of moves to each declared place, by piece and place.
    moved: BTreeMap<(PieceId, PlaceId), u64>,
    /// The questions asked at each site.
    asked: BTreeMap<SiteId, OptionCounts>,
}

/// The number of options of some questions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OptionCounts {
    /// The number of times it was asked.
    pub questions: u64,
    /// The options of all of them.
    pub options: u64,
    /// The options of the one that had most.
    pub most: u64,
}

impl OptionCounts {
    /// Adds the counts of other questions.
    pub fn add(&mut self, other: OptionCounts) {
        self.questions += other.questions;
        self.options += other.options;
        self.most = self.most.max(other.most);
    }

    /// Returns the options of a question on average.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.options as f64 / self.questions.max(1) as f64
    }
}

/// The usage counts of some games, by the names of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Used {
    /// The rows of kinds and records that go somewhere or have texts.
    pub rows: Vec<RowUse>,
    /// Effects, actions, hooks and modifiers that stand in no row.
    pub texts: Vec<CoverageItem>,
    /// Questions as they are written, those with most options first.
    pub questions: Vec<(String, OptionCounts)>,
}

/// The usage counts of a row, or of all pieces of a kind without rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowUse {
    /// The kind or record.
    pub kind: String,
    /// The row's id; none for a kind without rows.
    pub id: Option<String>,
    /// The number of moves to each place that a piece of its kind went to.
    pub moved: Vec<(String, u64)>,
    /// The number of runs of each of its texts.
    pub texts: Vec<(String, u64)>,
}

/// Returns a copy of a program that notes for itself alone, for a thread of its own.
#[must_use]
pub fn apart(program: &Program) -> Program {
    let places = program.marks.as_ref().map(|marks| marks.places().to_vec());
    Program {
        marks: places.map(|places| Arc::new(Marks::new(places))),
        ..program.clone()
    }
}

impl Usage {
    /// Adds a match, and what its program noted since the last one.
    pub fn note(&mut self, played: &Match) {
        let layout = &played.program().layout;
        for event in played.events() {
            if let What::Moved { piece, to, .. } = event.what
                && let Some((place, _)) = layout.place_of.get(to)
            {
                *self.moved.entry((piece, *place)).or_default() += 1;
            }
        }
        self.seen.note(played.program());
    }

    /// Adds the open question of a match.
    pub fn note_question(&mut self, played: &Match) {
        if let Some(pending) = played.state().pending {
            let options = played.options() as u64;
            self.asked
                .entry(pending.site)
                .or_default()
                .add(OptionCounts {
                    questions: 1,
                    options,
                    most: options,
                });
        }
    }

    /// Adds what other games did.
    pub fn add(&mut self, other: &Usage) {
        self.seen.add(&other.seen);
        for (moved, times) in &other.moved {
            *self.moved.entry(*moved).or_default() += times;
        }
        for (site, options) in &other.asked {
            self.asked.entry(*site).or_default().add(*options);
        }
    }

    /// Returns all counts by name; `game` is what the program was made of.
    #[must_use]
    pub fn used(&self, game: &Game, program: &Program) -> Used {
        let texts = [
            CoverageKind::Effect,
            CoverageKind::Row,
            CoverageKind::Trigger,
            CoverageKind::Modifier,
        ];
        let mut items = self.seen.items(program, &[]);
        items.retain(|item| texts.contains(&item.kind));
        let mut rows = Vec::new();
        for (nth, kind) in program.layout.kinds.ids().zip(&game.kinds) {
            let pieces = program.layout.kinds[nth].pieces();
            let reached = self.reached(program, nth);
            if kind.rows.is_empty() && !reached.is_empty() {
                rows.push(RowUse {
                    kind: kind.name.clone(),
                    id: None,
                    moved: self.moved(program, &reached, pieces.clone()),
                    texts: Vec::new(),
                });
            }
            // Copies count together, by the first of them.
            let is_first = |(n, row): &(u32, &Row)| {
                (row.copy.as_ref()).is_none_or(|copy| copy.first.number() == *n)
            };
            for (n, row) in (0..).zip(&kind.rows).filter(is_first) {
                let texts = texts_of(row, &kind.name, &items);
                let first = pieces.start.plus(n);
                let alike = |piece: &PieceId| program.layout.are_alike(first, *piece);
                let copies = ids(first..pieces.end).take_while(alike).count() as u32;
                let moved = self.moved(program, &reached, first..first.plus(copies));
                if !(texts.is_empty() && moved.is_empty()) {
                    rows.push(RowUse {
                        kind: kind.name.clone(),
                        id: Some(row.written_id().to_owned()),
                        moved,
                        texts,
                    });
                }
            }
        }
        let all: Vec<&Row> = game.kinds.iter().flat_map(|kind| &kind.rows).collect();
        items.retain(|item| !all.iter().any(|row| is_inside(row, item)));
        Used {
            rows,
            texts: items,
            questions: self.questions(program),
        }
    }

    /// The questions as they are written; those of the same words are one.
    fn questions(&self, program: &Program) -> Vec<(String, OptionCounts)> {
        let mut found: BTreeMap<&str, OptionCounts> = BTreeMap::new();
        for (site, options) in &self.asked {
            let words = &program.sites[*site].prompt.text;
            found.entry(words).or_default().add(*options);
        }
        let mut found: Vec<(String, OptionCounts)> = found
            .into_iter()
            .map(|(words, options)| (words.to_owned(), options))
            .collect();
        found.sort_by_key(|(_, options)| std::cmp::Reverse(options.most));
        found
    }

    /// The declared places that pieces of a kind went to.
    fn reached(&self, program: &Program, kind: KindId) -> Vec<PlaceId> {
        if program.layout.kinds[kind].is_record {
            return Vec::new();
        }
        let of_kind = |piece: PieceId| program.layout.piece_kind.get(piece) == Some(&kind);
        let moved = self.moved.keys().filter(|(piece, _)| of_kind(*piece));
        let mut places: Vec<PlaceId> = moved.map(|(_, place)| *place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Counts the moves of some pieces to each of some places.
    fn moved(
        &self,
        program: &Program,
        places: &[PlaceId],
        pieces: std::ops::Range<PieceId>,
    ) -> Vec<(String, u64)> {
        let times = |place: PlaceId| -> u64 {
            let all = ids(pieces.clone()).map(|piece| self.moved.get(&(piece, place)));
            all.flatten().sum()
        };
        let name = |place: PlaceId| program.layout.places[place].name.clone();
        places
            .iter()
            .map(|place| (name(*place), times(*place)))
            .collect()
    }
}

/// The texts of a row, each with how often it was done.
fn texts_of(row: &Row, kind: &str, items: &[CoverageItem]) -> Vec<(String, u64)> {
    let head = format!("{kind}.{}.", row.written_id());
    let texts = items.iter().filter(|item| is_inside(row, item));
    texts
        .map(|item| {
            let name = item.name.strip_prefix(&head).unwrap_or(&item.name);
            (name.to_owned(), item.hits)
        })
        .collect()
}

fn is_inside(row: &Row, item: &CoverageItem) -> bool {
    item.span.is_some_and(|span| {
        span.file == row.span.file && row.span.start <= span.start && span.end <= row.span.end
    })
}
