//! Values of rows: a YAML node checked against the type of its attribute.

use crate::env::Checker;
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::game::{NONE, Value};
use ludex_rules::ids::{BoardId, EnumId, KindId, ShapeId};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_tables::{Node, node};

impl Checker<'_> {
    /// The value that a node gives; none when it is wrong, and then it is reported.
    pub(crate) fn cell(&mut self, node: &Node, ty: &Type, bounds: (i32, i32)) -> Option<Value> {
        match ty {
            Type::Int => self.int_cell(node, bounds).map(Value::Scalar),
            Type::Bool => self
                .told(node.as_bool())
                .map(|flag| Value::Scalar(i32::from(flag))),
            Type::Text => self.words_for_people(node).map(Value::Text),
            Type::Enum(id) => self.word(node, *id).map(Value::Scalar),
            Type::Row(kind) | Type::Piece(kind) => self.row_cell(node, *kind).map(Value::Scalar),
            Type::Space(board) => self.space_cell(node, *board).map(Value::Scalar),
            Type::Direction(board) => self.direction_cell(node, *board).map(Value::Scalar),
            Type::Set(id) => self.set_cell(node, *id).map(Value::Set),
            Type::Bag(id) => self.bag_cell(node, *id).map(Value::Bag),
            Type::Shape => self.shape_cell(node).map(Value::Shape),
            Type::Optional(_) if node.is_null() => Some(Value::Scalar(NONE)),
            Type::Optional(inner) => self.cell(node, inner, bounds),
            // Refused where it was declared.
            Type::Player
            | Type::Place(_)
            | Type::Placement(_)
            | Type::All(_)
            | Type::None
            | Type::Wrong => None,
        }
    }

    /// Gives what a question to a node answered, its complaint reported.
    pub(crate) fn told<T>(&mut self, answer: node::NodeResult<T>) -> Option<T> {
        answer
            .map_err(|complaint| self.report.push(*complaint))
            .ok()
    }

    pub(super) fn int_cell(&mut self, node: &Node, bounds: (i32, i32)) -> Option<i32> {
        let (low, high) = bounds;
        let number = self.told(node.as_int())?;
        if (i64::from(low)..=i64::from(high)).contains(&number) {
            return i32::try_from(number).ok();
        }
        self.report.push(
            Diagnostic::error(
                Code::OUT_OF_RANGE,
                format!("`{number}` is outside its range"),
            )
            .at(node.span, format!("must be from {low} to {high}")),
        );
        None
    }

    /// Words that people are shown within a line.
    pub(crate) fn words_for_people(&mut self, node: &Node) -> Option<String> {
        let words = self.told(node.as_text())?.text().trim_end();
        if words.contains(['\n', '\t']) {
            self.report.push(
                Diagnostic::error(Code::CONTROL_CHARACTER, "a line break or tab in words")
                    .at(node.span, "shown within a line")
                    .help("write them in one line, with blanks between"),
            );
        }
        Some(words.to_owned())
    }

    fn word(&mut self, node: &Node, id: EnumId) -> Option<i32> {
        let word = self.told(node.as_text())?.text();
        let word = word.to_owned();
        self.enum_word(&word, node.span, id)
    }

    fn enum_word(&mut self, word: &str, span: Span, id: EnumId) -> Option<i32> {
        let list = &self.env.game.enums[id.index()];
        if let Some(at) = list.values.iter().position(|value| value == word) {
            let number = i32::try_from(at).ok()?;
            self.fills(span, Symbol::EnumValue(id, number));
            return Some(number);
        }
        let mut error = Diagnostic::error(
            Code::UNKNOWN_WORD,
            format!("unknown {} `{word}`", list.name),
        )
        .at(span, format!("not a value of `{}`", list.name));
        let words = list.values.iter().map(String::as_str);
        error = match self.report.nearest(Code::UNKNOWN_WORD, word, words) {
            Some(near) => error.did_you_mean(Some(near)).fix(span, near),
            None if !self.report.lists(Code::UNKNOWN_WORD) => error,
            None => error.help(format!("the values are {}", list.values.join(", "))),
        };
        self.report.push(error);
        None
    }

    fn row_cell(&mut self, node: &Node, kind: KindId) -> Option<i32> {
        let id = self.told(node.as_text())?.text().to_owned();
        let rows = self.env.rows.get(&id).map_or(&[][..], Vec::as_slice);
        if let Some(row) = rows.iter().find(|row| row.kind == kind) {
            if row.copies.is_some() {
                let name = &self.env.game.kind(kind).name;
                let message = format!("`{id}` names several pieces, and one {name} is wanted");
                self.report.push(
                    Diagnostic::error(Code::WRONG_VALUE, message)
                        .at(node.span, "a row with a `count`")
                        .help(format!("name one of its copies: `{id}_1`")),
                );
            }
            let (symbol, number) = (self.row_symbol(*row), row.number);
            self.fills(node.span, symbol);
            return i32::try_from(number).ok();
        }
        let ids = self
            .env
            .rows
            .iter()
            .filter(|(_, rows)| rows.iter().any(|row| row.kind == kind));
        let ids = ids.map(|(id, _)| id.as_str());
        let near = self.report.nearest(Code::UNKNOWN_WORD, &id, ids);
        let name = &self.env.game.kind(kind).name;
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_WORD, format!("unknown {name} `{id}`"))
                .at(node.span, format!("no row of `{name}` has this id"))
                .did_you_mean(near),
        );
        None
    }

    /// A space by its id, which must have the same number in every layout that has it.
    fn space_cell(&mut self, node: &Node, board: BoardId) -> Option<i32> {
        let id = self.told(node.as_text())?.text().to_owned();
        let made = &self.env.game.boards[board.index()];
        let spaces = || {
            made.layouts
                .iter()
                .flat_map(|layout| layout.spaces.iter().enumerate())
        };
        let numbers: Vec<usize> = spaces()
            .filter(|(_, space)| space.id == id)
            .map(|(number, _)| number)
            .collect();
        let error = match numbers.first() {
            Some(first) if numbers.iter().all(|number| number == first) => {
                let number = i32::try_from(*first).ok()?;
                self.fills(node.span, Symbol::Space(board, number));
                return Some(number);
            }
            Some(_) => Diagnostic::error(
                Code::UNKNOWN_WORD,
                format!("space `{id}` is another one in each layout"),
            )
            .at(node.span, "not one space"),
            None => {
                let ids = spaces().map(|(_, space)| space.id.as_str());
                Diagnostic::error(Code::UNKNOWN_WORD, format!("unknown space `{id}`"))
                    .at(node.span, format!("not on board `{}`", made.name))
                    .did_you_mean(self.report.nearest(Code::UNKNOWN_WORD, &id, ids))
            }
        };
        self.report.push(error);
        None
    }

    fn direction_cell(&mut self, node: &Node, board: BoardId) -> Option<i32> {
        let word = self.told(node.as_text())?.text().to_owned();
        let names = &self.env.game.boards[board.index()].directions;
        if let Some(at) = names.iter().position(|name| *name == word) {
            let number = i32::try_from(at).ok()?;
            self.fills(node.span, Symbol::Direction(board, number));
            return Some(number);
        }
        let near = nearest(&word, names.iter().map(String::as_str)).map(str::to_owned);
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_WORD, format!("unknown direction `{word}`"))
                .at(node.span, format!("expected one of {}", names.join(", ")))
                .did_you_mean(near.as_deref()),
        );
        None
    }

    fn set_cell(&mut self, node: &Node, id: EnumId) -> Option<i32> {
        let mut mask = 0;
        let mut whole = true;
        for item in self.told(node.as_list())? {
            let Some(bit) = self.word(item, id) else {
                whole = false;
                continue;
            };
            // INVARIANT: a set's enum has at most 31 values; a larger one was reported where the set was declared.
            let flag = 1_i32.checked_shl(bit.unsigned_abs()).unwrap_or_default();
            if mask & flag != 0 {
                self.report.push(
                    Diagnostic::error(
                        Code::WRONG_VALUE,
                        format!("{} twice in a set", item.describe()),
                    )
                    .at(item.span, "given before")
                    .help("a set holds each word once; use a `bag` to count them"),
                );
            }
            mask |= flag;
        }
        whole.then_some(mask)
    }

    /// `[bird, bird, bear]` or `{bird: 2, bear: 1}`.
    fn bag_cell(&mut self, node: &Node, id: EnumId) -> Option<Vec<i32>> {
        let mut counts = vec![0; self.env.game.enums[id.index()].values.len()];
        let mut whole = true;
        let mut add = |word: Option<i32>, count: Option<i32>| match (
            word.and_then(|word| usize::try_from(word).ok()),
            count,
        ) {
            (Some(word), Some(count)) => counts[word] += count,
            _ => whole = false,
        };
        match &node.value {
            node::Value::List(items) => {
                for item in items {
                    add(self.word(item, id), Some(1));
                }
            }
            node::Value::Map(entries) => {
                for entry in entries.iter() {
                    let word = self.enum_word(&entry.key, entry.key_span, id);
                    add(word, self.int_cell(&entry.value, (0, 1000)));
                }
            }
            node::Value::Null | node::Value::Scalar(_) => {
                self.report.push(*node.wrong("a list of words"));
                return None;
            }
        }
        whole.then_some(counts)
    }

    /// `[[0, 0], [1, 0]]`: axial q and r of each hex; kept as offsets from the first.
    fn shape_cell(&mut self, node: &Node) -> Option<ShapeId> {
        let mut cells: Vec<(i32, i32)> = Vec::new();
        for item in self.told(node.as_list())? {
            let at = self.pair(item)?;
            if cells.contains(&at) {
                self.report.push(
                    Diagnostic::error(Code::WRONG_VALUE, "a hex given twice")
                        .at(item.span, "already in the shape"),
                );
            }
            cells.push(at);
        }
        let Some(&(q, r)) = cells.first() else {
            self.report.push(
                Diagnostic::error(Code::WRONG_VALUE, "a shape without hexes")
                    .at(node.span, "at least one")
                    .help("write `[[0, 0]]` for a single hex"),
            );
            return None;
        };
        let offsets = cells.into_iter().map(|(x, y)| (x - q, y - r)).collect();
        Some(self.intern_shape(offsets))
    }

    fn intern_shape(&mut self, offsets: Vec<(i32, i32)>) -> ShapeId {
        let shapes = &mut self.env.game.shapes;
        let at = shapes
            .iter()
            .position(|shape| *shape == offsets)
            .unwrap_or_else(|| {
                shapes.push(offsets);
                shapes.len() - 1
            });
        ShapeId::new(at)
    }

    /// Reads two numbers `[q, r]`.
    pub(crate) fn pair(&mut self, node: &Node) -> Option<(i32, i32)> {
        const FAR: (i32, i32) = (-1000, 1000);
        match self.told(node.as_list())? {
            [first, second] => Some((self.int_cell(first, FAR)?, self.int_cell(second, FAR)?)),
            _ => {
                self.report.push(*node.wrong("two numbers `[q, r]`"));
                None
            }
        }
    }

    /// Gives what is taken when a row leaves an attribute out and no default is declared; none when it must be given.
    pub(crate) fn empty_cell(&self, ty: &Type) -> Option<Value> {
        matches!(ty, Type::Optional(_)).then_some(Value::Scalar(NONE))
    }

    /// A type for people, in messages about rows.
    pub(super) fn type_words(&self, ty: &Type) -> String {
        ty.notation(&self.env.game)
    }
}
