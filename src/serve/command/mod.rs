//! The command: its arguments, and a server that runs until it is interrupted.

mod args;
mod export;
mod store;

pub use args::Serve;

use crate::config::{Config, Creation};
use crate::token::Token;
use crate::{Assets, run};
use ludex_lsp::Host;
use ludex_table::TableGame;
use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

/// Serves games with the files of a page until the process is interrupted, or exports the tables that are kept.
///
/// # Errors
/// The address, the file of the tables, or a folder can't be had.
pub fn serve(
    arguments: &Serve,
    games: &[Arc<TableGame>],
    page: Assets,
) -> Result<(), Box<dyn Error>> {
    if arguments.edit.is_some() || arguments.static_folder.is_some() {
        return Err("--edit and --static are done by `ludex`, which holds page and games".into());
    }
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .init();
    let storage = store::open(&arguments.store)?;
    if let Some(path) = &arguments.export {
        return export::write(&*storage, games, path, arguments.table.as_deref());
    }
    let mut config = config(arguments)?;
    for file in &arguments.nets {
        let named = |why: String| format!("`{}`: {why}", file.display());
        let bytes = std::fs::read(file).map_err(|error| named(error.to_string()))?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        config.nets.offer(&name, &bytes, games).map_err(named)?;
    }
    let host = match &config.creation {
        Creation::Anybody => None,
        Creation::Host(token) => Some(token.to_string()),
    };
    let listening = |address: SocketAddr| tell(address, host.as_deref());
    run(
        config,
        games.to_vec(),
        page,
        storage,
        listening,
        interrupted(),
    )?;
    Ok(())
}

/// Serves the desk of a folder's author until the process is interrupted.
///
/// # Errors
/// The folder or the port can't be had.
pub fn edit(
    port: u16,
    folder: &Path,
    host: Arc<dyn Host>,
    page: Assets,
) -> Result<(), Box<dyn Error>> {
    let listening = |link: &str| {
        eprintln!("the desk is at {link}");
        eprintln!("whoever has this link reads and writes the texts of the folder");
    };
    crate::edit::run(port, folder, host, page, listening, interrupted())?;
    Ok(())
}

fn config(serve: &Serve) -> Result<Config, Box<dyn Error>> {
    let address = SocketAddr::new(serve.address(), serve.port);
    let creation = if address.ip().is_loopback() || serve.open {
        Creation::Anybody
    } else {
        Creation::Host(Token::new()?)
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
    let shown = if address.ip().is_unspecified() {
        format!("localhost:{port}")
    } else {
        address.to_string()
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
