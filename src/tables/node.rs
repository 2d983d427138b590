//! A YAML value with its place, and the plain questions one can ask it.
//!
//! A question that the value cannot answer gives the diagnostic that says so at the value.

mod entries;

pub use entries::{Entries, Written};

use crate::scalar::Scalar;
use ludex_report::{Code, Diagnostic};
use ludex_source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The answer of a value, or why it has none.
pub type NodeResult<T> = Result<T, Box<Diagnostic>>;

/// A value and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The place, quotes included; of a value left out, the place of its key.
    pub span: Span,
    /// The value without its place.
    pub value: Value,
}

/// A YAML value without any meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `key:`, `~` or `null`
    Null,
    /// `3`, `wolf`, `"wolf"`, `| ...`
    Scalar(Scalar),
    /// `[1, 2]` or `- 1`
    List(Vec<Node>),
    /// `{a: 1}` or `a: 1`
    // INVARIANT: every key once; `yaml.rs` refuses the second.
    // Shared, so that a row which is kept from an older text costs nothing.
    Map(Arc<Entries>),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key, decoded: without quotes and escapes.
    pub key: String,
    /// The span of the key, quotes included.
    pub key_span: Span,
    /// The value behind the colon.
    pub value: Node,
}

impl Entry {
    /// Key and value together.
    pub fn span(&self) -> Span {
        self.key_span.to(self.value.span)
    }

    /// The span of the key without the quotes around it.
    pub fn name_span(&self) -> Span {
        let span = self.key_span;
        let quotes = span.len().saturating_sub(self.key.len() as u32) / 2;
        Span::new(span.file, span.start + quotes, span.end - quotes)
    }

    /// The owner and the name of a key such as `grain.rye`, each with its span; a key without a dot has no owner.
    pub fn key_parts(&self) -> (Option<(&str, Span)>, (&str, Span)) {
        let whole = self.name_span();
        let Some((owner, name)) = self.key.split_once('.') else {
            return (None, (&self.key, whole));
        };
        let dot = whole.start + owner.len() as u32;
        let of = Span::new(whole.file, whole.start, dot);
        let rest = Span::new(whole.file, dot + 1, whole.end);
        (Some((owner, of)), (name, rest))
    }
}

impl Node {
    /// Moves the value with all that is in it by some bytes: the same text stands elsewhere in its file now.
    pub(super) fn shift(&mut self, by: i32) {
        if by == 0 {
            return;
        }
        self.span.shift(by);
        match &mut self.value {
            Value::Null => {}
            Value::Scalar(scalar) => scalar.shift(by),
            Value::List(items) => items.iter_mut().for_each(|item| item.shift(by)),
            Value::Map(entries) => Arc::make_mut(entries).shift(by),
        }
    }

    /// Returns the tree in which a map whose keys are tags of locales is the value of one of them, or of the first where that
    /// one has none; none where no such map is.
    #[must_use]
    pub fn in_locale(&self, tags: &BTreeSet<String>, tag: &str, first: &str) -> Option<Node> {
        let entries = self.entries();
        let is_text = |entry: &Entry| tags.contains(&entry.key) && entry.value.scalar().is_some();
        if self.get(first).is_some() && entries.iter().all(is_text) {
            return self.get(tag).or_else(|| self.get(first)).cloned();
        }
        let inner = |node: &Node| node.in_locale(tags, tag, first);
        let mut made = None;
        let items = self.items().iter();
        for (nth, item) in items
            .chain(entries.iter().map(|entry| &entry.value))
            .enumerate()
        {
            if let Some(other) = inner(item) {
                match &mut made.get_or_insert_with(|| self.clone()).value {
                    Value::List(items) => items[nth] = other,
                    Value::Map(entries) => Arc::make_mut(entries)[nth].value = other,
                    Value::Null | Value::Scalar(_) => {}
                }
            }
        }
        made
    }

    /// Adds the texts of the first locale that stand beside those of another one, in a map whose keys are tags of locales.
    pub fn texts_beside(
        &self,
        tags: &BTreeSet<String>,
        [tag, first]: [&str; 2],
        texts: &mut BTreeSet<String>,
    ) {
        let entries = self.entries();
        let is_text = |entry: &Entry| tags.contains(&entry.key) && entry.value.scalar().is_some();
        let text = self.get(first).and_then(Node::scalar);
        if let Some(text) = text
            && entries.iter().all(is_text)
        {
            if self.get(tag).is_some() {
                texts.insert(text.text().to_owned());
            }
            return;
        }
        let inner = self
            .items()
            .iter()
            .chain(entries.iter().map(|entry| &entry.value));
        inner.for_each(|node| node.texts_beside(tags, [tag, first], texts));
    }

    /// The value of a key; none when there is no such key, or this is no map.
    pub fn get(&self, key: &str) -> Option<&Node> {
        Some(&self.entry(key)?.value)
    }

    /// The key with its value; none when there is no such key, or this is no map.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        // Each row is asked for some ten keys; most that are as long begin otherwise.
        let first = key.as_bytes().first();
        let begins = |entry: &&Entry| entry.key.as_bytes().first() == first;
        let mut entries = self.entries().iter().filter(begins);
        entries.find(|entry| entry.key == key)
    }

    /// The entries of a map; of anything else, none.
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) => entries,
            Value::Null | Value::Scalar(_) | Value::List(_) => &[],
        }
    }

    /// The items of a list; of anything else, none.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            Value::Null | Value::Scalar(_) | Value::Map(_) => &[],
        }
    }

    /// The scalar, if it is one.
    pub fn scalar(&self) -> Option<&Scalar> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            Value::Null | Value::List(_) | Value::Map(_) => None,
        }
    }

    /// Tells whether the value was left out.
    pub fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }

    /// The entries, or the complaint that this is no map.
    pub fn as_map(&self) -> NodeResult<&[Entry]> {
        match &self.value {
            Value::Map(entries) => Ok(entries),
            Value::Null | Value::Scalar(_) | Value::List(_) => Err(self.wrong("keys with values")),
        }
    }

    /// The items, or the complaint that this is no list.
    pub fn as_list(&self) -> NodeResult<&[Node]> {
        match &self.value {
            Value::List(items) => Ok(items),
            Value::Scalar(scalar) => Err(self.one_for_several(scalar)),
            Value::Map(_) => {
                let help = "every item of a list stands in a line of its own, behind `- `";
                Err(Box::new(self.wrong("a list").help(help)))
            }
            Value::Null => Err(self.wrong("a list")),
        }
    }

    /// The complaint about a single value where several can stand.
    fn one_for_several(&self, scalar: &Scalar) -> Box<Diagnostic> {
        let wrong = self.wrong("a list");
        let text = scalar.text().trim();
        let written = if scalar.is_plain() {
            text.to_owned()
        } else {
            format!("{text:?}")
        };
        // Inside `[…]` these end a plain item, or begin something else.
        if text.contains('\n')
            || scalar.is_plain() && text.contains([',', '[', ']', '{', '}', ':', '#'])
        {
            let help =
                "several can stand here: write a list of one, behind `- ` in a line of its own";
            return Box::new(wrong.help(help));
        }
        let help = format!("several can stand here: a list of one is `[{written}]`");
        Box::new(wrong.help(help).fix(self.span, format!("[{written}]")))
    }

    /// The scalar as text whatever it looks like: `3` and `true` are texts too.
    pub fn as_text(&self) -> NodeResult<&Scalar> {
        self.scalar().ok_or_else(|| {
            let wrong = self.wrong("a text");
            let help = match &self.value {
                Value::Map(_) => {
                    "the `: ` in it makes a key with a value: put the whole text in quotes"
                }
                Value::List(_) => "a text that begins with `[`, or with `- `, stands in quotes",
                Value::Null | Value::Scalar(_) => return wrong,
            };
            Box::new(wrong.help(help))
        })
    }

    /// The whole number: digits without quotes, or `0x` and `0o` with theirs.
    pub fn as_int(&self) -> NodeResult<i64> {
        let Some(scalar) = self.scalar() else {
            return Err(self.wrong("a whole number"));
        };
        match scalar.int() {
            Some(Some(number)) if scalar.is_plain() => Ok(number),
            Some(None) => Err(self.too_large()),
            Some(Some(number)) => {
                let help = format!("write `{number}` without quotes");
                let wrong = self.wrong("a whole number").help(help);
                Err(Box::new(wrong.fix(self.span, number.to_string())))
            }
            None => Err(self.wrong("a whole number")),
        }
    }

    /// `true` or `false`, without quotes.
    pub fn as_bool(&self) -> NodeResult<bool> {
        let text = self.scalar().map_or("", Scalar::text);
        let plain = self.scalar().is_some_and(Scalar::is_plain);
        match text.to_ascii_lowercase().as_str() {
            "true" if plain => Ok(true),
            "false" if plain => Ok(false),
            "true" | "yes" | "on" | "y" => Err(self.rather("true")),
            "false" | "no" | "off" | "n" => Err(self.rather("false")),
            _ => Err(self.wrong("`true` or `false`")),
        }
    }

    fn rather(&self, word: &str) -> Box<Diagnostic> {
        let wrong = self.wrong("`true` or `false`");
        Box::new(wrong.help(format!("write `{word}`")).fix(self.span, word))
    }

    /// The complaint that something else was expected here: `expected a list, found the text `wolf``.
    pub fn wrong(&self, expected: &str) -> Box<Diagnostic> {
        let message = format!("expected {expected}, found {}", self.describe());
        Box::new(
            Diagnostic::error(Code::WRONG_VALUE, message).at(self.span, format!("not {expected}")),
        )
    }

    /// Gives what a map gives, in words and in its order, without its `id`.
    #[must_use]
    pub fn written(&self) -> Written {
        if let Value::Map(entries) = &self.value {
            Arc::clone(entries.written())
        } else {
            Written::default()
        }
    }

    /// A value in words: lists and maps without their brackets.
    pub(crate) fn words(&self) -> String {
        match &self.value {
            Value::Null => "none".into(),
            Value::Scalar(scalar) => scalar.text().trim_end().to_owned(),
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(Node::words).collect();
                items.join(", ")
            }
            Value::Map(entries) => {
                let pairs = entries
                    .iter()
                    .map(|entry| format!("{} {}", entry.key, entry.value.words()));
                pairs.collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// The value in a few words, for messages.
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "keys with values".to_owned(),
            Value::Scalar(scalar) => scalar.describe(),
        }
    }

    fn too_large(&self) -> Box<Diagnostic> {
        let message = format!("{} does not fit", self.describe());
        Box::new(Diagnostic::error(Code::OUT_OF_RANGE, message).at(self.span, "too many digits"))
    }
}
