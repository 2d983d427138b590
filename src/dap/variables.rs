//! Scopes and variables: the local names of a routine, and the position as everybody or one seat knows it.

use crate::arguments::Variables;
use ludex_play::state_json;
use ludex_program::ids::PieceId;
use ludex_rules::ids::PlayerId;
use ludex_rules::types::Type;
use ludex_tools::debug::{Debugger, LocalValue, locals};
use serde_json::{Map, Value, json};

/// The most members whose names stand in one line.
const LISTED: usize = 5;

/// The list of what can be expanded while play stands where it does. A reference is a number in it, from 1 on.
#[derive(Default)]
pub(super) struct VariableTable {
    held: Vec<Expandable>,
}

/// Something that can be expanded.
#[derive(Debug, Clone)]
pub(super) enum Expandable {
    /// The local names of a frame.
    Locals(usize, Option<PlayerId>),
    /// The whole position, as a seat knows it.
    Position(Option<PlayerId>),
    /// A part of it.
    Json(Value, Option<PlayerId>),
    /// A piece, with what its row says of it.
    Piece(PieceId, Option<PlayerId>),
    /// Members of a collection: their words, and the piece that each is.
    Members(Vec<(String, Option<PieceId>)>, Option<PlayerId>),
    /// Values by their names.
    Named(Vec<(String, String)>),
}

impl VariableTable {
    pub(super) fn clear(&mut self) {
        self.held.clear();
    }

    /// Keeps something that can be expanded; its reference.
    pub(super) fn hold(&mut self, held: Expandable) -> usize {
        self.held.push(held);
        self.held.len()
    }

    /// Lists the scopes of a frame: its names, then the position, then the views of the seats. Through the eyes of a seat there
    /// is nothing else.
    pub(super) fn scopes(&mut self, debugger: &Debugger, frame: Option<usize>) -> Vec<Value> {
        let seat = debugger.seat;
        let mut scopes = Vec::new();
        let mut add = |name: String, held: Expandable, hint: &str, expensive: bool| {
            let reference = self.hold(held);
            scopes.push(json!({
                "name": name, "presentationHint": hint, "variablesReference": reference, "expensive": expensive,
            }));
        };
        if let Some(frame) = frame {
            add(
                "Locals".to_owned(),
                Expandable::Locals(frame, seat),
                "locals",
                false,
            );
        }
        match seat {
            Some(seat) => add(
                format!("Seen by {seat}"),
                Expandable::Position(Some(seat)),
                "globals",
                false,
            ),
            None => {
                add(
                    "Position".to_owned(),
                    Expandable::Position(None),
                    "globals",
                    false,
                );
                for seat in PlayerId::first(debugger.stop().state.players) {
                    add(
                        format!("Seen by {seat}"),
                        Expandable::Position(Some(seat)),
                        "globals",
                        true,
                    );
                }
            }
        }
        scopes
    }

    /// Lists what is behind a reference; nothing behind one that is no longer known.
    pub(super) fn variables(&mut self, debugger: &Debugger, params: &Variables) -> Vec<Value> {
        let held = params.variables_reference.checked_sub(1);
        let held = held.and_then(|at| self.held.get(at)).cloned();
        let all = match held {
            None => Vec::new(),
            Some(Expandable::Locals(frame, seat)) => self.locals(debugger, frame, seat),
            Some(Expandable::Position(seat)) => {
                let (program, state) = (debugger.program(), &debugger.stop().state);
                let position = match seat {
                    None => state_json::state(program, state),
                    Some(seat) => state_json::view(program, state, seat),
                };
                self.parts(&position, seat)
            }
            Some(Expandable::Json(value, seat)) => self.parts(&value, seat),
            Some(Expandable::Piece(piece, seat)) => self.piece(debugger, piece, seat),
            Some(Expandable::Members(members, seat)) => {
                let members = members.into_iter().enumerate();
                let member = |(n, (word, piece)): (usize, (String, Option<PieceId>))| {
                    let reference =
                        piece.map_or(0, |piece| self.hold(Expandable::Piece(piece, seat)));
                    variable(&format!("[{n}]"), &word, reference)
                };
                members.map(member).collect()
            }
            Some(Expandable::Named(values)) => values
                .iter()
                .map(|(name, value)| variable(name, value, 0))
                .collect(),
        };
        let count = if params.count == 0 {
            usize::MAX
        } else {
            params.count
        };
        all.into_iter().skip(params.start).take(count).collect()
    }

    fn locals(&mut self, debugger: &Debugger, frame: usize, seat: Option<PlayerId>) -> Vec<Value> {
        let (program, state) = (debugger.program(), &debugger.stop().state);
        let locals = locals(program, state, frame, seat).into_iter();
        let local = locals.map(|local| match local.value {
            LocalValue::One(both, value) => {
                let piece = piece_of(&local.ty, value);
                let reference = piece.map_or(0, |piece| self.hold(Expandable::Piece(piece, seat)));
                variable(&local.name, &both.word, reference)
            }
            LocalValue::Members(members) => {
                let of = if let Type::All(of) = &local.ty {
                    of
                } else {
                    &local.ty
                };
                let members = members.into_iter();
                let members: Vec<(String, Option<PieceId>)> = members
                    .map(|(both, value)| (both.word, piece_of(of, value)))
                    .collect();
                let words = members.iter().map(|(word, _)| word.as_str());
                let words = listed(words);
                let reference = self.hold(Expandable::Members(members, seat));
                variable(&local.name, &words, reference)
            }
        });
        local.collect()
    }

    /// The parts of an object or list.
    fn parts(&mut self, value: &Value, seat: Option<PlayerId>) -> Vec<Value> {
        match value {
            Value::Object(all) => all
                .iter()
                .filter(|(key, _)| *key != "game")
                .map(|(key, value)| self.part(key, value, seat, key == "players"))
                .collect(),
            Value::Array(items) => {
                let items = items.iter().enumerate();
                items
                    .map(|(n, item)| self.part(&item_name(n, item), item, seat, false))
                    .collect()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
        }
    }

    fn part(
        &mut self,
        name: &str,
        value: &Value,
        seat: Option<PlayerId>,
        are_players: bool,
    ) -> Value {
        let named;
        let value = if let (Value::Array(items), true) = (value, are_players) {
            let items = items.iter().enumerate();
            let items = items.map(|(n, one)| (format!("P{n}"), one.clone()));
            named = Value::Object(items.collect());
            &named
        } else {
            value
        };
        let reference = match piece_in(value) {
            Some(piece) => self.hold(Expandable::Piece(piece, seat)),
            None if is_empty(value) => 0,
            None => self.hold(Expandable::Json(value.clone(), seat)),
        };
        variable(name, &short(value), reference)
    }

    /// A piece: what is written on it, what lies on it, what it knows of itself.
    fn piece(&mut self, debugger: &Debugger, piece: PieceId, seat: Option<PlayerId>) -> Vec<Value> {
        let (program, state) = (debugger.program(), &debugger.stop().state);
        let shown = state_json::piece(program, state, piece, seat);
        let Value::Object(shown) = shown else {
            return Vec::new();
        };
        let is_known = shown.contains_key("card");
        let mut all = Map::new();
        if is_known {
            all.extend(
                shown
                    .get("kind")
                    .map(|kind| ("kind".to_owned(), kind.clone())),
            );
            all.extend(state_json::attributes(program, state, piece));
        }
        let own = shown.into_iter();
        all.extend(
            own.filter(|(key, _)| !["id", "kind", "card", "hidden"].contains(&key.as_str())),
        );
        self.parts(&Value::Object(all), seat)
    }
}

/// Makes a variable of the protocol.
pub(super) fn variable(name: &str, value: &str, reference: usize) -> Value {
    json!({ "name": name, "value": value, "variablesReference": reference })
}

/// The piece that a value of a type is.
fn piece_of(ty: &Type, value: i32) -> Option<PieceId> {
    let is_piece = matches!(ty.required(), Type::Piece(_));
    PieceId::of(value).filter(|_| is_piece)
}

/// The piece that a part of a position shows.
fn piece_in(value: &Value) -> Option<PieceId> {
    value.get("card")?;
    let id = value.get("id")?.as_u64()?;
    u32::try_from(id).ok().map(PieceId::numbered)
}

/// The name of a member: of a space that of the space.
fn item_name(n: usize, item: &Value) -> String {
    match item.get("space") {
        Some(Value::String(space)) => space.clone(),
        Some(space) => space.to_string(),
        None => format!("[{n}]"),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Object(all) => all.is_empty() || all.contains_key("hidden") && all.len() == 1,
        Value::Array(items) => items.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

/// Several words in one line: how many there are, and the first ones.
pub(super) fn listed<'a>(words: impl ExactSizeIterator<Item = &'a str>) -> String {
    let count = words.len();
    let first: Vec<&str> = words.take(LISTED).collect();
    let rest = if count > LISTED { ", …" } else { "" };
    match count {
        0 => "(none)".to_owned(),
        count => format!("({count}) {}{rest}", first.join(", ")),
    }
}

/// A part of a position in one line.
fn short(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(word) => word.clone(),
        Value::Array(items) => {
            let words: Vec<String> = items.iter().map(short).collect();
            listed(words.iter().map(String::as_str))
        }
        Value::Object(all) => match (all.get("card"), all.get("hidden"), all.get("space")) {
            (Some(card), _, _) => short(card),
            (None, Some(_), _) => "?".to_owned(),
            (None, None, Some(_)) => {
                let parts = all.iter().filter(|(key, _)| *key != "space");
                let parts: Vec<String> = parts
                    .map(|(key, value)| format!("{key} {}", short(value)))
                    .collect();
                parts.join(", ")
            }
            (None, None, None) => {
                let keys = all.keys().map(String::as_str);
                keys.collect::<Vec<_>>().join(", ")
            }
        },
    }
}
