//! The log of a table, move by move, as one viewer is told it.

use crate::access::Access;
use crate::game::TableGame;
use ludex_engine::knowledge::event::{Event, What};
use ludex_play::digest::{self, DigestReader};
use ludex_play::game::Match;
use ludex_play::log::{self, LogReader};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The last moves of a log.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LogPart {
    /// The number of the first move here: what a reader has of this move and later ones is replaced.
    pub from: u32,
    /// The moves; what happened before the first one is move 0.
    pub moves: Vec<MoveLog>,
}

/// The log of one move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoveLog {
    /// The number of the move, from 1; 0 is the set-up.
    pub number: u32,
    /// The lines that people read.
    pub lines: Vec<LogLine>,
}

/// A line for people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LogLine {
    /// An answer stands at 0, what came of it at 1.
    pub depth: u32,
    /// The words of the line.
    pub text: String,
}

/// Writes the log of a match for a viewer, from a move on; `ends` has the number of events after each move, set-up first.
pub(super) fn log_from(
    game: &TableGame,
    position: &Match,
    access: Access,
    ends: &[usize],
    from: usize,
) -> LogPart {
    let first = from
        .checked_sub(1)
        .and_then(|before| ends.get(before))
        .copied()
        .unwrap_or(0);
    let mut events = position.events_from(first);
    let moves = (from..ends.len()).map(|number| {
        let begin = number
            .checked_sub(1)
            .and_then(|before| ends.get(before))
            .copied()
            .unwrap_or(0);
        let count = ends[number].saturating_sub(begin);
        let made: Vec<&Event> = events.by_ref().take(count).collect();
        MoveLog {
            number: number as u32,
            lines: lines(game, position, access, &made),
        }
    });
    LogPart {
        from: from as u32,
        moves: moves.collect(),
    }
}

fn lines(game: &TableGame, position: &Match, access: Access, events: &[&Event]) -> Vec<LogLine> {
    let quiet = game
        .panels
        .as_ref()
        .map_or(&[][..], |(_, shown)| &shown.quiet);
    if let Some(viewer) = access.seat() {
        let reader = DigestReader {
            viewer,
            quiet,
            vocabulary: &game.vocabulary,
        };
        let digest = digest::lines(
            position.program(),
            position.state(),
            events.iter().copied(),
            reader,
        );
        let lines = digest.into_iter().map(|line| LogLine {
            depth: line.depth as u32,
            text: line.text,
        });
        return lines.collect();
    }
    let is_quiet = |event: &Event| match event.what {
        What::Changed { var, .. } => quiet.contains(&position.program().layout.vars[var].name),
        What::Began(routine) => position.program().routines[routine].name.split('.').count() < 3,
        What::Moved { .. }
        | What::Shuffled(_)
        | What::Turned(_)
        | What::LaidOut { .. }
        | What::Shown { .. }
        | What::Chose { .. }
        | What::Traced(_)
        | What::Finished => false,
    };
    let told = events.iter().filter(|event| !is_quiet(event));
    let lines = told.filter_map(|event| {
        Some(LogLine {
            depth: u32::from(!matches!(event.what, What::Chose { .. })),
            text: line(game, position, access, event)?,
        })
    });
    lines.collect()
}

/// The line of an event for somebody without a seat.
fn line(game: &TableGame, position: &Match, access: Access, event: &Event) -> Option<String> {
    let (program, state) = (position.program(), position.state());
    match access {
        Access::Spectator => log::common_line(program, state, event, &game.vocabulary),
        Access::Seat(_) | Access::Full => {
            let reader = LogReader {
                viewer: access.seat(),
                causes: false,
                vocabulary: Some(&game.vocabulary),
            };
            log::line(program, state, event, reader)
        }
    }
}
