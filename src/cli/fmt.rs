//! `ludex fmt`: files put into our layout, or told to be out of it.

use std::collections::BTreeMap;
use std::io;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::cli::args::Fmt;
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library, game_around};
use crate::cli::outcome::ExitOutcome;
use crate::cli::{files, screen};
use crate::report;
use crate::report::Report;
use crate::source::Sources;
use crate::tools::fmt::{Formatted, RulesSlots};
use crate::tools::{changes, fmt};

/// Formats the files asked for. One that cannot be read keeps no other from being formatted.
pub(crate) fn run(args: &Fmt, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    if args.paths.iter().any(|path| path.as_os_str() == "-") {
        return stdin(args);
    }
    let mut run = FormatRun::new(args);
    let mut last = None;
    for path in asked(args, games)? {
        if let Err(trouble) = run.file(&path)
            && let Some(earlier) = last.replace(trouble)
        {
            screen::tell(&format!("error: {earlier}"));
        }
    }
    run.sum_up()?;
    match last {
        Some(trouble) => Err(trouble),
        None => Ok(run.outcome()),
    }
}

/// The files asked for, each once.
fn asked(args: &Fmt, games: Option<&Path>) -> Result<Vec<PathBuf>, CliError> {
    let mut paths = Vec::new();
    if args.paths.is_empty() {
        for game in Library::open(args.from.games.as_deref().or(games))?.games_meant()? {
            match game {
                FoundGame::Folder(folder) => walk(&folder, &mut paths)?,
                FoundGame::BuiltIn(_) => {
                    return Err(CliError::argument(
                        "there is no game here to format: name a file or a folder",
                    ));
                }
            }
        }
    }
    for path in &args.paths {
        if path.is_dir() {
            walk(path, &mut paths)?;
        } else if path.exists() {
            paths.push(path.clone());
        } else {
            return Err(CliError::Missing(path.clone()));
        }
    }
    paths.sort();
    paths.dedup();
    Ok(paths)
}

/// The rules, tables and rulings in a folder; YAML that belongs to no game is somebody else's.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), CliError> {
    for path in files::below(folder, |_| true)? {
        let name = files::shown(&path);
        if is_rules(&name) || (is_yaml(&name) && (is_ruling(&name) || of_a_game(&path))) {
            found.push(path);
        }
    }
    Ok(())
}

fn of_a_game(path: &Path) -> bool {
    game_around(path).is_some()
}

fn is_rules(name: &str) -> bool {
    name.ends_with(".rules")
}

fn is_yaml(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".yml")
}

fn is_ruling(name: &str) -> bool {
    name.ends_with(".ruling.yaml") || name.ends_with(".ruling.yml")
}

/// One run over some files.
struct FormatRun<'a> {
    args: &'a Fmt,
    /// The slots of each game met.
    slots: BTreeMap<PathBuf, RulesSlots>,
    /// The files that are, or would be, written, with what would change in them.
    changed: Vec<(String, String)>,
    same: usize,
    /// The files that could not be read as rules.
    broken: Vec<String>,
    unwritten: usize,
}

impl FormatRun<'_> {
    fn new(args: &Fmt) -> FormatRun<'_> {
        FormatRun {
            args,
            slots: BTreeMap::new(),
            changed: Vec::new(),
            same: 0,
            broken: Vec::new(),
            unwritten: 0,
        }
    }

    fn file(&mut self, path: &Path) -> Result<(), CliError> {
        files::refuse_pipe(path)?;
        let text = files::read(path)?;
        let mut sources = Sources::new();
        let new = match self.formatted(path, text, &mut sources)? {
            Formatted::Same => {
                self.same += 1;
                return Ok(());
            }
            Formatted::Broken(report) => {
                self.broken.push(files::shown(path));
                return self.tell(&report, &sources);
            }
            Formatted::Changed(new) => new,
        };
        let name = files::shown(path);
        let patch = changes::patch(&name, &self.old(&sources, &name), &new);
        if !self.args.check && !self.args.diff {
            self.unwritten += 1;
            files::write(path, &new)?;
            self.unwritten -= 1;
        }
        let said = match (self.args.diff, self.args.check) {
            (true, _) => patch.clone(),
            (false, true) => format!("not formatted: {name}\n"),
            (false, false) => format!("formatted {name}\n"),
        };
        self.changed.push((name, patch));
        if self.args.output.is_json() {
            Ok(())
        } else {
            screen::print_as_it_is(&said)
        }
    }

    fn old(&self, sources: &Sources, name: &str) -> String {
        sources
            .find(name)
            .map_or_else(String::new, |file| sources.text(file).to_owned())
    }

    /// Gives what a text should be, by the name of its file.
    fn formatted(
        &mut self,
        path: &Path,
        text: String,
        sources: &mut Sources,
    ) -> Result<Formatted, CliError> {
        let name = files::shown(path);
        let file = sources.add(&name, text);
        if is_rules(&name) {
            return Ok(fmt::rules(file, sources));
        }
        if !is_yaml(&name) {
            let help = "rules end in `.rules`, tables and rulings in `.yaml`";
            return Err(CliError::argument(format!(
                "cannot format `{name}`: {help}"
            )));
        }
        match game_around(path).filter(|_| !is_ruling(&name)) {
            Some(game) => Ok(fmt::yaml(file, sources, self.slots_of(game)?)),
            None => Ok(fmt::yaml(file, sources, &RulesSlots::default())),
        }
    }

    fn slots_of(&mut self, game: PathBuf) -> Result<&RulesSlots, CliError> {
        let slots = match self.slots.get(&game) {
            Some(_) => None,
            None => Some(declared(&game)?),
        };
        Ok(self
            .slots
            .entry(game)
            .or_insert_with(|| slots.unwrap_or_default()))
    }

    fn tell(&self, report: &Report, sources: &Sources) -> Result<(), CliError> {
        let colour = self.args.color.color.on_stderr();
        screen::tell(report::human(report, sources, colour).trim_end());
        screen::tell("");
        Ok(())
    }

    /// The last line of the answer; a patch has none, so that it can be applied.
    fn sum_up(&self) -> Result<(), CliError> {
        if self.args.output.is_json() {
            return screen::print_json(&self.json());
        }
        let files = |count: usize| match count {
            1 => "1 file".to_owned(),
            _ => format!("{count} files"),
        };
        let verb = if self.args.check {
            "to format"
        } else {
            "formatted"
        };
        let mut text = format!(
            "{} {verb}, {} unchanged",
            files(self.changed.len()),
            self.same
        );
        if !self.broken.is_empty() {
            text.push_str(&format!(", {} left alone", self.broken.len()));
        }
        if self.unwritten > 0 {
            text.push_str(&format!(", {} not written", self.unwritten));
        }
        if self.args.diff {
            screen::tell(&text);
            return Ok(());
        }
        screen::print(&format!("{text}\n"))
    }

    fn json(&self) -> Value {
        let changed = self.changed.iter();
        let changed = changed.map(|(path, patch)| json!({ "path": path, "patch": patch }));
        json!({
            "schema": "ludex/fmt/1",
            "written": !self.args.check && !self.args.diff,
            "changed": changed.collect::<Value>(),
            "unchanged": self.same,
            "broken": self.broken,
        })
    }

    fn outcome(&self) -> ExitOutcome {
        let writes = !self.args.check && !self.args.diff;
        if self.broken.is_empty() && (writes || self.changed.is_empty()) {
            ExitOutcome::Fine
        } else {
            ExitOutcome::Problems
        }
    }
}

/// Reads the cells of a game's tables that hold rules; what is wrong with the game is not told here.
fn declared(game: &Path) -> Result<RulesSlots, CliError> {
    let text = FoundGame::Folder(game.to_owned()).read()?;
    let parsed = text.parse(&mut Sources::new(), &mut Report::new());
    let analysis = parsed.analyze(&mut Report::new());
    Ok(RulesSlots::new(&analysis.names.semantics))
}

/// Formats stdin to stdout; a text that cannot be read gives no answer.
fn stdin(args: &Fmt) -> Result<ExitOutcome, CliError> {
    if args.paths.len() > 1 {
        return Err(CliError::argument("`-` stands alone"));
    }
    if io::stdin().is_terminal() {
        screen::tell("reading the text from the terminal; Ctrl-D ends it");
    }
    let mut bytes = Vec::new();
    let path = &args.stdin_filepath;
    let unreadable = |reason: &str| CliError::unreadable(Path::new("-"), reason);
    io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(&error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| unreadable("it is not UTF-8 text"))?;
    let mut run = FormatRun::new(args);
    let mut sources = Sources::new();
    let (old, new) = match run.formatted(path, text.clone(), &mut sources)? {
        Formatted::Same => (text.clone(), text),
        Formatted::Changed(new) => (text, new),
        Formatted::Broken(report) => {
            run.tell(&report, &sources)?;
            return Ok(ExitOutcome::Problems);
        }
    };
    let name = files::shown(path);
    if args.output.is_json() {
        let form = json!({ "schema": "ludex/fmt-text/1", "changed": old != new, "text": new });
        screen::print_json(&form)?;
    } else if args.diff {
        screen::print_as_it_is(&changes::patch(&name, &old, &new))?;
    } else if !args.check {
        screen::print_as_it_is(&new)?;
    }
    let asks = args.check || args.diff;
    Ok(if asks && old != new {
        ExitOutcome::Problems
    } else {
        ExitOutcome::Fine
    })
}
