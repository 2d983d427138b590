//! `ludex schema`: JSON Schemas of a game's files.

use std::path::Path;

use serde_json::Value;

use crate::cli::args::Schema;
use crate::cli::args::SchemaWhat;
use crate::cli::error::CliError;
use crate::cli::files;
use crate::cli::games::Library;
use crate::cli::outcome::ExitOutcome;
use crate::cli::screen;
use crate::source::Sources;
use crate::tools::outline::Outline;
use crate::tools::schema;

/// Prints or writes the schemas asked for. A game that is not sound has them too: its author needs them most.
pub(crate) fn run(asked: &Schema, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let library = Library::open(asked.from.games.as_deref().or(games))?;
    let game = library.game_meant(asked.game.as_deref())?;
    let name = game.name();
    let outline = Outline::read(&game.read()?, &mut Sources::new());
    let of = |what: SchemaWhat| match what {
        SchemaWhat::Tables => schema::tables(&name, &outline),
        SchemaWhat::Rulings => schema::rulings(&name, &outline),
        SchemaWhat::Manifest => schema::manifest(),
        SchemaWhat::Statements => schema::statements(),
        SchemaWhat::View => schema::view(&name, &outline),
        SchemaWhat::Look => schema::look(&name, &outline),
    };
    let Some(folder) = &asked.out else {
        screen::print(&pretty(&of(asked.of)))?;
        return Ok(ExitOutcome::Fine);
    };
    let parts = [
        (SchemaWhat::Tables, "tables"),
        (SchemaWhat::Rulings, "ruling"),
        (SchemaWhat::Manifest, "game"),
        (SchemaWhat::Statements, "statements"),
        (SchemaWhat::View, "view"),
        (SchemaWhat::Look, "look"),
    ];
    let mut wrote = Vec::new();
    for (what, part) in parts {
        let path = folder.join(format!("{name}.{part}.schema.json"));
        files::write(&path, pretty(&of(what)))?;
        wrote.push(path);
    }
    screen::print_wrote(&wrote, asked.output)?;
    Ok(ExitOutcome::Fine)
}

fn pretty(schema: &Value) -> String {
    format!("{schema:#}\n")
}
