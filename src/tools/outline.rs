//! The shape of a game's tables, by what its names mean: for schemas and for new rows.
//!
//! Takes the trees of a game and the names that were resolved in them, even of one that is not sound; what could not be
//! resolved is missing here. It decides nothing.

use std::collections::BTreeMap;

use ludex_check::decl::Decl;
use ludex_check::env::Env;
use ludex_check::game::GameFiles;
use ludex_check::semantics::{Fills, ListColumn, Symbol, TableList};
use ludex_pipeline::GameText;
use ludex_report::Report;
use ludex_rules::game::{BoardShape, Holder};
use ludex_rules::ids::{BoardId, KindId, SortId};
use ludex_rules::types::Type;
use ludex_source::Sources;
use ludex_tables::Node;
use std::sync::Arc;

/// A game as its tables see it.
#[derive(Debug)]
pub struct Outline {
    /// The names of the game with their meanings.
    pub names: Env,
    /// Its title, when `game.yaml` says one.
    pub title: String,
    /// Fewest and most players, when `game.yaml` says them.
    pub players: Option<(i64, i64)>,
    /// The ids of the rows of each kind, in order, each with the sort whose list the row stands in.
    rows: BTreeMap<KindId, Vec<RowId>>,
    /// The tables, so that a new row finds its place.
    pub tables: Vec<Arc<Node>>,
}

/// The id of a row, as its table gives it.
#[derive(Debug)]
struct RowId {
    id: String,
    sort: Option<SortId>,
}

/// The holders of places and variables that an outline lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// The table, which all share.
    Table,
    /// Each player, with one of their own.
    Player,
}

impl Outline {
    /// Reads and checks the texts of a game, broken or not.
    #[must_use]
    pub fn read(game: &GameText, sources: &mut Sources) -> Outline {
        let mut report = Report::new();
        let parsed = game.clone().parse(sources, &mut report);
        let names = parsed.analyze(&mut report).names;
        Outline::new(parsed.files(), names)
    }

    /// Collects what the tables of a game may hold, by its names.
    #[must_use]
    pub fn new(files: &GameFiles, names: Env) -> Outline {
        let manifest = files.manifest.as_deref();
        let title = manifest.and_then(|tree| tree.get("title")?.scalar());
        let number = |key: &str| manifest?.get("players")?.get(key)?.as_int().ok();
        Outline {
            title: title.map_or_else(String::new, |title| title.text().to_owned()),
            players: number("min").zip(number("max")),
            rows: rows(files, &names),
            tables: files.tables.clone(),
            names,
        }
    }

    /// Returns the lists of rows, in the order of their declarations.
    #[must_use]
    pub fn lists(&self) -> &[TableList] {
        self.names.semantics.lists()
    }

    /// Returns the list with this key.
    #[must_use]
    pub fn list(&self, key: &str) -> Option<&TableList> {
        self.names.semantics.list(key)
    }

    /// Returns the enums that are declared, with their values.
    pub fn enums(&self) -> impl Iterator<Item = (&str, &[String])> {
        let declared = self.names.names.iter();
        declared.filter_map(|(name, (decl, _))| {
            let Decl::Enum(id) = decl else {
                return None;
            };
            let values = &self.names.game.enums[id.index()].values;
            Some((name.as_str(), values.as_slice()))
        })
    }

    /// Returns the names of the boards.
    pub fn boards(&self) -> impl Iterator<Item = &str> {
        let declared = self.names.names.iter();
        declared
            .filter(|(_, (decl, _))| matches!(decl, Decl::Board(_)))
            .map(|(name, _)| name.as_str())
    }

    /// Returns the topology of a board.
    #[must_use]
    pub fn shape(&self, board: BoardId) -> BoardShape {
        self.names.game.boards[board.index()].shape
    }

    /// Returns the names of the places that somebody holds, in the order of their declarations.
    pub fn places(&self, held: Held) -> impl Iterator<Item = &str> {
        let declared = self.names.semantics.definitions();
        let ids = declared.filter_map(|(symbol, _)| {
            if let Symbol::Declared(Decl::Place(id)) = symbol {
                Some(id)
            } else {
                None
            }
        });
        let places = ids.map(|id| &self.names.game.places[id.index()]);
        let of = places.filter(move |place| is_held(place.holder, held));
        of.map(|place| place.name.as_str())
    }

    /// Returns the names of the variables and tracks that somebody holds, in the order of their declarations.
    pub fn vars(&self, held: Held) -> impl Iterator<Item = &str> {
        let declared = self.names.semantics.definitions();
        let ids = declared.filter_map(|(symbol, _)| {
            if let Symbol::Declared(Decl::Var(id)) = symbol {
                Some(id)
            } else {
                None
            }
        });
        let vars = ids.map(|id| &self.names.game.vars[id.index()]);
        let of = vars.filter(move |var| is_held(var.holder, held));
        of.map(|var| var.name.as_str())
    }

    /// Returns the ids of the rows of a kind or record, or of a sort alone.
    pub fn row_ids(&self, kind: KindId, sort: Option<SortId>) -> impl Iterator<Item = &str> {
        let rows = self.rows.get(&kind).into_iter().flatten();
        let of = rows.filter(move |row| sort.is_none() || row.sort == sort);
        of.map(|row| row.id.as_str())
    }

    /// Returns the words of a type whose values are words; none of another type, and where no row is known.
    #[must_use]
    pub fn words_of(&self, ty: &Type, sort: Option<SortId>) -> Option<Vec<&str>> {
        let words: Vec<&str> = if let Type::Enum(id) = ty {
            let values = &self.names.game.enums.get(id.index())?.values;
            values.iter().map(String::as_str).collect()
        } else if let Type::Piece(kind) | Type::Row(kind) = ty {
            self.rows.get(kind)?;
            self.row_ids(*kind, sort).collect()
        } else {
            return None;
        };
        Some(words)
    }

    /// Returns the columns of the rows that a cell names, if it names rows.
    #[must_use]
    pub fn columns_named_by(&self, ty: &Type, sort: Option<SortId>) -> &[ListColumn] {
        let (Type::Piece(kind) | Type::Row(kind)) = ty.member() else {
            return &[];
        };
        let fills = Fills::Rows(*kind, sort);
        let list = self.lists().iter().find(|list| list.fills == fills);
        list.map_or(&[], |list| &list.columns)
    }
}

fn is_held(holder: Holder, held: Held) -> bool {
    match held {
        Held::Table => holder == Holder::Table,
        Held::Player => holder == Holder::Player,
    }
}

/// Reads the ids of all rows from the lists that they stand in.
fn rows(files: &GameFiles, names: &Env) -> BTreeMap<KindId, Vec<RowId>> {
    let mut rows: BTreeMap<KindId, Vec<RowId>> = BTreeMap::new();
    for entry in files.lists() {
        let list = names.semantics.list(&entry.key);
        let Some(Fills::Rows(kind, sort)) = list.map(|list| list.fills) else {
            continue;
        };
        let ids = entry.value.items().iter().filter_map(|row| row.get("id"));
        let ids = ids.filter_map(Node::scalar);
        let ids = ids.map(|id| RowId {
            id: id.text().to_owned(),
            sort,
        });
        rows.entry(kind).or_default().extend(ids);
    }
    rows
}
