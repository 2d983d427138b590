//! A new row of a kind or record, made of its declaration: what must be given with a value that is allowed, the rest as
//! comments with its type and default.

use crate::outline::ListSort;
use crate::outline::Outline;
use crate::outline::OutlineAttribute;
use crate::outline::OutlineList;
use ludex_source::Sources;
use ludex_syntax::ast;
use ludex_syntax::ast::TypeKind;
use ludex_syntax::print;
use ludex_tables::Node;

/// A file of the game with a new row.
#[derive(Debug, PartialEq, Eq)]
pub struct NewRow {
    /// Its path; none for a file that is not there yet.
    pub path: Option<String>,
    /// All of its text.
    pub text: String,
}

/// The reason for no new row.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRow {
    /// No kind or record of that name has rows.
    #[error("no kind or record with rows is called `{name}`; there are: {known}")]
    UnknownList {
        /// The name as it was typed.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// Several could be meant.
    #[error("which one gets the row? name it with --kind: {0}")]
    Several(String),
    /// No kind or record has rows.
    #[error("this game has no kind or record with rows")]
    None,
    /// A row is called so already.
    #[error("`{0}` has a row `{1}` already")]
    Taken(String, String),
    /// An id that is no name of the language.
    #[error("`{0}` cannot be an id: use letters, digits and `_`, a letter first")]
    NoName(String),
    /// The list is written within brackets.
    #[error(
        "{0}: the rows stand within brackets; write a line `- ` for each, then a new one can be added"
    )]
    Flow(String),
}

/// The game's file that gets the row, with the row.
///
/// # Errors
/// No list of that name, an id that is taken or no name, a list that is written within brackets.
pub fn row(
    outline: &Outline,
    sources: &Sources,
    kind: Option<&str>,
    id: &str,
) -> Result<NewRow, NoRow> {
    let list = list(outline, kind)?;
    let first = id.starts_with(|symbol: char| symbol.is_ascii_alphabetic());
    if !first
        || !id
            .chars()
            .all(|symbol| symbol.is_ascii_alphanumeric() || symbol == '_')
    {
        return Err(NoRow::NoName(id.to_owned()));
    }
    let ids = outline.rows.get(&list.key).map_or(&[][..], Vec::as_slice);
    if ids.iter().any(|known| known == id) {
        return Err(NoRow::Taken(list.key.clone(), id.to_owned()));
    }
    let rows = |tree: &Node| tree.get(&list.key).map_or(0, |rows| rows.items().len());
    let fullest = outline.tables.iter().max_by_key(|(_, tree)| rows(tree));
    let Some((file, tree)) = fullest.filter(|(_, tree)| rows(tree) > 0) else {
        let text = format!("{}:\n{}", list.key, lines(list, outline, id, "  "));
        return Ok(NewRow { path: None, text });
    };
    let path = sources.path(*file);
    let text = sources.text(*file);
    let last = tree.get(&list.key).and_then(|rows| rows.items().last());
    // INVARIANT: the file was taken for its rows, so there is a last one.
    let start = last.map_or(0, |last| last.span.range().start);
    let end = last.map_or(text.len(), |last| last.span.range().end);
    let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let before = &text[line..start];
    let indent = &before[..before.len() - before.trim_start_matches(' ').len()];
    if !before.trim_start().starts_with('-') {
        return Err(NoRow::Flow(path.to_owned()));
    }
    let end = text[end..]
        .find('\n')
        .map_or(text.len(), |newline| end + newline + 1);
    let gap = if text[..end].ends_with('\n') {
        ""
    } else {
        "\n"
    };
    let new = lines(list, outline, id, indent);
    Ok(NewRow {
        path: Some(path.to_owned()),
        text: [&text[..end], gap, &new, &text[end..]].concat(),
    })
}

/// Returns the line of an attribute in a row of a list, with a value that is allowed.
#[must_use]
pub fn cell(outline: &Outline, list: &str, name: &str) -> Option<String> {
    let attributes = &outline.list(list)?.attributes;
    let attribute = attributes.iter().find(|one| one.name == name)?;
    Some(format!("{name}: {}", value(&attribute.ty, outline)))
}

/// The list that is meant: the one that is named, or the only one.
fn list<'a>(outline: &'a Outline, kind: Option<&str>) -> Result<&'a OutlineList, NoRow> {
    let with_rows = |list: &&OutlineList| !matches!(list.sort, ListSort::Layouts(_));
    let lists: Vec<&OutlineList> = outline.lists.iter().filter(with_rows).collect();
    let known = || {
        let names: Vec<&str> = lists.iter().map(|list| list.key.as_str()).collect();
        names.join(", ")
    };
    match (kind, lists.as_slice()) {
        (_, []) => Err(NoRow::None),
        (None, [only]) => Ok(only),
        (None, _) => Err(NoRow::Several(known())),
        (Some(name), _) => lists
            .iter()
            .find(|list| list.key == name)
            .copied()
            .ok_or_else(|| NoRow::UnknownList {
                name: name.to_owned(),
                known: known(),
            }),
    }
}

fn lines(list: &OutlineList, outline: &Outline, id: &str, indent: &str) -> String {
    let mut text = format!("{indent}- id: {id}\n");
    for attribute in &list.attributes {
        text.push_str(&format!("{indent}  {}\n", line(attribute, outline)));
    }
    text
}

fn line(attribute: &OutlineAttribute, outline: &Outline) -> String {
    let OutlineAttribute { name, default, .. } = attribute;
    let ty = print::ty(&attribute.ty);
    match default {
        _ if !attribute.may_be_left_out() => {
            format!("{name}: {} # {ty}", value(&attribute.ty, outline))
        }
        Some(default) => format!("# {name}: {} # {ty}", print::expr(default)),
        None => format!("# {name}: # {ty}"),
    }
}

/// A value of a type that is allowed, the plainest.
fn value(ty: &ast::Type, outline: &Outline) -> String {
    let first = |words: Option<&Vec<String>>| words.and_then(|words| words.first()).cloned();
    match &ty.kind {
        TypeKind::Name(name) => match name.as_str() {
            "int" => "0".to_owned(),
            "bool" => "false".to_owned(),
            "text" => "\"\"".to_owned(),
            "shape" => "[[0, 0]]".to_owned(),
            _ => first(outline.enums.get(name).or(outline.rows.get(name)))
                .unwrap_or_else(|| "null".to_owned()),
        },
        TypeKind::IntRange(low, high) => {
            let number = |e| print::expr(e).parse::<i64>().unwrap_or(0);
            let (low, high) = (number(low), number(high));
            0.clamp(low, high.max(low)).to_string()
        }
        TypeKind::Set(_) => "[]".to_owned(),
        TypeKind::Bag(_) => "{}".to_owned(),
        TypeKind::DirectionOf(board) => match outline.boards.get(&board.text).map(String::as_str) {
            Some("ring" | "row") => "forward".to_owned(),
            _ => "north".to_owned(),
        },
        TypeKind::Value(_, of) => {
            let answers = matches!(&of.kind, TypeKind::Name(name) if name == "bool");
            if answers { "true" } else { "0" }.to_owned()
        }
        TypeKind::Optional(_)
        | TypeKind::Effect(_)
        | TypeKind::All(_)
        | TypeKind::PlaceOf(_)
        | TypeKind::Any(_)
        | TypeKind::PlacementOf(_) => "null".to_owned(),
    }
}
