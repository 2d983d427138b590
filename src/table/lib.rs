//! A game at a table, as typed data for a page or an app: what never changes, what a viewer may see, what an answer does.
//!
//! Enters: texts of a game, starts, records, requests. Leaves: descriptions, snapshots, replies and refusals, as serde types
//! with a JSON Schema (`schema`). Never here: files, sockets, clocks, threads, HTML, who sits where and whether they may.
//!
//! `TableGame` is a game with its words and panels, made once and shared. `Table` is one match of it. A snapshot holds what its
//! viewer may know and nothing else; `tests/table` compares snapshots of states that a viewer can't tell apart.

#![forbid(unsafe_code)]

mod access;

mod game;

mod things;

mod look;

mod description;

mod holdings;

mod panels;

mod question;

mod log;

mod reasons;

mod snapshot;

mod request;

mod session;

mod thoughts;

mod schema;

pub use access::Access;
pub use description::Description;
pub use game::{TableGame, vocabulary};
pub use request::{Refusal, RefusalCode, Reply, Request};
pub use schema::schema;
pub use session::Table;
pub use snapshot::TableSnapshot;
pub use things::{Thing, ValueText};
