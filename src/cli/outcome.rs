//! The outcome of a command: whether anything is wrong.

/// The outcome of a command, which becomes its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitOutcome {
    /// Nothing is wrong: 0.
    Fine,
    /// Something is wrong, and was told.
    Problems,
}
