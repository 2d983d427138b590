//! Trees of the rules in rows of tables, which are parsed again for it: checking keeps only what they mean.

use crate::dump::tree::tree;
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::semantics::{CellContent, Fills, TableList};
use ludex_program::listing::is_meant;
use ludex_report::Report;
use ludex_syntax::parse;
use ludex_tables::{Node, Value};
use std::fmt::Debug;

/// The trees of the texts in rows that are meant by a name: a text is called `kind.row.attribute`, as its routine is.
pub(super) fn texts(files: &GameFiles, names: &Env, of: Option<&str>) -> String {
    let mut out = String::new();
    for entry in files.lists() {
        let list = names.semantics.list(&entry.key);
        if let Some(list) = list
            && let Fills::Rows(kind, _) = list.fills
        {
            let kind = &names.game.kind(kind).name;
            let rows = entry.value.items().iter();
            rows.for_each(|row| add_row(kind, list, row, of, &mut out));
        }
    }
    out
}

fn add_row(kind: &str, list: &TableList, row: &Node, of: Option<&str>, out: &mut String) {
    let id = row.get("id").and_then(|id| id.as_text().ok());
    let id = id.map_or("", |id| id.text());
    for cell in row.entries() {
        let name = format!("{kind}.{id}.{}", cell.key);
        if is_meant(&name, of)
            && let Some(column) = list.column(&cell.key)
            && let Some(written) = text_of_cell(name, &column.holds, &cell.value)
        {
            out.push_str(&written);
        }
    }
}

/// The tree of a text; none of a value that is no text of rules.
fn text_of_cell(name: String, holds: &CellContent, node: &Node) -> Option<String> {
    let Value::Scalar(scalar) = &node.value else {
        return None;
    };
    let (text, mut report) = (scalar.rules(), Report::new());
    match holds {
        CellContent::Data(_) => None,
        CellContent::Effect => Some(named(name, parse::effect_text(text, &mut report)?)),
        CellContent::Value(_) => Some(named(name, parse::value_text(text, &mut report)?)),
        CellContent::Hooks => {
            let items = parse::hooks_text(text, &mut report)?;
            let kinds: Vec<_> = items.into_iter().map(|item| item.kind).collect();
            Some(named(name, kinds))
        }
    }
}

/// A text of a row, for its tree.
#[derive(Debug)]
#[expect(dead_code, reason = "it is only printed")]
struct DumpedRow<T: Debug> {
    name: String,
    text: T,
}

fn named<T: Debug>(name: String, text: T) -> String {
    tree(&DumpedRow { name, text })
}
