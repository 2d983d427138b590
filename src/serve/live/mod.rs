//! Tables in memory: each with its queue of jobs, its visitors, its bots and clocks.
//!
//! Enters: requests of connections, typed. Leaves: messages into their outboxes, and acts into the storage, before anybody is
//! told of them. Never here: sockets, HTTP, SQL.
//!
//! `hub` opens tables and closes them when nobody is there; `visit` is what a connection holds; `table` is the state that jobs
//! work on, one after the other; `acts` is what is stored, and done again when a table is opened; `bots` chooses for seats,
//! with `nets` that the host offers.

mod acts;
mod bots;
mod export;
mod hub;
mod nets;
mod recent;
mod table;
mod visit;

pub use export::{Exported, export};
pub(crate) use hub::{Hub, Opened};
pub use nets::Nets;
pub(crate) use table::Settings;
pub(crate) use visit::{Outbox, Visit};
