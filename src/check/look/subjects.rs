//! The things that names of `look.yaml` stand for: values, rows, kinds and their attributes, variables, boards.

use super::pictures::PictureShelf;
use crate::decl::{Decl, MemberDecl};
use crate::env::Checker;
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::ids::{KindId, SortId};
use ludex_rules::look::{Colour, LookSubject};
use ludex_rules::types::Type;
use ludex_tables::{Entry, Node};

impl Checker<'_> {
    /// Reads colours by the names of things.
    pub(super) fn colours(&mut self, map: Option<&Node>) -> Vec<(LookSubject, Colour)> {
        let entries = map.and_then(|map| self.told(map.as_map()));
        let mut colours = Vec::new();
        for entry in entries.unwrap_or_default() {
            let subject = self.subject(entry);
            let colour = self.colour(&entry.value);
            colours.extend(subject.zip(colour));
        }
        colours
    }

    /// Reads icons by the names of things.
    pub(super) fn icons(
        &mut self,
        map: Option<&Node>,
        shelf: &mut PictureShelf<'_>,
    ) -> Vec<(LookSubject, usize)> {
        let entries = map.and_then(|map| self.told(map.as_map()));
        let mut icons = Vec::new();
        for entry in entries.unwrap_or_default() {
            let subject = self.subject(entry);
            let icon = self.picture(&entry.value, shelf);
            icons.extend(subject.zip(icon));
        }
        icons
    }

    /// Returns the thing that a key names: `rye`, `grain.rye`, `granite`, `stone`, `stone.weight`, `sacks`.
    fn subject(&mut self, entry: &Entry) -> Option<LookSubject> {
        let mut found = self.subjects_called(entry);
        if found.len() == 1 {
            let (_, subject) = found.remove(0);
            self.note_subject(entry, &subject);
            return Some(subject);
        }
        let error = if found.is_empty() {
            let attributes = self.attribute_names(&entry.key);
            let attributes = attributes.iter().map(String::as_str);
            let near = nearest(&entry.key, self.subject_names().chain(attributes));
            let message = format!("nothing that can be shown is called `{}`", entry.key);
            Diagnostic::error(Code::UNKNOWN_NAME, message)
                .at(entry.key_span, "unknown")
                .did_you_mean(near)
        } else {
            let ways: Vec<String> = found.iter().map(|(way, _)| format!("`{way}`")).collect();
            let message = format!("`{}` could mean several things", entry.key);
            Diagnostic::error(Code::AMBIGUOUS, message)
                .at(entry.key_span, "which?")
                .help(format!("write {}", ways.join(" or ")))
        };
        self.report.push(error);
        None
    }

    /// Notes the uses of the names in a key, so that editors find and rename them.
    fn note_subject(&mut self, entry: &Entry, subject: &LookSubject) {
        let symbol = match *subject {
            LookSubject::Value(id, value) => Symbol::EnumValue(id, value),
            LookSubject::Row(kind, row) => Symbol::Row(kind, row),
            LookSubject::Attribute(kind, nth) => {
                Symbol::KindMember(kind, MemberDecl::Attribute(nth))
            }
            LookSubject::Kind(_)
            | LookSubject::Sort(..)
            | LookSubject::Var(_)
            | LookSubject::Board(_) => {
                let (_, (name, _)) = entry.key_parts();
                let Some((decl, _)) = self.env.names.get(name) else {
                    return;
                };
                Symbol::Declared(*decl)
            }
        };
        self.fills_key(entry, symbol);
    }

    fn subject_names(&self) -> impl Iterator<Item = &str> {
        let values = self.env.enum_values.keys().chain(self.env.rows.keys());
        let declared = self.env.names.keys().chain(values);
        declared.map(String::as_str)
    }

    /// The attributes of the kind before the dot, with its name.
    fn attribute_names(&self, key: &str) -> Vec<String> {
        let owner = key.split_once('.').map_or("", |(owner, _)| owner);
        let decl = self.env.names.get(owner).map(|(decl, _)| *decl);
        let kind = decl.and_then(|decl| self.kind_declared(decl));
        let kind = kind.map(|(kind, _)| kind);
        let members = kind.map(|kind| &self.env.kind_members[kind.index()]);
        let names = members.into_iter().flat_map(|members| members.keys());
        names.map(|name| format!("{owner}.{name}")).collect()
    }

    /// The things of a name, each with the longer name that means it alone.
    fn subjects_called(&self, entry: &Entry) -> Vec<(String, LookSubject)> {
        let (owner, (name, _)) = entry.key_parts();
        let owner = owner.map(|(owner, _)| owner);
        let mut found = Vec::new();
        for (of, ty, value) in self.values_called(name) {
            if let Type::Enum(id) = ty {
                found.push((of, LookSubject::Value(id, value)));
            }
        }
        for row in self.env.rows.get(name).into_iter().flatten() {
            let of = self.env.game.kinds[row.kind.index()].name.clone();
            found.push((of, LookSubject::Row(row.kind, row.number)));
        }
        found.extend(self.declared_subject(name));
        found.retain(|(of, _)| owner.is_none_or(|owner| owner == of));
        let attribute = owner.and_then(|owner| self.attribute_subject(owner, name));
        found.extend(attribute.map(|subject| (owner.unwrap_or_default().to_owned(), subject)));
        let ways = found.into_iter();
        ways.map(|(of, subject)| (format!("{of}.{name}"), subject))
            .collect()
    }

    fn declared_subject(&self, name: &str) -> Option<(String, LookSubject)> {
        let (decl, _) = self.env.names.get(name)?;
        let (sort, subject) = match decl {
            Decl::Kind(kind) => ("kind", LookSubject::Kind(*kind)),
            Decl::Sort(sort) => ("kind", self.sort_subject(*sort)),
            Decl::Var(var) => ("var", LookSubject::Var(*var)),
            Decl::Board(board) => ("board", LookSubject::Board(*board)),
            Decl::Enum(_)
            | Decl::Place(_)
            | Decl::Table(_)
            | Decl::Moment(_)
            | Decl::Effect(_)
            | Decl::Query(_)
            | Decl::Action(_)
            | Decl::Option(_) => return None,
        };
        Some((sort.to_owned(), subject))
    }

    fn sort_subject(&self, sort: SortId) -> LookSubject {
        let sort = &self.env.sorts[sort.index()];
        LookSubject::Sort(sort.kind, sort.first..sort.first + sort.count)
    }

    /// Returns the kind that a declaration names, and the sort if it names one.
    pub(super) fn kind_declared(&self, decl: Decl) -> Option<(KindId, Option<SortId>)> {
        if let Decl::Kind(kind) = decl {
            return Some((kind, None));
        }
        let Decl::Sort(sort) = decl else {
            return None;
        };
        Some((self.env.sorts[sort.index()].kind, Some(sort)))
    }

    /// The attribute of a kind, or of the kind of a sort.
    fn attribute_subject(&self, owner: &str, name: &str) -> Option<LookSubject> {
        let (decl, _) = self.env.names.get(owner)?;
        let (kind, _) = self.kind_declared(*decl)?;
        let (member, _) = self.env.kind_members[kind.index()].get(name)?;
        match member {
            MemberDecl::Attribute(nth) => Some(LookSubject::Attribute(kind, *nth)),
            MemberDecl::Field(_)
            | MemberDecl::Place(_)
            | MemberDecl::EffectSlot(_)
            | MemberDecl::ValueSlot(_)
            | MemberDecl::Hooks => None,
        }
    }
}
