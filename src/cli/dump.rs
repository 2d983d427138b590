//! `ludex dump`: a stage of a game as text.

use std::path::Path;

use clap::ValueEnum;
use serde_json::json;

use crate::cli::args::{Dump, DumpStage};
use crate::cli::error::CliError;
use crate::cli::games::{Library, Loaded};
use crate::cli::outcome::ExitOutcome;
use crate::cli::{games, screen};
use crate::report::Report;
use crate::source::Sources;
use crate::tools::dump::{PrintedStage, dump};

/// Prints what is asked for.
pub(crate) fn run(asked: &Dump, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let found = Library::open(asked.from.games.as_deref().or(games))?.find(&asked.game)?;
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let parsed = found.read()?.parse(&mut sources, &mut report);
    let checked = parsed.check(&mut report);
    let program = (checked.as_ref()).and_then(|checked| checked.compile(&mut report));
    let (Some(checked), Some(program)) = (checked, program) else {
        let wrong = Loaded {
            name: found.name(),
            sources,
            report,
            program: None,
        };
        return Err(games::tell_problems(&wrong));
    };
    match dump(
        parsed.files(),
        &checked.names,
        &program,
        stage(asked.stage),
        asked.of.as_deref(),
    ) {
        Some(text) => tell(asked, &found.name(), &text).map(|()| ExitOutcome::Fine),
        None => Err(nothing(asked)),
    }
}

fn tell(asked: &Dump, game: &str, text: &str) -> Result<(), CliError> {
    if !asked.output.is_json() {
        return screen::print(text);
    }
    let stage = asked.stage.to_possible_value();
    let stage = stage.as_ref().map(|stage| stage.get_name());
    let form = json!({ "schema": "ludex/dump/1", "game": game, "stage": stage, "of": asked.of, "text": text });
    screen::print_json(&form)
}

fn stage(asked: DumpStage) -> PrintedStage {
    match asked {
        DumpStage::Ast => PrintedStage::Ast,
        DumpStage::Rules => PrintedStage::Rules,
        DumpStage::Program => PrintedStage::Program,
        DumpStage::Lir => PrintedStage::Lir,
        DumpStage::Clif => PrintedStage::Clif,
    }
}

fn nothing(asked: &Dump) -> CliError {
    CliError::argument(match &asked.of {
        Some(name) => format!(
            "nothing at this stage is called `{name}`: name an effect, query or action as it is declared, or a row by its id \
             (trees are of rules files only, and a query of several things is compiled where it is asked)"
        ),
        None => "no machine code can be made of this game here".into(),
    })
}
