//! Parts of answers that several verbs give.

use ludex_engine::knowledge::event::{Event, What};
use ludex_play::decision::Decision;
use ludex_play::game::{Match, Outcome};
use ludex_play::log;
use ludex_play::log::LogReader;
use ludex_rules::ids::PlayerId;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// A new position with the question that is open there.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPosition {
    /// The number of the new position, for further requests.
    position: u64,
    /// The question that is open; null once the game is over.
    decision: Option<AskedDecision>,
    /// True if the game is over.
    over: bool,
    /// The scores, ranks and winners, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
}

/// The question that is open.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenDecision {
    /// The question that is open; null once the game is over.
    pub(super) decision: Option<AskedDecision>,
    /// True if the game is over.
    pub(super) over: bool,
    /// The scores, ranks and winners, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<GameResult>,
}

/// A question to a player.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "decision")]
pub(super) struct AskedDecision {
    /// The seat of the player who is asked.
    player: u32,
    /// The question, for people.
    prompt: String,
    /// The options in a fixed order.
    options: Vec<AskedOption>,
    /// The seats that decide at once and have not, the one asked first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undecided: Vec<u32>,
}

/// An answer that a player may give.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "option")]
struct AskedOption {
    /// The number of the option, for `apply`.
    index: usize,
    /// The words that people choose it by.
    label: String,
    /// The meaning of the option, for programs.
    value: Value,
}

/// The end of a game, by seat.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "result")]
pub(super) struct GameResult {
    /// The score of each seat.
    scores: Vec<i32>,
    /// The rank of each seat, from 1.
    ranks: Vec<u32>,
    /// The seats that win.
    winners: Vec<u32>,
}

/// An event, with who may know its particulars.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "event")]
pub(super) struct SeenEvent {
    /// The sort of the event.
    what: EventSort,
    /// A line for people.
    text: String,
    /// The seats that may know the particulars.
    seen: Vec<u32>,
}

/// An event as one player is told it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "told_event")]
pub(super) struct ToldEvent {
    /// The sort of the event.
    pub(super) what: EventSort,
    /// A line for people.
    pub(super) text: String,
}

/// The sorts of events.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "event_sort")]
pub(super) enum EventSort {
    /// A piece came to another place.
    Moved,
    /// A variable has another value.
    Changed,
    /// A place was shuffled.
    Shuffled,
    /// A piece was turned over.
    Turned,
    /// A board was laid out.
    LaidOut,
    /// Something was shown to players.
    Shown,
    /// A player chose an option.
    Chose,
    /// A text began to take effect.
    Began,
    /// A player learned what another may have.
    Believed,
    /// The game came to its end.
    Finished,
}

impl NewPosition {
    /// Returns a position that has no handle yet.
    pub(super) fn of(game: &Match) -> NewPosition {
        let OpenDecision {
            decision,
            over,
            result,
        } = OpenDecision::of(game);
        NewPosition {
            position: 0,
            decision,
            over,
            result,
        }
    }

    /// Returns the position with its handle.
    pub(super) fn at(self, position: u64) -> NewPosition {
        NewPosition { position, ..self }
    }
}

impl OpenDecision {
    /// Returns the question that is open.
    pub(super) fn of(game: &Match) -> OpenDecision {
        OpenDecision::with(game, game.decision())
    }

    /// Returns a question of a game, with how the game stands.
    pub(super) fn with(game: &Match, decision: Option<Decision>) -> OpenDecision {
        OpenDecision {
            decision: decision.map(AskedDecision::of),
            over: game.is_over(),
            result: game.result().map(GameResult::of),
        }
    }
}

impl AskedDecision {
    fn of(decision: Decision) -> AskedDecision {
        let options = decision.options.into_iter().enumerate();
        AskedDecision {
            player: decision.player.number(),
            prompt: decision.prompt,
            options: options
                .map(|(index, option)| AskedOption {
                    index,
                    label: option.label,
                    value: option.value,
                })
                .collect(),
            undecided: seats(decision.undecided),
        }
    }
}

impl GameResult {
    /// Returns the end of a game.
    pub(super) fn of(outcome: &Outcome) -> GameResult {
        GameResult {
            scores: outcome.scores.clone(),
            ranks: outcome.ranks.clone(),
            winners: seats(outcome.winners.iter().copied()),
        }
    }
}

/// Returns what happened; events that nobody is told of are left out.
pub(super) fn events(game: &Match, events: &[Event]) -> Vec<SeenEvent> {
    let players = game.state().players;
    let seen = |event: &Event| {
        Some(SeenEvent {
            what: EventSort::of(&event.what),
            text: log::line(game.program(), game.state(), event, LogReader::default())?,
            seen: seats(PlayerId::first(players).filter(|player| event.seen.has(*player))),
        })
    };
    events.iter().filter_map(seen).collect()
}

fn seats(players: impl IntoIterator<Item = PlayerId>) -> Vec<u32> {
    players.into_iter().map(|player| player.number()).collect()
}

impl EventSort {
    /// Returns the sort of an event.
    pub(super) fn of(what: &What) -> EventSort {
        match what {
            What::Moved { .. } => EventSort::Moved,
            What::Changed { .. } => EventSort::Changed,
            What::Shuffled(_) => EventSort::Shuffled,
            What::Turned(_) => EventSort::Turned,
            What::LaidOut { .. } => EventSort::LaidOut,
            What::Shown { .. } => EventSort::Shown,
            What::Chose { .. } => EventSort::Chose,
            What::Began(_) => EventSort::Began,
            What::Traced(_) => EventSort::Believed,
            What::Finished => EventSort::Finished,
        }
    }
}
