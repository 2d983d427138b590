//! Comparison of two games, deal by deal on the same seeds, until the intervals are narrow enough.
//!
//! Looks are planned: after 64 deals, after twice as many, and so on to the most that may be played. Each look may err with an
//! equal part of the whole probability (Bonferroni), and within a look all differences share that part by Holm's steps. So
//! two games that don't differ are told apart with at most that probability, however often one looks.

use std::collections::BTreeMap;

use crate::balance::{Balance, Setting};
use crate::interval::{Estimate, holm};
use crate::tally::Worth;

/// The probability that all verdicts together err; half of the usual one, so that a few hundred comparisons of equal games keep
/// to that for sure.
const ALPHA: f64 = 0.025;
/// Deals before the first look.
pub const FIRST_LOOK: u64 = 64;
/// Deals with a difference that a verdict needs: fewer are not distributed as the intervals take them to be.
const FEWEST: u64 = 30;

/// A measure that two editions are compared by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// Games a seat won, in percent.
    Wins(usize),
    /// The score of a seat.
    Score(usize),
    /// Decisions of a game.
    Decisions,
    /// The number of times that a row is chosen in a game: kind and row.
    Chosen(String, String),
    /// The worth of beginning with a row, in points: kind and row.
    Worth(String, String),
}

/// The sums of a difference over deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    old: i128,
    new: i128,
    squares: i128,
    /// Deals in which both differ.
    unequal: u64,
}

/// Two games on the same seeds, deal by deal.
pub struct Compared<'a> {
    /// The game as it was.
    pub old: &'a Setting<'a>,
    /// The game as it is.
    pub new: &'a Setting<'a>,
    /// Rows that both have: kind, row, and the number in each.
    rows: Vec<((String, String), (usize, usize))>,
    sums: Vec<Sums>,
    /// Rows that only one has, as kind and row: of the old game, and of the new.
    pub only: (Vec<String>, Vec<String>),
    /// The counts of each.
    pub played: (Balance, Balance),
    /// Looks that are planned in all.
    looks: u32,
    /// The differences that some look told.
    told: BTreeMap<What, bool>,
}

/// A difference with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The measure that is compared.
    pub what: What,
    /// The mean of the old game; none where only the difference is known.
    pub old: f64,
    /// The mean of the new game.
    pub new: f64,
    /// The mean difference, new less old.
    pub estimate: Estimate,
    /// The corrected interval of the difference.
    pub interval: (f64, f64),
    /// The difference is no chance.
    pub is_told: bool,
    /// The probability of such a difference by chance.
    probability: f64,
}

impl<'a> Compared<'a> {
    /// Nothing played yet; at most so many deals will be.
    #[must_use]
    pub fn new(old: &'a Setting<'a>, new: &'a Setting<'a>, most: u64) -> Compared<'a> {
        let rows = shared_rows(old, new);
        let seats = usize::from(old.start.players);
        Compared {
            old,
            new,
            sums: vec![Sums::default(); 2 * seats + 1 + rows.len()],
            rows,
            only: (lacking(old, new), lacking(new, old)),
            played: (Balance::new(old), Balance::new(new)),
            looks: planned(most).len() as u32,
            told: BTreeMap::new(),
        }
    }

    /// Adds a deal that both played.
    pub fn add(&mut self, old: &Balance, new: &Balance) {
        let (before, after) = (self.numbers(old, false), self.numbers(new, true));
        // A deal of fewer games counts as much.
        let (many, few) = (i128::from(self.new.rounds), i128::from(self.old.rounds));
        for ((sums, old), new) in self.sums.iter_mut().zip(before).zip(after) {
            let (old, new) = (old * many, new * few);
            let difference = new - old;
            sums.old += old;
            sums.new += new;
            sums.squares += difference * difference;
            sums.unequal += u64::from(difference != 0);
        }
        self.played.0.add(old);
        self.played.1.add(new);
    }

    /// The numbers of one deal of one side, in the order of `sums`.
    fn numbers(&self, deal: &Balance, is_new: bool) -> Vec<i128> {
        let totals = &deal.totals;
        let seats = 0..usize::from(self.old.start.players);
        let wins = seats.clone().map(|seat| i128::from(totals.games_won(seat)));
        let scores = seats.map(|seat| totals.score(seat).sum());
        let chosen = self.rows.iter().map(|(_, (old, new))| {
            let row = if is_new { *new } else { *old };
            i128::from(deal.tallies[row].chosen)
        });
        wins.chain(scores)
            .chain([totals.decisions().sum()])
            .chain(chosen)
            .collect()
    }

    /// Looks at what was played; at the planned times only.
    pub fn look(&mut self) -> Vec<Difference> {
        let mut all = self.differences();
        let alpha = ALPHA / f64::from(self.looks);
        let probabilities: Vec<f64> = all.iter().map(|one| one.probability).collect();
        for (one, found) in all.iter_mut().zip(holm(&probabilities, alpha)) {
            let told = self.told.entry(one.what.clone()).or_default();
            *told |= found;
            one.is_told = *told;
        }
        all
    }

    /// All differences as far as they are known.
    fn differences(&self) -> Vec<Difference> {
        let seats = usize::from(self.old.start.players);
        let deals = self.played.0.deals();
        let unit = f64::from(self.old.rounds) * f64::from(self.new.rounds);
        let mut all: Vec<Difference> = Vec::new();
        for (at, sums) in self.sums.iter().enumerate() {
            let what = match at {
                at if at < seats => What::Wins(at),
                at if at < 2 * seats => What::Score(at - seats),
                at if at == 2 * seats => What::Decisions,
                at => {
                    let (kind, row) = self.rows[at - 2 * seats - 1].0.clone();
                    What::Chosen(kind, row)
                }
            };
            let unit = if matches!(what, What::Wins(_)) {
                unit / 100.0
            } else {
                unit
            };
            let mean = |sum: i128| sum as f64 / unit / deals.max(1) as f64;
            let sum = (sums.new - sums.old) as f64 / unit;
            let estimate = Estimate::of_sums(deals, sum, sums.squares as f64 / (unit * unit));
            let enough = sums.unequal >= FEWEST;
            all.push(Difference {
                what,
                old: mean(sums.old),
                new: mean(sums.new),
                estimate,
                interval: (0.0, 0.0),
                is_told: false,
                probability: if enough { estimate.probability() } else { 1.0 },
            });
        }
        all.extend(self.worths());
        let alpha = ALPHA / f64::from(self.looks) / all.len().max(1) as f64;
        for one in &mut all {
            one.interval = one.estimate.interval(alpha);
        }
        all
    }

    /// Differences of what beginning with a row is worth, for rows that both games know.
    fn worths(&self) -> Vec<Difference> {
        let worth = |setting: &Setting<'_>, played: &Balance, row: usize| {
            let (unit, seats) = (setting.measure.unit(), f64::from(setting.rounds));
            played.tallies[row].dealt(unit, seats)
        };
        let rows = self.rows.iter();
        let found = rows.filter_map(|((kind, row), (before, after))| {
            let old = worth(self.old, &self.played.0, *before);
            let new = worth(self.new, &self.played.1, *after);
            difference(&old, &new, What::Worth(kind.clone(), row.clone()))
        });
        found.collect()
    }
}

/// The difference of a row's worth in both games; none where too few deals tell.
fn difference(old: &Worth, new: &Worth, what: What) -> Option<Difference> {
    if old.count.min(new.count) < FEWEST {
        return None;
    }
    // Both are played on the same seeds, so their errors are rather alike than opposed: as if independent is wide enough.
    let estimate = new.points.less(&old.points);
    Some(Difference {
        what,
        old: old.points.mean,
        new: new.points.mean,
        estimate,
        interval: (0.0, 0.0),
        is_told: false,
        probability: estimate.probability(),
    })
}

/// The numbers of deals at which it is looked, the most that may be played last.
#[must_use]
pub fn planned(most: u64) -> Vec<u64> {
    let looks = std::iter::successors(Some(FIRST_LOOK), |deals| deals.checked_mul(2));
    looks
        .take_while(|deals| *deals < most)
        .chain([most])
        .collect()
}

/// The widest interval of a seat's wins, in percent.
#[must_use]
pub fn widest(differences: &[Difference]) -> f64 {
    let wins = differences
        .iter()
        .filter(|one| matches!(one.what, What::Wins(_)));
    wins.map(|one| one.interval.1 - one.interval.0)
        .fold(0.0, f64::max)
}

/// The rows of one game that another lacks.
fn lacking(one: &Setting<'_>, other: &Setting<'_>) -> Vec<String> {
    let rows = one.subjects.all.iter();
    let rows = rows.filter(|row| !other.subjects.all.contains(row));
    rows.filter_map(|row| Some(format!("{} {}", row.kind, row.id.as_ref()?)))
        .collect()
}

/// Rows that both games have.
fn shared_rows(old: &Setting<'_>, new: &Setting<'_>) -> Vec<((String, String), (usize, usize))> {
    let rows = old.subjects.all.iter().enumerate();
    rows.filter_map(|(at, subject)| {
        let id = subject.id.clone()?;
        let same = new.subjects.all.iter().position(|other| other == subject)?;
        Some(((subject.kind.clone(), id), (at, same)))
    })
    .collect()
}
