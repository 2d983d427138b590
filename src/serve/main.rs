//! The server by itself, for its tests and measurements: what `ludex serve` does with its arguments.

#![forbid(unsafe_code)]

mod games;

use clap::Parser;
use ludex_serve::command::{Serve, serve};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of the test binary.
#[derive(Debug, Parser)]
#[command(name = "ludex-serve", version)]
struct Arguments {
    /// The folder of games
    #[arg(long, value_name = "DIR", default_value = "games")]
    folder: PathBuf,
    /// The folder of the page's files
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    #[command(flatten)]
    serve: Serve,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let games = games::read(&arguments.folder, &arguments.serve.games)?;
    let page = arguments.page.as_deref().map(games::assets).transpose()?;
    serve(&arguments.serve, &games, page.unwrap_or_default())
}
