//! The outcome of games for each value of a number: a table, JSON, and a page with charts.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::balance::DealNumbers;
use crate::counts::{Counts, rounded};
use crate::interval::{ALPHA, Estimate};
use crate::page::{document, figure, grid, legend, section};
use crate::plot::{self, Curve};
use crate::report::{Line, Report};
use crate::shape::{MeanShape, TriedShape, TuneShape, ValueDifferenceShape, written};
use crate::unmeasured::Unmeasured;
use ludex_markup::escaped;
use ludex_source::columns::{right_aligned, widest};

/// A number whose values were tried.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The number, as it was asked for.
    pub what: String,
    /// Its kind, where it was said, and its row.
    pub row: (Option<String>, String),
    /// The outcome of each value.
    pub values: Vec<Tried>,
}

/// The outcome of a value.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The value that was written.
    pub value: i64,
    /// The games; the checker's words when it refused the value.
    pub report: Result<Report, String>,
    /// The numbers of each deal, in the order of the seeds; none when it was refused.
    pub deals: Vec<DealNumbers>,
}

const HEAD: [&str; 6] = [
    "value",
    "mean score",
    "decisions",
    "chosen a game",
    "worth in points",
    "verdict",
];
const DIFFERENCES: [&str; 3] = ["value", "score", "decisions"];
/// The reason for a row without a line in the report.
const UNNAMED: &str = "the row lies nowhere and no option names it, so what it does shows in scores and lengths alone";

/// A number with its interval.
type Measured = (f64, (f64, f64));

impl Tuned {
    /// The line of the row in a report.
    fn line<'a>(&self, report: &'a Report) -> Option<&'a Line> {
        let (kind, row) = &self.row;
        let is_kind = |line: &&Line| kind.as_ref().is_none_or(|kind| line.kind == *kind);
        let mut lines = report.rows.iter().filter(is_kind);
        lines.find(|line| line.id == *row)
    }

    fn cells(&self, tried: &Tried) -> Vec<String> {
        let report = match &tried.report {
            Ok(report) => report,
            Err(refused) => return vec![tried.value.to_string(), refused.clone()],
        };
        let (totals, line) = (&report.totals, self.line(report));
        let mean = |of: fn(&Measures) -> Estimate| {
            told_mean(&of(&Measures::from_report(report, &tried.deals)))
        };
        let none = || "–".to_owned();
        let chosen = |line: &Line| line.tally.chosen as f64 / totals.games().max(1) as f64;
        vec![
            tried.value.to_string(),
            mean(|measures| measures.score),
            mean(|measures| measures.decisions),
            line.map_or_else(none, |line| format!("{:.2}", chosen(line))),
            line.and_then(|line| line.found)
                .map_or_else(none, |found| found.told()),
            line.map_or_else(none, |line| line.verdict().word().to_owned()),
        ]
    }

    /// Tables for people, with 95 % intervals.
    #[must_use]
    pub fn human(&self) -> String {
        let mut rows: Vec<Vec<String>> = vec![HEAD.map(str::to_owned).to_vec()];
        rows.extend(self.values.iter().map(|tried| self.cells(tried)));
        let mut text = format!("{}\n\n{}", self.what, table(&rows));
        let differences = self.differences();
        if let Some(base) = self.base().filter(|_| !differences.is_empty()) {
            let mut rows: Vec<Vec<String>> = vec![DIFFERENCES.map(str::to_owned).to_vec()];
            rows.extend(differences.iter().map(ValueDifference::cells));
            text.push_str(&format!(
                "\ndifferences from {}, seed by seed\n\n{}",
                base.value,
                table(&rows)
            ));
        }
        for reason in self.reasons() {
            text.push_str(&format!("\n{reason}\n"));
        }
        text
    }

    /// The value that all others are held against: the first that was played.
    fn base(&self) -> Option<&Tried> {
        self.values.iter().find(|tried| tried.report.is_ok())
    }

    /// The differences of all other values from the first, deal by deal on equal seeds.
    fn differences(&self) -> Vec<ValueDifference> {
        let Some(base) = self.base() else {
            return Vec::new();
        };
        let others = self.values.iter().filter(|tried| tried.value != base.value);
        let others = others.filter_map(|tried| Some((tried, tried.report.as_ref().ok()?)));
        others
            .map(|(tried, report)| ValueDifference::between(tried, report, &base.deals))
            .collect()
    }

    /// Sentences about why the row has no worth or no verdict, each with the values for which it is so.
    fn reasons(&self) -> Vec<String> {
        let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for tried in &self.values {
            let Ok(report) = &tried.report else { continue };
            let why = match self.line(report) {
                Some(line) => line.why.map(Unmeasured::phrase),
                None => Some(UNNAMED.to_owned()),
            };
            if let Some(why) = why {
                groups.entry(why).or_default().push(tried.value.to_string());
            }
        }
        let played = self.played().count();
        let sentences = groups.into_iter().map(|(why, values)| {
            let values = if values.len() == played {
                "any value".to_owned()
            } else {
                values.join(", ")
            };
            format!("no worth or no verdict with {values}: {why}")
        });
        sentences.collect()
    }

    /// All values as programs read them.
    #[must_use]
    pub fn shape(&self) -> TuneShape {
        let value = |tried: &Tried| {
            let report = tried.report.as_ref();
            let row = report.ok().and_then(|report| self.line(report));
            TriedShape {
                value: tried.value,
                refused: report.err().cloned(),
                totals: report.ok().map(|report| report.totals.shape()),
                row: row.map(Line::shape),
                why: report.ok().and_then(|report| match self.line(report) {
                    Some(line) => line.why.map(Unmeasured::phrase),
                    None => Some(UNNAMED.to_owned()),
                }),
            }
        };
        let played = self.played().next().map(|(_, report)| report);
        TuneShape {
            schema: "ludex/tune/1".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: played.map(|report| report.game.clone()),
            players: played.map(|report| report.players),
            seed: played.map(|report| report.seed),
            seats: played.map(|report| report.seats.clone()),
            what: self.what.clone(),
            differences: self
                .differences()
                .iter()
                .map(ValueDifference::shape)
                .collect(),
            values: self.values.iter().map(value).collect(),
        }
    }

    /// Writes all values as one JSON object.
    #[must_use]
    pub fn json(&self) -> Value {
        written(&self.shape())
    }

    /// The values that were played.
    fn played(&self) -> impl Iterator<Item = (f64, &Report)> {
        let values = self.values.iter();
        values.filter_map(|tried| Some((tried.value as f64, tried.report.as_ref().ok()?)))
    }

    /// A page with charts.
    #[must_use]
    pub fn page(&self) -> String {
        let head: String = HEAD.iter().map(|cell| format!("<th>{cell}</th>")).collect();
        let row = |tried: &Tried| {
            let value = format!("<th>{}</th>", tried.value);
            let cells = self.cells(tried).into_iter().skip(1);
            let cells = cells.map(|cell| format!("<td>{}</td>", escaped(&cell)));
            format!("<tr>{value}{}</tr>", cells.collect::<String>())
        };
        let rows: String = self.values.iter().map(row).collect();
        let table = format!(
            "<div class=\"wide\"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        );
        let title = match self.played().next() {
            Some((_, report)) => format!("{}: {}", report.title, self.what),
            None => self.what.clone(),
        };
        let differences = self.differences();
        let differences = differences.iter().map(ValueDifference::sentence);
        let reason = differences.chain(self.reasons());
        let reason: String = reason
            .map(|line| format!("<p>{}</p>", escaped(&line)))
            .collect();
        let body = format!(
            "<h1>{}</h1><p>{}</p>{}{}",
            escaped(&title),
            escaped(&self.about()),
            section("Charts", &grid(&self.charts())),
            section("Numbers", &format!("{table}{reason}"))
        );
        document(&title, &body)
    }

    /// The games played, in words.
    fn about(&self) -> String {
        let Some((_, report)) = self.played().next() else {
            return "No value could be played.".to_owned();
        };
        format!(
            "{} games with each value, {} players ({}), the same seeds from {} on for each; intervals of 95\u{a0}%.",
            report.totals.games(),
            report.players,
            report.seats.join(", "),
            report.seed
        )
    }

    fn charts(&self) -> Vec<String> {
        let seats = self.played().map(|(_, report)| report.totals.seats());
        let wins: Vec<Curve> = (0..seats.max().unwrap_or(0))
            .map(|seat| {
                self.curve(&format!("P{seat}"), &|report| {
                    let (share, (low, high)) = report.totals.won(seat);
                    Some((share * 100.0, (low * 100.0, high * 100.0)))
                })
            })
            .collect();
        let worth = self.curve("worth", &|report| {
            let points = self.line(report)?.found?.worth.points;
            Some((points.mean, points.interval(ALPHA)))
        });
        let counted = |name: &str, of: &dyn Fn(&Report) -> Counts| {
            self.curve(name, &|report| {
                let estimate = of(report).estimate();
                Some((estimate.mean, estimate.interval(ALPHA)))
            })
        };
        let scores = counted("score", &|report| report.totals.all_scores());
        let length = counted("decisions", &|report| report.totals.decisions().clone());
        let x = &self.what;
        let titled =
            |curve: Curve, y: &str, title: &str| figure(&plot::curves(&[curve], x, y), title);
        let by_seat = figure(
            &plot::curves(&wins, x, "% of games won"),
            &format!("Wins: {}", legend(&wins)),
        );
        let mut charts = vec![
            by_seat,
            titled(scores, "score", "Mean score"),
            titled(length, "decisions", "Decisions of a game"),
        ];
        if !worth.points.is_empty() {
            charts.insert(0, titled(worth, "points", "Worth of the row"));
        }
        charts
    }

    /// A curve over the values, with 95 % intervals.
    fn curve(&self, name: &str, of: &dyn Fn(&Report) -> Option<Measured>) -> Curve {
        let spots = self.played().filter_map(|(x, report)| {
            let (y, interval) = of(report)?;
            Some(((x, y), interval))
        });
        let (points, intervals) = spots.unzip();
        Curve {
            name: name.to_owned(),
            points,
            intervals,
        }
    }
}

/// The means of a value's games, with intervals by deals: what seats of a game score is not independent.
struct Measures {
    score: Estimate,
    decisions: Estimate,
}

impl Measures {
    fn from_report(report: &Report, deals: &[DealNumbers]) -> Measures {
        let games = f64::from(report.rounds);
        let seats = games * f64::from(report.players);
        let scores = deals.iter().map(|deal| deal.score as f64 / seats);
        let decisions = deals.iter().map(|deal| deal.decisions as f64 / games);
        Measures {
            score: estimate(scores),
            decisions: estimate(decisions),
        }
    }
}

/// The differences of a value from another, deal by deal on equal seeds.
struct ValueDifference {
    value: i64,
    score: Estimate,
    decisions: Estimate,
}

impl ValueDifference {
    /// Holds the deals of a value against those of another; deals that only one played don't count.
    fn between(tried: &Tried, report: &Report, base: &[DealNumbers]) -> ValueDifference {
        let games = f64::from(report.rounds);
        let seats = games * f64::from(report.players);
        let pairs = || tried.deals.iter().zip(base);
        let scores = pairs().map(|(own, base)| (own.score - base.score) as f64 / seats);
        let decisions =
            pairs().map(|(own, base)| (own.decisions as f64 - base.decisions as f64) / games);
        ValueDifference {
            value: tried.value,
            score: estimate(scores),
            decisions: estimate(decisions),
        }
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.value.to_string(),
            told_difference(&self.score),
            told_difference(&self.decisions),
        ]
    }

    fn sentence(&self) -> String {
        format!(
            "with {}, seed by seed: score {}, decisions {}",
            self.value,
            told_difference(&self.score),
            told_difference(&self.decisions)
        )
    }

    fn shape(&self) -> ValueDifferenceShape {
        let one = |estimate: &Estimate| MeanShape {
            mean: rounded((estimate.mean, 0.0)).map(|(mean, _)| mean),
            interval: rounded(estimate.interval(ALPHA)),
        };
        ValueDifferenceShape {
            value: self.value,
            score: one(&self.score),
            decisions: one(&self.decisions),
        }
    }
}

/// Estimates the mean of some numbers.
fn estimate(numbers: impl Iterator<Item = f64>) -> Estimate {
    let sums = numbers.fold((0, 0.0, 0.0), |(count, sum, squares), one| {
        (count + 1, sum + one, squares + one * one)
    });
    Estimate::of_sums(sums.0, sums.1, sums.2)
}

/// A mean with half of its 95 % interval.
fn told_mean(estimate: &Estimate) -> String {
    let half = estimate.interval(ALPHA).1 - estimate.mean;
    if half.is_finite() {
        format!("{:.2} ± {half:.2}", estimate.mean)
    } else {
        format!("{:.2} ± –", estimate.mean)
    }
}

/// A difference with its 95 % interval.
fn told_difference(estimate: &Estimate) -> String {
    let (low, high) = estimate.interval(ALPHA);
    if low.is_finite() {
        format!("{:+.2} ({low:+.2} to {high:+.2})", estimate.mean)
    } else {
        format!("{:+.2} (too few deals)", estimate.mean)
    }
}

/// Rows under each other; a row with fewer cells than the first tells something of its own.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let whole = rows.iter().filter(|row| row.len() == columns);
        widest(whole.map(|row| row[column].as_str()))
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(cell, width)| right_aligned(cell, *width));
        text.push_str(&format!("{}\n", cells.collect::<Vec<_>>().join("  ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn names_of_two_columns_a_character_line_up() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let lines = table(&[row(["狐狸", "games"]), row(["owl", "5"])]);
        assert_eq!(lines, "狐狸  games\n owl      5\n");
    }
}
