//! The server by itself, for its tests and measurements: what `ludex serve` does with its arguments.

mod args;
mod export;
mod games;

use args::Serve;
use clap::Parser;
use ludex_serve::config::{Config, Creation};
use ludex_serve::run;
use ludex_serve::storage::Sqlite;
use ludex_serve::token::Token;
use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

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
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .init();
    match serve(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn serve(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let serve = &arguments.serve;
    let games = games::read(&arguments.folder, &serve.games)?;
    let storage = Arc::new(Sqlite::open(&serve.store)?);
    if let Some(path) = &serve.export {
        return export::write(&*storage, &games, path, serve.table.as_deref());
    }
    let config = config(serve)?;
    let host = match &config.creation {
        Creation::Anybody => None,
        Creation::Host(token) => Some(token.to_string()),
    };
    let assets = arguments
        .page
        .as_deref()
        .map(games::assets)
        .transpose()?
        .unwrap_or_default();
    let listening = |address: SocketAddr| tell(address, host.as_deref());
    run(config, games, assets, storage, listening, interrupted())?;
    Ok(())
}

fn config(serve: &Serve) -> Result<Config, Box<dyn Error>> {
    let address = SocketAddr::new(serve.address(), serve.port);
    let creation = match address.ip().is_loopback() || serve.open {
        true => Creation::Anybody,
        false => Creation::Host(Token::new()?),
    };
    Ok(Config {
        address,
        hosts: serve.hosts.clone(),
        is_behind_proxy: serve.behind_proxy,
        creation,
        ..Config::local(serve.port)
    })
}

/// Tells where the server listens, and what that means.
fn tell(address: SocketAddr, host: Option<&str>) {
    let port = address.port();
    let link = host.map_or_else(String::new, |token| format!("#host={token}"));
    let shown = match address.ip().is_unspecified() {
        true => format!("localhost:{port}"),
        false => address.to_string(),
    };
    eprintln!("listening at http://{shown}/{link}");
    if !address.ip().is_loopback() {
        eprintln!(
            "warning: other machines can reach this server. Whoever has a seat's link plays that seat; plain HTTP shows links to\n\
             whoever listens on the network. docs/serve.md says how to put TLS before it."
        );
    }
}

/// Ends when the process is interrupted, or asked to end.
async fn interrupted() {
    let ended = async {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            match signal(SignalKind::terminate()) {
                Ok(mut signal) => drop(signal.recv().await),
                Err(_) => std::future::pending().await,
            }
        }
        #[cfg(not(unix))]
        std::future::pending::<()>().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = ended => {}
    }
}
