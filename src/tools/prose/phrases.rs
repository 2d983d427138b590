//! Phrases of declarations, filled with values.

use crate::prose::tree::{FilledPart, FilledPhrase, Filling};
use ludex_check::semantics::{Symbol, WordHole, Words};
use ludex_rules::wording::Part;

/// Returns a phrase with its holes filled.
pub(super) fn fill(words: &Words, filling: &dyn Fn(&WordHole) -> Option<Filling>) -> FilledPhrase {
    let parts = words.parts.iter().map(|part| match part {
        Part::Words(words) => FilledPart::Words(words.clone()),
        Part::Value(hole) => FilledPart::Value(hole.symbol, hole.name.clone(), filling(hole)),
        Part::Forms(hole, one, several) => {
            FilledPart::Forms(hole.symbol, filling(hole), one.clone(), several.clone())
        }
    });
    FilledPhrase {
        parts: parts.collect(),
    }
}

/// Returns true if a phrase stands behind a number: it has a form for one and for several of what it is the phrase of.
pub(super) fn counts(words: &Words, symbol: Symbol) -> bool {
    let own =
        |part: &Part<WordHole>| matches!(part, Part::Forms(hole, ..) if hole.symbol == symbol);
    words.parts.iter().any(own)
}

/// Returns true if a phrase has a hole for something.
pub(super) fn names(words: &Words, symbol: Symbol) -> bool {
    words.values().any(|hole| hole.symbol == symbol)
}
