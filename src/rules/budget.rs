//! Budgets: the limits of a game, past which it is a fault.

/// The limits on what the rules do and hold until a player decides, and on the decisions of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Budget {
    /// Steps between two decisions: turns of loops, members looked at, effects and queries begun.
    pub steps: u64,
    /// Bytes of what grows in play, held at one time.
    pub bytes: u64,
    /// Decisions of a game.
    pub decisions: u64,
}

/// No part of a budget is larger: what is counted stays far from the end of the numbers.
pub const MOST: u64 = 1_000_000_000_000;

/// The budget of a game that names none: a hundred times what any game needs that we know, and spent in about a second.
impl Default for Budget {
    fn default() -> Budget {
        Budget {
            steps: 10_000_000,
            bytes: 64_000_000,
            decisions: 100_000,
        }
    }
}

/// A partial budget: parts that are asked for replace those of another, the others stay.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BudgetChange {
    /// The steps between two decisions.
    pub steps: Option<u64>,
    /// The bytes held at one time.
    pub bytes: Option<u64>,
    /// The decisions of a game.
    pub decisions: Option<u64>,
}

impl BudgetChange {
    /// Returns a budget with the parts that are asked for replaced.
    #[must_use]
    pub fn of(self, budget: Budget) -> Budget {
        Budget {
            steps: self.steps.unwrap_or(budget.steps),
            bytes: self.bytes.unwrap_or(budget.bytes),
            decisions: self.decisions.unwrap_or(budget.decisions),
        }
    }
}
