//! Changes of the rows of tables: numbers, flags, words of enums, and the rules inside them.

use crate::mutate::{Maker, MutatedPart, MutationOperator};
use ludex_check::game::GameFiles;
use ludex_check::semantics::{CellContent, Fills, TableList};
use ludex_report::Report;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::parse;
use ludex_tables::{Entry, Node, Scalar, Value};

impl<'a> Maker<'a> {
    /// The numbers of players.
    pub(super) fn players(&mut self, node: &Node) {
        "players".clone_into(&mut self.column);
        self.data(node, None);
    }

    /// A file of tables.
    pub(super) fn table(&mut self, node: &Node) {
        let names = self.names;
        for entry in node.entries() {
            let list = names.semantics.list(&entry.key);
            let list = list.filter(|list| matches!(list.fills, Fills::Rows(..)));
            match &entry.value.value {
                Value::List(rows) => rows.iter().for_each(|row| self.row(row, list)),
                Value::Map(_) => {
                    entry.key.clone_into(&mut self.column);
                    self.data(&entry.value, None);
                }
                Value::Null | Value::Scalar(_) => {}
            }
        }
    }

    fn row(&mut self, row: &Node, list: Option<&TableList>) {
        for entry in row.entries().iter().filter(|entry| is_rule(entry)) {
            let column = list.and_then(|list| list.column(&entry.key));
            entry.key.clone_into(&mut self.column);
            self.data(&entry.value, column.map(|column| &column.holds));
        }
    }

    /// A value, as what its cell holds.
    fn data(&mut self, node: &Node, holds: Option<&CellContent>) {
        self.part = MutatedPart::Text;
        match (&node.value, holds) {
            (Value::Scalar(scalar), Some(CellContent::Effect)) => {
                let block = parse::effect_text(scalar.rules(), &mut Report::new());
                block.iter().for_each(|block| self.block(block));
            }
            (Value::Scalar(scalar), Some(CellContent::Value(_))) => {
                let value = parse::value_text(scalar.rules(), &mut Report::new());
                value.iter().for_each(|value| self.expr(value));
            }
            (Value::Scalar(scalar), Some(CellContent::Hooks)) => {
                let items = parse::hooks_text(scalar.rules(), &mut Report::new());
                items
                    .iter()
                    .flatten()
                    .for_each(|item| self.item(&item.kind));
            }
            // Words for people are no rules.
            (Value::Scalar(_), Some(CellContent::Data(Type::Text))) => {}
            (Value::Scalar(scalar), _) => {
                self.part = MutatedPart::Value;
                self.word(node, scalar);
            }
            (Value::List(items), _) => items.iter().for_each(|item| self.item_of(item)),
            (Value::Map(entries), _) => {
                let rules = entries.iter().filter(|entry| is_rule(entry));
                rules.for_each(|entry| self.data(&entry.value, None));
            }
            (Value::Null, _) => {}
        }
    }

    /// An item of a list; what has fields, as a space of a layout has, has them as columns.
    fn item_of(&mut self, item: &Node) {
        let outer = self.column.clone();
        if item.entries().is_empty() {
            self.data(item, None);
        }
        for entry in item.entries().iter().filter(|entry| is_rule(entry)) {
            self.column = format!("{outer}.{}", entry.key);
            self.data(&entry.value, None);
        }
        self.column = outer;
    }

    fn word(&mut self, node: &Node, scalar: &Scalar) {
        if let Ok(number) = node.as_int() {
            self.number(number, node.span);
        } else if let Ok(flag) = node.as_bool() {
            self.push(MutationOperator::Condition, node.span, (!flag).to_string());
        } else if let Some(like) = self.like(node.span) {
            let text = scalar.text();
            self.push(MutationOperator::Word, scalar.span(0, text.len()), like);
        }
    }
}

/// Tells whether an entry is a rule: the row that an `id` names is used elsewhere, and the position of a space is a drawing.
fn is_rule(entry: &Entry) -> bool {
    !["id", "at"].contains(&entry.key.as_str())
}

/// The ids and keys that a place of a table stands under: the row, the table, the attribute.
pub(super) fn names_around(files: &GameFiles, place: Span) -> Vec<&str> {
    let mut names = Vec::new();
    let tables = files.tables.iter().filter(|node| holds(node, place));
    for table in tables {
        let mut inner = Some(&**table);
        while let Some(node) = inner {
            let id = node.get("id").and_then(Node::scalar);
            names.extend(id.map(Scalar::text));
            let entry = node
                .entries()
                .iter()
                .find(|entry| holds(&entry.value, place));
            names.extend(entry.map(|entry| entry.key.as_str()));
            let item = node.items().iter().find(|item| holds(item, place));
            inner = entry.map(|entry| &entry.value).or(item);
        }
    }
    names
}

fn holds(node: &Node, place: Span) -> bool {
    node.span.file == place.file && node.span.start <= place.start && place.end <= node.span.end
}
