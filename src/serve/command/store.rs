//! `--store`: a file of SQLite, or the URL of a database.

use crate::storage::{Sqlite, Storage, StorageError};
use std::path::Path;
use std::sync::Arc;

/// The beginnings of a Postgres database's URL.
const POSTGRES: [&str; 2] = ["postgres://", "postgresql://"];

/// Opens the storage that `--store` names. Anything that begins as a URL is one, and no file.
pub(crate) fn open(store: &Path) -> Result<Arc<dyn Storage>, Box<dyn std::error::Error>> {
    let text = store.to_string_lossy();
    if POSTGRES.iter().any(|scheme| text.starts_with(scheme)) {
        // The error does not repeat the URL, which may hold a password.
        return postgres(&text).map_err(|error| format!("--store: {error}").into());
    }
    if let Some((scheme, _)) = text.split_once("://") {
        return Err(format!("--store: `{scheme}://` is unknown: a file or postgres://…").into());
    }
    let file = Sqlite::open(store);
    let file = file.map_err(|error| format!("--store {}: {error}", store.display()))?;
    Ok(Arc::new(file))
}

#[cfg(feature = "postgres")]
fn postgres(url: &str) -> Result<Arc<dyn Storage>, StorageError> {
    Ok(Arc::new(crate::storage::Postgres::open(url)?))
}

#[cfg(not(feature = "postgres"))]
fn postgres(_: &str) -> Result<Arc<dyn Storage>, StorageError> {
    let message = "this ludex was built without the feature `postgres`";
    Err(StorageError::Database(message.to_owned()))
}
