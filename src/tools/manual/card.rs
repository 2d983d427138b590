//! A row as people read a card: what it is called, what it shows, what it does.

use crate::manual::{EntrySort, Manual, ManualCell, ManualEntry, ManualRow, asked};
use ludex_source::Span;

/// A row in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Card {
    /// The data of the row: cost, icons and the like, each with its label.
    pub shows: Vec<String>,
    /// The effects of the row, a sentence or more for each of its texts.
    pub does: Vec<String>,
}

impl Manual {
    /// The row of a kind with this id, with what the records that it names add to it.
    #[must_use]
    pub fn card(&self, id: &str) -> Option<Card> {
        self.card_of(id, EntrySort::Kind)
    }

    /// The row of a record with this id.
    #[must_use]
    pub fn record(&self, id: &str) -> Option<Card> {
        self.card_of(id, EntrySort::Record)
    }

    /// The layout of a board with this id, with the rules that ask for it alone.
    #[must_use]
    pub fn layout(&self, id: &str) -> Option<Card> {
        self.card_of(id, EntrySort::Board)
    }

    fn card_of(&self, id: &str, sort: EntrySort) -> Option<Card> {
        let (entry, row) = self.rows(id).find(|(entry, _)| entry.sort == sort)?;
        let mut card = Card::default();
        card.add(row, entry);
        for cell in row.cells.iter().filter(|cell| !cell.is_rules) {
            let named = self.rows(&cell.text);
            for (entry, named) in named.filter(|(entry, _)| entry.sort == EntrySort::Record) {
                card.add(named, entry);
            }
        }
        Some(card)
    }

    /// The words of a condition that an action requires, or of a part of it.
    #[must_use]
    pub fn asked_at(&self, span: Span) -> Option<&str> {
        self.asked.get(&asked::key(span)).map(String::as_str)
    }
}

impl Card {
    /// The cells of a row, in the order in which its kind declares them.
    fn add(&mut self, row: &ManualRow, entry: &ManualEntry) {
        let place = |cell: &&ManualCell| {
            entry
                .columns
                .iter()
                .position(|(name, _)| *name == cell.name)
        };
        let mut cells: Vec<&ManualCell> = row.cells.iter().collect();
        cells.sort_by_key(place);
        for cell in cells.into_iter().filter(|cell| cell.name != "name") {
            let told = if cell.is_rules {
                &mut self.does
            } else {
                &mut self.shows
            };
            told.extend((!cell.told.is_empty()).then(|| cell.told.clone()));
        }
    }
}
