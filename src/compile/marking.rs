//! Marks in a program that is to be observed: around conditions, before statements, at the beginning of routines.
//!
//! A text that is compiled in several places, as an expanded query is, has one mark, which counts for all of them.

use crate::{Compiler, Frame};
use ludex_program::code::Instr;
use ludex_program::marks::{Mark, MarkKind, Marks};
use ludex_program::node::{Node, NodeId};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::RoutineKind;
use ludex_rules::types::Type;
use ludex_source::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The marks made so far.
#[derive(Debug, Default)]
pub(super) struct Marking {
    places: Vec<Mark>,
    numbers: BTreeMap<(Span, MarkKind), u32>,
}

impl Marking {
    pub(super) fn finished(self) -> Arc<Marks> {
        Arc::new(Marks::new(self.places))
    }

    fn mark(&mut self, span: Span, kind: MarkKind, name: &str) -> u32 {
        let next = self.places.len() as u32;
        let number = *self.numbers.entry((span, kind)).or_insert(next);
        if number == next {
            let name = name.to_owned();
            self.places.push(Mark { span, kind, name });
        }
        number
    }
}

impl Compiler<'_> {
    /// The value of an expression, noted when it is a condition without parts.
    pub(super) fn noted(&mut self, e: &Expr, value: NodeId) -> NodeId {
        if e.ty == Type::Bool && has_no_parts(e) {
            self.noted_as(value, e.span, MarkKind::Condition, "")
        } else {
            value
        }
    }

    /// A value, noted when it is asked.
    pub(super) fn noted_as(
        &mut self,
        value: NodeId,
        span: Span,
        kind: MarkKind,
        name: &str,
    ) -> NodeId {
        let Some(marking) = &mut self.marking else {
            return value;
        };
        let mark = marking.mark(span, kind, name);
        self.node(Node::Seen { mark, of: value }, span)
    }

    /// An instruction that notes that it was done.
    pub(super) fn note(&mut self, f: &mut Frame, span: Span, kind: MarkKind, name: &str) {
        if self.marking.is_none() {
            return;
        }
        let reached = self.node(Node::Const(1), span);
        let reached = self.noted_as(reached, span, kind, name);
        let slot = f.fresh();
        self.emit(
            Instr::Let {
                slot,
                value: reached,
            },
            span,
        );
    }
}

/// Gives what a condition turns round that is written as one sign: `a != b` is `a == b` turned round. It is noted as it is
/// written, not as it is asked.
pub(super) fn turned(e: &Expr) -> Option<&Expr> {
    if let ExprKind::Not(inner) = &*e.kind
        && inner.span == e.span
    {
        return Some(inner);
    }
    None
}

/// Returns the sort of mark at the beginning of a routine.
pub(super) fn sort(kind: RoutineKind) -> MarkKind {
    match kind {
        RoutineKind::Effect | RoutineKind::Action | RoutineKind::Part | RoutineKind::Flow => {
            MarkKind::Effect
        }
        RoutineKind::Hook => MarkKind::Trigger,
        RoutineKind::Slot => MarkKind::Row,
    }
}

fn has_no_parts(e: &Expr) -> bool {
    if turned(e).is_some() {
        return true;
    }
    let parts = matches!(
        &*e.kind,
        ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Not(_)
            | ExprKind::If(..)
            | ExprKind::Let(..)
            | ExprKind::For(..)
    );
    // A constant, or a name that was asked where it was bound, is no condition of its own.
    !parts && !matches!(&*e.kind, ExprKind::Const(_) | ExprKind::Local(_))
}
