//! `explain`: why an action is legal or not, for the player who decides.

use crate::failure::Failure;
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_play::explain::{Legality, Requirement};
use ludex_source::Sources;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Tells why an action is legal, or is not, for the player who decides.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplainRequest {
    /// The number of the position.
    position: u64,
    /// The seat that decides, one of `undecided`; the one asked when left out.
    player: Option<u64>,
    /// The name of the action.
    action: String,
    /// Its arguments, as options name them; those at the end may be left out.
    args: Option<Vec<ArgumentWord>>,
}

/// An argument as a word; a number or a flag may stand as such.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "word")]
enum ArgumentWord {
    /// `"cat_m1"`
    Text(String),
    /// `3`
    Number(serde_json::Number),
    /// `true`
    Flag(bool),
    /// `null`, which means `none`
    Nothing,
}

/// The reasons for and against an action.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplainedAction {
    /// The player who is asked.
    player: u32,
    /// True if the action can be chosen.
    legal: bool,
    /// `legal`, `not_offered`, `refused`, `no_way`, or which argument is none (`not_among`, `not_known`).
    verdict: ActionVerdict,
    /// The requirements that fail.
    failing: Vec<AskedRequirement>,
    /// The requirements that may fail, as far as the player can know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<AskedRequirement>,
}

/// The verdict about an action.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "verdict")]
enum ActionVerdict {
    /// It can be chosen now.
    Legal,
    /// The open question does not offer it.
    NotOffered,
    /// An argument is none that its parameter goes through.
    NotAmong(WrongArgument),
    /// The player can't know whether an argument is one.
    NotKnown(WrongArgument),
    /// A requirement does not hold.
    Refused,
    /// No further arguments make it legal.
    NoWay,
}

/// An argument that is none of its parameter.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "argument")]
struct WrongArgument {
    /// The name of the parameter.
    parameter: String,
    /// The value in words.
    value: String,
}

/// A requirement with what it saw.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "requirement")]
struct AskedRequirement {
    /// The reason, for people.
    reason: String,
    /// The file where it stands.
    file: String,
    /// Its line, from 1.
    line: u32,
    /// Its column, from 1.
    column: u32,
    /// The parts of the condition with their values.
    saw: Vec<SeenPart>,
}

/// A part of a condition with its value.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "part")]
struct SeenPart {
    /// The part as it is written.
    part: String,
    /// The value that it had.
    value: Value,
}

impl Request for ExplainRequest {
    const VERB: &'static str = "explain";
    type Answer = ExplainedAction;

    fn answer(self, session: &mut ProtocolSession) -> Result<ExplainedAction, Failure> {
        let args: Vec<String> = self.args.into_iter().flatten().map(word).collect();
        let mut game = session.turn(self.position, self.player)?.into_owned();
        let explanation = game.explain(&self.action, &args)?;
        let name = game.program().names.game.clone();
        let sources = session.game(&name)?.sources;
        let with = |holds: Option<bool>| {
            let requirements = explanation.requirements.iter();
            let fitting = requirements.filter(|one| one.holds == holds);
            fitting.map(|one| requirement(one, &sources)).collect()
        };
        Ok(ExplainedAction {
            player: explanation.player.number(),
            legal: explanation.verdict == Legality::Legal,
            failing: with(Some(false)),
            unknown: with(None),
            verdict: verdict(explanation.verdict),
        })
    }
}

fn word(argument: ArgumentWord) -> String {
    match argument {
        ArgumentWord::Text(word) => word,
        ArgumentWord::Number(number) => number.to_string(),
        ArgumentWord::Flag(flag) => flag.to_string(),
        ArgumentWord::Nothing => "none".to_owned(),
    }
}

fn verdict(verdict: Legality) -> ActionVerdict {
    match verdict {
        Legality::Legal => ActionVerdict::Legal,
        Legality::NotOffered => ActionVerdict::NotOffered,
        Legality::NotAmong { parameter, value } => {
            ActionVerdict::NotAmong(WrongArgument { parameter, value })
        }
        Legality::NotKnown { parameter, value } => {
            ActionVerdict::NotKnown(WrongArgument { parameter, value })
        }
        Legality::Refused => ActionVerdict::Refused,
        Legality::NoWay => ActionVerdict::NoWay,
    }
}

fn requirement(one: &Requirement, sources: &Sources) -> AskedRequirement {
    let at = sources.line_col(one.span.file, one.span.start);
    let saw = one.shown.iter().map(|saw| SeenPart {
        part: sources.slice(saw.span).to_owned(),
        value: saw.value.json.clone(),
    });
    AskedRequirement {
        reason: one.reason.clone(),
        file: sources.path(one.span.file).to_owned(),
        line: at.line,
        column: at.column,
        saw: saw.collect(),
    }
}
