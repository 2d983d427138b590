//! Rules in words: what an effect, a hook or a modifier does, as a person would tell it.
//!
//! Takes trees and the words of a game, gives lines with a depth. It knows the shapes of the language and its built-ins, and
//! no game: what a declaration has a phrase for is told by it, everything else as it is written. Nothing is left out, so the
//! words can be held against a printed card.

mod amounts;

mod conditions;

mod declarations;

mod lexicon;

mod members;

mod phrases;

mod statements;

mod values;

pub use conditions::condition;
pub use conditions::denial;
pub use declarations::condition_at;
pub use declarations::condition_words;
pub use declarations::declaration;
pub use declarations::denial_at;
pub use declarations::ranks;
pub use declarations::reaction;
pub use lexicon::Lexicon;
pub use lexicon::ValueWords;
pub(crate) use ludex_play::vocabulary::spaced;
pub use statements::block;
pub use values::label;
pub use values::value;

use crate::prose::amounts::Amount;
use crate::prose::phrases::Filling;
use crate::prose::phrases::articles;
use crate::prose::phrases::fill;
use crate::prose::values::Phrases;
use ludex_check::semantics::Symbol;
use ludex_check::semantics::THIS;
use ludex_check::semantics::Words;
use ludex_markup::Line;

/// The names that mean something outside of a text: its parameters, and the kind of `this`.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextScope<'a> {
    /// The declaration or attribute that gives the text its parameters.
    pub of: Option<Symbol>,
    /// The kind of `this`, to which the text belongs.
    pub this: Option<&'a str>,
}

impl<'a> TextScope<'a> {
    fn phrases(self, lexicon: &'a Lexicon<'a>) -> Phrases<'a> {
        let mut phrases = Phrases::new(lexicon);
        if let Some(kind) = self.this {
            let said = format!("this {}", lexicon.noun(kind, false));
            phrases.bind_as(THIS, Some(kind.to_owned()), said);
        }
        phrases.bind_params(self.of.map_or_else(Vec::new, |of| lexicon.params(of)));
        phrases
    }
}

/// Renders the phrase of something with its value.
#[must_use]
pub fn filled(phrase: &Words, of: Symbol, value: &str) -> String {
    let told = fill(phrase, &|hole| {
        let number = value
            .parse()
            .map(|number| Filling::Number(Amount::Fixed(number)));
        let said = match value {
            "true" => Filling::One,
            "false" => Filling::Several,
            value => number.unwrap_or_else(|_| Filling::Said(value.to_owned())),
        };
        (hole.symbol == of).then_some(said)
    });
    articles(&told)
}

/// Lines as one: what stands under a line follows it.
#[must_use]
pub fn in_one_line(lines: &[Line]) -> String {
    let mut text = String::new();
    for line in lines {
        let before = text.trim_end_matches('.').len();
        let said = match text.is_empty() {
            true => line.text.clone(),
            false if text.ends_with(':') => format!(" {}", uncapital(&line.text)),
            false if line.depth == 0 => format!(" {}", line.text),
            false => {
                text.truncate(before);
                format!("; {}", uncapital(&line.text))
            }
        };
        text.push_str(&said);
    }
    text
}

/// The first letter large, and `an` before vowels.
pub(crate) fn sentence(text: &str) -> String {
    let text = articles(text);
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The first letter small, as inside of a sentence; names in capitals stay.
pub(crate) fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let is_word = letters
        .clone()
        .next()
        .is_none_or(|next| next.is_lowercase() || next == ' ');
    match is_word {
        true => first.to_lowercase().chain(letters).collect(),
        false => text.to_owned(),
    }
}
