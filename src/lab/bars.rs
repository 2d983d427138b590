//! Histograms in plain characters.

use crate::counts::Counts;

/// Most bars of a histogram.
const BARS: u64 = 12;
/// Characters of the numbers before a bar and of the share behind it.
const BESIDE: usize = 26;
/// Most characters of a bar.
const LONGEST: usize = 48;
/// Parts of a block, the smallest first.
const PARTS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// Numbers in equal steps with how often each step was met.
#[must_use]
pub fn bins(counts: &Counts, most: u64) -> Vec<((i64, i64), u64)> {
    let (low, high) = (counts.decile(0), counts.decile(10));
    let step = step((high.abs_diff(low)).saturating_add(1).div_ceil(most.max(1)));
    let first = low.div_euclid(step) * step;
    let mut bins: Vec<((i64, i64), u64)> = Vec::new();
    let mut from = first;
    while counts.size() > 0 && from <= high {
        bins.push(((from, from + step - 1), 0));
        from += step;
    }
    for (number, times) in counts.pairs() {
        let holds = |((low, high), _): &&mut ((i64, i64), u64)| (*low..=*high).contains(&number);
        if let Some((_, all)) = bins.iter_mut().find(holds) {
            *all += times;
        }
    }
    bins
}

/// The next round number: 1, 2 or 5 with zeros.
fn step(least: u64) -> i64 {
    let mut unit = 1u64;
    loop {
        for digit in [1, 2, 5] {
            if digit * unit >= least {
                return (digit * unit) as i64;
            }
        }
        unit *= 10;
    }
}

/// Draws a line for each step, at most so many characters wide; nothing when all numbers are equal.
#[must_use]
pub fn histogram(counts: &Counts, width: usize) -> String {
    let bins = bins(counts, BARS);
    if bins.len() < 2 {
        return String::new();
    }
    let most = bins
        .iter()
        .map(|(_, times)| *times)
        .max()
        .unwrap_or(1)
        .max(1);
    let room = width.saturating_sub(BESIDE).clamp(8, LONGEST) as u64;
    let mut text = String::new();
    for ((low, high), times) in &bins {
        let name = if low == high {
            low.to_string()
        } else {
            format!("{low} to {high}")
        };
        let share = *times as f64 * 100.0 / counts.size().max(1) as f64;
        let bar = bar(*times, most, room);
        text.push_str(format!("  {name:>14} {share:5.1} % {bar}").trim_end());
        text.push('\n');
    }
    text
}

/// A bar of blocks, the last one in eighths.
fn bar(times: u64, most: u64, room: u64) -> String {
    let eighths = u128::from(times) * u128::from(room) * 8 / u128::from(most);
    let whole = (0..eighths / 8).map(|_| '█');
    let part = (1..).zip(PARTS).find(|(number, _)| *number == eighths % 8);
    whole.chain(part.map(|(_, part)| part)).collect()
}

#[cfg(test)]
mod tests {
    use super::{bins, histogram};
    use crate::counts::Counts;

    #[test]
    fn steps_are_round_and_hold_all() {
        let mut counts = Counts::default();
        (-7..40).for_each(|number| counts.add(number, 2));
        let bins = bins(&counts, 12);
        assert_eq!(bins.first(), Some(&((-10, -6), 4)));
        assert_eq!(
            bins.iter().map(|(_, times)| times).sum::<u64>(),
            counts.size()
        );
    }

    #[test]
    fn two_numbers() {
        let mut counts = Counts::default();
        counts.add(3, 30);
        counts.add(4, 10);
        let drawn = "               3  75.0 % ████████\n               4  25.0 % ██▋\n";
        assert_eq!(histogram(&counts, 0), drawn);
        assert_eq!(histogram(&Counts::default(), 80), "");
    }
}
