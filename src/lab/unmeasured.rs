//! Reasons for a row that has no worth or no verdict: an experiment needs chance, and chance does not reach every row.

use std::collections::BTreeMap;

use crate::tally::Tally;
use crate::verdict::{By, FEWEST, Found, LEAST, Verdict};

/// The reason for a missing worth or verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unmeasured {
    /// The experiment that tells of its kind met it too seldom.
    Few(By),
    /// Its kind has too few rows with a worth to be held against.
    SmallKind,
    /// It lay open at the beginning of every deal, and play had to do with it.
    Always,
    /// It lay open at the beginning of every deal, and neither a decision nor a player ever had to do with it.
    Untouched,
    /// It is a row of a record: it lies nowhere.
    Nowhere,
    /// It comes into play, but no deal begins with it.
    Later,
    /// Nobody was offered it or had it in any game.
    Absent,
    /// All games ended with the same score, so no row made any difference.
    SameScores,
}

impl Unmeasured {
    /// Finds the reason for a row of a report of so many deals, whose kind some experiment tells of; none for a row with a
    /// verdict.
    #[must_use]
    pub fn of(
        tally: &Tally,
        found: Option<&Found>,
        is_record: bool,
        by: Option<By>,
        deals: u64,
    ) -> Option<Unmeasured> {
        let is_always_open = tally.open.count == deals && deals > 0;
        let few = by.filter(|by| match by {
            // What is in the game and was never dealt could have been.
            By::Dealt => tally.seen > 0 && !is_always_open,
            By::Open => tally.open.count > 0 && !is_always_open,
            By::Chosen => tally.choice.count > 0 || tally.offered > 0,
            By::Taken => tally.arrival.count > 0 || (tally.seen > 0 && !is_always_open),
        });
        let reason = match found {
            Some(found) if found.verdict != Verdict::Unknown => return None,
            Some(_) => Unmeasured::SmallKind,
            None if few.is_some() => Unmeasured::Few(few?),
            None if is_always_open => match tally.seen {
                0 => Unmeasured::Untouched,
                _ => Unmeasured::Always,
            },
            None if tally.seen == 0 => Unmeasured::Absent,
            None if is_record => Unmeasured::Nowhere,
            None => Unmeasured::Later,
        };
        Some(reason)
    }

    /// Returns its word in JSON and tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Unmeasured::Few(_) => "few",
            Unmeasured::SmallKind => "small_kind",
            Unmeasured::Always => "always",
            Unmeasured::Untouched => "untouched",
            Unmeasured::Nowhere => "nowhere",
            Unmeasured::Later => "later",
            Unmeasured::Absent => "absent",
            Unmeasured::SameScores => "same_scores",
        }
    }

    /// The reason in words.
    #[must_use]
    pub fn phrase(self) -> String {
        match self {
            Unmeasured::Few(By::Dealt) => {
                format!("dealt too seldom: more games mend it, {LEAST} deals are needed")
            }
            Unmeasured::Few(By::Open) => {
                format!("open at the beginning in fewer than {LEAST} deals, or in all but so few")
            }
            Unmeasured::Few(By::Chosen) => {
                format!("chosen at fewer than {LEAST} moments that were tried: more games mend it")
            }
            Unmeasured::Few(By::Taken) => {
                format!("taken at fewer than {LEAST} moments that were tried: more games mend it")
            }
            Unmeasured::SmallKind => format!("fewer than {FEWEST} rows of its kind have a worth"),
            Unmeasured::Always => "open at the beginning of every game".to_owned(),
            Unmeasured::Untouched => {
                "open in every game, and never an option or a player's".to_owned()
            }
            Unmeasured::Nowhere => "it lies nowhere, so it can't be dealt".to_owned(),
            Unmeasured::Later => "nobody begins with it, and it does not lie open".to_owned(),
            Unmeasured::Absent => "not in these games".to_owned(),
            Unmeasured::SameScores => {
                "all games ended with the same score, so it made no difference among these players"
                    .to_owned()
            }
        }
    }
}

/// A row, for sentences about those without a worth or a verdict.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeasuredRow<'l> {
    /// The kind or record.
    pub(crate) kind: &'l str,
    /// The id of the row.
    pub(crate) id: &'l str,
    /// The reason for a missing worth or verdict.
    pub(crate) why: Option<Unmeasured>,
}

/// Returns sentences about rows without a worth or a verdict, one for each kind and reason.
pub(crate) fn sentences<'l>(rows: impl Iterator<Item = MeasuredRow<'l>>) -> Vec<String> {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut groups: BTreeMap<(&str, Unmeasured), Vec<&str>> = BTreeMap::new();
    for row in rows {
        *kinds.entry(row.kind).or_default() += 1;
        if let Some(reason) = row.why {
            groups.entry((row.kind, reason)).or_default().push(row.id);
        }
    }
    let sentences = groups.iter().map(|((kind, reason), ids)| {
        let which = if kinds[kind] == ids.len() {
            format!("all {}", ids.len())
        } else {
            ids.join(", ")
        };
        format!("{kind} ({}): {which}", reason.phrase())
    });
    sentences.collect()
}
