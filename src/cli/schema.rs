//! `ludex schema`: JSON Schemas of a game's files.

use std::path::Path;

use schemars::Schema;
use serde_json::Value;

use crate::cli::args::{self, SchemaWhat};
use crate::cli::error::CliError;
use crate::cli::games::Library;
use crate::cli::outcome::ExitOutcome;
use crate::cli::rulings::shape;
use crate::cli::{check, files, screen};
use crate::lab::shape::LabAnswer;
use crate::protocol;
use crate::source::Sources;
use crate::tools::outline::Outline;
use crate::tools::schema;

/// Prints or writes the schemas asked for. A game that is not sound has them too: its author needs them most.
pub(crate) fn run(asked: &args::Schema, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    if let (Some(schema), None) = (of_answer(asked.of), &asked.out) {
        screen::print(&pretty(schema.as_value()))?;
        return Ok(ExitOutcome::Fine);
    }
    let library = Library::open(asked.from.games.as_deref().or(games))?;
    let game = library.game_meant(asked.game.as_deref())?;
    let name = game.name();
    let outline = Outline::read(&game.read()?, &mut Sources::new());
    let files = [
        (
            SchemaWhat::Tables,
            "tables",
            schema::tables(&name, &outline),
        ),
        (
            SchemaWhat::Rulings,
            "ruling",
            schema::rulings(&name, &outline),
        ),
        (SchemaWhat::Manifest, "game", schema::manifest()),
        (SchemaWhat::Statements, "statements", schema::statements()),
        (SchemaWhat::View, "view", schema::view(&name, &outline)),
        (SchemaWhat::Look, "look", schema::look(&name, &outline)),
    ];
    let Some(folder) = &asked.out else {
        let meant = files.iter().filter(|(what, ..)| *what == asked.of);
        let text: String = meant.map(|(.., schema)| pretty(schema)).collect();
        screen::print(&text)?;
        return Ok(ExitOutcome::Fine);
    };
    let mut wrote = Vec::new();
    for (_, part, schema) in files {
        let path = folder.join(format!("{name}.{part}.schema.json"));
        files::write(&path, pretty(&schema))?;
        wrote.push(path);
    }
    screen::print_wrote(&wrote, asked.output)?;
    Ok(ExitOutcome::Fine)
}

/// Returns the schema of what a command answers with `--json`; none for files of a game.
fn of_answer(what: SchemaWhat) -> Option<Schema> {
    let of_lab = |answer: LabAnswer| Some(answer.schema());
    match what {
        SchemaWhat::Sim => of_lab(LabAnswer::Sim),
        SchemaWhat::Balance => of_lab(LabAnswer::Balance),
        SchemaWhat::Tune => of_lab(LabAnswer::Tune),
        SchemaWhat::Compare => of_lab(LabAnswer::Compare),
        SchemaWhat::Arena => of_lab(LabAnswer::Arena),
        SchemaWhat::Verdicts => Some(shape::schema()),
        SchemaWhat::Check => Some(check::schema()),
        SchemaWhat::Protocol => protocol::schema().try_into().ok(),
        SchemaWhat::Tables
        | SchemaWhat::Rulings
        | SchemaWhat::Manifest
        | SchemaWhat::Statements
        | SchemaWhat::View
        | SchemaWhat::Look => None,
    }
}

fn pretty(schema: &Value) -> String {
    format!("{schema:#}\n")
}
