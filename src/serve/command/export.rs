//! `--export`: the tables of a store as records.

use crate::storage::Storage;
use crate::{Exported, export};
use ludex_table::TableGame;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Writes the record of each table into a folder, or that of one table to a file.
pub(crate) fn write(
    storage: &dyn Storage,
    games: &[Arc<TableGame>],
    path: &Path,
    table: Option<&str>,
) -> Result<(), Box<dyn Error>> {
    let find = |name: &str| {
        let found = games.iter().find(|game| game.program().names.game == name);
        found.map(Arc::clone)
    };
    let mut tables = Vec::new();
    export(storage, find, |exported| tables.push(exported))?;
    if let Some(id) = table {
        let found = tables
            .into_iter()
            .find(|exported| exported.table.to_string() == id);
        let exported = found.ok_or_else(|| format!("there is no table `{id}`"))?;
        return Ok(fs::write(path, exported.record?)?);
    }
    fs::create_dir_all(path)?;
    for Exported {
        table,
        game,
        record,
    } in tables
    {
        match record {
            Ok(record) => fs::write(path.join(format!("{game}-{table}.json")), record)?,
            Err(why) => eprintln!("warning: table {table} has no record: {why}"),
        }
    }
    Ok(())
}
