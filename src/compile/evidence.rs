//! The evidence of a requirement: the values that tell why it holds or fails, each with what must be so for it to matter.
//!
//! A conjunction fails by its first part that fails; what stands behind that part is never asked, so it is no evidence. A query
//! is followed into its text as long as it is called without modifiers, to a bounded depth, until values stand there that are
//! state. Of a collection without a member that is wanted, the member is followed that comes nearest.

use crate::compiler::{Compiler, Frame};
use crate::named::{conjuncts, names};
use ludex_program::code::{Evidence, EvidenceName};
use ludex_program::node::{Node, NodeId};
use ludex_rules::expr::{Arithmetic, Binder, Expr, ExprKind};
use ludex_rules::game::NONE;
use ludex_rules::ids::QueryId;
use ludex_rules::ops::FoldOp;
use ludex_rules::types::Type;
use ludex_source::Span;

/// Queries within queries that are followed.
const DEEPEST: usize = 3;
/// The most values of one requirement, and the most nodes that are made to ask for them.
const MOST: usize = 48;
const MOST_NODES: usize = 4000;
/// The worth of a conjunct that holds when the nearest member is looked for: more than any gap between two numbers.
const HOLDS: i32 = 1000;

/// Collects the evidence of a condition. The frame takes the slots that it needs.
pub(super) fn evidence(c: &mut Compiler, f: &mut Frame, cond: &Expr) -> Vec<Evidence> {
    // What is compiled here is asked by explanations alone: it must not change what is expanded elsewhere.
    let written = c.written.clone();
    let mut walk = EvidenceWalk {
        most_nodes: c.program.nodes.len() + MOST_NODES,
        c,
        around: Vec::new(),
        conds: Vec::new(),
        names: Vec::new(),
        depth: 0,
        found: Vec::new(),
    };
    walk.condition(f, cond);
    let found = walk.found;
    c.written = written;
    found
}

/// A part of the frame that stands around a node.
#[derive(Debug, Clone, Copy)]
enum Around {
    /// The slot of a frame holds a value.
    Let(u16, NodeId),
    /// The node is asked only where a condition holds.
    If(NodeId),
}

struct EvidenceWalk<'c, 'g> {
    c: &'c mut Compiler<'g>,
    /// The slots that are bound and the conditions that hold outside of the text that is walked over.
    around: Vec<Around>,
    /// The conditions that hold in the text that is walked over.
    conds: Vec<Expr>,
    /// The names of this text with their values.
    names: Vec<EvidenceName>,
    depth: usize,
    most_nodes: usize,
    found: Vec<Evidence>,
}

impl EvidenceWalk<'_, '_> {
    /// Walks over a condition, or a value that is true or false.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever else is true or false is one value"
    )]
    fn condition(&mut self, f: &mut Frame, e: &Expr) {
        let flag = |kind| Expr {
            kind: Box::new(kind),
            ty: Type::Bool,
            span: e.span,
        };
        let not = |e: &Expr| flag(ExprKind::Not(e.clone()));
        match &*e.kind {
            ExprKind::And(a, b) => {
                if names(a) {
                    self.condition(f, a);
                } else {
                    // Where it holds, it is evidence only of the whole.
                    let first = flag(ExprKind::Or(not(a), b.clone()));
                    let first = if names(b) { not(a) } else { first };
                    self.behind(first, |walk| walk.condition(f, a));
                }
                self.behind(a.clone(), |walk| walk.condition(f, b));
            }
            ExprKind::Or(a, b) => {
                let first = flag(ExprKind::Or(a.clone(), not(b)));
                self.behind(first, |walk| walk.condition(f, a));
                self.behind(not(a), |walk| walk.condition(f, b));
            }
            ExprKind::Not(a) => self.condition(f, a),
            ExprKind::Let(_, value) => self.value(f, value),
            ExprKind::Equal(a, b) | ExprKind::Less(a, b) | ExprKind::LessEqual(a, b) => {
                self.value(f, a);
                self.value(f, b);
            }
            ExprKind::Member(a, _) => self.value(f, a),
            _ => self.value(f, e),
        }
    }

    /// Walks over a value: it is evidence itself, unless it stands in the words already, and so is what it is made of.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever else has a value is state, or as near to it as words get"
    )]
    fn value(&mut self, f: &mut Frame, e: &Expr) {
        let is_full = self.found.len() >= MOST || self.c.program.nodes.len() > self.most_nodes;
        if is_full || matches!(e.ty, Type::All(_) | Type::Wrong) {
            return;
        }
        match &*e.kind {
            ExprKind::Const(_) | ExprKind::Local(_) => {}
            ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Not(_)
            | ExprKind::Let(..)
            | ExprKind::Equal(..)
            | ExprKind::Less(..)
            | ExprKind::LessEqual(..)
            | ExprKind::Member(..) => self.condition(f, e),
            ExprKind::If(cond, a, b) => {
                self.condition(f, cond);
                let not = ExprKind::Not(cond.clone());
                let not = Expr {
                    kind: Box::new(not),
                    ty: Type::Bool,
                    span: cond.span,
                };
                self.behind(cond.clone(), |walk| walk.value(f, a));
                if !names(cond) {
                    self.behind(not, |walk| walk.value(f, b));
                }
            }
            ExprKind::Arithmetic(_, a, b) => {
                self.note(f, e);
                self.value(f, a);
                self.value(f, b);
            }
            ExprKind::Query(query, args) => {
                self.note(f, e);
                args.iter().for_each(|arg| self.value(f, arg));
                self.follow(f, *query, args);
            }
            ExprKind::Fold { .. } => {
                self.note(f, e);
                self.member(f, e);
            }
            _ => self.note(f, e),
        }
    }

    /// Walks with one more condition.
    fn behind(&mut self, cond: Expr, walk: impl FnOnce(&mut Self)) {
        let before = self.conds.len();
        self.conds.extend(conjuncts(&cond).into_iter().cloned());
        walk(self);
        self.conds.truncate(before);
    }

    /// Adds a value of the text that is walked over.
    fn note(&mut self, f: &mut Frame, e: &Expr) {
        let conds = self.conds.clone();
        let node = self.c.within(f, &conds, e);
        self.add(f, node, e.span, e.ty.clone(), false);
    }

    fn add(&mut self, f: &mut Frame, node: NodeId, span: Span, ty: Type, nearest: bool) {
        let is_so = self.holds(f, span);
        let when = match (self.around.is_empty(), is_so) {
            (true, None) => None,
            (_, is_so) => {
                let is_so = is_so.unwrap_or_else(|| self.c.node(Node::Const(1), span));
                Some(self.inside(is_so, span))
            }
        };
        let node = self.inside(node, span);
        self.found.push(Evidence {
            span,
            node,
            ty,
            when,
            depth: self.depth,
            nearest,
            names: self.names.clone(),
        });
    }

    /// The node that is 1 where all conditions of this text hold; none without any.
    fn holds(&mut self, f: &mut Frame, span: Span) -> Option<NodeId> {
        if self.conds.is_empty() {
            return None;
        }
        let conds = self.conds.clone();
        let sure = Expr {
            kind: Box::new(ExprKind::Const(1)),
            ty: Type::Bool,
            span,
        };
        let node = self.c.within(f, &conds, &sure);
        Some(self.c.equals(node, 1, span))
    }

    /// A node behind what is bound and must hold around it; none where it does not.
    fn inside(&mut self, node: NodeId, span: Span) -> NodeId {
        let none = self.c.node(Node::Const(NONE), span);
        let around = self.around.clone();
        around.into_iter().rev().fold(node, |body, one| match one {
            Around::Let(slot, value) => self.c.node(Node::Let { slot, value, body }, span),
            Around::If(cond) => self.c.node(Node::If(cond, body, none), span),
        })
    }

    /// Walks in a frame of its own: with what is bound around it, and without the conditions of this text, which then stand
    /// around it too.
    fn within(&mut self, around: Vec<Around>, walk: impl FnOnce(&mut Self)) {
        let before = (self.around.len(), self.names.len());
        let conds = std::mem::take(&mut self.conds);
        self.around.extend(around);
        self.depth += 1;
        walk(self);
        self.depth -= 1;
        self.around.truncate(before.0);
        self.names.truncate(before.1);
        self.conds = conds;
    }

    /// Walks over the text of a query.
    fn follow(&mut self, f: &mut Frame, query: QueryId, args: &[Expr]) {
        let rules = &self.c.game.queries[query.index()];
        let is_known = self.c.traits.modified.contains(&query) || self.c.expanding.contains(&query);
        if is_known
            || rules.takes_members()
            || self.depth >= DEEPEST
            || self.conds.iter().any(names)
        {
            return;
        }
        let span = rules.body.span;
        let mut around: Vec<Around> = self.holds(f, span).map(Around::If).into_iter().collect();
        let (mut inner, lets) = self.c.enter(f, query, args);
        around.extend(
            lets.into_iter()
                .map(|(slot, value)| Around::Let(slot, value)),
        );
        let (params, body) = (rules.params.clone(), rules.body.clone());
        self.within(around, |walk| {
            for (slot, (name, ty)) in (1..).zip(params) {
                let node = walk.c.local(&mut inner, slot, span);
                let node = walk.inside(node, span);
                walk.names.push(EvidenceName { name, node, ty });
            }
            // A sum that is all of the text has the value of the query.
            if let ExprKind::Arithmetic(_, a, b) = &*body.kind {
                walk.value(&mut inner, a);
                walk.value(&mut inner, b);
            } else {
                walk.value(&mut inner, &body);
            }
        });
        self.c.leave(f, inner);
    }

    /// Walks over the member that tells why none is wanted, or why not all are.
    fn member(&mut self, f: &mut Frame, e: &Expr) {
        let ExprKind::Fold { op, binder, value } = &*e.kind else {
            return;
        };
        let wanted = binder.cond.as_ref().or(value.as_ref());
        let Some(wanted) = wanted.filter(|wanted| !names(wanted)) else {
            return;
        };
        if self.depth >= DEEPEST || self.conds.iter().any(names) {
            return;
        }
        let all = Binder {
            cond: None,
            ..binder.clone()
        };
        let span = e.span;
        let whole = self.c.expr(f, e);
        let around = self.holds(f, span).map(Around::If);
        let (slot, found, fails) = if *op == FoldOp::Any {
            let (slot, source) = self.c.bound(f, &all);
            let value = self.nearness(f, wanted, 0);
            let fold = Node::Fold {
                op: FoldOp::Greatest,
                source,
                slot,
                value,
            };
            (slot, fold, self.c.node(Node::Not(whole), span))
        } else if *op == FoldOp::Nothing {
            let (slot, source) = self.c.bound(f, binder);
            let fold = Node::Fold {
                op: FoldOp::First,
                source,
                slot,
                value: NodeId::default(),
            };
            (slot, fold, self.c.node(Node::Not(whole), span))
        } else {
            return;
        };
        let found = self.c.node(found, span);
        let local = self.c.node(Node::Local(slot), span);
        let none = self.c.equals(local, NONE, span);
        let there = self.c.node(Node::Not(none), span);
        let around = around.into_iter();
        let around = around.chain([
            Around::If(fails),
            Around::Let(slot, found),
            Around::If(there),
        ]);
        let (name, ty) = (binder.name.clone(), binder.ty.clone());
        self.within(around.collect(), |walk| {
            let node = walk.inside(local, span);
            walk.add(f, local, span, ty.clone(), true);
            walk.names.push(EvidenceName { name, node, ty });
            walk.condition(f, wanted);
        });
    }

    /// A number that is the larger, the nearer a condition is to hold: by its conjuncts that hold before the first that fails,
    /// and of a comparison by the gap that is left.
    fn nearness(&mut self, f: &mut Frame, e: &Expr, depth: usize) -> NodeId {
        let span = e.span;
        if let ExprKind::And(..) = &*e.kind {
            let mut rest = self.c.node(Node::Const(0), span);
            for one in conjuncts(e).into_iter().rev() {
                let gap = self.nearness(f, one, depth);
                let cond = self.c.expr(f, one);
                let holds = self.c.node(Node::Const(HOLDS), span);
                let more = Node::Arithmetic(Arithmetic::Add, holds, rest);
                let more = self.c.node(more, span);
                rest = self.c.node(Node::If(cond, more, gap), span);
            }
            rest
        } else if let ExprKind::Less(a, b) | ExprKind::LessEqual(a, b) = &*e.kind {
            let (a, b) = (self.c.expr(f, a), self.c.expr(f, b));
            let gap = self
                .c
                .node(Node::Arithmetic(Arithmetic::Subtract, b, a), span);
            let least = self.c.node(Node::Const(1 - HOLDS), span);
            let most = self.c.node(Node::Const(0), span);
            let far = self.c.node(Node::Less(gap, least), span);
            let holds = self.c.node(Node::Less(most, gap), span);
            let bounded = self.c.node(Node::If(far, least, gap), span);
            self.c.node(Node::If(holds, most, bounded), span)
        } else if let ExprKind::Query(query, args) = &*e.kind
            && depth < DEEPEST
        {
            let rules = &self.c.game.queries[query.index()];
            let is_known =
                self.c.traits.modified.contains(query) || self.c.expanding.contains(query);
            if is_known || rules.takes_members() {
                return self.c.node(Node::Const(0), span);
            }
            let body = rules.body.clone();
            let (mut inner, lets) = self.c.enter(f, *query, args);
            let node = self.nearness(&mut inner, &body, depth + 1);
            self.c.leave(f, inner);
            lets.into_iter().rev().fold(node, |body, (slot, value)| {
                self.c.node(Node::Let { slot, value, body }, span)
            })
        } else {
            self.c.node(Node::Const(0), span)
        }
    }
}
