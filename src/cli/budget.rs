//! `--budget`: what the rules may take before that is a fault, the same for every command that plays.

use std::sync::OnceLock;
use std::time::Duration;

use crate::cli::args::Allowed;
use crate::cli::args::Command;
use crate::cli::error::CliError;
use crate::rules::budget::BudgetChange;

/// Budget change given on the command line, set once at the start; every game that is read is allowed it.
static ASKED: OnceLock<BudgetChange> = OnceLock::new();

/// Notes what is asked for; of two amounts of one part the last counts. Returns the time that `ludex mutate` has.
pub(crate) fn ask(allowed: &[Allowed], command: &Command) -> Result<Option<Duration>, CliError> {
    let (mut change, mut time) = (BudgetChange::default(), None);
    for one in allowed {
        match *one {
            Allowed::Steps(steps) => change.steps = Some(steps),
            Allowed::Bytes(bytes) => change.bytes = Some(bytes),
            Allowed::Decisions(decisions) => change.decisions = Some(decisions),
            Allowed::Time(most) => time = Some(most),
        }
    }
    if time.is_some() && !matches!(command, Command::Mutate(_)) {
        return Err(CliError::argument(
            "only `ludex mutate` has a budget of time; the others take steps=N, bytes=N or decisions=N",
        ));
    }
    let _ = ASKED.set(change);
    Ok(time)
}

/// Gives what was asked for.
pub(crate) fn asked() -> BudgetChange {
    ASKED.get().copied().unwrap_or_default()
}
