//! Digests of a game's declarations and rows, one by one: what a save keeps of the rules it was made under, so that it can be
//! told later what of them is another.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The most names of one sort that a message lists.
const LISTED: usize = 6;

/// A digest for each declaration of the rules, row of the tables and entry of `game.yaml`, by its name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digests(BTreeMap<String, String>);

/// The names of what differs between the rules of a save and those of now.
struct Differences<'a> {
    /// The names of what reads otherwise now.
    changed: Vec<&'a str>,
    /// The names of what is not there any more.
    gone: Vec<&'a str>,
    /// The names of what was not there.
    new: Vec<&'a str>,
}

impl Digests {
    /// Adds a part of the rules. Another of the same name, as a second hook on one effect, is counted.
    pub fn note(&mut self, name: &str, digest: String) {
        let numbered = |n: usize| match n {
            1 => name.to_owned(),
            n => format!("{name} ({n})"),
        };
        let is_taken = |n| self.0.contains_key(&numbered(n));
        // Numbers are given in their order, so the first free one is found by halving.
        let mut free = 1;
        while is_taken(free) {
            free *= 2;
        }
        let mut taken = free / 2;
        while free - taken > 1 {
            let middle = usize::midpoint(taken, free);
            if is_taken(middle) {
                taken = middle;
            } else {
                free = middle;
            }
        }
        self.0.insert(numbered(free), digest);
    }

    /// Returns true if every declaration and row reads the same in other rules.
    #[must_use]
    pub fn reads_as(&self, now: &Digests) -> bool {
        self == now
    }

    /// Says what differs in the rules of now.
    #[must_use]
    pub fn compared(&self, now: &Digests) -> String {
        if self.0.is_empty() {
            "it does not say what of them has changed".to_owned()
        } else {
            self.differences(now).to_string()
        }
    }

    fn differences<'a>(&'a self, now: &'a Digests) -> Differences<'a> {
        let missing_in = |one: &'a Digests, other: &Digests| {
            let names = one.0.keys().filter(|name| !other.0.contains_key(*name));
            names.map(String::as_str).collect()
        };
        let is_other = |(name, digest): &(&String, &String)| {
            (now.0.get(*name)).is_some_and(|now| now != *digest)
        };
        let changed = self.0.iter().filter(is_other);
        Differences {
            changed: changed.map(|(name, _)| name.as_str()).collect(),
            gone: missing_in(self, now),
            new: missing_in(now, self),
        }
    }
}

impl fmt::Display for Differences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sorts = [
            ("changed", &self.changed),
            ("gone", &self.gone),
            ("new", &self.new),
        ];
        let sorts = sorts.into_iter().filter(|(_, names)| !names.is_empty());
        let sorts: Vec<String> = sorts
            .map(|(word, names)| format!("{word}: {}", listed(names)))
            .collect();
        match sorts.as_slice() {
            [] => f.write_str("every declaration and row reads the same"),
            sorts => f.write_str(&sorts.join("; ")),
        }
    }
}

/// The first names of a list, and how many more there are.
fn listed(names: &[&str]) -> String {
    let first = &names[..names.len().min(LISTED)];
    match names.len().saturating_sub(LISTED) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}
