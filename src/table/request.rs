//! Requests of a viewer to a table, replies and refusals.

use crate::reasons::ActionReasons;
use crate::snapshot::TableSnapshot;
use crate::things::Thing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A request of a viewer. Those that change the table are `choose`, `undo` and `redo`: made again in the same order, by the
/// same viewers, they make the same table again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Takes a snapshot of the table.
    Look {
        /// The version that the viewer has, or 0.
        #[serde(default)]
        since: u64,
    },
    /// Answers the open question.
    Choose {
        /// The version of the snapshot with the question.
        version: u64,
        /// The number of the option.
        option: u32,
    },
    /// Takes the last move back.
    Undo {
        /// The version that the viewer has.
        version: u64,
    },
    /// Makes the move again that was taken back last.
    Redo {
        /// The version that the viewer has.
        version: u64,
    },
    /// Tells how the table stood after a move.
    LookBack {
        /// The number of the move; 0 is the beginning.
        at: u32,
    },
    /// Tells why a thing can't be chosen; without one, why the offered actions can't.
    WhyNot {
        /// The thing in question.
        #[serde(default)]
        about: Option<Thing>,
    },
    /// Asks a bot for advice.
    Hint {
        /// The bot, as docs/bots.md names it.
        bot: String,
    },
    /// Asks what the position is worth to each seat, by random games from what the viewer knows.
    Evaluate {
        /// The bot whose budget and cut count, as docs/bots.md names it.
        bot: String,
    },
    /// Asks what a bot thinks of a decision that was made, from what its player knew; once the game is over.
    Review {
        /// The number of the move, from 1.
        at: u32,
        /// The bot, as docs/bots.md names it; `flat` tries each option equally often.
        bot: String,
    },
    /// Asks for the record of the game, which `ludex play --resume` and `ludex replay` read.
    Record,
    /// Asks for the last move as a ruling, the test of a game.
    Ruling {
        /// The id of the ruling.
        id: String,
        /// The question that it answers.
        #[serde(default)]
        asks: Option<String>,
    },
}

/// An answer to a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The table, after what was asked for was done.
    Snapshot(Box<TableSnapshot>),
    /// The reasons for actions to be legal or not.
    Reasons(Vec<ActionReasons>),
    /// The advice of a bot.
    Advice(AdviceSeen),
    /// The worth of the position.
    Evaluation(EvaluationSeen),
    /// The review of a decision; none of one that had a single answer, or was given at once with others.
    Review(Option<ReviewSeen>),
    /// The text of a record or ruling.
    Text(String),
}

/// The worth of a position, as a viewer can know it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvaluationSeen {
    /// The version of the table that it is about.
    pub version: u64,
    /// The share in the victory of each seat, from 0 to 1.
    pub gains: Vec<f64>,
    /// The number of games that were played on.
    pub playouts: u64,
}

/// The review of a decision by a bot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewSeen {
    /// The number of the move, from 1.
    pub at: u32,
    /// The seat that decided.
    pub seat: u32,
    /// The option that was chosen.
    pub chosen: ReviewedOption,
    /// The option of which the bot thinks most; the chosen one where none is better.
    pub best: ReviewedOption,
}

/// An option with what a bot thinks of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedOption {
    /// The number of the option.
    pub option: u32,
    /// The option in words.
    pub label: String,
    /// The share in the victory that it promises, from 0 to 1.
    pub gain: f64,
    /// The number of playouts that tried it.
    pub playouts: u64,
}

/// The advice of a bot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AdviceSeen {
    /// The version of the table that it is about.
    pub version: u64,
    /// The number of the option that the bot would choose.
    pub option: u32,
    /// The estimate of each option that it tried.
    pub thoughts: Vec<ThoughtSeen>,
    /// The number of games that it played on.
    pub playouts: u64,
}

/// The estimate of an option by a bot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ThoughtSeen {
    /// The number of the option.
    pub option: u32,
    /// The share in the victory that it hopes for, from 0 to 1.
    pub gain: f64,
    /// The number of playouts that tried it.
    pub playouts: u64,
}

impl Request {
    /// Returns the bot that works on the answer for a while; none of what is answered at once.
    #[must_use]
    pub fn bot(&self) -> Option<&str> {
        match self {
            Request::Hint { bot } | Request::Evaluate { bot } | Request::Review { bot, .. } => {
                Some(bot)
            }
            Request::Look { .. }
            | Request::Choose { .. }
            | Request::Undo { .. }
            | Request::Redo { .. }
            | Request::LookBack { .. }
            | Request::WhyNot { .. }
            | Request::Record
            | Request::Ruling { .. } => None,
        }
    }
}

/// The refusal of a request, which changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[error("{message}")]
pub struct Refusal {
    /// The code, which never changes its name.
    pub code: RefusalCode,
    /// The mistake, in words for people.
    pub message: String,
}

/// The reasons for which requests are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// The table has changed since the version that the request names.
    Stale,
    /// The viewer is not asked.
    NotAsked,
    /// The question has no such option.
    NoSuchOption,
    /// The viewer may not take this back, or nothing was done.
    NoUndo,
    /// Nothing was taken back, or the viewer may not make it again.
    NoRedo,
    /// There is no such move.
    NoSuchMove,
    /// There is no such bot, or it may not be asked here.
    NoSuchBot,
    /// The bot would work longer than one request may.
    TooMuchWork,
    /// The viewer would learn what they may not know yet.
    Secret,
    /// The game can't be recorded so.
    NoRecord,
    /// The rules have a mistake that play ran into.
    Fault,
    /// The request can't be read, or names what there is not.
    Wrong,
}

impl RefusalCode {
    /// Refuses a request for a reason.
    #[must_use]
    pub fn because(self, message: impl Into<String>) -> Refusal {
        Refusal {
            code: self,
            message: message.into(),
        }
    }
}
