//! Outcomes of rulings, for people and for programs.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::files;
use crate::cli::games::is_inside;
use crate::cli::replay::counted;
use crate::cli::rulings::shape::{CauseShape, VerdictShape, VerdictsShape};
use crate::report;
use crate::report::{DiagnosticShape, Report};
use crate::source::{LineCol, Sources, Span};
use crate::tools::rulings::{DiffLine, OutcomeDiff, RulingReport, RulingVerdict};

/// The most waiting outcomes that are shown; more are only counted, as their files tell the rest.
const MOST_SHOWN: usize = 10;

/// A ruling that was run, or what kept it from that.
pub(crate) struct Ran {
    /// Its path; of a game that is wrong, its name.
    pub(crate) path: String,
    /// The report of the run; none when the ruling could not be read.
    pub(crate) report: Option<RulingReport>,
    /// The statement of the rules because of which its outcome differs.
    pub(crate) cause: Option<RuledCause>,
    /// The time it took.
    pub(crate) took: Duration,
    /// The diagnostics, drawn: plain, in colour, and as JSON.
    said: [String; 2],
    diagnostics: Vec<DiagnosticShape>,
}

/// A statement of the rules.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RuledCause {
    path: String,
    at: LineCol,
    /// Its line, without the blanks around it.
    pub(crate) line: String,
}

impl RuledCause {
    fn of(span: Span, sources: &Sources) -> RuledCause {
        let at = sources.line_col(span.file, sources.shown(span).start);
        let line = sources.line_range(span.file, at.line).unwrap_or_default();
        RuledCause {
            path: sources.path(span.file).to_owned(),
            at,
            line: sources.text(span.file)[line].trim().to_owned(),
        }
    }

    /// The place of the ruling as `path:line:column`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}:{}", self.path, self.at.line, self.at.column)
    }

    fn shape(&self) -> CauseShape {
        CauseShape {
            file: self.path.clone(),
            line: self.at.line,
            column: self.at.column,
            text: self.line.clone(),
        }
    }
}

impl Ran {
    /// A ruling with its answer.
    pub(crate) fn new(report: RulingReport, sources: &Sources) -> Ran {
        let path = report.path.clone();
        let mut ran = Ran::unreadable(&path, sources, report.found.clone());
        ran.cause = report.cause().map(|span| RuledCause::of(span, sources));
        ran.report = Some(report);
        ran
    }

    /// A ruling that cannot be read.
    pub(crate) fn unreadable(path: &str, sources: &Sources, found: Report) -> Ran {
        let said = [false, true].map(|colour| report::human(&found, sources, colour));
        Ran {
            path: path.to_owned(),
            report: None,
            cause: None,
            took: Duration::ZERO,
            said,
            diagnostics: report::shapes(&found, sources),
        }
    }

    /// A game whose mistakes keep all its rulings from being run.
    pub(crate) fn wrong_game(name: &str, sources: &Sources, found: Report) -> Ran {
        Ran::unreadable(name, sources, found)
    }

    /// Tells whether nothing is left to do.
    pub(crate) fn passed(&self) -> bool {
        self.report.as_ref().is_some_and(RulingReport::passed)
    }

    /// Tells whether the outcome is, or can become, its snapshot.
    pub(crate) fn can_be_accepted(&self) -> bool {
        self.passed()
            || self.snapshot().is_some()
                && self
                    .report
                    .as_ref()
                    .is_some_and(|report| report.accept().is_some())
    }

    /// Tells whether its outcome is new or another, and waits to be accepted.
    pub(crate) fn waits(&self) -> bool {
        !self.passed()
            && self.snapshot().is_some()
            && self
                .report
                .as_ref()
                .is_some_and(|one| one.accept().is_some())
    }

    /// Returns the reason of the failure in a line.
    pub(crate) fn headline(&self) -> String {
        let first = self.said[0].lines().next().unwrap_or_default();
        let rest = match self.verdict() {
            "differs" => "the outcome is not the accepted one",
            "pending" => "no outcome has been accepted yet",
            _ => first,
        };
        format!("{}: {rest}", self.verdict())
    }

    /// Returns the reasons of the failure in full and without colour.
    pub(crate) fn details(&self) -> String {
        told(self, false)
    }

    /// Returns the path of its snapshot; none when it lies inside the program.
    pub(crate) fn snapshot(&self) -> Option<PathBuf> {
        let snapshot = self.report.as_ref()?.snapshot.as_ref()?;
        (!is_inside(&self.path)).then(|| PathBuf::from(&snapshot.path))
    }

    /// Returns the verdict in a word.
    pub(crate) fn verdict(&self) -> &'static str {
        let verdict = self.report.as_ref().map(|report| &report.verdict);
        verdict.unwrap_or(&RulingVerdict::Broken).word()
    }

    fn difference(&self) -> Option<&OutcomeDiff> {
        match &self.report.as_ref()?.verdict {
            RulingVerdict::Differs(difference) => Some(difference),
            RulingVerdict::Passed
            | RulingVerdict::Failed
            | RulingVerdict::Pending
            | RulingVerdict::Broken => None,
        }
    }
}

/// Everything that did not pass, and how many did.
pub(crate) fn human(ran: &[Ran], colour: bool) -> String {
    let pending = ran.iter().filter(|one| one.verdict() == "pending").count();
    let shown = |one: &&Ran| !one.passed() && (pending <= MOST_SHOWN || one.verdict() != "pending");
    let wrong: String = ran
        .iter()
        .filter(shown)
        .map(|one| told(one, colour))
        .collect();
    wrong + &summary(ran)
}

/// Those that cannot be accepted, and why.
pub(crate) fn refused(ran: &[&Ran], colour: bool) -> String {
    ran.iter().map(|one| told(one, colour)).collect()
}

/// A ruling with what is wrong and its first difference alone.
pub(crate) fn told_first(ran: &Ran, colour: bool) -> String {
    let mut text = format!("{}: {}\n", ran.verdict(), ran.path);
    text.push_str(&ran.said[usize::from(colour)]);
    let hunks = ran.difference().map_or(&[][..], |one| &one.hunks);
    if let Some((first, more)) = hunks.split_first() {
        text.extend(first.iter().map(|one| line(one, colour)));
        if !more.is_empty() {
            text.push_str("  ...\n");
        }
    }
    text + "\n"
}

/// A ruling with all that is to be said of it.
pub(crate) fn told(ran: &Ran, colour: bool) -> String {
    let mut text = format!("{}: {}\n", ran.verdict(), ran.path);
    if let Some(cause) = &ran.cause {
        text.push_str(&format!("  because of {}\n", cause.place()));
    }
    if let Some(report) = &ran.report {
        text.push_str(&format!(
            "  asks: {}\n  says: {}\n",
            report.asks.trim_end(),
            report.says.trim_end()
        ));
    }
    if !ran.said[0].is_empty() {
        text.push_str(&format!("\n{}", ran.said[usize::from(colour)]));
    }
    if let Some(difference) = ran.difference() {
        text.push_str(&format!("\n{}", lines(difference, colour)));
    }
    if let (Some(report), "pending") = (&ran.report, ran.verdict()) {
        let outcome = report
            .snapshot
            .iter()
            .flat_map(|snapshot| snapshot.outcome.lines());
        let outcome: String = outcome
            .map(|line| format!("  {line}").trim_end().to_owned() + "\n")
            .collect();
        text.push_str(&format!("\n{outcome}"));
    }
    text + "\n"
}

fn lines(difference: &OutcomeDiff, colour: bool) -> String {
    let hunks: Vec<String> = difference
        .hunks
        .iter()
        .map(|hunk| hunk.iter().map(|one| line(one, colour)).collect())
        .collect();
    hunks.join("  ...\n")
}

fn line(line: &DiffLine, colour: bool) -> String {
    let (mark, text, code) = match line {
        DiffLine::Same(text) => (' ', text, ""),
        DiffLine::Old(text) => ('-', text, "\u{1b}[31m"),
        DiffLine::New(text) => ('+', text, "\u{1b}[32m"),
    };
    let line = format!("{mark} {text}");
    if colour && !code.is_empty() {
        format!("{code}{}\u{1b}[0m\n", line.trim_end())
    } else {
        format!("{}\n", line.trim_end())
    }
}

fn summary(ran: &[Ran]) -> String {
    let count = |verdict: &str| ran.iter().filter(|one| one.verdict() == verdict).count();
    let counts = ["passed", "failed", "differs", "pending", "broken"]
        .map(|verdict| (verdict, count(verdict)));
    let words: Vec<String> = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    let mut text = counted(ran.len(), "ruling");
    if !words.is_empty() {
        text = format!("{text}: {}", words.join(", "));
    }
    text.push('\n');
    if count("differs") + count("pending") > 0 {
        text.push_str("`ludex rulings accept` makes what happens now the snapshot\n");
    }
    text
}

/// All rulings with their verdicts.
pub(crate) fn shape(ran: &[Ran], alone: &[PathBuf]) -> VerdictsShape {
    let passed = ran.iter().filter(|one| one.passed()).count();
    VerdictsShape {
        schema: "ludex/rulings/1".to_owned(),
        passed,
        failed: ran.len() - passed,
        rulings: ran.iter().map(verdict).collect(),
        unreferenced: alone.iter().map(|path| files::shown(path)).collect(),
    }
}

/// One object: the snapshots that were written, and the rulings that cannot be accepted.
pub(crate) fn accepted_json(accepted: &[String], failed: &[&Ran]) -> Value {
    let failed: Vec<VerdictShape> = failed.iter().map(|one| verdict(one)).collect();
    json!({ "schema": "ludex/accepted/1", "accepted": accepted, "refused": failed })
}

/// Those that did not pass.
pub(crate) fn wrong(ran: &[Ran]) -> Vec<VerdictShape> {
    let wrong = ran.iter().filter(|one| !one.passed());
    wrong.map(verdict).collect()
}

fn verdict(ran: &Ran) -> VerdictShape {
    let report = ran.report.as_ref();
    let snapshot = report.and_then(|report| report.snapshot.as_ref());
    VerdictShape {
        path: ran.path.clone(),
        id: report.map(|report| report.id.clone()),
        game: report.map(|report| report.game.clone()),
        verdict: ran.verdict().to_owned(),
        cites: report.map(|report| report.cites.clone()),
        cause: ran.cause.as_ref().map(RuledCause::shape),
        diagnostics: ran.diagnostics.clone(),
        difference: ran.difference().map(|difference| lines(difference, false)),
        outcome: snapshot.map(|snapshot| snapshot.outcome.clone()),
    }
}
