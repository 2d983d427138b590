//! `ludex rulings review`: a person goes through what is new or changed; changes with one cause are shown together.
//!
//! Answers are lines, so that a pipe can give them as well as a terminal. At their end nothing more is decided.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::Path;

use crate::cli::args::RulingsReview;
use crate::cli::error::CliError;
use crate::cli::outcome::ExitOutcome;
use crate::cli::replay::counted;
use crate::cli::rulings::answer::{Ran, RuledCause};
use crate::cli::rulings::find::WantedRulings;
use crate::cli::rulings::{accept_one, answer, beside, keep_pending, outcome, run_all};
use crate::cli::{files, ruling_files, screen};

/// Rulings that are decided about together.
struct CauseGroup<'a> {
    /// The statement of the rules that all of them differ because of; none for a new ruling.
    cause: Option<&'a RuledCause>,
    rulings: Vec<&'a Ran>,
}

/// The decisions of the review.
#[derive(Default)]
struct Decided {
    accepted: usize,
    rejected: usize,
    skipped: usize,
}

/// Asks about every group of the rulings asked for.
pub(crate) fn run(review: &RulingsReview, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let ran = run_all(&WantedRulings::new(&review.asked, games)?)?;
    for one in &ran {
        keep_pending(one)?;
    }
    let colour = review.color.color.on_stdout();
    let failed: Vec<&Ran> = ran.iter().filter(|one| !one.can_be_accepted()).collect();
    screen::print(&answer::refused(&failed, colour))?;
    let groups = groups(&ran);
    let decided = ask_all(groups, colour)?;
    let Decided {
        accepted,
        rejected,
        skipped,
    } = decided;
    let mut text = format!("{accepted} accepted, {rejected} rejected, {skipped} skipped\n");
    if !failed.is_empty() {
        text.push_str(&format!(
            "{} cannot be accepted\n",
            counted(failed.len(), "ruling")
        ));
    }
    screen::print(&text)?;
    Ok(outcome(failed.is_empty() && rejected + skipped == 0))
}

/// Changes by their cause, in the order of the rules; then what is new, each by itself.
fn groups(ran: &[Ran]) -> Vec<CauseGroup<'_>> {
    let waiting: Vec<&Ran> = ran.iter().filter(|one| one.waits()).collect();
    let mut by_cause: BTreeMap<&RuledCause, Vec<&Ran>> = BTreeMap::new();
    for one in &waiting {
        if let Some(cause) = &one.cause {
            by_cause.entry(cause).or_default().push(one);
        }
    }
    let changed = by_cause.into_iter().map(|(cause, rulings)| CauseGroup {
        cause: Some(cause),
        rulings,
    });
    let new = waiting.iter().filter(|one| one.cause.is_none());
    let new = new.map(|one| CauseGroup {
        cause: None,
        rulings: vec![one],
    });
    changed.chain(new).collect()
}

fn ask_all(groups: Vec<CauseGroup<'_>>, colour: bool) -> Result<Decided, CliError> {
    let mut decided = Decided::default();
    // The next one is at the end.
    let mut left: Vec<CauseGroup<'_>> = groups.into_iter().rev().collect();
    let mut answers = std::io::stdin().lock().lines();
    let mut all: Option<Option<String>> = None;
    while let Some(group) = left.pop() {
        if let Some(reason) = &all {
            decided.accepted += accept(&group, reason.as_deref())?;
            continue;
        }
        screen::print(&shown(&group, left.len(), false, colour))?;
        loop {
            screen::print("[a]ccept, [r]eject, [s]kip, [d]ifferences, [o]ne by one, [q]uit? ")?;
            let Some(line) = answers.next().transpose()? else {
                screen::print("\n")?;
                decided.skipped += group.rulings.len();
                decided.skipped += left.iter().map(|group| group.rulings.len()).sum::<usize>();
                return Ok(decided);
            };
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let reason = Some(rest.trim().to_owned()).filter(|reason| !reason.is_empty());
            match word {
                "a" => decided.accepted += accept(&group, reason.as_deref())?,
                "A" => {
                    decided.accepted += accept(&group, reason.as_deref())?;
                    all = Some(reason);
                }
                "r" => decided.rejected += reject(&group)?,
                "s" => decided.skipped += group.rulings.len(),
                "d" => {
                    screen::print(&shown(&group, left.len(), true, colour))?;
                    continue;
                }
                "o" if group.rulings.len() > 1 => {
                    let single = group.rulings.iter().rev().map(|one| CauseGroup {
                        cause: group.cause,
                        rulings: vec![one],
                    });
                    left.extend(single);
                }
                "q" => {
                    decided.skipped += group.rulings.len();
                    decided.skipped += left.iter().map(|group| group.rulings.len()).sum::<usize>();
                    return Ok(decided);
                }
                _ => {
                    screen::print(
                        "`a REASON` keeps a reason; `A` accepts all that is left; `o` is for several\n",
                    )?;
                    continue;
                }
            }
            break;
        }
    }
    Ok(decided)
}

fn accept(group: &CauseGroup<'_>, reason: Option<&str>) -> Result<usize, CliError> {
    for one in &group.rulings {
        if let Some(path) = accept_one(one, reason)? {
            screen::print(&format!("accepted {}\n", files::shown(&path)))?;
        }
    }
    Ok(group.rulings.len())
}

fn reject(group: &CauseGroup<'_>) -> Result<usize, CliError> {
    for path in group.rulings.iter().filter_map(|one| one.snapshot()) {
        files::remove(&beside(&path))?;
        screen::print(&format!("rejected {}\n", files::shown(&beside(&path))))?;
    }
    Ok(group.rulings.len())
}

/// The cause, the names of all, and the first difference, or every one.
fn shown(group: &CauseGroup<'_>, more: usize, every: bool, colour: bool) -> String {
    let mut text = match group.cause {
        Some(cause) => format!(
            "{} because of {}\n    {}\n",
            differ(group.rulings.len()),
            cause.place(),
            cause.line
        ),
        None => String::new(),
    };
    if group.rulings.len() > 1 {
        for one in &group.rulings {
            text.push_str(&format!("  {}\n", ruling_files::name(Path::new(&one.path))));
        }
        text.push('\n');
    }
    let many = if every { group.rulings.len() } else { 1 };
    let first = group.rulings.iter().take(many);
    text.extend(first.map(|one| answer::told(one, colour)));
    text + &format!("{more} more to decide after this\n")
}

fn differ(count: usize) -> String {
    match count {
        1 => "1 ruling differs".to_owned(),
        count => format!("{count} rulings differ"),
    }
}
