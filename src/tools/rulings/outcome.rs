//! The outcome of a ruling in words, as its snapshot holds it.
//!
//! Line for line what was played and what came of it, then all that changed between the given position and the end, then who is
//! asked what, or how the game ended. What chance dealt is counted, unless the ruling asks for it. What not everybody saw says
//! who did. Beside the words stands, line for line, which statement of the rules a line comes from.

use crate::difference;
use crate::rulings::deals::Deals;
use crate::rulings::ruling::SnapshotParts;
use ludex_engine::knowledge::event::{Event, What};
use ludex_engine::state::{PlayerSet, State};
use ludex_play::decision::Decision;
use ludex_play::format::{ValueFormat, place_phrase};
use ludex_play::game::Match;
use ludex_play::log;
use ludex_play::log::LogReader;
use ludex_program::Program;
use ludex_program::ids::SpotId;
use ludex_rules::ids::PlayerId;
use ludex_source::Span;
use std::collections::VecDeque;
use std::sync::Arc;

/// An outcome being written.
pub(super) struct OutcomeLog {
    program: Arc<Program>,
    given: State,
    kept: SnapshotParts,
    deals: Deals,
    lines: Vec<(String, Option<Span>)>,
    /// The numbers of the lines at which the last lines of play begin, where only these are kept.
    begun: VecDeque<usize>,
}

/// An outcome as it is kept, and where its lines come from.
#[derive(Debug, Clone, Default)]
pub(super) struct KeptOutcome {
    /// The words of the line.
    pub(super) text: String,
    /// For each line of the words: the statement that made it happen, or that asks.
    pub(super) origins: Vec<Option<Span>>,
}

impl OutcomeLog {
    pub(super) fn new(program: &Arc<Program>, given: State, kept: SnapshotParts) -> OutcomeLog {
        OutcomeLog {
            program: Arc::clone(program),
            deals: Deals::new(&given),
            given,
            kept,
            lines: Vec::new(),
            begun: VecDeque::new(),
        }
    }

    /// Notes the events before the first question.
    pub(super) fn begin(&mut self, playing: &Match) {
        let lines = self.told(playing, playing.events());
        if !lines.is_empty() && self.kept.last.is_none() {
            self.section("play begins", None, lines);
        }
    }

    /// Begins a line of play. Of the last lines alone, a snapshot drops those before them.
    pub(super) fn begin_line(&mut self) {
        let Some(most) = self.kept.last else { return };
        self.begun.push_back(self.lines.len());
        if self.begun.len() > most {
            self.begun.pop_front();
            let dropped = self.begun.front().copied().unwrap_or(self.lines.len());
            self.lines.drain(..dropped);
            self.begun.iter_mut().for_each(|begun| *begun -= dropped);
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

    /// Notes the changes on the whole, and who is asked next.
    pub(super) fn end(mut self, playing: &mut Match) -> KeptOutcome {
        if self.kept.last.is_none() {
            self.changed(playing);
        }
        match playing.decision() {
            Some(decision) => self.pending(&decision),
            None => self.over(playing),
        }
        while self.lines.last().is_some_and(|(line, _)| line.is_empty()) {
            self.lines.pop();
        }
        let (lines, origins): (Vec<String>, _) = self.lines.into_iter().unzip();
        KeptOutcome {
            text: lines.join("\n"),
            origins,
        }
    }

    /// Notes all that changed between the given position and the end.
    fn changed(&mut self, playing: &Match) {
        let mut changed = self.dealt(playing);
        let elsewhere = |piece| !self.kept.deals && self.deals.is_dealt(piece);
        let (program, given) = (&self.program, &self.given);
        let moved = difference::changes_but(program, given, playing.state(), &elsewhere);
        changed.extend(moved);
        if !changed.is_empty() {
            let changed = changed.into_iter().map(|line| (line, None)).collect();
            self.section("changed", None, changed);
        }
    }

    /// Counts the pieces that lie where chance put them, in words.
    fn dealt(&self, playing: &Match) -> Vec<String> {
        if self.kept.deals {
            return Vec::new();
        }
        let words = ValueFormat::of(&self.program, playing.state());
        let counts = self.deals.counts().into_iter();
        counts
            .map(|(place, count)| format!("{}: {count} by chance", place_phrase(&words, place)))
            .collect()
    }

    fn pending(&mut self, decision: &Decision) {
        const MOST: usize = 40;
        let asked = self.program.sites[decision.site].span;
        let title = format!("next: {}, {}", decision.player, decision.prompt);
        if !self.kept.options {
            self.section(&title, Some(asked), Vec::new());
            return;
        }
        let labels = decision.options.iter().map(|option| option.label.clone());
        let mut lines: Vec<String> = labels.take(MOST).collect();
        let more = decision.options.len() - lines.len();
        if more > 0 {
            lines.push(format!("... and {more} more"));
        }
        let lines = lines.into_iter().map(|line| (line, Some(asked))).collect();
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
        &mut self,
        playing: &Match,
        events: impl Iterator<Item = &'a Event>,
    ) -> Vec<(String, Option<Span>)> {
        let reader = LogReader {
            viewer: None,
            causes: false,
            vocabulary: None,
        };
        let players = playing.state().players;
        let mut lines = Vec::new();
        let mut deal: Option<DealtPieces> = None;
        for event in events {
            let cause = event.because.first().map(|cause| cause.span);
            if let Some(way) = self.deals.note(event).filter(|_| !self.kept.deals) {
                match deal.as_mut().filter(|deal| deal.way == way) {
                    Some(deal) => deal.count += 1,
                    None => {
                        lines.extend(deal.take().map(|deal| self.deal(playing, &deal)));
                        let count = 1;
                        deal = Some(DealtPieces { way, count, cause });
                    }
                }
                continue;
            }
            lines.extend(deal.take().map(|deal| self.deal(playing, &deal)));
            let line = log::line(&self.program, playing.state(), event, reader);
            let seen = seen_by(event.seen, players);
            lines.extend(line.map(|line| (format!("{line}{seen}"), cause)));
        }
        lines.extend(deal.map(|deal| self.deal(playing, &deal)));
        lines
    }

    /// The line of some pieces that chance dealt one after the other.
    fn deal(&self, playing: &Match, deal: &DealtPieces) -> (String, Option<Span>) {
        let words = ValueFormat::of(&self.program, playing.state());
        let (from, to) = deal.way;
        let [from, to] = [from, to].map(|place| place_phrase(&words, place));
        (
            format!("{} by chance: {from} → {to}", deal.count),
            deal.cause,
        )
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

/// Pieces that chance dealt one after the other, from one place to another.
struct DealtPieces {
    way: (SpotId, SpotId),
    count: usize,
    cause: Option<Span>,
}

/// Names those who saw it, when not everybody did.
fn seen_by(seen: PlayerSet, players: u8) -> String {
    let who: Vec<String> = PlayerId::first(players)
        .filter(|p| seen.has(*p))
        .map(|p| p.to_string())
        .collect();
    match who.len() {
        all if all == usize::from(players) => String::new(),
        0 => "  [seen by nobody]".into(),
        _ => format!("  [seen by {}]", who.join(", ")),
    }
}
