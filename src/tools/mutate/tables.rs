//! Changes of the rows of tables: numbers, flags, words of enums, and the rules inside them.

use crate::report::Report;
use crate::syntax::ast;
use crate::syntax::ast::TypeKind;
use crate::syntax::parse;
use crate::tables::Node;
use crate::tables::Scalar;
use crate::tables::Value;
use crate::tools::mutate::{Maker, Sort};

impl<'a> Maker<'a> {
    /// A file of tables.
    pub(super) fn table(&mut self, node: &Node) {
        for list in node.entries() {
            let kind = self
                .kinds
                .iter()
                .find(|kind| kind.name.text == list.key)
                .copied();
            match &list.value.value {
                Value::List(rows) => rows.iter().for_each(|row| self.row(row, kind)),
                Value::Map(_) => self.data(&list.value, None),
                Value::Null | Value::Scalar(_) => {}
            }
        }
    }

    fn row(&mut self, row: &Node, kind: Option<&'a ast::Kind>) {
        // What an id names is used elsewhere, and where a space lies is a drawing, not a rule.
        for entry in row
            .entries()
            .iter()
            .filter(|entry| !["id", "at"].contains(&entry.key.as_str()))
        {
            let ty = kind.and_then(|kind| attribute(kind, &entry.key));
            self.data(&entry.value, ty);
        }
    }

    /// A value, as what its attribute holds.
    pub(super) fn data(&mut self, node: &Node, ty: Option<&ast::Type>) {
        match (&node.value, ty.map(|ty| &ty.kind)) {
            (Value::Scalar(scalar), Some(TypeKind::Effect(_))) => {
                let block = parse::effect_text(scalar.fragment(), &mut Report::new());
                block.iter().for_each(|block| self.block(block));
            }
            (Value::Scalar(scalar), Some(TypeKind::Value(..))) => {
                let value = parse::value_text(scalar.fragment(), &mut Report::new());
                value.iter().for_each(|value| self.expr(value));
            }
            (Value::Scalar(scalar), Some(TypeKind::Name(name))) if name == "hooks" => {
                let items = parse::hooks_text(scalar.fragment(), &mut Report::new());
                items
                    .iter()
                    .flatten()
                    .for_each(|item| self.item(&item.kind));
            }
            // Words for people are no rules.
            (Value::Scalar(_), Some(TypeKind::Name(name))) if name == "text" => {}
            (Value::Scalar(scalar), _) => self.word(node, scalar),
            (Value::List(items), _) => items.iter().for_each(|item| self.data(item, None)),
            (Value::Map(entries), _) => {
                entries
                    .iter()
                    .for_each(|entry| self.data(&entry.value, None));
            }
            (Value::Null, _) => {}
        }
    }

    fn word(&mut self, node: &Node, scalar: &Scalar) {
        if let Ok(number) = node.as_int() {
            self.number(number, node.span);
        } else if let Ok(flag) = node.as_bool() {
            self.push(Sort::Condition, node.span, (!flag).to_string());
        } else if let Some(like) = self.like(scalar.text()) {
            let text = scalar.text();
            self.push(Sort::Word, scalar.span(0, text.len()), like);
        }
    }
}

fn attribute<'a>(kind: &'a ast::Kind, name: &str) -> Option<&'a ast::Type> {
    kind.members.iter().find_map(|member| match &member.kind {
        ast::MemberKind::Attribute(one) if one.name.text == name => Some(&one.ty),
        ast::MemberKind::Attribute(_)
        | ast::MemberKind::Field(_)
        | ast::MemberKind::Place(_)
        | ast::MemberKind::Home(_)
        | ast::MemberKind::Active(_)
        | ast::MemberKind::Demand(_) => None,
    })
}
