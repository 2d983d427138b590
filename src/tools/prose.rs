//! Rules in words: what an effect, a hook or a modifier does, as a person would tell it.
//!
//! Takes trees and the words of a game, gives lines with a depth. It knows the shapes of the language and its built-ins, and
//! no game: what a declaration has a phrase for is told by it, everything else as it is written. Nothing is left out, so the
//! words can be held against a printed card.

mod amounts;

mod conditions;

mod declarations;

mod english;

mod japanese;

mod lexicon;

mod members;

mod phrases;

mod statements;

mod tree;

mod values;

mod writer;

pub use conditions::{condition, denial};
pub use declarations::{
    condition_at, condition_words, declaration, denial_at, offered, ranks, reaction,
};
pub(crate) use english::capital;
pub use lexicon::{Lexicon, ValueWords};
pub(crate) use ludex_play::vocabulary::spaced;
pub use statements::block;
pub use values::{label, value};

use crate::prose::phrases::fill;
use crate::prose::tree::{Amount, Filling, Noun};
use crate::prose::values::Phrases;
use ludex_check::semantics::{Symbol, THIS, Words};
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
            let said = Noun::This(lexicon.noun(kind));
            phrases.bind_as(THIS, Some(kind.to_owned()), said);
        }
        phrases.bind_params(self.of.map_or_else(Vec::new, |of| lexicon.params(of)));
        phrases
    }
}

/// Renders the phrase of something with its value.
#[must_use]
pub fn filled(phrase: &Words, of: Symbol, value: &str, lexicon: &Lexicon<'_>) -> String {
    let filled = fill(phrase, &|hole| {
        let number = value
            .parse()
            .map(|number| Filling::Number(Amount::Fixed(number)));
        let said = match value {
            "true" => Filling::One,
            "false" => Filling::Several,
            value => number.unwrap_or_else(|_| Filling::Said(Noun::Word(value.to_owned()))),
        };
        (hole.symbol == of).then_some(said)
    });
    lexicon.writer().phrase(&filled)
}

/// Lines as one: what stands under a line follows it.
#[must_use]
pub fn in_one_line(lines: &[Line]) -> String {
    let mut text = String::new();
    for line in lines {
        if text.ends_with(['。', '：']) {
            // Japanese has no blanks between sentences, and no capitals.
            if line.depth > 0 && text.ends_with('。') {
                text.truncate(text.len() - '。'.len_utf8());
                text.push('；');
            }
            text.push_str(&line.text);
            continue;
        }
        let before = text.trim_end_matches('.').len();
        let said = match text.is_empty() {
            true => line.text.clone(),
            false if text.ends_with(':') => format!(" {}", english::uncapital(&line.text)),
            false if line.depth == 0 => format!(" {}", line.text),
            false => {
                text.truncate(before);
                format!("; {}", english::uncapital(&line.text))
            }
        };
        text.push_str(&said);
    }
    text
}
