//! Names that people, rulings and the protocol read as something else where an option or a position names them: an answer, a
//! player, a number, nothing.

use crate::env::Checker;
use ludex_report::{Code, Diagnostic};
use ludex_rules::decision::is_answer;
use ludex_rules::ids::PlayerId;
use ludex_rules::limits;
use ludex_source::Span;

/// The answer of `offer any of` by which a player does nothing.
pub(crate) const PASS: &str = "pass";

/// The sort of thing that a name is given to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamedSort {
    Row,
    Action,
    EnumValue,
    Space,
}

impl Checker<'_> {
    /// Refuses a name that would be read as something else.
    pub(crate) fn not_mistaken(&mut self, sort: NamedSort, name: &str, span: Span) {
        let Some(reads) = reads_as(sort, name) else {
            return;
        };
        let what = match sort {
            NamedSort::Row => "the id of a row",
            NamedSort::Action => "the name of an action",
            NamedSort::EnumValue => "a value of an enum",
            NamedSort::Space => "the id of a space",
        };
        self.report.push(
            Diagnostic::error(Code::RESERVED_NAME, format!("`{name}` cannot be {what}"))
                .at(span, format!("it would read as {reads}"))
                .help("choose another name: options, rulings and positions are written in these words"),
        );
    }
}

/// Returns what a name reads as where something of its sort may stand.
fn reads_as(sort: NamedSort, name: &str) -> Option<&'static str> {
    let is_player = || {
        let seat = name.strip_prefix('P').and_then(PlayerId::read);
        seat.is_some_and(|seat| seat.number() < limits::PLAYERS && name == seat.to_string())
    };
    let is_piece_or_space = matches!(sort, NamedSort::Row | NamedSort::Space);
    match name {
        "none" | "null" if is_piece_or_space => Some("nothing"),
        "true" | "false" if is_piece_or_space => Some("a flag"),
        "you" | "this" if sort != NamedSort::Action => Some("a word of the language"),
        "hidden" if sort == NamedSort::Row => Some("a piece that nobody sees"),
        // An action stands where no such answer is: only `offer any of` has one, which refuses it.
        _ if is_answer(name) && is_piece_or_space => Some("an answer"),
        "done" if sort == NamedSort::EnumValue => Some("an answer"),
        _ if is_player() => Some("a player"),
        _ if sort == NamedSort::Row && name.parse::<i64>().is_ok() => Some("a number"),
        _ => None,
    }
}
