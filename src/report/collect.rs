//! All diagnostics of a run: each once, in the order of the text.

use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Severity};
use crate::suggest::nearest;
use ludex_source::{Sources, Span};
use std::collections::{BTreeMap, BTreeSet};

/// So many equal diagnostics are told one by one; of more, the first is told with the places of the others.
const ALONE: usize = 3;

/// So many diagnostics with one code are listed; the rest is counted.
pub const LISTED: usize = 300;

/// A diagnostic as people are told it, with the places where the same was found.
#[derive(Clone, Debug)]
pub struct Grouped<'a> {
    /// The first of them.
    pub first: &'a Diagnostic,
    /// The places of the others, in order.
    pub also_at: Vec<Span>,
}

/// All diagnostics of a run, each once; of one sort so many that somebody may read them all.
#[derive(Clone, Debug, Default)]
pub struct Report {
    found: Vec<Diagnostic>,
    /// True if all are listed, however many there are.
    lists_all: bool,
    /// The diagnostics that stand for those which are not listed.
    rest: BTreeMap<(Code, Severity), Diagnostic>,
    seen: BTreeMap<Option<Span>, BTreeSet<(Code, String)>>,
    counts: BTreeMap<(Code, Severity), usize>,
}

impl Report {
    /// Returns a report without diagnostics.
    pub fn new() -> Report {
        Report::default()
    }

    /// Returns a report that lists all diagnostics: for whoever leaves some out later.
    pub fn of_all() -> Report {
        Report {
            lists_all: true,
            ..Report::default()
        }
    }

    /// Adds a diagnostic, unless the same was said of the same place before.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let sort = (diagnostic.code, diagnostic.severity);
        if let Some(count) = diagnostic.unlisted {
            return self.count_only(sort, count);
        }
        let seen = self.seen.entry(diagnostic.span()).or_default();
        if !seen.insert((diagnostic.code, diagnostic.message.clone())) {
            return;
        }
        let count = self.counts.entry(sort).or_default();
        if *count >= LISTED && !self.lists_all {
            return self.count_only(sort, 1);
        }
        *count += 1;
        self.found.push(diagnostic);
    }

    /// Counts mistakes of a sort that are not listed.
    fn count_only(&mut self, sort: (Code, Severity), more: usize) {
        *self.counts.entry(sort).or_default() += more;
        let before = self.rest.get(&sort).and_then(|rest| rest.unlisted);
        let rest = Diagnostic::rest(sort.1, sort.0, before.unwrap_or(0) + more);
        self.rest.insert(sort, rest);
    }

    /// Returns true if one more error with this code is listed; if not, it is only counted, and advice on it is of no use.
    pub fn lists(&self, code: Code) -> bool {
        let count = self.counts.get(&(code, Severity::Error));
        count.is_none_or(|count| *count < LISTED)
    }

    /// Finds the word that was probably meant, for an error with this code; none when one more is not listed.
    pub fn nearest<'a>(
        &self,
        code: Code,
        word: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        self.lists(code)
            .then(|| nearest(word, candidates))
            .flatten()
    }

    /// Changes the diagnostics that were added behind the first so many.
    pub fn amend_since(&mut self, since: usize, mut amend: impl FnMut(Diagnostic) -> Diagnostic) {
        let later = self.found.split_off(since);
        self.found.extend(later.into_iter().map(&mut amend));
    }

    /// The answer; or none, and what it says instead is kept.
    pub fn take<T>(&mut self, answer: Result<T, Box<Diagnostic>>) -> Option<T> {
        answer.map_err(|diagnostic| self.push(*diagnostic)).ok()
    }

    /// The diagnostics in the order of files (by id) and places; those without a place come first, what stands for the rest
    /// of a sort last.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        let mut all: Vec<&Diagnostic> = self.found.iter().collect();
        all.sort_by_key(|one| one.span());
        all.into_iter().chain(self.rest.values())
    }

    /// The diagnostics in the order of paths and places; those without a place come first, what stands for the rest of a sort
    /// last.
    pub fn in_order<'a>(&'a self, sources: &Sources) -> Vec<&'a Diagnostic> {
        let mut all: Vec<&Diagnostic> = self.found.iter().collect();
        all.sort_by_cached_key(|one| {
            one.span()
                .map(|span| (sources.path(span.file).to_owned(), span))
        });
        all.extend(self.rest.values());
        all
    }

    /// The diagnostics as people are told them: in order, and what is the same in many places once. Equal are those with one
    /// code, message and advice that are explained by the same place or, where nothing explains them, underline the same text.
    pub fn told<'a>(&'a self, sources: &Sources) -> Vec<Grouped<'a>> {
        let all = self.in_order(sources);
        let mut equal: BTreeMap<_, Vec<&Diagnostic>> = BTreeMap::new();
        for one in &all {
            equal.entry(sameness(one, sources)).or_default().push(one);
        }
        let mut told = Vec::new();
        for one in all {
            let same = &equal[&sameness(one, sources)];
            let is_first = same.first().is_some_and(|first| std::ptr::eq(*first, one));
            let others = || same.iter().skip(1).filter_map(|other| other.span());
            match same.len() > ALONE {
                true if is_first => told.push(Grouped {
                    first: one,
                    also_at: others().collect(),
                }),
                true => {}
                false => told.push(Grouped {
                    first: one,
                    also_at: Vec::new(),
                }),
            }
        }
        told
    }

    /// Tells whether the game cannot be played.
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// Tells how many errors there are.
    pub fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    /// Tells how many warnings there are.
    pub fn warnings(&self) -> usize {
        self.count(Severity::Warning)
    }

    /// Tells whether something was found at just this place.
    pub fn is_told_at(&self, span: Span) -> bool {
        self.seen.contains_key(&Some(span))
    }

    /// Tells whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Tells how many diagnostics there are.
    pub fn len(&self) -> usize {
        self.counts.values().sum()
    }

    fn count(&self, severity: Severity) -> usize {
        let same = self.counts.iter().filter(|((_, own), _)| *own == severity);
        same.map(|(_, count)| count).sum()
    }
}

/// The key by which equal diagnostics are grouped.
type Sameness<'a> = (Code, &'a str, &'a [String], Vec<Span>, &'a str);

fn sameness<'a>(one: &'a Diagnostic, sources: &'a Sources) -> Sameness<'a> {
    let explaining = one.labels.iter().filter(|label| !label.primary);
    let explaining: Vec<Span> = explaining.map(|label| label.span).collect();
    let underlined = match (explaining.is_empty(), one.span()) {
        (true, Some(span)) => sources.slice(sources.fit(span)),
        _ => "",
    };
    (one.code, &one.message, &one.help, explaining, underlined)
}

impl Extend<Diagnostic> for Report {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: T) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }
}

impl IntoIterator for Report {
    type Item = Diagnostic;
    type IntoIter = std::iter::Chain<
        std::vec::IntoIter<Diagnostic>,
        std::collections::btree_map::IntoValues<(Code, Severity), Diagnostic>,
    >;

    /// The diagnostics in the order in which they were found, then what stands for the rest of a sort.
    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter().chain(self.rest.into_values())
    }
}
