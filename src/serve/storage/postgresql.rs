//! Postgres: a database that several servers share.
//!
//! A few threads hold a connection each and take operations from one queue, so callers may be anywhere, also in the reactor.
//! Every operation is one statement and thus one round trip and one transaction; Postgres itself groups the syncs of commits
//! that come at the same time. A connection that broke is opened again for the next operation.

use super::{ActRow, GrantRow, NewAct, RequestKey, Storage, StorageError, TableRow};
use crate::token::{TableId, TokenHash};
use postgres::error::SqlState;
use postgres::types::{ToSql, Type};
use postgres::{Client, Config, NoTls, Row};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// The version of the tables below, in `ludex_version`.
const VERSION: i64 = 1;
/// Connections of a server.
const CONNECTIONS: usize = 8;
/// The silence after which a connection is tried before it is used: the database may have been restarted.
const SILENCE: Duration = Duration::from_secs(5);
/// The time for which the database may be silent when a connection is opened or tried.
const PATIENCE: Duration = Duration::from_secs(5);
/// The number by which servers take turns when they make or change the tables.
const MIGRATION_LOCK: i64 = 0x6c75_6465_7800;

const SCHEMA: &str = "
    CREATE TABLE ludex_version (version BIGINT NOT NULL);
    INSERT INTO ludex_version VALUES (1);
    CREATE TABLE ludex_tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, start TEXT NOT NULL, settings TEXT NOT NULL,
        created BIGINT NOT NULL, standing TEXT NOT NULL
    );
    CREATE TABLE ludex_grants (hash BYTEA PRIMARY KEY, table_id TEXT NOT NULL REFERENCES ludex_tables, role TEXT NOT NULL);
    CREATE INDEX ludex_grants_of_table ON ludex_grants (table_id);
    CREATE TABLE ludex_acts (
        table_id TEXT NOT NULL REFERENCES ludex_tables, number BIGINT NOT NULL, at BIGINT NOT NULL, act TEXT NOT NULL,
        client TEXT, n BIGINT, PRIMARY KEY (table_id, number)
    );
    CREATE UNIQUE INDEX ludex_acts_of_client ON ludex_acts (table_id, client, n) WHERE client IS NOT NULL;
";

/// Appends an act if its number is the next one, with what comes of it; gives whether it did.
const APPEND: &str = "
    WITH appended AS (
        INSERT INTO ludex_acts (table_id, number, at, act, client, n)
        SELECT $1, $2, $3, $4, $5, $6
        WHERE $2 = (SELECT coalesce(max(number) + 1, 0) FROM ludex_acts WHERE table_id = $1)
        ON CONFLICT DO NOTHING
        RETURNING number
    ), stands AS (
        UPDATE ludex_tables SET standing = $7 WHERE id = $1 AND EXISTS (SELECT FROM appended)
    ), ended AS (
        DELETE FROM ludex_grants WHERE table_id = $1 AND role = $8 AND EXISTS (SELECT FROM appended)
    ), granted AS (
        INSERT INTO ludex_grants (hash, table_id, role)
        SELECT $9, $1, $8 WHERE $9 IS NOT NULL AND EXISTS (SELECT FROM appended)
    )
    SELECT EXISTS (SELECT FROM appended)";

/// Creates a table with its grants, which come as two arrays.
const CREATE: &str = "
    WITH created AS (INSERT INTO ludex_tables VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id)
    INSERT INTO ludex_grants (hash, table_id, role)
    SELECT grants.hash, created.id, grants.role FROM created, unnest($8::BYTEA[], $9::TEXT[]) AS grants (hash, role)";

/// Tables in a database of Postgres.
pub struct Postgres {
    jobs: Sender<Job>,
    /// Counts failures: after one, each connection is tried before it is used, since the database may have ended all.
    breaks: Arc<AtomicU64>,
}

/// An operation, with a connection or the reason why there is none.
type Job = Box<dyn FnOnce(Result<&mut Client, StorageError>) + Send>;
/// A parameter of a statement, with its type: so a statement is sent, parsed and done in one round trip.
type Parameter<'a> = (&'a (dyn ToSql + Sync), Type);

impl Postgres {
    /// Connects to the database of a URL (`postgres://USER@HOST/NAME`), and makes the tables if they are not there.
    ///
    /// # Errors
    /// The URL is wrong, the database can't be reached, or a later ludex made the tables.
    pub fn open(url: &str) -> Result<Postgres, StorageError> {
        let mut config = Config::from_str(url)?;
        config.connect_timeout(PATIENCE).application_name("ludex");
        let (jobs, waiting) = channel::<Job>();
        let (waiting, breaks) = (Arc::new(Mutex::new(waiting)), Arc::<AtomicU64>::default());
        for _ in 0..CONNECTIONS {
            let connection = Connection::new(config.clone(), Arc::clone(&breaks));
            let waiting = Arc::clone(&waiting);
            let thread = Builder::new().name("ludex-storage".to_owned());
            let begun = thread.spawn(move || connection.work(&waiting));
            begun.map_err(|error| StorageError::Database(error.to_string()))?;
        }
        let storage = Postgres { jobs, breaks };
        storage.run(migrate)?;
        Ok(storage)
    }

    /// Runs an operation on the next connection that is free, and waits for it.
    fn run<R: Send + 'static>(
        &self,
        operation: impl FnOnce(&mut Client) -> Result<R, StorageError> + Send + 'static,
    ) -> Result<R, StorageError> {
        let (done, outcome) = sync_channel(1);
        let breaks = Arc::clone(&self.breaks);
        let job: Job = Box::new(move |client| {
            let outcome = client.and_then(operation);
            // Counted before anybody is told, so that whoever is told meets no other connection that ended.
            if matches!(outcome, Err(StorageError::Database(_))) {
                breaks.fetch_add(1, Ordering::Relaxed);
            }
            // Whoever waited may be gone; what was written stays.
            let _ = done.send(outcome);
        });
        self.jobs.send(job).map_err(|_| StorageError::Closed)?;
        outcome.recv().map_err(|_| StorageError::Closed)?
    }
}

/// The connection of a thread.
struct Connection {
    config: Config,
    client: Option<Client>,
    used: Instant,
    /// The count of failures that all threads share.
    breaks: Arc<AtomicU64>,
    /// The count when the connection was last tried.
    breaks_then: u64,
}

impl Connection {
    fn new(config: Config, breaks: Arc<AtomicU64>) -> Connection {
        Connection {
            config,
            client: None,
            used: Instant::now(),
            breaks,
            breaks_then: 0,
        }
    }

    /// Works until the storage is dropped.
    fn work(mut self, waiting: &Mutex<Receiver<Job>>) {
        loop {
            let job = waiting
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .recv();
            let Ok(job) = job else { return };
            job(self.client());
            self.used = Instant::now();
        }
    }

    /// Returns a connection that works, a new one where the last one broke.
    fn client(&mut self) -> Result<&mut Client, StorageError> {
        let breaks = self.breaks.load(Ordering::Relaxed);
        let is_doubtful = self.used.elapsed() > SILENCE || breaks != self.breaks_then;
        let works = |client: &mut Client| !is_doubtful || client.is_valid(PATIENCE).is_ok();
        self.breaks_then = breaks;
        if !self.client.as_mut().is_some_and(works) {
            self.client = None;
        }
        match &mut self.client {
            Some(client) => Ok(client),
            none => Ok(none.insert(self.config.connect(NoTls)?)),
        }
    }
}

impl Storage for Postgres {
    fn create(&self, table: &TableRow, grants: &[GrantRow]) -> Result<(), StorageError> {
        let (table, grants) = (table.clone(), grants.to_vec());
        self.run(move |db| create(db, &table, &grants))
    }

    fn append(&self, table: TableId, act: &NewAct) -> Result<(), StorageError> {
        let act = act.clone();
        self.run(move |db| append(db, table, &act))
    }

    fn load(&self, table: TableId) -> Result<Option<(TableRow, Vec<ActRow>)>, StorageError> {
        self.run(move |db| {
            let Some(row) = table_row(db, table)? else {
                return Ok(None);
            };
            Ok(Some((row, act_rows(db, table)?)))
        })
    }

    fn table(&self, table: TableId) -> Result<Option<TableRow>, StorageError> {
        self.run(move |db| table_row(db, table))
    }

    fn grant(&self, hash: &TokenHash) -> Result<Option<GrantRow>, StorageError> {
        let hash = *hash;
        self.run(move |db| {
            let found = db.query_typed(
                "SELECT table_id, role FROM ludex_grants WHERE hash = $1",
                &[(&&hash.bytes()[..], Type::BYTEA)],
            )?;
            let grant = |row: &Row| {
                Ok(GrantRow {
                    hash,
                    table: id(row, 0)?,
                    role: row.try_get(1)?,
                })
            };
            found.first().map(grant).transpose()
        })
    }

    fn list(&self) -> Result<Vec<TableId>, StorageError> {
        self.run(|db| {
            let rows = db.query_typed("SELECT id FROM ludex_tables ORDER BY created, id", &[])?;
            rows.iter().map(|row| id(row, 0)).collect()
        })
    }
}

/// Makes the tables where there are none; servers that start at once take turns.
fn migrate(db: &mut Client) -> Result<(), StorageError> {
    let mut change = db.transaction()?;
    change.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK])?;
    let found = change.query_one("SELECT to_regclass('ludex_version') IS NOT NULL", &[])?;
    if !found.try_get::<_, bool>(0)? {
        change.batch_execute(SCHEMA)?;
    }
    let theirs = change.query_one("SELECT version FROM ludex_version", &[])?;
    let theirs = theirs.try_get(0)?;
    if theirs > VERSION {
        return Err(StorageError::Newer {
            theirs,
            ours: VERSION,
        });
    }
    Ok(change.commit()?)
}

fn create(db: &mut Client, table: &TableRow, grants: &[GrantRow]) -> Result<(), StorageError> {
    let hashes: Vec<&[u8]> = grants.iter().map(|grant| &grant.hash.bytes()[..]).collect();
    let roles: Vec<&str> = grants.iter().map(|grant| grant.role.as_str()).collect();
    let (id, created) = (table.id.to_string(), signed(table.created)?);
    let parameters: [Parameter<'_>; 9] = [
        (&id, Type::TEXT),
        (&table.game, Type::TEXT),
        (&table.rules, Type::TEXT),
        (&table.start, Type::TEXT),
        (&table.settings, Type::TEXT),
        (&created, Type::INT8),
        (&table.standing, Type::TEXT),
        (&hashes, Type::BYTEA_ARRAY),
        (&roles, Type::TEXT_ARRAY),
    ];
    db.query_typed(CREATE, &parameters)?;
    Ok(())
}

fn append(db: &mut Client, table: TableId, new: &NewAct) -> Result<(), StorageError> {
    let NewAct {
        act,
        standing,
        grant,
    } = new;
    let (id, number, at) = (table.to_string(), signed(act.number)?, signed(act.at)?);
    let client = act.request.as_ref().map(|request| request.client.as_str());
    let n = act.request.as_ref().map(|request| signed(request.n));
    let n = n.transpose()?;
    let role = grant.as_ref().map(|grant| grant.role.as_str());
    let hash = grant.as_ref().map(|grant| &grant.hash.bytes()[..]);
    let parameters: [Parameter<'_>; 9] = [
        (&id, Type::TEXT),
        (&number, Type::INT8),
        (&at, Type::INT8),
        (&act.act, Type::TEXT),
        (&client, Type::TEXT),
        (&n, Type::INT8),
        (standing, Type::TEXT),
        (&role, Type::TEXT),
        (&hash, Type::BYTEA),
    ];
    let outcome = db.query_typed(APPEND, &parameters);
    let is_appended = match &outcome {
        // Two servers appended at the same moment, and the database noticed by itself.
        Err(error) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => false,
        Err(_) | Ok(_) => first(&outcome?)?.try_get(0)?,
    };
    if is_appended {
        Ok(())
    } else {
        Err(StorageError::Taken {
            table,
            number: act.number,
        })
    }
}

fn first(rows: &[Row]) -> Result<&Row, StorageError> {
    let none = || StorageError::Database("a statement gave no row".to_owned());
    rows.first().ok_or_else(none)
}

fn table_row(db: &mut Client, table: TableId) -> Result<Option<TableRow>, StorageError> {
    let found = db.query_typed(
        "SELECT game, rules, start, settings, created, standing FROM ludex_tables WHERE id = $1",
        &[(&table.to_string(), Type::TEXT)],
    )?;
    let row = |row: &Row| {
        Ok(TableRow {
            id: table,
            game: row.try_get(0)?,
            rules: row.try_get(1)?,
            start: row.try_get(2)?,
            settings: row.try_get(3)?,
            created: unsigned(row.try_get(4)?)?,
            standing: row.try_get(5)?,
        })
    };
    found.first().map(row).transpose()
}

fn act_rows(db: &mut Client, table: TableId) -> Result<Vec<ActRow>, StorageError> {
    let rows = db.query_typed(
        "SELECT number, at, act, client, n FROM ludex_acts WHERE table_id = $1 ORDER BY number",
        &[(&table.to_string(), Type::TEXT)],
    )?;
    let act = |row: &Row| {
        let (client, n): (Option<String>, Option<i64>) = (row.try_get(3)?, row.try_get(4)?);
        let n = n.map(unsigned).transpose()?;
        Ok(ActRow {
            number: unsigned(row.try_get(0)?)?,
            at: unsigned(row.try_get(1)?)?,
            act: row.try_get(2)?,
            request: client.zip(n).map(|(client, n)| RequestKey { client, n }),
        })
    };
    rows.iter().map(act).collect()
}

fn id(row: &Row, column: usize) -> Result<TableId, StorageError> {
    let text: &str = row.try_get(column)?;
    let wrong = |error| StorageError::Database(format!("`{text}` is no table: {error}"));
    text.parse().map_err(wrong)
}

/// Returns a number as Postgres has it, which knows signed ones alone.
fn signed(number: u64) -> Result<i64, StorageError> {
    i64::try_from(number).map_err(|error| StorageError::Database(error.to_string()))
}

fn unsigned(number: i64) -> Result<u64, StorageError> {
    u64::try_from(number).map_err(|error| StorageError::Database(error.to_string()))
}

/// Tells what the database says, which the error's own text leaves out.
impl From<postgres::Error> for StorageError {
    fn from(error: postgres::Error) -> StorageError {
        let message = match error.as_db_error() {
            Some(told) => told.to_string(),
            None => match std::error::Error::source(&error) {
                Some(cause) => format!("{error}: {cause}"),
                None => error.to_string(),
            },
        };
        StorageError::Database(message)
    }
}
