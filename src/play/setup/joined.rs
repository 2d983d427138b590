//! Things that cover several spaces of a board, each in a line: `stable: c1 c2 d2, occupied`.
//!
//! The rules say which fields make spaces one thing's (`join building by part_of`): every space names the thing, and the first
//! of its spaces in the order of the board; that one has the fields that are written behind the spaces.

use crate::format::ValueFormat;
use crate::setup::{PositionReader, SetupError, join, unknown, wrong};
use ludex_rules::game::JoinedSpaces;
use ludex_rules::ids::{BoardId, PlayerId};
use serde_json::Value;

impl PositionReader<'_> {
    /// Reads the things of one name, if the key of a board's part names such a thing; false when it does not.
    pub(super) fn joined(
        &mut self,
        board: BoardId,
        player: Option<PlayerId>,
        key: &str,
        part: &Value,
        path: &str,
    ) -> Result<bool, SetupError> {
        let rules = &self.program.layout.boards[board];
        let Some(joined) = rules.joined else {
            return Ok(false);
        };
        let copy = player.map_or(0, PlayerId::number);
        let words = ValueFormat::of(self.program, self.state);
        if words.space_on(board, copy, key).is_some() {
            return Ok(false);
        }
        let ty = &self.program.layout.vars[joined.what].ty;
        let Some(thing) = words.values_called(ty, key, player).first().copied() else {
            return Ok(false);
        };
        let Value::Array(several) = part else {
            self.one_joined(board, copy, joined, thing, part, path)?;
            return Ok(true);
        };
        for (n, line) in several.iter().enumerate() {
            let path = format!("{path}[{n}]");
            self.one_joined(board, copy, joined, thing, line, &path)?;
        }
        Ok(true)
    }

    fn one_joined(
        &mut self,
        board: BoardId,
        copy: u32,
        joined: JoinedSpaces,
        thing: i32,
        line: &Value,
        path: &str,
    ) -> Result<(), SetupError> {
        let text = match line {
            Value::String(text) => text.clone(),
            Value::Number(space) => space.to_string(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                let message = format!("{line} names no spaces: write them with blanks between");
                return Err(wrong(path, message));
            }
        };
        let mut parts = text.split(',').map(str::trim);
        let mut spaces = Vec::new();
        for id in parts.next().unwrap_or_default().split_whitespace() {
            let space = self.space_of_line(board, copy, id, path)?;
            if spaces.contains(&space) {
                return Err(wrong(path, format!("the space `{id}` stands here twice")));
            }
            spaces.push(space);
        }
        spaces.sort_unstable();
        let Some(first) = spaces.first().copied() else {
            return Err(wrong(
                path,
                "this covers no space: name those that it covers",
            ));
        };
        let program = self.program;
        for space in spaces {
            let fields = [(joined.what, thing), (joined.by, first)];
            for (field, value) in fields {
                let var = &program.layout.vars[field];
                let at = var.address(space as u32);
                super::named_once(&mut self.covered, at, path, || {
                    let word = ValueFormat::of(program, self.state).space(space);
                    format!("what lies on `{word}`")
                })?;
                self.values.push((at, value));
            }
        }
        for field in parts {
            self.field_of_line(board, first, field, path)?;
        }
        Ok(())
    }

    fn space_of_line(
        &self,
        board: BoardId,
        copy: u32,
        id: &str,
        path: &str,
    ) -> Result<i32, SetupError> {
        let words = ValueFormat::of(self.program, self.state);
        let own = format!("P{copy}.");
        let plain = id.strip_prefix(&own).unwrap_or(id);
        words.space_on(board, copy, plain).ok_or_else(|| {
            let layout = words.layout(board, copy);
            let ids = layout.map_or(&[][..], |layout| &layout.ids);
            let name = &self.program.layout.boards[board].name;
            let known = ids.iter().map(String::as_str);
            unknown(path, &format!("space of `{name}`"), id, known)
        })
    }

    /// A field of the first space: `occupied`, `not occupied`, `housed 2`.
    fn field_of_line(
        &mut self,
        board: BoardId,
        space: i32,
        text: &str,
        path: &str,
    ) -> Result<(), SetupError> {
        let rules = &self.program.layout.boards[board];
        let words: Vec<&str> = text.split_whitespace().collect();
        let (name, value) = match words.as_slice() {
            ["not", name] => (*name, Value::Bool(false)),
            [name] => (*name, Value::Bool(true)),
            [name, value] => {
                let number = value.parse::<i64>().ok();
                (
                    *name,
                    number.map_or_else(|| Value::from(*value), Value::from),
                )
            }
            _ => {
                let help = "write `FIELD`, `not FIELD` or `FIELD VALUE` behind a comma";
                return Err(wrong(
                    path,
                    format!("`{text}` is no field of a space: {help}"),
                ));
            }
        };
        let (space, path) = (space as u32, join(path, name));
        self.part_of(&rules.fields, &[], space, name, &value, &path)
    }
}
