//! Completion in rulings: keys, names in conditions, and under `play:` the choices that the player who is asked has there.

use crate::GameSnapshot;
use crate::completion::{Completion, CompletionKind, Snippet};
use ludex_check::decl::Decl;
use ludex_check::semantics::{NameHole, Symbol};
use ludex_report::Report;
use ludex_rules::ids::PlayerId;
use ludex_rules::types::Type;
use ludex_source::Sources;
use ludex_tools::rulings;
use ludex_tools::rulings::RuledGame;
use ludex_tools::rulings::position_at::position_at;
use std::ops::Range;

/// The completions at a place of a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingCompletions {
    /// The bytes of the ruling's text that a completion is written over.
    pub replaces: Range<usize>,
    /// The completions, the likeliest first; choices in the order in which the game offers them.
    pub items: Vec<Completion>,
}

impl GameSnapshot {
    /// Returns what may stand at a byte of a ruling. Choices are there if the game can be played: the ruling is played up to
    /// the line of the place.
    #[must_use]
    pub fn complete_ruling(
        &self,
        path: &str,
        text: &str,
        at: usize,
        game: Option<&RuledGame>,
    ) -> RulingCompletions {
        let before = text.get(..at).unwrap_or(text);
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let word = before.trim_end_matches(is_word).len();
        let written = &before[line..];
        if word == line {
            let items = missing_keys(text);
            return completions(word..at, items, &before[word..]);
        }
        let item = written.trim_start().strip_prefix('-');
        if let (Some("play"), Some(item), Some(game)) = (margin_key(&text[..line]), item, game) {
            let begin = at - item.trim_start().len();
            let end = at + text[at..].find('\n').unwrap_or(text.len() - at);
            let items = choices(game, path, &text[..line]).unwrap_or_default();
            let replaces = begin..end;
            return RulingCompletions { replaces, items };
        }
        let items = self.names_after(&before[..word], &before[word..]);
        completions(word..at, items, &before[word..])
    }

    /// Returns the names that may follow a text of a condition.
    fn names_after(&self, before: &str, typed: &str) -> Vec<Completion> {
        let Some(path) = before.strip_suffix('.') else {
            let hole = NameHole::Value {
                wanted: None,
                takes: None,
                locals: Vec::new(),
                has_you: true,
            };
            return self.names_for(&hole, typed);
        };
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let base = &path[path.trim_end_matches(is_word).len()..];
        let names = &self.analysis.names;
        let seat = base.strip_prefix('P').and_then(PlayerId::read);
        let row = names.rows.get(base).and_then(|rows| rows.first());
        let of = match (names.names.get(base), row) {
            _ if seat.is_some() || base == "you" => Type::Player,
            _ if base == "option" => {
                return self.names_for(&NameHole::PartOf(Symbol::BuiltIn("option")), typed);
            }
            (Some((decl @ (Decl::Enum(_) | Decl::Kind(_) | Decl::Board(_)), _)), _) => {
                return self.names_for(&NameHole::PartOf(Symbol::Declared(*decl)), typed);
            }
            (Some((decl, _)), _) => match self.symbol_type(Symbol::Declared(*decl)) {
                Some(ty) => ty,
                None => return Vec::new(),
            },
            (None, Some(row)) => Type::Piece(row.kind),
            (None, None) => return Vec::new(),
        };
        self.names_for(&NameHole::Member { of, sort: None }, typed)
    }
}

fn completions(
    replaces: Range<usize>,
    mut items: Vec<Completion>,
    typed: &str,
) -> RulingCompletions {
    items.retain(|one| one.label.starts_with(typed));
    items.sort_by(|a, b| (a.rank, &a.label).cmp(&(b.rank, &b.label)));
    RulingCompletions { replaces, items }
}

/// Returns the key at the margin that a place stands under.
fn margin_key(before: &str) -> Option<&str> {
    let is_key = |line: &&str| line.starts_with(|first: char| first.is_ascii_alphabetic());
    let line = before.lines().rev().find(is_key)?;
    Some(line.split_once(':')?.0)
}

/// Returns the keys that a ruling does not give.
fn missing_keys(text: &str) -> Vec<Completion> {
    let given = |key: &str| text.lines().any(|line| line.split(':').next() == Some(key));
    let missing = (0..).zip(rulings::KEYS).filter(|(_, key)| !given(key));
    let item = |(rank, key): (u32, &&str)| Completion {
        label: (*key).to_owned(),
        kind: CompletionKind::Key,
        detail: String::new(),
        snippet: Some(Snippet(format!("{key}: $0"))),
        symbol: None,
        rank,
    };
    missing.map(item).collect()
}

/// Returns the choices of whoever is asked after the lines of a ruling so far.
fn choices(game: &RuledGame, path: &str, so_far: &str) -> Option<Vec<Completion>> {
    let text = so_far.trim_end();
    // A list without lines would be no list.
    let text = text.strip_suffix("play:").unwrap_or(text);
    let (mut sources, mut report) = (Sources::new(), Report::new());
    // A ruling without any check would be none.
    let text = format!("{text}\nnext: P0\n");
    // Wherever the file lies, it is about this game.
    let file = path.rsplit('/').next().unwrap_or(path);
    let path = format!("games/{}/rulings/{file}", game.checked().game().name);
    let ruling = rulings::read(&path, &text, &mut sources, &mut report)?;
    let playing = position_at(game, &ruling, &sources, usize::MAX, &mut report)?;
    let decision = playing.decision()?;
    let item = |(rank, label): (u32, &str)| {
        let label = format!("{}: {label}", decision.player);
        let quoted = serde_json::Value::from(label.as_str()).to_string();
        Completion {
            label,
            kind: CompletionKind::Value,
            detail: decision.prompt.clone(),
            snippet: Some(Snippet(quoted.replace('$', "\\$"))),
            symbol: None,
            rank,
        }
    };
    let labels = decision.options.iter().map(|option| option.label.as_str());
    Some((0..).zip(labels).map(item).collect())
}
