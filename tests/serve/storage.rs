//! What the storage keeps, in a file of its own for each test.

use ludex_serve::storage::{
    ActRow, GrantRow, NewAct, RequestKey, Sqlite, Storage, StorageError, TableRow,
};
use ludex_serve::token::{TableId, Token};
use rusqlite::Connection;
use std::sync::Arc;

fn table() -> TableRow {
    TableRow {
        id: TableId::new().unwrap(),
        game: "game".to_owned(),
        rules: "hash".to_owned(),
        start: "{}".to_owned(),
        settings: "{}".to_owned(),
        created: 1,
        standing: "new".to_owned(),
    }
}

fn act(number: u64) -> ActRow {
    let client = format!("client {}", number % 3);
    let request = number
        .is_multiple_of(2)
        .then_some(RequestKey { client, n: number });
    ActRow {
        number,
        at: 10 + number,
        act: format!("{{\"act\":{number}}}"),
        request,
    }
}

fn new_act(number: u64) -> NewAct {
    NewAct {
        act: act(number),
        standing: format!("after {number}"),
        grant: None,
    }
}

fn grant(table: &TableRow, role: &str) -> (Token, GrantRow) {
    let token = Token::new().unwrap();
    let hash = token.hash();
    (
        token,
        GrantRow {
            hash,
            table: table.id,
            role: role.to_owned(),
        },
    )
}

#[test]
fn what_is_stored_is_read_again_after_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    let table = table();
    let (token, first) = grant(&table, "seat 0");
    {
        let storage = Sqlite::open(&path).unwrap();
        storage
            .create(&table, std::slice::from_ref(&first))
            .unwrap();
        for number in 0..20 {
            storage.append(table.id, &new_act(number)).unwrap();
        }
    }
    let storage = Sqlite::open(&path).unwrap();
    let (row, acts) = storage.load(table.id).unwrap().unwrap();
    let stands = TableRow {
        standing: "after 19".to_owned(),
        ..table.clone()
    };
    assert_eq!((row, acts), (stands, (0..20).map(act).collect()));
    assert_eq!(storage.grant(&token.hash()).unwrap(), Some(first));
    assert_eq!(storage.list().unwrap(), [table.id]);
    let nobody = TableId::new().unwrap();
    assert!(storage.load(nobody).unwrap().is_none());
}

#[test]
fn an_act_is_appended_once() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(&folder.path().join("tables.db")).unwrap();
    let table = table();
    storage.create(&table, &[]).unwrap();
    storage.append(table.id, &new_act(0)).unwrap();
    let again = storage.append(table.id, &new_act(0));
    assert!(
        matches!(again, Err(StorageError::Taken { number: 0, .. })),
        "{again:?}"
    );
    // The same request under another number.
    let act = ActRow {
        number: 1,
        ..act(0)
    };
    let repeated = NewAct { act, ..new_act(0) };
    let again = storage.append(table.id, &repeated);
    assert!(
        matches!(again, Err(StorageError::Taken { number: 1, .. })),
        "{again:?}"
    );
    let (_, acts) = storage.load(table.id).unwrap().unwrap();
    assert_eq!((acts.len(), acts[0].number), (1, 0));
}

#[test]
fn many_threads_append_and_a_failure_spoils_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(&folder.path().join("tables.db")).unwrap();
    let storage = Arc::new(storage);
    let tables: Vec<TableRow> = (0..8).map(|_| table()).collect();
    std::thread::scope(|scope| {
        for table in &tables {
            let storage = Arc::clone(&storage);
            scope.spawn(move || {
                storage.create(table, &[]).unwrap();
                for number in 0..50 {
                    storage.append(table.id, &new_act(number)).unwrap();
                    storage.append(table.id, &new_act(number)).unwrap_err();
                }
            });
        }
    });
    for table in &tables {
        let (_, acts) = storage.load(table.id).unwrap().unwrap();
        assert_eq!(acts, (0..50).map(act).collect::<Vec<_>>());
    }
}

#[test]
fn a_new_grant_ends_the_old_one_of_its_role_alone() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(&folder.path().join("tables.db")).unwrap();
    let table = table();
    let ((seat, first), (watcher, other)) = (grant(&table, "seat 0"), grant(&table, "watch"));
    storage.create(&table, &[first, other.clone()]).unwrap();
    let (renewed, grant) = self::grant(&table, "seat 0");
    let renewal = NewAct {
        grant: Some(grant.clone()),
        ..new_act(0)
    };
    storage.append(table.id, &renewal).unwrap();
    assert_eq!(storage.grant(&seat.hash()).unwrap(), None);
    assert_eq!(storage.grant(&renewed.hash()).unwrap(), Some(grant));
    assert_eq!(storage.grant(&watcher.hash()).unwrap(), Some(other));
}

#[test]
fn a_file_of_a_later_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    drop(Sqlite::open(&path).unwrap());
    let db = Connection::open(&path).unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    let refused = Sqlite::open(&path).map(drop);
    assert!(
        matches!(refused, Err(StorageError::Newer { theirs: 99, .. })),
        "{refused:?}"
    );
}
