//! `log`: what happened, as one player is told it.

use crate::failure::Failure;
use crate::reply::{EventSort, ToldEvent};
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_engine::knowledge::event::Event;
use ludex_play::log;
use ludex_play::log::LogReader;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tells what happened, as one player is told it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LogRequest {
    /// The number of the position.
    position: u64,
    /// The player's seat, from 0.
    player: u64,
    /// The number of lines that were read before, 0 when left out.
    since: Option<u64>,
}

/// Lines of a log that were not read before.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ToldEvents {
    /// The lines after those that were read before.
    events: Vec<ToldEvent>,
    /// The number to give as `since` next time.
    next: usize,
}

impl Request for LogRequest {
    const VERB: &'static str = "log";
    type Answer = ToldEvents;

    fn answer(self, session: &mut ProtocolSession) -> Result<ToldEvents, Failure> {
        let player = session.player(self.position, self.player)?;
        let game = session.position(self.position)?;
        let told = game.with_events();
        let told = told.as_ref().unwrap_or(game);
        let reader = LogReader {
            viewer: Some(player),
            causes: false,
            vocabulary: None,
        };
        let line = |event: &Event| {
            Some(ToldEvent {
                what: EventSort::of(&event.what),
                text: log::line(told.program(), told.state(), event, reader)?,
            })
        };
        let mut events: Vec<ToldEvent> = told.events().filter_map(line).collect();
        // The number of choices would tell of secret ones; the number of lines does not.
        let all = events.len();
        let since = usize::try_from(self.since.unwrap_or(0)).unwrap_or(all);
        Ok(ToldEvents {
            events: events.split_off(since.min(all)),
            next: all,
        })
    }
}
