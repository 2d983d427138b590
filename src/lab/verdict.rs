//! Verdicts: what each row is worth, with an interval, and which rows stand out from their kind.
//!
//! Rows differ in every game that is worth playing, and with enough games each difference is certain. So a row does not stand
//! apart because it differs from the mean of its kind: its whole interval must lie beyond Tukey's outer fences ("Exploratory data
//! analysis", 1977), which tell how far the rows of a kind reach. With enough games what is odd by design lies there, too; so a
//! row is accused only where its interval lies beyond the smallest effect that matters besides. Estimates spread farther than
//! what they estimate; the variance of their errors is taken off first, as in DerSimonian and Laird, "Meta-analysis in clinical
//! trials", 1986. Intervals hold for all rows together (Bonferroni), so that chance accuses in at most one run of twenty, and
//! the row that looks best by chance alone is none that is accused.

use crate::lab::balance::{Balance, Setting};
use crate::lab::interval::ALPHA;
use crate::lab::tally::Worth;

/// Rows of a kind with an estimate that are needed to tell how far the kind reaches.
pub const FEWEST: usize = 8;
/// Deals or games behind an estimate that is told.
pub const LEAST: u64 = 30;
/// Standard deviations from the middle to a quarter of a normal distribution.
const QUARTER: f64 = 0.674_490;
/// Ranges between the quarters that lie between a quarter and its outer fence.
const REACH: f64 = 3.0;
/// The smallest effect that matters, in standard deviations of a seat's score: small, by Cohen, "Statistical power analysis for
/// the behavioral sciences", 1988.
const MATTERS: f64 = 0.2;

/// The experiment behind a worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// Each seat began with it in turn.
    Dealt,
    /// It lay open at the beginning, or it did not.
    Open,
}

/// The meaning of a row's worth beside the others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing stands out.
    Fine,
    /// Its interval lies above the fence, but not above the smallest effect that matters.
    Above,
    /// Its interval lies below the fence, but not below the smallest effect that matters.
    Below,
    /// Its interval lies above both.
    TooStrong,
    /// Its interval lies below both.
    TooWeak,
    /// Too few rows of its kind, or too few games.
    Unknown,
}

/// A row's worth by one experiment.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The row's number.
    pub row: usize,
    /// The experiment.
    pub by: By,
    /// The estimates.
    pub worth: Worth,
    /// The corrected interval in points.
    pub interval: (f64, f64),
    /// Its distance from the middle of its kind, in standard deviations of the kind; above 0 better.
    pub apart: f64,
    /// The distance of the near end of the interval beyond the fence and the smallest effect that matters, in points; above 0 the
    /// row is accused.
    pub beyond: f64,
    /// The verdict.
    pub verdict: Verdict,
}

/// The worth of each row by each experiment that tells of it, kind by kind.
#[must_use]
pub fn found(setting: &Setting<'_>, balance: &Balance) -> Vec<Found> {
    let mut all = Vec::new();
    for by in [By::Dealt, By::Open] {
        all.extend(of_experiment(setting, balance, by));
    }
    let comparisons = all.len().max(1) as f64;
    for one in &mut all {
        one.interval = one.worth.points.interval(ALPHA / comparisons);
    }
    let least = MATTERS * balance.totals.all_scores().deviation();
    let mut first = 0;
    while first < all.len() {
        let group = |one: &Found| (one.by, &setting.subjects.all[one.row].kind);
        let length = all[first..]
            .iter()
            .take_while(|one| group(one) == group(&all[first]))
            .count();
        judge(&mut all[first..first + length], least);
        first += length;
    }
    all
}

fn of_experiment(setting: &Setting<'_>, balance: &Balance, by: By) -> Vec<Found> {
    let seats = f64::from(setting.start.players);
    let rounds = f64::from(setting.rounds);
    let unit = setting.measure.unit();
    let all = &setting.subjects.all;
    let is_dealt = |kind: &str| {
        let mut rows = all.iter().zip(&balance.tallies);
        rows.any(|(row, tally)| row.kind == kind && tally.dealt.count > 0)
    };
    let rows = all.iter().enumerate();
    let rows = rows.filter(|(_, row)| row.id.is_some() && is_dealt(&row.kind) == (by == By::Dealt));
    let found = rows.map(|(row, _)| {
        let tally = &balance.tallies[row];
        let worth = match by {
            By::Dealt => tally.dealt(unit, rounds),
            By::Open => tally.open(&balance.table, rounds * seats),
        };
        Found {
            row,
            by,
            worth,
            interval: (f64::NEG_INFINITY, f64::INFINITY),
            apart: 0.0,
            beyond: 0.0,
            verdict: Verdict::Unknown,
        }
    });
    found
        .filter(|found| found.worth.count >= LEAST && found.worth.points.error.is_finite())
        .collect()
}

/// Holds the rows of one kind beside each other; an effect of fewer points than `least` does not matter.
fn judge(rows: &mut [Found], least: f64) {
    if rows.len() < FEWEST {
        return;
    }
    let means = sorted(rows.iter().map(|row| row.worth.points.mean));
    let errors = sorted(rows.iter().map(|row| row.worth.points.error));
    let middle = quantile(&means, 0.5);
    let spread = spread(&means, quantile(&errors, 0.5));
    let fence = spread * QUARTER * (1.0 + 2.0 * REACH);
    for row in rows {
        let points = row.worth.points;
        row.apart = (points.mean - middle) / spread.hypot(points.error);
        // The distance of the near end of the interval from the middle, on either side.
        let above = row.interval.0 - middle;
        let below = middle - row.interval.1;
        let distance = above.max(below);
        row.beyond = distance - fence.max(least);
        row.verdict = match (row.beyond > 0.0, distance > fence) {
            (true, _) if above > below => Verdict::TooStrong,
            (true, _) => Verdict::TooWeak,
            (false, true) if above > below => Verdict::Above,
            (false, true) => Verdict::Below,
            (false, false) => Verdict::Fine,
        };
    }
}

/// Returns the standard deviation of a kind's rows by the range between the quarters, without what errors add to it.
fn spread(means: &[f64], error: f64) -> f64 {
    let range = quantile(means, 0.75) - quantile(means, 0.25);
    let all = range / (2.0 * QUARTER);
    (all * all - error * error).max(0.0).sqrt()
}

fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = numbers.collect();
    all.sort_by(f64::total_cmp);
    all
}

/// A quantile of sorted numbers, between neighbours in a straight line.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let at = part * (sorted.len() - 1) as f64;
    let (before, after) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    before + (after - before) * at.fract()
}

/// The rows that are accused, the clearest first.
#[must_use]
pub fn accused(found: &[Found]) -> Vec<Found> {
    let is_accused = |verdict| matches!(verdict, Verdict::TooStrong | Verdict::TooWeak);
    clearest(found, is_accused)
}

/// The rows that stand apart from their kind and are not accused, the clearest first.
#[must_use]
pub fn apart(found: &[Found]) -> Vec<Found> {
    let is_apart = |verdict| matches!(verdict, Verdict::Above | Verdict::Below);
    clearest(found, is_apart)
}

fn clearest(found: &[Found], is: impl Fn(Verdict) -> bool) -> Vec<Found> {
    let mut rows: Vec<Found> = found
        .iter()
        .filter(|one| is(one.verdict))
        .copied()
        .collect();
    rows.sort_by(|a, b| b.clarity().total_cmp(&a.clarity()));
    rows
}

/// The width of the middle one of all intervals, in points; endless when there is none.
#[must_use]
pub fn width(found: &[Found]) -> f64 {
    let widths = sorted(found.iter().map(|one| one.interval.1 - one.interval.0));
    match widths.is_empty() {
        true => f64::INFINITY,
        false => quantile(&widths, 0.5),
    }
}

impl Found {
    /// The distance of the interval beyond what matters, beside its width: points of several kinds are no common measure.
    #[must_use]
    pub fn clarity(&self) -> f64 {
        let (low, high) = self.interval;
        self.beyond / (high - low).max(f64::MIN_POSITIVE)
    }
}
