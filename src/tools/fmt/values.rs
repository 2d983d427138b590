//! The rules inside values of a YAML file, put right where they stand.
//!
//! A block of lines (`|`) is laid out like a rules file. In every other style only the gaps within a written line change,
//! because there the lines are those of YAML. Blanks at the ends of lines go, and the last line gets its end.

use std::ops::Range;

use crate::fmt::slots::{RulesGrammar, RulesSlots};
use crate::fmt::{Formatted, line_break};
use crate::rulings::uncut;
use ludex_report::Report;
use ludex_source::{FileId, Fragment, Sources, Span};
use ludex_syntax::{format, parse, print};
use ludex_tables as tables;
use ludex_tables::{Node, Scalar, Style, Value};

/// A part of a file and what should stand there.
type Edit = (Range<usize>, String);

/// A YAML file with its rules in our layout.
pub(super) fn format(file: FileId, sources: &Sources, slots: &RulesSlots) -> Formatted {
    let mut report = Report::new();
    let tree = tables::read(file, sources, &mut report);
    let (Some(tree), false) = (tree, report.has_errors()) else {
        return Formatted::Broken(report);
    };
    let is_ruling = is_ruling(sources.path(file));
    let values = slots.values(&tree, is_ruling);
    let mut edits: Vec<Edit> = Vec::new();
    for (value, slot) in &values {
        let Some(scalar) = value.scalar() else {
            continue;
        };
        let mut said = Report::new();
        if printed(*slot, scalar.rules(), &mut said).is_some() {
            edits.extend(of_value(value, scalar, sources.text(file)));
        }
        report.extend(
            said.into_iter()
                .map(|one| if is_ruling { uncut(one, scalar) } else { one }),
        );
    }
    if report.has_errors() {
        return Formatted::Broken(report);
    }
    let old = sources.text(file);
    let tidied = [edits.clone(), ends_of_lines(old, &tree)].concat();
    for edits in [tidied, edits] {
        let new = with_end(edited(old, edits));
        if means_the_same(&tree, &new, sources.path(file), slots) {
            return Formatted::of(old, new);
        }
    }
    Formatted::Same
}

fn is_ruling(path: &str) -> bool {
    path.ends_with(".ruling.yaml") || path.ends_with(".ruling.yml")
}

/// The rules of a value in one way that says only what they mean; none when they cannot be read.
fn printed(slot: RulesGrammar, text: &Fragment, report: &mut Report) -> Option<String> {
    match slot {
        RulesGrammar::Effect => parse::effect_text(text, report).map(|block| print::block(&block)),
        RulesGrammar::Value => parse::value_text(text, report).map(|expr| print::expr(&expr)),
        RulesGrammar::Hooks => parse::hooks_text(text, report).map(|items| print::items(&items)),
    }
}

fn of_value(node: &Node, scalar: &Scalar, file: &str) -> Vec<Edit> {
    match scalar.style {
        Style::Literal => lines(node, scalar, file).into_iter().collect(),
        Style::Plain | Style::SingleQuoted | Style::DoubleQuoted | Style::Folded => {
            gaps(scalar, file)
        }
    }
}

/// A block of lines, each indented like its first one.
fn lines(node: &Node, scalar: &Scalar, file: &str) -> Option<Edit> {
    let start = file[..node.span.range().start]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    let end = Span::empty(node.span.file, scalar.fragment().end())
        .range()
        .end;
    let indent = &file[start..end];
    let indent = &indent[..indent.len() - indent.trim_start_matches(' ').len()];
    // A first line further right than the block is one that an indicator told the reader of.
    if scalar.text().starts_with([' ', '\t']) {
        return None;
    }
    let laid_out = format::text(scalar.text());
    let block: Vec<String> = laid_out
        .lines()
        .map(|line| {
            if line.is_empty() {
                String::new()
            } else {
                format!("{indent}{line}")
            }
        })
        .collect();
    Some((start..end, block.join(line_break(file))))
}

/// The gaps between tokens that stand in one written line.
fn gaps(scalar: &Scalar, file: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for gap in format::gaps(scalar.rules().text()) {
        let start = scalar.span(gap.before.start, gap.before.end).range().end;
        let end = scalar.span(gap.after.start, gap.after.end).range().start;
        let Some(now) = file.get(start..end) else {
            continue;
        };
        let blank = now.bytes().all(|byte| byte == b' ');
        // In a plain value a colon and a blank would make a key of what stands before.
        let key = scalar.is_plain() && file[..start].ends_with(':') && now.is_empty();
        if blank && !key && now != gap.wanted {
            edits.push((start..end, gap.wanted.to_owned()));
        }
    }
    edits
}

/// Blanks at the ends of lines, outside all values.
fn ends_of_lines(file: &str, tree: &Node) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut at = 0;
    for line in file.split_inclusive('\n') {
        let text = line.trim_end_matches(['\n', '\r']);
        let blanks = at + text.trim_end_matches([' ', '\t']).len()..at + text.len();
        if !blanks.is_empty() && !inside_value(tree, blanks.start) {
            edits.push((blanks, String::new()));
        }
        at += line.len();
    }
    edits
}

fn inside_value(node: &Node, at: usize) -> bool {
    let children = |nodes: &mut dyn Iterator<Item = &Node>| {
        nodes
            .filter(|child| child.span.range().contains(&at))
            .any(|child| inside_value(child, at))
    };
    match &node.value {
        Value::Scalar(_) => node.span.range().contains(&at),
        Value::List(items) => children(&mut items.iter()),
        Value::Map(entries) => children(&mut entries.iter().map(|entry| &entry.value)),
        Value::Null => false,
    }
}

fn edited(file: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let mut text = String::with_capacity(file.len());
    let mut at = 0;
    for (range, new) in edits {
        if range.start < at {
            continue;
        }
        text.push_str(&file[at..range.start]);
        text.push_str(&new);
        at = range.end;
    }
    text + &file[at..]
}

fn with_end(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push_str(line_break(&text));
    }
    text
}

/// Tells whether a changed file has the same keys and values, and its rules the same trees.
fn means_the_same(old: &Node, new: &str, path: &str, slots: &RulesSlots) -> bool {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let file = sources.add(path, new);
    let Some(new) = tables::read(file, &sources, &mut report) else {
        return false;
    };
    let is_ruling = is_ruling(path);
    let (before, after) = (slots.values(old, is_ruling), slots.values(&new, is_ruling));
    let rules_of = |node: &Node, values: &[(&Node, RulesGrammar)]| {
        let slot = values.iter().find(|(value, _)| value.span == node.span)?.1;
        printed(slot, node.scalar()?.rules(), &mut Report::new())
    };
    !report.has_errors()
        && same(old, &new, &|old, new| {
            rules_of(old, &before).is_some_and(|rules| Some(rules) == rules_of(new, &after))
        })
}

/// Compares two trees; texts that differ are looked at by `alike`.
fn same(old: &Node, new: &Node, alike: &impl Fn(&Node, &Node) -> bool) -> bool {
    match (&old.value, &new.value) {
        (Value::Null, Value::Null) => true,
        (Value::Scalar(one), Value::Scalar(other)) => {
            let equal = one.text() == other.text();
            one.style == other.style && (equal || alike(old, new))
        }
        (Value::List(one), Value::List(other)) => {
            let pairs = || one.iter().zip(other);
            one.len() == other.len() && pairs().all(|(one, other)| same(one, other, alike))
        }
        (Value::Map(one), Value::Map(other)) => {
            let mut pairs = one.iter().zip(other.iter());
            one.len() == other.len()
                && pairs.all(|(one, other)| {
                    one.key == other.key && same(&one.value, &other.value, alike)
                })
        }
        (Value::Null | Value::Scalar(_) | Value::List(_) | Value::Map(_), _) => false,
    }
}
