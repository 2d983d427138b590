//! One file of a game, read: its tree, and all that its text alone says. An unchanged text is not read again.

use ludex_report::{Allows, Code, Diagnostic, Label, Report, Severity};
use ludex_source::citations::{Citation, citations};
use ludex_source::span::offset;
use ludex_source::{FileId, Sources, Span};
use ludex_syntax::parse::ParsedRules;
use ludex_syntax::{ast, parse};
use ludex_tables as tables;
use ludex_tables::{BrokenPart, Node, RecoveredTable};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A file of a game with all that follows from its text.
#[derive(Debug, Clone)]
pub(super) struct ParsedFile {
    pub(super) path: String,
    pub(super) sort: FileSort,
    pub(super) file: FileId,
    /// Its text, without a byte order mark.
    pub(super) text: Arc<str>,
    pub(super) tree: FileTree,
    /// All that is wrong with the text by itself.
    pub(super) found: Report,
    /// The diagnostics that its comments allow.
    pub(super) allows: Allows,
    /// The citations in its comments.
    pub(super) citations: Vec<Citation>,
    /// The parts that could not be read.
    pub(super) missing: MissingParts,
}

/// The tree of a file.
#[derive(Debug, Clone)]
pub(super) enum FileTree {
    Rules(Arc<ParsedRules>),
    Table(Arc<RecoveredTable>),
    /// SVG, which `check` reads where `look.yaml` names it.
    Picture,
}

/// The parts of a game that could not be read: what is said of the rest may only follow from them.
#[derive(Debug, Clone, Default)]
pub(super) struct MissingParts {
    /// Something is missing that nobody can name: declarations, or the manifest.
    pub(super) unknown: bool,
    /// The parts of tables.
    parts: Vec<BrokenPart>,
    /// The words in those parts: ids may be among them.
    words: BTreeSet<String>,
    /// The keys of the lists around them.
    lists: BTreeSet<String>,
}

impl ParsedFile {
    /// Reads a file, which is in the sources; of an older text of it, what is unchanged is kept.
    pub(super) fn read(
        path: String,
        sort: FileSort,
        file: FileId,
        sources: &Sources,
        older: Option<&ParsedFile>,
    ) -> ParsedFile {
        let mut made = ParsedFile {
            path,
            sort,
            file,
            text: sources.shared_text(file),
            tree: FileTree::Rules(Arc::default()),
            found: Report::of_all(),
            allows: Allows::default(),
            citations: Vec::new(),
            missing: MissingParts::default(),
        };
        let older = older.map(|older| &older.tree);
        match sort {
            FileSort::Prelude => made.read_rules(sources, older),
            FileSort::Rules => {
                made.read_comments(sources);
                made.read_rules(sources, older);
                made.missing.unknown = made.found.has_errors();
            }
            FileSort::Manifest => {
                made.read_comments(sources);
                made.read_table(sources, older);
                made.missing = MissingParts {
                    unknown: made.found.has_errors(),
                    ..MissingParts::default()
                };
            }
            FileSort::Table | FileSort::Words => {
                made.read_comments(sources);
                made.read_table(sources, older);
            }
            FileSort::Statements | FileSort::Shown | FileSort::Look => {
                tables::controls::in_text(file, sources, &mut made.found);
                made.read_table(sources, older);
            }
            FileSort::Picture => made.tree = FileTree::Picture,
        }
        made
    }

    /// Returns true if nothing is wrong with the text by itself.
    pub(super) fn is_whole(&self) -> bool {
        !self.found.has_errors()
    }

    /// Returns the tree of a file of rules.
    pub(super) fn rules(&self) -> Option<&Arc<ast::File>> {
        match &self.tree {
            FileTree::Rules(rules) => Some(&rules.tree),
            FileTree::Table(_) | FileTree::Picture => None,
        }
    }

    /// Returns the tree of a YAML file; of the manifest, only if all of it could be read.
    pub(super) fn table(&self) -> Option<&Arc<Node>> {
        match &self.tree {
            FileTree::Rules(_) | FileTree::Picture => None,
            FileTree::Table(table) => {
                let is_needed_whole = self.sort == FileSort::Manifest;
                (!is_needed_whole || table.broken.is_empty()).then_some(&table.tree)
            }
        }
    }

    /// Reads what only a text says: comments, and characters that none should have.
    fn read_comments(&mut self, sources: &Sources) {
        self.allows.read(self.file, sources, &mut self.found);
        lost_text(self.file, sources, &mut self.found);
        tables::controls::in_text(self.file, sources, &mut self.found);
        self.citations = citations(sources, self.file);
    }

    fn read_rules(&mut self, sources: &Sources, older: Option<&FileTree>) {
        let older = match older {
            Some(FileTree::Rules(older)) => Some(&**older),
            Some(FileTree::Table(_) | FileTree::Picture) | None => None,
        };
        let fragment = sources.fragment(self.file);
        let rules = parse::file_after(&fragment, older, &mut self.found);
        self.tree = FileTree::Rules(Arc::new(rules));
    }

    fn read_table(&mut self, sources: &Sources, older: Option<&FileTree>) {
        let older = match older {
            Some(FileTree::Table(older)) => Some(&**older),
            Some(FileTree::Rules(_) | FileTree::Picture) | None => None,
        };
        let mut table = tables::recover_after(self.file, sources, older, &mut self.found);
        table.report_controls(&mut self.found);
        self.missing.note(&table.broken, sources);
        self.tree = FileTree::Table(Arc::new(table));
    }
}

/// Tells where a file is not UTF-8: whoever read it put `\u{fffd}` for each byte that is no character.
fn lost_text(file: FileId, sources: &Sources, report: &mut Report) {
    let text = sources.text(file);
    let Some(at) = text.find(char::REPLACEMENT_CHARACTER) else {
        return;
    };
    let span = Span::new(
        file,
        offset(at),
        offset(at + char::REPLACEMENT_CHARACTER.len_utf8()),
    );
    report.push(
        Diagnostic::error(Code::NOT_TEXT, "this file is not UTF-8 text")
            .at(span, "no character")
            .help("save it again with the encoding UTF-8"),
    );
}

/// The sorts of files of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileSort {
    /// The built-in rules that every game has.
    Prelude,
    Rules,
    Manifest,
    Table,
    /// The statements of the facts, by number: comments and rulings cite them.
    Statements,
    /// The view: how a position is shown at the table.
    Shown,
    /// The looks of cards and boards.
    Look,
    /// The words of a locale: `words.ja.yaml`.
    Words,
    /// A drawing in SVG that `look.yaml` may name.
    Picture,
}

/// Gives what a file is for, by its name; none for files that are no part of the rules. The folders above count for nothing:
/// a game may itself lie in a folder called `rulings`.
pub(super) fn sort_of(path: &str) -> Option<FileSort> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let (_, ending) = file.rsplit_once('.')?;
    match ending {
        _ if file.ends_with(".ruling.yaml") || file.ends_with(".ruling.yml") => None,
        "rules" => Some(FileSort::Rules),
        "yaml" if file == "game.yaml" => Some(FileSort::Manifest),
        "yaml" if file == "statements.yaml" => Some(FileSort::Statements),
        "yaml" if file == "view.yaml" => Some(FileSort::Shown),
        "yaml" if file == "look.yaml" => Some(FileSort::Look),
        "yaml" if tag_of(path).is_some() => Some(FileSort::Words),
        "svg" => Some(FileSort::Picture),
        "yaml" | "yml" => Some(FileSort::Table),
        _ => None,
    }
}

/// Returns the locale of a file of words; none of any other file.
pub(super) fn tag_of(path: &str) -> Option<&str> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let tag = file.strip_prefix("words.")?.strip_suffix(".yaml")?;
    let is_tag = !tag.is_empty()
        && tag
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || one == '-');
    is_tag.then_some(tag)
}

impl MissingParts {
    /// Notes the parts of a table that could not be read.
    fn note(&mut self, broken: &[BrokenPart], sources: &Sources) {
        let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '_' || symbol == '-';
        let words = |span: Span| {
            let words = sources.slice(span).split(move |symbol| !is_word(symbol));
            words.filter(|word| !word.is_empty()).map(str::to_owned)
        };
        for part in broken {
            self.words.extend(words(part.at));
            self.lists.extend(words(part.list));
        }
        self.parts.extend(broken);
    }

    /// Adds what is missing of another file.
    pub(super) fn extend(&mut self, other: &MissingParts) {
        self.unknown |= other.unknown;
        self.parts.extend(&other.parts);
        self.words.extend(other.words.iter().cloned());
        self.lists.extend(other.lists.iter().cloned());
    }

    /// Returns true if a diagnostic may only follow from what is missing.
    pub(super) fn explain(&self, one: &Diagnostic) -> bool {
        let absent = ABSENT.contains(&one.code);
        let within = |part: Span, span: Span| {
            part.file == span.file && part.touches(span.start) && span.end <= part.end
        };
        let name = one.message.split('`').nth(1).unwrap_or_default();
        let names = match one.code {
            Code::UNKNOWN_NAME | Code::UNKNOWN_WORD => self.words.contains(name),
            Code::NO_ROWS | Code::NO_HOME => self.lists.contains(name),
            _ => false,
        };
        let at = |label: &Label| {
            let mut parts = self.parts.iter();
            parts.any(|part| {
                if label.primary {
                    within(part.at, label.span) || within(part.row, label.span) && absent
                } else {
                    within(part.row, label.span)
                }
            })
        };
        one.severity == Severity::Warning
            || WHOLE.contains(&one.code)
            || absent && self.unknown
            || names
            || one.labels.iter().any(at)
    }
}

/// The codes of what may stand in a part that could not be read.
const ABSENT: &[Code] = &[
    Code::UNKNOWN_NAME,
    Code::UNKNOWN_WORD,
    Code::UNKNOWN_TABLE,
    Code::UNKNOWN_ATTRIBUTE,
    Code::MISSING_ATTRIBUTE,
    Code::MISSING_MANIFEST,
    Code::MISSING_PART,
    Code::NO_ROWS,
    Code::NO_HOME,
];

/// The codes of what is asked of all rows together, or of all spaces.
const WHOLE: &[Code] = &[Code::BROKEN_DEMAND, Code::WRONG_BOARD];
