//! Conditions that bind names: `let x = top(deck) and x.cost > 2`, and what comes of them.
//!
//! A name stands in a slot that is set before what asks for it. Between statements it is set by an instruction of its own, so
//! that whoever follows slots through a text sees it as any other name.

use crate::compiler::{Compiler, Frame};
use ludex_program::code::Instr;
use ludex_program::ids::Pc;
use ludex_program::marks::MarkKind;
use ludex_program::node::{Node, NodeId};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::game::NONE;
use ludex_rules::ids::Slot;
use ludex_rules::types::Type;
use ludex_source::Span;

/// The conditions that all hold when one does.
pub(super) fn conjuncts(e: &Expr) -> Vec<&Expr> {
    if let ExprKind::And(a, b) = &*e.kind {
        return [conjuncts(a), conjuncts(b)].concat();
    }
    vec![e]
}

/// The name that a condition binds, with its value.
fn binding(e: &Expr) -> Option<(Slot, &Expr)> {
    if let ExprKind::Let(slot, value) = &*e.kind {
        return Some((*slot, value));
    }
    None
}

/// Tells whether a name stands for a value that needs no test, as one above the requirements of an action does.
fn is_sure(value: &Expr) -> bool {
    !matches!(value.ty, Type::Optional(_))
}

/// Tells whether a condition binds names where it holds.
pub(super) fn names(e: &Expr) -> bool {
    conjuncts(e).into_iter().any(|one| binding(one).is_some())
}

impl Compiler<'_> {
    /// A condition that binds names.
    pub(super) fn named(&mut self, f: &mut Frame, cond: &Expr) -> NodeId {
        self.chain(f, &conjuncts(cond), None, cond.span)
    }

    /// `if let x = … then a else b`
    pub(super) fn if_named(&mut self, f: &mut Frame, cond: &Expr, [a, b]: [&Expr; 2]) -> NodeId {
        // The second value asks for no name, so it may stand behind each condition.
        let otherwise = self.expr(f, b);
        self.chain(f, &conjuncts(cond), Some((a, otherwise)), cond.span)
    }

    /// A value behind conditions that bind what it asks for; none where one of them fails.
    pub(super) fn within(&mut self, f: &mut Frame, conds: &[Expr], e: &Expr) -> NodeId {
        if conds.is_empty() {
            return self.expr(f, e);
        }
        let none = self.node(Node::Const(NONE), e.span);
        let conds: Vec<&Expr> = conds.iter().collect();
        self.chain(f, &conds, Some((e, none)), e.span)
    }

    /// Conditions one after the other, each within the names before it; then a value, unless one of them fails.
    fn chain(
        &mut self,
        f: &mut Frame,
        conds: &[&Expr],
        then: Option<(&Expr, NodeId)>,
        span: Span,
    ) -> NodeId {
        let [first, rest @ ..] = conds else {
            return match then {
                Some((value, _)) => self.expr(f, value),
                None => self.node(Node::Const(1), span),
            };
        };
        let Some((slot, value)) = binding(first) else {
            let cond = self.expr(f, first);
            return self.and_then(f, cond, rest, then, span);
        };
        if let Type::All(_) = value.ty {
            let source = self.collection(f, value);
            f.collections.insert(slot, source);
            return self.chain(f, rest, then, span);
        }
        let is_sure = is_sure(value);
        let value = self.expr(f, value);
        let slot = self.slot(f, slot, first);
        let body = if is_sure {
            self.chain(f, rest, then, span)
        } else {
            let there = self.there(slot, first);
            self.and_then(f, there, rest, then, span)
        };
        self.node(Node::Let { slot, value, body }, span)
    }

    fn and_then(
        &mut self,
        f: &mut Frame,
        cond: NodeId,
        rest: &[&Expr],
        then: Option<(&Expr, NodeId)>,
        span: Span,
    ) -> NodeId {
        let node = match then {
            None if rest.is_empty() => return cond,
            None => Node::And(cond, self.chain(f, rest, None, span)),
            Some((_, otherwise)) => Node::If(cond, self.chain(f, rest, then, span), otherwise),
        };
        self.node(node, span)
    }

    /// Tells whether a slot holds something, noted as the condition that bound it.
    fn there(&mut self, slot: u16, cond: &Expr) -> NodeId {
        let there = self.is_there(Node::Local(slot), cond.span);
        self.noted_as(there, cond.span, MarkKind::Condition, "")
    }

    /// The node that is true if another is a number.
    pub(super) fn equals(&mut self, value: NodeId, n: i32, span: Span) -> NodeId {
        let n = self.node(Node::Const(n), span);
        self.node(Node::Equal(value, n), span)
    }

    fn is_there(&mut self, value: Node, span: Span) -> NodeId {
        let value = self.node(value, span);
        let none = self.equals(value, NONE, span);
        self.node(Node::Not(none), span)
    }

    /// `a else b`
    pub(super) fn or_else(&mut self, f: &mut Frame, a: &Expr, b: &Expr, span: Span) -> NodeId {
        let value = self.expr(f, a);
        let slot = f.fresh();
        let member = self.node(Node::Local(slot), span);
        let there = self.is_there(Node::Local(slot), span);
        let otherwise = self.expr(f, b);
        let body = self.node(Node::If(there, member, otherwise), span);
        self.node(Node::Let { slot, value, body }, span)
    }

    /// Jumps, yet to be aimed, that are taken unless a condition holds. Names that it binds are set on the way.
    pub(super) fn unless(&mut self, f: &mut Frame, cond: &Expr, span: Span) -> Vec<Pc> {
        if !names(cond) {
            let asked = self.expr(f, cond);
            return vec![self.emit(
                Instr::JumpUnless {
                    cond: asked,
                    to: Pc::NONE,
                },
                span,
            )];
        }
        let jump = |c: &mut Self, f: &mut Frame, one: &Expr| {
            let asked = match binding(one) {
                Some((slot, value)) => {
                    let value = c.expr(f, value);
                    c.emit(Instr::Let { slot, value }, one.span);
                    c.there(slot, one)
                }
                None => c.expr(f, one),
            };
            c.emit(
                Instr::JumpUnless {
                    cond: asked,
                    to: Pc::NONE,
                },
                span,
            )
        };
        conjuncts(cond)
            .into_iter()
            .map(|one| jump(self, f, one))
            .collect()
    }
}
