//! The changes of a save in a game's texts, by name: a row's value, a row, or the lines of anything else.
//!
//! Takes a file as it was and as it is. Knows no game: whatever lists rows with ids is a table.

use std::collections::BTreeMap;

use ludex_report::Report;
use ludex_source::{Sources, Span};
use ludex_tables as tables;
use ludex_tables::Node;

/// A changed file, with the rows that differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touched {
    /// The path of the file.
    pub path: String,
    /// The line where it is now, or where it was.
    pub line: u32,
    /// The list and the id of the row that it is in.
    pub row: Option<(String, String)>,
    /// The difference: `weight: 5 → 4`, or the first line that is another.
    pub what: String,
}

impl Touched {
    /// Gives the change in a line.
    #[must_use]
    pub fn told(&self) -> String {
        let named = self.row.as_ref();
        let named = named.map_or(String::new(), |(list, id)| format!("{list} {id}, "));
        format!("{}:{}: {named}{}", self.path, self.line, self.what)
    }

    /// Tells whether a text names the row; a piece of it may have more behind its id, as in `owl_1`.
    #[must_use]
    pub fn is_named_in(&self, text: &str) -> bool {
        let Some((_, id)) = &self.row else {
            return false;
        };
        let is_part = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
        let words = text.split(|symbol| !is_part(symbol));
        words.into_iter().any(|word| {
            let rest = word.strip_prefix(id.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        })
    }
}

/// Everything that differs between two states of a file.
#[must_use]
pub fn touched(path: &str, old: &str, new: &str) -> Vec<Touched> {
    let is_table = path.ends_with(".yaml") || path.ends_with(".yml");
    let found = is_table.then(|| of_rows(path, old, new)).flatten();
    let found = found.filter(|found| !found.is_empty());
    found.unwrap_or_else(|| of_lines(path, old, new).into_iter().collect())
}

/// The first line that is another.
fn of_lines(path: &str, old: &str, new: &str) -> Option<Touched> {
    if old == new {
        return None;
    }
    let same = old.lines().zip(new.lines());
    let same = same.take_while(|(a, b)| a == b).count();
    let line = new.lines().nth(same).or_else(|| old.lines().nth(same));
    Some(Touched {
        path: path.to_owned(),
        line: u32::try_from(same + 1).unwrap_or(u32::MAX),
        row: None,
        what: line.unwrap_or_default().trim().to_owned(),
    })
}

/// The rows of a table, by list and id.
type RowsById<'a> = BTreeMap<(String, String), &'a Node>;

/// Compares the rows of two states of a file; none when a state can't be read as a table.
fn of_rows(path: &str, old: &str, new: &str) -> Option<Vec<Touched>> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    // A path names one text.
    let before = format!("{path} as it was");
    let (old, new) = (sources.add(before, old), sources.add(path, new));
    let old = tables::read(old, &sources, &mut report)?;
    let new = tables::read(new, &sources, &mut report)?;
    let (old, new) = (rows(&old), rows(&new));
    let line = |span: Span| sources.line_col(span.file, span.start).line;
    let mut found = Vec::new();
    let mut tell = |row: &(String, String), span: Span, what: String| {
        found.push(Touched {
            path: path.to_owned(),
            line: line(span),
            row: Some(row.clone()),
            what,
        });
    };
    for (row, node) in &new {
        let Some(before) = old.get(row) else {
            tell(row, node.span, "new".to_owned());
            continue;
        };
        for entry in node.entries() {
            let value = |node: &Node| one_line(sources.slice(node.span));
            let now = value(&entry.value);
            match before.get(&entry.key).map(value) {
                Some(was) if was == now => {}
                Some(was) => tell(row, entry.key_span, format!("{}: {was} → {now}", entry.key)),
                None => tell(row, entry.key_span, format!("{}: {now}, new", entry.key)),
            }
        }
        let left = before.entries().iter();
        for entry in left.filter(|entry| node.get(&entry.key).is_none()) {
            tell(row, node.span, format!("{}: gone", entry.key));
        }
    }
    for (row, node) in old.iter().filter(|(row, _)| !new.contains_key(*row)) {
        tell(row, node.span, "gone".to_owned());
    }
    Some(found)
}

fn rows(tree: &Node) -> RowsById<'_> {
    let lists = tree.entries().iter();
    let rows = lists.flat_map(|list| {
        let items = list.value.items().iter();
        items.filter_map(|row| {
            let id = row.get("id")?.scalar()?.text().to_owned();
            Some(((list.key.clone(), id), row))
        })
    });
    rows.collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
