//! What a storage keeps: the promises of all of them, and a file in particular. `postgres` makes a database keep them, too.

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

/// Opens a place of storage, the same each time.
pub(crate) type Open<'a> = &'a dyn Fn() -> Arc<dyn Storage>;

/// What every storage promises, each of a place where nothing is stored.
pub(crate) const PROMISES: [fn(Open<'_>); 6] = [
    what_is_stored_is_read_again_after_reopening,
    an_act_is_appended_once,
    an_act_is_appended_as_the_next_alone,
    many_threads_append_and_a_failure_spoils_no_other,
    of_two_that_append_at_once_one_is_late,
    a_new_grant_ends_the_old_one_of_its_role_alone,
];

#[test]
fn a_file_keeps_every_promise() {
    for promise in PROMISES {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tables.db");
        promise(&|| Arc::new(Sqlite::open(&path).unwrap()));
    }
}

fn what_is_stored_is_read_again_after_reopening(open: Open<'_>) {
    let table = table();
    let (token, first) = grant(&table, "seat 0");
    {
        let storage = open();
        storage
            .create(&table, std::slice::from_ref(&first))
            .unwrap();
        for number in 0..20 {
            storage.append(table.id, &new_act(number)).unwrap();
        }
    }
    let storage = open();
    let (row, acts) = storage.load(table.id).unwrap().unwrap();
    let stands = TableRow {
        standing: "after 19".to_owned(),
        ..table.clone()
    };
    assert_eq!((row, acts), (stands.clone(), (0..20).map(act).collect()));
    assert_eq!(storage.table(table.id).unwrap(), Some(stands));
    assert_eq!(storage.grant(&token.hash()).unwrap(), Some(first));
    assert_eq!(storage.list().unwrap(), [table.id]);
    let nobody = TableId::new().unwrap();
    assert!(storage.load(nobody).unwrap().is_none());
    assert!(storage.table(nobody).unwrap().is_none());
    storage.append(nobody, &new_act(0)).unwrap_err();
    // A table that is there is not made again.
    storage.create(&table, &[]).unwrap_err();
}

fn an_act_is_appended_once(open: Open<'_>) {
    let storage = open();
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

/// Whoever believes that there are more acts than there are, appends none; nor does what comes of it stand.
fn an_act_is_appended_as_the_next_alone(open: Open<'_>) {
    let storage = open();
    let table = table();
    let (token, _) = grant(&table, "seat 0");
    storage.create(&table, &[]).unwrap();
    let early = NewAct {
        grant: Some(GrantRow {
            hash: token.hash(),
            table: table.id,
            role: "seat 0".to_owned(),
        }),
        ..new_act(1)
    };
    let refused = storage.append(table.id, &early);
    assert!(
        matches!(refused, Err(StorageError::Taken { number: 1, .. })),
        "{refused:?}"
    );
    assert_eq!(storage.grant(&token.hash()).unwrap(), None);
    assert_eq!(
        storage.load(table.id).unwrap(),
        Some((table.clone(), Vec::new()))
    );
    storage.append(table.id, &new_act(0)).unwrap();
    storage.append(table.id, &early).unwrap();
}

fn many_threads_append_and_a_failure_spoils_no_other(open: Open<'_>) {
    let storage = open();
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

/// Two storages of one place, as two servers have them, append to one table at once: each number goes to one of them.
fn of_two_that_append_at_once_one_is_late(open: Open<'_>) {
    const ACTS: u64 = 60;
    let servers = [open(), open()];
    let table = table();
    servers[0].create(&table, &[]).unwrap();
    let won = std::thread::scope(|scope| {
        let threads = servers.each_ref().map(|storage| {
            let id = table.id;
            scope.spawn(move || {
                let append = |number: &u64| {
                    let act = ActRow {
                        request: None,
                        ..act(*number)
                    };
                    let new = NewAct {
                        act,
                        ..new_act(*number)
                    };
                    match storage.append(id, &new) {
                        Ok(()) => true,
                        Err(StorageError::Taken { .. }) => false,
                        Err(error) => panic!("{error}"),
                    }
                };
                (0..ACTS).filter(append).count()
            })
        });
        threads.map(|thread| thread.join().unwrap())
    });
    let (_, acts) = servers[0].load(table.id).unwrap().unwrap();
    let numbers: Vec<u64> = acts.iter().map(|act| act.number).collect();
    assert_eq!(numbers, (0..ACTS).collect::<Vec<_>>());
    assert_eq!(won.iter().sum::<usize>() as u64, ACTS, "{won:?}");
}

fn a_new_grant_ends_the_old_one_of_its_role_alone(open: Open<'_>) {
    let storage = open();
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
