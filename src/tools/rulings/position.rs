//! The position of a ruling: who plays with which options, and what stands where.
//!
//! Takes the tree of the file; whatever set-up refuses is said at the key or value that caused it, all of it at once.

use crate::rulings::picture;
use crate::rulings::ruling::{Given, LabelWords};
use ludex_engine::state::State;
use ludex_play::demands::BrokenDemand;
use ludex_play::setup::SetupError;
use ludex_play::start::{Start, StartError};
use ludex_play::{json, setup};
use ludex_program::Program;
use ludex_report::{Code, Diagnostic, Report, nearest};
use ludex_rules::game::Holder;
use ludex_source::{Sources, Span};
use ludex_tables::{Entry, Node, Value};
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// Builds the start of a ruling's game.
pub(super) fn start(program: &Program, given: &Given, report: &mut Report) -> Option<Start> {
    let players = u64::try_from(given.players.0).unwrap_or(0);
    let options = given.options.as_ref().map_or(Json::Null, as_json);
    let error = match Start::from_json(program, players, given.seed, &options) {
        Ok(start) => return Some(start),
        Err(error) => error,
    };
    let entry = |name: &str| {
        given
            .options
            .as_ref()
            .and_then(|options| options.entry(name))
    };
    let span = match &error {
        StartError::Players { .. } => given.players.1,
        StartError::UnknownOption { name, .. } => {
            entry(name).map_or(given.span, |entry| entry.key_span)
        }
        StartError::UnknownValue { name, .. } => {
            entry(name).map_or(given.span, |entry| entry.value.span)
        }
        StartError::NoObject => given
            .options
            .as_ref()
            .map_or(given.span, |options| options.span),
    };
    report.push(Diagnostic::error(Code::RULING_START, error.to_string()).at(span, ""));
    None
}

/// The position from which play begins.
pub(super) fn position(
    program: &Program,
    start: &Start,
    given: &Given,
    sources: &Sources,
    report: &mut Report,
) -> Option<State> {
    let mut tree = given.state.clone();
    let mut sound = known_places(program, &given.cleared, report);
    if let Some(drawn) = tree.as_mut().filter(|tree| picture::has_any(tree)) {
        let errors = report.errors();
        let without = Given {
            state: Some(picture::without(drawn)),
            cleared: Vec::new(),
            ..given.clone()
        };
        let before = position(program, start, &without, sources, report)?;
        picture::laid_out(drawn, program, &before, report);
        sound &= report.errors() == errors;
    }
    loop {
        let mut partial = tree
            .as_ref()
            .map_or_else(|| Json::Object(Map::new()), as_json);
        clear(&mut partial, program, start.players, &given.cleared);
        let (path, message, near) = match setup::setup(program, start, &partial, given.bare) {
            Ok(state) => return sound.then_some(state),
            Err(SetupError::At {
                path,
                message,
                near,
            }) => (path, message, near),
            Err(SetupError::Demands(broken)) => {
                for one in &broken {
                    report.push(not_allowed(one, tree.as_ref(), given.span));
                }
                return None;
            }
            Err(SetupError::Fault(fault)) => {
                let place = sources.line_col(fault.span.file, fault.span.start);
                let message = format!("set-up fails: {fault}");
                let help = format!(
                    "in {}:{}:{}",
                    sources.path(fault.span.file),
                    place.line,
                    place.column
                );
                report.push(
                    Diagnostic::error(Code::RULES_FAILED, message)
                        .at(given.span, "")
                        .help(help),
                );
                return None;
            }
        };
        sound = false;
        let steps = json::steps(&path);
        let span = tree
            .as_ref()
            .map_or(given.span, |tree| place(tree, &steps, &message));
        report.push(
            Diagnostic::error(Code::RULING_POSITION, message)
                .at(span, "")
                .did_you_mean(near.as_deref()),
        );
        // Without the part that is wrong, the rest may be wrong too.
        if !tree.as_mut().is_some_and(|tree| cut(tree, &steps)) {
            return None;
        }
    }
}

/// A position that the rules do not allow, told where the position names what is wrong.
fn not_allowed(broken: &BrokenDemand, state: Option<&Node>, given: Span) -> Diagnostic {
    let of = broken.of.as_deref();
    // `P0.c3` stands under the player as `c3`.
    let (seat, name) = match of.and_then(|of| of.split_once('.')) {
        Some((seat, name)) => (Some(seat), Some(name)),
        None => (None, of),
    };
    let seat = seat.map(str::to_owned);
    let seat = seat.or_else(|| broken.player.map(|player| player.to_string()));
    let part = seat.and_then(|seat| {
        let players = state?.get("players")?;
        let digits = seat.strip_prefix('P').unwrap_or(&seat).to_owned();
        players.get(&seat).or_else(|| players.get(&digits))
    });
    let written = name.and_then(|name| named_in(part.or(state)?, name));
    let span = written
        .or_else(|| part.map(|part| part.span))
        .unwrap_or(given);
    let message = match of {
        Some(of) => format!(
            "the rules allow no such position: `{of}`: {}",
            broken.reason
        ),
        None => format!("the rules allow no such position: {}", broken.reason),
    };
    Diagnostic::error(Code::RULING_POSITION, message)
        .at(span, "")
        .also(broken.span, "demanded here")
}

/// Finds where a part of a position names something: as a key, as a piece, or among the spaces of a line.
fn named_in(node: &Node, name: &str) -> Option<Span> {
    match &node.value {
        Value::Map(entries) => entries.iter().find_map(|entry| {
            if entry.key == name {
                Some(entry.key_span)
            } else {
                named_in(&entry.value, name)
            }
        }),
        Value::List(items) => items.iter().find_map(|item| named_in(item, name)),
        Value::Scalar(scalar) => {
            let is_part = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
            let mut words = scalar.text().split(|symbol| !is_part(symbol));
            words.any(|word| word == name).then_some(node.span)
        }
        Value::Null => None,
    }
}

/// Reports names of what is no place of the table or of a player.
fn known_places(program: &Program, names: &[LabelWords], report: &mut Report) -> bool {
    let known = || {
        let places = program.layout.places.iter();
        let held = places.filter(|place| matches!(place.holder, Holder::Table | Holder::Player));
        held.map(|place| place.name.as_str())
    };
    let unknown = |name: &&LabelWords| !known().any(|place| place == name.text);
    let wrong = names.iter().filter(unknown).map(|name| {
        let message = format!("`{}` is no place of the table or of a player", name.text);
        let error = Diagnostic::error(Code::RULING_POSITION, message);
        let near = nearest(&name.text, known());
        error.at(name.span, "nothing to empty").did_you_mean(near)
    });
    let before = report.errors();
    wrong.for_each(|one| report.push(one));
    report.errors() == before
}

/// Empties places that the position does not fill.
fn clear(partial: &mut Json, program: &Program, players: u8, names: &[LabelWords]) {
    for place in &program.layout.places {
        if names.iter().all(|name| name.text != place.name) {
            continue;
        }
        let seats = match place.holder {
            Holder::Table => 0,
            Holder::Player => players,
            Holder::Space(_) | Holder::Piece(_) => continue,
        };
        if place.holder == Holder::Table {
            empty(partial, &place.name);
        }
        for seat in 0..seats {
            empty(
                under(under(partial, "players"), &seat.to_string()),
                &place.name,
            );
        }
    }
}

/// Leaves a place empty of which its holder says nothing.
fn empty(holder: &mut Json, place: &str) {
    let place = under(under(holder, "places"), place);
    if place.is_null() {
        *place = Json::Array(Vec::new());
    }
}

/// Returns the value under a key, or by its number in a list; makes an empty one where there is none.
fn under<'a>(of: &'a mut Json, key: &str) -> &'a mut Json {
    if of.is_null() {
        *of = Json::Object(Map::new());
    }
    let at = key.parse::<usize>().ok();
    match (of, at) {
        (Json::Array(items), Some(at)) => {
            items.resize(items.len().max(at + 1), Json::Object(Map::new()));
            &mut items[at]
        }
        (Json::Object(fields), _) => fields.entry(key).or_insert(Json::Null),
        // What is neither is refused where the position is read.
        (other, _) => other,
    }
}

/// A tree as JSON: plain words as what they look like.
fn as_json(node: &Node) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::List(items) => items.iter().map(as_json).collect(),
        Value::Map(entries) => Json::Object(
            entries
                .iter()
                .map(|entry| (entry.key.clone(), as_json(&entry.value)))
                .collect(),
        ),
        Value::Scalar(scalar) => match (scalar.is_plain(), scalar.text()) {
            (true, "true") => Json::Bool(true),
            (true, "false") => Json::Bool(false),
            (true, text) => text.parse::<i64>().map_or_else(|_| text.into(), Json::from),
            (false, text) => text.into(),
        },
    }
}

/// The innermost part of the tree that a path leads to; the key itself when that is what the message names.
fn place(tree: &Node, steps: &[String], message: &str) -> Span {
    let Some((step, rest)) = steps.split_first() else {
        return tree.span;
    };
    match (tree.entry(step), item(tree, step)) {
        (
            Some(Entry {
                key_span, value, ..
            }),
            _,
        ) if rest.is_empty() => {
            let named = message.contains(&format!("`{step}`"));
            if named || value.scalar().is_none() {
                *key_span
            } else {
                value.span
            }
        }
        (Some(Entry { value, .. }), _) => place(value, rest, message),
        (None, Some(at)) => place(&tree.items()[at], rest, message),
        (None, None) => tree.span,
    }
}

fn item(tree: &Node, step: &str) -> Option<usize> {
    step.parse().ok().filter(|at| *at < tree.items().len())
}

/// Takes the part away that a path leads to, or the innermost one around it; false when that is all of it.
fn cut(tree: &mut Node, steps: &[String]) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return false;
    };
    let at = item(tree, step);
    match &mut tree.value {
        Value::Map(entries) => {
            let entries = Arc::make_mut(entries);
            let Some(at) = entries.iter().position(|entry| entry.key == *step) else {
                return false;
            };
            if !cut(&mut entries[at].value, rest) {
                entries.remove(at);
            }
            true
        }
        Value::List(items) => {
            let Some(at) = at else { return false };
            if !cut(&mut items[at], rest) {
                items.remove(at);
            }
            true
        }
        Value::Null | Value::Scalar(_) => false,
    }
}
