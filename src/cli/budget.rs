//! `--budget`: what the rules may take before that is a fault, the same for every command that plays.

use std::sync::OnceLock;
use std::time::Duration;

use crate::rules::budget::{BudgetChange, MOST};

/// A part of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allowed {
    /// `steps=50M`
    Steps(u64),
    /// `bytes=1G`
    Bytes(u64),
    /// `decisions=1000000`
    Decisions(u64),
    /// `60s` or `5m`, of `ludex mutate`
    Time(Duration),
}

/// Budget change given on the command line, set once at the start; every game that is read is allowed it.
static ASKED: OnceLock<BudgetChange> = OnceLock::new();

/// Notes what is asked for; of two amounts of one part the last counts. Returns the time among it.
pub(crate) fn ask(allowed: &[Allowed]) -> Option<Duration> {
    let (mut change, mut time) = (BudgetChange::default(), None);
    for one in allowed {
        match *one {
            Allowed::Steps(steps) => change.steps = Some(steps),
            Allowed::Bytes(bytes) => change.bytes = Some(bytes),
            Allowed::Decisions(decisions) => change.decisions = Some(decisions),
            Allowed::Time(most) => time = Some(most),
        }
    }
    let _ = ASKED.set(change);
    time
}

/// Gives what was asked for.
pub(crate) fn asked() -> BudgetChange {
    ASKED.get().copied().unwrap_or_default()
}

/// Reads `steps=50M`, `bytes=1G`, `decisions=N`, or a time.
pub(crate) fn allowed(text: &str) -> Result<Allowed, String> {
    match text.split_once('=') {
        Some(("steps", amount)) => Ok(Allowed::Steps(number(amount)?)),
        Some(("bytes", amount)) => Ok(Allowed::Bytes(number(amount)?)),
        Some(("decisions", amount)) => Ok(Allowed::Decisions(number(amount)?)),
        _ => time(text).map(Allowed::Time),
    }
}

/// Parses a number: `50000000`, `50M`, `1G`.
fn number(text: &str) -> Result<u64, String> {
    let units = [('k', 1_000), ('M', 1_000_000), ('G', 1_000_000_000)];
    let unit = units.iter().find(|(unit, _)| text.ends_with(*unit));
    let (digits, factor) = match unit {
        Some((unit, factor)) => (text.trim_end_matches(*unit), *factor),
        None => (text, 1),
    };
    let amount = digits
        .parse::<u64>()
        .ok()
        .and_then(|n| n.checked_mul(factor));
    let amount = amount.filter(|amount| (1..=MOST).contains(amount));
    amount.ok_or_else(|| format!("an amount is a number from 1 to {MOST}, such as 50000000 or 50M"))
}

/// `60s`, `5m`, `90`: seconds when nothing is said.
fn time(text: &str) -> Result<Duration, String> {
    let (digits, factor) = match text.strip_suffix('m') {
        Some(minutes) => (minutes, 60),
        None => (text.strip_suffix('s').unwrap_or(text), 1),
    };
    let number = digits.parse::<u32>();
    let number = number.map_err(|_| {
        "a budget is written steps=N, bytes=N or decisions=N; a time 60s or 5m".to_owned()
    })?;
    Ok(Duration::from_secs(u64::from(number) * factor))
}
