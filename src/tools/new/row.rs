//! A new row of a kind or record, made of its declaration: what must be given with a value that is allowed, the rest as
//! comments with its type and default.

use crate::outline::Outline;
use ludex_check::semantics::{CellContent, Fills, ListColumn, NumberBounds, TableList};
use ludex_rules::game::BoardShape;
use ludex_rules::ids::SortId;
use ludex_rules::types::Type;
use ludex_source::Sources;
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
    let is_taken = if let Fills::Rows(kind, sort) = list.fills {
        outline.row_ids(kind, sort).any(|known| known == id)
    } else {
        false
    };
    if is_taken {
        return Err(NoRow::Taken(list.key.clone(), id.to_owned()));
    }
    let rows = |tree: &Node| tree.get(&list.key).map_or(0, |rows| rows.items().len());
    let fullest = outline.tables.iter().max_by_key(|tree| rows(tree));
    let Some(tree) = fullest.filter(|tree| rows(tree) > 0) else {
        let text = format!("{}:\n{}", list.key, lines(list, outline, id, "  "));
        return Ok(NewRow { path: None, text });
    };
    let path = sources.path(tree.span.file);
    let text = sources.text(tree.span.file);
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
    let column = outline.list(list)?.column(name)?;
    Some(format!("{name}: {}", example(column, outline)))
}

/// The list that is meant: the one that is named, or the only one.
fn list<'a>(outline: &'a Outline, kind: Option<&str>) -> Result<&'a TableList, NoRow> {
    let with_rows = |list: &&TableList| matches!(list.fills, Fills::Rows(..));
    let lists: Vec<&TableList> = outline.lists().iter().filter(with_rows).collect();
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

fn lines(list: &TableList, outline: &Outline, id: &str, indent: &str) -> String {
    let mut text = format!("{indent}- id: {id}\n");
    for column in &list.columns {
        text.push_str(&format!("{indent}  {}\n", line(column, outline)));
    }
    text
}

fn line(column: &ListColumn, outline: &Outline) -> String {
    let ListColumn { name, notation, .. } = column;
    match &column.default {
        _ if !column.may_be_left_out() => {
            format!("{name}: {} # {notation}", example(column, outline))
        }
        Some(default) => format!("# {name}: {default} # {notation}"),
        None => format!("# {name}: # {notation}"),
    }
}

/// Returns the plainest value that a cell may hold.
fn example(column: &ListColumn, outline: &Outline) -> String {
    match &column.holds {
        CellContent::Data(ty) => value(ty, column.sort, column.bounds, outline),
        CellContent::Value(Type::Bool) => "true".to_owned(),
        CellContent::Value(_) => "0".to_owned(),
        CellContent::Effect | CellContent::Hooks => "null".to_owned(),
    }
}

/// Returns the plainest value of a type.
fn value(ty: &Type, sort: Option<SortId>, bounds: NumberBounds, outline: &Outline) -> String {
    let word = match ty {
        Type::Int => {
            let low = bounds.low.unwrap_or(i64::MIN);
            let high = bounds.high.unwrap_or(i64::MAX);
            return 0.clamp(low, high.max(low)).to_string();
        }
        Type::Bool => "false",
        Type::Text => "\"\"",
        Type::Shape => "[[0, 0]]",
        Type::Set(_) => "[]",
        Type::Bag(_) => "{}",
        Type::Direction(board) => match outline.shape(*board) {
            BoardShape::Ring | BoardShape::Row => "forward",
            BoardShape::Grid | BoardShape::Hex | BoardShape::Graph => "north",
        },
        Type::Enum(_) | Type::Piece(_) | Type::Row(_) => {
            let words = outline.words_of(ty, sort).unwrap_or_default();
            words.first().copied().unwrap_or("null")
        }
        Type::Player
        | Type::Space(_)
        | Type::Place(_)
        | Type::Placement(_)
        | Type::All(_)
        | Type::Optional(_)
        | Type::None
        | Type::Wrong => "null",
    };
    word.to_owned()
}
