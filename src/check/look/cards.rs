//! Layouts of cards.

use super::fields::{FieldOwner, FieldUse};
use super::pictures::PictureShelf;
use crate::env::Checker;
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::ids::KindId;
use ludex_rules::look::{Art, BackLook, CardLook, CardShape, Length, LookField, Tint};
use ludex_tables::{Entry, Node};
use std::ops::Range;

/// The keys of a layout.
pub const CARD: &[&str] = &[
    "print", "shape", "size", "colour", "title", "corners", "icons", "art", "text", "foot", "back",
];
/// The corners, in their order in a layout.
pub const CORNERS: &[&str] = &["top_left", "top_right", "bottom_left", "bottom_right"];
/// The outlines, by their words.
pub const SHAPES: &[(&str, CardShape)] = &[
    ("card", CardShape::Card),
    ("hex", CardShape::Hex),
    ("round", CardShape::Round),
];
const ART: &[&str] = &["of", "height", "filled"];
const BACK: &[&str] = &["title", "colour", "icon"];
/// The size of cards that say none: that of poker cards.
const POKER: (Length, Length) = (Length(630), Length(880));

impl Checker<'_> {
    /// Reads the layouts, each under the name of a kind or sort.
    pub(super) fn card_looks(
        &mut self,
        map: Option<&Node>,
        shelf: &mut PictureShelf<'_>,
    ) -> Vec<CardLook> {
        let entries = map.and_then(|map| self.told(map.as_map()));
        let entries = entries.unwrap_or_default().iter();
        entries
            .filter_map(|entry| self.card_look(entry, shelf))
            .collect()
    }

    fn card_look(&mut self, entry: &Entry, shelf: &mut PictureShelf<'_>) -> Option<CardLook> {
        let (owner, rows) = self.kind_of_cards(entry)?;
        let node = &entry.value;
        self.known_entries(node, "a layout of cards", CARD, Code::WRONG_LOOK)?;
        let shape = node.get("shape");
        let size = node.get("size").and_then(|size| self.size(size));
        let mut look = CardLook {
            name: entry.key.clone(),
            kind: owner.kind,
            rows,
            print: self.flag_or_true(node.get("print")),
            shape: shape
                .map(|shape| self.word_of(shape, "a shape", SHAPES))
                .unwrap_or_default(),
            size: size.unwrap_or(POKER),
            colour: node
                .get("colour")
                .and_then(|colour| self.tint(colour, owner)),
            title: self.value_field(node.get("title"), owner),
            corners: [None, None, None, None],
            icons: self.value_fields(node.get("icons"), owner),
            art: node.get("art").and_then(|art| self.art(art, owner)),
            text: None,
            foot: Vec::new(),
            back: node
                .get("back")
                .map(|back| self.back(back, shelf))
                .unwrap_or_default(),
            span: entry.key_span,
        };
        if let Some(corners) = node.get("corners") {
            look.corners = self.corners(corners, owner);
        }
        let words = |checker: &mut Self, key: &str| {
            let node = node.get(key)?;
            Some(checker.fields(node, owner, FieldUse::Words))
        };
        look.text = words(self, "text");
        look.foot = words(self, "foot").unwrap_or_default();
        Some(look)
    }

    /// The kind or sort whose cards a key names.
    fn kind_of_cards(&mut self, entry: &Entry) -> Option<(FieldOwner, Option<Range<u32>>)> {
        let decl = self.env.names.get(&entry.key).map(|(decl, _)| *decl);
        let found = decl.and_then(|decl| self.kind_declared(decl));
        let found = found.filter(|(kind, _)| self.is_of_pieces(*kind));
        let found = found.map(|(kind, sort)| {
            let rows = sort.map(|sort| {
                let sort = &self.env.sorts[sort.index()];
                sort.first..sort.first + sort.count
            });
            (FieldOwner { kind, sort }, rows)
        });
        if let (Some(_), Some(decl)) = (&found, decl) {
            self.fills(entry.key_span, Symbol::Declared(decl));
            return found;
        }
        let pieces = self.env.names.iter().filter(|(_, (decl, _))| {
            let kind = self.kind_declared(*decl);
            kind.is_some_and(|(kind, _)| self.is_of_pieces(kind))
        });
        let near = nearest(&entry.key, pieces.map(|(name, _)| name.as_str()));
        let message = format!("no kind of pieces is called `{}`", entry.key);
        let label = match decl.and_then(|decl| self.kind_declared(decl)) {
            Some(_) => "a record, which is no piece",
            None => "not a kind",
        };
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_NAME, message)
                .at(entry.key_span, label)
                .did_you_mean(near),
        );
        None
    }

    fn is_of_pieces(&self, kind: KindId) -> bool {
        !self.env.game.kinds[kind.index()].is_record
    }

    fn value_field(&mut self, node: Option<&Node>, owner: FieldOwner) -> Option<LookField> {
        node.and_then(|node| self.field(node, owner, FieldUse::Value))
    }

    fn value_fields(&mut self, node: Option<&Node>, owner: FieldOwner) -> Vec<LookField> {
        node.map(|node| self.fields(node, owner, FieldUse::Value))
            .unwrap_or_default()
    }

    /// A colour, or the attribute whose value has one.
    fn tint(&mut self, node: &Node, owner: FieldOwner) -> Option<Tint> {
        let is_name = node
            .scalar()
            .is_some_and(|text| !text.text().starts_with('#'));
        if is_name {
            self.field(node, owner, FieldUse::Value).map(Tint::By)
        } else {
            self.colour(node).map(Tint::Fixed)
        }
    }

    fn corners(&mut self, node: &Node, owner: FieldOwner) -> [Option<LookField>; 4] {
        self.known_entries(node, "`corners`", CORNERS, Code::WRONG_LOOK);
        let mut corners = [None, None, None, None];
        for (corner, key) in corners.iter_mut().zip(CORNERS) {
            *corner = self.value_field(node.get(key), owner);
        }
        corners
    }

    /// The picture: `grain`, or `{ of: grain, height: 40 }`.
    fn art(&mut self, node: &Node, owner: FieldOwner) -> Option<Art> {
        if node.scalar().is_some() {
            let field = self.field(node, owner, FieldUse::Value)?;
            return Some(Art {
                field,
                height: None,
                filled: false,
            });
        }
        self.known_entries(node, "`art`", ART, Code::WRONG_LOOK)?;
        let Some(of) = node.get("of") else {
            self.report.push(
                Diagnostic::error(Code::WRONG_LOOK, "this picture shows nothing")
                    .at(node.span, "no `of`")
                    .help(
                        "write the attribute whose icon is shown: `art: { of: grain, height: 40 }`",
                    ),
            );
            return None;
        };
        let field = self.field(of, owner, FieldUse::Value)?;
        let height = node.get("height").and_then(|height| self.length(height));
        let filled = node
            .get("filled")
            .and_then(|filled| self.told(filled.as_bool()));
        Some(Art {
            field,
            height,
            filled: filled.unwrap_or_default(),
        })
    }

    fn back(&mut self, node: &Node, shelf: &mut PictureShelf<'_>) -> BackLook {
        if self
            .known_entries(node, "`back`", BACK, Code::WRONG_LOOK)
            .is_none()
        {
            return BackLook::default();
        }
        let title = node.get("title");
        let title = title.and_then(|title| self.told(title.as_text()));
        BackLook {
            title: title.map(|title| title.text().trim().to_owned()),
            colour: node.get("colour").and_then(|colour| self.colour(colour)),
            icon: node.get("icon").and_then(|icon| self.picture(icon, shelf)),
        }
    }
}
