//! Layouts of boards in YAML: `- {id: first, spaces: [{id: a, at: [0, 0], …}]}`.

use crate::boards::beside_hex;
use crate::decl::MemberDecl;
use crate::declarations::declare::{BoardDecl, Decls};
use crate::env::{Checker, Scope};
use crate::mistaken::NamedSort;
use crate::semantics::{Definition, Symbol};
use crate::tables::literals;
use crate::tables::rows::head;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::constants::Unknown;
use ludex_rules::game::{BoardShape, Layout, LayoutSpace, Value};
use ludex_rules::ids::BoardId;
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_source::span::offset;
use ludex_syntax::ast;
use ludex_tables::{Entry, Node};
use std::collections::BTreeMap;

impl Checker<'_> {
    /// The layouts of a hex map or graph.
    pub(crate) fn layouts(
        &mut self,
        board: &BoardDecl<'_>,
        name: &ast::Name,
        entries: &[&Entry],
    ) -> Vec<Layout> {
        let mut layouts = Vec::new();
        for (id, span, node) in self.layout_nodes(name, entries) {
            let spaces = self.drawn_spaces(board, node);
            layouts.push(Layout {
                id,
                spaces,
                span,
                spans: spans(node),
                written: written(node),
            });
        }
        layouts
    }

    /// The layouts of a ring, row or grid: as many spaces as its size, in order.
    pub(super) fn layouts_of_size(
        &mut self,
        board: &BoardDecl<'_>,
        name: &ast::Name,
        entries: &[&Entry],
        spaces: &[LayoutSpace],
    ) -> Vec<Layout> {
        let mut layouts = Vec::new();
        for (id, span, node) in self.layout_nodes(name, entries) {
            let Some(listed) = self.space_nodes(node) else {
                continue;
            };
            if listed.len() != spaces.len() {
                let message = format!("layout `{id}` has {} spaces", listed.len());
                let label = format!("board `{}` has {}", board.tree.name.text, spaces.len());
                self.report.push(
                    Diagnostic::error(Code::WRONG_BOARD, message)
                        .at(
                            node.entry("id").map_or(node.span, |entry| entry.value.span),
                            label,
                        )
                        .also(board.tree.shape.span, "its size"),
                );
                continue;
            }
            let ids = self.space_ids(board.id, listed, |number| spaces[number].id.clone());
            let made = spaces.iter().zip(ids).map(|(space, id)| LayoutSpace {
                id,
                ..space.clone()
            });
            layouts.push(Layout {
                id,
                spaces: made.collect(),
                span,
                spans: spans(node),
                written: written(node),
            });
        }
        layouts
    }

    fn layout_nodes<'n>(
        &mut self,
        name: &ast::Name,
        entries: &[&'n Entry],
    ) -> Vec<(String, Span, &'n Node)> {
        if entries.is_empty() {
            self.report.push(
                Diagnostic::error(
                    Code::NO_ROWS,
                    format!("no file gives the layouts `{}`", name.text),
                )
                .at(name.span, "not found in any YAML file")
                .help(format!(
                    "write `{}:` and a list of layouts in a YAML file of the game",
                    name.text
                )),
            );
        }
        let mut found: Vec<(String, Span, &Node)> = Vec::new();
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        for entry in entries {
            for node in self.told(entry.value.as_list()).unwrap_or_default() {
                if let Some((id, span)) = self.layout_id(node, &seen) {
                    seen.insert(id.clone(), span);
                    found.push((id, span, node));
                }
            }
        }
        found
    }

    fn layout_id(&mut self, node: &Node, seen: &BTreeMap<String, Span>) -> Option<(String, Span)> {
        self.told(node.as_map())?;
        for entry in node
            .entries()
            .iter()
            .filter(|entry| !["id", "spaces"].contains(&entry.key.as_str()))
        {
            self.report.push(
                Diagnostic::error(
                    Code::UNKNOWN_ATTRIBUTE,
                    format!("a layout has no `{}`", entry.key),
                )
                .at(entry.key_span, "expected `id` or `spaces`")
                .did_you_mean(nearest(&entry.key, ["id", "spaces"])),
            );
        }
        let Some(id) = node.get("id") else {
            self.report.push(
                Diagnostic::error(Code::MISSING_ATTRIBUTE, "a layout without `id`")
                    .at(node.span, "its `id` is missing"),
            );
            return None;
        };
        let text = self.told(id.as_text())?.text().to_owned();
        if let Some(&first) = seen.get(&text) {
            self.duplicate_id(&text, "layouts", id.span, first);
            return None;
        }
        Some((text, id.span))
    }

    fn duplicate_id(&mut self, id: &str, of: &str, span: Span, first: Span) {
        self.report.push(
            Diagnostic::error(Code::DUPLICATE_ID, format!("`{id}` is the id of two {of}"))
                .at(span, "given again here")
                .also(first, "first given here"),
        );
    }

    fn space_nodes<'n>(&mut self, layout: &'n Node) -> Option<&'n [Node]> {
        let Some(spaces) = layout.get("spaces") else {
            let span = layout.entry("id").map_or(layout.span, |entry| entry.span());
            self.report.push(
                Diagnostic::error(Code::WRONG_BOARD, "a layout without spaces")
                    .at(span, "its `spaces` are missing"),
            );
            return None;
        };
        let items = self.told(spaces.as_list())?;
        if items.is_empty() {
            self.report.push(
                Diagnostic::error(Code::WRONG_BOARD, "a layout without spaces")
                    .at(spaces.span, "at least one space"),
            );
            return None;
        }
        Some(items)
    }

    /// The ids of spaces, each once; a space without one is called by `default`.
    fn space_ids(
        &mut self,
        board: BoardId,
        nodes: &[Node],
        default: impl Fn(usize) -> String,
    ) -> Vec<String> {
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        let mut ids = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            let written = node
                .get("id")
                .and_then(|id| Some((id, self.told(id.as_text())?)));
            let (id, span) = match written {
                Some((node, scalar)) => (scalar.text().to_owned(), node.span),
                None => (default(number), node.span),
            };
            self.not_mistaken(NamedSort::Space, &id, span);
            // Options have `_` for each blank.
            match seen.get(&id.replace(' ', "_")) {
                Some(&first) => self.duplicate_id(&id, "spaces", span, first),
                None => {
                    let number = i32::try_from(number).unwrap_or(i32::MAX);
                    let space = Definition::new(&id, span);
                    let symbol = Symbol::Space(board, number);
                    self.env.semantics_mut().define(symbol, space);
                    seen.insert(id.replace(' ', "_"), span);
                }
            }
            ids.push(id);
        }
        ids
    }

    fn drawn_spaces(&mut self, board: &BoardDecl<'_>, layout: &Node) -> Vec<LayoutSpace> {
        let Some(nodes) = self.space_nodes(layout) else {
            return Vec::new();
        };
        let hex = self.env.game.boards[board.id.index()].shape == BoardShape::Hex;
        let ids = self.space_ids(board.id, nodes, |number| number.to_string());
        let places = if hex {
            self.hexes(nodes)
        } else {
            (0..).take(nodes.len()).map(|number| (number, 0)).collect()
        };
        let listed = if hex {
            Vec::new()
        } else {
            self.neighbours(nodes, &ids)
        };
        let made =
            ids.into_iter()
                .zip(places.iter().copied())
                .enumerate()
                .map(|(number, (id, at))| {
                    let beside = match listed.get(number) {
                        Some(listed) => listed.iter().map(|&space| Some(space)).collect(),
                        None => beside_hex(&places, at),
                    };
                    LayoutSpace {
                        id,
                        at,
                        beside,
                        attributes: Vec::new(),
                    }
                });
        made.collect()
    }

    fn hexes(&mut self, nodes: &[Node]) -> Vec<(i32, i32)> {
        let mut seen: BTreeMap<(i32, i32), Span> = BTreeMap::new();
        let mut places = Vec::new();
        for node in nodes {
            let at = match node.get("at") {
                Some(at) => self.pair(at).map(|pair| (pair, at.span)),
                None => {
                    self.report.push(
                        Diagnostic::error(Code::MISSING_ATTRIBUTE, "a hex without `at`")
                            .at(node.span, "where is it?")
                            .help(
                                "write `at: [q, r]`; north is `r - 1`, and `q` grows to the east",
                            ),
                    );
                    None
                }
            };
            if let Some((place, span)) = at
                && let Some(first) = seen.insert(place, span)
            {
                self.report.push(
                    Diagnostic::error(
                        Code::WRONG_BOARD,
                        format!("two spaces at [{}, {}]", place.0, place.1),
                    )
                    .at(span, "taken already")
                    .also(first, "the first space here"),
                );
            }
            places.push(at.map_or((i32::MIN / 2, 0), |(place, _)| place));
        }
        places
    }

    /// Gives what each space of a graph lists as `beside`; both ends must list each other.
    fn neighbours(&mut self, nodes: &[Node], ids: &[String]) -> Vec<Vec<u32>> {
        let mut all: Vec<Vec<(usize, Span)>> = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            let mut listed = Vec::new();
            let items = node
                .get("beside")
                .and_then(|beside| self.told(beside.as_list()))
                .unwrap_or_default();
            for item in items {
                listed.extend(self.neighbour(item, number, ids));
            }
            all.push(listed);
        }
        for (from, listed) in all.iter().enumerate() {
            for &(to, span) in listed {
                let back = &all[to];
                if !back.iter().any(|(space, _)| *space == from) {
                    let (from, to) = (&ids[from], &ids[to]);
                    self.report.push(
                        Diagnostic::error(
                            Code::WRONG_BOARD,
                            format!("`{to}` is beside `{from}`, but not the other way round"),
                        )
                        .at(span, format!("`{to}` does not list `{from}`"))
                        .help(format!("add `{from}` to `beside` of `{to}`")),
                    );
                }
            }
        }
        all.into_iter()
            .map(|listed| listed.into_iter().map(|(space, _)| offset(space)).collect())
            .collect()
    }

    fn neighbour(&mut self, item: &Node, own: usize, ids: &[String]) -> Option<(usize, Span)> {
        let id = self.told(item.as_text())?.text().to_owned();
        let found = ids.iter().position(|one| *one == id);
        let error = match found {
            Some(number) if number != own => return Some((number, item.span)),
            Some(_) => Diagnostic::error(Code::WRONG_BOARD, format!("`{id}` is beside itself"))
                .at(item.span, "the same space"),
            None => Diagnostic::error(Code::WRONG_BOARD, format!("unknown space `{id}`"))
                .at(item.span, "not in this layout")
                .did_you_mean((self.report).nearest(
                    Code::WRONG_BOARD,
                    &id,
                    ids.iter().map(String::as_str),
                )),
        };
        self.report.push(error);
        None
    }

    /// Attributes of spaces: needs rows, words and spaces.
    pub(crate) fn space_values(&mut self, decls: &Decls<'_>, tables: &[(&str, &Entry)]) {
        for board in &decls.boards {
            let Some(name) = &board.tree.from else {
                continue;
            };
            let entries = tables.iter().filter(|(table, _)| *table == name.text);
            let nodes: Vec<&Node> = entries.flat_map(|(_, entry)| entry.value.items()).collect();
            for number in 0..self.env.game.boards[board.id.index()].layouts.len() {
                self.values_of_layout(board, number, &nodes);
            }
        }
    }

    fn values_of_layout(&mut self, board: &BoardDecl<'_>, number: usize, nodes: &[&Node]) {
        let id = self.env.game.boards[board.id.index()].layouts[number]
            .id
            .clone();
        let same = |node: &&&Node| {
            node.get("id")
                .and_then(Node::scalar)
                .is_some_and(|one| one.text() == id)
        };
        let Some(spaces) = nodes.iter().find(same).and_then(|node| node.get("spaces")) else {
            return;
        };
        for (at, node) in spaces.items().iter().enumerate() {
            let values = self.space_row(board, node);
            let layout = &mut self.env.game.boards[board.id.index()].layouts[number];
            if let Some(space) = layout.spaces.get_mut(at) {
                space.attributes = values;
            }
        }
    }

    fn space_row(&mut self, board: &BoardDecl<'_>, node: &Node) -> Vec<Value> {
        let own: &[&str] = match self.env.game.boards[board.id.index()].shape {
            BoardShape::Hex => &["id", "at"],
            BoardShape::Graph => &["id", "beside"],
            BoardShape::Ring | BoardShape::Row | BoardShape::Grid => &["id"],
        };
        let names = || {
            board
                .attributes
                .iter()
                .map(|one| one.name.text.as_str())
                .chain(own.iter().copied())
        };
        for entry in node
            .entries()
            .iter()
            .filter(|entry| !names().any(|name| name == entry.key))
        {
            self.report.push(
                Diagnostic::error(
                    Code::UNKNOWN_ATTRIBUTE,
                    format!("a space has no attribute `{}`", entry.key),
                )
                .at(
                    entry.key_span,
                    format!("not declared in `board {}`", board.tree.name.text),
                )
                .did_you_mean(nearest(&entry.key, names())),
            );
        }
        (0..board.attributes.len())
            .map(|column| self.space_value(board, column, node))
            .collect()
    }

    fn space_value(&mut self, board: &BoardDecl<'_>, column: usize, node: &Node) -> Value {
        let attribute = board.attributes[column];
        let name = &attribute.name.text;
        let ty = self.env.game.boards[board.id.index()].attributes[column]
            .ty
            .clone();
        let bounds = self.bounds(&attribute.ty);
        let given = match node.entry(name) {
            Some(entry) => {
                let member = MemberDecl::Attribute(column);
                self.fills(entry.name_span(), Symbol::SpaceMember(board.id, member));
                self.cell(&entry.value, &ty, bounds)
            }
            None if attribute.default.is_some() => self.space_preset(board, column),
            None => {
                let empty = self.empty_cell(&ty);
                if empty.is_none() {
                    self.report.push(
                        Diagnostic::error(Code::MISSING_ATTRIBUTE, format!("`{name}` is missing"))
                            .at(node.span, "this space does not give it")
                            .also(attribute.name.span, "declared here without a default"),
                    );
                }
                empty
            }
        };
        given.unwrap_or(Value::Scalar(0))
    }

    /// The default of an attribute of spaces: known before play, and the same for all.
    pub(super) fn space_preset(&mut self, board: &BoardDecl<'_>, column: usize) -> Option<Value> {
        let attribute = board.attributes[column];
        let written = attribute.default.as_ref()?;
        let ty = self.env.game.boards[board.id.index()].attributes[column]
            .ty
            .clone();
        let bounds = self.bounds(&attribute.ty);
        if let Some(value) = literals::literal(written, &ty, &self.env.game) {
            return Some(value);
        }
        let e = self.expr(&mut Scope::default(), written, Some(&ty));
        let value = self.constants().value(&e, &[]);
        match &value {
            Ok(Value::Scalar(number)) if e.ty == Type::Int => {
                let _ = self.within(*number, bounds, "default", e.span);
            }
            Err(Unknown::Spent) => self.too_long_before_play(e.span),
            Err(Unknown::Open | Unknown::Fault(_)) => self.unknown_preset(e.span),
            Ok(_) | Err(Unknown::Wrong) => {}
        }
        value.ok()
    }
}

/// Tells where the spaces of a layout begin.
fn spans(layout: &Node) -> Vec<Span> {
    let spaces = layout.get("spaces").map_or(&[][..], Node::items);
    spaces.iter().map(head).collect()
}

/// Gives what the spaces of a layout give.
fn written(layout: &Node) -> Vec<Vec<(String, String)>> {
    let spaces = layout.get("spaces").map_or(&[][..], Node::items);
    spaces
        .iter()
        .map(|space| space.written().to_vec())
        .collect()
}
