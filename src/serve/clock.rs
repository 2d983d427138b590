//! Clocks of a table: time of each seat, with an increment for each of its answers.
//!
//! A pure value: whoever knows the time passes it in, in milliseconds since 1970. What happens at zero is told, not played: the
//! seat is listed as out of time, and the game goes on as its players like.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest time of a seat: a hundred days.
pub const LONGEST_SECONDS: u64 = 100 * 24 * 60 * 60;

/// The time that each seat has for its answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockSettings {
    /// The time of a seat at the beginning, in seconds.
    pub seconds: u64,
    /// The seconds that an answer adds.
    #[serde(default)]
    pub increment: u64,
}

/// The clocks of all seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clocks {
    increment: i64,
    /// Milliseconds that each seat had left when it was last counted.
    left: Vec<i64>,
    running: Vec<bool>,
    /// The time at which the running clocks were last counted.
    counted: u64,
}

/// The clocks as clients are told them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockFaces {
    /// Milliseconds that each seat has left; less than 0 once it is out of time.
    pub left_ms: Vec<i64>,
    /// The seats whose clocks run.
    pub running: Vec<u32>,
    /// The seats that are out of time.
    pub out_of_time: Vec<u32>,
}

impl Clocks {
    /// Returns the clocks of so many seats, all standing still.
    #[must_use]
    pub fn new(settings: ClockSettings, seats: usize, now: u64) -> Clocks {
        let milliseconds = |seconds: u64| seconds.min(LONGEST_SECONDS).cast_signed() * 1000;
        Clocks {
            increment: milliseconds(settings.increment),
            left: vec![milliseconds(settings.seconds); seats],
            running: vec![false; seats],
            counted: now,
        }
    }

    /// Counts the time up to now, and from now on lets the clocks of those run who are to decide. A seat that answered, and no
    /// longer has to decide the same question, gets its increment.
    pub fn press(&mut self, answered: Option<u32>, deciding: &[u32], now: u64) {
        self.count(now);
        let answered = answered.and_then(|seat| self.left.get_mut(seat as usize));
        if let Some(left) = answered {
            *left += self.increment;
        }
        for (seat, runs) in self.running.iter_mut().enumerate() {
            *runs = deciding.iter().any(|one| *one as usize == seat);
        }
    }

    fn count(&mut self, now: u64) {
        // A clock of the system that was set back takes nothing.
        let passed = now
            .saturating_sub(self.counted)
            .min(i64::MAX as u64 / 4)
            .cast_signed();
        for (left, runs) in self.left.iter_mut().zip(&self.running) {
            if *runs {
                *left = left.saturating_sub(passed);
            }
        }
        self.counted = now;
    }

    /// Returns the clocks as they stand now.
    #[must_use]
    pub fn faces(&self, now: u64) -> ClockFaces {
        let mut counted = self.clone();
        counted.count(now);
        let seats = |is: &dyn Fn(usize) -> bool| {
            let seats = (0..counted.left.len()).filter(|seat| is(*seat));
            seats.map(|seat| seat as u32).collect()
        };
        ClockFaces {
            running: seats(&|seat| counted.running[seat]),
            out_of_time: seats(&|seat| counted.left[seat] <= 0),
            left_ms: counted.left.clone(),
        }
    }

    /// Returns in how many milliseconds the next running clock comes to zero; none if no clock does.
    #[must_use]
    pub fn next_zero(&self, now: u64) -> Option<u64> {
        let mut counted = self.clone();
        counted.count(now);
        let running = counted.left.iter().zip(&counted.running);
        let ahead = running.filter(|(left, runs)| **runs && **left > 0);
        ahead.map(|(left, _)| left.unsigned_abs()).min()
    }
}

#[cfg(test)]
mod tests {
    use super::{ClockSettings, Clocks};

    const SETTINGS: ClockSettings = ClockSettings {
        seconds: 10,
        increment: 2,
    };

    #[test]
    fn only_those_who_decide_lose_time_and_an_answer_adds_some() {
        let mut clocks = Clocks::new(SETTINGS, 3, 1_000);
        clocks.press(None, &[0], 1_000);
        clocks.press(Some(0), &[1, 2], 4_000);
        let faces = clocks.faces(5_000);
        assert_eq!(faces.left_ms, [9_000, 9_000, 9_000]);
        assert_eq!((faces.running, faces.out_of_time), (vec![1, 2], vec![]));
    }

    #[test]
    fn zero_is_told_and_time_goes_on() {
        let mut clocks = Clocks::new(SETTINGS, 2, 0);
        clocks.press(None, &[1], 0);
        assert_eq!(clocks.next_zero(4_000), Some(6_000));
        assert_eq!(clocks.faces(9_999).out_of_time, [0; 0]);
        assert_eq!(clocks.faces(10_000).out_of_time, [1]);
        assert_eq!(
            (clocks.next_zero(10_000), clocks.faces(12_000).left_ms[1]),
            (None, -2_000)
        );
        clocks.press(Some(1), &[0], 12_000);
        assert_eq!(clocks.faces(12_000).left_ms, [10_000, 0]);
    }

    #[test]
    fn a_clock_of_the_system_that_goes_back_takes_nothing() {
        let mut clocks = Clocks::new(SETTINGS, 1, 50_000);
        clocks.press(None, &[0], 50_000);
        assert_eq!(clocks.faces(20_000).left_ms, [10_000]);
        clocks.press(None, &[], 20_000);
        assert_eq!(clocks.next_zero(20_000), None);
    }
}
