//! Targets of assignments: variables, fields, tracks, and the local names that `let` made.
//!
//! Takes the left side of an assignment, or what is gained; gives where the value goes, and its type.

use crate::describe::path;
use crate::env::{Checker, LocalName, Scope};
use crate::types::exprs::typed;
use ludex_report::{Code, Diagnostic};
use ludex_rules::expr::{Arithmetic, Expr, ExprKind, StmtKind, Target, Write};
use ludex_rules::ids::Slot;
use ludex_rules::types::Type;
use ludex_syntax::ast;

/// The target of an assignment.
enum AssignTarget {
    /// A name made by `let`.
    Local(Slot),
    /// A variable, field or track.
    Var(Target),
}

impl Checker<'_> {
    /// `money = 3`, `card.turned = true`, `x += 1`
    pub(super) fn assign(
        &mut self,
        scope: &mut Scope,
        target: &ast::Expr,
        op: ast::AssignOp,
        value: &ast::Expr,
    ) -> Option<StmtKind> {
        // The target has its declared type, however it is narrowed: it may become none again.
        let of_sorts = scope
            .known
            .iter()
            .filter(|known| known.as_ref().is_some_and(|one| one.sort.is_some()));
        let of_sorts = of_sorts.cloned().collect();
        let known = std::mem::replace(&mut scope.known, of_sorts);
        let written = self.written(scope, target);
        scope.known = known;
        let Some((written, ty)) = written else {
            self.value(scope, value, None);
            return None;
        };
        if let Type::Set(of) = ty {
            let now = now(&written, &ty, target);
            let set = self.new_set(scope, now, op, value, of);
            return Some(match written {
                AssignTarget::Var(target) => StmtKind::Write(Write::Set, target, set),
                AssignTarget::Local(slot) => StmtKind::SetLocal(slot, set),
            });
        }
        if op != ast::AssignOp::Set && ty != Type::Int {
            self.value(scope, value, None);
            match (ty.required(), path(target)) {
                (Type::Player, Some(name)) => {
                    let next =
                        format!("the next player is `next({name})`: `{name} = next({name})`");
                    let error =
                        Diagnostic::error(Code::TYPE_MISMATCH, "expected a number, found a player");
                    self.report
                        .push(error.at(target.span, "a player").help(next));
                }
                _ => self.mismatch(target, &ty, "a number", Some(&Type::Int)),
            }
            return None;
        }
        let tree = value;
        let value = self.value(scope, value, Some(&ty));
        if let AssignTarget::Var(target) = &written {
            let sort = self.env.var_sorts.get(&target.var).copied();
            self.of_sort_alone(scope, tree, &value, sort);
        }
        let change = if op == ast::AssignOp::Subtract {
            negate(value)
        } else {
            value
        };
        Some(match (written, op) {
            (AssignTarget::Var(target), ast::AssignOp::Set) => {
                StmtKind::Write(Write::Set, target, change)
            }
            (AssignTarget::Var(target), _) => StmtKind::Write(Write::Add, target, change),
            (AssignTarget::Local(slot), ast::AssignOp::Set) => {
                write_local(scope, slot, &change.ty);
                StmtKind::SetLocal(slot, change)
            }
            (AssignTarget::Local(slot), _) => {
                let now = typed(ExprKind::Local(slot), Type::Int, target.span);
                let span = target.span.to(change.span);
                let sum = ExprKind::Arithmetic(Arithmetic::Add, now, change);
                StmtKind::SetLocal(slot, typed(sum, Type::Int, span))
            }
        })
    }

    /// A variable, field or track that holds a number: of `gain` and `lose`.
    pub(super) fn gained(&mut self, scope: &mut Scope, e: &ast::Expr) -> Option<Target> {
        let (written, ty) = self.written(scope, e)?;
        let AssignTarget::Var(target) = written else {
            let name = path(e).unwrap_or_default();
            self.report.push(
                Diagnostic::error(
                    Code::NOT_ASSIGNABLE,
                    format!("`{name}` is a local name, which nobody gains"),
                )
                .at(e.span, "made by `let`")
                .help(format!("write `{name} += …`")),
            );
            return None;
        };
        if ty != Type::Int {
            self.mismatch(e, &ty, "a number", None);
            return None;
        }
        Some(target)
    }

    /// Tells where a value goes, and of which type; none when reported.
    fn written(&mut self, scope: &mut Scope, e: &ast::Expr) -> Option<(AssignTarget, Type)> {
        let found = self.infer(scope, e, None);
        if found.ty == Type::Wrong {
            return None;
        }
        if let ExprKind::Local(slot) = *found.kind
            && scope.lets.contains(&slot)
        {
            let (_, ty) = &scope.slots[usize::from(slot)];
            return Some((AssignTarget::Local(slot), ty.clone()));
        }
        if let Some((sort, help)) = refused_collection(&found, e) {
            self.not_assignable(e, sort, &help);
            return None;
        }
        if let ExprKind::Var { var, of, at } = *found.kind {
            return Some((AssignTarget::Var(Target { var, of, at }), found.ty));
        }
        let (sort, help) = refusal(&found.kind);
        self.not_assignable(e, sort, help);
        None
    }

    fn not_assignable(&mut self, e: &ast::Expr, sort: &str, help: &str) {
        let what = path(e).map_or_else(|| "this".to_owned(), |path| format!("`{path}`"));
        self.report.push(
            Diagnostic::error(Code::NOT_ASSIGNABLE, format!("{what} cannot be written to"))
                .at(e.span, sort)
                .help(help),
        );
    }
}

/// Explains that a bag or a list is not written to as a whole, with what to write instead; none of what is neither.
fn refused_collection(found: &Expr, e: &ast::Expr) -> Option<(&'static str, String)> {
    match (&*found.kind, &found.ty) {
        (ExprKind::Var { at: None, .. }, Type::Bag(_)) => {
            let name = path(e).unwrap_or_default();
            Some(("a number for each value", format!("say which: `{name}[…]`")))
        }
        (ExprKind::Local(_), Type::All(_)) => {
            let help = "give the others a name of their own: `let more = …`";
            Some(("keeps the members of one moment", help.to_owned()))
        }
        _ => None,
    }
}

/// The value that a target has before it is written to.
fn now(written: &AssignTarget, ty: &Type, target: &ast::Expr) -> Expr {
    let kind = match written {
        AssignTarget::Local(slot) => ExprKind::Local(*slot),
        AssignTarget::Var(target) => ExprKind::Var {
            var: target.var,
            of: target.of.clone(),
            at: target.at.clone(),
        },
    };
    typed(kind, ty.clone(), target.span)
}

/// Notes the new value of a local name: what was known of the old one is forgotten.
fn write_local(scope: &mut Scope, slot: Slot, ty: &Type) {
    let (name, declared) = scope.slots[usize::from(slot)].clone();
    let mut symbol = None;
    for local in scope.locals.iter_mut().filter(|local| local.slot == slot) {
        local.ty = declared.clone();
        symbol = symbol.or(local.symbol);
    }
    if matches!(declared, Type::Optional(_))
        && !matches!(ty, Type::Optional(_) | Type::None | Type::Wrong)
    {
        scope.locals.push(LocalName {
            name,
            ty: ty.clone(),
            slot,
            symbol,
        });
    }
}

/// The number without its sign.
pub(super) fn negate(e: Expr) -> Expr {
    let span = e.span;
    typed(ExprKind::Negate(e), Type::Int, span)
}

/// Gives what something is that cannot be written to, and what to do instead.
fn refusal(kind: &ExprKind) -> (&'static str, &'static str) {
    if matches!(kind, ExprKind::Local(_)) {
        return (
            "bound once, it stays as it is",
            "make a name that may change: `let x = …`",
        );
    }
    if matches!(
        kind,
        ExprKind::Attribute { .. } | ExprKind::SpaceAttribute { .. } | ExprKind::BagCount { .. }
    ) {
        return (
            "an attribute, filled by the tables",
            "what changes in play is a field: `var x: int` in the kind or board",
        );
    }
    if matches!(kind, ExprKind::Place { .. }) {
        return (
            "a place",
            "pieces are moved: `move card to place`, `move_all other to place`",
        );
    }
    if matches!(kind, ExprKind::Option(_)) {
        return (
            "an option, chosen before the game",
            "keep what changes in a variable",
        );
    }
    (
        "a value, not a variable",
        "only variables, fields, tracks and names made by `let` can be written to",
    )
}
