//! The shape of a game's tables, by its declarations and the words its tables give: for schemas and for new rows.
//!
//! Takes the texts of a game, even of one that is not sound; what cannot be read of them is missing here. It decides nothing.

use std::collections::BTreeMap;

use ludex_pipeline::GameText;
use ludex_report::Report;
use ludex_source::FileId;
use ludex_source::Sources;
use ludex_syntax::ast;
use ludex_syntax::ast::ItemKind;
use ludex_syntax::ast::MemberKind;
use ludex_syntax::parse;
use ludex_tables as tables;
use ludex_tables::Node;

/// A game as its tables see it.
#[derive(Debug, Default)]
pub struct Outline {
    /// Its title, when `game.yaml` says one.
    pub title: String,
    /// Fewest and most players, when `game.yaml` says them.
    pub players: Option<(i64, i64)>,
    /// Kinds, records and boards with layouts, in the order of their declarations.
    pub lists: Vec<OutlineList>,
    /// The lookup tables, as declared.
    pub lookups: Vec<ast::Table>,
    /// Values of each enum.
    pub enums: BTreeMap<String, Vec<String>>,
    /// The options, as declared.
    pub options: Vec<ast::OptionDecl>,
    /// The shape of each board, by its name.
    pub boards: BTreeMap<String, String>,
    /// Ids of the rows of each list, and of the spaces of each board's layouts.
    pub rows: BTreeMap<String, Vec<String>>,
    /// The files, so that a new row finds its place.
    pub tables: Vec<(FileId, Node)>,
    /// Names of places of the table, of variables of the table.
    pub table: Held,
    /// Names of places of each player, of variables of each player.
    pub player: Held,
}

/// Names of what somebody holds.
#[derive(Debug, Default)]
pub struct Held {
    /// The names of places.
    pub places: Vec<String>,
    /// The names of variables and tracks.
    pub vars: Vec<String>,
}

/// A list of rows under a key of a table.
#[derive(Debug)]
pub struct OutlineList {
    /// The key of the list in YAML.
    pub key: String,
    /// The declaration that the list fills.
    pub sort: ListSort,
    /// The kind, of a list that fills a sort of it.
    pub of: Option<String>,
    /// The doc comment above its declaration.
    pub doc: String,
    /// The attributes that a row may give.
    pub attributes: Vec<OutlineAttribute>,
}

/// The sort of declaration that a list fills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListSort {
    /// Rows of a kind.
    Kind,
    /// Rows of a record.
    Record,
    /// Layouts of a board of some shape.
    Layouts(String),
}

/// An attribute of a row.
#[derive(Debug, Clone)]
pub struct OutlineAttribute {
    /// The name of the attribute.
    pub name: String,
    /// The doc comment above it.
    pub doc: String,
    /// The declared type of its values.
    pub ty: ast::Type,
    /// The value of rows that leave it out.
    pub default: Option<ast::Expr>,
}

impl Outline {
    /// Collects the declarations of a game, broken or not.
    #[must_use]
    pub fn of(game: &GameText, sources: &mut Sources) -> Outline {
        let (mut outline, mut report) = (Outline::default(), Report::new());
        for (path, text) in &game.files {
            let file = sources.add(path, text);
            if path.ends_with(".rules") {
                for item in parse::file(&sources.fragment(file), &mut report).items {
                    outline.item(item);
                }
            } else if path.ends_with(".svg") {
                // Pictures are no tables.
            } else if let Some(tree) = tables::read(file, sources, &mut report) {
                match path.rsplit('/').next() {
                    Some("game.yaml") => outline.manifest(&tree),
                    // How it is shown is no table.
                    Some("view.yaml" | "look.yaml") => {}
                    _ => outline.tables.push((file, tree)),
                }
            }
        }
        outline.join_sorts();
        outline.ids();
        outline
    }

    /// Gives the lists of sorts what rows of their kind give too.
    fn join_sorts(&mut self) {
        for at in 0..self.lists.len() {
            let kind = (self.lists[at].of.as_ref()).and_then(|of| self.list(of));
            if let Some(kind) = kind {
                let shared = kind.attributes.clone();
                self.lists[at].attributes.splice(0..0, shared);
            }
        }
    }

    fn item(&mut self, item: ast::Item) {
        match item.kind {
            ItemKind::Enum(one) => {
                let values = one.values.into_iter().map(|value| value.text).collect();
                self.enums.insert(one.name.text, values);
            }
            ItemKind::Option(one) => self.options.push(one),
            ItemKind::Kind(one) if one.copies.is_none() => self.lists.push(OutlineList {
                key: one.name.text,
                sort: if one.is_record {
                    ListSort::Record
                } else {
                    ListSort::Kind
                },
                of: one.of.map(|of| of.text),
                doc: item.doc,
                attributes: attributes(one.members),
            }),
            ItemKind::Board(one) => self.board(one, item.doc),
            ItemKind::Table(one) => self.lookups.push(one),
            ItemKind::Place(one) => self.holder(one.per.is_some()).places.push(one.name.text),
            ItemKind::Var(one) => self.holder(one.per.is_some()).vars.push(one.name.text),
            ItemKind::Track(one) => self.holder(one.per.is_some()).vars.push(one.name.text),
            ItemKind::Kind(_)
            | ItemKind::Moment(_)
            | ItemKind::Effect(_)
            | ItemKind::Query(_)
            | ItemKind::Action(_)
            | ItemKind::Hook(_)
            | ItemKind::Modifier(_)
            | ItemKind::Setup(_)
            | ItemKind::Play(_)
            | ItemKind::Result(_)
            | ItemKind::Heuristic(_)
            | ItemKind::Demand(_) => (),
        }
    }

    fn board(&mut self, board: ast::Board, doc: String) {
        if let Some(from) = board.from {
            self.lists.push(OutlineList {
                key: from.text,
                sort: ListSort::Layouts(board.shape.text.clone()),
                of: None,
                doc,
                attributes: attributes(board.members),
            });
        }
        self.boards.insert(board.name.text, board.shape.text);
    }

    fn holder(&mut self, of_player: bool) -> &mut Held {
        if of_player {
            &mut self.player
        } else {
            &mut self.table
        }
    }

    fn manifest(&mut self, tree: &Node) {
        let text = tree.get("title").and_then(Node::scalar);
        self.title = text.map(|text| text.text().to_owned()).unwrap_or_default();
        let number = |key: &str| tree.get("players")?.get(key)?.as_int().ok();
        self.players = number("min").zip(number("max"));
    }

    /// The ids of all rows, and of the spaces of layouts under the key of their board's table.
    fn ids(&mut self) {
        let id = |row: &Node| Some(row.get("id")?.scalar()?.text().to_owned());
        for entry in self.tables.iter().flat_map(|(_, tree)| tree.entries()) {
            let ids: Vec<String> = entry.value.items().iter().filter_map(id).collect();
            let of = self.lists.iter().find(|list| list.key == entry.key);
            let kind = of.and_then(|list| list.of.clone());
            for key in kind.into_iter().chain([entry.key.clone()]) {
                self.rows.entry(key).or_default().extend(ids.clone());
            }
        }
    }

    /// The list with this key.
    #[must_use]
    pub fn list(&self, key: &str) -> Option<&OutlineList> {
        self.lists.iter().find(|list| list.key == key)
    }
}

fn attributes(members: Vec<ast::Member>) -> Vec<OutlineAttribute> {
    let attribute = |member: ast::Member| match member.kind {
        MemberKind::Attribute(one) => Some(OutlineAttribute {
            name: one.name.text,
            doc: member.doc,
            ty: one.ty,
            default: one.default,
        }),
        MemberKind::Field(_)
        | MemberKind::Place(_)
        | MemberKind::Demand(_)
        | MemberKind::Join { .. }
        | MemberKind::Home(_)
        | MemberKind::Active { .. } => None,
    };
    members.into_iter().filter_map(attribute).collect()
}

impl OutlineAttribute {
    /// Tells whether a row may leave it out.
    #[must_use]
    pub fn may_be_left_out(&self) -> bool {
        let optional = matches!(
            self.ty.kind,
            ast::TypeKind::Optional(_) | ast::TypeKind::Effect(_)
        );
        self.default.is_some() || optional || self.is_hooks()
    }

    /// Tells whether it holds hooks and modifiers.
    #[must_use]
    pub fn is_hooks(&self) -> bool {
        matches!(&self.ty.kind, ast::TypeKind::Name(name) if name == "hooks")
    }
}
