//! Loop-invariant code motion: parts of an action's requirements that are asked once for many candidates.
//!
//! A requirement about a card and an amount asks much that is about the card alone, or about neither. Such a part becomes a
//! `Node::Once`: its first answer stays in a slot until the name it depends on is bound anew.

use crate::compiler::{Compiler, Frame};
use crate::needs::{Needs, is_walk};
use ludex_program::code::{Once, Require};
use ludex_program::decision::Binder;
use ludex_program::node::{Node, NodeId, NodeList, SourceId};
use ludex_program::parts::{asked_of_each, base_parts, parts};
use std::collections::BTreeSet;

/// Hoists parts of all requirements of an action; returns the slots of their answers.
pub(super) fn hoist(
    c: &mut Compiler,
    f: &mut Frame,
    binders: &[Binder],
    requires: &[Require],
) -> Vec<Once> {
    let mut hoist = Hoist {
        c,
        f,
        bound: binders.iter().map(|b| b.slot).collect(),
        twice: BTreeSet::new(),
        lets: Vec::new(),
        calls: Vec::new(),
        once: Vec::new(),
        most: 0,
    };
    let mut calls = Vec::new();
    for require in requires {
        hoist.calls_in(require.cond, &mut calls);
    }
    for (n, call) in calls.iter().enumerate() {
        let same = |other: &&NodeId| *other != call && hoist.same_call(**other, *call);
        if calls[..n].iter().chain(&calls[n + 1..]).any(|o| same(&o)) {
            hoist.twice.insert(*call);
        }
    }
    for (n, binder) in binders.iter().enumerate() {
        for (_, cond) in hoist.c.program.sources[binder.source].filters.clone() {
            // The member is not yet bound while its own condition is asked, so no answer may stay for it.
            hoist.most = n;
            hoist.part(cond, n + 1);
        }
    }
    hoist.most = binders.len();
    for require in requires {
        hoist.part(require.cond, usize::from(require.after));
    }
    hoist.once
}

/// Returns true if a part is a call, or goes through members.
fn is_call(node: Node) -> bool {
    matches!(node, Node::Call { .. }) || is_walk(node)
}

struct Hoist<'a, 'c> {
    c: &'a mut Compiler<'c>,
    f: &'a mut Frame,
    /// The slots of the names, in the order in which they are bound.
    bound: Vec<u16>,
    /// The slots of the names that are bound around a part, each with the number of bound names that its value depends on.
    lets: Vec<(u16, usize)>,
    /// Calls and walks that are made elsewhere with the same arguments.
    twice: BTreeSet<NodeId>,
    /// Calls and walks hoisted so far, and where their answers stay.
    calls: Vec<(NodeId, u16)>,
    once: Vec<Once>,
    /// Answers may stay for so many bound names.
    most: usize,
}

impl Hoist<'_, '_> {
    /// Hoists what is worth it of a part that is asked whenever so many names are bound anew.
    fn part(&mut self, id: NodeId, asked_after: usize) {
        if matches!(self.node(id), Node::Once { .. }) {
            return;
        }
        let needs = Needs::of(&self.c.program, id);
        if let Some(level) = self.level(&needs)
            && needs.is_worth_keeping()
            && level <= self.most
            && (level < asked_after || self.twice.contains(&id))
        {
            self.once(id, level);
            return;
        }
        if let Node::Let { slot, value, body } = self.node(id) {
            self.part(value, asked_after);
            self.let_in(slot, value, body, asked_after);
            return;
        }
        let (nodes, sources) = parts(&self.c.program.node_lists, &self.node(id));
        for node in nodes {
            self.part(node, asked_after);
        }
        // The value of a fold is asked for each member, the condition on a set for each set.
        if let Some(value) = asked_of_each(self.node(id)) {
            self.part(value, asked_after + 1);
        }
        for source in sources {
            self.under_walk(source, asked_after);
        }
    }

    /// Hoists parts of what is asked where a name is bound to a value.
    fn let_in(&mut self, slot: u16, value: NodeId, body: NodeId, asked_after: usize) {
        let needs = Needs::of(&self.c.program, value);
        let level = self.level(&needs).filter(|_| needs.stays());
        self.lets.extend(level.map(|level| (slot, level)));
        self.part(body, asked_after);
        if level.is_some() {
            self.lets.pop();
        }
        // The slot may hold another value elsewhere.
        let program = &self.c.program;
        (self.calls).retain(|(call, _)| Needs::of(program, *call).free().all(|free| free != slot));
    }

    fn under_walk(&mut self, id: SourceId, asked_after: usize) {
        let source = self.c.program.sources[id].clone();
        for (_, cond) in &source.filters {
            self.part(*cond, asked_after + 1);
        }
        let (_, sources) = base_parts(&self.c.program.node_lists, &source.base);
        for source in sources {
            self.under_walk(source, asked_after);
        }
    }

    fn node(&self, id: NodeId) -> Node {
        self.c.program.nodes[id]
    }

    /// With how many names bound a part can be asked; none when it needs a name of its surroundings.
    fn level(&self, needs: &Needs) -> Option<usize> {
        let free = needs.free().filter(|slot| *slot != 0);
        let bound = |slot: u16| self.bound.iter().position(|b| *b == slot).map(|n| n + 1);
        let let_in = |slot: u16| self.lets.iter().rev().find(|(of, _)| *of == slot);
        let mut levels = free.map(|slot| {
            let level = let_in(slot).map(|(_, level)| *level);
            level.or_else(|| bound(slot))
        });
        levels.try_fold(0, |most, level| level.map(|level| most.max(level)))
    }

    fn once(&mut self, id: NodeId, level: usize) {
        let node = self.node(id);
        let known = self
            .calls
            .iter()
            .find(|(call, _)| self.same_call(*call, id));
        let slot = match known {
            Some((_, slot)) => *slot,
            None => {
                let slot = self.f.fresh();
                let after = self.c.narrow(level, self.c.program.node_spans[id]);
                self.once.push(Once { slot, after });
                slot
            }
        };
        let span = self.c.program.node_spans[id];
        let body = self.c.node(node, span);
        self.c.program.nodes[id] = Node::Once { slot, body };
        if is_call(node) {
            self.calls.push((body, slot));
        }
    }

    /// Returns true if two nodes call the same query with the same short arguments, or go through the same members.
    fn same_call(&self, a: NodeId, b: NodeId) -> bool {
        let program = &self.c.program;
        if let (Node::Op1(one, a), Node::Op1(other, b)) = (self.node(a), self.node(b)) {
            return one == other && self.same_short(self.node(a), self.node(b));
        }
        let (
            Node::Call { query: a, args: of },
            Node::Call {
                query: b,
                args: other,
            },
        ) = (self.node(a), self.node(b))
        else {
            return false;
        };
        let arguments = |list: NodeList| program.list(list).iter().map(|node| self.node(*node));
        a == b && (arguments(of).zip(arguments(other))).all(|(a, b)| self.same_short(a, b))
    }

    /// Tells whether two nodes are the same, and read a value or ask one of a value that is read.
    fn same_short(&self, a: Node, b: Node) -> bool {
        let same_holder = |a: NodeId, b: NodeId| {
            let (a, b) = (self.node(a), self.node(b));
            a == b && matches!(a, Node::Local(_))
        };
        match (a, b) {
            (
                Node::LoadOf { var, of },
                Node::LoadOf {
                    var: as_var,
                    of: as_of,
                },
            ) => var == as_var && same_holder(of, as_of),
            (
                Node::Attribute { kind, column, of },
                Node::Attribute {
                    kind: as_kind,
                    column: as_column,
                    of: as_of,
                },
            ) => (kind, column) == (as_kind, as_column) && same_holder(of, as_of),
            _ => a == b && a.is_read(),
        }
    }

    fn calls_in(&self, id: NodeId, found: &mut Vec<NodeId>) {
        if is_call(self.node(id)) {
            found.push(id);
        }
        for node in parts(&self.c.program.node_lists, &self.node(id)).0 {
            self.calls_in(node, found);
        }
    }
}
