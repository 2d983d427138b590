//! `ludex sheets`: components, boards and player aids for a printer, as pictures, and for Tabletop Simulator.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cli::args::{PaperSize, Sheets};
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library, Loaded, in_locale, tell_problems};
use crate::cli::outcome::ExitOutcome;
use crate::cli::{editions, files, screen};
use crate::pipeline::{Checked, GameText};
use crate::report;
use crate::report::{Report, nearest};
use crate::sheets::{
    ComponentGroup, PageOptions, SheetGame, SheetPaper, changed, file, html, tabletop,
};
use crate::source::Sources;
use crate::tools::manual::Manual;

/// A game that is drawn, with its words.
struct DrawnGame {
    checked: Checked,
    manual: Manual,
    sources: Sources,
}

/// Writes the sheets asked for.
pub(crate) fn run(asked: &Sheets, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let library = Library::open(asked.from.games.as_deref().or(games))?;
    let found = library.game_meant(asked.game.as_deref())?;
    let drawn = load(found.read()?, asked.words.locale.as_deref())?;
    let game = drawn.sheet_game();
    let mut groups = game.groups();
    if let Some(commit) = &asked.changed_since {
        let old = old_edition(&found, commit, asked.words.locale.as_deref())?;
        groups = changed(groups, &old.sheet_game().groups());
    }
    select(&mut groups, asked)?;
    let wrote = write(asked, &found.name(), &game, &groups)?;
    if groups.is_empty() && !asked.output.is_json() {
        screen::tell("nothing looks different: there is no component to print");
    }
    screen::print_wrote(&wrote, asked.output)?;
    tell_cuts(asked, &drawn.sources, &groups)
}

fn load(text: GameText, locale: Option<&str>) -> Result<DrawnGame, CliError> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let name = text.name.clone();
    let parsed = in_locale(text.parse(&mut sources, &mut report), locale)?;
    let Some(checked) = parsed.check(&mut report) else {
        let program = None;
        return Err(tell_problems(&Loaded {
            name,
            sources,
            report,
            program,
        }));
    };
    let manual = Manual::new(parsed.files(), &checked.names, &sources, &[]);
    Ok(DrawnGame {
        checked,
        manual,
        sources,
    })
}

impl DrawnGame {
    fn sheet_game(&self) -> SheetGame<'_> {
        SheetGame {
            names: &self.checked.names,
            manual: &self.manual,
        }
    }
}

/// The game as it was in a commit.
fn old_edition(
    found: &FoundGame,
    commit: &str,
    locale: Option<&str>,
) -> Result<DrawnGame, CliError> {
    let FoundGame::Folder(folder) = found else {
        return Err(CliError::argument(
            "a game inside the program has no commits: name the folder of a game in a repository",
        ));
    };
    let folder = files::shown(folder);
    load(editions::text(&format!("{commit}:{folder}"), None)?, locale)
}

/// Keeps the components that are asked for.
fn select(groups: &mut Vec<ComponentGroup>, asked: &Sheets) -> Result<(), CliError> {
    let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
    let is_whole = asked.changed_since.is_none();
    for kind in asked.kind.iter().filter(|_| is_whole) {
        known(kind, "kind with components", &names)?;
    }
    let rows: Vec<&str> = groups
        .iter()
        .flat_map(|group| &group.components)
        .map(|one| one.id.as_str())
        .collect();
    for row in asked.row.iter().filter(|_| is_whole) {
        known(row, "component", &rows)?;
    }
    if !asked.kind.is_empty() {
        groups.retain(|group| asked.kind.contains(&group.name));
    }
    if !asked.row.is_empty() {
        for group in groups.iter_mut() {
            group.components.retain(|one| asked.row.contains(&one.id));
        }
    }
    groups.retain(|group| !group.components.is_empty());
    Ok(())
}

fn known(name: &str, what: &str, names: &[&str]) -> Result<(), CliError> {
    if names.contains(&name) {
        return Ok(());
    }
    let near = nearest(name, names.iter().copied());
    let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
    Err(CliError::argument(format!(
        "no {what} is called `{name}`{near}"
    )))
}

/// Writes the files asked for, and returns their paths.
fn write(
    asked: &Sheets,
    name: &str,
    game: &SheetGame<'_>,
    groups: &[ComponentGroup],
) -> Result<Vec<PathBuf>, CliError> {
    let mut wrote = Vec::new();
    let mut put = |path: PathBuf, text: &str| {
        files::write(&path, text)?;
        wrote.push(path);
        Ok::<(), CliError>(())
    };
    let default = || {
        let is_asked = asked.cards.is_none() && asked.tabletop.is_none();
        is_asked.then(|| PathBuf::from(format!("{name}-sheets.html")))
    };
    if let Some(path) = asked.out.clone().or_else(default) {
        put(path, &html(game, groups, options(asked)))?;
    }
    for group in groups {
        if let Some(folder) = &asked.cards {
            for one in &group.components {
                let path = folder.join(format!("{}-{}.svg", group.name, one.id));
                put(path, &file(game, &one.front, group.size, asked.bleed))?;
            }
            let path = folder.join(format!("{}-back.svg", group.name));
            put(path, &file(game, &group.back, group.size, asked.bleed))?;
        }
        if let Some(folder) = &asked.tabletop {
            let deck = tabletop(game, group, &asked.address);
            for (name, svg, _) in &deck.pictures {
                put(folder.join(format!("{name}.svg")), svg)?;
            }
            let object = format!("{:#}\n", deck.object);
            put(folder.join(format!("{}.json", deck.name)), &object)?;
        }
    }
    Ok(wrote)
}

fn options(asked: &Sheets) -> PageOptions {
    let is_part = !asked.kind.is_empty() || !asked.row.is_empty() || asked.changed_since.is_some();
    PageOptions {
        paper: match asked.paper {
            PaperSize::A4 => SheetPaper::A4,
            PaperSize::Letter => SheetPaper::Letter,
        },
        bleed: asked.bleed,
        backs: !asked.no_backs,
        boards: !is_part,
    }
}

/// Tells which texts do not fit.
fn tell_cuts(
    asked: &Sheets,
    sources: &Sources,
    groups: &[ComponentGroup],
) -> Result<ExitOutcome, CliError> {
    let components = groups.iter().flat_map(|group| &group.components);
    let mut said = BTreeSet::new();
    let mut found = Report::new();
    for one in components.flat_map(|one| &one.found) {
        if said.insert(one.message.clone()) {
            found.push(one.clone());
        }
    }
    if said.is_empty() {
        return Ok(ExitOutcome::Fine);
    }
    let colour = asked.color.color.on_stderr();
    screen::tell(report::human(&found, sources, colour).trim_end());
    Ok(ExitOutcome::Problems)
}
