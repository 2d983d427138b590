//! Verdicts: what each row is worth, with an interval, and which rows stand out from their kind.
//!
//! Rows differ in every game that is worth playing, and with enough games each difference is certain. So a row does not stand
//! apart because it differs from the mean of its kind: its whole interval must lie beyond Tukey's outer fence, which tells how
//! far the bulk of a kind reaches. Some kinds have a few rows that reach farther by design. So a row is accused only when its
//! interval lies as large a step beyond the farthest of the others, too, and beyond the smallest effect that matters. Intervals
//! hold for all rows together (Bonferroni), so that chance accuses in at most one run of twenty, and the row that looks best by
//! chance alone is none that is accused.

use crate::balance::{Balance, Setting};
use crate::fences::{Fences, quantile, sorted};
use crate::interval::ALPHA;
use crate::tally::{Tally, Worth};

/// Rows of a kind with an estimate that are needed to tell how far the kind reaches.
pub const FEWEST: usize = 8;
/// Deals or games behind an estimate that is told.
pub const LEAST: u64 = 30;
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
    /// It was chosen, or something else was at the same moment.
    Chosen,
    /// It came to a player, or another of its kind did at the same moment.
    Taken,
}

impl By {
    /// All experiments, those that need fewer games first.
    pub const ALL: [By; 4] = [By::Dealt, By::Open, By::Chosen, By::Taken];

    /// Returns the experiment that tells of a kind; none where none does.
    #[must_use]
    pub fn of_kind(setting: &Setting<'_>, balance: &Balance, kind: &str) -> Option<By> {
        let rows = setting.subjects.all.iter().zip(&balance.tallies);
        let tallies: Vec<&Tally> = rows
            .filter(|(row, _)| row.kind == kind)
            .map(|(_, tally)| tally)
            .collect();
        let deals = balance.deals();
        let tells = |by: &By| {
            tallies.iter().any(|tally| match by {
                By::Dealt => tally.dealt.count > 0,
                By::Open => tally.open.count > 0 && tally.open.count < deals,
                By::Chosen => tally.choice.count > 0,
                By::Taken => tally.arrival.count > 0,
            })
        };
        By::ALL.into_iter().find(tells)
    }
}

/// The meaning of a row's worth beside the others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The interval lies within the fences.
    Fine,
    /// Its interval lies above the fence, but not above all that an accusation needs.
    Above,
    /// Its interval lies below the fence, but not below all that an accusation needs.
    Below,
    /// Its interval lies far above all others, and above the smallest effect that matters.
    TooStrong,
    /// Its interval lies far below all others, and below the smallest effect that matters.
    TooWeak,
    /// Too few rows of its kind, or too few games.
    Unknown,
}

/// A row's worth by one experiment.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The number of the row.
    pub row: usize,
    /// The experiment behind the estimates.
    pub by: By,
    /// The estimates of its worth.
    pub worth: Worth,
    /// The corrected interval in points.
    pub interval: (f64, f64),
    /// Its distance from the middle of its kind, in standard deviations of the kind; above 0 better.
    pub apart: f64,
    /// The distance of the near end of the interval beyond all that an accusation needs, in points; above 0 the row is accused.
    pub beyond: f64,
    /// The verdict on the row.
    pub verdict: Verdict,
}

/// The worth of each row by each experiment that tells of it, kind by kind.
#[must_use]
pub fn found(setting: &Setting<'_>, balance: &Balance) -> Vec<Found> {
    let mut all = Vec::new();
    for by in By::ALL {
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
    let rows = setting.subjects.all.iter().enumerate();
    let is_told = |kind: &str| By::of_kind(setting, balance, kind) == Some(by);
    let rows = rows.filter(|(_, row)| row.id.is_some() && is_told(&row.kind));
    let found = rows.map(|(row, _)| {
        let tally = &balance.tallies[row];
        let worth = match by {
            By::Dealt => tally.dealt(unit, rounds),
            By::Open => tally.open(&balance.table, rounds * seats),
            By::Chosen => Tally::moment(&tally.choice, unit),
            By::Taken => Tally::moment(&tally.arrival, unit),
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
    let fences = Fences::of(&means, quantile(&errors, 0.5));
    for row in rows {
        let points = row.worth.points;
        row.apart = (points.mean - fences.middle) / fences.spread.hypot(points.error);
        // The distance of the near end of the interval from the middle, on either side.
        let above = row.interval.0 - fences.middle;
        let below = fences.middle - row.interval.1;
        let (distance, quarter, farthest) = if above > below {
            let farthest = farthest_other(means.iter().rev(), points.mean);
            (above, fences.quarters.1, farthest - fences.middle)
        } else {
            let farthest = farthest_other(means.iter(), points.mean);
            (below, fences.quarters.0, fences.middle - farthest)
        };
        let needed = fences.step + quarter.max(farthest);
        row.beyond = distance - needed.max(least);
        row.verdict = match (row.beyond > 0.0, distance > quarter + fences.widest) {
            (true, _) if above > below => Verdict::TooStrong,
            (true, _) => Verdict::TooWeak,
            (false, true) if above > below => Verdict::Above,
            (false, true) => Verdict::Below,
            (false, false) => Verdict::Fine,
        };
    }
}

/// Returns the first mean, from the far end on, that is another row's.
fn farthest_other<'a>(mut means: impl Iterator<Item = &'a f64>, own: f64) -> f64 {
    let first = means.next().copied().unwrap_or(own);
    if first == own {
        means.next().copied().unwrap_or(own)
    } else {
        first
    }
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
    if widths.is_empty() {
        f64::INFINITY
    } else {
        quantile(&widths, 0.5)
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

#[cfg(test)]
mod tests {
    use super::{By, Found, Verdict, judge};
    use crate::interval::Estimate;
    use crate::tally::Worth;

    /// A row with a worth that is known within a tenth of a point.
    fn row(row: usize, mean: f64) -> Found {
        let known = |mean| Estimate {
            mean,
            error: 0.03,
            freedom: 1e6,
        };
        Found {
            row,
            by: By::Dealt,
            worth: Worth {
                points: known(mean),
                wins: known(0.0),
                count: 1000,
            },
            interval: (mean - 0.1, mean + 0.1),
            apart: 0.0,
            beyond: 0.0,
            verdict: Verdict::Unknown,
        }
    }

    /// The verdicts of a row beside those of a kind.
    fn beside(kind: &[f64], mean: f64, least: f64) -> Verdict {
        let means = kind.iter().chain([&mean]).enumerate();
        let mut rows: Vec<Found> = means.map(|(at, mean)| row(at, *mean)).collect();
        judge(&mut rows, least);
        rows.pop().map_or(Verdict::Unknown, |last| last.verdict)
    }

    /// Its quarters are one point apart, and may be 1.3 apart: so a row is accused from four points on, and told from five on.
    #[test]
    fn beside_a_kind_without_odd_rows() {
        let kind: Vec<f64> = (-16..=16).map(|n| f64::from(n) / 16.0).collect();
        let verdicts = [1.5, 3.0, 6.0, -6.0].map(|mean| beside(&kind, mean, 1.0));
        let (fine, strong, weak) = (Verdict::Fine, Verdict::TooStrong, Verdict::TooWeak);
        assert_eq!(verdicts, [fine, fine, strong, weak]);
        let small = [6.0, -6.0].map(|mean| beside(&kind, mean, 7.0));
        assert_eq!(small, [Verdict::Above, Verdict::Below]);
        assert_eq!(beside(&kind[..6], 60.0, 1.0), Verdict::Unknown);
    }

    /// A kind has a row at six points by design: another one there is told, and accused as far again beyond it.
    #[test]
    fn beside_an_odd_row() {
        let kind = (-16..=16).map(|n| f64::from(n) / 16.0).chain([6.0]);
        let kind: Vec<f64> = kind.collect();
        let verdicts = [5.0, 7.0, 10.0, -6.0].map(|mean| beside(&kind, mean, 1.0));
        let (above, strong, weak) = (Verdict::Above, Verdict::TooStrong, Verdict::TooWeak);
        assert_eq!(verdicts, [above, above, strong, weak]);
    }
}
