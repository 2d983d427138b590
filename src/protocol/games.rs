//! `games`: what can be played.

use crate::failure::Failure;
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_program::Program;
use ludex_program::names::OptionWords;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Lists the games that can be played.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesRequest {}

/// The games that can be played.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListedGames {
    /// The games, each with its name, title, players, options and the hash of its rules.
    games: Vec<ListedGame>,
}

/// A game that can be played, or that is broken.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "game")]
struct ListedGame {
    /// The name of the game, for `new`.
    name: String,
    /// The title that people read.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// The fewest and the most players.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<[u32; 2]>,
    /// The options by their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Map<String, Value>>,
    /// The hash of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    /// The reason why it can't be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Request for GamesRequest {
    const VERB: &'static str = "games";
    type Answer = ListedGames;

    fn answer(self, session: &mut ProtocolSession) -> Result<ListedGames, Failure> {
        let mut games = Vec::new();
        for name in session.names() {
            games.push(match session.game(&name) {
                Ok(found) => listed(name, &found.program),
                Err(failure) => ListedGame {
                    name,
                    error: Some(failure.message),
                    ..ListedGame::default()
                },
            });
        }
        Ok(ListedGames { games })
    }
}

fn listed(name: String, program: &Program) -> ListedGame {
    let names = &program.names;
    let options = names.options.iter();
    ListedGame {
        name,
        title: Some(names.title.clone()),
        players: Some([names.players.0, names.players.1]),
        options: Some(options.map(|one| (one.name.clone(), option(one))).collect()),
        rules: Some(program.hash.clone()),
        error: None,
    }
}

fn option(option: &OptionWords) -> Value {
    let words = option.values.iter().map(|(word, _)| word.as_str());
    let words: Vec<&str> = words.collect();
    let mut values = option.values.iter();
    let default = values.find(|(_, value)| *value == option.default);
    let default = default.map(|(word, _)| word.as_str());
    json!({ "values": words, "default": default, "text": option.text })
}
