//! Collections: binders, folds, filters, sets, `in` and `has`.
//!
//! Takes trees that go through collections, gives typed ones; each bound name gets a slot of its own.

use crate::describe::path;
use crate::env::{Checker, Scope};
use crate::semantics::Symbol;
use crate::types::exprs::{typed, wrong};
use crate::types::narrow::{narrow, note_sorts, suppose};
use ludex_report::{Code, Diagnostic, Position, Report, nearest};
use ludex_rules::expr::{Arithmetic, Binder, Expr, ExprKind};
use ludex_rules::ids::EnumId;
use ludex_rules::ops;
use ludex_rules::ops::{FoldGives, FoldOp, FoldRow, FoldValue};
use ludex_rules::types::Type;
use ludex_source::Span;
use ludex_syntax::ast;

impl Checker<'_> {
    /// Names bound together: each is visible in its own `where` and in all that follows.
    pub(crate) fn binders(&mut self, scope: &mut Scope, binders: &[ast::Binder]) -> Vec<Binder> {
        binders
            .iter()
            .map(|binder| self.binder(scope, binder))
            .collect()
    }

    /// A name bound to each member of a collection, visible from here on.
    pub(crate) fn binder(&mut self, scope: &mut Scope, binder: &ast::Binder) -> Binder {
        let source = self.collection(scope, &binder.source);
        let ty = member_type(&source.ty).unwrap_or(Type::Wrong);
        let symbol = self.define_local(scope, &binder.name, &ty);
        let slot = scope.bind(&binder.name.text, ty.clone(), Some(symbol));
        self.know_sort(scope, &binder.name.text, &source);
        let cond = binder.cond.as_ref().map(|cond| {
            let checked = self.condition(scope, cond);
            narrow(scope, cond, true);
            note_sorts(scope, cond, true);
            checked
        });
        Binder {
            name: binder.name.text.clone(),
            slot,
            ty,
            source,
            cond,
        }
    }

    /// Something that has members.
    pub(crate) fn collection(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let found = self.infer(scope, e, None);
        self.as_collection(e, found)
    }

    fn as_collection(&mut self, e: &ast::Expr, found: Expr) -> Expr {
        if found.ty == Type::Wrong || member_type(&found.ty).is_some() {
            return found;
        }
        if member_type(found.ty.required()).is_some() {
            return self.surely(e, found);
        }
        let what = self.describe(&found.ty);
        let help = match (&found.ty, path(e)) {
            (Type::Int, path) => {
                let n = if let ast::ExprKind::Int(number) = &*e.kind {
                    number.to_string()
                } else {
                    path.unwrap_or_else(|| "n".to_owned())
                };
                format!(
                    "the numbers up to it are `1..{n}`; one of them by chance is `roll(1, {n})`"
                )
            }
            (Type::Bag(id), path) => {
                let (bag, values) = (
                    path.unwrap_or_default(),
                    &self.env.game.enums[id.index()].name,
                );
                format!("go through the values: `v in {values} where {bag}[v] > 0`")
            }
            _ => "go through a place, a board, `players`, a kind, an enum or a range".to_owned(),
        };
        self.report.push(
            Diagnostic::error(Code::NOT_MANY, format!("{what} has no members"))
                .at(e.span, what)
                .help(help),
        );
        wrong(e.span)
    }

    /// Checks who orders what waits: one player, or several, each of whom orders what is theirs.
    pub(crate) fn orderer(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let found = self.infer(scope, e, Some(&Type::Player));
        match member_type(&found.ty) {
            Some(Type::Player) => found,
            _ => self.fit(e, found, &Type::Player),
        }
    }

    /// `a + b`: of numbers their sum, of collections the members of both. One value beside a collection is a collection of one.
    pub(super) fn sum_or_union(
        &mut self,
        scope: &mut Scope,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let a = self.infer(scope, left, Some(&Type::Int));
        let many = member_type(&a.ty);
        if many.is_none() && matches!(a.ty.required(), Type::Int | Type::Bool | Type::Text) {
            let a = self.fit(left, a, &Type::Int);
            return self.calculated(scope, Arithmetic::Add, a, right, span);
        }
        let b = self.infer(scope, right, many.as_ref().or(Some(&Type::Int)));
        if a.ty == Type::Wrong || b.ty == Type::Wrong {
            return wrong(span);
        }
        let member = match (many, member_type(&b.ty)) {
            (Some(one), Some(other)) if other.fits(&one) => one,
            (Some(one), None) if b.ty == one => one,
            (None, Some(other)) if a.ty == other => other,
            (None, None) => return self.fit(left, a, &Type::Int),
            (one, other) => {
                let (here, there) = if one.is_some() {
                    (right, &b)
                } else {
                    (left, &a)
                };
                let wanted = one.or(other).map_or(Type::Wrong, |member| all_of(&member));
                self.no_union(here, &there.ty, &wanted);
                return wrong(span);
            }
        };
        let wanted = all_of(&member);
        let [a, b] = [a, b].map(|side| if side.ty == member { only(side) } else { side });
        typed(ExprKind::Union(a, b), wanted, span)
    }

    /// Reports what is put to a collection and is neither of its members nor several of them: `hand + 1`.
    fn no_union(&mut self, e: &ast::Expr, found: &Type, many: &Type) {
        let (expected, found) = (self.describe(many), self.describe(found));
        let message = format!("expected {expected}, found {found}");
        let help = "`+` adds two numbers, or puts together what two collections of one type have; how many there are is `size(…)`";
        self.report.push(
            Diagnostic::error(Code::TYPE_MISMATCH, message)
                .at(e.span, found)
                .help(help),
        );
    }

    /// `{x in hand where …}`
    pub(crate) fn filter(&mut self, scope: &mut Scope, binder: &ast::Binder, span: Span) -> Expr {
        let depth = scope.depth();
        let outer = scope.extent.replace(span);
        let binder = self.binder(scope, binder);
        scope.extent = outer;
        scope.cut(depth);
        let ty = all_of(&binder.ty);
        typed(ExprKind::Filter(binder), ty, span)
    }

    /// `sum(x in hand where … : x.weight)`
    pub(crate) fn fold(&mut self, scope: &mut Scope, fold: &ast::Fold, span: Span) -> Expr {
        let depth = scope.depth();
        if self.value_behind_where(scope, fold) {
            return wrong(span);
        }
        let outer = scope.extent.replace(span);
        let binder = self.binder(scope, &fold.binder);
        scope.extent = outer;
        if let Some(cond) = &fold.binder.cond {
            suppose(scope, cond, true);
        }
        let checked = match ops::fold(&fold.name.text) {
            Some(row) => {
                self.refer(fold.name.span, Symbol::BuiltIn(row.name));
                self.fold_of(scope, fold, row, binder, span)
            }
            None => {
                self.unknown_fold(&fold.name);
                wrong(span)
            }
        };
        scope.cut(depth);
        checked
    }

    /// Reports `sum(p in players where p.money)`: a number where a condition belongs, and nothing behind the colon.
    fn value_behind_where(&mut self, scope: &Scope, fold: &ast::Fold) -> bool {
        if self.is_guessing {
            return false;
        }
        let row = ops::fold(&fold.name.text).filter(|row| matches!(row.value, FoldValue::Int));
        let (Some(row), Some(cond), None) = (row, &fold.binder.cond, &fold.value) else {
            return false;
        };
        let ast::Binder { name, source, .. } = &fold.binder;
        let mut unheard = Report::new();
        let mut scope = scope.clone();
        let mut checker = Checker::new(std::mem::take(&mut self.env), &mut unheard);
        checker.is_guessing = true;
        let source = checker.collection(&mut scope, source);
        let member = member_type(&source.ty).unwrap_or(Type::Wrong);
        scope.bind(&name.text, member, None);
        let value = checker.infer(&mut scope, cond, None);
        self.env = checker.env;
        if value.ty != Type::Int {
            return false;
        }
        let message = format!("a number stands where `{}` has a condition", row.name);
        self.report.push(
            Diagnostic::error(Code::WRONG_ARGUMENTS, message)
                .at(cond.span, "a number, not yes or no")
                .help(format!(
                    "the number stands behind `:`, as in `{}`",
                    row.example
                )),
        );
        true
    }

    fn fold_of(
        &mut self,
        scope: &mut Scope,
        fold: &ast::Fold,
        row: &'static FoldRow,
        binder: Binder,
        span: Span,
    ) -> Expr {
        if matches!(row.op, FoldOp::Group | FoldOp::Groups)
            && !matches!(binder.ty, Type::Space(_) | Type::Wrong)
        {
            self.mismatch(
                &fold.binder.source,
                &binder.source.ty,
                "spaces of a board",
                None,
            );
            return wrong(span);
        }
        let Ok(value) = self.fold_value(scope, fold, row, &binder) else {
            return wrong(span);
        };
        let ty = fold_type(row.gives, &binder.ty);
        let op = row.op;
        let kind = ExprKind::Fold { op, binder, value };
        let fold = typed(kind, ty, span);
        if fold.ty == Type::Int && self.is_too_large(&fold) {
            return wrong(span);
        }
        fold
    }

    /// Gives what stands after the colon; `Err` when reported.
    fn fold_value(
        &mut self,
        scope: &mut Scope,
        fold: &ast::Fold,
        row: &FoldRow,
        binder: &Binder,
    ) -> Result<Option<Expr>, ()> {
        let wanted = match row.value {
            FoldValue::Absent => None,
            FoldValue::Int => Some(Type::Int),
            FoldValue::Bool => Some(Type::Bool),
            FoldValue::Scalar => Some(Type::Wrong),
            FoldValue::Member => Some(binder.ty.clone()),
        };
        match (&fold.value, wanted) {
            (None, None) => Ok(None),
            (Some(value), Some(wanted)) => Ok(Some(self.expr(scope, value, Some(&wanted)))),
            (Some(value), None) => {
                self.report.push(
                    Diagnostic::error(
                        Code::WRONG_ARGUMENTS,
                        format!("`{}` takes nothing after a colon", row.name),
                    )
                    .at(value.span, "not wanted")
                    .help(format!(
                        "what must hold stands behind `where`, as in `{}`",
                        row.example
                    )),
                );
                Err(())
            }
            (None, Some(_)) => {
                self.report.push(
                    Diagnostic::error(
                        Code::WRONG_ARGUMENTS,
                        format!("`{}` needs a value after a colon", row.name),
                    )
                    .at(fold.name.span, "of what?")
                    .help(format!("as in `{}`", row.example)),
                );
                Err(())
            }
        }
    }

    fn unknown_fold(&mut self, name: &ast::Name) {
        let near = nearest(&name.text, ops::FOLDS.iter().map(|row| row.name));
        self.report.push(
            Diagnostic::error(
                Code::UNKNOWN_NAME,
                format!("unknown question `{}` about a collection", name.text),
            )
            .at(name.span, "goes through a collection")
            .habit_or(Position::Fold, &name.text, near),
        );
    }

    /// `[red, green]`: a mask when all values are known, otherwise put together in play.
    pub(crate) fn set(
        &mut self,
        scope: &mut Scope,
        items: &[ast::Expr],
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let mut of = hint.and_then(enum_in);
        let mut values = Vec::new();
        for item in items {
            let wanted = of.map(Type::Enum);
            let value = match &wanted {
                Some(wanted) => self.expr(scope, item, Some(wanted)),
                None => self.infer(scope, item, None),
            };
            match enum_in(&value.ty) {
                Some(id) => of = of.or(Some(id)),
                None if value.ty == Type::Wrong => return wrong(span),
                None => {
                    self.set_of_others(item, &value.ty);
                    return wrong(span);
                }
            }
            values.push(value);
        }
        let Some(id) = of else {
            self.report.push(
                Diagnostic::error(Code::TYPE_MISMATCH, "nothing tells what this set holds")
                    .at(span, "a set of what?"),
            );
            return wrong(span);
        };
        let mask = values.iter().try_fold(0, |mask, value| {
            Some(mask | 1i32.checked_shl(self.bit(value)?)?)
        });
        let kind = mask.map_or_else(|| ExprKind::SetOf(values), ExprKind::Const);
        typed(kind, Type::Set(id), span)
    }

    /// Returns the bit of a value that is the same in every play.
    fn bit(&mut self, value: &Expr) -> Option<u32> {
        let number = self.probe(value).ok()?;
        u32::try_from(number).ok().filter(|bit| *bit < 31)
    }

    fn set_of_others(&mut self, item: &ast::Expr, ty: &Type) {
        let found = self.describe(ty);
        self.report.push(
            Diagnostic::error(
                Code::TYPE_MISMATCH,
                format!("a set holds values of an enum, not {found}"),
            )
            .at(item.span, found)
            .help("compare one by one: `x == a or x == b`"),
        );
    }

    /// `x in hand`, `card.icons has bird`
    pub(super) fn is_member(
        &mut self,
        scope: &mut Scope,
        elem: &ast::Expr,
        many: &ast::Expr,
        span: Span,
    ) -> Expr {
        let literal = matches!(&*many.kind, ast::ExprKind::Set(_));
        let (one, many_of) = if literal {
            let one = self.infer(scope, elem, None);
            let many_of = self.infer(scope, many, Some(&one.ty));
            (one, many_of)
        } else {
            let many_of = self.bag_or_collection(scope, many);
            let hint = member_of_or_bag(&many_of.ty);
            let one = self.infer(scope, elem, hint.as_ref());
            (one, many_of)
        };
        let Some(member) = member_of_or_bag(&many_of.ty) else {
            return typed(ExprKind::Member(one, many_of), Type::Bool, span);
        };
        if !one.ty.required().fits(&member) {
            let expected = self.describe(&member);
            self.mismatch(elem, &one.ty, &expected, Some(&member));
            return wrong(span);
        }
        let sort = self.sort_of_pieces(scope, &many_of);
        (scope.asked_sorts).extend(sort.map(|sort| (span, sort)));
        typed(ExprKind::Member(one, many_of), Type::Bool, span)
    }

    /// A collection, or a bag attribute, which can be asked for what it has and how much it holds.
    pub(super) fn bag_or_collection(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let found = self.infer(scope, e, None);
        match (&found.ty, &*found.kind) {
            // The numbers of an indexed variable are no collection: each is asked for alone.
            (Type::Bag(_), ExprKind::Attribute { .. } | ExprKind::SpaceAttribute { .. }) => found,
            _ => self.as_collection(e, found),
        }
    }
}

/// Gives what the members of a collection are; none for what has none.
pub(super) fn member_type(ty: &Type) -> Option<Type> {
    match ty {
        Type::All(member) => Some((**member).clone()),
        Type::Place(kind) => Some(Type::Piece(*kind)),
        Type::Set(id) => Some(Type::Enum(*id)),
        // What may be none is gone through as well: there is one member, or there is none.
        Type::Optional(one) => matches!(
            **one,
            Type::Piece(_) | Type::Row(_) | Type::Player | Type::Space(_) | Type::Enum(_)
        )
        .then(|| (**one).clone()),
        Type::Int
        | Type::Bool
        | Type::Text
        | Type::Enum(_)
        | Type::Player
        | Type::Piece(_)
        | Type::Row(_)
        | Type::Space(_)
        | Type::Bag(_)
        | Type::Shape
        | Type::Direction(_)
        | Type::Placement(_)
        | Type::None
        | Type::Wrong => None,
    }
}

/// A collection of one value.
pub(super) fn only(value: Expr) -> Expr {
    let (ty, span) = (all_of(&value.ty), value.span);
    typed(ExprKind::SetOf(vec![value]), ty, span)
}

/// A collection of such members; `Wrong` when they are.
pub(super) fn all_of(member: &Type) -> Type {
    if *member == Type::Wrong {
        Type::Wrong
    } else {
        Type::All(Box::new(member.clone()))
    }
}

fn member_of_or_bag(ty: &Type) -> Option<Type> {
    if let Type::Bag(id) = ty {
        Some(Type::Enum(*id))
    } else {
        member_type(ty)
    }
}

/// The enum that a value, a set or a collection of values belongs to.
fn enum_in(ty: &Type) -> Option<EnumId> {
    if let Type::Enum(id) | Type::Set(id) = ty.member() {
        Some(*id)
    } else {
        None
    }
}

/// The type of a fold's answer.
fn fold_type(gives: FoldGives, member: &Type) -> Type {
    match gives {
        FoldGives::Int => Type::Int,
        FoldGives::Bool => Type::Bool,
        FoldGives::Member => {
            if *member == Type::Wrong {
                Type::Wrong
            } else {
                Type::Optional(Box::new(member.required().clone()))
            }
        }
        FoldGives::Members => all_of(member),
    }
}
