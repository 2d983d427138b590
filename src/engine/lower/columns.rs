//! Columns of attributes: the rows that have a value in each.

use ludex_program::layout::Layout;
use std::collections::BTreeMap;

/// The rows of a column, by the base that code adds to a row's number.
#[derive(Default)]
pub(super) struct Columns {
    rows: BTreeMap<i32, Rows>,
}

/// Rows, one after the other.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    pub(super) first: i32,
    pub(super) count: i32,
}

impl Rows {
    /// The fewest rows that hold two runs.
    fn hull(self, other: Rows) -> Rows {
        let first = self.first.min(other.first);
        let end = (self.first + self.count).max(other.first + other.count);
        Rows {
            first,
            count: end - first,
        }
    }
}

impl Columns {
    /// Finds the columns of all kinds, and the one that tells which pieces are alike. Where two have the same base, the rows of
    /// one kind end where those of the other begin, in the table as well.
    pub(super) fn of(layout: &Layout) -> Columns {
        let pieces = Rows {
            first: 0,
            count: layout.piece_kind.len() as i32,
        };
        let mut rows = BTreeMap::from([(layout.alike_at as i32, pieces)]);
        for kind in &layout.kinds {
            let own = Rows {
                first: kind.first.value(),
                count: kind.count as i32,
            };
            for (_, _, begins) in &kind.attributes {
                let base = *begins as i32 - own.first;
                let both = rows.get(&base).map_or(own, |other| other.hull(own));
                rows.insert(base, both);
            }
        }
        Columns { rows }
    }

    /// Returns the rows of the column with a base; none where no column has it.
    pub(super) fn rows(&self, base: i32) -> Rows {
        let none = Rows { first: 0, count: 0 };
        self.rows.get(&base).copied().unwrap_or(none)
    }
}
