//! Members of sorts: asked only of pieces that are known to be of the sort.
//!
//! Takes what the checker knows of a piece: a condition `c in beast`, the collection that its name goes through, its row.

use crate::describe::path;
use crate::env::{Checker, Known, Scope, SignatureSorts, SortNames, UNKNOWN_KIND};
use crate::types::exprs::typed;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::NONE;
use ludex_rules::ids::{KindId, RowId, Slot, SortId};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

impl Checker<'_> {
    /// The sort that a piece or all members of a collection have; none when the rules do not tell.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "nothing else tells the sort of a piece"
    )]
    pub(crate) fn sort_of_pieces(&self, scope: &Scope, e: &Expr) -> Option<SortId> {
        match &*e.kind {
            ExprKind::Const(row) => {
                if let Type::Piece(kind) = e.ty.required()
                    && *row != NONE
                {
                    self.sort_of_row(*kind, usize::try_from(*row).ok()?)
                } else {
                    None
                }
            }
            ExprKind::Copies { kind, first, count } if *count > 0 => {
                let sort = self.sort_of_row(*kind, first.index())?;
                let last = first.plus(*count - 1).index();
                (self.sort_of_row(*kind, last) == Some(sort)).then_some(sort)
            }
            ExprKind::Copies { kind, first, .. } => {
                let is_empty =
                    |sort: &SortNames| sort.kind == *kind && sort.first == first.number();
                self.env.sorts.iter().position(is_empty).map(SortId::new)
            }
            ExprKind::Filter(binder) | ExprKind::Fold { binder, .. }
                if matches!(member(&e.ty), Type::Piece(_)) =>
            {
                let asked = || self.sort_asked(scope, binder.cond.as_ref()?, binder.slot);
                self.sort_of_pieces(scope, &binder.source).or_else(asked)
            }
            ExprKind::Local(slot) => {
                let (name, _) = scope.slots.get(usize::from(*slot))?;
                let visible = scope.find(name).is_some_and(|local| local.slot == *slot);
                let known = scope.known.iter().rev().flatten();
                let mut sorts = known.filter(|known| visible && known.path == *name);
                sorts.find_map(|known| known.sort)
            }
            ExprKind::Union(a, b) | ExprKind::Else(a, b) | ExprKind::If(_, a, b) => {
                let sort = self.sort_of_pieces(scope, a)?;
                (self.sort_of_pieces(scope, b) == Some(sort)).then_some(sort)
            }
            ExprKind::Query(query, _) => self.env.query_sorts.get(query)?.gives,
            ExprKind::Var { var, .. } => self.env.var_sorts.get(var).copied(),
            ExprKind::Attribute { kind, column, .. } => {
                let name = &self.env.game.kind(*kind).attributes.get(*column)?.name;
                self.sorts_of_attribute(*kind, name)?.gives
            }
            ExprKind::Slot { kind, slot, .. } => {
                let name = &self.env.game.kind(*kind).value_slots.get(*slot)?.name;
                self.sorts_of_attribute(*kind, name)?.gives
            }
            _ => None,
        }
    }

    /// The sorts in the type of an attribute or slot.
    pub(crate) fn sorts_of_attribute(&self, kind: KindId, name: &str) -> Option<&SignatureSorts> {
        // Of each cell of a table it is asked, and most games have no sorts.
        if self.env.attribute_sorts.is_empty() {
            return None;
        }
        self.env.attribute_sorts.get(&(kind, name.to_owned()))
    }

    /// The sort that a condition asks of the value of a slot.
    fn sort_asked(&self, scope: &Scope, cond: &Expr, slot: Slot) -> Option<SortId> {
        if let ExprKind::And(a, b) = &*cond.kind {
            (self.sort_asked(scope, a, slot)).or_else(|| self.sort_asked(scope, b, slot))
        } else if let ExprKind::Member(one, many) = &*cond.kind
            && matches!(*one.kind, ExprKind::Local(of) if of == slot)
        {
            self.sort_of_pieces(scope, many)
        } else {
            None
        }
    }

    /// Notes the sort of what a new name stands for.
    pub(super) fn know_sort(&self, scope: &mut Scope, name: &str, of: &Expr) {
        if let Some(sort) = self.sort_of_pieces(scope, of) {
            let known = Known {
                path: name.to_owned(),
                sort: Some(sort),
            };
            scope.known.push(Some(known));
        }
    }

    /// The sort that a piece has by its path or by what it is.
    fn known_sort(&self, scope: &Scope, tree: &ast::Expr, of: &Expr) -> Option<SortId> {
        let path = path(tree);
        let known = scope.known.iter().rev().flatten();
        let mut sorts = known.filter(|known| Some(&known.path) == path.as_ref());
        (sorts.find_map(|known| known.sort)).or_else(|| self.sort_of_pieces(scope, of))
    }

    fn is_of_sort(&self, scope: &Scope, tree: &ast::Expr, of: &Expr, sort: SortId) -> bool {
        let is_none = matches!(*of.kind, ExprKind::Const(NONE));
        is_none || self.known_sort(scope, tree, of) == Some(sort)
    }

    /// Reports a member that only pieces of a sort have, asked of one that may be of another; false when all is well.
    pub(super) fn is_strangers(
        &mut self,
        scope: &Scope,
        tree: &ast::Expr,
        of: &Expr,
        name: &ast::Name,
    ) -> bool {
        let Type::Piece(kind) = of.ty.required() else {
            return false;
        };
        let Some(sort) = self.sort_with(*kind, &name.text) else {
            return false;
        };
        if self.is_of_sort(scope, tree, of, sort) {
            return false;
        }
        let kind = self.env.game.kind(*kind).name.clone();
        let sort_name = |sort: SortId| self.env.sorts[sort.index()].name.clone();
        let (found, sort) = (
            self.known_sort(scope, tree, of).map(sort_name),
            sort_name(sort),
        );
        let this = match &found {
            Some(found) => format!("is a `{found}`"),
            None => format!("may be another {kind}"),
        };
        let message = format!("only `{sort}` has `{}`, and this {this}", name.text);
        let error = Diagnostic::error(Code::OTHER_SORT, message);
        let error = error.at(name.span, format!("a member of `{sort}`"));
        let asked = path(tree).unwrap_or_else(|| "x".to_owned());
        self.report.push(match found {
            Some(_) => error,
            None => error.help(format!(
                "ask before: `if {asked} in {sort} {{ … }}`, `{asked} in {sort} and …`, `where {asked} in {sort}`"
            )),
        });
        true
    }

    /// Reports arguments that may be of another sort than their parameters name.
    pub(super) fn check_sorts(
        &mut self,
        scope: &Scope,
        trees: &[&ast::Expr],
        values: &[Expr],
        sorts: Option<SignatureSorts>,
    ) {
        let sorts = sorts.unwrap_or_default().params;
        for ((tree, value), sort) in trees.iter().zip(values).zip(sorts) {
            self.of_sort_alone(scope, tree, value, sort);
        }
    }

    /// Reports a value that may be of another sort than the one wanted.
    pub(crate) fn of_sort_alone(
        &mut self,
        scope: &Scope,
        tree: &ast::Expr,
        value: &Expr,
        wanted: Option<SortId>,
    ) {
        let Some(sort) = wanted.filter(|_| value.ty != Type::Wrong) else {
            return;
        };
        if self.is_of_sort(scope, tree, value, sort) {
            return;
        }
        let found = self.known_sort(scope, tree, value);
        let sort = &self.env.sorts[sort.index()].name;
        let asked = path(tree).unwrap_or_else(|| "x".to_owned());
        let is_one = matches!(value.ty.required(), Type::Piece(_));
        let (message, help) = match (found, is_one) {
            (Some(found), _) => {
                let found = &self.env.sorts[found.index()].name;
                (format!("expected `{sort}`, found `{found}`"), None)
            }
            (None, true) => (
                format!("expected `{sort}`, found what may be of another sort"),
                Some(format!(
                    "ask before: `if {asked} in {sort} {{ … }}`, `where {asked} in {sort}`"
                )),
            ),
            (None, false) => (
                format!("expected all of sort `{sort}`, found what may be of others too"),
                Some(format!(
                    "take only those: `{{x in {asked} where x in {sort}}}`"
                )),
            ),
        };
        let error =
            Diagnostic::error(Code::OTHER_SORT, message).at(tree.span, "not known to be so");
        self.report.push(match help {
            Some(help) => error.help(help),
            None => error,
        });
    }

    /// All pieces of a sort, in the order of its rows.
    pub(super) fn whole_sort(&self, id: SortId, span: Span) -> Expr {
        let sort = &self.env.sorts[id.index()];
        let kind = ExprKind::Copies {
            kind: sort.kind,
            first: RowId::numbered(sort.first),
            count: sort.count,
        };
        let ty = match sort.kind {
            UNKNOWN_KIND => Type::Wrong,
            kind => Type::All(Box::new(Type::Piece(kind))),
        };
        typed(kind, ty, span)
    }
}

/// The type of one of a collection's members, or of what may be none.
fn member(ty: &Type) -> &Type {
    if let Type::All(member) | Type::Optional(member) = ty {
        member
    } else {
        ty
    }
}
