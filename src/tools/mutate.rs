//! Mutation of rules: one small change at a time in a game's own text, and whether any ruling notices.
//!
//! Takes the parsed files of a game, gives changes of one place each; takes a change and rulings, gives its fate. A change
//! is an edit of the text, so what is tried is what an author could have written. Never here: a disk, threads, a clock.

mod expressions;

mod lost;

mod statements;

mod tables;

mod likely;

pub mod equivalent;

pub mod run_mutant;

use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::semantics::Symbol;
use ludex_rules::ids::VarId;
use ludex_source::{FileId, Sources, Span};
use std::collections::BTreeSet;

/// A change of one place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mutant {
    /// The bytes that are replaced.
    pub span: Span,
    /// The text that is put there.
    pub replacement: String,
    /// The mutation operator that made it.
    pub sort: MutationOperator,
    /// The part of the game that it changes.
    pub part: MutatedPart,
    /// The column of a table; empty in rules.
    pub column: String,
}

/// The parts of a game, in the order in which they are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MutatedPart {
    /// A file of rules.
    Rules,
    /// The rules text of a row: `gain 2 stone` in a column of effects.
    Text,
    /// The data of a row without rules: a number, a flag, a word of an enum.
    Value,
}

/// The parts of a game that are mutated.
pub const PARTS: [MutatedPart; 3] = [MutatedPart::Rules, MutatedPart::Text, MutatedPart::Value];

impl MutatedPart {
    /// The word for it in options and JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            MutatedPart::Rules => "rules",
            MutatedPart::Text => "texts",
            MutatedPart::Value => "values",
        }
    }

    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MutatedPart::Rules => "rules",
            MutatedPart::Text => "rules texts of rows",
            MutatedPart::Value => "printed values of rows",
        }
    }
}

/// The sorts of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MutationOperator {
    /// `2` to `3`
    Number,
    /// `>=` to `>`, `==` to `!=`
    Comparison,
    /// `and` to `or`, one side of them left out, `not` left out
    Logic,
    /// `+` to `-`
    Arithmetic,
    /// A condition that always or never holds.
    Condition,
    /// A statement left out.
    Clause,
    /// A word for its like: `gain` to `lose`, `male` to `female`.
    Word,
}

impl MutationOperator {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            MutationOperator::Number => "number",
            MutationOperator::Comparison => "comparison",
            MutationOperator::Logic => "logic",
            MutationOperator::Arithmetic => "arithmetic",
            MutationOperator::Condition => "condition",
            MutationOperator::Clause => "clause",
            MutationOperator::Word => "word",
        }
    }
}

/// The statement in place of one that is left out: it does nothing, and needs no braces, which would end a short row.
const NOTHING: &str = "let left_out = 0";

/// Makes all changes of a game, each once, in the order of its text. `names` holds what the names in it mean.
#[must_use]
pub fn mutants(files: &GameFiles, names: &Env, sources: &Sources) -> Vec<Mutant> {
    let mut made = Maker {
        sources,
        names,
        lost: lost::variables(&names.game),
        part: MutatedPart::Rules,
        column: String::new(),
        found: Vec::new(),
    };
    files.rules.iter().for_each(|file| made.file(file));
    files.tables.iter().for_each(|node| made.table(node));
    if let Some(players) = files.manifest.as_ref().and_then(|node| node.get("players")) {
        made.players(players);
    }
    let mut found = made.found;
    found.sort();
    found.dedup();
    found
}

/// The collector of mutants.
struct Maker<'a> {
    sources: &'a Sources,
    /// The names of the game with their meanings.
    names: &'a Env,
    /// Variables that are lost, and so stop at their lowest number.
    lost: BTreeSet<VarId>,
    /// The part of the game that is being gone through.
    part: MutatedPart,
    column: String,
    found: Vec<Mutant>,
}

impl Maker<'_> {
    fn push(&mut self, sort: MutationOperator, span: Span, replacement: impl Into<String>) {
        let replacement = replacement.into();
        if !span.is_empty() && self.sources.slice(span) != replacement {
            self.found.push(Mutant {
                span,
                replacement,
                sort,
                part: self.part,
                column: self.column.clone(),
            });
        }
    }

    /// Replaces a word that stands somewhere in a span, as a whole word or sign.
    fn push_word(&mut self, sort: MutationOperator, within: Span, word: &str, replacement: &str) {
        if let Some(span) = find(self.sources, within, word) {
            self.push(sort, span, replacement);
        }
    }

    /// Returns another value of the same enum, for the name of a value at a place.
    fn like(&self, at: Span) -> Option<String> {
        let Some(Symbol::EnumValue(id, value)) = self.names.semantics.symbol(at) else {
            return None;
        };
        let values = &self.names.game.enums[id.index()].values;
        let value = usize::try_from(value).ok()?;
        let other = (value + 1) % values.len();
        (other != value).then(|| values[other].clone())
    }
}

/// The first place of a word within a span, comments apart. A sign must not be a part of a longer one.
fn find(sources: &Sources, within: Span, word: &str) -> Option<Span> {
    let text = sources.slice(within);
    let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    let is_sign = |symbol: char| "<>=!+-*".contains(symbol);
    let same_sort = |symbol: char| {
        if word.starts_with(is_word) {
            is_word(symbol)
        } else {
            is_sign(symbol)
        }
    };
    let places = text.match_indices(word).map(|(at, _)| at);
    let alone = |at: &usize| {
        let comment = text[..*at]
            .rsplit('\n')
            .next()
            .is_some_and(|line| line.contains("//"));
        let before = text[..*at].chars().next_back().is_some_and(same_sort);
        let after = text[at + word.len()..]
            .chars()
            .next()
            .is_some_and(same_sort);
        !comment && !before && !after
    };
    let at = places.into_iter().find(alone)?;
    let start = within.start + u32::try_from(at).unwrap_or(u32::MAX);
    Some(Span::new(
        within.file,
        start,
        start + u32::try_from(word.len()).unwrap_or(u32::MAX),
    ))
}

impl Mutant {
    /// The text of the changed file.
    #[must_use]
    pub fn applied(&self, sources: &Sources) -> String {
        let mut text = sources.text(self.span.file).to_owned();
        text.replace_range(sources.fit(self.span).range(), &self.replacement);
        text
    }

    /// The file that it changes.
    #[must_use]
    pub fn file(&self) -> FileId {
        self.span.file
    }

    /// The line before and after, without the blanks around them; of a statement left out, the statement.
    #[must_use]
    pub fn lines(&self, sources: &Sources) -> (String, String) {
        let old = sources.slice(self.span);
        if self.sort == MutationOperator::Clause {
            return (one_line(old), format!("left out: {}", one_line(old)));
        }
        let span = sources.fit(self.span);
        let first = sources.line_col(span.file, span.start).line;
        let last = sources.line_col(span.file, span.end).line;
        let range = |line| sources.line_range(span.file, line).unwrap_or_default();
        let text = sources.text(span.file);
        let (start, end) = (range(first).start, range(last).end.max(span.range().end));
        let (from, to) = (span.range().start, span.range().end);
        let new = format!(
            "{}{}{}",
            &text[start..from],
            self.replacement,
            &text[to..end]
        );
        (one_line(&text[start..end]), one_line(&new))
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
