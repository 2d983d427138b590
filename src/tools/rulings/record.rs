//! A step of a played game as the text of a ruling.
//!
//! A ruling begins at the beginning of `play`, so a step in the middle of a turn is told from the nearest decision
//! before it at which play can begin and everything then goes as it went. Takes a match, gives a text; never a guess: what
//! can't be told so is refused.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use ludex_play::decision::Decision;
use ludex_play::game::{Match, PlayError};
use ludex_play::start::Start;
use ludex_play::{rewind, setup, state_json};
use ludex_program::Program;

/// The words of a recorded ruling besides its play.
#[derive(Debug, Clone, Default)]
pub struct Heading {
    /// The id of the new ruling.
    pub id: String,
    /// The game, when the place of the file doesn't tell it.
    pub game: Option<String>,
    /// The question; made of the choice when left out.
    pub asks: Option<String>,
    /// The answer; left open when none is given.
    pub says: Option<String>,
    /// Statements of the rules.
    pub cites: Vec<String>,
}

/// The reason why a step can't become a ruling.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RecordError {
    /// Choice 90 of 40.
    #[error("there is no choice {at}: the game has {of}, counted from 0")]
    NoSuchChoice {
        /// The number that was asked for.
        at: usize,
        /// The number of choices there are.
        of: usize,
    },
    /// The game can't be played again.
    #[error("the game cannot be played again: {0}")]
    Play(#[from] PlayError),
    /// Nothing that a ruling can say leads there.
    #[error(
        "choice {0} cannot be told in a ruling: set-up asks players, or two options read alike"
    )]
    Untold(usize),
}

/// The text of a ruling whose last line is the choice `at` of a match.
///
/// # Errors
/// There is no such choice, or nothing that a ruling can say leads to it.
pub fn record(played: &Match, at: usize, heading: &Heading) -> Result<String, RecordError> {
    let of = played.choice_count();
    if at >= of {
        return Err(RecordError::NoSuchChoice { at, of });
    }
    let mut steps = rewind::all(played)?;
    steps.truncate(at + 2);
    let begins = (0..=at).rev().map(|from| (from, true));
    let ways = begins.chain([(0, false)]);
    let program = played.program();
    for (from, placed) in ways {
        let state = if placed {
            differing(program, played.start(), &steps[from])
        } else {
            Value::Object(Map::new())
        };
        if let Some(lines) = follows(&steps[from..], played, &state) {
            return Ok(text(&steps, played.start(), &state, &lines, heading));
        }
    }
    Err(RecordError::Untold(at))
}

/// The lines of play, when beginning from a partial state leads through the same steps.
fn follows(steps: &[Match], played: &Match, state: &Value) -> Option<Vec<String>> {
    let program = played.shared_program();
    let given = setup::setup(&program, played.start(), state, false).ok()?;
    let mut again = Match::at(program, played.start().clone(), given).ok()?;
    let mut lines = Vec::new();
    for (nth, step) in steps.iter().enumerate() {
        if !same(&again, step) {
            return None;
        }
        let Some(next) = steps.get(nth + 1) else {
            break;
        };
        let choice = next.last_choice()?;
        let decision = again.decision()?;
        let option = decision.options.iter().position(|o| o.choice == choice)?;
        lines.push(line(&decision, option)?);
        again.apply(option).ok()?;
    }
    Some(lines)
}

/// A choice as a ruling says it; none when another option reads the same.
fn line(decision: &Decision, option: usize) -> Option<String> {
    let label = &decision.options[option].label;
    let alike = decision.options.iter().filter(|o| o.label == *label);
    (alike.count() == 1).then(|| format!("{}: {label}", decision.player))
}

fn same(a: &Match, b: &Match) -> bool {
    let asked = |game: &Match| {
        let decision = game.decision()?;
        let labels = decision.options.into_iter().map(|option| option.label);
        Some((decision.player, decision.site, labels.collect::<Vec<_>>()))
    };
    asked(a) == asked(b) && a.result() == b.result() && whole(a) == whole(b)
}

fn whole(game: &Match) -> Value {
    state_json::state(game.program(), game.state())
}

/// Returns the part of a position that differs from a fresh set-up, as `setup` takes it.
fn differing(program: &Program, start: &Start, step: &Match) -> Value {
    let given = |bare| {
        let state = setup::setup(program, start, &Value::Null, bare).ok()?;
        Some(state_json::state(program, &state))
    };
    let fresh = given(false).unwrap_or_default();
    let mut defaults = BTreeMap::new();
    pieces(&given(true).unwrap_or_default(), &mut defaults);
    let now = whole(step);
    let mut all = Map::new();
    for key in ["vars", "tracks", "places", "layouts", "boards"] {
        put(&mut all, key, &now[key], &fresh[key], &defaults);
    }
    let mut players = Map::new();
    for (seat, player) in now["players"].as_array().into_iter().flatten().enumerate() {
        let mut own = Map::new();
        for key in ["vars", "tracks", "places", "layouts", "boards"] {
            let before = &fresh["players"][seat][key];
            put(&mut own, key, &player[key], before, &defaults);
        }
        if !own.is_empty() {
            players.insert(seat.to_string(), Value::Object(own));
        }
    }
    if !players.is_empty() {
        all.insert("players".into(), Value::Object(players));
    }
    Value::Object(all)
}

/// The fields of each piece in a position where all stand at their defaults, by the piece's number.
fn pieces(value: &Value, found: &mut BTreeMap<u64, Map<String, Value>>) {
    match value {
        Value::Object(all) => {
            if let (Some(id), true) = (all.get("id"), all.contains_key("card")) {
                found.extend(id.as_u64().map(|id| (id, all.clone())));
            }
            all.values().for_each(|part| pieces(part, found));
        }
        Value::Array(all) => all.iter().for_each(|part| pieces(part, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

type Defaults = BTreeMap<u64, Map<String, Value>>;

/// Puts the members of a part that differ; of boards, the differing members of each space.
fn put(all: &mut Map<String, Value>, key: &str, now: &Value, fresh: &Value, defaults: &Defaults) {
    let Value::Object(now) = now else { return };
    let mut differing = Map::new();
    for (name, value) in now.iter().filter(|(name, value)| fresh[*name] != **value) {
        let value = match (key, value) {
            ("boards", Value::Array(spaces)) => board(spaces, &fresh[name], defaults),
            _ => plain(value, defaults),
        };
        differing.insert(name.clone(), value);
    }
    if !differing.is_empty() {
        all.insert(key.into(), Value::Object(differing));
    }
}

fn board(spaces: &[Value], fresh: &Value, defaults: &Defaults) -> Value {
    let mut differing = Map::new();
    for (nth, space) in spaces.iter().enumerate() {
        let own = space.as_object().into_iter().flatten();
        let own = own.filter(|(name, value)| fresh[nth][*name] != **value);
        let own: Map<String, Value> = own
            .map(|(name, value)| (name.clone(), plain(value, defaults)))
            .collect();
        if !own.is_empty() {
            let id = &space["space"];
            let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
            differing.insert(id, Value::Object(own));
        }
    }
    Value::Object(differing)
}

/// A value with each piece as short as a ruling may name it.
fn plain(value: &Value, defaults: &Defaults) -> Value {
    match value {
        Value::Array(all) => all.iter().map(|one| plain(one, defaults)).collect(),
        Value::Object(all) if all.contains_key("card") => piece(all, defaults),
        Value::Object(all) => Value::Object(
            all.iter()
                .map(|(name, one)| (name.clone(), plain(one, defaults)))
                .collect(),
        ),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

fn piece(all: &Map<String, Value>, defaults: &Defaults) -> Value {
    let usual = all.get("id").and_then(Value::as_u64);
    let usual = usual.and_then(|id| defaults.get(&id));
    let is_usual =
        |name: &str, value: &Value| usual.is_some_and(|own| own.get(name) == Some(value));
    let said = |name: &str| !["id", "kind", "card"].contains(&name);
    let own = all
        .iter()
        .filter(|(name, value)| said(name) && !is_usual(name, value));
    let mut short: Map<String, Value> = Map::new();
    short.insert("card".into(), all["card"].clone());
    short.extend(own.map(|(name, value)| (name.clone(), plain(value, defaults))));
    match short.len() {
        1 => all["card"].clone(),
        _ => Value::Object(short),
    }
}

fn text(
    steps: &[Match],
    start: &Start,
    state: &Value,
    lines: &[String],
    heading: &Heading,
) -> String {
    let quoted = |text: &str| Value::from(text).to_string();
    let last = lines.last().map_or("", String::as_str);
    let asks = format!("What comes of `{last}` here?");
    let says = "What its snapshot shows, as it was played.".to_owned();
    let mut text = format!("id: {}\n", word(&heading.id));
    if let Some(game) = &heading.game {
        text.push_str(&format!("game: {}\n", word(game)));
    }
    let asks = heading.asks.as_deref().unwrap_or(&asks);
    let says = heading.says.as_deref().unwrap_or(&says);
    text.push_str(&format!("asks: {}\nsays: {}\n", quoted(asks), quoted(says)));
    if !heading.cites.is_empty() {
        let cites: Vec<String> = heading.cites.iter().map(|one| quoted(one)).collect();
        text.push_str(&format!("cites: [{}]\n", cites.join(", ")));
    }
    text.push_str(&given(steps, start, state));
    text.push_str("play:\n");
    for line in lines {
        text.push_str(&format!("  - {}\n", quoted(line)));
    }
    let next = steps.last().and_then(Match::decision);
    let next = next.map_or("over".into(), |decision| decision.player.to_string());
    format!("{text}next: {next}\n")
}

fn given(steps: &[Match], start: &Start, state: &Value) -> String {
    let mut text = format!("given:\n  players: {}\n", start.players);
    if start.seed != 0 {
        text.push_str(&format!("  seed: {}\n", start.seed));
    }
    let program = steps.first().map(Match::program);
    let options = program.map(|program| {
        let usual = Start::new(program, start.players, start.seed).options_json(program);
        let own = start.options_json(program);
        let own = own.as_object().into_iter().flatten();
        let own = own.filter(|(name, value)| usual[*name] != **value);
        own.map(|(name, value)| (name.clone(), value.clone()))
            .collect::<Map<String, Value>>()
    });
    if let Some(options) = options.filter(|options| !options.is_empty()) {
        text.push_str(&format!("  options: {}\n", flow(&Value::Object(options))));
    }
    if state.as_object().is_some_and(|all| !all.is_empty()) {
        text.push_str("  state:\n");
        block(state, 2, 2, &mut text);
    }
    text
}

/// A map with a line for each of its members, to some depth, and the rest in braces.
fn block(value: &Value, indent: usize, depth: usize, text: &mut String) {
    for (name, part) in value.as_object().into_iter().flatten() {
        let head = format!("{}{}:", "  ".repeat(indent), word(name));
        let deeper = depth > 0 && !["vars", "tracks"].contains(&name.as_str());
        match part {
            Value::Object(all) if deeper && !all.is_empty() => {
                text.push_str(&format!("{head}\n"));
                block(part, indent + 1, depth - 1, text);
            }
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_) => text.push_str(&format!("{head} {}\n", flow(part))),
        }
    }
}

/// A value in one line of YAML.
fn flow(value: &Value) -> String {
    match value {
        Value::Array(all) => {
            let all: Vec<String> = all.iter().map(flow).collect();
            format!("[{}]", all.join(", "))
        }
        Value::Object(all) if all.is_empty() => "{}".into(),
        Value::Object(all) => {
            let all: Vec<String> = all
                .iter()
                .map(|(name, value)| format!("{}: {}", word(name), flow(value)))
                .collect();
            format!("{{ {} }}", all.join(", "))
        }
        Value::String(text) => word(text),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// A word as YAML reads it back as a text: in quotes unless it is plainly a name or a number that is one anyway.
fn word(text: &str) -> String {
    const MEANS_MORE: &[&str] = &["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let plain = !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '-')
        && !text.starts_with('-')
        && !MEANS_MORE.contains(&text.to_lowercase().as_str());
    if plain {
        text.to_owned()
    } else {
        Value::from(text).to_string()
    }
}
