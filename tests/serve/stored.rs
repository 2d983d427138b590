//! Acts are stored before anybody is told of them: a storage that fails, and two servers on one file.

use crate::games::play_out;
use crate::storage::Open;
use crate::support::{Client, TestServer, config};
use ludex_serve::storage::{ActRow, GrantRow, NewAct, Sqlite, Storage, StorageError, TableRow};
use ludex_serve::token::{TableId, TokenHash};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A storage that stores no act while it is broken.
struct Breakable {
    storage: Sqlite,
    is_broken: AtomicBool,
}

impl Storage for Breakable {
    fn create(&self, table: &TableRow, grants: &[GrantRow]) -> Result<(), StorageError> {
        self.storage.create(table, grants)
    }

    fn append(&self, table: TableId, act: &NewAct) -> Result<(), StorageError> {
        if self.is_broken.load(Ordering::SeqCst) {
            Err(StorageError::Database("no space".to_owned()))
        } else {
            self.storage.append(table, act)
        }
    }

    fn load(&self, table: TableId) -> Result<Option<(TableRow, Vec<ActRow>)>, StorageError> {
        self.storage.load(table)
    }

    fn table(&self, table: TableId) -> Result<Option<TableRow>, StorageError> {
        self.storage.table(table)
    }

    fn grant(&self, hash: &TokenHash) -> Result<Option<GrantRow>, StorageError> {
        self.storage.grant(hash)
    }

    fn list(&self) -> Result<Vec<TableId>, StorageError> {
        self.storage.list()
    }
}

/// A choice that can't be stored is shown to nobody: all are let go, and come back to the table as it is stored.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_stored_did_not_happen() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(&folder.path().join("tables.db")).unwrap();
    let storage = Arc::new(Breakable {
        storage,
        is_broken: AtomicBool::new(false),
    });
    let own: Arc<dyn Storage> = Arc::<Breakable>::clone(&storage);
    let server = TestServer::start_on(own, folder, config(), &["games/noah"]).await;
    let links = server.create("noah", &[None, None]).await;
    let mut clients = vec![
        server.join(&links.seats[0]).await,
        server.join(&links.seats[1]).await,
    ];
    play_out(&mut clients, 1, 4).await;
    let asked = usize::from(clients[1].options() > 0);
    let before: Vec<_> = clients
        .iter()
        .map(|client| client.snapshot.clone())
        .collect();
    storage.is_broken.store(true, Ordering::SeqCst);
    let received: Vec<usize> = clients.iter().map(|client| client.received.len()).collect();
    let version = clients[asked].version();
    let choose = json!({ "do": "choose", "version": version, "option": 0 });
    clients[asked]
        .send(&json!({ "n": 900, "request": choose }).to_string())
        .await;
    for (client, received) in clients.iter_mut().zip(received) {
        client.until_end().await;
        let more = &client.received[received..];
        assert!(
            more.iter().all(|text| !text.contains("\"snapshot\"")),
            "{more:?}"
        );
    }
    storage.is_broken.store(false, Ordering::SeqCst);
    let mut back = Vec::new();
    for token in &links.seats {
        back.push(server.join(token).await);
    }
    for (client, before) in back.iter().zip(&before) {
        assert_eq!(client.snapshot["version"], before["version"]);
        assert_eq!(client.snapshot["question"], before["question"]);
    }
    // Now it is done, under the same number.
    back[asked].choose(0).await.unwrap();
    assert_eq!(back[asked].version(), version + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_of_one_file_never_write_over_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.db");
    two_servers_never_write_over_each_other(&|| Arc::new(Sqlite::open(&path).unwrap())).await;
}

/// Two servers of one storage: the one that is late lets its visitors go, and opens the table again.
pub(crate) async fn two_servers_never_write_over_each_other(open: Open<'_>) {
    let start = || {
        TestServer::start_on(
            open(),
            tempfile::tempdir().unwrap(),
            config(),
            &["games/noah"],
        )
    };
    let (one, other) = (start().await, start().await);
    let links = one.create("noah", &[None, None]).await;
    let tokens: Vec<&str> = links.seats.iter().map(String::as_str).collect();
    let mut here = Client::join(one.address, &tokens, None).await.unwrap();
    let mut there = Client::join(other.address, &tokens, None).await.unwrap();
    let seat = here.snapshot["deciding"][0].clone();
    for client in [&mut here, &mut there] {
        client
            .ask(json!({ "do": "look_from", "seat": seat }))
            .await
            .unwrap();
        client.until(|client| client.options() > 0).await;
    }
    here.choose(0).await.unwrap();
    let version = there.version();
    let choose = json!({ "do": "choose", "version": version, "option": 0 });
    there
        .send(&json!({ "n": 9, "request": choose }).to_string())
        .await;
    there.until_end().await;
    assert_eq!(there.version(), version, "nothing was shown");
    let mut back = Client::join(other.address, &tokens, None).await.unwrap();
    assert_eq!(back.version(), here.version());
    // And on from there.
    let seat = back.snapshot["deciding"][0].clone();
    back.ask(json!({ "do": "look_from", "seat": seat }))
        .await
        .unwrap();
    back.until(|back| back.options() > 0).await;
    back.choose(0).await.unwrap();
    assert_eq!(back.version(), here.version() + 1);
}
