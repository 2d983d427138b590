//! Attributes that `look.yaml` names: `weight`, `grain.price`, `id`.

use crate::decl::MemberDecl;
use crate::env::Checker;
use crate::semantics::Symbol;
use ludex_report::{Code, Diagnostic, nearest};
use ludex_rules::ids::{KindId, SortId};
use ludex_rules::look::{FieldEnd, LookField};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_tables::Node;

/// The name of what every row has.
const ID: &str = "id";

/// The rows whose attributes are named.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldOwner {
    pub(super) kind: KindId,
    /// The sort that all of them are of, if there is one.
    pub(super) sort: Option<SortId>,
}

/// The uses of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldUse {
    /// A value, drawn as a number, an icon or a word.
    Value,
    /// A value or a text of the rules, told in words.
    Words,
}

impl Checker<'_> {
    /// Reads the name of an attribute of a kind, or of a row that its rows name.
    pub(super) fn field(
        &mut self,
        node: &Node,
        owner: FieldOwner,
        used: FieldUse,
    ) -> Option<LookField> {
        let scalar = self.told(node.as_text())?;
        let names: Vec<&str> = scalar.text().split('.').collect();
        let (last, before) = names.split_last()?;
        let (mut owner, mut through, mut at) = (owner, Vec::new(), 0);
        for name in before {
            let span = scalar.span(at, at + name.len());
            let nth = self.leading_attribute(owner, name, span)?;
            let attribute = &self.env.game.kinds[owner.kind.index()].attributes[nth];
            let Some(next) = row_kind(&attribute.ty) else {
                self.leads_nowhere(owner.kind, nth, span);
                return None;
            };
            through.push(nth);
            owner = FieldOwner {
                kind: next,
                sort: None,
            };
            at += name.len() + 1;
        }
        let span = scalar.span(at, scalar.text().len());
        let last = self.field_end(owner, last, span, used)?;
        Some(LookField {
            path: names.into_iter().map(str::to_owned).collect(),
            through,
            kind: owner.kind,
            last,
        })
    }

    /// Reads the names of several attributes.
    pub(super) fn fields(
        &mut self,
        node: &Node,
        owner: FieldOwner,
        used: FieldUse,
    ) -> Vec<LookField> {
        let names = self.listed_or_one(node).into_iter();
        names
            .filter_map(|name| self.field(name, owner, used))
            .collect()
    }

    fn leading_attribute(&mut self, owner: FieldOwner, name: &str, span: Span) -> Option<usize> {
        let kind = owner.kind;
        match self.declared_member(owner, name, span) {
            Some(MemberDecl::Attribute(nth)) => Some(nth),
            Some(_) => {
                self.not_printed(kind, name, span);
                None
            }
            None => {
                self.no_attribute(kind, name, span);
                None
            }
        }
    }

    fn field_end(
        &mut self,
        owner: FieldOwner,
        name: &str,
        span: Span,
        used: FieldUse,
    ) -> Option<FieldEnd> {
        let kind = owner.kind;
        match self.declared_member(owner, name, span) {
            Some(MemberDecl::Attribute(nth)) => Some(FieldEnd::Attribute(nth)),
            Some(MemberDecl::EffectSlot(_) | MemberDecl::ValueSlot(_) | MemberDecl::Hooks) => {
                if used == FieldUse::Words {
                    return Some(FieldEnd::Rules);
                }
                let message = format!("`{name}` holds rules, which cannot stand here");
                self.report.push(
                    Diagnostic::error(Code::WRONG_LOOK, message)
                        .at(span, "a text of the rules")
                        .help("name it under `text`, where it is told in words"),
                );
                None
            }
            Some(MemberDecl::Field(_) | MemberDecl::Place(_)) => {
                self.not_printed(kind, name, span);
                None
            }
            None if name == ID => Some(FieldEnd::Id),
            None => {
                self.no_attribute(kind, name, span);
                None
            }
        }
    }

    /// Finds the member that a name means for these rows, and notes its use; nothing where only rows of another sort have it.
    fn declared_member(&mut self, owner: FieldOwner, name: &str, span: Span) -> Option<MemberDecl> {
        let FieldOwner { kind, sort } = owner;
        let needs = self.env.sort_members.get(&(kind, name.to_owned()));
        if sort.is_some() && needs.is_some_and(|needs| sort != Some(*needs)) {
            return None;
        }
        let members = self.env.kind_members.get(kind.index())?;
        let known = members.get(name).map(|(member, _)| *member);
        // No rule can name what holds hooks, but a card tells it.
        let hooks = Symbol::KindMember(kind, MemberDecl::Hooks);
        let hooks = self.env.semantics.definition(hooks);
        let hooks = hooks.filter(|hooks| hooks.name == name);
        let member = known.or(hooks.map(|_| MemberDecl::Hooks))?;
        self.fills(span, Symbol::KindMember(kind, member));
        Some(member)
    }

    fn no_attribute(&mut self, kind: KindId, name: &str, span: Span) {
        let names = self.env.kind_members[kind.index()].keys();
        let near = nearest(name, names.map(String::as_str).chain([ID]));
        let of = &self.env.game.kinds[kind.index()].name;
        let message = format!("`{of}` has no attribute `{name}`");
        self.report.push(
            Diagnostic::error(Code::UNKNOWN_ATTRIBUTE, message)
                .at(span, "unknown")
                .did_you_mean(near),
        );
    }

    /// Tells that a name is nothing that is printed, as it changes in play.
    fn not_printed(&mut self, kind: KindId, name: &str, span: Span) {
        let of = &self.env.game.kinds[kind.index()].name;
        let message = format!("`{name}` is no attribute of `{of}`");
        self.report.push(
            Diagnostic::error(Code::WRONG_LOOK, message)
                .at(span, "not known before play")
                .help("name an attribute, which every row has from the beginning"),
        );
    }

    fn leads_nowhere(&mut self, kind: KindId, attribute: usize, span: Span) {
        let attribute = &self.env.game.kinds[kind.index()].attributes[attribute];
        let what = attribute.ty.notation(&self.env.game);
        let message = format!("`{}` names no row", attribute.name);
        self.report.push(
            Diagnostic::error(Code::WRONG_LOOK, message)
                .at(span, format!("of type `{what}`"))
                .help("only an attribute that names a row of a kind or record has attributes"),
        );
    }
}

/// The kind whose rows values of a type are.
fn row_kind(ty: &Type) -> Option<KindId> {
    if let Type::Row(kind) | Type::Piece(kind) = ty.required() {
        return Some(*kind);
    }
    None
}
