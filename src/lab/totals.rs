//! Counts of how games ended: whole numbers only, so that the order of adding makes no difference.

use crate::bars;
use crate::counts::{Counts, rounded};
use crate::interval::{ALPHA, wilson};
use crate::shape::{SeatShape, TotalsShape};
use ludex_rules::ids::PlayerId;

/// The end of a game.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// The score of each player.
    pub scores: &'a [i32],
    /// The seats that won.
    pub winners: &'a [PlayerId],
    /// The number of decisions made.
    pub decisions: u64,
}

/// The counts of some games.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Totals {
    games: u64,
    /// For each seat: games won alone.
    won: Vec<u64>,
    /// For each seat: games won together with others.
    shared: Vec<u64>,
    /// Games that nobody won.
    lost: u64,
    /// For each seat: its scores.
    scores: Vec<Counts>,
    /// Decisions of each game.
    length: Counts,
}

impl Totals {
    /// The counts of no games.
    #[must_use]
    pub fn new(seats: u8) -> Totals {
        let none = vec![0; usize::from(seats)];
        let scores = vec![Counts::default(); usize::from(seats)];
        Totals {
            games: 0,
            won: none.clone(),
            shared: none,
            lost: 0,
            scores,
            length: Counts::default(),
        }
    }

    /// Counts the end of a game.
    pub fn count(&mut self, ended: &Ended<'_>) {
        self.games += 1;
        match ended.winners {
            [] => self.lost += 1,
            [winner] => self.won[winner.index()] += 1,
            winners => winners
                .iter()
                .for_each(|winner| self.shared[winner.index()] += 1),
        }
        for (counts, score) in self.scores.iter_mut().zip(ended.scores) {
            counts.add(i64::from(*score), 1);
        }
        self.length.add(ended.decisions.cast_signed(), 1);
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Totals) {
        self.games += other.games;
        self.lost += other.lost;
        add_each(&mut self.won, &other.won);
        add_each(&mut self.shared, &other.shared);
        self.scores
            .iter_mut()
            .zip(&other.scores)
            .for_each(|(counts, more)| counts.merge(more));
        self.length.merge(&other.length);
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.won.len()
    }

    /// Counts the games that a seat won, alone or with others.
    #[must_use]
    pub fn games_won(&self, seat: usize) -> u64 {
        self.won[seat] + self.shared[seat]
    }

    /// The games that a seat won, alone or with others, as a share with its interval.
    #[must_use]
    pub fn won(&self, seat: usize) -> (f64, (f64, f64)) {
        let won = self.games_won(seat) as f64;
        (
            won / self.games.max(1) as f64,
            wilson(won, self.games, ALPHA),
        )
    }

    /// The scores of a seat.
    #[must_use]
    pub fn score(&self, seat: usize) -> &Counts {
        &self.scores[seat]
    }

    /// The decisions of each game.
    #[must_use]
    pub fn decisions(&self) -> &Counts {
        &self.length
    }

    /// All of it as programs read it, enough to go on counting.
    #[must_use]
    pub fn shape(&self) -> TotalsShape {
        TotalsShape {
            games: self.games,
            seats: (0..self.won.len())
                .map(|seat| self.seat_shape(seat))
                .collect(),
            won_by_nobody: self.lost,
            score: self.all_scores().shape(),
            decisions: self.length.shape(),
        }
    }

    fn seat_shape(&self, seat: usize) -> SeatShape {
        SeatShape {
            seat,
            won_alone: self.won[seat],
            won_shared: self.shared[seat],
            won_interval: rounded(self.won(seat).1),
            score: self.scores[seat].shape(),
        }
    }

    /// Reads what `shape` gave; none when the numbers can't be those of so many games.
    #[must_use]
    pub fn from_shape(shape: &TotalsShape) -> Option<Totals> {
        let mut totals = Totals::new(0);
        (totals.games, totals.lost) = (shape.games, shape.won_by_nobody);
        for seat in &shape.seats {
            totals.won.push(seat.won_alone);
            totals.shared.push(seat.won_shared);
            totals.scores.push(Counts::from_shape(&seat.score)?);
        }
        totals.length = Counts::from_shape(&shape.decisions)?;
        (totals.agrees() && totals.shape() == *shape).then_some(totals)
    }

    /// Tells whether all counts can be those of so many games.
    fn agrees(&self) -> bool {
        let mut sizes = self.scores.iter().chain([&self.length]).map(Counts::size);
        let mut won = self.won.iter().zip(&self.shared);
        sizes.all(|size| size == self.games)
            && won.all(|(alone, shared)| alone.saturating_add(*shared) <= self.games)
    }

    /// Tables and histograms, the histograms so many characters wide.
    #[must_use]
    pub fn human(&self, width: usize) -> String {
        let mut text = format!(
            "{:10}{:>10}{:>10}{:>16}\n",
            "wins", "alone", "shared", "95 % of both"
        );
        for seat in 0..self.won.len() {
            text.push_str(&self.wins_row(seat));
        }
        if self.lost > 0 {
            text.push_str(&format!(
                "  {:8}{:>10}\n",
                "nobody",
                self.percent(self.lost)
            ));
        }
        text.push_str(&format!("\n{}\n", head("score")));
        for (seat, scores) in self.scores.iter().enumerate() {
            text.push_str(&row(scores, &format!("P{seat}")));
        }
        let all = self.all_scores();
        if self.scores.len() > 1 {
            text.push_str(&row(&all, "all"));
        }
        text.push_str(&bars::histogram(&all, width));
        text.push_str(&format!("\n{}\n", head("decisions")));
        text + &row(&self.length, "a game") + &bars::histogram(&self.length, width)
    }

    fn wins_row(&self, seat: usize) -> String {
        let (alone, shared) = (
            self.percent(self.won[seat]),
            self.percent(self.shared[seat]),
        );
        let (_, (low, high)) = self.won(seat);
        let interval = format!("{:.1}–{:.1} %", low * 100.0, high * 100.0);
        format!(
            "  {:8}{alone:>10}{shared:>10}{interval:>16}\n",
            format!("P{seat}")
        )
    }

    /// The scores of all seats together.
    #[must_use]
    pub fn all_scores(&self) -> Counts {
        let mut all = Counts::default();
        self.scores.iter().for_each(|scores| all.merge(scores));
        all
    }

    /// Rounded down, so that only all is 100 %.
    fn percent(&self, count: u64) -> String {
        let thousandths = u128::from(count) * 1000 / u128::from(self.games.max(1));
        format!("{}.{}%", thousandths / 10, thousandths % 10)
    }
}

fn add_each(counts: &mut [u64], more: &[u64]) {
    counts
        .iter_mut()
        .zip(more)
        .for_each(|(count, more)| *count += more);
}

fn head(title: &str) -> String {
    let deciles: String = (1..10)
        .map(|tenths| format!("{:>6}", format!("{tenths}0%")))
        .collect();
    format!(
        "{title:10}{:>10}{:>7}{:>6}{deciles}{:>6}",
        "mean", "±", "min", "max"
    )
}

fn row(counts: &Counts, name: &str) -> String {
    let mean = counts.mean();
    let sign = if mean < 0 { "-" } else { "" };
    let mean = format!("{sign}{}.{:02}", mean.abs() / 100, mean.abs() % 100);
    let estimate = counts.estimate();
    let half = if estimate.error.is_finite() {
        format!("{:.2}", estimate.interval(ALPHA).1 - estimate.mean)
    } else {
        "–".to_owned()
    };
    let deciles: String = (0..=10)
        .map(|tenths| format!("{:>6}", counts.decile(tenths)))
        .collect();
    format!("  {name:8}{mean:>10}{half:>7}{deciles}\n")
}
