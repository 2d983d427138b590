//! The balance report as plain data, and as text, JSON and comma-separated values.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::balance::{Balance, Setting};
use crate::counts::rounded;
use crate::leads::Leads;
use crate::seats::{self, SeatAhead};
use crate::separated;
use crate::shape::{ApartShape, BalanceShape, LeadsShape, RowShape, WorthShape, written};
use crate::tally::{Tally, Worth};
use crate::totals::Totals;
use crate::unmeasured::{self, MeasuredRow, Unmeasured};
use crate::verdict::{self, By, Found, Verdict};
use ludex_source::columns::padded;

/// Rows that the text lists at each end.
const LISTED: usize = 5;

/// All that a report tells.
#[derive(Clone, Debug)]
pub struct Report {
    /// The title of the game.
    pub title: String,
    /// The name of its folder.
    pub game: String,
    /// The hash of its rules.
    pub rules: String,
    /// The number of players.
    pub players: u8,
    /// The seed of the first deal.
    pub seed: u64,
    /// The options of the game by name.
    pub options: Map<String, Value>,
    /// The bots in the seats.
    pub seats: Vec<String>,
    /// Deals, each of them so many games.
    pub deals: u64,
    /// Games of a deal.
    pub rounds: u32,
    /// Scores are common to all.
    pub is_together: bool,
    /// Counts of how the games ended.
    pub totals: Totals,
    /// Counts of who led when.
    pub leads: Leads,
    /// The rows, those that are accused first, then the strongest.
    pub rows: Vec<Line>,
    /// The rows that are accused, the clearest first.
    pub accused: Vec<Apart>,
    /// The rows that stand apart from their kind and are not accused, the clearest first.
    pub apart: Vec<Apart>,
    /// The seats that win more often than their share, beyond chance.
    pub seats_ahead: Vec<SeatAhead>,
    /// Answers apart from rows that were never chosen, and those that were chosen whenever they were offered.
    pub answers: (Vec<String>, Vec<String>),
}

/// A row of the report.
#[derive(Clone, Debug)]
pub struct Line {
    /// The kind or record.
    pub kind: String,
    /// The id of the row.
    pub id: String,
    /// It is a row of a record.
    pub is_record: bool,
    /// The counts of all games.
    pub tally: Tally,
    /// The worth with its verdict.
    pub found: Option<Found>,
    /// The reason for a missing worth or verdict.
    pub why: Option<Unmeasured>,
}

impl Line {
    pub(crate) fn measured(&self) -> MeasuredRow<'_> {
        MeasuredRow {
            kind: &self.kind,
            id: &self.id,
            why: self.why,
        }
    }
}

/// A row that stands apart.
#[derive(Clone, Debug)]
pub struct Apart {
    /// The kind or record.
    pub kind: String,
    /// The id of the row.
    pub id: String,
    /// The worth that stands apart.
    pub found: Found,
}

impl Report {
    /// Sums up what was counted.
    #[must_use]
    pub fn of(setting: &Setting<'_>, balance: &Balance) -> Report {
        let names = &setting.program.names;
        let found = if has_one_score(balance) {
            Vec::new()
        } else {
            verdict::found(setting, balance)
        };
        let named = |rows: Vec<Found>| {
            rows.into_iter()
                .map(|row| Apart::of(setting, row))
                .collect()
        };
        let mut seats: Vec<String> = setting.seats.iter().map(ToString::to_string).collect();
        if seats.is_empty() {
            seats.push("random".to_owned());
        }
        Report {
            title: names.title.clone(),
            game: names.game.clone(),
            rules: setting.program.hash.clone(),
            players: setting.start.players,
            seed: setting.start.seed,
            options: setting.start.options_by_name(setting.program),
            seats,
            deals: balance.deals(),
            rounds: setting.rounds,
            is_together: setting.measure.is_together(),
            totals: balance.totals.clone(),
            leads: balance.leads.clone(),
            rows: lines(setting, balance, &found),
            accused: named(verdict::accused(&found)),
            apart: named(verdict::apart(&found)),
            seats_ahead: seats::ahead(setting, balance),
            answers: answers(setting, balance),
        }
    }

    /// Rows that no decision offered, that were offered and never chosen, that were chosen whenever they were offered, and that
    /// lay at no player's in the end; the first and the last where most of their kind did.
    #[must_use]
    pub fn lists(&self) -> [(&'static str, Vec<&Line>); 4] {
        let rows =
            |is: &dyn Fn(&Tally) -> bool| self.rows.iter().filter(|row| is(&row.tally)).collect();
        let choices = |is: &dyn Fn(&Tally) -> bool| rows(&|tally| tally.offered > 0 && is(tally));
        [
            ("never an option", self.lacking(|tally| tally.offered)),
            (
                "offered, and never chosen",
                choices(&|tally| tally.chosen == 0),
            ),
            (
                "chosen whenever offered",
                choices(&|tally| tally.chosen == tally.offered),
            ),
            (
                "in play at no player's in the end",
                self.lacking(|tally| tally.in_play),
            ),
        ]
    }

    /// Rows without a count that most rows of their kind have.
    fn lacking(&self, count: fn(&Tally) -> u64) -> Vec<&Line> {
        let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for row in &self.rows {
            let (some, all) = kinds.entry(&row.kind).or_default();
            *some += usize::from(count(&row.tally) > 0);
            *all += 1;
        }
        let is_usual = |kind: &str| kinds.get(kind).is_some_and(|(some, all)| 2 * some > *all);
        let rows = self.rows.iter();
        rows.filter(|row| count(&row.tally) == 0 && is_usual(&row.kind))
            .collect()
    }

    /// The report as programs read it.
    #[must_use]
    pub fn shape(&self) -> BalanceShape {
        BalanceShape {
            schema: "ludex/balance/1".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: self.game.clone(),
            rules: self.rules.clone(),
            players: self.players,
            seed: self.seed,
            options: self.options.clone(),
            seats: self.seats.clone(),
            deals: self.deals,
            games_of_a_deal: self.rounds,
            accused: self.accused.iter().map(Apart::shape).collect(),
            stand_apart: self.apart.iter().map(Apart::shape).collect(),
            seats_ahead: self.seats_ahead.iter().map(SeatAhead::shape).collect(),
            totals: self.totals.shape(),
            leads: LeadsShape {
                games: self.leads.games,
                changes: self.leads.changes.shape(),
                leading_alone: self.leads.leads.clone(),
                leader_wins: self.leads.told.clone(),
            },
            rows: self.rows.iter().map(Line::shape).collect(),
            answers_never_chosen: self.answers.0.clone(),
            answers_always_chosen: self.answers.1.clone(),
        }
    }

    /// Writes the report as one JSON object.
    #[must_use]
    pub fn json(&self) -> Value {
        written(&self.shape())
    }

    /// A line for each row, with a head.
    #[must_use]
    pub fn csv(&self) -> String {
        let head = "kind,row,seen,offered,chosen,taken,passed_over,in_play,by,points,low,high,wins,deals,verdict,why";
        let mut rows: Vec<Vec<String>> = vec![head.split(',').map(str::to_owned).collect()];
        rows.extend(self.rows.iter().map(Line::cells));
        separated::lines(&rows)
    }

    /// The report as text, so many characters wide.
    #[must_use]
    pub fn human(&self, width: usize) -> String {
        let mut text = format!(
            "{}: {} games ({} deals), {} players: {}\n\n{}",
            self.title,
            self.totals.games(),
            self.deals,
            self.players,
            self.seats.join(", "),
            self.totals.human(width)
        );
        if self.leads.games > 0 {
            let changes = &self.leads.changes;
            let mean = changes.mean() as f64 / 100.0;
            text.push_str(&format!("\nthe lead changes {mean:.1} times a game\n"));
        }
        let ahead: Vec<String> = self.seats_ahead.iter().map(SeatAhead::sentence).collect();
        text.push_str(&lines_under(
            "seats that win more often than their share, beyond chance",
            &ahead,
        ));
        for by in By::ALL {
            text.push_str(&self.extremes(by));
        }
        text.push_str(&self.human_lists());
        text + &self.human_apart()
    }

    /// The strongest and the weakest rows by one experiment.
    fn extremes(&self, by: By) -> String {
        let mut rows: Vec<(&Line, &Found)> = self
            .rows
            .iter()
            .filter_map(|row| Some((row, row.found.as_ref()?)))
            .filter(|(_, found)| found.by == by)
            .collect();
        rows.sort_by(|a, b| b.1.worth.points.mean.total_cmp(&a.1.worth.points.mean));
        if rows.is_empty() {
            return String::new();
        }
        let mut text = format!("\nworth of {}, in points\n", by.phrase());
        let left = rows.len().saturating_sub(LISTED);
        for (at, (row, found)) in rows.iter().enumerate() {
            if at == LISTED && left > LISTED {
                text.push_str("    …\n");
            }
            if at < LISTED || at >= left {
                text.push_str(&format!("  {} {}\n", padded(&row.name(), 32), found.told()));
            }
        }
        text
    }

    fn human_lists(&self) -> String {
        let mut text = String::new();
        for (what, rows) in self.lists() {
            let names: Vec<String> = rows.iter().map(|row| row.name()).collect();
            text.push_str(&listed(what, &names));
        }
        text + &listed("answers never chosen", &self.answers.0)
            + &listed("answers chosen whenever offered", &self.answers.1)
    }

    fn human_apart(&self) -> String {
        let unmeasured = unmeasured::sentences(self.rows.iter().map(Line::measured));
        let apart: Vec<String> = self.apart.iter().map(Apart::sentence).collect();
        let accused: Vec<String> = self.accused.iter().map(Apart::sentence).collect();
        let mut text = lines_under("no worth or no verdict", &unmeasured);
        text.push_str(&lines_under(
            "stand apart from their kind, but not by enough to be too strong or too weak",
            &apart,
        ));
        if accused.is_empty() {
            return text + "\nno row is too strong or too weak for its kind\n";
        }
        text.push_str(&lines_under(
            "too strong or too weak for their kind, among these players",
            &accused,
        ));
        if self.seats.iter().all(|seat| seat == "random") {
            text.push_str(
                "\nrandom players hardly find what has to be played well, so what scores by itself stands out among them;\n\
                 see what bots do with it before you change it: `ludex sim GAME --seats ismcts:200 --report`\n",
            );
        }
        text
    }
}

/// Lines under a head; nothing for none.
fn lines_under(head: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        String::new()
    } else {
        format!("\n{head}\n  {}\n", lines.join("\n  "))
    }
}

/// Names after what they have in common; nothing for none.
fn listed(what: &str, names: &[String]) -> String {
    if names.is_empty() {
        String::new()
    } else {
        format!("\n{what}: {}\n", names.join(", "))
    }
}

impl Apart {
    fn of(setting: &Setting<'_>, found: Found) -> Apart {
        let subject = &setting.subjects.all[found.row];
        Apart {
            kind: subject.kind.clone(),
            id: subject.id.clone().unwrap_or_default(),
            found,
        }
    }

    fn shape(&self) -> ApartShape {
        let Apart { kind, id, found } = self;
        ApartShape {
            kind: kind.clone(),
            row: id.clone(),
            verdict: found.verdict.word().to_owned(),
            by: found.by.word().to_owned(),
        }
    }

    /// The sentence about it, with the numbers.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Apart { kind, id, found } = self;
        format!(
            "{kind} {id}: {}; {} is worth {} points",
            found.verdict.word(),
            found.by.phrase(),
            found.told()
        )
    }
}

impl Line {
    /// Returns its kind and id.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.kind, self.id)
    }

    /// The sentence about it.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.found.map_or(Verdict::Unknown, |found| found.verdict)
    }

    pub(super) fn shape(&self) -> RowShape {
        let tally = &self.tally;
        let worth = self.found.map(|found| {
            let round = |number: f64| rounded((number, 0.0)).map(|(number, _)| number);
            WorthShape {
                by: found.by.word().to_owned(),
                points: round(found.worth.points.mean),
                interval: rounded(found.interval),
                wins: found.wins().and_then(round),
                deals: found.worth.count,
            }
        });
        RowShape {
            kind: self.kind.clone(),
            row: self.id.clone(),
            seen: tally.seen,
            offered: tally.offered,
            chosen: tally.chosen,
            taken: tally.taken,
            passed_over: tally.offered - tally.chosen,
            in_play: tally.in_play,
            worth,
            verdict: self.verdict().word().to_owned(),
            why: self.why.map(|why| why.word().to_owned()),
        }
    }

    /// Counts of its being seen, offered, chosen, taken, passed over, and in play at the end.
    pub(super) fn counts(&self) -> [u64; 6] {
        let tally = &self.tally;
        let passed_over = tally.offered - tally.chosen;
        [
            tally.seen,
            tally.offered,
            tally.chosen,
            tally.taken,
            passed_over,
            tally.in_play,
        ]
    }

    fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.kind.clone(), self.id.clone()];
        cells.extend(self.counts().iter().map(ToString::to_string));
        match &self.found {
            None => cells.extend(std::iter::repeat_n(String::new(), 6)),
            Some(found) => {
                let Found {
                    by,
                    worth,
                    interval: (low, high),
                    ..
                } = found;
                cells.push(by.word().to_owned());
                let numbers = [
                    Some(worth.points.mean),
                    Some(*low),
                    Some(*high),
                    found.wins(),
                ];
                let told = |number: f64| format!("{number:.4}");
                cells.extend(numbers.map(|number| number.map_or_else(String::new, told)));
                cells.push(worth.count.to_string());
            }
        }
        cells.push(self.verdict().word().to_owned());
        cells.push(self.why.map_or("", Unmeasured::word).to_owned());
        cells
    }
}

impl By {
    /// Returns its word in JSON and tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            By::Dealt => "dealt",
            By::Open => "open",
            By::Chosen => "chosen",
            By::Taken => "taken",
        }
    }

    /// The subject of the worth.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            By::Dealt => "beginning with it",
            By::Open => "its lying open at the beginning",
            By::Chosen => "choosing it, rather than something else at the same moment",
            By::Taken => "getting it, rather than another of its kind at the same moment",
        }
    }
}

impl Verdict {
    /// Returns the verdict in words.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Fine => "within its kind",
            Verdict::Above => "far above its kind",
            Verdict::Below => "far below its kind",
            Verdict::TooStrong => "too strong",
            Verdict::TooWeak => "too weak",
            Verdict::Unknown => "not told",
        }
    }
}

impl Found {
    /// The share of wins that it is worth; none where only points were measured.
    #[must_use]
    pub fn wins(&self) -> Option<f64> {
        let Worth { wins, .. } = self.worth;
        wins.error.is_finite().then_some(wins.mean)
    }

    /// The estimate with its corrected interval.
    #[must_use]
    pub fn told(&self) -> String {
        let (low, high) = self.interval;
        let points = self.worth.points.mean;
        format!("{points:+.2} ({low:+.2} to {high:+.2})")
    }
}

/// Returns true if all games ended with the same score for everybody, so that nothing can be worth anything.
fn has_one_score(balance: &Balance) -> bool {
    let scores = balance.totals.all_scores();
    balance.totals.games() > 1 && scores.decile(0) == scores.decile(10)
}

/// The reason why a row has no worth or no verdict.
fn reason(
    setting: &Setting<'_>,
    balance: &Balance,
    row: usize,
    found: Option<&Found>,
) -> Option<Unmeasured> {
    let (subject, tally) = (&setting.subjects.all[row], &balance.tallies[row]);
    let by = By::of_kind(setting, balance, &subject.kind);
    let reason = Unmeasured::of(tally, found, subject.is_record, by, balance.deals());
    let is_level = tally.seen > 0 && has_one_score(balance);
    reason.map(|reason| {
        if is_level {
            Unmeasured::SameScores
        } else {
            reason
        }
    })
}

/// A line for each row: those that are accused first, the clearest before the others, then by what they are worth.
fn lines(setting: &Setting<'_>, balance: &Balance, found: &[Found]) -> Vec<Line> {
    let subjects = setting.subjects.all.iter().enumerate();
    let lines = subjects.filter_map(|(row, subject)| {
        let tally = balance.tallies[row].clone();
        let found = found.iter().find(|one| one.row == row).copied();
        Some(Line {
            kind: subject.kind.clone(),
            id: subject.id.clone()?,
            is_record: subject.is_record,
            why: reason(setting, balance, row, found.as_ref()),
            tally,
            found,
        })
    });
    // What was never met belongs to another variant, or is data that no choice is about.
    let is_met = |line: &Line| line.tally.seen > 0 || !line.is_record;
    let mut lines: Vec<Line> = lines.filter(is_met).collect();
    let order = |line: &Line| match &line.found {
        Some(found) if found.beyond > 0.0 => (2, found.clarity()),
        Some(found) => (1, found.worth.points.mean),
        None => (0, 0.0),
    };
    let by_order = |a: &Line, b: &Line| order(b).partial_cmp(&order(a));
    lines.sort_by(|a, b| by_order(a, b).unwrap_or(std::cmp::Ordering::Equal));
    lines
}

/// Answers that were never chosen, and those chosen whenever they were offered.
fn answers(setting: &Setting<'_>, balance: &Balance) -> (Vec<String>, Vec<String>) {
    let all = || setting.subjects.answers.iter().zip(&balance.answers);
    let names = |is: &dyn Fn(u64, u64) -> bool| {
        let found = all().filter(|(_, (offered, chosen))| *offered > 0 && is(*offered, *chosen));
        found.map(|(name, _)| name.clone()).collect()
    };
    (
        names(&|_, chosen| chosen == 0),
        names(&|offered, chosen| chosen == offered),
    )
}
