//! One run of `ludex watch`: check, then rulings, those first that reach what changed.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use serde_json::{Value, json};

use crate::cli::args::Watch;
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, load_checked};
use crate::cli::rulings::answer::Ran;
use crate::cli::rulings::{accept_one, answer};
use crate::cli::screen;
use crate::cli::watch::{Texts, render};
use crate::pipeline::GameText;
use crate::program::Program;
use crate::report;
use crate::report::Report;
use crate::source::Sources;
use crate::tools::coverage::CoverageCounts;
use crate::tools::rulings::{Prepared, RuledGame, read, run_seen, snapshot_path};
use crate::tools::touched::Touched;

/// Lines of files, by path and number.
type FileLines = BTreeSet<(String, u32)>;

/// The results kept from run to run.
pub(crate) struct WatchSession {
    found: FoundGame,
    colour: bool,
    /// Set when a program watches: each run is told as a line of JSON.
    json: bool,
    /// The rules as they last were without a mistake, with their texts.
    good: Option<(RuledGame, Sources)>,
    /// The lines of the rules that each ruling reaches.
    reaches: BTreeMap<String, FileLines>,
    /// The rulings that did not pass in the last run.
    wrong: Vec<Ran>,
    /// The same with all that was said of it, by path.
    before: BTreeMap<String, String>,
}

impl WatchSession {
    /// Returns a session in which nothing has run.
    pub(crate) fn new(found: FoundGame, watch: &Watch) -> WatchSession {
        WatchSession {
            found,
            colour: watch.color.color.on_stdout(),
            json: watch.output.is_json(),
            good: None,
            reaches: BTreeMap::new(),
            wrong: Vec::new(),
            before: BTreeMap::new(),
        }
    }

    /// Checks and runs; whether everything is fine.
    pub(crate) fn run(&mut self, old: &Texts, new: &Texts) -> Result<bool, CliError> {
        let began = Instant::now();
        let (sound, diagnostics) = self.check(new)?;
        let changed = changed(old, new);
        let mut order = self.order(new, &changed);
        if !sound {
            // The rest can wait for rules without mistakes.
            order.retain(|(path, _)| changed.files.contains(path));
        }
        let first = order.iter().filter(|(_, touched)| *touched).count();
        let ran = self.rulings(order, new, began)?;
        let all: Vec<&Ran> = ran.iter().collect();
        let wrong: Vec<&Ran> = ran.iter().filter(|one| !one.passed()).collect();
        let changes = render::touches(old, new);
        let reaches = |path: &str, one: &Touched| {
            let lines = self.reaches.get(path);
            lines.is_some_and(|lines| lines.contains(&(one.path.clone(), one.line)))
        };
        let groups = render::by_cause(&changes, &wrong, &reaches, &self.before);
        let (moved, fine) = (render::in_json(&changes, &groups), wrong.is_empty());
        if self.json {
            let form = json!({
                "schema": "ludex/watch/1",
                "game": self.found.name(),
                "sound": sound,
                "diagnostics": diagnostics,
                "changed": moved,
                "passed": all.len() - wrong.len(),
                "wrong": answer::wrong(&ran),
            });
            screen::print_json(&form)?;
        } else {
            // Rules with mistakes were not played: rulings held the last good ones.
            let played = if sound { all.len() } else { 0 };
            screen::print(&render::text(&changes, &groups, played, self.colour))?;
            let rules = if sound {
                "no errors"
            } else {
                "the rules have mistakes, and stay as they were"
            };
            let touched = match (first, old.is_empty()) {
                (0, _) | (_, true) => String::new(),
                (first, false) => format!(", {first} touched first"),
            };
            screen::print(&format!(
                "{}: {rules}; {}{touched} ({:.2} s)\n",
                self.found.name(),
                render::verdicts(&all),
                began.elapsed().as_secs_f64()
            ))?;
        }
        self.wrong = ran.into_iter().filter(|one| !one.passed()).collect();
        let details = self.wrong.iter();
        self.before = details
            .map(|one| (one.path.clone(), one.details()))
            .collect();
        Ok(sound && fine)
    }

    /// Everything that the last run found, in full.
    pub(crate) fn differences(&self) -> String {
        match self.wrong.as_slice() {
            [] => "nothing differs\n".to_owned(),
            wrong => wrong
                .iter()
                .map(|one| answer::told(one, self.colour))
                .collect(),
        }
    }

    /// Makes what the last run found the snapshots, where it can; the files that change begin the next run.
    pub(crate) fn accept(&self, reason: Option<&str>) -> Result<(), CliError> {
        let mut accepted = 0;
        for one in self.wrong.iter().filter(|one| one.waits()) {
            accepted += usize::from(accept_one(one, reason)?.is_some());
        }
        let left = self.wrong.len() - accepted;
        screen::print(&format!("{accepted} accepted, {left} left\n"))
    }

    /// Reads the rules; those with mistakes leave the last good ones in their place.
    fn check(&mut self, texts: &Texts) -> Result<(bool, Value), CliError> {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let game = GameText {
            name: self.found.name(),
            files: texts
                .clone()
                .into_iter()
                .filter(|(path, _)| !path.ends_with(".snap"))
                .collect(),
        };
        let checked = load_checked(game, &mut sources, &mut report);
        let game = checked.and_then(|checked| RuledGame::observed(checked, &mut report));
        let diagnostics = report::json(&report, &sources);
        if !self.json {
            screen::print(&report::human(&report, &sources, self.colour))?;
        }
        match game {
            Some(game) => {
                self.good = Some((game, sources));
                Ok((true, diagnostics))
            }
            None => Ok((false, diagnostics)),
        }
    }

    /// All rulings, those first that are changed themselves or reach a changed line.
    fn order(&self, texts: &Texts, changed: &RunDiff) -> Vec<(String, bool)> {
        let rulings = texts.keys().filter(|path| path.ends_with(".ruling.yaml"));
        let touched = |path: &String| {
            let own = changed.files.contains(path) || changed.files.contains(&snapshot_path(path));
            let reached = self.reaches.get(path);
            own || reached.is_some_and(|lines| !lines.is_disjoint(&changed.lines))
        };
        let mut order: Vec<(String, bool)> =
            rulings.map(|path| (path.clone(), touched(path))).collect();
        order.sort_by_key(|(_, touched)| !touched);
        order
    }

    /// Runs rulings with the last good rules. People are told of the touched ones as soon as these have run.
    fn rulings(
        &mut self,
        order: Vec<(String, bool)>,
        texts: &Texts,
        began: Instant,
    ) -> Result<Vec<Ran>, CliError> {
        let Some((game, sources)) = &self.good else {
            return Ok(Vec::new());
        };
        let mut sources = sources.clone();
        let (mut all, mut reaches) = (Vec::new(), Vec::new());
        // The touched ones are prepared apart: nobody waits for the others to be.
        for part in order.chunk_by(|(_, a), (_, b)| a == b) {
            let mut readable = Vec::new();
            for (path, _) in part {
                let text = texts.get(path).map_or("", String::as_str);
                let mut found = Report::new();
                match read(path, text, &mut sources, &mut found) {
                    Some(ruling) => readable.push(ruling),
                    None => all.push(Ran::unreadable(path, &sources, found)),
                }
            }
            let prepared = Prepared::new(game, &readable);
            for (nth, ruling) in readable.iter().enumerate() {
                let accepted = texts.get(&snapshot_path(&ruling.path)).map(String::as_str);
                let answer = run_seen(&prepared, nth, ruling, &sources, accepted, &mut |_| {});
                let reached = reached(prepared.program(nth), &sources);
                reaches.push((ruling.path.clone(), reached));
                all.push(Ran::new(answer, &sources));
            }
            let others = order.len() - part.len();
            if !self.json && others > 0 && part.iter().all(|(_, touched)| *touched) {
                let ran: Vec<&Ran> = all.iter().collect();
                screen::print(&format!(
                    "touched: {} ({:.2} s), then {others} more\n",
                    render::verdicts(&ran),
                    began.elapsed().as_secs_f64()
                ))?;
            }
        }
        self.reaches.extend(reaches);
        Ok(all)
    }
}

/// The lines that were reached since this was last asked.
fn reached(program: &Program, sources: &Sources) -> FileLines {
    let hits = CoverageCounts::default().note(program);
    let places = program
        .marks
        .as_ref()
        .map_or(&[][..], |marks| marks.places());
    let reached = places.iter().zip(hits).filter(|(_, hits)| *hits != [0, 0]);
    let line = |place: &crate::program::marks::Mark| {
        let span = place.span;
        let line = sources.line_col(span.file, span.start).line;
        (sources.path(span.file).to_owned(), line)
    };
    reached.map(|(place, _)| line(place)).collect()
}

/// The difference between two runs.
struct RunDiff {
    files: BTreeSet<String>,
    /// Lines as they were, the one before an insertion included.
    lines: FileLines,
}

fn changed(old: &Texts, new: &Texts) -> RunDiff {
    let (mut files, mut lines) = (BTreeSet::new(), FileLines::new());
    for (path, text) in new.iter().chain(old) {
        let (before, now) = (old.get(path), new.get(path));
        if before == now || !files.insert(path.clone()) {
            continue;
        }
        let before: Vec<&str> = before.unwrap_or(text).lines().collect();
        let now: Vec<&str> = now.unwrap_or(text).lines().collect();
        let same = before.iter().zip(&now).take_while(|(a, b)| a == b).count();
        let back = before[same..]
            .iter()
            .rev()
            .zip(now[same.min(now.len())..].iter().rev());
        let end = before.len() - back.take_while(|(a, b)| a == b).count();
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        // Lines count from 1, so that `same` is the last one that is as it was.
        lines.extend((same.max(1)..=end.max(same)).map(|line| (path.clone(), number(line))));
    }
    RunDiff { files, lines }
}
