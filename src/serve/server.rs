//! The server: binds its address, serves, and stops when it is told to.

use crate::config::Config;
use crate::http::{App, Assets, router};
use crate::limits::Addresses;
use crate::live::{Hub, Settings};
use crate::pool::NoThreads;
use crate::storage::Storage;
use crate::wire::{NewLinks, NewSeat, Refusal};
use ludex_table::{Table, TableGame};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// The time between looks for tables where nobody is.
const SWEEP: Duration = Duration::from_secs(10);
/// The time that requests under way may take when the server ends.
const ENDING: Duration = Duration::from_secs(5);

/// The reason why a server can't run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use, or not this machine's.
    #[error("can't listen at {address}: {error}")]
    Address {
        /// The address that was wanted.
        address: SocketAddr,
        /// The reason that the system gives.
        error: std::io::Error,
    },
    /// The system gives no threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// Serving failed for a reason of the system.
    #[error("the server ended: {0}")]
    Ended(std::io::Error),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
    stopping: watch::Sender<bool>,
}

impl Server {
    /// Listens at the configured address; port 0 takes any that is free.
    ///
    /// # Errors
    /// The address can't be had, or the system gives no threads.
    pub async fn bind(
        config: Config,
        games: impl IntoIterator<Item = Arc<TableGame>>,
        assets: Assets,
        storage: Arc<dyn Storage>,
    ) -> Result<Server, ServeError> {
        let address = config.address;
        let failed = |error| ServeError::Address { address, error };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let addresses = Arc::new(Addresses::new(&config.limits));
        let hub = Arc::new(Hub::new(config, games, storage, Handle::current())?);
        let (stopping, stop) = watch::channel(false);
        let app = App {
            hub,
            assets: Arc::new(assets),
            addresses,
            stop,
        };
        Ok(Server {
            listener,
            address,
            app,
            stopping,
        })
    }

    /// Returns the address at which it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns what tells of the tables at work, for tests and measurements.
    #[must_use]
    pub fn inspector(&self) -> Inspector {
        Inspector(Arc::clone(&self.app.hub))
    }

    /// Serves until `stop` is done. Connections are then closed with a reason; what was done is stored.
    ///
    /// # Errors
    /// The listener failed.
    pub async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let Server {
            listener,
            app,
            stopping,
            ..
        } = self;
        let (hub, sweeper) = (Arc::clone(&app.hub), tokio::spawn(sweep(app.clone())));
        let (ending, ended) = (stopping.clone(), app.stop.clone());
        let shutdown = async move {
            stop.await;
            ending.send_replace(true);
        };
        let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
        let served = axum::serve(listener, service)
            .with_graceful_shutdown(shutdown)
            .into_future();
        let deadline = async {
            let mut ended = ended;
            // The sender lives as long as this function.
            let _ = ended.wait_for(|ended| *ended).await;
            tokio::time::sleep(ENDING).await;
        };
        let outcome = tokio::select! {
            outcome = served => outcome,
            () = deadline => Ok(()),
        };
        sweeper.abort();
        hub.close();
        drop(stopping);
        outcome.map_err(ServeError::Ended)
    }
}

/// Looks into a server from within its process.
#[derive(Clone)]
pub struct Inspector(Arc<Hub>);

impl Inspector {
    /// Counts the tables in memory.
    #[must_use]
    pub fn tables(&self) -> usize {
        self.0.count_tables()
    }

    /// Puts a table at the server as it stands, to be looked at: what was done before is not stored.
    ///
    /// # Errors
    /// As of a table that a client creates.
    pub fn host(&self, table: Table) -> Result<NewLinks, Refusal> {
        let seats = vec![NewSeat::default(); usize::from(table.position().start().players)];
        self.0.host(table, Settings { seats, clock: None })
    }
}

/// Lets go of tables and counters that nobody uses.
async fn sweep(app: App) {
    let mut tick = interval(SWEEP);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let (hub, addresses) = (Arc::clone(&app.hub), Arc::clone(&app.addresses));
        // Dropping a large table takes a while.
        let swept = app.hub.tables.run(move || {
            hub.sweep();
            addresses.tidy();
        });
        if timeout(SWEEP, swept).await.is_err() {
            tracing::warn!("the threads for tables are busy for {} s", SWEEP.as_secs());
        }
    }
}

/// Runs a server on threads of its own until `stop` is done; tells where it listens first.
///
/// # Errors
/// As of `Server::bind` and `Server::serve`.
pub fn run(
    config: Config,
    games: impl IntoIterator<Item = Arc<TableGame>>,
    assets: Assets,
    storage: Arc<dyn Storage>,
    listening: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let threads = |error: std::io::Error| ServeError::Ended(error);
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(threads)?;
    runtime.block_on(async {
        let server = Server::bind(config, games, assets, storage).await?;
        listening(server.address());
        server.serve(stop).await
    })
}
