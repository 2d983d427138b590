//! The looks around a row: those of its equals, of its sort and of its kind.

use crate::game::{Game, Row};
use crate::ids::KindId;
use crate::look::{GameLook, LookSubject};

impl GameLook {
    /// Returns what is known of a thing: the subject itself, then what it is a part of, the nearest first.
    #[must_use]
    pub fn around(&self, game: &Game, subject: &LookSubject) -> Vec<LookSubject> {
        let mut around = vec![subject.clone()];
        if let LookSubject::Row(kind, row) = subject {
            let named = self.colours.iter().map(|(one, _)| one);
            let named = named.chain(self.icons.iter().map(|(one, _)| one));
            let sorts = named.filter(
                |one| matches!(one, LookSubject::Sort(of, rows) if of == kind && rows.contains(row)),
            );
            around[0] = LookSubject::Row(*kind, first_of(game, *kind, *row));
            around.extend(sorts.cloned());
            around.push(LookSubject::Kind(*kind));
        }
        around
    }
}

/// Returns the first of the rows that are equal to a row.
fn first_of(game: &Game, kind: KindId, row: u32) -> u32 {
    let rows = game.kinds.get(kind.index()).map(|kind| &kind.rows);
    let row_of = rows.and_then(|rows| rows.get(crate::table::widened(row)));
    let first = row_of.and_then(|row: &Row| row.copy.as_ref());
    first.map_or(row, |copy| copy.first.number())
}
