//! `ludex merge`: runs of other seeds, added up.

use std::path::Path;

use crate::cli::args::Merge;
use crate::cli::error::CliError;
use crate::cli::outcome::ExitOutcome;
use crate::cli::{files, screen, sim};
use crate::lab::run::Run;

/// Adds the runs up and tells them as `ludex sim` would.
pub(crate) fn run(merge: &Merge) -> Result<ExitOutcome, CliError> {
    let mut files = merge.files.iter();
    let Some(first) = files.next() else {
        return Ok(ExitOutcome::Fine);
    };
    let mut all = read(first)?;
    for path in files {
        let wrong =
            |error: crate::lab::run::RunError| CliError::unreadable(path, error.to_string());
        all.add(&read(path)?).map_err(wrong)?;
    }
    if merge.output.is_json() {
        screen::print_json(&all.json())?;
    } else {
        screen::print(&sim::human(&all.what.game, &all, &seats(&all)))?;
    }
    Ok(ExitOutcome::Fine)
}

/// A line about the bots; none where chance has all seats.
fn seats(run: &Run) -> String {
    let bots = run.what.seats.iter().flatten().enumerate();
    let bots: Vec<String> = bots.map(|(seat, bot)| format!("P{seat} {bot}")).collect();
    if bots.is_empty() {
        String::new()
    } else {
        bots.join(", ") + "\n"
    }
}

fn read(path: &Path) -> Result<Run, CliError> {
    Run::read(&files::read(path)?).map_err(|error| CliError::unreadable(path, error.to_string()))
}
