//! The base of all builders of tree nodes: the pieces of a matched rule by name, spans, names, doc comments, and types.
//!
//! Takes pest's pairs of a text that matched. It can still find mistakes that the grammar can't say, such as a number too
//! large.

use std::cell::{Cell, RefCell};

use crate::ast;
use crate::grammar::{Pair, Rule};
use crate::layout::Doc;
use ludex_report::{Code, Diagnostic};
use ludex_source::{Fragment, Span};

/// Builds the tree of one text.
pub(super) struct AstBuilder<'a> {
    /// The source of the text, which knows where it stands.
    pub(super) fragment: &'a Fragment,
    /// The place in the fragment of the text's first byte.
    pub(super) base: usize,
    /// The doc comments of the text, their places counted as in the text.
    pub(super) docs: &'a [Doc],
    /// Mistakes found on the way.
    pub(super) found: RefCell<Vec<Diagnostic>>,
    /// The depth of the node being built.
    pub(super) depth: Cell<usize>,
}

/// Nodes inside nodes beyond this are refused, so that no tree exhausts the stack of who walks it.
const DEEPEST: usize = 400;

impl AstBuilder<'_> {
    /// Builds a node inside the present one; none, and a mistake, when that is too deep.
    pub(super) fn deeper<T>(&self, span: Span, build: impl FnOnce() -> T) -> Option<T> {
        if self.depth.get() >= DEEPEST {
            let help = "give a part a name of its own, with `let`, as a query or as an effect";
            self.error(span, "this is nested too deeply", Some(help));
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let made = build();
        self.depth.set(self.depth.get() - 1);
        Some(made)
    }

    /// Tells where a pair stands, without the spaces after it.
    pub(super) fn span(&self, pair: &Pair<'_>) -> Span {
        let start = self.base + pair.as_span().start();
        self.fragment
            .span(start, start + pair.as_str().trim_end().len())
    }

    pub(super) fn name(&self, pair: &Pair<'_>) -> ast::Name {
        ast::Name {
            text: pair.as_str().trim_end().to_owned(),
            span: self.span(pair),
        }
    }

    /// The name of a rule that is only a name.
    pub(super) fn wrapped_name(&self, pair: Pair<'_>) -> ast::Name {
        self.name(&Kids::of(pair).need(Rule::name))
    }

    pub(super) fn names(&self, pair: Pair<'_>) -> Vec<ast::Name> {
        let names = Kids::of(pair).all(Rule::name);
        names.iter().map(|name| self.name(name)).collect()
    }

    /// The text between quotes.
    pub(super) fn text(&self, pair: &Pair<'_>) -> String {
        self.braces(pair);
        unescaped(pair.as_str())
    }

    /// A phrase: a text in which words in braces are values.
    pub(super) fn phrase(&self, kids: &mut Kids<'_>) -> Option<ast::Phrase> {
        let pair = Kids::of(kids.take(Rule::phrase)?).need(Rule::string);
        Some(self.words(&pair))
    }

    /// The words between quotes, cut at their values.
    pub(super) fn words(&self, pair: &Pair<'_>) -> ast::Phrase {
        let start = pair.as_span().start() + 1;
        let quoted = pair.as_str();
        ast::Phrase {
            text: unescaped(quoted),
            parts: self.phrase_parts(&quoted[1..quoted.len() - 1], start),
            span: self.span(pair),
        }
    }

    /// A phrase cut at its holes; `start` is where its words begin in the text.
    pub(super) fn phrase_parts(&self, words: &str, start: usize) -> Vec<ast::PhrasePart> {
        let (mut parts, mut from) = (Vec::new(), 0);
        while let Some(open) = words[from..].find('{').map(|at| from + at) {
            if open > from {
                parts.push(ast::PhrasePart::Words(unescape(&words[from..open])));
            }
            let Some(close) = words[open..].find('}').map(|at| open + at) else {
                let span = self.at(start + open, start + words.len());
                let help = "write `}` behind the name";
                self.slip(Code::UNCLOSED, span, "a value that is never closed", help);
                return parts;
            };
            parts.extend(self.hole(&words[open + 1..close], start + open + 1));
            from = close + 1;
        }
        if from < words.len() {
            parts.push(ast::PhrasePart::Words(unescape(&words[from..])));
        }
        parts
    }

    /// Parses a hole of a phrase, the text between its two braces.
    fn hole(&self, inner: &str, start: usize) -> Option<ast::PhrasePart> {
        let mut cut = inner.split('|');
        let name = cut.next().unwrap_or_default();
        let span = self.at(start, start + name.len());
        let is_letter = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
        let named = !name.is_empty() && name.chars().all(is_letter);
        let text = name.to_owned();
        let name = ast::Name { text, span };
        match (named, cut.next(), cut.next(), cut.next()) {
            (true, None, ..) => Some(ast::PhrasePart::Value(name)),
            (true, Some(one), Some(more), None) => {
                Some(ast::PhrasePart::Forms(name, unescape(one), unescape(more)))
            }
            _ => {
                let span = self.at(start - 1, start + inner.len() + 1);
                let help = "write `{name}`, or `{name|card|cards}` for one and for several";
                self.slip(
                    Code::UNREADABLE_RULES,
                    span,
                    "a value that can't be read",
                    help,
                );
                None
            }
        }
    }

    fn at(&self, start: usize, end: usize) -> Span {
        self.fragment.span(self.base + start, self.base + end)
    }

    fn slip(&self, code: Code, span: Span, message: &str, help: &str) {
        let slip = Diagnostic::error(code, message).at(span, "in these words for people");
        self.found.borrow_mut().push(slip.help(help));
    }

    /// Warns of words in braces: in other languages they would be values, here people read them as they stand.
    fn braces(&self, pair: &Pair<'_>) {
        let quoted = pair.as_str();
        let Some(start) = quoted.find('{') else {
            return;
        };
        let Some(length) = quoted[start..].find('}') else {
            return;
        };
        let inner = quoted[start + 1..start + length].trim_start();
        if !inner.starts_with(|symbol: char| symbol.is_alphabetic() || symbol == '_') {
            return;
        }
        let at = self.base + pair.as_span().start() + start;
        let span = self.fragment.span(at, at + length + 1);
        let told = &quoted[start..=start + length];
        self.found.borrow_mut().push(
            Diagnostic::warning(Code::BRACES_IN_WORDS, format!("`{told}` is no value here"))
                .at(span, "people read it as it stands")
                .help("say it in words"),
        );
    }

    /// The doc comments that begin between two places of the text.
    pub(super) fn doc(&self, from: usize, to: usize) -> String {
        let lines = self.docs.iter().filter(|doc| from <= doc.at && doc.at < to);
        let lines: Vec<&str> = lines.map(|doc| doc.text.as_str()).collect();
        lines.join("\n")
    }

    pub(super) fn error(&self, span: Span, message: impl Into<String>, help: Option<&str>) {
        let diagnostic = Diagnostic::error(Code::UNREADABLE_RULES, message).at(span, "");
        let diagnostic = match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        };
        self.found.borrow_mut().push(diagnostic);
    }

    /// The one clause of a sort; a second one is a mistake.
    pub(super) fn only<'i>(&self, kids: &mut Kids<'i>, rule: Rule) -> Option<Pair<'i>> {
        let mut clauses = kids.all(rule).into_iter();
        let first = clauses.next();
        for clause in clauses {
            let text = clause
                .as_str()
                .split_whitespace()
                .next()
                .unwrap_or_default();
            self.error(self.span(&clause), format!("`{text}` is given twice"), None);
        }
        first
    }

    pub(super) fn ty(&self, pair: Pair<'_>) -> ast::Type {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let optional = kids.has(Rule::question);
        let plain = self.plain_type(kids.first());
        if !optional {
            return plain;
        }
        let kind = ast::TypeKind::Optional(Box::new(plain));
        ast::Type { span, kind }
    }

    fn plain_type(&self, pair: Pair<'_>) -> ast::Type {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        let row = TYPES.iter().find(|row| row.0 == rule);
        // INVARIANT: `TYPES` has a row for each alternative of `plain_type` in the grammar.
        let build = row.expect("a sort of type without a row").1;
        let kind = self.deeper(span, || build(self, &mut kids));
        let kind = kind.unwrap_or_else(|| ast::TypeKind::Name(String::new()));
        ast::Type { span, kind }
    }

    fn inner_type(&self, kids: &mut Kids<'_>) -> Box<ast::Type> {
        let inner = Kids::of(kids.need(Rule::plain_kind)).first();
        Box::new(self.plain_type(inner))
    }

    pub(super) fn params(&self, pair: Option<Pair<'_>>) -> Vec<ast::Param> {
        let params = pair.map(|params| Kids::of(params).all(Rule::param));
        params
            .unwrap_or_default()
            .into_iter()
            .map(|param| self.param(param))
            .collect()
    }

    fn param(&self, pair: Pair<'_>) -> ast::Param {
        let mut kids = Kids::of(pair);
        ast::Param {
            label: kids.take(Rule::label).map(|label| self.name(&label)),
            name: self.name(&kids.need(Rule::name)),
            ty: kids.take(Rule::kind_of_value).map(|ty| self.ty(ty)),
        }
    }
}

type BuildType = fn(&AstBuilder<'_>, &mut Kids<'_>) -> ast::TypeKind;

const TYPES: &[(Rule, BuildType)] = &[
    (Rule::int_range, |builder, kids| {
        let (low, high) = builder.bounds(kids.need(Rule::bounds));
        ast::TypeKind::IntRange(low, high)
    }),
    (Rule::set_type, |builder, kids| {
        ast::TypeKind::Set(builder.inner_type(kids))
    }),
    (Rule::bag_type, |builder, kids| {
        ast::TypeKind::Bag(builder.inner_type(kids))
    }),
    (Rule::all_type, |builder, kids| {
        ast::TypeKind::All(builder.inner_type(kids))
    }),
    (Rule::place_type, |builder, kids| {
        ast::TypeKind::PlaceOf(builder.inner_type(kids))
    }),
    (Rule::any_type, |builder, kids| {
        ast::TypeKind::Any(builder.name(&kids.need(Rule::name)))
    }),
    (Rule::direction_type, |builder, kids| {
        ast::TypeKind::DirectionOf(builder.name(&kids.need(Rule::name)))
    }),
    (Rule::placement_type, |builder, kids| {
        ast::TypeKind::PlacementOf(builder.name(&kids.need(Rule::name)))
    }),
    (Rule::effect_type, |builder, kids| {
        ast::TypeKind::Effect(builder.params(kids.take(Rule::params)))
    }),
    (Rule::value_type, |builder, kids| {
        let params = builder.params(kids.take(Rule::params));
        ast::TypeKind::Value(params, Box::new(builder.ty(kids.need(Rule::kind_of_value))))
    }),
    (Rule::type_name, |builder, kids| {
        ast::TypeKind::Name(builder.name(&kids.need(Rule::name)).text)
    }),
];

/// The pieces of a matched rule, taken by their rules.
pub(super) struct Kids<'i>(Vec<Pair<'i>>);

impl<'i> Kids<'i> {
    pub(super) fn of(pair: Pair<'i>) -> Kids<'i> {
        Kids(pair.into_inner().collect())
    }

    /// The first piece left of a rule.
    pub(super) fn take(&mut self, rule: Rule) -> Option<Pair<'i>> {
        let at = self.0.iter().position(|pair| pair.as_rule() == rule)?;
        Some(self.0.remove(at))
    }

    /// The first piece left of a rule that the grammar always has there.
    pub(super) fn need(&mut self, rule: Rule) -> Pair<'i> {
        // INVARIANT: callers ask only for what the grammar's rule can't match without.
        self.take(rule).expect("a piece that the grammar requires")
    }

    /// The first piece left.
    pub(super) fn first(&mut self) -> Pair<'i> {
        // INVARIANT: asked only of rules that can't match without a piece.
        assert!(!self.0.is_empty(), "a rule with at least one piece");
        self.0.remove(0)
    }

    /// All pieces left of a rule, in order.
    pub(super) fn all(&mut self, rule: Rule) -> Vec<Pair<'i>> {
        let (found, rest) = std::mem::take(&mut self.0)
            .into_iter()
            .partition(|pair| pair.as_rule() == rule);
        self.0 = rest;
        found
    }

    /// Tells whether there is a piece of a rule.
    pub(super) fn has(&self, rule: Rule) -> bool {
        self.0.iter().any(|pair| pair.as_rule() == rule)
    }

    /// The pieces that begin with a word: no separators, no end.
    pub(super) fn words(self) -> Vec<Pair<'i>> {
        let word = |pair: &Pair<'_>| {
            pair.as_str()
                .starts_with(|first: char| first.is_ascii_alphabetic())
        };
        self.0.into_iter().filter(word).collect()
    }

    /// Gives what is left, in order.
    pub(super) fn rest(self) -> Vec<Pair<'i>> {
        self.0
    }
}

/// A text without its quotes and what escapes them.
fn unescaped(quoted: &str) -> String {
    unescape(&quoted[1..quoted.len() - 1])
}

fn unescape(words: &str) -> String {
    let mut text = String::new();
    let mut symbols = words.chars();
    while let Some(symbol) = symbols.next() {
        match symbol {
            '\\' => text.extend(symbols.next()),
            _ => text.push(symbol),
        }
    }
    text
}
