//! Phrases of the game in Japanese.

use crate::prose::japanese::amounts::Numbers;
use crate::prose::japanese::nouns;
use crate::prose::tree::{Amount, FilledPart, FilledPhrase, Filling};
use ludex_check::semantics::Symbol;

/// Writes a phrase. What its numbers depend on stands before it, what they are stands behind it.
pub(super) fn fill(filled: &FilledPhrase) -> String {
    let mut numbers = Numbers::default();
    let text = within(filled, &mut numbers);
    numbers.around(&text)
}

/// Writes a phrase without what its numbers have to say besides.
pub(super) fn within(filled: &FilledPhrase, numbers: &mut Numbers) -> String {
    let mut text = String::new();
    for part in &filled.parts {
        match part {
            FilledPart::Words(words) => text.push_str(words),
            FilledPart::Value(symbol, name, filling) => match filling {
                Some(Filling::Said(said)) => text.push_str(&nouns::noun(said)),
                Some(Filling::Number(amount)) => {
                    let once = times(filled, *symbol) == 1;
                    text.push_str(&numbers.number(amount, once));
                }
                Some(Filling::One | Filling::Several | Filling::Own) => {}
                None => text.push_str(&format!("`{name}`")),
            },
            FilledPart::Forms(_, filling, one, several) => {
                text.push_str(if is_one(filling.as_ref()) {
                    one
                } else {
                    several
                });
            }
        }
    }
    text
}

/// Counts the holes of a phrase that a value is told in.
fn times(filled: &FilledPhrase, symbol: Symbol) -> usize {
    let same = |part: &&FilledPart| matches!(part, FilledPart::Value(one, ..) if *one == symbol);
    filled.parts.iter().filter(same).count()
}

/// Returns true for one, and for what holds.
fn is_one(filling: Option<&Filling>) -> bool {
    match filling {
        Some(Filling::One | Filling::Number(Amount::Fixed(1))) => true,
        Some(Filling::Said(said)) => {
            use crate::prose::tree::Noun;
            matches!(said, Noun::You | Noun::Number(1))
        }
        Some(Filling::Number(_) | Filling::Several | Filling::Own) | None => false,
    }
}
