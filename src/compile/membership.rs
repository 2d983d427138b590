//! `x in MANY` without a walk where there is another way.
//!
//! A test of `x` against `{y in M where P(y)}` is asked as `x in M and P(x)`, also where a query gives the collection: `P` is
//! asked of `x` alone. A place, a range, a set and all pieces of a kind need no walk either.

use crate::compiler::{Compiler, Frame};
use ludex_program::node::{Base, Node, NodeId, Source, SourceId};
use ludex_rules::expr::{Expr, ExprKind};
use ludex_rules::types::Type;
use ludex_source::Span;

impl Compiler<'_> {
    /// Tells whether a value is a member of a collection.
    pub(super) fn member(&mut self, f: &mut Frame, element: &Expr, collection: &Expr) -> Node {
        let item = self.expr(f, element);
        if let ExprKind::Range(low, high) = &*collection.kind {
            let bounds = [self.expr(f, low), self.expr(f, high)];
            return Node::InRange(item, self.two(bounds));
        }
        if matches!(collection.ty, Type::Set(_)) {
            return Node::InSet(item, self.expr(f, collection));
        }
        if matches!(collection.ty, Type::Place(_)) {
            return Node::InPlace(item, self.expr(f, collection));
        }
        let source = self.collection(f, collection);
        self.among(f, item, source, collection.span)
    }

    /// Tells whether a value is among the members of a source. The value is asked first and once, as by a walk.
    fn among(&mut self, f: &mut Frame, item: NodeId, source: SourceId, span: Span) -> Node {
        if self.must_walk(source) {
            return Node::InSource(item, source);
        }
        let slot = f.fresh();
        let asked = self.node(Node::Local(slot), span);
        let body = self.fits(asked, source, span);
        Node::Let {
            slot,
            value: item,
            body,
        }
    }

    /// Tells whether a value that stands in a slot is a member of a source, with or without a walk.
    pub(super) fn in_source(&mut self, item: NodeId, source: SourceId, span: Span) -> NodeId {
        if self.must_walk(source) {
            self.node(Node::InSource(item, source), span)
        } else {
            self.fits(item, source, span)
        }
    }

    /// Tells whether a source has no condition that could be asked of one value alone, and no base that tells its members.
    fn must_walk(&self, source: SourceId) -> bool {
        let Source { base, filters, .. } = &self.program.sources[source];
        match base {
            Base::Place(_) | Base::Range(..) | Base::Numbers(..) | Base::Set(_) => false,
            Base::If(_, a, b) | Base::Union(a, b) => {
                filters.is_empty() && self.must_walk(*a) && self.must_walk(*b)
            }
            Base::Players
            | Base::PlayersFrom(_)
            | Base::Opponents(_)
            | Base::Board(..)
            | Base::Neighbours(..)
            | Base::Ray(..)
            | Base::Placements(..)
            | Base::PlacementsAt(..)
            | Base::Cells(_)
            | Base::Group { .. }
            | Base::Groups(_)
            | Base::List(_)
            | Base::Kept(..) => filters.is_empty(),
        }
    }

    /// Tells whether a value that stands in a slot is a member of a source: of its base first, so that no condition is asked of
    /// a value that could not be a member.
    fn fits(&mut self, item: NodeId, source: SourceId, span: Span) -> NodeId {
        let source = self.program.sources[source].clone();
        let mut fits = self.in_base(item, &source.base, span);
        for (slot, cond) in &source.filters {
            let body = *cond;
            let cond = self.node(
                Node::Let {
                    slot: *slot,
                    value: item,
                    body,
                },
                span,
            );
            fits = self.node(Node::And(fits, cond), span);
        }
        let lets = source.lets.iter().rev();
        lets.fold(fits, |body, (slot, value)| {
            let (slot, value) = (*slot, *value);
            self.node(Node::Let { slot, value, body }, span)
        })
    }

    fn in_base(&mut self, item: NodeId, base: &Base, span: Span) -> NodeId {
        let node = match *base {
            Base::Place(place) => Node::InPlace(item, place),
            Base::Set(set) => Node::InSet(item, set),
            Base::Range(low, high) => Node::InRange(item, self.two([low, high])),
            Base::Numbers(first, count) => {
                let bounds = [first, first + count - 1].map(|n| self.node(Node::Const(n), span));
                Node::InRange(item, self.two(bounds))
            }
            Base::If(cond, a, b) => {
                let (a, b) = (self.fits(item, a, span), self.fits(item, b, span));
                Node::If(cond, a, b)
            }
            Base::Union(a, b) => {
                let (a, b) = (self.fits(item, a, span), self.fits(item, b, span));
                Node::Or(a, b)
            }
            Base::Players
            | Base::PlayersFrom(_)
            | Base::Opponents(_)
            | Base::Board(..)
            | Base::Neighbours(..)
            | Base::Ray(..)
            | Base::Placements(..)
            | Base::PlacementsAt(..)
            | Base::Cells(_)
            | Base::Group { .. }
            | Base::Groups(_)
            | Base::List(_)
            | Base::Kept(..) => {
                let all = Source {
                    lets: Vec::new(),
                    base: base.clone(),
                    filters: Vec::new(),
                    until_false: false,
                };
                Node::InSource(item, self.keep(all))
            }
        };
        self.node(node, span)
    }
}
