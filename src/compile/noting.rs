//! Marks put into a program that is to be observed: around conditions, before statements, at the beginning of routines.

use crate::compiler::{Compiler, Frame};
use crate::marking::has_no_parts;
use ludex_program::code::Instr;
use ludex_program::marks::MarkKind;
use ludex_program::node::{Node, NodeId};
use ludex_rules::expr::Expr;
use ludex_rules::types::Type;
use ludex_source::Span;

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
