//! Parts of a text that stood in an older text of the same file: what was made of them need not be made again.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

/// A part of a text, with what was made of it.
#[derive(Debug, Clone)]
pub struct TextPart<T> {
    /// The bytes of the part.
    pub range: Range<usize>,
    /// Whatever the reader made of that part.
    pub made: T,
}

/// The parts of an older text, found by what they say.
pub struct UnchangedParts<'a, T> {
    text: &'a str,
    parts: &'a [TextPart<T>],
    /// The part that most likely comes next: most edits change one part.
    next: usize,
    by_text: OnceCell<HashMap<&'a str, usize>>,
}

impl<'a, T> UnchangedParts<'a, T> {
    /// Looks for parts in an older text; they are in its order.
    #[must_use]
    pub fn new(text: &'a str, parts: &'a [TextPart<T>]) -> UnchangedParts<'a, T> {
        UnchangedParts {
            text,
            parts,
            next: 0,
            by_text: OnceCell::new(),
        }
    }

    /// Returns the older part that says the same as a part of the new text, and how far the new one stands from it; none where
    /// there is none, or the distance does not fit.
    pub fn find(&mut self, text: &str, at: usize) -> Option<(&'a TextPart<T>, i32)> {
        let number = if self.says(self.next, text) {
            self.next
        } else {
            *self.by_text().get(text)?
        };
        self.next = number + 1;
        let part = &self.parts[number];
        let distance = i64::try_from(at).ok()? - i64::try_from(part.range.start).ok()?;
        Some((part, i32::try_from(distance).ok()?))
    }

    fn says(&self, number: usize, text: &str) -> bool {
        let part = self.parts.get(number);
        part.is_some_and(|part| self.text.get(part.range.clone()) == Some(text))
    }

    fn by_text(&self) -> &HashMap<&'a str, usize> {
        self.by_text.get_or_init(|| {
            let parts = self.parts.iter().enumerate();
            let texts =
                parts.filter_map(|(nth, part)| Some((self.text.get(part.range.clone())?, nth)));
            texts.collect()
        })
    }
}
