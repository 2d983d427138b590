//! How many random games ended how. Whole numbers only, so that the order of adding makes no difference.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::json;

use crate::cli::sim::Ended;

/// What is counted of some games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Totals {
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

/// How often each number came up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counts(BTreeMap<i64, u64>);

impl Totals {
    /// No games yet.
    pub(crate) fn new(seats: u8) -> Totals {
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

    /// Counts a game.
    pub(crate) fn count(&mut self, ended: &Ended<'_>) {
        self.games += 1;
        match ended.winners {
            [] => self.lost += 1,
            [winner] => self.won[usize::from(*winner)] += 1,
            winners => winners
                .iter()
                .for_each(|winner| self.shared[usize::from(*winner)] += 1),
        }
        for (counts, score) in self.scores.iter_mut().zip(ended.scores) {
            counts.add(i64::from(*score), 1);
        }
        self.length.add(ended.decisions.cast_signed(), 1);
    }

    /// Adds other games.
    pub(crate) fn add(&mut self, other: &Totals) {
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

    /// As JSON.
    pub(crate) fn json(&self) -> Value {
        let seats: Vec<Value> = (0..self.won.len())
            .map(|seat| self.seat_json(seat))
            .collect();
        json!({
            "games": self.games,
            "seats": seats,
            "won_by_nobody": self.lost,
            "score": self.all_scores().json(),
            "decisions": self.length.json(),
        })
    }

    fn seat_json(&self, seat: usize) -> Value {
        json!({
            "seat": seat,
            "won_alone": self.won[seat],
            "won_shared": self.shared[seat],
            "score": self.scores[seat].json(),
        })
    }

    /// As tables.
    pub(crate) fn human(&self) -> String {
        let mut text = format!("{:10}{:>10}{:>10}\n", "wins", "alone", "shared");
        for seat in 0..self.won.len() {
            let (won, shared) = (
                self.percent(self.won[seat]),
                self.percent(self.shared[seat]),
            );
            text.push_str(&format!(
                "  {:8}{won:>10}{shared:>10}\n",
                format!("P{seat}")
            ));
        }
        if self.lost > 0 {
            text.push_str(&format!(
                "  {:8}{:>10}\n",
                "nobody",
                self.percent(self.lost)
            ));
        }
        text.push_str(&format!("\n{}\n", Counts::head("score")));
        for (seat, scores) in self.scores.iter().enumerate() {
            text.push_str(&scores.row(&format!("P{seat}")));
        }
        if self.scores.len() > 1 {
            text.push_str(&self.all_scores().row("all"));
        }
        text + &format!("\n{}\n", Counts::head("decisions")) + &self.length.row("a game")
    }

    fn all_scores(&self) -> Counts {
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

impl Counts {
    fn add(&mut self, number: i64, times: u64) {
        *self.0.entry(number).or_default() += times;
    }

    fn merge(&mut self, other: &Counts) {
        other
            .0
            .iter()
            .for_each(|(number, times)| self.add(*number, *times));
    }

    fn size(&self) -> u64 {
        self.0.values().sum()
    }

    /// The mean in hundredths, rounded down.
    fn mean(&self) -> i128 {
        let sum: i128 = self
            .0
            .iter()
            .map(|(number, times)| i128::from(*number) * i128::from(*times))
            .sum();
        (sum * 100).div_euclid(i128::from(self.size().max(1)))
    }

    /// The smallest number that at least so many tenths of all don't exceed; the least for 0, the greatest for 10.
    fn decile(&self, tenths: u64) -> i64 {
        let needed = (u128::from(self.size()) * u128::from(tenths))
            .div_ceil(10)
            .max(1);
        let mut reached = 0;
        for (number, times) in &self.0 {
            reached += u128::from(*times);
            if reached >= needed {
                return *number;
            }
        }
        0
    }

    fn json(&self) -> Value {
        let deciles: Vec<i64> = (1..10).map(|tenths| self.decile(tenths)).collect();
        // INVARIANT: a quotient of two whole numbers is the same on every machine.
        let mean = self.mean() as f64 / 100.0;
        json!({ "mean": mean, "min": self.decile(0), "max": self.decile(10), "deciles": deciles })
    }

    fn head(title: &str) -> String {
        let deciles: String = (1..10)
            .map(|tenths| format!("{:>6}", format!("{tenths}0%")))
            .collect();
        format!("{title:10}{:>10}{:>6}{deciles}{:>6}", "mean", "min", "max")
    }

    fn row(&self, name: &str) -> String {
        let mean = self.mean();
        let sign = if mean < 0 { "-" } else { "" };
        let mean = format!("{sign}{}.{:02}", mean.abs() / 100, mean.abs() % 100);
        let deciles: String = (0..=10)
            .map(|tenths| format!("{:>6}", self.decile(tenths)))
            .collect();
        format!("  {name:8}{mean:>10}{deciles}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn deciles_are_members() {
        let mut counts = Counts::default();
        (1..=10).for_each(|number| counts.add(number, 1));
        assert_eq!(
            (0..=10)
                .map(|tenths| counts.decile(tenths))
                .collect::<Vec<_>>(),
            [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        );
        assert_eq!(counts.mean(), 550);
    }

    #[test]
    fn nothing_counted() {
        assert_eq!(
            (Counts::default().mean(), Counts::default().decile(5)),
            (0, 0)
        );
    }
}
