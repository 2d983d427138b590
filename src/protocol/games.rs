//! `games`: what can be played.

use crate::failure::Failure;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;
use ludex_program::Program;
use serde_json::Map;
use serde_json::Value;
use serde_json::json;

pub(super) fn games(server: &mut Server, _: &RequestFields) -> Result<Reply, Failure> {
    let mut games = Vec::new();
    for name in server.names() {
        games.push(match server.game(&name) {
            Ok(found) => game(&name, &found.program),
            Err(failure) => json!({ "name": name, "error": failure.message }),
        });
    }
    Ok(Reply::from_iter([(
        "games".to_owned(),
        Value::Array(games),
    )]))
}

fn game(name: &str, program: &Program) -> Value {
    let names = &program.names;
    let options: Map<String, Value> = names
        .options
        .iter()
        .map(|option| {
            let values: Vec<&str> = option
                .values
                .iter()
                .map(|(word, _)| word.as_str())
                .collect();
            let default = option
                .values
                .iter()
                .find(|(_, value)| *value == option.default);
            let default = default.map(|(word, _)| word.as_str());
            (
                option.name.clone(),
                json!({ "values": values, "default": default, "text": option.text }),
            )
        })
        .collect();
    json!({
        "name": name,
        "title": names.title,
        "players": [names.players.0, names.players.1],
        "options": options,
        "rules": program.hash,
    })
}
