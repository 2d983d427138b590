//! Values of a given position: variables and fields, each held against its type and bounds.

use crate::format::ValueFormat;
use crate::setup::{PositionReader, SetupError, join, named_once, object, unknown, wrong};
use crate::state_json::key;
use ludex_program::layout::Var;
use ludex_rules::game::{Holder, NONE};
use ludex_rules::ids::{PlayerId, VarId};
use ludex_rules::types::Type;
use serde_json::Value;

impl PositionReader<'_> {
    pub(super) fn vars(
        &mut self,
        part: &Value,
        holder: Holder,
        number: u32,
        path: &str,
    ) -> Result<(), SetupError> {
        for (name, value) in object(part, path)? {
            let path = join(path, name);
            let Some(id) = self.find_var(holder, name) else {
                return Err(self.elsewhere(holder, &path, name, "variable", || {
                    let known: Vec<String> = self.vars_of(holder);
                    unknown(&path, "variable", name, known.iter().map(String::as_str))
                }));
            };
            // One key may stand under `vars` and under `tracks`.
            named_once(&mut self.variables, (id, number), &path, || {
                format!("`{name}`")
            })?;
            self.var(id, number, value, &path)?;
        }
        Ok(())
    }

    fn vars_of(&self, holder: Holder) -> Vec<String> {
        let vars = self
            .program
            .layout
            .vars
            .entries()
            .filter(|(_, var)| var.holder == holder);
        vars.map(|(id, _)| key(self.program, id))
            .filter(|name| !name.contains('.'))
            .collect()
    }

    fn find_var(&self, holder: Holder, name: &str) -> Option<VarId> {
        let vars = &self.program.layout.vars;
        (vars.ids()).find(|id| vars[*id].holder == holder && key(self.program, *id) == name)
    }

    pub(super) fn var(
        &mut self,
        id: VarId,
        number: u32,
        value: &Value,
        path: &str,
    ) -> Result<(), SetupError> {
        let program = self.program;
        let var = &program.layout.vars[id];
        let at = var.address(number);
        let owner = self.owner(var.holder, number);
        let Some(index) = var.index else {
            let value = self.value(var, value, path, owner)?;
            self.values.push((at, value));
            return Ok(());
        };
        let words = &program.names.enums[index].1;
        for (word, value) in object(value, path)? {
            let path = join(path, word);
            let Some(n) = words.iter().position(|w| w == word) else {
                return Err(unknown(
                    &path,
                    "value",
                    word,
                    words.iter().map(String::as_str),
                ));
            };
            let value = self.value(var, value, &path, owner)?;
            self.values.push((at.plus(n as u32), value));
        }
        Ok(())
    }

    fn value(
        &self,
        var: &Var,
        value: &Value,
        path: &str,
        owner: Option<PlayerId>,
    ) -> Result<i32, SetupError> {
        let number = self.typed(&var.ty, value, path, owner)?;
        let (low, high) = var.bounds;
        if matches!(var.ty.required(), Type::Int)
            && number != NONE
            && !(low..=high).contains(&number)
        {
            return Err(wrong(path, format!("{number} is not from {low} to {high}")));
        }
        Ok(number)
    }

    /// A value of a type; a row with copies is one of them, of `owner` first.
    pub(super) fn typed(
        &self,
        ty: &Type,
        value: &Value,
        path: &str,
        owner: Option<PlayerId>,
    ) -> Result<i32, SetupError> {
        let words = ValueFormat::of(self.program, self.state);
        let found = match (ty.required(), value) {
            (_, Value::Null) if matches!(ty, Type::Optional(_)) => Some(NONE),
            (Type::Int, Value::Number(n)) => n
                .as_i64()
                .and_then(|n| i32::try_from(n).ok())
                .filter(|n| *n != NONE),
            (Type::Bool, Value::Bool(flag)) => Some(i32::from(*flag)),
            (Type::Int | Type::Bool, _) => None,
            (Type::Set(e), Value::Array(members)) => {
                let mut set = 0;
                for (n, member) in members.iter().enumerate() {
                    let path = format!("{path}[{n}]");
                    set |= 1 << self.typed(&Type::Enum(*e), member, &path, owner)?;
                }
                Some(set)
            }
            (Type::Player, Value::Number(n)) => words.value(ty, &format!("P{n}")),
            (_, Value::Number(n)) => words.value(ty, &n.to_string()),
            (_, Value::String(word)) => words.values_called(ty, word, owner).first().copied(),
            _ => None,
        };
        found.ok_or_else(|| match value.as_str() {
            Some(word) => {
                let candidates = words.candidates(ty);
                unknown(path, noun(ty), word, candidates.iter().map(String::as_str))
            }
            None => wrong(path, format!("{value} is no {}", noun(ty))),
        })
    }
}

fn noun(ty: &Type) -> &'static str {
    match ty.required() {
        Type::Int => "number",
        Type::Bool => "flag",
        Type::Player => "player",
        Type::Piece(_) => "piece",
        Type::Row(_) => "row",
        Type::Space(_) => "space",
        Type::Place(_) => "place",
        Type::Direction(_) => "direction",
        Type::Placement(_) => "placement",
        Type::Shape => "shape",
        Type::Enum(_)
        | Type::Set(_)
        | Type::Bag(_)
        | Type::Text
        | Type::All(_)
        | Type::Optional(_)
        | Type::None
        | Type::Wrong => "value",
    }
}
