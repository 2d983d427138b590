//! The names at the head of an action: `let n = …` above a requirement, and `require let x = …`.
//!
//! Requirements are asked while legal actions are listed, each by itself, and the text is done later, in a frame of its own. So
//! a condition takes along the names that it asks for, and the text begins with all of them: nothing has changed in between.

use crate::types::exprs::typed;
use ludex_rules::expr::{Expr, ExprKind, Stmt};
use ludex_rules::game::NONE;
use ludex_rules::ids::Slot;
use ludex_rules::types::Type;
use ludex_rules::walk;
use ludex_source::Span;

/// The names so far, each with its value.
#[derive(Default)]
pub(super) struct ActionHead(Vec<(Slot, Expr, Span)>);

impl ActionHead {
    /// Adds a name for a value, be it there or not.
    pub(super) fn push(&mut self, slot: Slot, value: Expr, span: Span) {
        // INVARIANT: `compile/named.rs` tests for none what has an optional type.
        let ty = value.ty.required().clone();
        self.0.push((slot, Expr { ty, ..value }, span));
    }

    /// Adds the names that a requirement binds when it holds.
    pub(super) fn push_named(&mut self, cond: &Expr, span: Span) {
        if let ExprKind::And(a, b) = &*cond.kind {
            self.push_named(a, span);
            self.push_named(b, span);
        } else if let ExprKind::Let(slot, value) = &*cond.kind
            && self.0.iter().all(|(one, ..)| one != slot)
        {
            self.0.push((*slot, value.clone(), span));
        }
    }

    /// A condition with the names that it asks for.
    pub(super) fn condition(&self, cond: Expr) -> Expr {
        let span = cond.span;
        self.asked_by(&cond).into_iter().fold(cond, |cond, name| {
            typed(ExprKind::And(name, cond), Type::Bool, span)
        })
    }

    /// A value with the names that it asks for.
    pub(super) fn value(&self, value: Expr) -> Expr {
        let (ty, span) = (value.ty.clone(), value.span);
        self.asked_by(&value)
            .into_iter()
            .fold(value, |value, name| {
                let none = typed(ExprKind::Const(NONE), ty.clone(), span);
                typed(ExprKind::If(name, value, none), ty.clone(), span)
            })
    }

    /// The text's own statements for all names.
    pub(super) fn statements(self) -> Vec<Stmt> {
        let named = self.0.into_iter();
        named
            .map(|(slot, value, span)| Stmt::binding(slot, value, span))
            .collect()
    }

    /// The names that an expression asks for, also through others, the last first.
    fn asked_by(&self, e: &Expr) -> Vec<Expr> {
        let mut slots = Vec::new();
        let note = |e: &Expr, slots: &mut Vec<Slot>| {
            walk::exprs(e, &mut |inner| {
                if let ExprKind::Local(slot) = &*inner.kind {
                    slots.push(*slot);
                }
            });
        };
        note(e, &mut slots);
        let mut asked = Vec::new();
        for (slot, value, _) in self.0.iter().rev() {
            if slots.contains(slot) {
                note(value, &mut slots);
                let is = ExprKind::Let(*slot, value.clone());
                asked.push(typed(is, Type::Bool, value.span));
            }
        }
        asked
    }
}
