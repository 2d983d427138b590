//! Tables in a database of Postgres: the promises of every storage, two servers that share it, and connections that break.
//!
//! `.ci/long postgres` starts a database for them and names it in `LUDEX_POSTGRES` (`postgres://USER@HOST:PORT/`); without it
//! they are ignored, and one that is run anyway fails.

use crate::storage::{Open, PROMISES};
use crate::stored::two_servers_never_write_over_each_other;
use ludex_serve::storage::{Postgres, Storage, StorageError};
use ludex_serve::token::draw;
use postgres::{Client, NoTls};
use std::sync::Arc;

/// A database for one test.
struct Database {
    server: String,
    name: String,
}

impl Database {
    fn new() -> Database {
        let server = std::env::var("LUDEX_POSTGRES").expect("LUDEX_POSTGRES names a database");
        let name = format!("ludex_{:032x}", draw().unwrap());
        let database = Database { server, name };
        database.at_server(&format!("CREATE DATABASE {}", database.name));
        database
    }

    fn url(&self) -> String {
        format!("{}{}", self.server, self.name)
    }

    fn open(&self) -> Arc<dyn Storage> {
        Arc::new(Postgres::open(&self.url()).unwrap())
    }

    fn at_server(&self, statement: &str) {
        let mut client = Client::connect(&format!("{}postgres", self.server), NoTls).unwrap();
        client.batch_execute(statement).unwrap();
    }

    fn in_it(&self, statement: &str) {
        let mut client = Client::connect(&self.url(), NoTls).unwrap();
        client.batch_execute(statement).unwrap();
    }

    fn end_connections(&self) {
        let name = &self.name;
        self.at_server(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        ));
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.at_server(&format!("DROP DATABASE {} WITH (FORCE)", self.name));
    }
}

#[test]
#[ignore = "needs a database: .ci/long postgres"]
fn a_database_keeps_every_promise() {
    for promise in PROMISES {
        let database = Database::new();
        promise(&|| database.open());
    }
}

#[test]
#[ignore = "needs a database: .ci/long postgres"]
fn two_servers_of_one_database_never_write_over_each_other() {
    let database = Database::new();
    let open: Open<'_> = &|| database.open();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(two_servers_never_write_over_each_other(open));
}

/// Servers that are started at the same moment make the tables once.
#[test]
#[ignore = "needs a database: .ci/long postgres"]
fn many_servers_start_on_an_empty_database() {
    let database = Database::new();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(database.open().list().unwrap(), []));
        }
    });
}

/// When the database ends all connections, as a restart does, at most the operation that notices it fails.
#[test]
#[ignore = "needs a database: .ci/long postgres"]
fn connections_that_break_are_opened_again() {
    let database = Database::new();
    let storage = database.open();
    // All connections are in use once.
    std::thread::scope(|scope| {
        for _ in 0..64 {
            scope.spawn(|| storage.list().unwrap());
        }
    });
    database.end_connections();
    let failed = (0..64).filter(|_| storage.list().is_err()).count();
    assert!(failed <= 1, "{failed} of 64 operations failed");
}

#[test]
#[ignore = "needs a database: .ci/long postgres"]
fn a_database_of_a_later_version_is_refused() {
    let database = Database::new();
    drop(database.open());
    database.in_it("UPDATE ludex_version SET version = 99");
    let refused = Postgres::open(&database.url()).map(drop);
    assert!(
        matches!(refused, Err(StorageError::Newer { theirs: 99, .. })),
        "{refused:?}"
    );
}

/// The message says what is wrong, and no password.
#[test]
#[ignore = "needs a database: .ci/long postgres"]
fn a_database_that_is_not_there_is_told_without_its_password() {
    let server = std::env::var("LUDEX_POSTGRES").expect("LUDEX_POSTGRES names a database");
    let url = server.replacen("postgres@", "postgres:sesame@", 1) + "nowhere";
    assert!(url.contains("sesame"), "{server} names the user postgres");
    let refused = Postgres::open(&url).map(drop).unwrap_err().to_string();
    assert!(refused.contains("\"nowhere\" does not exist"), "{refused}");
    assert!(!refused.contains("sesame"), "{refused}");
}
