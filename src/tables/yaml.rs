//! The one file that names the YAML reader: trees of nodes with their places.
//!
//! A pass reads a part of a file and ends where the reader stops. What has no place in our tables (anchors, aliases, tags,
//! merge keys, directives, a second document) is refused by name.

use std::ops::Range;
use std::sync::Arc;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError};

use crate::node::{Node, Value};
use crate::places::WrittenScalar;
use crate::rules_text::KeptTree;
use crate::scalar::{Scalar, Style};
use crate::tree::TreeBuilder;
use crate::{places, slips};
use ludex_report::{Code, Diagnostic};
use ludex_source::span::offset;
use ludex_source::{FileId, Fragment, Span};

/// Deeper nesting is refused; no table needs a tenth of it.
const DEPTH: usize = 64;

/// One pass of the reader over a part of a file.
pub(super) struct YamlPass<'a> {
    file: FileId,
    text: &'a str,
    /// The first byte of the part that is read.
    base: usize,
    /// That part, which its values share.
    part: Arc<str>,
    pub(super) tree: TreeBuilder,
    documents: usize,
    pub(super) stopped: Option<Diagnostic>,
}

impl<'a> YamlPass<'a> {
    pub(super) fn over(file: FileId, text: &'a str, part: Range<usize>) -> YamlPass<'a> {
        let options = granit_parser::options! {
            emit_comments: false,
            disallow_directives: true,
            emit_unresolved_aliases: true,
            emit_anchor_events: true,
            flow_nesting_limit: DEPTH,
            block_nesting_limit: DEPTH,
        };
        let mut pass = YamlPass {
            file,
            text,
            base: part.start,
            part: text[part.clone()].into(),
            tree: TreeBuilder::default(),
            documents: 0,
            stopped: None,
        };
        for event in Parser::new_from_str_with_options(&text[part], options) {
            match event {
                Ok((event, place)) => pass.event(event, place),
                Err(error) => pass.stopped = Some(pass.explain(&error)),
            }
            if pass.stopped.is_some() || pass.documents > 1 {
                break;
            }
        }
        pass
    }

    fn event(&mut self, event: Event<'_>, place: granit_parser::Span) {
        let span = self.span(place);
        if let Some(tag) = place.tag_span() {
            let tag = self.span(tag);
            self.tree.refuse(
                tag,
                "tags are not used in these tables",
                "leave it out; the kind says what a value is",
            );
        }
        match event {
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd | Event::Comment(..) => (),
            Event::DocumentStart(..) => self.document(span),
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                self.tree.refuse(
                    span,
                    "aliases are not used in these tables",
                    "write the value again",
                );
                self.tree.add(Node {
                    span,
                    value: Value::Null,
                });
            }
            Event::Anchor(..) => self.tree.refuse(
                span,
                "anchors are not used in these tables",
                "leave it out, and write the value where it is needed",
            ),
            Event::Scalar(text, style, ..) => {
                let node = self.scalar(text.into_owned(), style, span);
                self.tree
                    .found
                    .extend(slips::lonely_quote(&node).map(|found| (found, true)));
                self.tree.add(node);
            }
            Event::SequenceStart(..) => self.tree.list(span),
            Event::MappingStart(..) => self.tree.map(span),
            Event::SequenceEnd | Event::MappingEnd => self.tree.close(span, self.text),
            // The crate may add sorts of events; a new sort must not lose meaning silently.
            _ => self.tree.refuse(
                span,
                "this YAML is not used in these tables",
                "write it as keys, lists and texts",
            ),
        }
    }

    fn document(&mut self, span: Span) {
        self.documents += 1;
        if self.documents > 1 {
            self.tree.refuse(
                span,
                "a file holds one document only",
                "move the rest to a file of its own",
            );
        }
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
                span.range().start + 1..span.range().end - 1
            }
            Style::Plain | Style::Literal | Style::Folded => span.range(),
        };
        let written = WrittenScalar {
            file: self.file,
            text: self.text,
            range,
            style,
        };
        let fragment = match self.verbatim(&written, &decoded) {
            Some(fragment) => fragment,
            None => places::locate(&written, decoded),
        };
        let rules = match style {
            Style::Literal => None,
            Style::Plain | Style::SingleQuoted | Style::DoubleQuoted | Style::Folded => {
                places::with_comments_ended(&written, &fragment)
            }
        };
        let span = match style {
            Style::Literal | Style::Folded => Span::new(self.file, span.start, fragment.end()),
            Style::Plain | Style::SingleQuoted | Style::DoubleQuoted => span,
        };
        Node {
            span,
            value: Value::Scalar(Scalar {
                style,
                fragment,
                rules,
                tree: KeptTree::default(),
            }),
        }
    }

    /// The text of a scalar that is written as it reads: a part of the text that is read.
    fn verbatim(&self, written: &WrittenScalar<'_>, decoded: &str) -> Option<Fragment> {
        let is_block = matches!(written.style, Style::Literal | Style::Folded);
        if is_block || self.text.get(written.range.clone()) != Some(decoded) {
            return None;
        }
        let part = Fragment::verbatim(self.file, Arc::clone(&self.part), offset(self.base));
        Some(part.sub(written.range.start - self.base..written.range.end - self.base))
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

    /// The byte that the mistake is blamed on; the reader notices a tab only behind it.
    fn blame(&self, error: &ScanError) -> usize {
        let at = self.base + error.marker().byte_offset().unwrap_or_default();
        if TABS.contains(error.kind()) && self.text[..at].ends_with('\t') {
            at - 1
        } else {
            at
        }
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

type ErrorWords = (&'static [ErrorKind], &'static str, &'static str);

/// The mistakes that people make, in our words; of the others the reader's own words are good enough.
const WORDS: &[ErrorWords] = &[
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
        "start every item with `- `; what belongs to the item above is indented as far as its other keys",
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
        "put a text with `,`, `: ` or brackets in it in quotes, or write the row over several lines",
    ),
    (
        &[ErrorKind::ExpectedFlowSequenceSeparator],
        "expected `,` or `]`",
        "put a text with `,`, `: ` or brackets in it in quotes, or write the row over several lines",
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
