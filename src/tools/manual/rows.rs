//! The rows of a game's tables, each cell with its words.

use std::collections::BTreeMap;

use crate::manual::{EntrySort, ListedRuling, ManualEntry, naming};
use crate::prose;
use crate::prose::{Lexicon, TextScope};
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::semantics::{CellContent, Fills, ListColumn, THIS, TableList};
use ludex_markup::Line;
use ludex_report::Report;
use ludex_rules::types::Type;
use ludex_source::{Sources, Span};
use ludex_syntax::parse;
use ludex_tables as tables;
use ludex_tables::{Node, Value};

/// A row of a table.
#[derive(Debug, Clone)]
pub struct ManualRow {
    /// The id that the row gives itself.
    pub id: String,
    /// The span of the id.
    pub id_span: Span,
    /// The span of the row.
    pub span: Span,
    /// Its values, in the order in which they are written.
    pub cells: Vec<ManualCell>,
    /// Rows of other tables whose values name it.
    pub named_by: Vec<String>,
    /// Numbers of the rulings that name it, or a row that names it.
    pub rulings: Vec<usize>,
}

/// A value of a row.
#[derive(Debug, Clone)]
pub struct ManualCell {
    /// The name of the attribute.
    pub name: String,
    /// The value as it is written, in one line.
    pub text: String,
    /// Of a text of rules: what it does, in words.
    pub does: Vec<Line>,
    /// The span of the value.
    pub span: Span,
    /// Set when the value is rules, not data.
    pub is_rules: bool,
    /// Set when the value is words for people.
    pub is_words: bool,
    /// The label of the value.
    pub label: String,
    /// The value with what it is called, in one line: `cost 14`, `When played: …`. Empty when people need not read it.
    pub told: String,
}

impl ManualCell {
    /// Returns the value in lines: what it is called, and under it what it does.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let line = |depth: usize, text: String| Line { depth, text };
        if let Some(short) = self.short() {
            return vec![line(0, short.to_owned())];
        }
        if self.does.is_empty() {
            return vec![line(0, format!("{}: {}", self.label, self.text))];
        }
        let head = (!self.label.is_empty()).then(|| line(0, format!("{}:", self.label)));
        let inside = usize::from(head.is_some());
        let does = self.does.iter();
        let does = does.map(|one| line(one.depth + inside, one.text.clone()));
        head.into_iter().chain(does).collect()
    }

    /// The words of rules that fit on a line or two, with what they are called.
    #[must_use]
    pub fn short(&self) -> Option<&str> {
        const MOST: usize = 3;
        let is_short = (1..=MOST).contains(&self.does.len()) && !self.told.is_empty();
        is_short.then_some(self.told.as_str())
    }
}

/// The keys by which a row stands for several, where no attribute is called so.
const MULTIPLIES: &[&str] = &["count", "each"];

/// Puts the rows of all tables where their kinds and records are declared.
pub(super) fn fill(
    entries: &mut [ManualEntry],
    files: &GameFiles,
    names: &Env,
    lexicon: &Lexicon<'_>,
    sources: &Sources,
) {
    for written in files.lists() {
        let list = names.semantics.list(&written.key);
        let Some(list) = list.filter(|list| matches!(list.fills, Fills::Rows(..))) else {
            continue;
        };
        let entry = entries
            .iter_mut()
            .find(|entry| is_kind(entry) && entry.name == list.key);
        let Some(entry) = entry else { continue };
        let rows = written.value.items().iter();
        entry
            .rows
            .extend(rows.filter_map(|node| row(node, list, lexicon, sources)));
    }
}

/// Returns the row whose id stands at a place.
#[must_use]
pub fn row_at(files: &GameFiles, names: &Env, sources: &Sources, id: Span) -> Option<ManualRow> {
    let mut lists = files.lists();
    let written =
        lists.find(|list| list.span().file == id.file && list.span().touches(id.start))?;
    let is_row = |node: &&Node| node.get("id").is_some_and(|one| one.span == id);
    let node = written.value.items().iter().find(is_row)?;
    let list = names.semantics.list(&written.key)?;
    let lexicon = Lexicon::new(files, names);
    row(node, list, &lexicon, sources)
}

fn is_kind(entry: &ManualEntry) -> bool {
    matches!(entry.sort, EntrySort::Kind | EntrySort::Record)
}

fn row(
    node: &Node,
    list: &TableList,
    lexicon: &Lexicon<'_>,
    sources: &Sources,
) -> Option<ManualRow> {
    let id_node = node.get("id")?;
    let id = id_node.scalar()?.text().to_owned();
    // How often a row is there is no part of what its card says.
    let cells = node.entries().iter().filter(|entry| {
        let multiplies = MULTIPLIES.contains(&entry.key.as_str());
        entry.key != "id" && (!multiplies || list.column(&entry.key).is_some())
    });
    let cells = cells.map(|entry| cell(entry, list, lexicon, sources));
    Some(ManualRow {
        id,
        id_span: id_node.span,
        span: node.span,
        cells: cells.collect(),
        named_by: Vec::new(),
        rulings: Vec::new(),
    })
}

fn cell(
    entry: &tables::Entry,
    list: &TableList,
    lexicon: &Lexicon<'_>,
    sources: &Sources,
) -> ManualCell {
    let column = list.column(&entry.key);
    let open = TextScope {
        of: column.map(|column| column.symbol),
        this: Some(&list.key),
    };
    let does = column.map_or_else(Vec::new, |column| {
        does(&entry.value, &column.holds, lexicon, open)
    });
    let is_rules = column.is_some_and(|column| column.holds.is_rules());
    let scalar = entry.value.scalar();
    ManualCell {
        label: label(column, &entry.key, &does, lexicon),
        told: told(column, entry, &does, lexicon),
        name: entry.key.clone(),
        text: if is_rules {
            let written = sources.slice(entry.value.span);
            one_line(scalar.map_or(written, |scalar| scalar.text()))
        } else {
            plain(&entry.value)
        },
        does,
        span: entry.value.span,
        is_rules,
        is_words: data_type(column) == Some(&Type::Text),
    }
}

/// Returns the type of the data that a cell holds.
fn data_type(column: Option<&ListColumn>) -> Option<&Type> {
    match &column?.holds {
        CellContent::Data(ty) => Some(ty.required()),
        CellContent::Effect | CellContent::Value(_) | CellContent::Hooks => None,
    }
}

/// Returns the label of a value: the phrase of its attribute where that has no place for the value, else its name. Hooks say
/// themselves when they take effect.
fn label(column: Option<&ListColumn>, key: &str, does: &[Line], lexicon: &Lexicon<'_>) -> String {
    let phrase = column.and_then(|column| lexicon.phrase(column.symbol));
    let is_hooks = column.is_some_and(|column| column.holds == CellContent::Hooks);
    match phrase {
        Some(phrase) if !does.is_empty() => phrase.text.clone(),
        None if !does.is_empty() && is_hooks => String::new(),
        _ => named(column, key, lexicon),
    }
}

/// Returns the words for an attribute without a phrase.
fn named(column: Option<&ListColumn>, key: &str, lexicon: &Lexicon<'_>) -> String {
    match column {
        Some(column) => lexicon.named_by_symbol(column.symbol, key),
        None => lexicon.word_of_local(key),
    }
}

/// A value with what it is called: by the phrase of its attribute, else by its name.
fn told(
    column: Option<&ListColumn>,
    entry: &tables::Entry,
    does: &[Line],
    lexicon: &Lexicon<'_>,
) -> String {
    let name = named(column, &entry.key, lexicon);
    if !does.is_empty() {
        let text = prose::in_one_line(does);
        let label = label(column, &entry.key, does, lexicon);
        return if label.is_empty() {
            text
        } else {
            lexicon.writer().labelled(&label, &text)
        };
    }
    if data_type(column) == Some(&Type::Shape) {
        // Offsets are drawn on the map.
        return lexicon.writer().spaces_of(&name, entry.value.items().len());
    }
    let value = said(&entry.value, lexicon);
    let phrase = column.and_then(|column| Some((column.symbol, lexicon.phrase(column.symbol)?)));
    let phrase = phrase.filter(|(_, phrase)| !phrase.values().any(|hole| hole.symbol == THIS));
    match phrase {
        Some((symbol, phrase)) => prose::filled(phrase, symbol, &value, lexicon),
        None if value == "true" => name,
        None => lexicon.writer().value(&name, &value),
    }
}

fn does(node: &Node, holds: &CellContent, lexicon: &Lexicon<'_>, open: TextScope<'_>) -> Vec<Line> {
    let Some(scalar) = node.scalar() else {
        return Vec::new();
    };
    let (text, mut report) = (scalar.rules(), Report::new());
    let line = |text: String| vec![Line { depth: 0, text }];
    match holds {
        CellContent::Data(_) => Vec::new(),
        CellContent::Effect => parse::effect_text(text, &mut report)
            .map_or(Vec::new(), |block| prose::block(&block, lexicon, open)),
        CellContent::Value(ty) => {
            let Some(value) = parse::value_text(text, &mut report) else {
                return Vec::new();
            };
            line(if *ty.required() == Type::Bool {
                lexicon
                    .writer()
                    .end(&prose::condition(&value, lexicon, open))
            } else {
                prose::value(&value, lexicon, open)
            })
        }
        CellContent::Hooks => {
            let items = parse::hooks_text(text, &mut report).unwrap_or_default();
            let lines = items.iter();
            lines
                .flat_map(|item| prose::reaction(&item.kind, lexicon, open.this))
                .collect()
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Data in words: values of enums and rows by what they are called.
fn said(node: &Node, lexicon: &Lexicon<'_>) -> String {
    match &node.value {
        Value::Null => lexicon.writer().nothing().into(),
        Value::Scalar(scalar) => lexicon.word(&one_line(scalar.text()), node.span),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(|item| said(item, lexicon)).collect();
            items.join(lexicon.writer().separator())
        }
        Value::Map(entries) => {
            let entries = entries.iter().map(|entry| {
                let word = lexicon.word(&entry.key, entry.key_span);
                format!("{word} {}", plain(&entry.value))
            });
            entries
                .collect::<Vec<_>>()
                .join(lexicon.writer().separator())
        }
    }
}

/// Data as a reader likes it.
fn plain(node: &Node) -> String {
    match &node.value {
        Value::Null => "none".into(),
        Value::Scalar(scalar) => one_line(scalar.text()),
        Value::List(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Map(entries) => {
            let all: Vec<String> = entries
                .iter()
                .map(|entry| format!("{} {}", entry.key, plain(&entry.value)))
                .collect();
            all.join(", ")
        }
    }
}

/// Finds which rows name each other, and which rulings name a row or one that names it.
pub(super) fn link(entries: &mut [ManualEntry], rulings: &[ListedRuling]) {
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in entries.iter().flat_map(|entry| &entry.rows) {
        for cell in row.cells.iter().filter(|cell| !cell.is_rules) {
            for word in cell.text.split([',', ' ']).filter(|word| !word.is_empty()) {
                named
                    .entry(word.to_owned())
                    .or_default()
                    .push(row.id.clone());
            }
        }
    }
    for entry in entries {
        for row in &mut entry.rows {
            row.named_by = named.get(&row.id).cloned().unwrap_or_default();
            row.named_by.retain(|other| *other != row.id);
            let names = row.named_by.iter().chain([&row.id]);
            let mut about: Vec<usize> = names.flat_map(|name| naming(rulings, name)).collect();
            about.sort_unstable();
            about.dedup();
            row.rulings = about;
        }
    }
}
