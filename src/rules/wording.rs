//! Words for a player with values in them: what is asked, why something is refused.
//!
//! The same for expressions and for what they are compiled to. Never here: how a value is written.

/// A wording: words with values between them, a template of a question or reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording<V> {
    /// As it is written in the rules, braces included.
    pub text: String,
    /// The same, cut at its values.
    pub parts: Vec<Part<V>>,
}

/// A part of a wording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part<V> {
    /// ` of `
    Words(String),
    /// `{n}`: a value.
    Value(V),
    /// `{n|card|cards}`: one of two words, as the value is one or several.
    Forms(V, String, String),
}

impl<V> Wording<V> {
    /// Makes a wording without values.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Wording<V> {
        let text = text.into();
        let parts = vec![Part::Words(text.clone())];
        Wording { text, parts }
    }

    /// Returns the values in the order of the words.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.parts.iter().filter_map(|part| match part {
            Part::Words(_) => None,
            Part::Value(value) | Part::Forms(value, ..) => Some(value),
        })
    }

    /// Maps each value to another; the words stay.
    pub fn map<W>(&self, mut made: impl FnMut(&V) -> W) -> Wording<W> {
        let parts = self.parts.iter().map(|part| match part {
            Part::Words(words) => Part::Words(words.clone()),
            Part::Value(value) => Part::Value(made(value)),
            Part::Forms(value, one, several) => {
                Part::Forms(made(value), one.clone(), several.clone())
            }
        });
        Wording {
            text: self.text.clone(),
            parts: parts.collect(),
        }
    }
}
