//! A map that is filled mostly in the order of its keys, as texts are read, and asked seldom meanwhile.
//!
//! It is a list of sorted runs, the newest last. A key above all of the newest run is pushed there; any other begins a run, and
//! before that, the last runs are merged while the newer has at least half as many entries (the logarithmic method: Bentley and
//! Saxe, *Decomposable searching problems*, 1980). So there are at most as many runs as a number of entries has bits, and an
//! entry moves as often. Thirty thousand rows in their order cost a push each, where a tree would search and split its nodes.

/// A map of keys in order. No key stands in two runs.
#[derive(Debug, Clone)]
pub(super) struct RunMap<K, V> {
    runs: Vec<Vec<(K, V)>>,
}

impl<K, V> Default for RunMap<K, V> {
    fn default() -> RunMap<K, V> {
        RunMap { runs: Vec::new() }
    }
}

impl<K: Ord + Copy, V> RunMap<K, V> {
    /// Enters a value; what its key had before is gone.
    pub(super) fn insert(&mut self, key: K, value: V) {
        match self.get_mut(key) {
            Some(old) => *old = value,
            None => self.add(key, value),
        }
    }

    /// Enters a value, unless its key has one.
    pub(super) fn insert_first(&mut self, key: K, value: V) {
        if self.get(key).is_none() {
            self.add(key, value);
        }
    }

    /// Adds a key that is not there.
    pub(super) fn add(&mut self, key: K, value: V) {
        if let Some(run) = self.runs.last_mut()
            && run.last().is_none_or(|(last, _)| *last < key)
        {
            run.push((key, value));
        } else {
            self.merge();
            self.runs.push(vec![(key, value)]);
        }
    }

    /// Merges the last runs while the newer is not much smaller than the older.
    fn merge(&mut self) {
        while let [.., older, newer] = self.runs.as_slice()
            && newer.len() * 2 >= older.len()
        {
            let (newer, older) = (self.runs.pop(), self.runs.pop());
            let (newer, older) = (newer.unwrap_or_default(), older.unwrap_or_default());
            self.runs.push(merged(older, newer));
        }
    }

    /// Returns the value of a key.
    pub(super) fn get(&self, key: K) -> Option<&V> {
        let runs = self.runs.iter().rev();
        let mut found = runs.filter_map(|run| Some(&run[place(run, key)?].1));
        found.next()
    }

    /// Returns the value of a key, to be changed.
    pub(super) fn get_mut(&mut self, key: K) -> Option<&mut V> {
        let runs = self.runs.iter_mut().rev();
        let mut found = runs.filter_map(|run| place(run, key).map(|at| &mut run[at].1));
        found.next()
    }

    /// Returns the entry of the greatest key that is not above one.
    pub(super) fn last_until(&self, key: K) -> Option<(K, &V)> {
        let last =
            |run: &'_ Vec<(K, V)>| run.partition_point(|(one, _)| *one <= key).checked_sub(1);
        let all = self.runs.iter().filter_map(|run| run.get(last(run)?));
        all.max_by_key(|(key, _)| *key)
            .map(|(key, value)| (*key, value))
    }

    /// Returns the entries from a key on, in order.
    pub(super) fn from(&self, key: K) -> Merged<'_, K, V> {
        let rest = |run: &'_ Vec<(K, V)>| run.partition_point(|(one, _)| *one < key);
        Merged {
            rests: self.runs.iter().map(|run| &run[rest(run)..]).collect(),
        }
    }

    /// Returns all entries, in order.
    pub(super) fn iter(&self) -> Merged<'_, K, V> {
        Merged {
            rests: self.runs.iter().map(Vec::as_slice).collect(),
        }
    }
}

/// The place of a key in a run.
fn place<K: Ord + Copy, V>(run: &[(K, V)], key: K) -> Option<usize> {
    // Most keys that are asked for here lie above the run.
    if run.last().is_none_or(|(last, _)| *last < key) {
        return None;
    }
    run.binary_search_by_key(&key, |(one, _)| *one).ok()
}

/// Two runs as one. They share no key: one that is there is changed where it stands.
fn merged<K: Ord, V>(older: Vec<(K, V)>, newer: Vec<(K, V)>) -> Vec<(K, V)> {
    let mut all = Vec::with_capacity(older.len() + newer.len());
    let mut newer = newer.into_iter().peekable();
    for entry in older {
        while let Some(before) = newer.next_if(|(key, _)| *key < entry.0) {
            all.push(before);
        }
        all.push(entry);
    }
    all.extend(newer);
    all
}

/// The entries of several runs, in order.
#[derive(Clone)]
pub(super) struct Merged<'m, K, V> {
    /// The entries of each run that are still to come.
    rests: Vec<&'m [(K, V)]>,
}

impl<'m, K: Ord + Copy, V> Iterator for Merged<'m, K, V> {
    type Item = (K, &'m V);

    fn next(&mut self) -> Option<(K, &'m V)> {
        let firsts = self.rests.iter_mut();
        let firsts = firsts.filter(|rest| !rest.is_empty());
        let rest = firsts.min_by_key(|rest| rest[0].0)?;
        let ((key, value), left) = rest.split_first()?;
        *rest = left;
        Some((*key, value))
    }
}

#[cfg(test)]
mod tests {
    use super::RunMap;
    use std::collections::BTreeMap;

    /// Keys in many orders: runs, steps back, and keys that come again.
    fn keys() -> impl Iterator<Item = u32> {
        let runs = (0..40).flat_map(|run| (0..run * 7 % 31).map(move |n| run * 13 % 200 + n));
        let mixed = (1..900_u32).map(|n| n.wrapping_mul(2_654_435_761) >> 22);
        runs.chain(mixed).chain(0..300)
    }

    #[test]
    fn it_is_a_map_in_order() {
        let (mut map, mut model) = (RunMap::default(), BTreeMap::new());
        for (n, key) in keys().enumerate() {
            map.insert(key, n);
            model.insert(key, n);
            assert_eq!(map.get(key), Some(&n));
            assert_eq!(map.get_mut(key + 1), model.get_mut(&(key + 1)));
            assert!(map.runs.len() <= 12, "{}", map.runs.len());
            let last = model.range(..=key + 5).next_back();
            assert_eq!(map.last_until(key + 5), last.map(|(key, n)| (*key, n)));
        }
        let all: Vec<(u32, usize)> = map.iter().map(|(key, n)| (key, *n)).collect();
        assert_eq!(all, model.clone().into_iter().collect::<Vec<_>>());
        let rest: Vec<u32> = map.from(77).map(|(key, _)| key).collect();
        assert_eq!(
            rest,
            model.range(77..).map(|(key, _)| *key).collect::<Vec<_>>()
        );
    }
}
