//! Tables of a storage as plain records, as `ludex replay` reads them.

use crate::live::acts::Act;
use crate::storage::{ActRow, Storage, StorageError, TableRow};
use crate::token::TableId;
use ludex_table::{Table, TableGame};
use std::sync::Arc;

/// A table as a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The id of the table.
    pub table: TableId,
    /// The name of its game.
    pub game: String,
    /// The record; or why there is none: the game is gone, or its rules were changed.
    pub record: Result<String, String>,
}

/// Exports all tables, one after the other.
///
/// # Errors
/// The storage fails.
pub fn export(
    storage: &dyn Storage,
    game: impl Fn(&str) -> Option<Arc<TableGame>>,
    mut write: impl FnMut(Exported),
) -> Result<(), StorageError> {
    for id in storage.list()? {
        let Some((row, acts)) = storage.load(id)? else {
            continue;
        };
        let record = match game(&row.game) {
            Some(game) => record(&game, &row, &acts),
            None => Err(format!("there is no game `{}`", row.game)),
        };
        write(Exported {
            table: id,
            game: row.game,
            record,
        });
    }
    Ok(())
}

fn record(game: &Arc<TableGame>, row: &TableRow, acts: &[ActRow]) -> Result<String, String> {
    if game.program().hash != row.rules {
        return Err("its rules were changed since".to_owned());
    }
    let start = serde_json::from_str(&row.start).map_err(|error| error.to_string())?;
    let mut table = Table::new(Arc::clone(game), start).map_err(|error| error.to_string())?;
    for stored in acts {
        let act: Act = serde_json::from_str(&stored.act).map_err(|error| error.to_string())?;
        act.redo(&mut table)
            .map_err(|why| format!("act {}: {why}", stored.number))?;
    }
    table.record().map_err(|refusal| refusal.message)
}
