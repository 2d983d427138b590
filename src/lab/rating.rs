//! Ratings: how strong bots are by whom they beat, on Elo's scale (Bradley and Terry, "Rank analysis of incomplete block
//! designs", 1952).
//!
//! A bot with skill `a` beats one with skill `b` with probability `a / (a + b)`; its rating is the logarithm, 400 points
//! for a factor of ten. Strengths are fitted by Hunter's iteration ("MM algorithms for generalized Bradley-Terry models",
//! 2004), intervals come from the information at the maximum. Each pair is taken to have drawn one game more, without which a
//! bot that won all its games would be infinitely strong.

use crate::interval::{ALPHA, normal_quantile};

/// Steps of the iteration at most, and the change of a skill at which it ends.
const STEPS: usize = 100_000;
const EXACT: f64 = 1e-10;

/// The games of two bots: how many, and how many the first won, with draws by half.
pub type Score = (f64, f64);

/// A bot's rating, with its 95 % interval; 0 is the mean of all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating, in Elo's points.
    pub points: f64,
    /// The interval of 95 %.
    pub interval: (f64, f64),
}

/// Rates so many bots by the games of each pair, from the first's side.
#[must_use]
pub fn ratings(bots: usize, score: impl Fn(usize, usize) -> Score) -> Vec<Rating> {
    let mut games = vec![vec![0.0; bots]; bots];
    let mut wins = vec![0.0; bots];
    for one in 0..bots {
        for other in 0..one {
            let (played, won) = score(one, other);
            games[one][other] = played + 1.0;
            games[other][one] = played + 1.0;
            wins[one] += won + 0.5;
            wins[other] += played - won + 0.5;
        }
    }
    let skills = skills(&games, &wins);
    let unit = 400.0 / std::f64::consts::LN_10;
    let quantile = normal_quantile(ALPHA);
    let errors = errors(&games, &skills);
    let rated = skills.iter().zip(errors).map(|(skill, error)| {
        let points = unit * skill.ln();
        let half = quantile * unit * error;
        Rating {
            points,
            interval: (points - half, points + half),
        }
    });
    rated.collect()
}

/// The skills of greatest likelihood, with a geometric mean of 1.
fn skills(games: &[Vec<f64>], wins: &[f64]) -> Vec<f64> {
    let mut skills = vec![1.0_f64; wins.len()];
    for _ in 0..STEPS {
        let fitted = wins.iter().enumerate().map(|(one, won)| {
            let others = games[one].iter().zip(&skills);
            let parts: f64 = others
                .map(|(played, other)| played / (skills[one] + other))
                .sum();
            if parts > 0.0 { won / parts } else { 1.0 }
        });
        let fitted: Vec<f64> = fitted.collect();
        let mean = (fitted.iter().map(|one| one.ln()).sum::<f64>() / wins.len() as f64).exp();
        let fitted: Vec<f64> = fitted.iter().map(|one| one / mean).collect();
        let change = fitted
            .iter()
            .zip(&skills)
            .map(|(new, old)| (new / old).ln().abs());
        let change = change.fold(0.0, f64::max);
        skills = fitted;
        if change < EXACT {
            break;
        }
    }
    skills
}

/// The standard errors of the logarithms of skills: roots of the diagonal of the information's pseudo-inverse, since
/// skills are known up to a common factor alone.
fn errors(games: &[Vec<f64>], skills: &[f64]) -> Vec<f64> {
    let bots = skills.len();
    let part = 1.0 / bots.max(1) as f64;
    // The vector of ones spans the kernel of the information; with its projection added the inverse exists.
    let mut matrix = vec![vec![part; bots]; bots];
    for one in 0..bots {
        for other in 0..one {
            let wins = skills[one] / (skills[one] + skills[other]);
            let weight = games[one][other] * wins * (1.0 - wins);
            matrix[one][one] += weight;
            matrix[other][other] += weight;
            matrix[one][other] -= weight;
            matrix[other][one] -= weight;
        }
    }
    let inverse = inverse(matrix);
    let diagonal = inverse.iter().enumerate();
    diagonal
        .map(|(at, row)| (row[at] - part).max(0.0).sqrt())
        .collect()
}

/// Inverts a positive definite matrix by Gauss and Jordan's elimination, which needs no pivots there.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for at in 0..size {
        let pivot = std::mem::replace(&mut matrix[at][at], 1.0);
        matrix[at].iter_mut().for_each(|one| *one /= pivot);
        let row = matrix[at].clone();
        for other in (0..size).filter(|other| *other != at) {
            let factor = std::mem::replace(&mut matrix[other][at], 0.0);
            let cells = matrix[other].iter_mut().zip(&row);
            cells.for_each(|(cell, own)| *cell -= factor * own);
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::{inverse, ratings};

    /// Two bots: the odds of the wins, and the error of their logarithm.
    #[test]
    fn two_bots_have_the_odds() {
        let rated = ratings(2, |_, _| (99.0, 24.5));
        let odds = 400.0 * 3.0_f64.log10();
        assert!(
            (rated[0].points - rated[1].points - odds).abs() < 1e-6,
            "{rated:?}"
        );
        assert!((rated[0].points + rated[1].points).abs() < 1e-9);
        // The difference has twice the error of each: sqrt(1 / (n p q)).
        let error = 400.0 / std::f64::consts::LN_10 / (100.0_f64 * 0.75 * 0.25).sqrt();
        let half = rated[0].interval.1 - rated[0].points;
        assert!((half - 1.959_964 * error / 2.0).abs() < 1e-3, "{rated:?}");
    }

    /// Strengths 1, 2 and 4 give back their ratings when every pair plays as they say.
    #[test]
    fn skills_are_found_again() {
        let skills = [1.0, 2.0, 4.0];
        let rated = ratings(3, |one, other| {
            let share = skills[one] / (skills[one] + skills[other]);
            (1e6, 1e6 * share)
        });
        let step = 400.0 * 2.0_f64.log10();
        let expected = [-step, 0.0, step];
        for (rated, expected) in rated.iter().zip(expected) {
            assert!((rated.points - expected).abs() < 0.01, "{rated:?}");
            assert!(rated.interval.0 < expected && expected < rated.interval.1);
        }
    }

    /// Whoever won everything is rated, and nobody is where nothing was played.
    #[test]
    fn ends_are_finite() {
        let rated = ratings(2, |_, _| (10.0, 0.0));
        assert!(rated[0].points.is_finite() && rated[0].points > rated[1].points);
        assert!(ratings(0, |_, _| (0.0, 0.0)).is_empty());
        let alone = ratings(1, |_, _| (0.0, 0.0));
        assert_eq!((alone[0].points, alone[0].interval), (0.0, (0.0, 0.0)));
    }

    #[test]
    fn an_inverse_is_one() {
        let inverted = inverse(vec![vec![4.0, 1.0], vec![1.0, 3.0]]);
        let expected = [[3.0 / 11.0, -1.0 / 11.0], [-1.0 / 11.0, 4.0 / 11.0]];
        for (row, wanted) in inverted.iter().zip(expected) {
            assert!(
                row.iter()
                    .zip(wanted)
                    .all(|(one, wanted)| (one - wanted).abs() < 1e-12)
            );
        }
    }
}
