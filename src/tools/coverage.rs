//! Coverage of meaning: what of a game's rules was seen at work by rulings or by played games.
//!
//! Takes a game that was compiled to be observed, the matches that were played with it and what they noted; gives an item
//! for each place, with what is missing. Never here: a disk, a format.

pub mod lcov;

pub mod citing;

pub mod observed;

use ludex_program::ids::SiteId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_engine::knowledge::event::What;
use ludex_play::game::Match;
use ludex_program::Program;
use ludex_program::marks::{Mark, MarkKind};
use ludex_rules::decision::Answer;
use ludex_source::Span;

/// Something that can be covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverageItem {
    /// The sort of the item.
    pub kind: CoverageKind,
    /// The name in reports; empty for an item without one.
    pub name: String,
    /// The span of the item; none for a statement of the facts that only rulings name.
    pub span: Option<Span>,
    /// The number of times it was reached; of a condition, the number of times it held.
    pub hits: u64,
    /// Of a condition: how often it did not hold.
    pub misses: Option<u64>,
}

/// The sorts of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CoverageKind {
    /// Named effects, actions, `setup`, `play`, parts of tracks.
    Effect,
    /// The rules texts of rows.
    Row,
    /// The statements of all texts.
    Statement,
    /// Conditions, which must be seen to hold and not to hold.
    Condition,
    /// The hooks that fire.
    Trigger,
    /// Modifiers that change a value.
    Modifier,
    /// Queries that are asked.
    Query,
    /// Answers to a question: `yes`, `no`, `done`, an action.
    Choice,
    /// Statements of the facts: those that the game lists, else those that the rules' own comments cite.
    Citation,
}

/// All sorts, in the order in which they are told.
pub const KINDS: &[CoverageKind] = &[
    CoverageKind::Effect,
    CoverageKind::Row,
    CoverageKind::Statement,
    CoverageKind::Condition,
    CoverageKind::Trigger,
    CoverageKind::Modifier,
    CoverageKind::Query,
    CoverageKind::Choice,
    CoverageKind::Citation,
];

impl CoverageKind {
    /// The word for one.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            CoverageKind::Effect => "effect",
            CoverageKind::Row => "row",
            CoverageKind::Statement => "statement",
            CoverageKind::Condition => "condition",
            CoverageKind::Trigger => "trigger",
            CoverageKind::Modifier => "modifier",
            CoverageKind::Query => "query",
            CoverageKind::Choice => "choice",
            CoverageKind::Citation => "citation",
        }
    }

    /// The word for several.
    #[must_use]
    pub fn plural(self) -> &'static str {
        match self {
            CoverageKind::Effect => "effects",
            CoverageKind::Row => "rows",
            CoverageKind::Statement => "statements",
            CoverageKind::Condition => "conditions",
            CoverageKind::Trigger => "triggers",
            CoverageKind::Modifier => "modifiers",
            CoverageKind::Query => "queries",
            CoverageKind::Choice => "choices",
            CoverageKind::Citation => "citations",
        }
    }
}

impl CoverageItem {
    /// Returns the number of things to be seen: a condition must hold and not hold.
    #[must_use]
    pub fn of(&self) -> u64 {
        1 + u64::from(self.misses.is_some())
    }

    /// Returns the number of them that were seen.
    #[must_use]
    pub fn covered(&self) -> u64 {
        u64::from(self.hits > 0) + u64::from(self.misses.is_some_and(|misses| misses > 0))
    }

    /// Says what is missing; none when nothing is.
    #[must_use]
    pub fn missing(&self) -> Option<&'static str> {
        match (
            self.kind,
            self.hits > 0,
            self.misses.map(|misses| misses > 0),
        ) {
            (_, true, None | Some(true)) => None,
            (CoverageKind::Condition, false, Some(false)) => Some("never asked"),
            (CoverageKind::Condition, true, _) => Some("never false"),
            (CoverageKind::Condition, false, _) => Some("never true"),
            (CoverageKind::Trigger, ..) => Some("never fired"),
            (CoverageKind::Modifier, ..) => Some("never changed anything"),
            (CoverageKind::Choice, ..) => Some("never chosen"),
            (CoverageKind::Query, ..) => Some("never asked"),
            (CoverageKind::Citation, ..) => Some("proved by no ruling"),
            (CoverageKind::Effect | CoverageKind::Row | CoverageKind::Statement, ..) => {
                Some("never reached")
            }
        }
    }
}

/// A mark by its place in the texts: of the marks that one text has where it is expanded several times, which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct MarkPlace<'a> {
    file: u32,
    start: u32,
    end: u32,
    kind: MarkKind,
    name: &'a str,
    nth: usize,
}

/// The places of marks, in their order.
fn numbered(marks: &[Mark]) -> impl Iterator<Item = MarkPlace<'_>> {
    let mut met: BTreeMap<MarkPlace<'_>, usize> = BTreeMap::new();
    marks.iter().map(move |mark| {
        let first = MarkPlace {
            file: mark.span.file.number(),
            start: mark.span.start,
            end: mark.span.end,
            kind: mark.kind,
            name: &mark.name,
            nth: 0,
        };
        let count = met.entry(first).or_default();
        let nth = *count;
        *count += 1;
        MarkPlace { nth, ..first }
    })
}

/// Counts of marks and answers, being gathered over games.
#[derive(Debug, Clone, Default)]
pub struct CoverageCounts {
    /// The hits of each mark: in vain, and not.
    marks: Vec<[u64; 2]>,
    /// The hits of each answer, by site and words.
    answers: BTreeMap<(SiteId, String), u64>,
    /// Statements that a ruling cites and reaches.
    proved: BTreeSet<String>,
}

impl CoverageCounts {
    /// Adds what a program noted since it was last asked; gives it back for this time alone.
    pub fn note(&mut self, program: &Program) -> Vec<[u32; 2]> {
        let new = program
            .marks
            .as_ref()
            .map_or(Vec::new(), |marks| marks.take());
        self.marks.resize(self.marks.len().max(new.len()), [0; 2]);
        for (all, new) in self.marks.iter_mut().zip(&new) {
            for (all, new) in all.iter_mut().zip(new) {
                *all += u64::from(*new);
            }
        }
        new
    }

    /// Adds what a ruling's own program noted, mark by mark of the game's program: a ruling that begins with statements of its
    /// own has one, made of the same texts and those statements.
    pub fn note_as(&mut self, own: &Program, of: &Program) -> Vec<[u32; 2]> {
        let (Some(from), Some(to)) = (&own.marks, &of.marks) else {
            return self.note(of);
        };
        if Arc::ptr_eq(from, to) {
            return self.note(of);
        }
        let known: BTreeMap<MarkPlace<'_>, usize> = numbered(to.places()).zip(0..).collect();
        for (place, hits) in numbered(from.places()).zip(from.take()) {
            // A text that the statements expand once more stands for the first of its places.
            let number = known
                .get(&place)
                .or_else(|| known.get(&MarkPlace { nth: 0, ..place }));
            if let Some(number) = number {
                to.add(*number, hits);
            }
        }
        self.note(of)
    }

    /// Adds what was seen elsewhere of the same program.
    pub fn add(&mut self, other: &CoverageCounts) {
        self.marks
            .resize(self.marks.len().max(other.marks.len()), [0; 2]);
        for (all, new) in self.marks.iter_mut().zip(&other.marks) {
            (all[0], all[1]) = (all[0] + new[0], all[1] + new[1]);
        }
        for (answer, times) in &other.answers {
            *self.answers.entry(answer.clone()).or_default() += times;
        }
        self.proves(other.proved.iter().cloned());
    }

    /// Adds the choices of a match.
    pub fn choices(&mut self, played: &Match) {
        for event in played.events() {
            if let What::Chose { site, choice, .. } = &event.what {
                let answer = answer(played.program(), choice.answer);
                *self.answers.entry((*site, answer)).or_default() += 1;
            }
        }
    }

    /// Adds statements that a ruling proves.
    pub fn proves(&mut self, statements: impl IntoIterator<Item = String>) {
        self.proved.extend(statements);
    }

    /// Returns an item for each mark and each answer of a program, and for each statement of the facts.
    #[must_use]
    pub fn items(&self, program: &Program, statements: &[(String, Span)]) -> Vec<CoverageItem> {
        let mut items = self.marked(program);
        items.extend(self.answered(program));
        items.extend(statements.iter().map(|(name, span)| CoverageItem {
            kind: CoverageKind::Citation,
            name: name.clone(),
            span: Some(*span),
            hits: u64::from(self.proved.contains(name)),
            misses: None,
        }));
        items.sort_by_key(|item| (item.span, item.kind));
        items
    }

    fn marked(&self, program: &Program) -> Vec<CoverageItem> {
        let places = program
            .marks
            .as_ref()
            .map_or(&[][..], |marks| marks.places());
        let places = places.iter().enumerate();
        let item = |(nth, place): (usize, &ludex_program::marks::Mark)| {
            let [vain, hits] = self.marks.get(nth).copied().unwrap_or_default();
            let (kind, is_condition) = match place.kind {
                MarkKind::Condition => (CoverageKind::Condition, true),
                MarkKind::Statement => (CoverageKind::Statement, false),
                MarkKind::Effect => (CoverageKind::Effect, false),
                MarkKind::Row => (CoverageKind::Row, false),
                MarkKind::Trigger => (CoverageKind::Trigger, false),
                MarkKind::Modifier => (CoverageKind::Modifier, false),
                MarkKind::Query => (CoverageKind::Query, false),
            };
            CoverageItem {
                kind,
                name: place.name.clone(),
                span: Some(place.span),
                // What is merely reached is so with any value.
                hits: if is_condition {
                    hits
                } else {
                    hits.saturating_add(vain)
                },
                misses: is_condition.then_some(vain),
            }
        };
        places.map(item).collect()
    }

    fn answered(&self, program: &Program) -> Vec<CoverageItem> {
        let mut items = Vec::new();
        for (site, rules) in program.sites.entries() {
            for possible in rules.ask.answers() {
                let answer = answer(program, possible);
                let hits = self.answers.get(&(site, answer.clone())).copied();
                items.push(CoverageItem {
                    kind: CoverageKind::Choice,
                    name: format!("{}: {answer}", rules.prompt.text),
                    span: Some(rules.span),
                    hits: hits.unwrap_or_default(),
                    misses: None,
                });
            }
        }
        items
    }
}

/// An answer as coverage counts it.
fn answer(program: &Program, answer: Answer) -> String {
    match answer {
        Answer::Action(action) => program.actions[action].name.clone(),
        Answer::Values => "a value".into(),
        Answer::Entry(_) => "an order".into(),
        Answer::Done | Answer::Yes | Answer::No | Answer::Pass => {
            answer.word().unwrap_or_default().into()
        }
    }
}

/// Returns the coverage of some items: things covered, of so many.
#[must_use]
pub fn share<'a>(items: impl IntoIterator<Item = &'a CoverageItem>) -> (u64, u64) {
    let add =
        |(covered, of): (u64, u64), item: &CoverageItem| (covered + item.covered(), of + item.of());
    items.into_iter().fold((0, 0), add)
}

/// A share in percent, rounded down; all of nothing is everything.
#[must_use]
pub fn percent(share: (u64, u64)) -> u64 {
    let (covered, of) = share;
    (covered * 100).checked_div(of).unwrap_or(100)
}
