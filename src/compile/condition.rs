//! Conditions that are asked from outside the rules, and the parts of a condition that tell why it fails.

use crate::compiler::{Compiler, Frame};
use crate::visit::slots_of;
use ludex_program::node::NodeId;
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::types::Type;
use ludex_rules::walk;
use ludex_source::Span;

/// A condition that is asked from outside the rules, compiled.
#[derive(Debug, Clone)]
pub struct CompiledCondition {
    /// The condition, 1 where it holds.
    pub cond: NodeId,
    /// The number of slots that its frame needs.
    pub slots: u16,
    /// The parts worth showing with their values.
    pub shown: Vec<(Span, NodeId, Type)>,
    /// Set when it asks something of `you`, in its own words.
    pub asks_you: bool,
    /// Set when it is made of values that are written out, and so is the same in every position.
    pub is_written_out: bool,
}

/// A condition from outside, in a frame of its own.
pub(super) fn question(c: &mut Compiler, e: &Expr, slots: u16) -> CompiledCondition {
    // A binder's slot may lie beyond those that the checker counted.
    let mut f = Frame::plain(slots.max(slots_of([e])));
    let cond = c.expr(&mut f, e);
    let mut shown = Vec::new();
    show(c, &mut f, e, &mut Vec::new(), &mut shown);
    let (mut asks_you, mut is_written_out) = (false, true);
    walk::exprs(e, &mut |part| {
        asks_you |= matches!(*part.kind, ExprKind::Local(0) | ExprKind::Possible(_));
        is_written_out &= is_operator_or_value(&part.kind);
    });
    CompiledCondition {
        cond,
        slots: f.slots,
        shown,
        asks_you,
        is_written_out,
    }
}

/// True of what looks nothing up: values that are written out, and operators on them.
fn is_operator_or_value(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Const(_)
            | ExprKind::Not(_)
            | ExprKind::Negate(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Equal(..)
            | ExprKind::Less(..)
            | ExprKind::LessEqual(..)
            | ExprKind::Arithmetic(..)
            | ExprKind::Member(..)
            | ExprKind::SetOf(_)
            | ExprKind::If(..)
    )
}

/// The parts of a condition whose values tell why it fails: the sides of comparisons, questions, flags.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever else has a value is shown"
)]
fn show(
    c: &mut Compiler,
    f: &mut Frame,
    e: &Expr,
    names: &mut Vec<Expr>,
    shown: &mut Vec<(Span, NodeId, Type)>,
) {
    match &*e.kind {
        ExprKind::Let(_, value) => {
            show(c, f, value, names, shown);
            names.push(e.clone());
        }
        ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Equal(a, b)
        | ExprKind::Less(a, b)
        | ExprKind::LessEqual(a, b) => {
            show(c, f, a, names, shown);
            show(c, f, b, names, shown);
        }
        ExprKind::Not(a) => show(c, f, a, names, shown),
        ExprKind::Member(a, _) => show(c, f, a, names, shown),
        ExprKind::Query(_, args) if !matches!(e.ty, Type::All(_)) => {
            let node = c.within(f, names, e);
            shown.push((e.span, node, e.ty.clone()));
            (args.iter()).for_each(|arg| show(c, f, arg, names, shown));
        }
        ExprKind::Const(_) => {}
        _ if matches!(e.ty, Type::All(_) | Type::Wrong) => {}
        _ => {
            let node = c.within(f, names, e);
            shown.push((e.span, node, e.ty.clone()));
        }
    }
}
