//! Implicit flow into the slots of a text: the sources of what decides whether an instruction is done.

use ludex_program::ids::Pc;
use ludex_program::taint::{SecretSource, Taint};
use std::collections::BTreeMap;
use std::ops::Range;

/// The sources of what decides which instructions are done, in a walk through a text from its beginning: the label of the
/// program counter.
#[derive(Default)]
pub(super) struct Deciding {
    /// The end of what a source decides, by where that begins; what has not begun yet.
    ahead: BTreeMap<Pc, BTreeMap<SecretSource, Pc>>,
    /// For each source: the furthest end of what has begun.
    begun: BTreeMap<SecretSource, Pc>,
}

impl Deciding {
    pub(super) fn add(&mut self, decider: &Taint, decided: Range<Pc>) {
        let ends = decider.sources().map(|source| (source, decided.end));
        extend(self.ahead.entry(decided.start).or_default(), ends);
    }

    /// Returns the sources that decide whether an instruction is done, those before it having been looked at.
    pub(super) fn at(&mut self, pc: Pc) -> Taint {
        while let Some(first) = self.ahead.first_entry().filter(|first| *first.key() <= pc) {
            extend(&mut self.begun, first.remove());
        }
        let mut taint = Taint::default();
        for (source, _) in self.begun.iter().filter(|(_, end)| pc < **end) {
            taint.join(&Taint::from_source(*source));
        }
        taint
    }
}

/// Moves the ends of what sources decide further, where others are further.
fn extend(
    ends: &mut BTreeMap<SecretSource, Pc>,
    more: impl IntoIterator<Item = (SecretSource, Pc)>,
) {
    for (source, end) in more {
        let furthest = ends.entry(source).or_insert(end);
        *furthest = end.max(*furthest);
    }
}
