//! The checks `log` and `view`: a player's part of the events and of the position.

use serde_json::Value as Json;

use crate::rulings::play::{RulingPlay, listed};
use crate::rulings::ruling::{LabelWords, OffersCheck};
use ludex_play::log::LogReader;
use ludex_play::{log, state_json};
use ludex_report::{Code, Diagnostic};
use ludex_rules::ids::PlayerId;
use ludex_source::Span;
use ludex_tables::{Node, Value};

impl RulingPlay<'_> {
    /// Parts of lines that a player was told since the ruling began, and was not.
    pub(super) fn log(&mut self, seat: PlayerId, among: &OffersCheck) {
        let reader = LogReader {
            viewer: Some(seat),
            causes: false,
            vocabulary: None,
        };
        let (program, state) = (self.playing.program(), self.playing.state());
        let lines = log::lines(program, state, self.playing.events(), reader);
        let has = |words: &LabelWords| lines.iter().find(|line| line.contains(&words.text));
        let mut failed = Vec::new();
        for words in among.some.iter().filter(|words| has(words).is_none()) {
            let message = format!("no line that {seat} was told has `{}`", words.text);
            let told = listed("they are", lines.iter().map(String::as_str));
            let diagnostic = Diagnostic::error(Code::NOT_SO, message);
            failed.push(diagnostic.at(words.span, "not so").help(told));
        }
        for words in &among.not {
            if let Some(line) = has(words) {
                let message = format!("{seat} was told: {line}");
                failed.push(Diagnostic::error(Code::NOT_SO, message).at(words.span, "not so"));
            }
        }
        failed.into_iter().for_each(|one| self.fail(one));
    }

    /// A part of what a player sees.
    pub(super) fn view(&mut self, seat: PlayerId, part: &Node) {
        let view = state_json::view(self.playing.program(), self.playing.state(), seat);
        if let Err((span, is)) = fits(part, Some(&view)) {
            let message = format!("{seat} sees otherwise");
            self.fail(
                Diagnostic::error(Code::NOT_SO, message)
                    .at(span, "not so")
                    .help(format!("it is {is}")),
            );
        }
    }
}

/// Compares a part that is written with the value there; else returns the span that differs, and the value.
fn fits(part: &Node, is: Option<&Json>) -> Result<(), (Span, String)> {
    let other = || (part.span, is.map_or_else(|| "not seen".to_owned(), told));
    match (&part.value, is) {
        (Value::Null, None | Some(Json::Null)) => Ok(()),
        (Value::Scalar(scalar), Some(is)) if told(is) == scalar.text() => Ok(()),
        (Value::List(items), Some(Json::Array(all))) if items.len() == all.len() => {
            let mut both = items.iter().zip(all);
            both.try_for_each(|(item, is)| fits(item, Some(is)))
        }
        (Value::Map(entries), Some(is)) => entries
            .iter()
            .try_for_each(|entry| fits(&entry.value, under(is, &entry.key))),
        (Value::Null | Value::Scalar(_) | Value::List(_) | Value::Map(_), _) => Err(other()),
    }
}

/// Returns the value under a key: of a board the space, of players the one in a seat.
fn under<'a>(is: &'a Json, key: &str) -> Option<&'a Json> {
    let Json::Array(items) = is else {
        return is.get(key);
    };
    let of_board = |item: &&Json| item.get("space").is_some_and(|space| told(space) == key);
    let space = items.iter().find(of_board);
    space.or_else(|| {
        let seat = key.strip_prefix('P').unwrap_or(key);
        items.get(seat.parse::<usize>().ok()?)
    })
}

/// A value as a ruling writes it: a piece by its name, or `hidden`.
fn told(is: &Json) -> String {
    match is {
        Json::String(text) => text.clone(),
        Json::Null => "none".to_owned(),
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(told).collect();
            format!("[{}]", items.join(", "))
        }
        Json::Object(fields) => match (fields.get("hidden"), fields.get("card")) {
            (Some(Json::Bool(true)), _) => "hidden".to_owned(),
            (_, Some(card)) => told(card),
            (_, None) => is.to_string(),
        },
        Json::Bool(_) | Json::Number(_) => is.to_string(),
    }
}
