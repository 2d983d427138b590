//! The server of ludex: tables at which people and bots play, over a websocket, from the rules alone.
//!
//! Enters: a configuration, games, the page's files, a storage. Leaves: a server that runs until it is told to stop. Never
//! here: reading games or pages from files, arguments, a game's own word. `edit` serves the files of a folder to their author.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`config`] | where the server listens, who may create tables, its limits |
//! | [`wire`] | the messages, as types with JSON Schemas; `docs/serve.md` tells them |
//! | `http`, `socket` | the edge: requests and connections; they queue what they are sent, and play nothing |
//! | `live` | tables in memory: the table of [`ludex_table`] with its visitors, bots and clocks |
//! | `pool` | threads for engine work, and one queue for each table |
//! | [`edit`] | the author's desk: the files of a folder, the language server behind a socket |
//! | [`storage`] | what outlives the process: tables, tokens' hashes, every act |
//! | [`command`] | arguments and the run of `ludex serve` |
//! | [`token`], [`clock`], `limits` | rights as random numbers; time of seats; rates |
//!
//! An act goes this way: the socket reads it, the table's queue runs it, the engine does it, the storage has it on the disk,
//! and then it is answered and shown to the others. If it can't be stored, the table in memory is thrown away.

#![forbid(unsafe_code)]

pub mod clock;
#[cfg(feature = "command")]
pub mod command;
pub mod config;
pub mod edit;
mod http;
mod limits;
mod live;
mod pool;
mod server;
mod socket;
pub mod storage;
pub mod token;
pub mod wire;

pub use http::Assets;
pub use live::{Exported, Nets, export};
pub use server::{Inspector, ServeError, Server, run};
