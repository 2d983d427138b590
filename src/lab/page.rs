//! The balance report as one page of HTML: nothing is loaded, light and dark follow the reader, a phone is wide enough.

use crate::bars;
use crate::counts::Counts;
use crate::leads::POINTS;
use crate::plot::{self, Curve, Point};
use crate::report::{Apart, Line, Report};
use crate::seats::SeatAhead;
use crate::unmeasured::{self, Unmeasured};
use crate::verdict::{By, Found, Verdict};
use ludex_markup::{escaped, html_file};

/// Rows that a chart shows at each end.
const DRAWN: usize = 12;
/// Bars of a chart.
const BARS: u64 = 24;

const STYLE: &str = include_str!("page.css");

impl Report {
    /// The whole report as HTML.
    #[must_use]
    pub fn page(&self) -> String {
        let body = [
            self.page_head(),
            self.page_accused(),
            self.page_seats(),
            self.page_leads(),
            By::ALL.map(|by| self.page_worth(by)).concat(),
            self.page_unmeasured(),
            self.page_lists(),
            self.page_rows(),
        ];
        document(&format!("{}: balance", self.title), &body.concat())
    }

    fn page_head(&self) -> String {
        format!(
            "<h1>{}</h1><p>{} games: {} deals, each played {} with the hidden hands handed on; {} players ({}), seeds from {}. \
             Rules <code>{}</code>, ludex {}.</p>",
            escaped(&self.title),
            self.totals.games(),
            self.deals,
            if self.rounds == 1 {
                "once".to_owned()
            } else {
                format!("{} times", self.rounds)
            },
            self.players,
            escaped(&self.seats.join(", ")),
            self.seed,
            self.rules.get(..12).unwrap_or(&self.rules),
            env!("CARGO_PKG_VERSION"),
        )
    }

    fn page_accused(&self) -> String {
        let mut text = if self.accused.is_empty() {
            "<p>No row is too strong or too weak for its kind.</p>".to_owned()
        } else {
            format!(
                "<p>Too strong or too weak for their kind, among these players:</p>{}",
                list(self.accused.iter().map(Apart::sentence))
            )
        };
        if !self.apart.is_empty() {
            text.push_str("<p>These stand apart from their kind, but not by enough to be too strong or too weak:</p>");
            text.push_str(&list(self.apart.iter().map(Apart::sentence)));
        }
        section("Rows that stand apart", &text)
    }

    fn page_unmeasured(&self) -> String {
        let told = unmeasured::sentences(self.rows.iter().map(Line::measured));
        if told.is_empty() {
            String::new()
        } else {
            section("Rows without a worth or a verdict", &list(told.into_iter()))
        }
    }

    fn page_seats(&self) -> String {
        let totals = &self.totals;
        let wins: Vec<Point> = (0..totals.seats())
            .map(|seat| {
                let (share, (low, high)) = totals.won(seat);
                point(
                    format!("P{seat}"),
                    share * 100.0,
                    (low * 100.0, high * 100.0),
                    0,
                )
            })
            .collect();
        let scores: Vec<Point> = (0..totals.seats())
            .map(|seat| {
                let estimate = totals.score(seat).estimate();
                let interval = estimate.interval(crate::interval::ALPHA);
                point(format!("P{seat}"), estimate.mean, interval, 0)
            })
            .collect();
        let mean = scores.iter().map(|point| point.value).sum::<f64>() / scores.len().max(1) as f64;
        let fair = 100.0 / totals.seats().max(1) as f64;
        let charts = [
            figure(
                &plot::intervals(&wins, fair, "% of games won"),
                "Wins by seat, alone or shared, with 95 % intervals",
            ),
            figure(
                &plot::intervals(&scores, mean, "mean score"),
                "Mean score by seat, with 95 % intervals",
            ),
            figure(&distribution(&totals.all_scores(), "score"), "Scores"),
            figure(
                &distribution(totals.decisions(), "decisions"),
                "Decisions of a game",
            ),
        ];
        let ahead = if self.seats_ahead.is_empty() {
            "<p>No seat wins more often than its share, beyond chance.</p>".to_owned()
        } else {
            format!(
                "<p>Seats that win more often than their share, beyond chance:</p>{}",
                list(self.seats_ahead.iter().map(SeatAhead::sentence))
            )
        };
        section("Seats, scores and lengths", &(ahead + &grid(&charts)))
    }

    fn page_leads(&self) -> String {
        let leads = &self.leads;
        if leads.games == 0 {
            return String::new();
        }
        let percent = |count: u64| count as f64 * 100.0 / leads.games as f64;
        let time = |point: usize| point as f64 * 100.0 / (POINTS - 1) as f64;
        let curve = |name: String, of: &dyn Fn(usize) -> u64| Curve {
            name,
            points: (0..POINTS)
                .map(|point| (time(point), percent(of(point))))
                .collect(),
            intervals: Vec::new(),
        };
        let seats: Vec<Curve> = (0..self.totals.seats())
            .map(|seat| curve(format!("P{seat}"), &|point| leads.leads[point][seat]))
            .collect();
        let told = curve("the leader wins".to_owned(), &|point| leads.told[point]);
        let mean = leads.changes.mean() as f64 / 100.0;
        let charts = [
            figure(
                &plot::curves(&seats, "% of the game", "% of games"),
                &format!("Who leads alone: {}", legend(&seats)),
            ),
            figure(
                &plot::curves(&[told], "% of the game", "% of games"),
                "The one who leads alone then wins in the end",
            ),
            figure(
                &distribution(&leads.changes, "changes"),
                &format!("Changes of the lead, {mean:.1} a game"),
            ),
        ];
        section("Who leads", &grid(&charts))
    }

    fn page_worth(&self, by: By) -> String {
        let rows = self.rows.iter().filter_map(|row| Some((row, row.found?)));
        let mut rows: Vec<(&Line, Found)> = rows.filter(|(_, found)| found.by == by).collect();
        let (title, about) = match by {
            By::Dealt => ("Worth of beginning with a row", DEALT),
            By::Open => ("Worth of a row that lies open at the beginning", OPEN),
            By::Chosen => ("Worth of choosing a row", CHOSEN),
            By::Taken => ("Worth of getting a row", TAKEN),
        };
        if rows.is_empty() {
            return String::new();
        }
        rows.sort_by(|a, b| b.1.worth.points.mean.total_cmp(&a.1.worth.points.mean));
        let points: Vec<Point> = rows
            .iter()
            .map(|(row, found)| {
                let colour = match found.verdict {
                    Verdict::TooStrong | Verdict::TooWeak => 1,
                    Verdict::Above | Verdict::Below => 2,
                    Verdict::Fine | Verdict::Unknown => 0,
                };
                point(
                    row.id.clone(),
                    found.worth.points.mean,
                    found.interval,
                    colour,
                )
            })
            .collect();
        let ends = points.len().min(DRAWN);
        let worst = points.len().saturating_sub(DRAWN).max(ends);
        let mut charts = vec![figure(
            &plot::intervals(&points[..ends], 0.0, "points"),
            if worst < points.len() {
                "The best rows"
            } else {
                "All rows"
            },
        )];
        if worst < points.len() {
            charts.push(figure(
                &plot::intervals(&points[worst..], 0.0, "points"),
                "The worst rows",
            ));
        }
        section(title, &format!("<p>{about}</p>{}", grid(&charts)))
    }

    fn page_lists(&self) -> String {
        let lists = self.lists().into_iter();
        let mut text: String = lists
            .map(|(what, rows)| names(what, &rows.iter().map(|row| row.name()).collect::<Vec<_>>()))
            .collect();
        text.push_str(&names("answers never chosen", &self.answers.0));
        text.push_str(&names("answers chosen whenever offered", &self.answers.1));
        section("Never and always", &text)
    }

    fn page_rows(&self) -> String {
        let head = [
            "row",
            "kind",
            "seen",
            "offered",
            "chosen",
            "taken",
            "passed over",
            "in play",
            "worth in points",
            "in wins",
            "verdict",
        ];
        let head: String = head.iter().map(|cell| format!("<th>{cell}</th>")).collect();
        let rows: String = self.rows.iter().map(row).collect();
        let about = "<p>Seen: games in which it was an option or lay at a player's. Offered, chosen and passed over: decisions. \
            Taken: choices that brought it to a player. In play: games in which it lay at a player's in the end, where all see \
            it. Worth with intervals that hold for all rows together.</p>";
        section(
            "All rows",
            &format!(
                "{about}<div class=\"wide\"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
            ),
        )
    }
}

const DEALT: &str = "Each deal was played once for each seat, with the hands handed on: the margin, in points over the mean of the \
    table, of the seat that began with the row. So it is worth as much more than the mean row that others began with.";
const OPEN: &str = "Rows that nobody begins with, and that chance lays open or not: how much more each seat scores in deals in which the \
    row lies open at the beginning.";

const CHOSEN: &str = "Each deal was played again up to a decision, and went on twice with the same chance to come: once with the row, once \
    with another answer. So it is the margin of the player who chose it, less the margin without.";
const TAKEN: &str = "Each deal was played again until a row came to a player, and went on twice with the same chance to come: once \
    with it, once with another of its kind in its place. So it is worth as much more than the mean of the others.";

/// A line of the table.
fn row(line: &Line) -> String {
    let counts = line.counts();
    let counts: String = counts
        .iter()
        .map(|count| format!("<td>{count}</td>"))
        .collect();
    let points = line.found.map_or("–".to_owned(), |found| found.told());
    let wins = line.found.and_then(|found| found.wins());
    let wins = wins.map_or("–".to_owned(), |wins| format!("{:+.1} %", wins * 100.0));
    let verdict = line.verdict();
    let class = match verdict {
        Verdict::TooStrong | Verdict::TooWeak => " class=\"apart\"",
        Verdict::Fine | Verdict::Above | Verdict::Below | Verdict::Unknown => "",
    };
    format!(
        "<tr{class}><th>{}</th><td class=\"kind\">{}</td>{counts}<td>{points}</td><td>{wins}</td><td>{}</td></tr>",
        escaped(&line.id),
        escaped(&line.kind),
        line.why
            .map_or(verdict.word().to_owned(), Unmeasured::phrase),
    )
}

/// A chart of how often each number came up.
fn distribution(counts: &Counts, caption: &str) -> String {
    let bins = bars::bins(counts, BARS);
    let step = bins.first().map_or(1, |((low, high), _)| high - low + 1);
    let bins: Vec<(f64, f64)> = bins
        .iter()
        .map(|((low, _), times)| (*low as f64, *times as f64))
        .collect();
    plot::histogram(&bins, step as f64, caption)
}

pub(super) fn point(name: String, value: f64, interval: (f64, f64), colour: usize) -> Point {
    Point {
        name,
        value,
        interval,
        colour,
    }
}

/// Names of curves in their colours.
pub(super) fn legend(curves: &[Curve]) -> String {
    let names = curves.iter().enumerate().map(|(number, curve)| {
        format!(
            "<b style=\"color:var(--series-{})\">{}</b>",
            number % 6,
            escaped(&curve.name)
        )
    });
    names.collect::<Vec<String>>().join(", ")
}

/// A chart with its caption, which is HTML.
pub(super) fn figure(chart: &str, caption: &str) -> String {
    format!("<figure><figcaption>{caption}</figcaption>{chart}</figure>")
}

pub(super) fn grid(figures: &[String]) -> String {
    format!("<div class=\"grid\">{}</div>", figures.concat())
}

pub(super) fn section(title: &str, text: &str) -> String {
    format!("<section><h2>{title}</h2>{text}</section>")
}

fn list(lines: impl Iterator<Item = String>) -> String {
    let lines: String = lines
        .map(|line| format!("<li>{}</li>", escaped(&line)))
        .collect();
    format!("<ul>{lines}</ul>")
}

fn names(what: &str, names: &[String]) -> String {
    let names = if names.is_empty() {
        "none".to_owned()
    } else {
        escaped(&names.join(", "))
    };
    format!("<p><b>{what}:</b> {names}</p>")
}

/// A document that needs nothing besides itself.
pub(super) fn document(title: &str, body: &str) -> String {
    html_file(title, STYLE, &format!("<main>{body}</main>\n"))
}
