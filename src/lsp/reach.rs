//! The declarations and rows that each ruling reaches, so that after a change those rulings come first that it may matter to.
//!
//! Only their order comes from here: what a ruling was not seen to reach may matter to it all the same, as declarations of
//! types are reached by nothing.

use ludex_ide::{FileSymbol, FileSymbolSort, GameSnapshot};
use ludex_program::Program;
use ludex_source::{FileId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The rulings that name a row or declaration, as paths, by its name.
pub(super) type PinnedNames = BTreeMap<String, BTreeSet<String>>;

/// The number of a declaration or row of a game, the same in all its texts.
type PartNumber = u32;

/// The parts of a game that each of its rulings reached when it was last played.
#[derive(Debug, Default)]
pub(super) struct RulingReach {
    /// The declarations and rows that there ever were, by path and name.
    numbers: BTreeMap<(String, String), PartNumber>,
    /// The texts of all parts when a run of all rulings was last done.
    done: BTreeMap<PartNumber, String>,
    /// The texts of all parts in the present run.
    present: BTreeMap<PartNumber, String>,
    /// The bytes of all parts in the present run, in order.
    places: BTreeMap<FileId, Vec<(Span, PartNumber)>>,
    /// The parts that each ruling reached, by its path.
    reached: BTreeMap<String, BTreeSet<PartNumber>>,
    /// The parts that are otherwise than in the last run that was done.
    changed: BTreeSet<PartNumber>,
    /// The names of these.
    changed_names: BTreeSet<String>,
}

impl RulingReach {
    /// Begins a run of the rulings of a game as it is now.
    pub(super) fn begin(&mut self, snapshot: &GameSnapshot) {
        (self.present, self.places) = (BTreeMap::new(), BTreeMap::new());
        for file in snapshot.sources.ids() {
            let path = snapshot.sources.path(file);
            for part in snapshot.file_symbols(file) {
                let rows = part.children.iter();
                let rows = rows.filter(|one| one.sort == FileSymbolSort::Row);
                let mut rows = rows.peekable();
                match rows.peek() {
                    Some(_) => rows.for_each(|row| self.enter(path, row, snapshot)),
                    None => self.enter(path, &part, snapshot),
                }
            }
        }
        self.places.values_mut().for_each(|places| places.sort());
        let is_other = |(number, text): (&PartNumber, &String)| {
            (self.done.get(number) != Some(text)).then_some(*number)
        };
        let mut changed: BTreeSet<PartNumber> = self.present.iter().filter_map(is_other).collect();
        let gone = self.done.keys();
        changed.extend(gone.filter(|number| !self.present.contains_key(number)));
        let names = self.numbers.iter();
        let names = names.filter(|(_, number)| changed.contains(number));
        self.changed_names = names.map(|((_, name), _)| name.clone()).collect();
        self.changed = changed;
    }

    fn enter(&mut self, path: &str, part: &FileSymbol, snapshot: &GameSnapshot) {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        let key = (path.to_owned(), part.name.clone());
        let number = *self.numbers.entry(key).or_insert(next);
        let text = self.present.entry(number).or_default();
        // Hooks may share a name: together they are one part.
        text.push_str(snapshot.sources.slice(part.span));
        let places = self.places.entry(part.span.file).or_default();
        places.push((part.span, number));
    }

    /// Returns true if the first run is not done: then everything is as new as everything else.
    fn is_fresh(&self) -> bool {
        self.done.is_empty()
    }

    /// Returns true if a ruling reached what has changed since the last run, or names it.
    pub(super) fn is_affected(&self, ruling: &str, pinned: &PinnedNames) -> bool {
        let reached = self.reached.get(ruling);
        let reaches = reached.is_some_and(|reached| !reached.is_disjoint(&self.changed));
        let mut named = self
            .changed_names
            .iter()
            .filter_map(|name| pinned.get(name));
        !self.is_fresh() && (reaches || named.any(|by| by.contains(ruling)))
    }

    /// Notes what a program reached since it was last asked, which is what a ruling reached that was just played with it.
    pub(super) fn note(&mut self, ruling: &str, program: &Program) {
        let Some(marks) = &program.marks else {
            return;
        };
        let hits = marks.take().into_iter().zip(marks.places());
        let reached = hits.filter(|(hits, _)| *hits != [0, 0]);
        let reached = reached.filter_map(|(_, mark)| self.part_around(mark.span));
        let reached = reached.collect();
        self.reached.insert(ruling.to_owned(), reached);
    }

    fn part_around(&self, span: Span) -> Option<PartNumber> {
        let places = self.places.get(&span.file)?;
        let behind = places.partition_point(|(part, _)| part.start <= span.start);
        let (part, number) = places.get(behind.checked_sub(1)?)?;
        (span.end <= part.end).then_some(*number)
    }

    /// Ends a run in which all rulings were played.
    pub(super) fn end(&mut self) {
        self.done = std::mem::take(&mut self.present);
        self.changed.clear();
        self.changed_names.clear();
    }
}
