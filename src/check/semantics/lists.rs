//! Lists of a game's tables: the keys under which rows stand, and what a cell of a row holds.

use super::Symbol;
use ludex_rules::ids::{BoardId, KindId, SortId, TableId};
use ludex_rules::types::Type;

/// A list of rows: a key of the tables that a declaration gives a meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableList {
    /// The key of the list in YAML.
    pub key: String,
    /// The declaration that the list fills.
    pub fills: Fills,
    /// The doc comment above that declaration.
    pub doc: String,
    /// The cells that a row may give, in the order of their declarations; of a sort, those of its kind come first.
    pub columns: Vec<ListColumn>,
}

/// The declaration that a list fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fills {
    /// A kind or record, or a sort of a kind.
    Rows(KindId, Option<SortId>),
    /// The layouts of a board; the columns are those of a space.
    Layouts(BoardId),
}

/// A cell that rows of a list, or the spaces of a layout, may give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListColumn {
    /// The attribute that the cell gives a value to.
    pub symbol: Symbol,
    /// The name of the attribute, which is the key of the cell.
    pub name: String,
    /// The doc comment above the attribute.
    pub doc: String,
    /// The content of the cell.
    pub holds: CellContent,
    /// The sort of the pieces that it names, if only one sort may be named.
    pub sort: Option<SortId>,
    /// The lowest and the highest number, as far as they are written as numbers.
    pub bounds: NumberBounds,
    /// The type as the declaration writes it.
    pub notation: String,
    /// The value of rows that leave the cell out, as the declaration writes it.
    pub default: Option<String>,
}

/// The content of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellContent {
    /// A value of a type.
    Data(Type),
    /// The statements of an effect.
    Effect,
    /// An expression that gives a value of a type.
    Value(Type),
    /// The hooks and modifiers of a row.
    Hooks,
}

/// The bounds of a number, as far as they are written as numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NumberBounds {
    /// The lowest number that is allowed.
    pub low: Option<i64>,
    /// The highest number that is allowed.
    pub high: Option<i64>,
}

/// A lookup table with the bounds of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoundedLookup {
    /// The lookup table itself.
    pub table: TableId,
    /// The bounds of its values.
    pub bounds: NumberBounds,
}

impl TableList {
    /// Returns the cell with this key.
    #[must_use]
    pub fn column(&self, key: &str) -> Option<&ListColumn> {
        self.columns.iter().find(|column| column.name == key)
    }
}

impl ListColumn {
    /// Returns true if a row may leave the cell out.
    #[must_use]
    pub fn may_be_left_out(&self) -> bool {
        match &self.holds {
            CellContent::Data(ty) => self.default.is_some() || matches!(ty, Type::Optional(_)),
            CellContent::Value(_) => self.default.is_some(),
            CellContent::Effect | CellContent::Hooks => true,
        }
    }
}

impl CellContent {
    /// Returns true if the cell holds a text of the rules.
    #[must_use]
    pub fn is_rules(&self) -> bool {
        !matches!(self, CellContent::Data(_))
    }
}
