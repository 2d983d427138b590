//! A tree that grows node by node, and what it will not take: a key given twice, a key that is no word, a merge key.

use crate::node::{Entry, Node, Value};
use crate::open_map::OpenMap;
use crate::scalar::Scalar;
use crate::slips;
use ludex_report::{Code, Diagnostic};
use ludex_source::Span;
use std::sync::Arc;

/// A tree that grows with the reader's events.
#[derive(Default)]
pub(super) struct TreeBuilder {
    open: Vec<OpenNode>,
    pub(super) root: Option<Node>,
    /// The mistakes, each with whether something was left out that may have had a meaning.
    pub(super) found: Vec<(Diagnostic, bool)>,
}

/// A collection whose end was not met yet.
struct OpenNode {
    /// Grows with each value: a block collection has no closing mark, and ends with its last one.
    span: Span,
    contents: Contents,
}

enum Contents {
    List(Vec<Node>),
    Map(OpenMap, Option<OpenKey>),
}

/// A key that waits for its value; without text if it was refused.
struct OpenKey {
    text: Option<String>,
    span: Span,
}

impl TreeBuilder {
    /// Opens a list, which `close` ends.
    pub(super) fn list(&mut self, span: Span) {
        let contents = Contents::List(Vec::new());
        self.open.push(OpenNode { span, contents });
    }

    /// Opens a map, which `close` ends.
    pub(super) fn map(&mut self, span: Span) {
        let contents = Contents::Map(OpenMap::default(), None);
        self.open.push(OpenNode { span, contents });
    }

    /// Ends the innermost collection, with its closing bracket or with an empty span.
    pub(super) fn close(&mut self, end: Span, text: &str) {
        let Some(OpenNode { span, contents }) = self.open.pop() else {
            return;
        };
        if !end.is_empty()
            && let Some(cut) = cut_by_comma(&contents).or_else(|| without_value(text, &contents))
        {
            self.found.push((cut, true));
        }
        let span = if end.is_empty() { span } else { span.to(end) };
        let value = match contents {
            Contents::List(items) => Value::List(items),
            Contents::Map(entries, _) => Value::Map(Arc::new(entries.closed())),
        };
        self.add(Node { span, value });
    }

    /// Puts a complete node where it belongs: into the list, or as key or value into the map.
    pub(super) fn add(&mut self, node: Node) {
        let Some(OpenNode { span, contents }) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        *span = span.to(node.span);
        match contents {
            Contents::List(items) => items.push(node),
            Contents::Map(entries, waiting) => match waiting.take() {
                Some(key) => {
                    let entry = entry(key, node);
                    let twice = entry.and_then(|entry| entries.enter(entry));
                    self.found.extend(twice.map(|twice| (twice, false)));
                }
                None => {
                    *waiting = Some(OpenKey {
                        text: word(&node),
                        span: node.span,
                    });
                    self.check_key(&node);
                }
            },
        }
    }

    /// Says that something is not read here; the tree is then incomplete.
    pub(super) fn refuse(&mut self, span: Span, message: &str, help: &str) {
        let refusal = Diagnostic::error(Code::REFUSED_YAML, message);
        let refusal = refusal.at(span, "not read").help(help);
        self.found.push((refusal, true));
    }

    fn check_key(&mut self, node: &Node) {
        let Some(scalar) = node.scalar() else {
            let help = "write a word or a quoted text before the `:`";
            return self.refuse(node.span, "a key must be a word", help);
        };
        let word = scalar.text().split(' ').next().unwrap_or_default();
        let opens = [" {", " ["]
            .iter()
            .any(|bracket| scalar.text().contains(bracket));
        if scalar.is_plain() && opens && slips::is_word(word) {
            let found = slips::missing_colon(scalar.span(0, word.len()), word);
            self.found.push((found, true));
        }
        if scalar.is_plain() && scalar.text() == "<<" {
            let message = "merge keys are not used in these tables";
            self.refuse(node.span, message, "write the attributes out");
        }
    }
}

/// Tells of the first value between brackets that ends too early, because a comma in round brackets parts items here.
fn cut_by_comma(contents: &Contents) -> Option<Diagnostic> {
    let values: Vec<&Node> = match contents {
        Contents::List(items) => items.iter().collect(),
        Contents::Map(entries, _) => entries.all().iter().map(|entry| &entry.value).collect(),
    };
    // The last one ends with the collection, not at a comma.
    let (_, before) = values.split_last()?;
    let cut = before.iter().find(|value| {
        let plain = value.scalar().filter(|scalar| scalar.is_plain());
        plain.is_some_and(|scalar| {
            let count = |bracket| scalar.text().matches(bracket).count();
            count('(') > count(')')
        })
    })?;
    let diagnostic = Diagnostic::error(Code::UNREADABLE_YAML, "a comma ends this value too early");
    let help = "inside `{…}` and `[…]` a comma parts the values: put a text with a comma in quotes";
    Some(diagnostic.at(cut.span, "its `(` is not closed").help(help))
}

/// Tells of a key between brackets that has no colon.
fn without_value(text: &str, contents: &Contents) -> Option<Diagnostic> {
    match contents {
        Contents::Map(entries, _) => slips::without_value(text, entries.all()),
        Contents::List(_) => None,
    }
}

/// The entry of a key; none when the key was refused.
fn entry(key: OpenKey, mut value: Node) -> Option<Entry> {
    let (key, key_span) = (key.text?, key.span);
    if value.is_null() && value.span.is_empty() {
        value.span = key_span;
    }
    Some(Entry {
        key,
        key_span,
        value,
    })
}

/// The text of a scalar that can be a key.
fn word(node: &Node) -> Option<String> {
    node.scalar().map(Scalar::text).map(str::to_owned)
}
