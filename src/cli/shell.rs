//! The manual pages and shell completions of the commands: `ludex man`, `ludex completions`.

use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_complete::CompleteEnv;
use clap_complete::env::Shells;
use clap_mangen::Man;

use crate::cli::args::Arguments;
use crate::cli::error::CliError;
use crate::cli::outcome::ExitOutcome;
use crate::cli::{args, files, screen};

/// The environment variable that names the shell which asks for completions.
const ASKED: &str = "LUDEX_COMPLETE";

/// Answers a shell and leaves, if one asks.
pub(crate) fn answer() {
    CompleteEnv::with_factory(Arguments::command)
        .var(ASKED)
        .complete();
}

/// Prints the completions for a shell.
pub(crate) fn completions(asked: &args::Completions) -> Result<ExitOutcome, CliError> {
    screen::print(&script(&asked.shell.to_string())?)?;
    Ok(ExitOutcome::Fine)
}

/// Prints the first page of the manual, or writes all of them.
pub(crate) fn manual(asked: &args::Man) -> Result<ExitOutcome, CliError> {
    let mut command = Arguments::command();
    command.build();
    match &asked.out {
        None => screen::print(&page(command)?)?,
        Some(folder) => {
            let mut wrote = Vec::new();
            write_pages(folder, command, &mut wrote)?;
            screen::print_wrote(&wrote, asked.output)?;
        }
    }
    Ok(ExitOutcome::Fine)
}

/// A page for the command and each of those below it: `ludex.1`, `ludex-check.1`.
fn write_pages(
    folder: &Path,
    command: clap::Command,
    wrote: &mut Vec<PathBuf>,
) -> Result<(), CliError> {
    for below in command.get_subcommands() {
        if !below.is_hide_set() {
            write_pages(folder, below.clone(), wrote)?;
        }
    }
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = folder.join(format!("{name}.1"));
    files::write(&path, &page(command)?)?;
    wrote.push(path);
    Ok(())
}

fn page(command: clap::Command) -> Result<String, CliError> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// The script that makes a shell ask.
fn script(shell: &str) -> Result<String, CliError> {
    let shells = Shells::builtins();
    let known = shells.completer(shell);
    let known = known.ok_or_else(|| CliError::argument(format!("`{shell}` is not known")))?;
    let mut script = Vec::new();
    known.write_registration(ASKED, "ludex", "ludex", "ludex", &mut script)?;
    let script = String::from_utf8_lossy(&script).into_owned();
    Ok(match shell {
        // Bash would cut NAME=VALUE into three words.
        "bash" => format!("COMP_WORDBREAKS=${{COMP_WORDBREAKS//=}}\n{script}"),
        _ => script,
    })
}
