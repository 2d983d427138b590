//! Rules in words: what an effect, a hook or a modifier does, as a person would tell it.
//!
//! Takes trees and the words of a game, gives lines with a depth. It knows the shapes of the language and its built-ins, and
//! no game: what a declaration has a phrase for is told by it, everything else as it is written. Nothing is left out, so the
//! words can be held against a printed card.

mod amounts;

mod conditions;

mod lexicon;

mod members;

mod phrases;

mod reactions;

mod statements;

mod values;

pub use lexicon::Lexicon;
pub use lexicon::ValueWords;
pub(crate) use lexicon::type_name;
pub(crate) use ludex_play::vocabulary::spaced;
pub use reactions::reaction;

use crate::prose::amounts::Amount;
use crate::prose::phrases::Filling;
use crate::prose::phrases::articles;
use crate::prose::phrases::fill;
use crate::prose::statements::LineBuilder;
use crate::prose::values::Phrases;
use ludex_check::semantics::THIS;
use ludex_markup::Line;
use ludex_source::Span;
use ludex_syntax::ast;

/// The names that mean something outside of a text: its parameters, and the kind of `this`.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextScope<'a> {
    /// The parameters of the text.
    pub params: &'a [ast::Param],
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
        phrases.bind_params(self.params);
        phrases
    }
}

/// Renders the statements of a block in words.
#[must_use]
pub fn block(block: &ast::Block, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> Vec<Line> {
    let mut page = LineBuilder::new(open_in(lexicon, open));
    page.block(block);
    page.lines
}

/// Renders the statements of an action in words. Its parameters go through collections.
#[must_use]
pub fn action(action: &ast::Action, lexicon: &Lexicon<'_>) -> Vec<Line> {
    let mut page = LineBuilder::new(Phrases::new(lexicon));
    page.phrases.bind_all(&action.binders);
    page.block(&action.body);
    page.lines
}

/// Returns the requirements of an action in words: the condition and its parts, each with its span.
#[must_use]
pub fn requirements(action: &ast::Action, lexicon: &Lexicon<'_>) -> Vec<(Span, String)> {
    let mut page = LineBuilder::new(Phrases::new(lexicon));
    page.phrases.bind_all(&action.binders);
    let mut told = Vec::new();
    for stmt in &action.body.stmts {
        if let Some((cond, _)) = stmt.kind.demand() {
            told.push((stmt.span, articles(&page.phrases.condition(cond))));
            page.phrases.parts(cond, &mut told);
        }
    }
    told
}

/// Returns the parts of a query in words, each with its span.
#[must_use]
pub fn query_parts(query: &ast::Query, lexicon: &Lexicon<'_>) -> Vec<(Span, String)> {
    let mut phrases = Phrases::new(lexicon);
    phrases.bind_params(&query.params);
    let mut told = Vec::new();
    phrases.parts(&query.body, &mut told);
    told
}

/// Describes an expression as a noun phrase.
#[must_use]
pub fn value(value: &ast::Expr, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> String {
    let phrases = open_in(lexicon, open);
    let parts: Vec<String> = phrases
        .amounts(value)
        .iter()
        .map(|one| one.alone())
        .collect();
    sentence(&values::listed(&parts))
}

/// Describes a count or measure as a label before its number: `supported projects`.
#[must_use]
pub fn label(value: &ast::Expr, lexicon: &Lexicon<'_>) -> String {
    let phrases = open_in(lexicon, TextScope::default());
    let said = phrases.counted(value, true);
    let said = articles(&said.unwrap_or_else(|| phrases.value(value)));
    let said = ["your ", "the "].iter().fold(said.as_str(), |said, word| {
        said.strip_prefix(word).unwrap_or(said)
    });
    said.strip_suffix(" of you").unwrap_or(said).to_owned()
}

/// Describes a condition as it follows `when` or `if`.
#[must_use]
pub fn condition(cond: &ast::Expr, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> String {
    articles(&open_in(lexicon, open).condition(cond))
}

/// Describes that a condition does not hold, as it follows `when` or `if`.
#[must_use]
pub fn denial(cond: &ast::Expr, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> String {
    articles(&open_in(lexicon, open).held(cond, false))
}

/// A phrase with the value of what it is the phrase of.
#[must_use]
pub fn filled(phrase: &ast::Phrase, name: &str, value: &str) -> String {
    let told = fill(phrase, &|hole| {
        let number = value
            .parse()
            .map(|number| Filling::Number(Amount::Fixed(number)));
        let said = match value {
            "true" => Filling::One,
            "false" => Filling::Several,
            value => number.unwrap_or_else(|_| Filling::Said(value.to_owned())),
        };
        (hole.text == name).then_some(said)
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

fn open_in<'a>(lexicon: &'a Lexicon<'a>, open: TextScope<'a>) -> Phrases<'a> {
    open.phrases(lexicon)
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
