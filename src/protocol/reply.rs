//! Parts of replies that several verbs give.

use ludex_engine::knowledge::event::{Event, What};
use ludex_play::decision::Decision;
use ludex_play::game::Match;
use ludex_play::log;
use ludex_play::log::LogReader;
use ludex_rules::ids::PlayerId;
use serde_json::Map;
use serde_json::Value;
use serde_json::json;

/// The fields of a reply, after `id` and `ok`.
pub(super) type Reply = Map<String, Value>;

/// A new position with the question that is open there.
pub(super) fn position(handle: u64, game: &Match) -> Reply {
    let mut reply = Reply::new();
    reply.insert("position".into(), handle.into());
    asked(&mut reply, game);
    reply
}

/// Adds the open question, whether the game is over, and its result once it is.
pub(super) fn asked(reply: &mut Reply, game: &Match) {
    question(reply, game, game.decision().as_ref());
}

/// Adds a question, whether the game is over, and its result once it is.
pub(super) fn question(reply: &mut Reply, game: &Match, asked: Option<&Decision>) {
    reply.insert("decision".into(), asked.map_or(Value::Null, decision));
    reply.insert("over".into(), game.is_over().into());
    if game.is_over() {
        reply.insert("result".into(), result(game));
    }
}

/// Scores, ranks and winners; null while the game goes on.
pub(super) fn result(game: &Match) -> Value {
    let Some(result) = game.result() else {
        return Value::Null;
    };
    json!({ "scores": result.scores, "ranks": result.ranks, "winners": result.winners })
}

/// A question with its options.
pub(super) fn decision(decision: &Decision) -> Value {
    let options = decision.options.iter().enumerate();
    let options = options.map(
        |(index, option)| json!({ "index": index, "label": option.label, "value": option.value }),
    );
    let mut told = json!({ "player": decision.player, "prompt": decision.prompt, "options": options.collect::<Value>() });
    if !decision.undecided.is_empty() {
        told["undecided"] = json!(decision.undecided);
    }
    told
}

/// Gives what happened: a word for its sort, a line for people, and who may know the particulars.
pub(super) fn events(game: &Match, events: &[Event]) -> Value {
    let players = game.state().players;
    let told = |event: &Event| {
        let text = log::line(game.program(), game.state(), event, LogReader::default())?;
        let seen: Vec<PlayerId> = PlayerId::first(players)
            .filter(|player| event.seen.has(*player))
            .collect();
        Some(json!({ "what": sort(&event.what), "text": text, "seen": seen }))
    };
    events.iter().filter_map(told).collect()
}

pub(super) fn sort(what: &What) -> &'static str {
    match what {
        What::Moved { .. } => "moved",
        What::Changed { .. } => "changed",
        What::Shuffled(_) => "shuffled",
        What::Turned(_) => "turned",
        What::LaidOut { .. } => "laid_out",
        What::Shown { .. } => "shown",
        What::Chose { .. } => "chose",
        What::Began(_) => "began",
        What::Traced(_) => "believed",
        What::Finished => "finished",
    }
}
