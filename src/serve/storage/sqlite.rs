//! SQLite: one file beside the server, in WAL mode, each commit synced to the disk.
//!
//! One thread writes. It takes whatever acts wait into one transaction (group commit), so that many tables share the price
//! of a sync, and each caller is told of its own act: one that fails spoils no other.

use super::{ActRow, GrantRow, NewAct, RequestKey, Storage, StorageError, TableRow};
use crate::token::{TableId, TokenHash};
use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The version of the tables below, as `PRAGMA user_version`.
const VERSION: i64 = 1;
/// Most acts of one transaction.
const BATCH: usize = 512;
/// The time for which another process may hold the file before an operation fails.
const PATIENCE: Duration = Duration::from_secs(5);

const SCHEMA: &str = "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, start TEXT NOT NULL, settings TEXT NOT NULL,
        created INTEGER NOT NULL, standing TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE grants (hash BLOB PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables, role TEXT NOT NULL)
        STRICT, WITHOUT ROWID;
    CREATE INDEX grants_of_table ON grants (table_id);
    CREATE TABLE acts (
        table_id TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, at INTEGER NOT NULL, act TEXT NOT NULL,
        client TEXT, n INTEGER, PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX acts_of_client ON acts (table_id, client, n) WHERE client IS NOT NULL;
";

/// Tables in a file of SQLite.
#[derive(Debug)]
pub struct Sqlite {
    writes: Sender<Write>,
    reader: Mutex<Connection>,
}

/// Something to write, and who waits for it.
struct Write {
    what: What,
    done: SyncSender<Result<(), StorageError>>,
}

enum What {
    Create(TableRow, Vec<GrantRow>),
    Act(TableId, NewAct),
}

impl Sqlite {
    /// Opens a file, or makes it.
    ///
    /// # Errors
    /// It can't be opened, or a later ludex made it.
    pub fn open(path: &Path) -> Result<Sqlite, StorageError> {
        let mut writer = connect(path)?;
        migrate(&mut writer)?;
        let reader = Mutex::new(connect(path)?);
        let (writes, waiting) = channel();
        let thread = std::thread::Builder::new().name("ludex-storage".to_owned());
        let begun = thread.spawn(move || write_on(&mut writer, &waiting));
        begun.map_err(|error| StorageError::Database(error.to_string()))?;
        Ok(Sqlite { writes, reader })
    }

    fn write(&self, what: What) -> Result<(), StorageError> {
        let (done, outcome) = sync_channel(1);
        let sent = self.writes.send(Write { what, done });
        sent.map_err(|_| StorageError::Closed)?;
        outcome.recv().map_err(|_| StorageError::Closed)?
    }

    fn read<R>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<R>,
    ) -> Result<R, StorageError> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(read(&reader)?)
    }
}

impl Storage for Sqlite {
    fn create(&self, table: &TableRow, grants: &[GrantRow]) -> Result<(), StorageError> {
        self.write(What::Create(table.clone(), grants.to_vec()))
    }

    fn append(&self, table: TableId, act: &NewAct) -> Result<(), StorageError> {
        self.write(What::Act(table, act.clone()))
    }

    fn load(&self, table: TableId) -> Result<Option<(TableRow, Vec<ActRow>)>, StorageError> {
        self.read(|db| {
            let Some(row) = table_row(db, table)? else {
                return Ok(None);
            };
            Ok(Some((row, act_rows(db, table)?)))
        })
    }

    fn table(&self, table: TableId) -> Result<Option<TableRow>, StorageError> {
        self.read(|db| table_row(db, table))
    }

    fn grant(&self, hash: &TokenHash) -> Result<Option<GrantRow>, StorageError> {
        self.read(|db| {
            let mut found =
                db.prepare_cached("SELECT table_id, role FROM grants WHERE hash = ?1")?;
            let row = found.query_row(params![hash.bytes()], |row| {
                Ok(GrantRow {
                    hash: *hash,
                    table: id(row, 0)?,
                    role: row.get(1)?,
                })
            });
            row.optional()
        })
    }

    fn list(&self) -> Result<Vec<TableId>, StorageError> {
        self.read(|db| {
            let mut all = db.prepare_cached("SELECT id FROM tables ORDER BY created, id")?;
            let ids = all.query_map([], |row| id(row, 0))?;
            ids.collect()
        })
    }
}

fn table_row(db: &Connection, table: TableId) -> rusqlite::Result<Option<TableRow>> {
    let mut found = db.prepare_cached(
        "SELECT game, rules, start, settings, created, standing FROM tables WHERE id = ?1",
    )?;
    let row = found.query_row(params![table.to_string()], |row| {
        Ok(TableRow {
            id: table,
            game: row.get(0)?,
            rules: row.get(1)?,
            start: row.get(2)?,
            settings: row.get(3)?,
            created: row.get(4)?,
            standing: row.get(5)?,
        })
    });
    row.optional()
}

fn act_rows(db: &Connection, table: TableId) -> rusqlite::Result<Vec<ActRow>> {
    let mut found = db.prepare_cached(
        "SELECT number, at, act, client, n FROM acts WHERE table_id = ?1 ORDER BY number",
    )?;
    let rows = found.query_map(params![table.to_string()], |row| {
        let (client, n): (Option<String>, Option<u64>) = (row.get(3)?, row.get(4)?);
        let request = client.zip(n).map(|(client, n)| RequestKey { client, n });
        Ok(ActRow {
            number: row.get(0)?,
            at: row.get(1)?,
            act: row.get(2)?,
            request,
        })
    })?;
    rows.collect()
}

fn id(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<TableId> {
    let text: String = row.get(column)?;
    text.parse().map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(
            column,
            rusqlite::types::Type::Text,
            Box::new(error),
        )
    })
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let db = Connection::open(path)?;
    db.busy_timeout(PATIENCE)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    // A commit is on the disk when it returns, also if the power goes.
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    Ok(db)
}

fn migrate(db: &mut Connection) -> Result<(), StorageError> {
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let theirs: i64 = change.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if theirs > VERSION {
        return Err(StorageError::Newer {
            theirs,
            ours: VERSION,
        });
    }
    if theirs < 1 {
        change.execute_batch(SCHEMA)?;
    }
    change.pragma_update(None, "user_version", VERSION)?;
    Ok(change.commit()?)
}

/// Writes until the last sender is gone.
fn write_on(db: &mut Connection, waiting: &Receiver<Write>) {
    while let Ok(first) = waiting.recv() {
        let more = waiting.try_iter().take(BATCH - 1);
        let batch: Vec<Write> = [first].into_iter().chain(more).collect();
        let outcomes = commit(db, &batch);
        for (at, write) in batch.iter().enumerate() {
            let outcome = match &outcomes {
                Ok(each) => each[at].clone(),
                Err(error) => Err(error.clone()),
            };
            // Whoever waited may be gone; what was written stays.
            let _ = write.done.send(outcome);
        }
    }
}

/// Writes a batch in one transaction; gives the outcome of each, or the error by which all of it failed.
fn commit(
    db: &mut Connection,
    batch: &[Write],
) -> Result<Vec<Result<(), StorageError>>, StorageError> {
    let mut change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut outcomes = Vec::with_capacity(batch.len());
    for write in batch {
        let step = change.savepoint()?;
        let outcome = execute(&step, &write.what);
        match outcome {
            Ok(()) => step.commit()?,
            // Dropped, a savepoint goes back.
            Err(_) => drop(step),
        }
        outcomes.push(outcome);
    }
    change.commit()?;
    Ok(outcomes)
}

fn execute(db: &Connection, what: &What) -> Result<(), StorageError> {
    match what {
        What::Create(table, grants) => {
            let mut row =
                db.prepare_cached("INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
            let TableRow {
                id,
                game,
                rules,
                start,
                settings,
                created,
                standing,
            } = table;
            row.execute(params![
                id.to_string(),
                game,
                rules,
                start,
                settings,
                created,
                standing
            ])?;
            grants.iter().try_for_each(|grant| insert_grant(db, grant))
        }
        What::Act(
            table,
            NewAct {
                act,
                standing,
                grant,
            },
        ) => {
            insert_act(db, *table, act)?;
            let mut stands = db.prepare_cached("UPDATE tables SET standing = ?2 WHERE id = ?1")?;
            stands.execute(params![table.to_string(), standing])?;
            let Some(grant) = grant else { return Ok(()) };
            let mut ended =
                db.prepare_cached("DELETE FROM grants WHERE table_id = ?1 AND role = ?2")?;
            ended.execute(params![table.to_string(), grant.role])?;
            insert_grant(db, grant)
        }
    }
}

fn insert_grant(db: &Connection, grant: &GrantRow) -> Result<(), StorageError> {
    let mut row = db.prepare_cached("INSERT INTO grants VALUES (?1, ?2, ?3)")?;
    row.execute(params![
        grant.hash.bytes(),
        grant.table.to_string(),
        grant.role
    ])?;
    Ok(())
}

fn insert_act(db: &Connection, table: TableId, act: &ActRow) -> Result<(), StorageError> {
    let mut row = db.prepare_cached(
        "INSERT INTO acts SELECT ?1, ?2, ?3, ?4, ?5, ?6
         WHERE ?2 = (SELECT coalesce(max(number) + 1, 0) FROM acts WHERE table_id = ?1)",
    )?;
    let (client, n) = match &act.request {
        Some(request) => (Some(&request.client), Some(request.n)),
        None => (None, None),
    };
    let stored = row.execute(params![
        table.to_string(),
        act.number,
        act.at,
        act.act,
        client,
        n
    ]);
    let is_appended = match stored {
        Ok(rows) => rows > 0,
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => false,
        Err(error) => return Err(error.into()),
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

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> StorageError {
        StorageError::Database(error.to_string())
    }
}
