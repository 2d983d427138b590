//! Answers to a decision: their sorts, the words of those that have no values, and their numbers in saved games.

use crate::ids::ActionId;

/// The sort of answer that an option is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Answer {
    /// An instance of an action.
    Action(ActionId),
    /// The values of a choice's names.
    Values,
    /// The end of a choice of several: no more members.
    Done,
    /// The answer yes to a `may`.
    Yes,
    /// The answer no to a `may`.
    No,
    /// The answer of a player who may act and does not want to.
    Pass,
    /// An entry of the pool: the number is its place there; the values tell which it is.
    Entry(u32),
}

/// The answers that are a word and have no values, with their words in options, rulings and the protocol.
pub const PLAIN: [(Answer, &str); 4] = [
    (Answer::Done, "done"),
    (Answer::Yes, "yes"),
    (Answer::No, "no"),
    (Answer::Pass, "pass"),
];

/// Returns true if a word is an answer.
#[must_use]
pub fn is_answer(word: &str) -> bool {
    PLAIN.iter().any(|(_, plain)| *plain == word)
}

impl Answer {
    /// Returns its position among the plain ones; none of an answer with values.
    #[must_use]
    pub fn plain(self) -> Option<usize> {
        PLAIN.iter().position(|(plain, _)| *plain == self)
    }

    /// Returns its word; none of an answer with values.
    #[must_use]
    pub fn word(self) -> Option<&'static str> {
        self.plain().map(|n| PLAIN[n].1)
    }

    /// Returns its number in saved games, which stays as it is.
    #[must_use]
    pub fn number(self) -> u64 {
        match self {
            Answer::Values => 0,
            Answer::Done => 1,
            Answer::Yes => 2,
            Answer::No => 3,
            Answer::Pass => 4,
            Answer::Entry(place) => 5 + 2 * u64::from(place),
            Answer::Action(action) => 6 + 2 * u64::from(action.number()),
        }
    }

    /// Returns the answer with a number.
    #[must_use]
    pub fn from_number(number: u64) -> Answer {
        match number {
            0 => Answer::Values,
            1 => Answer::Done,
            2 => Answer::Yes,
            3 => Answer::No,
            4 => Answer::Pass,
            even if even % 2 == 0 => Answer::Action(ActionId::numbered((even / 2 - 3) as u32)),
            odd => Answer::Entry((odd / 2 - 2) as u32),
        }
    }
}

/// An option on its own, as saves and replays keep it.
#[derive(
    Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Choice {
    /// The sort of answer.
    pub answer: Answer,
    /// The arguments of an action, the members that are chosen, or what tells an entry of the pool.
    pub values: Vec<i32>,
}
