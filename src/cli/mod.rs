//! The command line: a file per command, each of which draws for people what a room before it answers as data.
//!
//! Enters: arguments, files, the terminal. Leaves: text on the screen, files, an exit code: 0 fine, 1 problems found,
//! 2 could not run. The only room, besides `main.rs`, that touches files, environment and terminal.
//! Never here: an answer of its own about rules or play.

mod args;

mod error;

mod outcome;

mod output;

mod budget;

mod files;

mod games;
mod leaks;

mod lines;
mod screen;

mod start;

mod ruling_files;

mod vocabulary;

mod check;

mod fmt;

mod explain;

mod play;

mod sim;

mod merge;

mod balance;

mod compare;

mod editions;

mod tune;

mod until;

mod arena;

mod rulings;

mod replay;

mod coverage;

mod watch;

mod mutate;

mod docs;

#[cfg(feature = "serve")]
mod serve;

#[cfg(feature = "sheets")]
mod sheets;

mod dump;

mod eval;

mod repl;

mod protocol;

#[cfg(feature = "lsp")]
mod lsp;

#[cfg(feature = "dap")]
mod dap;

mod new;

mod schema;

mod shell;

mod complete;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::args::{Arguments, Command};
use crate::cli::error::CliError;
use crate::cli::outcome::ExitOutcome;
use crate::system::kill_all;

/// Runs the command that the arguments ask for.
pub fn main() -> ExitCode {
    shell::answer();
    ExitCode::from(exit_code(&Arguments::parse()))
}

/// Runs the command as `main` does, with arguments that somebody else took from the process, the command's name first; returns
/// the exit code. For packages that bring the command along.
#[must_use]
pub fn run_with(arguments: Vec<String>) -> u8 {
    match Arguments::try_parse_from(arguments) {
        Ok(arguments) => exit_code(&arguments),
        Err(refusal) => {
            // Where nothing can be printed, the exit code tells enough.
            let _ = refusal.print();
            u8::try_from(refusal.exit_code()).unwrap_or(2)
        }
    }
}

fn exit_code(arguments: &Arguments) -> u8 {
    match run(arguments) {
        Ok(ExitOutcome::Fine) => 0,
        Ok(ExitOutcome::Problems) | Err(CliError::Stopped) => 1,
        Err(trouble) if trouble.is_broken_pipe() => 0,
        Err(trouble) => {
            screen::tell(&format!("error: {trouble}"));
            2
        }
    }
}

/// Tells that this build leaves a command out, and how to get it.
#[cfg(not(all(
    feature = "sheets",
    feature = "lsp",
    feature = "dap",
    feature = "serve"
)))]
fn absent(command: &str) -> CliError {
    CliError::argument(format!(
        "this build has no `{command}`: build ludex with its default features, as its README says"
    ))
}

fn run(arguments: &Arguments) -> Result<ExitOutcome, CliError> {
    let games = arguments.games.as_deref();
    let time = budget::ask(&arguments.budget);
    if time.is_some() && !matches!(arguments.command, Command::Mutate(_)) {
        return Err(CliError::argument(
            "only `ludex mutate` has a budget of time; the others take steps=N, bytes=N or decisions=N",
        ));
    }
    match &arguments.command {
        Command::Check(check) => check::run(check, games),
        Command::Fmt(fmt) => fmt::run(fmt, games),
        Command::Explain(explain) => explain::run(explain, games),
        Command::Play(play) => {
            end_programs_with_us();
            play::run(play, games)
        }
        Command::Sim(sim) => {
            end_programs_with_us();
            sim::run(sim, games)
        }
        Command::Merge(merge) => merge::run(merge),
        Command::Balance(balance) => balance::run(balance, games),
        Command::Compare(compare) => compare::run(compare, games),
        Command::Tune(tune) => tune::run(tune, games),
        Command::Arena(arena) => {
            end_programs_with_us();
            arena::run(arena, games)
        }
        Command::Rulings(rulings) => rulings::run(&rulings.what, games),
        Command::Replay(replay) => replay::run(replay, games),
        Command::Watch(watch) => watch::run(watch, games),
        Command::Coverage(coverage) => coverage::run(coverage, games),
        Command::Mutate(mutate) => mutate::run(mutate, games, time),
        Command::Docs(docs) => docs::run(docs, games),
        #[cfg(not(feature = "sheets"))]
        Command::Sheets(_) => Err(absent("sheets")),
        #[cfg(feature = "sheets")]
        Command::Sheets(sheets) => sheets::run(sheets, games),
        Command::Dump(dump) => dump::run(dump, games),
        Command::Eval(eval) => eval::run(eval, games),
        Command::Repl(repl) => repl::run(repl, games),
        Command::Protocol(protocol) => protocol::run(protocol, games),
        #[cfg(not(feature = "lsp"))]
        Command::Lsp(_) => Err(absent("lsp")),
        #[cfg(feature = "lsp")]
        Command::Lsp(_) => lsp::run(),
        #[cfg(not(feature = "dap"))]
        Command::Dap(_) => Err(absent("dap")),
        #[cfg(feature = "dap")]
        Command::Dap(_) => dap::run(games),
        #[cfg(not(feature = "serve"))]
        Command::Serve(_) => Err(absent("serve")),
        #[cfg(feature = "serve")]
        Command::Serve(serve) => serve::run(serve, games),
        Command::New(new) => new::run(&new.what, games),
        Command::Schema(schema) => schema::run(schema, games),
        Command::Completions(completions) => shell::completions(completions),
        Command::Man(man) => shell::manual(man),
    }
}

/// Ends programs in seats when a signal ends this one: each leads a group, which the terminal's signal does not reach.
fn end_programs_with_us() {
    /// As shells tell of a program that `Ctrl-C` ended.
    const INTERRUPTED: i32 = 130;
    let ended = ctrlc::set_handler(|| {
        kill_all();
        std::process::exit(INTERRUPTED);
    });
    // Where no signal can be handled, programs are left to see that their input ends.
    drop(ended);
}
