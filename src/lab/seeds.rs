//! Ranges of seeds: which games of a run were played.

use std::fmt::{Display, Formatter};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Seeds as ranges in order that neither touch nor overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seeds(Vec<(u64, u64)>);

/// A text that is no range of seeds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no range of seeds: write the first and the last, as 0..999")]
pub struct NoSeeds(String);

impl Seeds {
    /// The seeds from a first one on; fewer where numbers end.
    #[must_use]
    pub fn from(first: u64, count: u64) -> Seeds {
        match count {
            0 => Seeds::default(),
            _ => Seeds(vec![(first, first.saturating_add(count - 1))]),
        }
    }

    /// Returns the number of seeds.
    #[must_use]
    pub fn count(&self) -> u64 {
        let sizes = self
            .0
            .iter()
            .map(|(first, last)| (last - first).saturating_add(1));
        sizes.fold(0, u64::saturating_add)
    }

    /// Iterates over the ranges, lowest first.
    pub fn ranges(&self) -> impl Iterator<Item = RangeInclusive<u64>> + '_ {
        self.0.iter().map(|(first, last)| *first..=*last)
    }

    /// Returns the seeds of both; none when they share one.
    #[must_use]
    pub fn joined(&self, other: &Seeds) -> Option<Seeds> {
        let mut all: Vec<(u64, u64)> = self.0.iter().chain(&other.0).copied().collect();
        all.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::new();
        for (first, last) in all {
            match joined.last_mut() {
                Some((_, before)) if *before >= first => return None,
                Some((_, before)) if *before == first - 1 => *before = last,
                _ => joined.push((first, last)),
            }
        }
        Some(Seeds(joined))
    }

    /// Returns the seeds that others lack.
    #[must_use]
    pub fn without(&self, others: &Seeds) -> Seeds {
        let mut left = Vec::new();
        for (mut first, last) in self.0.iter().copied() {
            let mut is_used_up = false;
            for (from, to) in others.0.iter().copied() {
                if is_used_up || to < first || from > last {
                    continue;
                }
                if from > first {
                    left.push((first, from - 1));
                }
                is_used_up = to >= last;
                first = to.saturating_add(1);
            }
            if !is_used_up {
                left.push((first, last));
            }
        }
        Seeds(left)
    }

    /// Cuts the seeds into parts of at most so many, in order.
    pub fn parts(&self, size: u64) -> impl Iterator<Item = Seeds> + '_ {
        let size = size.max(1);
        self.0.iter().flat_map(move |(first, last)| {
            let (first, last) = (*first, *last);
            (0..=(last - first) / size).map(move |part| {
                let from = first + part * size;
                Seeds(vec![(from, from.saturating_add(size - 1).min(last))])
            })
        })
    }
}

impl FromStr for Seeds {
    type Err = NoSeeds;

    fn from_str(text: &str) -> Result<Seeds, NoSeeds> {
        let wrong = || NoSeeds(text.to_owned());
        let mut all = Seeds::default();
        for part in text.split(',') {
            let (first, last) = part.split_once("..").ok_or_else(wrong)?;
            let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(wrong());
            }
            all = all.joined(&Seeds(vec![(first, last)])).ok_or_else(wrong)?;
        }
        Ok(all)
    }
}

impl Display for Seeds {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<String> = self
            .0
            .iter()
            .map(|(first, last)| format!("{first}..{last}"))
            .collect();
        f.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::Seeds;

    fn seeds(text: &str) -> Seeds {
        text.parse().unwrap_or_default()
    }

    #[test]
    fn ranges_that_touch_are_one() {
        let joined = |one: &str, other: &str| {
            let joined = seeds(one).joined(&seeds(other));
            joined.map(|seeds| seeds.to_string())
        };
        assert_eq!(
            joined("5..9", "0..4,12..13").as_deref(),
            Some("0..9,12..13")
        );
        assert_eq!(joined("0..4", "4..5"), None);
        assert_eq!(Seeds::from(u64::MAX, 3).count(), 1);
    }

    #[test]
    fn what_is_left() {
        let left = |all: &str, played: &str| seeds(all).without(&seeds(played)).to_string();
        assert_eq!(left("0..9", "0..3,6..6"), "4..5,7..9");
        assert_eq!(left("0..9", "0..9"), "");
        assert_eq!(left("5..9", "0..3"), "5..9");
        assert_eq!(left("5..9", "8..20"), "5..7");
        let end = format!("0..{}", u64::MAX);
        assert_eq!(left(&end, &end), "");
    }

    #[test]
    fn parts_and_wrong_texts() {
        let parts: Vec<String> = seeds("0..4,9..9")
            .parts(2)
            .map(|part| part.to_string())
            .collect();
        assert_eq!(parts, ["0..1", "2..3", "4..4", "9..9"]);
        for wrong in ["", "7", "9..3", "0..4,4..5", "a..b"] {
            assert!(wrong.parse::<Seeds>().is_err(), "{wrong}");
        }
    }
}
