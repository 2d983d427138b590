//! The one file that names the YAML crates: trees with places from one, typed drafts from the other.
//!
//! A file is read in one pass. Where the reader stops, the top-level items are read one by one, so that one broken card
//! does not hide the next. What has no place in our tables (anchors, aliases, tags, merge keys, directives, a second
//! document) is refused by name.

use std::ops::Range;

use granit_parser::ErrorKind;
use granit_parser::Event;
use granit_parser::Parser;
use granit_parser::ScalarStyle;
use granit_parser::ScanError;
use serde::de::DeserializeOwned;

use crate::report::Code;
use crate::report::Diagnostic;
use crate::report::Report;
use crate::source::FileId;
use crate::source::Sources;
use crate::source::Span;
use crate::source::span::offset;
use crate::tables::node::Entry;
use crate::tables::node::Node;
use crate::tables::node::Value;
use crate::tables::places;
use crate::tables::scalar::Scalar;
use crate::tables::scalar::Style;

/// Deeper nesting is refused; no table needs a tenth of it.
const DEPTH: usize = 64;

/// The tree of a file; an empty file is a `Null`. None when the YAML cannot be read, or says what it must not say:
/// then every reason is in the report, and what the file would have defined is unknown.
pub fn read(file: FileId, sources: &Sources, report: &mut Report) -> Option<Node> {
    let text = sources.text(file);
    let whole = Builder::pass(file, text, 0..text.len());
    let Some(stop) = whole.stopped else {
        report.extend(whole.found);
        let empty = Node {
            span: Span::empty(file, 0),
            value: Value::Null,
        };
        return (!whole.refused).then(|| whole.root.unwrap_or(empty));
    };
    let parts: Vec<Builder<'_>> = items(text)
        .into_iter()
        .map(|item| Builder::pass(file, text, item))
        .collect();
    let first = parts.iter().find_map(|part| part.stopped.as_ref()?.span());
    // A stop after the first broken item may be its echo, such as the line after a bracket that is never closed.
    if first.is_none_or(|first| stop.span().is_some_and(|at| at.start < first.start)) {
        report.push(stop);
    }
    for part in parts {
        report.extend(part.found);
        report.extend(part.stopped);
    }
    None
}

/// Why a text is no draft, as the decoder says it.
pub(super) struct Misread {
    pub(super) message: String,
    pub(super) byte: Option<usize>,
}

/// A text of one of our own formats as a typed draft.
pub(super) fn decode<T: DeserializeOwned>(text: &str) -> Result<T, Misread> {
    serde_yaml::from_str(text).map_err(|error| {
        let location = error.location();
        let place = location
            .as_ref()
            .map(|at| format!(" at line {} column {}", at.line(), at.column()));
        let message = error.to_string();
        let cut = place
            .as_deref()
            .and_then(|place| message.strip_suffix(place));
        Misread {
            message: cut.unwrap_or(&message).to_owned(),
            byte: location.map(|at| at.index()),
        }
    })
}

/// The top-level items of a text: a line that starts one has no indentation, and reads like `- ...` or `key: ...`.
fn items(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if opens_item(line) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}

fn opens_item(line: &str) -> bool {
    let line = line.trim_end();
    let indented = line.starts_with([' ', '\t', '#', '{', '}', '[', ']', '%']);
    let key = line.ends_with(':') || line.contains(": ");
    // Inside a bracket that is open across lines, entries end in a comma.
    !indented && (line == "-" || line.starts_with("- ") || key) && !line.ends_with(',')
}

/// A tree that grows from the reader's events.
struct Builder<'a> {
    file: FileId,
    text: &'a str,
    /// Where the part that is read begins.
    base: usize,
    /// Where the part that was read completely ends.
    last: usize,
    open: Vec<Open>,
    root: Option<Node>,
    documents: usize,
    found: Vec<Diagnostic>,
    refused: bool,
    stopped: Option<Diagnostic>,
}

/// A collection whose end was not met yet.
struct Open {
    span: Span,
    contents: Contents,
}

enum Contents {
    List(Vec<Node>),
    Map {
        entries: Vec<Entry>,
        key: Option<Key>,
    },
}

/// A key that waits for its value; without text if it was refused.
struct Key {
    text: Option<String>,
    span: Span,
}

impl<'a> Builder<'a> {
    fn pass(file: FileId, text: &'a str, part: Range<usize>) -> Builder<'a> {
        let options = granit_parser::options! {
            emit_comments: false,
            disallow_directives: true,
            emit_unresolved_aliases: true,
            emit_anchor_events: true,
            flow_nesting_limit: DEPTH,
            block_nesting_limit: DEPTH,
        };
        let mut builder = Builder {
            file,
            text,
            base: part.start,
            last: part.start,
            open: Vec::new(),
            root: None,
            documents: 0,
            found: Vec::new(),
            refused: false,
            stopped: None,
        };
        for event in Parser::new_from_str_with_options(&text[part], options) {
            match event {
                Ok((event, place)) => builder.event(event, place),
                Err(error) => builder.stopped = Some(builder.explain(&error)),
            }
            if builder.stopped.is_some() || builder.documents > 1 {
                break;
            }
        }
        builder
    }

    fn event(&mut self, event: Event<'_>, place: granit_parser::Span) {
        let span = self.span(place);
        self.last = self.last.max(span.end as usize);
        if let Some(tag) = place.tag_span() {
            self.refuse(
                self.span(tag),
                "tags are not used in these tables",
                "leave it out; the kind says what a value is",
            );
        }
        match event {
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd | Event::Comment(..) => (),
            Event::DocumentStart(..) => self.document(span),
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                self.refuse(
                    span,
                    "aliases are not used in these tables",
                    "write the value again",
                );
                self.add(Node {
                    span,
                    value: Value::Null,
                });
            }
            Event::Anchor(..) => self.refuse(
                span,
                "anchors are not used in these tables",
                "leave it out, and write the value where it is needed",
            ),
            Event::Scalar(text, style, ..) => {
                let node = self.scalar(text.into_owned(), style, span);
                self.add(node);
            }
            Event::SequenceStart(..) => self.start(span, Contents::List(Vec::new())),
            Event::MappingStart(..) => self.start(
                span,
                Contents::Map {
                    entries: Vec::new(),
                    key: None,
                },
            ),
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            // The crate may add sorts of events; a new sort must not lose meaning silently.
            _ => self.refuse(
                span,
                "this YAML is not used in these tables",
                "write it as keys, lists and texts",
            ),
        }
    }

    fn document(&mut self, span: Span) {
        self.documents += 1;
        if self.documents > 1 {
            self.refuse(
                span,
                "a file holds one document only",
                "move the rest to a file of its own",
            );
        }
    }

    fn start(&mut self, span: Span, contents: Contents) {
        self.open.push(Open { span, contents });
    }

    fn close(&mut self, end: Span) {
        let Some(Open { span, contents }) = self.open.pop() else {
            return;
        };
        // A block collection has no closing mark: it ends with its last value, not where the reader noticed.
        let last = match &contents {
            Contents::List(items) => items.last().map(|item| item.span),
            Contents::Map { entries, .. } => entries.last().map(Entry::span),
        };
        let end = if end.is_empty() {
            last.unwrap_or(span)
        } else {
            end
        };
        let value = match contents {
            Contents::List(items) => Value::List(items),
            Contents::Map { entries, .. } => Value::Map(entries),
        };
        self.add(Node {
            span: span.to(end),
            value,
        });
    }

    /// Puts a complete node where it belongs: into the list, or as key or value into the map.
    fn add(&mut self, mut node: Node) {
        let Some(Open { contents, .. }) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        match contents {
            Contents::List(items) => items.push(node),
            Contents::Map {
                key: waiting @ None,
                ..
            } => {
                let span = node.span;
                *waiting = Some(Key {
                    text: word(&node),
                    span,
                });
                self.check_key(&node);
            }
            Contents::Map {
                entries,
                key: waiting,
            } => {
                let Some(Key {
                    text: Some(key),
                    span: key_span,
                }) = waiting.take()
                else {
                    return;
                };
                if node.is_null() && node.span.is_empty() {
                    node.span = key_span;
                }
                match entries.iter().find(|entry| entry.key == key) {
                    Some(first) => self.found.push(twice(&key, key_span, first.key_span)),
                    None => entries.push(Entry {
                        key,
                        key_span,
                        value: node,
                    }),
                }
            }
        }
    }

    fn check_key(&mut self, node: &Node) {
        let plain = node.scalar().is_some_and(Scalar::is_plain);
        match word(node) {
            None => self.refuse(
                node.span,
                "a key must be a word",
                "write a word or a quoted text before the `:`",
            ),
            Some(key) if key == "<<" && plain => {
                self.refuse(
                    node.span,
                    "merge keys are not used in these tables",
                    "write the attributes out",
                );
            }
            Some(_) => (),
        }
    }

    fn refuse(&mut self, span: Span, message: &str, help: &str) {
        self.refused = true;
        self.found.push(
            Diagnostic::error(Code::REFUSED_YAML, message)
                .at(span, "not read")
                .help(help),
        );
    }

    fn scalar(&self, decoded: String, style: ScalarStyle, span: Span) -> Node {
        let style = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::SingleQuoted,
            ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
        };
        let nothing = ["", "~", "null", "Null", "NULL"].contains(&decoded.as_str());
        if style == Style::Plain && nothing {
            return Node {
                span,
                value: Value::Null,
            };
        }
        let range = match style {
            Style::SingleQuoted | Style::DoubleQuoted => {
                span.start as usize + 1..span.end as usize - 1
            }
            Style::Plain | Style::Literal | Style::Folded => span.range(),
        };
        let written = places::Written {
            file: self.file,
            text: self.text,
            range,
            style,
        };
        let fragment = places::locate(&written, decoded);
        let span = match style {
            Style::Literal | Style::Folded => Span::new(self.file, span.start, fragment.end()),
            Style::Plain | Style::SingleQuoted | Style::DoubleQuoted => span,
        };
        Node {
            span,
            value: Value::Scalar(Scalar { style, fragment }),
        }
    }

    fn span(&self, place: granit_parser::Span) -> Span {
        // INVARIANT: the reader counts bytes because it reads from a `str`.
        let range = place.byte_range().unwrap_or_default();
        Span::new(
            self.file,
            offset(self.base + range.start),
            offset(self.base + range.end),
        )
    }

    /// The byte that the mistake is blamed on; the reader notices some mistakes only later.
    fn blame(&self, error: &ScanError) -> usize {
        let at = self.base + error.marker().byte_offset().unwrap_or_default();
        if TABS.contains(error.kind()) {
            return nearest_tab(self.text, at).unwrap_or(at);
        }
        if !QUOTES.contains(error.kind()) {
            return at;
        }
        // The open text is the first thing after what was read completely.
        let since = self
            .text
            .get(self.last..at.max(self.last))
            .unwrap_or_default();
        first_quote(since).map_or(at, |quote| self.last + quote)
    }

    /// The reader's mistake in the author's words, at the character where it stopped.
    fn explain(&self, error: &ScanError) -> Diagnostic {
        let start = self.blame(error);
        let rest = self.text.get(start..).unwrap_or_default();
        let visible = |symbol: &char| *symbol == '\t' || !symbol.is_control();
        let length = rest
            .chars()
            .next()
            .filter(visible)
            .map_or(0, char::len_utf8);
        let span = Span::new(self.file, offset(start), offset(start + length));
        let known = WORDS
            .iter()
            .find(|(kinds, ..)| kinds.contains(error.kind()));
        let (message, help) = match known {
            Some(&(_, message, help)) => (message.to_owned(), help),
            None => other_words(error),
        };
        let diagnostic = Diagnostic::error(Code::UNREADABLE_YAML, message).at(span, "");
        if help.is_empty() {
            diagnostic
        } else {
            diagnostic.help(help)
        }
    }
}

/// The first quote of a text outside its comments.
fn first_quote(text: &str) -> Option<usize> {
    let mut comment = false;
    let mut before = ' ';
    for (at, symbol) in text.char_indices() {
        comment = symbol != '\n' && (comment || symbol == '#' && before.is_whitespace());
        if !comment && ['"', '\''].contains(&symbol) {
            return Some(at);
        }
        before = symbol;
    }
    None
}

/// The tab that the reader stumbled over: here, just before, or in the blanks that follow.
fn nearest_tab(text: &str, at: usize) -> Option<usize> {
    let before = at.checked_sub(1)?;
    if text.as_bytes().get(before) == Some(&b'\t') {
        return Some(before);
    }
    let rest = text.get(at..)?;
    let blanks = rest.len() - rest.trim_start_matches([' ', '\r', '\n']).len();
    rest[blanks..].starts_with('\t').then_some(at + blanks)
}

/// The text of a scalar that can be a key.
fn word(node: &Node) -> Option<String> {
    node.scalar().map(|scalar| scalar.text().to_owned())
}

fn twice(key: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::error(
        Code::DUPLICATE_KEY,
        format!("the key `{key}` is given twice"),
    )
    .at(again, "given again")
    .also(first, "given first")
}

const TABS: &[ErrorKind] = &[
    ErrorKind::TabNotAllowed,
    ErrorKind::TabInBlockIndentation,
    ErrorKind::TabInIndentation,
    ErrorKind::TabInPlainScalar,
    ErrorKind::TabAtBlockScalarStart,
];

const QUOTES: &[ErrorKind] = &[
    ErrorKind::UnclosedQuotedScalar,
    ErrorKind::InvalidQuotedScalarIndent,
];

type Words = (&'static [ErrorKind], &'static str, &'static str);

/// The mistakes that people make, in our words; of the others the reader's own words are good enough.
const WORDS: &[Words] = &[
    (
        TABS,
        "a tab where only spaces may stand",
        "indent with spaces",
    ),
    (
        &[
            ErrorKind::MappingValueNotAllowed,
            ErrorKind::InvalidColonPlacement,
        ],
        "a `:` that belongs to no key",
        "put a text with `: ` in it in quotes, and give the keys of one map the same indentation",
    ),
    (
        &[ErrorKind::SimpleKeyExpected],
        "a line without `:` among keys with values",
        "write `key: value`, or indent the line so that it goes on with the value above",
    ),
    (
        &[ErrorKind::ExpectedBlockSequenceEntry],
        "a line without `-` among the items of a list",
        "start every item with `- `",
    ),
    (
        &[
            ErrorKind::ExpectedBlockMappingKey,
            ErrorKind::InvalidIndentation,
        ],
        "an indentation that fits nothing above",
        "give the keys of one map, and the items of one list, the same indentation",
    ),
    (
        &[ErrorKind::BlockSequenceEntryNotAllowed],
        "a list item that does not start its own line",
        "start every `- ` item on a line of its own",
    ),
    (
        QUOTES,
        "a quote that is not closed within its value",
        "close the quote, or indent the lines that belong to it",
    ),
    (
        &[
            ErrorKind::InvalidTrailingSingleQuotedScalar,
            ErrorKind::InvalidTrailingDoubleQuotedScalar,
        ],
        "something after the closing quote",
        "put the whole value in quotes",
    ),
    (
        &[ErrorKind::ExpectedFlowMappingSeparator],
        "expected `,` or `}`",
        "",
    ),
    (
        &[ErrorKind::ExpectedFlowSequenceSeparator],
        "expected `,` or `]`",
        "",
    ),
    (
        &[ErrorKind::DirectiveDisallowed],
        "`%` lines are not used in these tables",
        "leave it out",
    ),
    (
        &[ErrorKind::MisplacedFlowCollectionEnd],
        "a bracket that closes nothing",
        "",
    ),
    (
        &[ErrorKind::UnknownQuotedScalarEscape],
        "an unknown escape in this text",
        "write `\\\\` for a backslash, or use single quotes",
    ),
    (
        &[ErrorKind::CommentInterceptedScalar],
        "a comment in the middle of a value",
        "check the indentation of the next line, or put the comment above",
    ),
    (
        &[ErrorKind::RecursionLimitExceeded],
        "this is nested too deep",
        "",
    ),
];

fn other_words(error: &ScanError) -> (String, &'static str) {
    if let ErrorKind::UnclosedFlowCollection { open } = error.kind() {
        return (format!("`{open}` is never closed"), "");
    }
    if let ErrorKind::MismatchedFlowCollectionEnd { open, close } = error.kind() {
        return (format!("`{open}` is closed by `{close}`"), "");
    }
    if let ErrorKind::UnexpectedCharacter { character: '`' } = error.kind() {
        return (
            "a value cannot start with a backtick".to_owned(),
            "put the text in quotes",
        );
    }
    if let ErrorKind::UnexpectedCharacter { character } = error.kind() {
        return (
            format!("a value cannot start with `{character}`"),
            "put the text in quotes",
        );
    }
    (error.info(), "")
}
