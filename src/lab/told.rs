//! A comparison in words, with the numbers.

use crate::compare::{Difference, What};
use crate::counts::rounded;
use crate::shape::DifferenceShape;

/// Rows without an effect that are told of each sort.
const LISTED: usize = 8;

impl What {
    /// Returns its name for people.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            What::Wins(seat) => format!("games won by P{seat}, in %"),
            What::Score(seat) => format!("score of P{seat}"),
            What::Decisions => "decisions of a game".to_owned(),
            What::Chosen(kind, row) => format!("{kind} {row}: chosen in a game"),
            What::Worth(kind, row) => format!("{kind} {row}: points for beginning with it"),
        }
    }

    fn is_row(&self) -> bool {
        !matches!(self, What::Wins(_) | What::Score(_) | What::Decisions)
    }
}

impl Difference {
    /// A sentence: what moved and how far, or that nothing was seen and how much could be.
    #[must_use]
    pub fn sentence(&self) -> String {
        let (low, high) = self.interval;
        let name = self.what.name();
        if !low.is_finite() {
            return format!("{name}: too few games to tell");
        }
        let interval = format!("{low:+.2} to {high:+.2}");
        if self.is_told {
            let (old, new, mean) = (self.old, self.new, self.estimate.mean);
            let way = if mean > 0.0 { "more" } else { "less" };
            format!("{name}: {way}, {old:.2} became {new:.2}, by {mean:+.2} ({interval})")
        } else {
            format!("{name}: no effect seen, {interval}")
        }
    }

    /// The difference as programs read it.
    #[must_use]
    pub fn shape(&self) -> DifferenceShape {
        let round = |number: f64| rounded((number, 0.0)).map(|(number, _)| number);
        DifferenceShape {
            what: self.what.name(),
            old: round(self.old),
            new: round(self.new),
            difference: round(self.estimate.mean),
            interval: rounded(self.interval),
            differs: self.is_told,
        }
    }
}

/// All differences in words: seats and lengths, then the rows that moved, how many did not, and those that one side lacks.
#[must_use]
pub fn human(differences: &[Difference], only: &(Vec<String>, Vec<String>)) -> String {
    let mut text = String::new();
    let of_rows = |one: &&Difference| one.what.is_row();
    for one in differences.iter().filter(|one| !one.what.is_row()) {
        text.push_str(&format!("  {}\n", one.sentence()));
    }
    let mut moved: Vec<&Difference> = differences
        .iter()
        .filter(of_rows)
        .filter(|one| one.is_told)
        .collect();
    moved.sort_by(|a, b| evidence(b).total_cmp(&evidence(a)));
    if !moved.is_empty() {
        text.push_str("\nrows that moved\n");
    }
    for one in moved.iter().take(LISTED) {
        text.push_str(&format!("  {}\n", one.sentence()));
    }
    let rest = moved.len().saturating_sub(LISTED);
    if rest > 0 {
        text.push_str(&format!("  and {rest} more\n"));
    }
    let still = differences
        .iter()
        .filter(of_rows)
        .filter(|one| !one.is_told)
        .count();
    let all = moved.len() + still;
    text.push_str(&format!(
        "\nno effect seen in {still} of {all} numbers of rows\n"
    ));
    for (side, rows) in [("old", &only.0), ("new", &only.1)] {
        if !rows.is_empty() {
            text.push_str(&format!("only {side}: {}\n", rows.join(", ")));
        }
    }
    text
}

/// The distance of a difference from chance.
fn evidence(one: &Difference) -> f64 {
    (one.estimate.mean / one.estimate.error.max(f64::MIN_POSITIVE)).abs()
}
