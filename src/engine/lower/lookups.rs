//! Lookup tables as lists, so that a value is found without a search.

/// Most keys between the first and the last of a table that is written out; of another, the engine is asked.
const MOST_KEYS: i64 = 4096;

/// A lookup table written out.
pub(super) struct LookupList {
    /// The lowest key of the table.
    first: i32,
    /// For each key from the first to the last: its value. Empty when the keys lie too far apart.
    pub(super) values: Box<[i32]>,
}

impl LookupList {
    /// Writes out rows, which are sorted by their keys.
    pub(super) fn of(rows: &[(i32, i32)]) -> LookupList {
        let ends = rows.first().zip(rows.last());
        let written =
            ends.map(|((first, _), (last, _))| (*first, i64::from(*last) - i64::from(*first)));
        let Some((first, keys)) = written.filter(|(_, keys)| *keys < MOST_KEYS) else {
            return LookupList {
                first: 0,
                values: Box::default(),
            };
        };
        let mut values = Vec::new();
        for (n, (key, value)) in rows.iter().enumerate() {
            let next = rows
                .get(n + 1)
                .map_or(first + keys as i32 + 1, |(next, _)| *next);
            values.extend((*key..next).map(|_| *value));
        }
        LookupList {
            first,
            values: values.into(),
        }
    }

    /// The first key and the last; none when it is not written out.
    pub(super) fn ends(&self) -> Option<(i32, i32)> {
        let last = self.values.len().checked_sub(1)?;
        Some((self.first, self.first + last as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::LookupList;

    #[test]
    fn a_key_has_the_value_of_the_last_row_before_it() {
        let lookup = LookupList::of(&[(-2, 5), (0, 7), (3, 1)]);
        assert_eq!(lookup.ends(), Some((-2, 3)));
        assert_eq!(*lookup.values, [5, 5, 7, 7, 7, 1]);
    }

    #[test]
    fn keys_far_apart_are_not_written_out() {
        assert_eq!(LookupList::of(&[]).ends(), None);
        assert_eq!(LookupList::of(&[(0, 1), (4095, 2)]).ends(), Some((0, 4095)));
        assert_eq!(LookupList::of(&[(0, 1), (4096, 2)]).ends(), None);
        assert_eq!(
            LookupList::of(&[(i32::MIN + 1, 1), (i32::MAX, 2)]).ends(),
            None
        );
    }
}
