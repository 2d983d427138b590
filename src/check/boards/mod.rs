//! Boards: form, size, spaces and directions.

mod layouts;
mod set_up;

use crate::declarations::declare::{BoardDecl, Decls};
use crate::declarations::frames;
use crate::declarations::placeholders::known;
use crate::env::Checker;
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic, Position, nearest};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::{BoardShape, Holder, Layout, LayoutSpace, NONE, Value};
use ludex_rules::ids::BoardId;
use ludex_rules::types::Type;
use ludex_syntax::ast;
use ludex_tables::Entry;

/// More spaces in a direction than any board has.
const MANY: i32 = 1000;

/// In the order of `BESIDE_SQUARE`: clockwise, with y growing to the south.
pub const GRID: &[&str] = &[
    "north",
    "north_east",
    "east",
    "south_east",
    "south",
    "south_west",
    "west",
    "north_west",
];
const BESIDE_SQUARE: &[(i32, i32)] = &[
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
];

/// In the order of `BESIDE_HEX`: clockwise, axial.
const HEX: &[&str] = &[
    "north",
    "north_east",
    "south_east",
    "south",
    "south_west",
    "north_west",
];
const BESIDE_HEX: &[(i32, i32)] = &[(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

impl Checker<'_> {
    /// Forms and directions: needed before attributes name a direction.
    pub(super) fn board_shapes(&mut self, decls: &Decls<'_>) {
        for board in &decls.boards {
            let shape = self.shape(&board.tree.shape);
            let made = &mut self.env.game.boards[board.id.index()];
            made.shape = shape.unwrap_or(BoardShape::Graph);
            let names: &[&str] = match made.shape {
                BoardShape::Ring | BoardShape::Row => &["forward", "back"],
                BoardShape::Grid => GRID,
                BoardShape::Hex => HEX,
                BoardShape::Graph => &[],
            };
            made.directions = names.iter().map(|&name| name.to_owned()).collect();
        }
    }

    fn shape(&mut self, name: &ast::Name) -> Option<BoardShape> {
        match name.text.as_str() {
            "ring" => Some(BoardShape::Ring),
            "row" => Some(BoardShape::Row),
            "grid" => Some(BoardShape::Grid),
            "hex" => Some(BoardShape::Hex),
            "graph" => Some(BoardShape::Graph),
            word => {
                self.unknown_word(
                    "form of a board",
                    Position::Board,
                    word,
                    name.span,
                    &["ring", "row", "grid", "hex", "graph"],
                );
                None
            }
        }
    }

    /// Sizes and spaces: needed before rows name a space. Attributes of spaces come with `space_values`.
    pub(super) fn board_spaces(&mut self, decls: &Decls<'_>, tables: &[(&str, &Entry)]) {
        for board in &decls.boards {
            let made = &self.env.game.boards[board.id.index()];
            let listed = board.tree.from.as_ref().map(|name| {
                let entries = tables.iter().filter(|(table, _)| *table == name.text);
                (name, entries.map(|(_, entry)| *entry).collect::<Vec<_>>())
            });
            let layouts = match made.shape {
                BoardShape::Hex | BoardShape::Graph => self.drawn(board, listed),
                BoardShape::Ring | BoardShape::Row | BoardShape::Grid => self.sized(board, listed),
            };
            let largest = layouts
                .iter()
                .map(|layout| layout.spaces.len())
                .max()
                .unwrap_or_default();
            let made = &mut self.env.game.boards[board.id.index()];
            made.capacity = u32::try_from(largest).unwrap_or(u32::MAX);
            made.layouts = layouts;
        }
    }

    /// A hex map or graph: its spaces are in YAML.
    fn drawn(
        &mut self,
        board: &BoardDecl<'_>,
        listed: Option<(&ast::Name, Vec<&Entry>)>,
    ) -> Vec<Layout> {
        let tree = board.tree;
        // Of a form that is not known, and was reported, nobody can tell whether it wants a size or a layout.
        if !["hex", "graph"].contains(&tree.shape.text.as_str()) && listed.is_none() {
            return Vec::new();
        }
        if let Some(size) = tree.size.first() {
            self.misplaced(
                size.span,
                &format!("a {} board has no size", tree.shape.text),
                "its layout says how large it is",
            );
        }
        match listed {
            Some((name, entries)) => self.layouts(board, name, &entries),
            None => {
                self.report.push(
                    Diagnostic::error(
                        Code::WRONG_BOARD,
                        format!("board `{}` has no layout", tree.name.text),
                    )
                    .at(tree.shape.span, "needs spaces from a YAML file")
                    .help(format!(
                        "write `{} from NAME`, and in YAML `NAME:` with a list of layouts",
                        tree.shape.text
                    )),
                );
                Vec::new()
            }
        }
    }

    /// A ring, row or grid: its spaces come from its size; YAML may give their attributes.
    fn sized(
        &mut self,
        board: &BoardDecl<'_>,
        listed: Option<(&ast::Name, Vec<&Entry>)>,
    ) -> Vec<Layout> {
        let shape = self.env.game.boards[board.id.index()].shape;
        let Some((width, height)) = self.sides_of(board, shape) else {
            return Vec::new();
        };
        let mut spaces = match shape {
            BoardShape::Grid => grid(width, height),
            BoardShape::Ring | BoardShape::Row | BoardShape::Hex | BoardShape::Graph => {
                line(width, shape == BoardShape::Ring)
            }
        };
        if let Some((name, entries)) = listed {
            return self.layouts_of_size(board, name, &entries, &spaces);
        }
        for attribute in board.attributes.iter().filter(|one| one.default.is_none()) {
            self.report.push(
                Diagnostic::error(
                    Code::MISSING_ATTRIBUTE,
                    format!("no file gives `{}` of each space", attribute.name.text),
                )
                .at(attribute.name.span, "filled by nothing")
                .help(
                    "write `from NAME` after the size, and in YAML `NAME:` with a list of layouts",
                ),
            );
        }
        let values = (0..board.attributes.len()).map(|column| self.space_preset(board, column));
        let values: Vec<Value> = values
            .map(|value| value.unwrap_or(Value::Scalar(0)))
            .collect();
        for space in &mut spaces {
            space.attributes.clone_from(&values);
        }
        vec![Layout {
            id: board.tree.name.text.clone(),
            spaces,
            span: board.tree.name.span,
            spans: Vec::new(),
            written: Vec::new(),
        }]
    }

    fn sides_of(&mut self, board: &BoardDecl<'_>, shape: BoardShape) -> Option<(i32, i32)> {
        let tree = board.tree;
        match (shape == BoardShape::Grid, tree.size.as_slice()) {
            (true, [width, height]) => {
                let width = self.constant_in(width, (1, MANY), "width");
                let height = self.constant_in(height, (1, MANY), "height");
                Some((width?, height?))
            }
            (false, [size]) => Some((self.line_size(board, size)?, 1)),
            (grid, _) => {
                let form = if grid {
                    "grid of 7 by 6".to_owned()
                } else {
                    format!("{} of 5", tree.shape.text)
                };
                self.report.push(
                    Diagnostic::error(
                        Code::WRONG_BOUNDS,
                        format!("board `{}` has no proper size", tree.name.text),
                    )
                    .at(tree.shape.span, "its size is wrong or missing")
                    .help(format!("write `{form}`")),
                );
                None
            }
        }
    }

    /// The largest size of a ring or row; a size that depends on the set-up is kept as a question.
    fn line_size(&mut self, board: &BoardDecl<'_>, size: &ast::Expr) -> Option<i32> {
        let Some(up_to) = &board.tree.up_to else {
            return self.constant_in(size, (1, MANY), "size");
        };
        let largest = self.constant_in(up_to, (1, MANY), "largest size");
        let mut scope = frames::of_holder(self.board_holder(board.id));
        let size = self.expr(&mut scope, size, Some(&Type::Int));
        if let (Some(number), Some(largest)) = (frames::as_constant(&size), largest) {
            self.within(number, (1, largest), "size", size.span);
        }
        self.env.game.boards[board.id.index()].size = Some(size);
        largest
    }

    fn board_holder(&self, board: BoardId) -> Holder {
        if self.env.game.boards[board.index()].per_player {
            Holder::Player
        } else {
            Holder::Table
        }
    }

    /// Determines the layout that each board uses; needs every layout and name.
    pub(super) fn board_layouts(&mut self, decls: &Decls<'_>) {
        for board in &decls.boards {
            let layout = board
                .tree
                .layout
                .as_ref()
                .and_then(|written| self.which_layout(board, written));
            let made = &self.env.game.boards[board.id.index()];
            if made.layouts.len() > 1 && board.tree.layout.is_none() {
                let ids: Vec<&str> = made
                    .layouts
                    .iter()
                    .map(|layout| layout.id.as_str())
                    .collect();
                let message = format!(
                    "board `{}` does not say which layout is used",
                    board.tree.name.text
                );
                self.report.push(
                    Diagnostic::error(Code::WRONG_BOARD, message)
                        .at(
                            board.tree.name.span,
                            format!("there are {}", ids.join(", ")),
                        )
                        .help(
                            "write `layout option.NAME`, with an option whose words are those ids",
                        ),
                );
            }
            self.env.game.boards[board.id.index()].layout = layout;
        }
    }

    fn which_layout(&mut self, board: &BoardDecl<'_>, written: &ast::Expr) -> Option<Expr> {
        let made = &self.env.game.boards[board.id.index()];
        if let ast::ExprKind::Name(word) = &*written.kind {
            let known_id = made.layouts.iter().position(|layout| layout.id == *word);
            if let Some(number) = known_id.and_then(|number| i32::try_from(number).ok()) {
                return Some(known(number, Type::Int, written.span));
            }
        }
        let mut scope = frames::of_holder(self.board_holder(board.id));
        let asked = self.expr(&mut scope, written, None);
        self.env.game.boards[board.id.index()].waits = matches!(asked.ty, Type::Optional(_));
        if matches!(asked.ty.required(), Type::Int | Type::Wrong) {
            return Some(asked);
        }
        let Some(words) = self.words_of(asked.ty.required()) else {
            let label = format!("is `{}`", asked.ty.notation(&self.env.game));
            let message = "a layout is chosen by its id or number";
            self.report
                .push(Diagnostic::error(Code::TYPE_MISMATCH, message).at(written.span, label));
            return None;
        };
        self.layout_by_word(board, asked, &words)
    }

    /// `if asked == first then 0 else if asked == second then 1 …`; none stays none.
    fn layout_by_word(
        &mut self,
        board: &BoardDecl<'_>,
        asked: Expr,
        words: &[String],
    ) -> Option<Expr> {
        let span = asked.span;
        let mut numbers = Vec::new();
        for (word, value) in words.iter().zip(0..) {
            let layouts = &self.env.game.boards[board.id.index()].layouts;
            match layouts.iter().position(|layout| layout.id == *word) {
                Some(number) => {
                    numbers.push(i32::try_from(number).ok()?);
                    let id = layouts[number].span;
                    if let Some(symbol) = Symbol::of_value(asked.ty.required(), value) {
                        self.fills(id, symbol);
                    }
                }
                None => {
                    let near = nearest(word, layouts.iter().map(|layout| layout.id.as_str()));
                    let message =
                        format!("board `{}` has no layout `{word}`", board.tree.name.text);
                    self.report.push(
                        Diagnostic::error(Code::WRONG_BOARD, message)
                            .at(span, "may ask for it")
                            .did_you_mean(near),
                    );
                }
            }
        }
        if numbers.len() != words.len() {
            return None;
        }
        let number = |value: i32| known(value, Type::Int, span);
        let when = |word: i32, layout: i32, rest: Expr| {
            let this = known(word, asked.ty.clone(), span);
            let test = Expr {
                kind: Box::new(ExprKind::Equal(asked.clone(), this)),
                ty: Type::Bool,
                span,
            };
            Expr {
                kind: Box::new(ExprKind::If(test, number(layout), rest)),
                ty: Type::Int,
                span,
            }
        };
        let last = number(*numbers.last()?);
        let cases: Vec<(&i32, i32)> = numbers.iter().zip(0..).collect();
        let cases = cases.into_iter().rev().skip(1);
        let chosen = cases.fold(last, |rest, (layout, word)| when(word, *layout, rest));
        Some(if matches!(asked.ty, Type::Optional(_)) {
            when(NONE, NONE, chosen)
        } else {
            chosen
        })
    }
}

/// Spaces in a line or ring; with a smaller size, the engine closes the ring at that size.
fn line(size: i32, ring: bool) -> Vec<LayoutSpace> {
    let beside = |at: i32| {
        if ring {
            u32::try_from(at.rem_euclid(size)).ok()
        } else {
            u32::try_from(at).ok().filter(|_| at < size)
        }
    };
    (0..size)
        .map(|at| {
            space(
                at.to_string(),
                (at, 0),
                vec![beside(at + 1), beside(at - 1)],
            )
        })
        .collect()
}

/// Squares row by row from the north-west: `a1`, `b1`, …
fn grid(width: i32, height: i32) -> Vec<LayoutSpace> {
    let places: Vec<(i32, i32)> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .collect();
    let named = places
        .iter()
        .map(|&(x, y)| (format!("{}{}", letters(x), y + 1), (x, y)));
    named
        .map(|(id, at)| space(id, at, beside_in(&places, at, BESIDE_SQUARE)))
        .collect()
}

/// `a` to `z`, then `aa`.
fn letters(column: i32) -> String {
    let letter = char::from(b'a' + u8::try_from(column % 26).unwrap_or_default());
    match column / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", letters(more - 1)),
    }
}

fn space(id: String, at: (i32, i32), beside: Vec<Option<u32>>) -> LayoutSpace {
    LayoutSpace {
        id,
        at,
        beside,
        attributes: Vec::new(),
    }
}

/// The space in each direction of a hex map.
pub(super) fn beside_hex(places: &[(i32, i32)], at: (i32, i32)) -> Vec<Option<u32>> {
    beside_in(places, at, BESIDE_HEX)
}

fn beside_in(places: &[(i32, i32)], at: (i32, i32), steps: &[(i32, i32)]) -> Vec<Option<u32>> {
    let (x, y) = at;
    let find = |at: (i32, i32)| {
        places
            .iter()
            .position(|place| *place == at)
            .and_then(|number| u32::try_from(number).ok())
    };
    steps
        .iter()
        .map(|(dx, dy)| find((x + dx, y + dy)))
        .collect()
}
