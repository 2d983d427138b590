//! Trees of the rules in rows of tables, which are parsed again for it: checking keeps only what they mean.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only kinds have rows, and only some attributes are rules"
)]

use crate::dump::tree::tree;
use ludex_check::game::GameFiles;
use ludex_program::listing::is_meant;
use ludex_report::Report;
use ludex_syntax::ast::{ItemKind, Kind, TypeKind};
use ludex_syntax::parse;
use ludex_tables::{Node, Value};
use std::fmt::Debug;

/// The trees of the texts in rows that are meant by a name: a text is called `kind.row.attribute`, as its routine is.
pub(super) fn texts(files: &GameFiles, of: Option<&str>) -> String {
    let items = files.rules.iter().flat_map(|file| &file.items);
    let kinds = items.filter_map(|item| item.kind.as_kind());
    let mut out = String::new();
    for list in files.lists() {
        let kind = kinds.clone().find(|kind| kind.name.text == list.key);
        if let (Some(kind), Value::List(rows)) = (kind, &list.value.value) {
            let kind = kind.with_its_kind(kinds.clone());
            rows.iter().for_each(|row| of_row(&kind, row, of, &mut out));
        }
    }
    out
}

fn of_row(kind: &Kind, row: &Node, of: Option<&str>, out: &mut String) {
    let id = row.get("id").and_then(|id| id.as_text().ok());
    let id = id.map_or("", |id| id.text());
    for cell in row.entries() {
        let of_kind = kind.of.as_ref().unwrap_or(&kind.name);
        let name = format!("{}.{id}.{}", of_kind.text, cell.key);
        if is_meant(&name, of)
            && let Some(ty) = kind.attribute(&cell.key)
            && let Some(written) = of_cell(name, &ty.kind, &cell.value)
        {
            out.push_str(&written);
        }
    }
}

/// The tree of a text; none of a value that is no text of rules.
fn of_cell(name: String, ty: &TypeKind, node: &Node) -> Option<String> {
    let Value::Scalar(scalar) = &node.value else {
        return None;
    };
    let (text, mut report) = (scalar.rules(), Report::new());
    match ty {
        TypeKind::Effect(_) => Some(named(name, parse::effect_text(text, &mut report)?)),
        TypeKind::Value(..) => Some(named(name, parse::value_text(text, &mut report)?)),
        TypeKind::Name(hooks) if hooks == "hooks" => {
            let items = parse::hooks_text(text, &mut report)?;
            let kinds: Vec<ItemKind> = items.into_iter().map(|item| item.kind).collect();
            Some(named(name, kinds))
        }
        _ => None,
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
