//! Storage: tables, who may do what at them, and every act, in order.
//!
//! Enters: typed operations. Leaves: what was stored. An act is durable when `append` returns; the server answers only then.
//! What an act or a setting means is not known here: they are texts (JSON) of the rooms that make them.
//!
//! The trait has no transaction that spans calls and no query of one database's own: acts are numbered by the caller, and one
//! whose number is not the next is refused, which is all that several servers need to share tables. SQLite is the default;
//! Postgres (the feature `postgres`) is what several servers share.

#[cfg(feature = "postgres")]
mod postgresql;
mod sqlite;

#[cfg(feature = "postgres")]
pub use postgresql::Postgres;
pub use sqlite::Sqlite;

use crate::token::{TableId, TokenHash};

/// The reason why something could not be stored or read.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StorageError {
    /// The database failed: no space, no file, a broken file.
    #[error("the storage failed: {0}")]
    Database(String),
    /// The number is not the next one, or the request is there: another server, or another copy of the table, appended acts.
    #[error("act {number} is not the next of table {table}: somebody else has appended acts")]
    Taken {
        /// The table that was meant.
        table: TableId,
        /// The number of the act.
        number: u64,
    },
    /// The database was made by a later ludex.
    #[error(
        "the storage has version {theirs}, and this ludex reads up to {ours}: use a newer ludex"
    )]
    Newer {
        /// The version of the database.
        theirs: i64,
        /// The version that is written here.
        ours: i64,
    },
    /// The writer is gone: the server ends.
    #[error("the storage is closed")]
    Closed,
}

/// A table as it is stored, without its acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// The id of the table.
    pub id: TableId,
    /// The name of its game.
    pub game: String,
    /// The hash of the rules that it is played by.
    pub rules: String,
    /// The start as JSON: players, seed, options.
    pub start: String,
    /// Clocks, seats and what its creator allowed, as JSON.
    pub settings: String,
    /// The time at which it was created, in milliseconds since 1970.
    pub created: u64,
    /// Whose turn it is, as JSON; each act brings it up to date.
    pub standing: String,
}

/// Something that was done at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActRow {
    /// Its number at the table, from 0.
    pub number: u64,
    /// The time at which it was done, in milliseconds since 1970.
    pub at: u64,
    /// The act itself, as JSON.
    pub act: String,
    /// The request that it answers; none of acts of the server's own.
    pub request: Option<RequestKey>,
}

/// An act with what comes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAct {
    /// The act to be stored.
    pub act: ActRow,
    /// Whose turn it is then, as JSON: see `TableRow::standing`.
    pub standing: String,
    /// The right that the act gives: grants of the same role end, and this one holds.
    pub grant: Option<GrantRow>,
}

/// A request by who sent it and its number there: what makes repeating it harmless.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RequestKey {
    /// The text by which a client names itself.
    pub client: String,
    /// The client's number of the request.
    pub n: u64,
}

/// The right that a token stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantRow {
    /// The hash of the token.
    pub hash: TokenHash,
    /// The table that it leads to.
    pub table: TableId,
    /// The rights of its holder, as JSON.
    pub role: String,
}

/// A place where tables are kept.
pub trait Storage: Send + Sync {
    /// Stores a table with its grants, all or nothing.
    ///
    /// # Errors
    /// The database fails.
    fn create(&self, table: &TableRow, grants: &[GrantRow]) -> Result<(), StorageError>;

    /// Appends an act if its number is that of the acts there are. When it returns, the act outlives the process.
    ///
    /// # Errors
    /// The number is another or the request is there, or the database fails: then nothing was stored.
    fn append(&self, table: TableId, act: &NewAct) -> Result<(), StorageError>;

    /// Returns a table with its acts, in order; none if there is no such table.
    ///
    /// # Errors
    /// The database fails.
    fn load(&self, table: TableId) -> Result<Option<(TableRow, Vec<ActRow>)>, StorageError>;

    /// Returns a table without its acts; none if there is no such table.
    ///
    /// # Errors
    /// The database fails.
    fn table(&self, table: TableId) -> Result<Option<TableRow>, StorageError>;

    /// Returns the right that a token stands for.
    ///
    /// # Errors
    /// The database fails.
    fn grant(&self, hash: &TokenHash) -> Result<Option<GrantRow>, StorageError>;

    /// Returns the ids of all tables, the oldest first.
    ///
    /// # Errors
    /// The database fails.
    fn list(&self) -> Result<Vec<TableId>, StorageError>;
}
