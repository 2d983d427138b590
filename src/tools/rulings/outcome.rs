//! What happened in a ruling, in words: what its snapshot holds.
//!
//! Line for line what was played and what came of it, then all that changed between the given position and the end, then
//! who is asked what, or how the game ended. What not everybody saw says who did.

use crate::engine::event::Event;
use crate::engine::event::What;
use crate::engine::state::State;
use crate::play::game::Decision;
use crate::play::game::Match;
use crate::play::log;
use crate::play::log::Reader;
use crate::program::Program;
use crate::tools::rulings::changes;
use std::sync::Arc;

/// An outcome being written.
pub(super) struct Outcome {
    program: Arc<Program>,
    given: State,
    text: String,
}

impl Outcome {
    pub(super) fn new(program: &Arc<Program>, given: State) -> Outcome {
        Outcome {
            program: Arc::clone(program),
            given,
            text: String::new(),
        }
    }

    /// What happened before the first question.
    pub(super) fn begin(&mut self, playing: &Match) {
        let lines = self.told(playing, playing.events());
        if !lines.is_empty() {
            self.section("play begins", &lines);
        }
    }

    /// A line of play and what came of it: the events from a number on.
    pub(super) fn line(&mut self, line: &str, playing: &Match, from: usize) {
        let events = playing.events().get(from..).unwrap_or_default();
        // The choice itself is the line.
        let made = matches!(
            events.first(),
            Some(Event {
                what: What::Chose { .. },
                ..
            })
        );
        let lines = self.told(playing, &events[usize::from(made)..]);
        self.section(line, &lines);
    }

    /// What changed on the whole, and what comes next.
    pub(super) fn end(mut self, playing: &mut Match) -> String {
        let changed = changes::changes(&self.program, &self.given, playing.state());
        if !changed.is_empty() {
            self.section("changed", &changed);
        }
        match playing.decision() {
            Some(decision) => self.pending(&decision),
            None => self.over(playing),
        }
        self.text.trim_end().to_owned()
    }

    fn pending(&mut self, decision: &Decision) {
        const MOST: usize = 40;
        let labels = decision.options.iter().map(|option| option.label.clone());
        let mut lines: Vec<String> = labels.take(MOST).collect();
        let more = decision.options.len() - lines.len();
        if more > 0 {
            lines.push(format!("... and {more} more"));
        }
        self.section(
            &format!("next: P{}, {}", decision.player, decision.prompt),
            &lines,
        );
    }

    fn over(&mut self, playing: &Match) {
        let Some(result) = playing.result() else {
            return;
        };
        let ranked = result.scores.iter().zip(&result.ranks).enumerate();
        let lines: Vec<String> = ranked
            .map(|(p, (score, rank))| format!("P{p}: {score}, rank {rank}"))
            .collect();
        self.section("over", &lines);
    }

    fn told(&self, playing: &Match, events: &[Event]) -> Vec<String> {
        let reader = Reader {
            viewer: None,
            causes: false,
        };
        let players = playing.state().players;
        let line = |event: &Event| {
            let line = log::line(&self.program, playing.state(), event, reader)?;
            Some(format!("{line}{}", seen_by(event.seen, players)))
        };
        events.iter().filter_map(line).collect()
    }

    fn section(&mut self, title: &str, lines: &[String]) {
        self.text.push_str(title.trim_end());
        self.text.push('\n');
        for line in lines {
            self.text.push_str(&format!("  {line}\n"));
        }
        self.text.push('\n');
    }
}

/// Who saw it, when not everybody did.
fn seen_by(seen: u8, players: u8) -> String {
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
