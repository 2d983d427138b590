//! The author's desk: the files of a folder and the language server, for the browser of one person at this machine.
//!
//! Enters: a folder, a host that reads and writes files, the page's files. Leaves: a server at 127.0.0.1 that runs until it is
//! told to stop. Never here: a rule, a table (the page plays by itself, as WebAssembly), a path outside the folder.
//!
//! | file | what it does |
//! | --- | --- |
//! | `folder` | paths inside the folder, the list of its files, texts with their versions |
//! | `host` | the files of the folder for the language server, and no others |
//! | `router` | requests with the token |
//! | `language` | the language server behind a websocket |
//! | `studies` | coverage by rulings and balance by games, with their progress |

mod folder;
mod host;
mod language;
mod router;
mod studies;

use crate::http::Assets;
use crate::token::Token;
use folder::Folder;
use host::ConfinedHost;
use ludex_lsp::Host;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

pub use folder::FolderError;

/// The parts that all requests share.
#[derive(Clone)]
pub(crate) struct EditApp {
    folder: Arc<Folder>,
    host: Arc<dyn Host>,
    assets: Arc<Assets>,
    token: Token,
}

/// A desk that listens.
pub struct EditServer {
    listener: TcpListener,
    address: SocketAddr,
    app: EditApp,
}

impl EditServer {
    /// Listens at a port of this machine alone; 0 takes any that is free.
    ///
    /// # Errors
    /// The folder is none, the port can't be had, or the system gives no random numbers.
    pub async fn bind(
        port: u16,
        folder: &Path,
        host: Arc<dyn Host>,
        assets: Assets,
    ) -> std::io::Result<EditServer> {
        let folder = Arc::new(Folder::open(folder)?);
        let token = Token::new().map_err(std::io::Error::other)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let app = EditApp {
            host: Arc::new(ConfinedHost::new(host, Arc::clone(&folder))),
            folder,
            assets: Arc::new(assets),
            token,
        };
        Ok(EditServer {
            listener,
            address,
            app,
        })
    }

    /// Returns the address at which it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the token that every request must carry.
    #[must_use]
    pub fn token(&self) -> String {
        self.app.token.to_string()
    }

    /// Serves until `stop` is done.
    ///
    /// # Errors
    /// The listener failed.
    pub async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let service = router::router(self.app).into_make_service();
        tokio::select! {
            served = axum::serve(self.listener, service).into_future() => served,
            () = stop => Ok(()),
        }
    }
}

/// Runs a desk on threads of its own until `stop` is done; tells its link first.
///
/// # Errors
/// As of `EditServer::bind` and `EditServer::serve`.
pub fn run(
    port: u16,
    folder: &Path,
    host: Arc<dyn Host>,
    assets: Assets,
    listening: impl FnOnce(&str),
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let server = EditServer::bind(port, folder, host, assets).await?;
        listening(&format!(
            "http://{}/#desk={}",
            server.address(),
            server.token()
        ));
        server.serve(stop).await
    })
}
