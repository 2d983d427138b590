//! What happened in a ruling, in words: what its snapshot holds.
//!
//! Line for line what was played and what came of it, then all that changed between the given position and the end, then
//! who is asked what, or how the game ended. What not everybody saw says who did. Beside the words stands, line for
//! line, which statement of the rules a line comes from.

use crate::engine::event::Event;
use crate::engine::event::What;
use crate::engine::state::{PlayerSet, State};
use crate::play::game::Decision;
use crate::play::game::Match;
use crate::play::log;
use crate::play::log::Reader;
use crate::program::Program;
use crate::source::Span;
use crate::tools::rulings::changes;
use std::sync::Arc;

/// An outcome being written.
pub(super) struct Outcome {
    program: Arc<Program>,
    given: State,
    lines: Vec<(String, Option<Span>)>,
}

/// An outcome as it is kept, and where its lines come from.
#[derive(Debug, Clone, Default)]
pub(super) struct Written {
    /// The words.
    pub(super) text: String,
    /// For each line of the words: the statement that made it happen, or that asks.
    pub(super) origins: Vec<Option<Span>>,
}

impl Outcome {
    pub(super) fn new(program: &Arc<Program>, given: State) -> Outcome {
        Outcome {
            program: Arc::clone(program),
            given,
            lines: Vec::new(),
        }
    }

    /// What happened before the first question.
    pub(super) fn begin(&mut self, playing: &Match) {
        let lines = self.told(playing, playing.events());
        if !lines.is_empty() {
            self.section("play begins", None, lines);
        }
    }

    /// A line of play and what came of it: the events from a number on.
    pub(super) fn line(&mut self, line: &str, playing: &Match, from: usize) {
        let mut events = playing.events_from(from).peekable();
        // The choice itself is the line.
        events.next_if(|event| matches!(event.what, What::Chose { .. }));
        let lines = self.told(playing, events);
        self.section(line, None, lines);
    }

    /// What changed on the whole, and what comes next.
    pub(super) fn end(mut self, playing: &mut Match) -> Written {
        let changed = changes::changes(&self.program, &self.given, playing.state());
        if !changed.is_empty() {
            let changed = changed.into_iter().map(|line| (line, None)).collect();
            self.section("changed", None, changed);
        }
        match playing.decision() {
            Some(decision) => self.pending(&decision),
            None => self.over(playing),
        }
        while self.lines.last().is_some_and(|(line, _)| line.is_empty()) {
            self.lines.pop();
        }
        let (lines, origins): (Vec<String>, _) = self.lines.into_iter().unzip();
        Written {
            text: lines.join("\n"),
            origins,
        }
    }

    fn pending(&mut self, decision: &Decision) {
        const MOST: usize = 40;
        let labels = decision.options.iter().map(|option| option.label.clone());
        let mut lines: Vec<String> = labels.take(MOST).collect();
        let more = decision.options.len() - lines.len();
        if more > 0 {
            lines.push(format!("... and {more} more"));
        }
        let asked = self.program.sites[decision.site as usize].span;
        let lines = lines.into_iter().map(|line| (line, Some(asked))).collect();
        let title = format!("next: P{}, {}", decision.player, decision.prompt);
        self.section(&title, Some(asked), lines);
    }

    fn over(&mut self, playing: &Match) {
        let Some(result) = playing.result() else {
            return;
        };
        let ranked = result.scores.iter().zip(&result.ranks).enumerate();
        let mut lines: Vec<_> = ranked
            .map(|(p, (score, rank))| (format!("P{p}: {score}, rank {rank}"), None))
            .collect();
        if result.winners.is_empty() {
            lines.push(("nobody wins".to_owned(), None));
        }
        self.section("over", None, lines);
    }

    fn told<'a>(
        &self,
        playing: &Match,
        events: impl Iterator<Item = &'a Event>,
    ) -> Vec<(String, Option<Span>)> {
        let reader = Reader {
            viewer: None,
            causes: false,
        };
        let players = playing.state().players;
        let line = |event: &Event| {
            let line = log::line(&self.program, playing.state(), event, reader)?;
            let cause = event.because.first().map(|cause| cause.span);
            Some((format!("{line}{}", seen_by(event.seen, players)), cause))
        };
        events.filter_map(line).collect()
    }

    fn section(&mut self, title: &str, cause: Option<Span>, lines: Vec<(String, Option<Span>)>) {
        self.lines.push((title.trim_end().to_owned(), cause));
        let indented = lines
            .into_iter()
            .map(|(line, cause)| (format!("  {line}"), cause));
        self.lines.extend(indented);
        self.lines.push((String::new(), None));
    }
}

/// Who saw it, when not everybody did.
fn seen_by(seen: PlayerSet, players: u8) -> String {
    let who: Vec<String> = (0..players)
        .filter(|p| seen >> p & 1 != 0)
        .map(|p| format!("P{p}"))
        .collect();
    match who.len() {
        all if all == usize::from(players) => String::new(),
        0 => "  [seen by nobody]".into(),
        _ => format!("  [seen by {}]", who.join(", ")),
    }
}
