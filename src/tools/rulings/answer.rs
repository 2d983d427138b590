//! The answer of a ruling that was played.

use crate::rulings::snap;
use crate::rulings::snap::AcceptedOutcome;
use ludex_report::Report;
use ludex_source::Span;
use similar::{ChangeTag, DiffTag, TextDiff};

/// The outcome of running a ruling.
#[derive(Debug, Clone)]
pub struct RulingReport {
    /// The id of the ruling.
    pub id: String,
    /// The path of its file.
    pub path: String,
    /// The name of its game.
    pub game: String,
    /// The question, in the author's words.
    pub asks: String,
    /// The answer, in the author's words.
    pub says: String,
    /// Statements of the rules that it pins.
    pub cites: Vec<String>,
    /// The verdict on the ruling.
    pub verdict: RulingVerdict,
    /// The reasons why it failed or is broken, at places in the ruling, to be drawn like any diagnostic.
    pub found: Report,
    /// The outcome as it would be kept; none when it could not be played to its end or keeps none.
    pub snapshot: Option<AcceptedOutcome>,
    /// For each line of the outcome: the statement of the rules that it comes from.
    pub origins: Vec<Option<Span>>,
}

/// The verdict: holds, fails, is broken, or waits to be accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulingVerdict {
    /// Everything is as expected, and the outcome as accepted.
    Passed,
    /// Something is not as it says.
    Failed,
    /// Everything is as it says, but the outcome is another than the accepted one.
    Differs(OutcomeDiff),
    /// Everything is as it says; no outcome has been accepted yet.
    Pending,
    /// It can't be played: a mistake in the ruling.
    Broken,
}

/// An accepted outcome against the present one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutcomeDiff {
    /// The parts that differ, each with the lines around it.
    pub hunks: Vec<Vec<DiffLine>>,
    /// The first line of the present outcome, from 0, that is not as accepted, or behind which one is gone.
    pub first: usize,
}

/// A line of a difference, without its line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffLine {
    /// A line that is in both.
    Same(String),
    /// Accepted, but no longer there.
    Old(String),
    /// There, but not accepted.
    New(String),
}

impl RulingVerdict {
    /// Returns the word that programs read.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            RulingVerdict::Passed => "passed",
            RulingVerdict::Failed => "failed",
            RulingVerdict::Differs(_) => "differs",
            RulingVerdict::Pending => "pending",
            RulingVerdict::Broken => "broken",
        }
    }
}

impl RulingReport {
    /// The text of the snapshot file to write so that this outcome is the accepted one; none when the ruling failed, is
    /// broken, or keeps no outcome.
    #[must_use]
    pub fn accept(&self) -> Option<String> {
        match self.verdict {
            RulingVerdict::Passed | RulingVerdict::Differs(_) | RulingVerdict::Pending => {
                Some(self.snapshot.as_ref()?.to_text())
            }
            RulingVerdict::Failed | RulingVerdict::Broken => None,
        }
    }

    /// The text of the snapshot file as `accept` gives it, with the reason why it is accepted.
    #[must_use]
    pub fn accept_because(&self, reason: &str) -> Option<String> {
        self.accept()?;
        let snapshot = AcceptedOutcome {
            reason: Some(reason.to_owned()),
            ..self.snapshot.clone()?
        };
        Some(snapshot.to_text())
    }

    /// The statement of the rules that made the outcome another one: where the first line that differs comes from, or
    /// the last line before it that comes from anywhere. None for an outcome that was never accepted.
    #[must_use]
    pub fn cause(&self) -> Option<Span> {
        let RulingVerdict::Differs(difference) = &self.verdict else {
            return None;
        };
        let at = difference.first.min(self.origins.len());
        let (before, from) = self.origins.split_at(at);
        let first = from.iter().take(1).flatten().next();
        let near = before.iter().rev().flatten().next();
        first.or(near).or(from.iter().flatten().next()).copied()
    }

    /// Tells whether nothing is left to do.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.verdict == RulingVerdict::Passed
    }

    /// Holds the outcome against the text of the accepted snapshot file.
    pub(super) fn against(mut self, accepted: Option<&str>) -> RulingReport {
        let (RulingVerdict::Passed, Some(snapshot)) = (&self.verdict, &self.snapshot) else {
            return self;
        };
        self.verdict = match accepted {
            None => RulingVerdict::Pending,
            Some(accepted) if snapshot.is_same(accepted) => RulingVerdict::Passed,
            Some(accepted) => RulingVerdict::Differs(OutcomeDiff::between(
                &snap::outcome_of(accepted),
                &snapshot.outcome,
            )),
        };
        self
    }
}

impl OutcomeDiff {
    /// Returns the lines that differ with those around them, each behind a blank, `-` or `+`.
    #[must_use]
    pub fn to_text(&self) -> String {
        let lines = self.hunks.iter().flatten();
        let lines = lines.map(|line| match line {
            DiffLine::Same(text) => format!("  {text}\n"),
            DiffLine::Old(text) => format!("- {text}\n"),
            DiffLine::New(text) => format!("+ {text}\n"),
        });
        lines.collect()
    }

    /// Compares two texts line by line.
    #[must_use]
    pub fn between(old: &str, new: &str) -> OutcomeDiff {
        let (old, new) = (
            format!("{}\n", old.trim_end()),
            format!("{}\n", new.trim_end()),
        );
        let diff = TextDiff::from_lines(&old, &new);
        let hunks = diff.grouped_ops(3).into_iter().map(|group| {
            let changes = group.iter().flat_map(|op| diff.iter_changes(op));
            let line = |change: similar::Change<&str>| {
                let text = change.value().trim_end_matches('\n').to_owned();
                match change.tag() {
                    ChangeTag::Equal => DiffLine::Same(text),
                    ChangeTag::Delete => DiffLine::Old(text),
                    ChangeTag::Insert => DiffLine::New(text),
                }
            };
            changes.map(line).collect()
        });
        let same = diff.ops().first().filter(|op| op.tag() == DiffTag::Equal);
        OutcomeDiff {
            hunks: hunks.collect(),
            first: same.map_or(0, |op| op.new_range().end),
        }
    }
}
