//! From text to tree: the entries of this room.
//!
//! Takes fragments, gives tree nodes and everything wrong that it found, each mistake once. A file always gives a tree, of what
//! could be read; a fragment gives one only when nothing is wrong with it.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::Arc;

use crate::ast::Shift;
use crate::build::{AstBuilder, Kids};
use crate::grammar::{Pair, ParseFailure, Rule};
use crate::layout::{LexicalError, LexicalLayout};
use crate::misspelt::explained;
use crate::recover::BraceContents;
use crate::{ast, grammar, habits, items, layout, recover};
use ludex_report::{Code, Diagnostic, Report, Severity};
use ludex_source::Fragment;
use ludex_source::unchanged::{TextPart, UnchangedParts};

/// The tree of a `.rules` file, and where its items stand, so that an unchanged one need not be read again.
#[derive(Debug, Clone, Default)]
pub struct ParsedRules {
    /// The items that could be read.
    pub tree: Arc<ast::File>,
    /// The text that was read.
    text: Arc<str>,
    /// The items without any mistake, each with its number in the tree.
    sound: Vec<TextPart<usize>>,
}

/// Reads a `.rules` file. Items that can't be named are missing; those with unreadable parts are marked as broken.
pub fn file(fragment: &Fragment, report: &mut Report) -> ast::File {
    Arc::unwrap_or_clone(file_after(fragment, None, report).tree)
}

/// Reads a `.rules` file as `file` does, and takes items that have not changed from an older text of it.
pub fn file_after(
    fragment: &Fragment,
    older: Option<&ParsedRules>,
    report: &mut Report,
) -> ParsedRules {
    let mut unchanged = older.map(|older| UnchangedParts::new(&older.text, &older.sound));
    let (mut items, mut sound) = (Vec::new(), Vec::new());
    let cut = items::cut(fragment.text());
    if let Some(first) = cut.unindented.first() {
        let message = "this stands inside of braces, but begins at the first column";
        report.push(
            Diagnostic::error(Code::UNREADABLE_RULES, message)
                .at(
                    fragment.span(first.start, first.end),
                    "only a declaration begins here",
                )
                .help("indent the lines between the braces: `ludex fmt` does it"),
        );
    }
    if let Some(first) = cut.indented.first() {
        let word = &fragment.text()[first.clone()];
        report.push(
            Diagnostic::error(Code::UNREADABLE_RULES, "this declaration is indented")
                .at(fragment.span(first.start, first.end), "blanks before it")
                .help(habits::take_blanks_away(word)),
        );
    }
    for part in cut.items {
        let since = report.len();
        let is_unclosed = cut.unclosed.contains(&part.start);
        let text = &fragment.text()[part.clone()];
        let same = unchanged
            .as_mut()
            .and_then(|parts| parts.find(text, part.start));
        let item = match same.zip(older) {
            Some(((same, distance), older)) => {
                let mut item = older.tree.items[same.made].clone();
                item.shift(distance);
                Some((item, true))
            }
            None => item(fragment, part.clone(), report),
        };
        if let Some((item, is_sound)) = item {
            let made = items.len();
            sound.extend(is_sound.then_some(TextPart { range: part, made }));
            items.push(item);
        }
        if is_unclosed {
            report.amend_since(since, |one| match one.code {
                Code::UNCLOSED => one.help(
                    "close it behind the last line that belongs to it, and indent the lines between the braces",
                ),
                _ => one,
            });
        }
    }
    ParsedRules {
        tree: Arc::new(ast::File { items }),
        text: fragment.text().into(),
        sound,
    }
}

/// Reads an item, and tells whether nothing was said of it; none where there is none.
fn item(fragment: &Fragment, part: Range<usize>, report: &mut Report) -> Option<(ast::Item, bool)> {
    let mut found = Report::of_all();
    let mut text = ParsedText::new(fragment, part, &mut found);
    let item = if text.is_blank() { None } else { text.item() };
    let is_sound = found.is_empty();
    report.extend(found);
    Some((item?, is_sound))
}

/// Indents the lines of a `.rules` file that stand inside of braces and begin at the first column; none when there are none.
pub fn indented(text: &str) -> Option<String> {
    items::indented(text)
}

/// Reads words for people that stand in a table, cut at their values.
pub fn phrase_text(fragment: &Fragment, report: &mut Report) -> ast::Phrase {
    let builder = AstBuilder {
        fragment,
        base: 0,
        docs: &[],
        found: RefCell::default(),
        depth: Cell::default(),
    };
    let text = fragment.text().trim_end();
    let words = ast::Phrase {
        text: text.to_owned(),
        parts: builder.phrase_parts(text, 0),
        span: fragment.full_span(),
    };
    report.extend(builder.found.into_inner());
    words
}

/// Reads the statements of an effect that stands in a table.
pub fn effect_text(fragment: &Fragment, report: &mut Report) -> Option<ast::Block> {
    let whole = 0..fragment.text().len();
    let mut text = ParsedText::new(fragment, whole, report);
    text.sound(
        Rule::effect_text,
        BraceContents::Statements,
        |builder, pair| ast::Block {
            span: fragment.full_span(),
            stmts: builder.stmts(Kids::of(pair)),
        },
    )
}

/// Reads an expression that stands in a table.
pub fn value_text(fragment: &Fragment, report: &mut Report) -> Option<ast::Expr> {
    let whole = 0..fragment.text().len();
    let mut text = ParsedText::new(fragment, whole, report);
    text.sound(Rule::value_text, BraceContents::Whole, |builder, pair| {
        builder.need_expr(&mut Kids::of(pair))
    })
}

/// Reads a name that goes through something, `card in hand where …`, which stands in a table.
pub fn binder_text(fragment: &Fragment, report: &mut Report) -> Option<ast::Binder> {
    let whole = 0..fragment.text().len();
    let mut text = ParsedText::new(fragment, whole, report);
    text.sound(Rule::binder_text, BraceContents::Whole, |builder, pair| {
        builder.binder(Kids::of(pair).need(Rule::binder))
    })
}

/// Reads hooks and modifiers that stand in a table.
pub fn hooks_text(fragment: &Fragment, report: &mut Report) -> Option<Vec<ast::Item>> {
    let whole = 0..fragment.text().len();
    let mut text = ParsedText::new(fragment, whole, report);
    text.sound(
        Rule::hooks_text,
        BraceContents::Reactions,
        |builder, pair| {
            let mut from = 0;
            let mut items = Vec::new();
            for reaction in Kids::of(pair).words() {
                let end = reaction.as_span().end();
                items.push(builder.item(reaction, from));
                from = end;
            }
            items
        },
    )
}

/// A text that is read by itself: an item, or a whole fragment.
struct ParsedText<'a> {
    fragment: &'a Fragment,
    base: usize,
    layout: LexicalLayout,
    report: &'a mut Report,
}

impl<'a> ParsedText<'a> {
    fn new(fragment: &'a Fragment, part: Range<usize>, report: &'a mut Report) -> ParsedText<'a> {
        let layout = layout::layout(&fragment.text()[part.clone()]);
        let text = ParsedText {
            fragment,
            base: part.start,
            layout,
            report,
        };
        for slip in &text.layout.slips {
            text.report.push(text.slipped(slip));
        }
        text
    }

    fn is_blank(&self) -> bool {
        self.layout.text.trim().is_empty() && self.layout.slips.is_empty()
    }

    /// The item, with what could be read of it.
    fn item(&mut self) -> Option<ast::Item> {
        let build = |builder: &AstBuilder<'_>, pair: Pair<'_>| {
            builder.item(Kids::of(Kids::of(pair).need(Rule::declaration)).first(), 0)
        };
        let (mut item, sound) = self.read(Rule::item, BraceContents::Item, build)?;
        item.broken = !sound;
        Some(item)
    }

    /// Gives what an entry gives, if nothing at all is wrong.
    fn sound<T>(
        &mut self,
        entry: Rule,
        holds: BraceContents,
        build: impl Fn(&AstBuilder<'_>, Pair<'_>) -> T,
    ) -> Option<T> {
        let (made, sound) = self.read(entry, holds, build)?;
        sound.then_some(made)
    }

    /// Gives what an entry gives, without the lines that can't be read, and whether nothing is wrong.
    fn read<T>(
        &mut self,
        entry: Rule,
        holds: BraceContents,
        build: impl Fn(&AstBuilder<'_>, Pair<'_>) -> T,
    ) -> Option<(T, bool)> {
        if self.layout.too_deep {
            return None;
        }
        let slipped = !self.layout.slips.is_empty();
        let (repaired, failures);
        let (pair, is_whole) = match grammar::read(entry, &self.layout.text) {
            Ok(pair) => (pair, true),
            Err(failure) => {
                (repaired, failures) = self.recover(entry, failure, holds);
                self.report.extend(failures);
                (grammar::read(entry, &repaired).ok()?, false)
            }
        };
        let builder = AstBuilder {
            fragment: self.fragment,
            base: self.base,
            docs: &self.layout.docs,
            found: RefCell::default(),
            depth: Cell::default(),
        };
        let made = build(&builder, pair);
        let found = builder.found.into_inner();
        let is_error = |one: &Diagnostic| one.severity == Severity::Error;
        let sound = is_whole && !slipped && !found.iter().any(is_error);
        self.report.extend(found);
        Some((made, sound))
    }

    /// Returns a failed text without the lines that have mistakes, and every mistake.
    fn recover(
        &self,
        entry: Rule,
        failure: ParseFailure,
        holds: BraceContents,
    ) -> (String, Vec<Diagnostic>) {
        let recovered = recover::recover(&self.layout, holds);
        let mut failures = recovered.failures;
        if failures.is_empty() && self.layout.slips.is_empty() {
            failures.push(explained(entry, &self.layout.text, failure));
        }
        let failures = failures.into_iter().map(|failure| self.failed(failure));
        (recovered.text, failures.collect())
    }

    fn failed(&self, failure: ParseFailure) -> Diagnostic {
        let span = self
            .fragment
            .span(self.base + failure.at.start, self.base + failure.at.end);
        let diagnostic = Diagnostic::error(Code::UNREADABLE_RULES, failure.message)
            .at(span, "")
            .did_you_mean(failure.meant);
        let diagnostic = match failure.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        };
        match failure.fix {
            Some(fix) => diagnostic.fix(span, fix),
            None => diagnostic,
        }
    }

    fn slipped(&self, slip: &LexicalError) -> Diagnostic {
        let span = |part: &Range<usize>| {
            self.fragment
                .span(self.base + part.start, self.base + part.end)
        };
        let mut diagnostic = Diagnostic::error(slip.code, &slip.message).at(span(&slip.at), "");
        if let Some((part, text)) = &slip.also {
            diagnostic = diagnostic.also(span(part), *text);
        }
        match slip.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}
