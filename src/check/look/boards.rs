//! Drawings of boards.

use crate::decl::{Decl, MemberDecl};
use crate::env::Checker;
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::ids::{BoardId, KindId};
use ludex_rules::look::BoardLook;
use ludex_source::Span;
use ludex_tables::{Entry, Node};

/// The keys of a board.
pub const BOARD: &[&str] = &["print", "space", "colour", "fill", "icons", "tiles"];

impl Checker<'_> {
    /// Reads how boards are drawn, each under its name.
    pub(super) fn board_looks(&mut self, map: Option<&Node>) -> Vec<BoardLook> {
        let entries = map.and_then(|map| self.told(map.as_map()));
        let entries = entries.unwrap_or_default().iter();
        entries.filter_map(|entry| self.board_look(entry)).collect()
    }

    fn board_look(&mut self, entry: &Entry) -> Option<BoardLook> {
        let board = self.board_named(&entry.key, entry.key_span)?;
        let node = &entry.value;
        self.known_entries(node, "a board", BOARD, Code::WRONG_LOOK)?;
        Some(BoardLook {
            board,
            print: self.flag_or_true(node.get("print")),
            space: node.get("space").and_then(|space| self.length(space)),
            colour: node.get("colour").and_then(|colour| self.colour(colour)),
            fill: node
                .get("fill")
                .map(|fill| self.space_attributes(fill, board))
                .unwrap_or_default(),
            icons: node
                .get("icons")
                .map(|icons| self.space_attributes(icons, board)),
            tiles: node
                .get("tiles")
                .map(|tiles| self.kinds_of_tiles(tiles))
                .unwrap_or_default(),
            span: entry.key_span,
        })
    }

    /// The kinds of pieces that are drawn as tiles, by their names.
    fn kinds_of_tiles(&mut self, node: &Node) -> Vec<KindId> {
        let names = self.listed_or_one(node).into_iter();
        names.filter_map(|name| self.kind_of_tiles(name)).collect()
    }

    fn kind_of_tiles(&mut self, node: &Node) -> Option<KindId> {
        let name = self.told(node.as_text())?.text();
        let decl = self.env.names.get(name).map(|(decl, _)| *decl);
        let kind = decl.and_then(|decl| self.kind_of_pieces(decl));
        if let (Some(kind), Some(decl)) = (kind, decl) {
            self.fills(node.span, Symbol::Declared(decl));
            return Some(kind);
        }
        let kinds = self.env.names.iter();
        let kinds = kinds.filter(|(_, (decl, _))| self.kind_of_pieces(*decl).is_some());
        let near = nearest(name, kinds.map(|(name, _)| name.as_str()));
        let message = format!("no kind of pieces is called `{name}`");
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_NAME, message)
                .at(node.span, "not a kind of pieces")
                .did_you_mean(near),
        );
        None
    }

    /// The kind that a declaration is, if its rows are pieces.
    fn kind_of_pieces(&self, decl: Decl) -> Option<KindId> {
        let (kind, sort) = self.kind_declared(decl)?;
        let is_piece = !self.env.game.kinds[kind.index()].is_record;
        (sort.is_none() && is_piece).then_some(kind)
    }

    fn board_named(&mut self, name: &str, span: Span) -> Option<BoardId> {
        if let Some((Decl::Board(board), _)) = self.env.names.get(name) {
            let board = *board;
            self.fills(span, Symbol::Declared(Decl::Board(board)));
            return Some(board);
        }
        let boards = self.env.game.boards.iter().map(|board| board.name.as_str());
        let near = nearest(name, boards);
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_NAME, format!("no board is called `{name}`"))
                .at(span, "not a board")
                .did_you_mean(near),
        );
        None
    }

    /// The attributes of a board's spaces, by their names.
    fn space_attributes(&mut self, node: &Node, board: BoardId) -> Vec<usize> {
        let names = self.listed_or_one(node).into_iter();
        names
            .filter_map(|name| self.space_attribute(name, board))
            .collect()
    }

    fn space_attribute(&mut self, node: &Node, board: BoardId) -> Option<usize> {
        let text = self.told(node.as_text())?;
        let (name, span) = (text.text(), text.span(0, text.text().len()));
        let attributes = &self.env.game.boards[board.index()].attributes;
        if let Some(found) = attributes.iter().position(|one| one.name == name) {
            let member = MemberDecl::Attribute(found);
            self.fills(span, Symbol::SpaceMember(board, member));
            return Some(found);
        }
        let names = attributes.iter().map(|one| one.name.as_str());
        let of = &self.env.game.boards[board.index()].name;
        let message = format!("spaces of `{of}` have no attribute `{name}`");
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_ATTRIBUTE, message)
                .at(span, "unknown")
                .did_you_mean(nearest(name, names)),
        );
        None
    }
}
