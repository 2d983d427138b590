//! The rulings likely to notice a change: those that reach the changed place or name the changed row.
//!
//! Only their order comes from here. A ruling that was not seen to reach a place may still depend on it, as declarations
//! and what the compiler works out are reached by nothing; so a change survives only when all rulings pass.

use ludex_program::marks::Mark;
use ludex_source::Span;
use std::collections::BTreeSet;

/// The coverage of each ruling, and the words it is written with.
#[derive(Debug, Default)]
pub(super) struct Likely {
    marks: Vec<Span>,
    rulings: Vec<LikelyRulings>,
}

#[derive(Debug)]
struct LikelyRulings {
    words: BTreeSet<String>,
    /// For each mark: whether it was reached.
    reached: Vec<bool>,
    /// The number of marks reached.
    breadth: usize,
}

impl Likely {
    pub(super) fn new(marks: &[Mark]) -> Likely {
        Likely {
            marks: marks.iter().map(|mark| mark.span).collect(),
            rulings: Vec::new(),
        }
    }

    /// Adds the next ruling.
    pub(super) fn ruling(&mut self, text: &str, noted: &[[u32; 2]]) {
        let words = text.split(|symbol: char| !(symbol.is_alphanumeric() || symbol == '_'));
        let reached: Vec<bool> = noted.iter().map(|hits| *hits != [0, 0]).collect();
        self.rulings.push(LikelyRulings {
            words: words.map(str::to_owned).collect(),
            breadth: reached.iter().filter(|reached| **reached).count(),
            reached,
        });
    }

    /// All rulings, the likeliest first: `first`, those that reach the place or name what stands around it, the rest. Among
    /// equals the one comes first that reaches less, as it is about fewer things.
    pub(super) fn order(&self, place: Span, names: &[&str], first: &[usize]) -> Vec<usize> {
        let around = |span: &Span| {
            span.file == place.file && span.start <= place.start && place.end <= span.end
        };
        let marks = self.marks.iter().enumerate();
        let around = marks.filter(|(_, span)| around(span));
        let mark = around.min_by_key(|(_, span)| span.end - span.start);
        let key = |nth: &usize| {
            let seen = &self.rulings[*nth];
            let reaches = mark.is_some_and(|(mark, _)| seen.reached.get(mark) == Some(&true));
            let named = names.iter().filter(|name| seen.words.contains(**name));
            let likely = 2 * named.count() + usize::from(reaches);
            (!first.contains(nth), usize::MAX - likely, seen.breadth)
        };
        let mut order: Vec<usize> = (0..self.rulings.len()).collect();
        order.sort_by_cached_key(key);
        order
    }
}
