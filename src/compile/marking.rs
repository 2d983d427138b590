//! The marks of a program that is to be observed: which texts have one. `noting` puts them into the program.
//!
//! A text that is compiled in several places, as an expanded query is, has one mark, which counts for all of them.

use ludex_program::marks::{Mark, MarkKind, Marks};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::RoutineKind;
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

    /// Returns the number of the mark of a text.
    pub(super) fn mark(&mut self, span: Span, kind: MarkKind, name: &str) -> u32 {
        let next = self.places.len() as u32;
        let number = *self.numbers.entry((span, kind)).or_insert(next);
        if number == next {
            let name = name.to_owned();
            self.places.push(Mark { span, kind, name });
        }
        number
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

/// Returns true if a condition has no parts that are conditions themselves.
pub(super) fn has_no_parts(e: &Expr) -> bool {
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
