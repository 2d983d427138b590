//! A number of a row, written anew in the text of its table.

use ludex_pipeline::GameText;
use ludex_report::Report;
use ludex_source::{Sources, Span};
use ludex_tables::{Entry, Node};

/// A number in a table: `KIND/ROW.ATTRIBUTE`, the kind only where several have such a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The kind or record, where it is said.
    pub kind: Option<String>,
    /// The id of the row.
    pub row: String,
    /// The name of the attribute.
    pub attribute: String,
}

/// The reason that a number can't be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TuneError {
    /// `wolf`, where `wolf.price` is meant.
    #[error("`{0}` is no number of a row: write ROW.ATTRIBUTE or KIND/ROW.ATTRIBUTE")]
    NoName(String),
    /// A row that no table has.
    #[error("no table has a row `{0}`")]
    NoRow(String),
    /// A row of this name in several tables.
    #[error("several tables have a row `{0}`: write KIND/ROW.ATTRIBUTE")]
    Ambiguous(String),
    /// A value that is no number.
    #[error("`{0}` is no number, and a number can't take its place")]
    NoNumber(String),
}

impl std::str::FromStr for Number {
    type Err = TuneError;

    fn from_str(text: &str) -> Result<Number, TuneError> {
        let wrong = || TuneError::NoName(text.to_owned());
        let (row, attribute) = text.rsplit_once('.').ok_or_else(wrong)?;
        let (kind, row) = match row.split_once('/') {
            Some((kind, row)) => (Some(kind.to_owned()), row),
            None => (None, row),
        };
        if row.is_empty() || attribute.is_empty() || attribute == "id" {
            return Err(wrong());
        }
        let (row, attribute) = (row.to_owned(), attribute.to_owned());
        Ok(Number {
            kind,
            row,
            attribute,
        })
    }
}

impl Number {
    /// The game with another value for the number, which is written behind the row's id where the row leaves it to its default.
    ///
    /// # Errors
    /// No such row, or no number there.
    pub fn changed(&self, text: &GameText, value: i64) -> Result<GameText, TuneError> {
        let mut sources = Sources::new();
        let parsed = text.clone().parse(&mut sources, &mut Report::new());
        let row = self.row_of(parsed.files().tables.iter().map(|node| &**node))?;
        let (span, written) = match (row.get(&self.attribute), row.entry("id")) {
            (Some(old), _) => (old.span, value.to_string()),
            (None, Some(id)) => (id.span(), self.behind(&sources, id, value)),
            (None, None) => return Err(TuneError::NoRow(self.row.clone())),
        };
        let old = sources.slice(span);
        if row.get(&self.attribute).is_some() && old.trim().parse::<i64>().is_err() {
            return Err(TuneError::NoNumber(old.to_owned()));
        }
        Ok(replaced(text, sources.path(span.file), span, &written))
    }

    fn row_of<'a>(&self, tables: impl Iterator<Item = &'a Node>) -> Result<&'a Node, TuneError> {
        let lists = tables.flat_map(Node::entries);
        let is_kind = |list: &&Entry| self.kind.as_ref().is_none_or(|kind| list.key == *kind);
        let rows = lists.filter(is_kind).flat_map(|list| list.value.items());
        let id = |row: &&Node| {
            row.get("id")
                .and_then(Node::scalar)
                .map(|id| id.text() == self.row)
        };
        let mut rows = rows.filter(|row| id(row) == Some(true));
        let row = rows.next();
        let row = row.ok_or_else(|| TuneError::NoRow(self.row.clone()))?;
        match rows.next() {
            Some(_) => Err(TuneError::Ambiguous(self.row.clone())),
            None => Ok(row),
        }
    }

    /// An id with the number behind it: on its line between braces, else on a line of its own.
    fn behind(&self, sources: &Sources, id: &Entry, value: i64) -> String {
        let span = id.span();
        let before = &sources.text(span.file)[..span.range().start];
        let line = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
        let gap = if line.contains('{') {
            ", ".to_owned()
        } else {
            format!("\n{}", " ".repeat(line.chars().count()))
        };
        let id = sources.slice(span);
        format!("{id}{gap}{}: {value}", self.attribute)
    }
}

/// The texts with a place in one of them written anew.
fn replaced(text: &GameText, path: &str, span: Span, written: &str) -> GameText {
    let mut changed = text.clone();
    for (name, text) in &mut changed.files {
        if name == path {
            text.replace_range(span.range(), written);
        }
    }
    changed
}
