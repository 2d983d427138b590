//! The worth of beginning with each row in one deal, in which each seat played each hand.
//!
//! Of a row with several copies, hands may hold more than one, and several hands some. A deal in which all hold as many tells
//! nothing. Else the worth of a copy is the slope of hands' margins over the copies they hold, by least squares; it is told as
//! with a single copy: the margin of the hand that holds it, if no other does.

use crate::subjects::Subjects;
use crate::tally::COPIES;
use ludex_program::ids::PieceId;
use ludex_rules::ids::PlayerId;
use std::collections::BTreeMap;

/// The margins of a deal's hands, and the rows that they hold.
pub(super) struct HandMargins<'a> {
    subjects: &'a Subjects,
    /// For each piece that is handed on: the hand it lies in, by the seat that held it first.
    hands: Vec<usize>,
    /// For each row: its copies in each hand.
    copies: BTreeMap<usize, Vec<i128>>,
    /// For each hand: its margin and its part of a win, over all games.
    sums: Vec<(i128, i128)>,
}

impl<'a> HandMargins<'a> {
    pub(super) fn new(subjects: &'a Subjects, players: u8) -> HandMargins<'a> {
        HandMargins {
            subjects,
            hands: Vec::new(),
            copies: BTreeMap::new(),
            sums: vec![(0, 0); players.into()],
        }
    }

    /// Adds a game: the pieces that are handed on with their holders, and what each seat came to.
    pub(super) fn add(&mut self, holders: &[(PieceId, PlayerId)], margins: &[i64], wins: &[i64]) {
        if self.hands.is_empty() {
            self.hands
                .extend(holders.iter().map(|(_, seat)| seat.index()));
            for (piece, seat) in holders {
                let copies = self.copies.entry(self.subjects.of_piece(*piece));
                copies.or_insert_with(|| vec![0; self.sums.len()])[seat.index()] += 1;
            }
        }
        let mut is_added = vec![false; self.sums.len()];
        for (hand, (_, seat)) in self.hands.iter().zip(holders) {
            if !std::mem::replace(&mut is_added[*hand], true) {
                let (margin, win) = (margins[seat.index()], wins[seat.index()]);
                let sum = &mut self.sums[*hand];
                *sum = (sum.0 + i128::from(margin), sum.1 + i128::from(win));
            }
        }
    }

    /// The worth of each row, in margins and parts of a win, `COPIES` for one; the mean of its holders where all have one
    /// score together.
    pub(super) fn of_rows(
        &self,
        is_together: bool,
    ) -> impl Iterator<Item = (usize, (i128, i128))> + '_ {
        self.copies.iter().filter_map(move |(row, copies)| {
            let margins: Vec<i128> = self.sums.iter().map(|sum| sum.0).collect();
            let wins: Vec<i128> = self.sums.iter().map(|sum| sum.1).collect();
            let worth = |sums: &[i128]| {
                if is_together {
                    mean(copies, sums)
                } else {
                    slope(copies, sums)
                }
            };
            Some((*row, (worth(&margins)?, worth(&wins)?)))
        })
    }
}

/// The mean over all copies.
fn mean(copies: &[i128], sums: &[i128]) -> Option<i128> {
    let all: i128 = copies.iter().sum();
    let weighted: i128 = copies.iter().zip(sums).map(|(n, sum)| n * sum).sum();
    (all > 0).then(|| COPIES * weighted / all)
}

/// The slope over the copies, times `(hands - 1) / hands`.
fn slope(copies: &[i128], sums: &[i128]) -> Option<i128> {
    let hands = copies.len() as i128;
    let all: i128 = copies.iter().sum();
    let total: i128 = sums.iter().sum();
    let squares: i128 = copies.iter().map(|n| n * n).sum();
    let weighted: i128 = copies.iter().zip(sums).map(|(n, sum)| n * sum).sum();
    let spread = hands * squares - all * all;
    let shared = hands * weighted - all * total;
    (spread > 0).then(|| COPIES * (hands - 1) * shared / (hands * spread))
}

#[cfg(test)]
mod tests {
    use super::{COPIES, mean, slope};

    /// A single copy has its hand's margin; two in one hand share it; two in two hands of three stand against the third.
    #[test]
    fn copies_share_a_margin() {
        assert_eq!(slope(&[1, 0], &[6, -6]), Some(6 * COPIES));
        assert_eq!(slope(&[2, 0], &[6, -6]), Some(3 * COPIES));
        assert_eq!(slope(&[1, 1], &[6, -6]), None);
        assert_eq!(slope(&[1, 1, 0], &[2, 2, -4]), Some(4 * COPIES));
        assert_eq!(slope(&[0, 0, 1], &[1, 1, -2]), Some(-2 * COPIES));
        assert_eq!(mean(&[1, 2], &[3, 6]), Some(5 * COPIES));
    }
}
