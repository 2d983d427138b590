//! Values as they stand on a card: numbers, icons, words.

use ludex_check::env::Env;
use ludex_rules::game::{Game, NONE, Row, Value};
use ludex_rules::ids::{EnumId, KindId, ShapeId};
use ludex_rules::look::{Colour, LookSubject};
use ludex_rules::table::widened;
use ludex_rules::types::Type;
use ludex_tools::manual::Manual;

/// A value, or a part of one, as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum CardToken {
    /// A number, without its name.
    Number(i32),
    /// A thing with its icon and its colour, as far as it has them, and its word.
    Thing {
        icon: Option<usize>,
        colour: Option<Colour>,
        word: String,
        /// The number of times that it is there.
        times: u32,
    },
    /// Hexes at their offsets.
    Shape(ShapeId),
}

/// The words of a game: those of `view.yaml`, then those of its declarations, then its names.
pub(crate) struct WordBook<'a> {
    pub(crate) names: &'a Env,
    pub(crate) manual: &'a Manual,
}

/// Writes a name as words.
pub(crate) fn spaced(name: &str) -> String {
    ludex_play::vocabulary::spaced(name)
}

impl WordBook<'_> {
    fn game(&self) -> &Game {
        &self.names.game
    }

    /// Returns the words for a declared name by its path: its noun in the reader's language, else the last part of the path.
    pub(crate) fn noun(&self, path: &[&str]) -> String {
        let locale = self.names.locale.as_deref();
        let noun = locale.and_then(|locale| locale.noun(&path.join(".")));
        let name = path.last().copied().unwrap_or_default();
        noun.map_or_else(|| spaced(name), str::to_owned)
    }

    /// Returns the words for an attribute of a kind.
    pub(crate) fn attribute(&self, kind: KindId, attribute: &str) -> String {
        self.noun(&[&self.game().kinds[kind.index()].name, attribute])
    }

    /// Returns a value as tokens; none of what is not there.
    pub(crate) fn tokens(&self, ty: &Type, value: &Value, label: &str) -> Vec<CardToken> {
        match value {
            Value::Text(text) => vec![self.word(text)],
            Value::Shape(shape) => vec![CardToken::Shape(*shape)],
            Value::Set(bits) => self.set(ty, *bits),
            Value::Bag(counts) => self.bag(ty, counts),
            Value::Scalar(value) => self.scalar(ty, *value, label).into_iter().collect(),
        }
    }

    fn scalar(&self, ty: &Type, value: i32, label: &str) -> Option<CardToken> {
        if value == NONE {
            return None;
        }
        if *ty.required() == Type::Bool {
            return (value != 0).then(|| self.word(label));
        }
        if *ty.required() == Type::Player {
            return Some(self.word(&format!("seat {}", value + 1)));
        }
        let subject = LookSubject::of_value(ty, value);
        let thing = subject.map(|subject| self.thing(&subject, 1));
        Some(thing.unwrap_or(CardToken::Number(value)))
    }

    fn set(&self, ty: &Type, bits: i32) -> Vec<CardToken> {
        let Type::Set(id) = ty.required() else {
            return Vec::new();
        };
        let values = 0..self.values(*id);
        let there = values.filter(|value| bits >> value & 1 == 1);
        there
            .map(|value| self.thing(&LookSubject::Value(*id, value), 1))
            .collect()
    }

    fn bag(&self, ty: &Type, counts: &[i32]) -> Vec<CardToken> {
        let Type::Bag(id) = ty.required() else {
            return Vec::new();
        };
        let counts = (0..).zip(counts);
        let there = counts.filter_map(|(value, count)| {
            let times = u32::try_from(*count).ok().filter(|times| *times > 0)?;
            Some(self.thing(&LookSubject::Value(*id, value), times))
        });
        there.collect()
    }

    fn values(&self, id: EnumId) -> i32 {
        let values = self.game().enums[id.index()].values.len();
        i32::try_from(values).unwrap_or(i32::MAX)
    }

    fn word(&self, word: &str) -> CardToken {
        CardToken::Thing {
            icon: None,
            colour: None,
            word: word.to_owned(),
            times: 1,
        }
    }

    /// Returns a thing with its icon and colour, or those of what it is a part of.
    pub(crate) fn thing(&self, subject: &LookSubject, times: u32) -> CardToken {
        CardToken::Thing {
            icon: self.icon(subject),
            colour: self.colour(subject),
            word: self.name(subject),
            times,
        }
    }

    /// Returns the number of the icon of a thing, or of what it is a part of.
    pub(crate) fn icon(&self, subject: &LookSubject) -> Option<usize> {
        let look = &self.game().look;
        let around = look.around(self.game(), subject);
        around.iter().find_map(|one| look.icon_number(one))
    }

    /// Returns the colour of a thing, or of what it is a part of.
    pub(crate) fn colour(&self, subject: &LookSubject) -> Option<Colour> {
        let look = &self.game().look;
        let around = look.around(self.game(), subject);
        around.iter().find_map(|one| look.colour(one))
    }

    /// Returns what people call a thing.
    pub(crate) fn name(&self, subject: &LookSubject) -> String {
        match subject {
            LookSubject::Value(id, value) => self.value_name(*id, *value),
            LookSubject::Row(kind, row) => self.row_name(*kind, *row),
            LookSubject::Kind(kind) => self.noun(&[&self.game().kinds[kind.index()].name]),
            LookSubject::Sort(kind, rows) => {
                let sort = self.names.sorts.iter();
                let sort = sort.filter(|one| one.kind == *kind);
                let name = sort
                    .filter(|one| one.first == rows.start)
                    .map(|one| &one.name);
                name.map(|name| spaced(name)).next().unwrap_or_default()
            }
            LookSubject::Attribute(kind, nth) => {
                let attribute = &self.game().kinds[kind.index()].attributes[*nth];
                self.attribute(*kind, &attribute.name)
            }
            LookSubject::Var(var) => self.noun(&[&self.game().vars[var.index()].name]),
            LookSubject::Board(board) => self.noun(&[&self.game().boards[board.index()].name]),
        }
    }

    fn value_name(&self, id: EnumId, value: i32) -> String {
        let shown = self.game().shown.words.iter();
        let ty = Type::Enum(id);
        let mut shown = shown.filter(|one| one.ty == ty && one.value == value);
        if let Some(named) = shown.next() {
            return named.word.clone();
        }
        let declared = &self.game().enums[id.index()];
        let name = usize::try_from(value)
            .ok()
            .and_then(|nth| declared.values.get(nth));
        let Some(name) = name else {
            return String::new();
        };
        let mut words = self.manual.values.iter();
        let words = words.find(|one| one.of == declared.name && one.value == *name);
        words.map_or_else(|| spaced(name), |one| one.words.clone())
    }

    /// Returns the word of `view.yaml` for a row, the name that it gives itself, or its id in words.
    pub(crate) fn row_name(&self, kind: KindId, row: u32) -> String {
        let is_row = |ty: &Type| *ty == Type::Row(kind) || *ty == Type::Piece(kind);
        let mut shown = self.game().shown.words.iter();
        let shown = shown.find(|one| is_row(&one.ty) && u32::try_from(one.value) == Ok(row));
        if let Some(named) = shown {
            return named.word.clone();
        }
        let declared = &self.game().kinds[kind.index()];
        let Some(found) = declared.rows.get(widened(row)) else {
            return String::new();
        };
        let mut names = declared.attributes.iter().zip(&found.attributes);
        let name = names.find_map(|(attribute, value)| match value {
            Value::Text(text) if attribute.name == "name" && !text.is_empty() => Some(text.clone()),
            Value::Text(_) | Value::Scalar(_) | Value::Set(_) | Value::Bag(_) | Value::Shape(_) => {
                None
            }
        });
        name.unwrap_or_else(|| {
            let id = found.copy.as_ref().map_or(&found.id, |copy| &copy.of);
            spaced(id)
        })
    }
}

/// Returns the id of a row as its author writes it.
pub(crate) fn row_id(row: &Row) -> &str {
    row.copy.as_ref().map_or(&row.id, |copy| &copy.of)
}

/// Returns a name as a heading.
pub(crate) fn heading(name: &str) -> String {
    capital(&spaced(name))
}

/// Returns a text with a capital at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
