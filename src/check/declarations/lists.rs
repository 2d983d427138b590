//! The lists of a game's tables, by its declarations: what each key means, and what the cells of its rows hold.

use crate::decl::{Decl, MemberDecl};
use crate::env::{Checker, UNKNOWN_KIND};
use crate::semantics::{
    BoundedLookup, CellContent, Fills, ListColumn, NumberBounds, Symbol, TableList,
};
use ludex_rules::game::Attribute;
use ludex_source::Span;
use ludex_syntax::{ast, print};

impl Checker<'_> {
    /// Records the lists that the declarations of some files give a meaning. The types of all attributes are known.
    pub(crate) fn record_lists<'a>(&mut self, files: impl IntoIterator<Item = &'a ast::File>) {
        let (mut lists, mut lookups) = (Vec::new(), Vec::new());
        for item in files.into_iter().flat_map(|file| &file.items) {
            if let ast::ItemKind::Table(table) = &item.kind
                && let Some(Decl::Table(id)) = self.declared_at(table.name.span)
            {
                let bounds = bounds(&table.value);
                lookups.push(BoundedLookup { table: id, bounds });
            }
            lists.extend(self.table_list(item));
        }
        join_sorts(&mut lists);
        let semantics = self.env.semantics_mut();
        (semantics.lists, semantics.lookups) = (lists, lookups);
    }

    /// Returns the declaration whose name stands at a place; none of one that is refused.
    fn declared_at(&self, name: Span) -> Option<Decl> {
        if let Symbol::Declared(decl) = self.env.semantics.symbol(name)? {
            Some(decl)
        } else {
            None
        }
    }

    fn table_list(&self, item: &ast::Item) -> Option<TableList> {
        let decl = self.declared_at(item.kind.name()?.span)?;
        let key;
        let fills = if let ast::ItemKind::Board(board) = &item.kind
            && let (Decl::Board(id), Some(from)) = (decl, &board.from)
        {
            key = &from.text;
            Fills::Layouts(id)
        } else {
            let kind = item.kind.as_kind().filter(|one| one.copies.is_none())?;
            key = &kind.name.text;
            if let Decl::Kind(id) = decl {
                Fills::Rows(id, None)
            } else if let Decl::Sort(sort) = decl {
                let of = self.env.sorts[sort.index()].kind;
                Fills::Rows(Some(of).filter(|of| *of != UNKNOWN_KIND)?, Some(sort))
            } else {
                return None;
            }
        };
        let members = item.kind.members().iter();
        Some(TableList {
            key: key.clone(),
            fills,
            doc: item.doc.clone(),
            columns: members.filter_map(|member| self.column(member)).collect(),
        })
    }

    fn column(&self, member: &ast::Member) -> Option<ListColumn> {
        let ast::MemberKind::Attribute(one) = &member.kind else {
            return None;
        };
        let symbol = self.env.semantics.symbol(one.name.span)?;
        Some(ListColumn {
            symbol,
            name: one.name.text.clone(),
            doc: member.doc.clone(),
            holds: self.cell_content(symbol)?,
            sort: self.sort_named(&one.ty),
            bounds: bounds(&one.ty),
            notation: print::ty(&one.ty),
            default: one.default.as_ref().map(print::expr),
        })
    }

    /// Returns what a cell holds that gives an attribute its value.
    fn cell_content(&self, attribute: Symbol) -> Option<CellContent> {
        let data = |column: Option<&Attribute>| Some(CellContent::Data(column?.ty.clone()));
        let game = &self.env.game;
        if let Symbol::SpaceMember(board, MemberDecl::Attribute(at)) = attribute {
            return data(game.boards[board.index()].attributes.get(at));
        }
        let Symbol::KindMember(kind, member) = attribute else {
            return None;
        };
        let kind = game.kind(kind);
        match member {
            MemberDecl::Attribute(at) => data(kind.attributes.get(at)),
            MemberDecl::EffectSlot(_) => Some(CellContent::Effect),
            MemberDecl::ValueSlot(at) => {
                Some(CellContent::Value(kind.value_slots.get(at)?.ty.clone()))
            }
            MemberDecl::Hooks => Some(CellContent::Hooks),
            MemberDecl::Field(_) | MemberDecl::Place(_) => None,
        }
    }
}

/// Puts the columns of a kind before those of its sorts, as their rows give both.
fn join_sorts(lists: &mut [TableList]) {
    for at in 0..lists.len() {
        let Fills::Rows(kind, Some(_)) = lists[at].fills else {
            continue;
        };
        let of_kind = lists
            .iter()
            .find(|list| list.fills == Fills::Rows(kind, None));
        let shared = of_kind.map(|list| list.columns.clone());
        lists[at].columns.splice(0..0, shared.unwrap_or_default());
    }
}

/// Returns the bounds of a type of numbers, as far as they are written as numbers.
fn bounds(ty: &ast::Type) -> NumberBounds {
    let ast::TypeKind::IntRange(low, high) = &ty.kind else {
        return NumberBounds::default();
    };
    let number = |bound: &ast::Expr| print::expr(bound).parse().ok();
    NumberBounds {
        low: number(low),
        high: number(high),
    }
}
