//! `apply`: one option chosen, by number or by value; sealed when its player's turn is still to come.

use crate::failure::{Failure, FailureCode};
use crate::reply;
use crate::reply::{AskedDecision, GameResult, OpenDecision, SeenEvent};
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_engine::knowledge::event::Event;
use ludex_play::game::Match;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Chooses an option, by `option` or by `value`, and plays on to the next question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Apply {
    /// The number of the position.
    position: u64,
    /// The seat that decides, one of `undecided`; the one asked when left out.
    player: Option<u64>,
    /// The index of the option.
    option: Option<u64>,
    /// The option's value, or a part that no other option has.
    value: Option<Map<String, Value>>,
}

/// The consequences of a choice.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AppliedChoice {
    /// The events in their order.
    events: Vec<SeenEvent>,
    /// The question that is open; null once the game is over.
    decision: Option<AskedDecision>,
    /// True if the game is over.
    over: bool,
    /// The scores, ranks and winners, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
}

impl Request for Apply {
    const VERB: &'static str = "apply";
    type Answer = AppliedChoice;

    fn answer(self, session: &mut ProtocolSession) -> Result<AppliedChoice, Failure> {
        let player = session.deciding(self.position, self.player)?;
        let option = match (self.option, self.value) {
            // A number too large for this machine is no option either.
            (Some(number), None) => usize::try_from(number).unwrap_or(usize::MAX),
            (None, Some(value)) => {
                let turn = session.turn(self.position, self.player)?;
                turn.find_value(&Value::Object(value))?
            }
            (None, None) => {
                return Err(FailureCode::MissingField
                    .because("the field `option` is missing, or `value` instead"));
            }
            (Some(_), Some(_)) => {
                return Err(
                    FailureCode::UnknownField.because("`option` and `value` exclude each other")
                );
            }
        };
        session.play_on(self.position, |game| {
            let events = match player {
                None => game.apply(option)?,
                Some(player) => game.apply_for(player, option)?,
            };
            Ok(applied(game, &events))
        })
    }
}

fn applied(game: &Match, events: &[Event]) -> AppliedChoice {
    let OpenDecision {
        decision,
        over,
        result,
    } = OpenDecision::of(game);
    AppliedChoice {
        events: reply::events(game, events),
        decision,
        over,
        result,
    }
}
