//! Configuration: the address of a server, who may create tables, and limits.

use crate::Nets;
use crate::token::Token;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

/// The configuration of a server.
#[derive(Debug, Clone)]
pub struct Config {
    /// The address to listen at; `127.0.0.1` unless somebody asked for more.
    pub address: SocketAddr,
    /// Names by which browsers may reach it, beside `localhost` and addresses. Any other name in a request is refused, since a
    /// foreign page can make its own name lead here.
    pub hosts: Vec<String>,
    /// True behind a proxy of one's own: the last address of `X-Forwarded-For` is then the client's.
    pub is_behind_proxy: bool,
    /// The people who may create tables.
    pub creation: Creation,
    /// Bounds for what clients may take.
    pub limits: Limits,
    /// The nets that clients may seat as bots.
    pub nets: Nets,
    /// Threads for engine work.
    pub table_threads: usize,
    /// The number of threads for bots.
    pub bot_threads: usize,
}

/// The people who may create tables.
#[derive(Debug, Clone)]
pub enum Creation {
    /// Whoever reaches the server.
    Anybody,
    /// Whoever has the host's token.
    Host(Token),
}

/// Bounds for what clients may take.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Messages of a connection a second, on average; four times as many at once.
    pub messages_per_second: NonZeroU32,
    /// Tables that an address may create a minute, on average.
    pub tables_per_minute: NonZeroU32,
    /// Wrong tokens of an address a minute; then it must wait.
    pub wrong_tokens_per_minute: NonZeroU32,
    /// Connections of an address at once.
    pub connections_per_address: usize,
    /// Connections of all addresses at once.
    pub connections: usize,
    /// Tables in memory at once; the others wait in storage.
    pub tables: usize,
    /// Messages that wait for a slow client before it is cut off. It comes back with the version that it has.
    pub outbox: usize,
    /// The longest silence of a connection. Clients' sockets answer pings by themselves.
    pub silence: Duration,
    /// The time for which a table without anybody stays in memory.
    pub idle_table: Duration,
    /// Playouts of a bot for a decision.
    pub bot_playouts: u64,
    /// Time of a bot for a decision.
    pub bot_time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        // INVARIANT: none of these is 0.
        let rate = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Limits {
            message_bytes: 16 * 1024,
            messages_per_second: rate(20),
            tables_per_minute: rate(30),
            wrong_tokens_per_minute: rate(20),
            connections_per_address: 200,
            connections: 20_000,
            tables: 10_000,
            outbox: 64,
            silence: Duration::from_secs(75),
            idle_table: Duration::from_secs(120),
            bot_playouts: 20_000,
            bot_time: Duration::from_secs(10),
        }
    }
}

impl Config {
    /// Returns the configuration of a server for this machine alone.
    #[must_use]
    pub fn local(port: u16) -> Config {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            hosts: Vec::new(),
            is_behind_proxy: false,
            creation: Creation::Anybody,
            limits: Limits::default(),
            nets: Nets::default(),
            // Some of them wait for the disk.
            table_threads: 2 * cores + 2,
            bot_threads: cores,
        }
    }
}
