//! Loop-invariant code motion in queries: parts of what is asked of each member that are the same for all of them.
//!
//! `count(s in map where s.sheet == sheet_of(you))` asks for the sheet of `you` once: the part becomes a `Node::Once`,
//! whose slot is emptied when the walk begins. It is still asked only when a member needs it, so what fails fails as before.

use crate::compiler::{Compiler, Frame};
use crate::needs::Needs;
use ludex_program::node::{Node, NodeId, SourceId, UNKNOWN};
use ludex_program::parts::{asked_of_each, base_parts, parts};

/// Has such parts of a query's text asked once for each walk.
pub(super) fn hoist(c: &mut Compiler, f: &mut Frame, body: NodeId) {
    Invariant { c, f }.text(body);
}

struct Invariant<'a, 'c> {
    c: &'a mut Compiler<'c>,
    f: &'a mut Frame,
}

impl Invariant<'_, '_> {
    /// Looks at each walk of a text, an outer one before those inside it.
    fn text(&mut self, id: NodeId) {
        let node = self.c.program.nodes[id];
        let (nodes, sources) = parts(&self.c.program.node_lists, &node);
        for source in sources {
            self.walk(source, node.binds(), asked_of_each(node));
        }
        for node in nodes {
            self.text(node);
        }
    }

    /// Has parts asked once of a walk through a collection, and of the walks inside it.
    fn walk(&mut self, id: SourceId, binds: [Option<u16>; 2], value: Option<NodeId>) {
        let filters = self.c.program.sources[id].filters.clone();
        let mut bound: Vec<u16> = filters.iter().map(|(slot, _)| *slot).collect();
        bound.extend(binds.into_iter().flatten());
        let asked = filters.iter().map(|(_, cond)| *cond).chain(value);
        for part in asked.clone() {
            self.part(id, part, &mut bound);
        }
        let source = &self.c.program.sources[id];
        let lets: Vec<NodeId> = source.lets.iter().map(|(_, node)| *node).collect();
        let (nodes, sources) = base_parts(&self.c.program.node_lists, &source.base);
        for node in lets.into_iter().chain(nodes).chain(asked) {
            self.text(node);
        }
        for source in sources {
            self.walk(source, [None; 2], None);
        }
    }

    /// Asks a part once for each walk through a collection, if it needs none of the names that are bound there; else, looks at
    /// its own parts.
    fn part(&mut self, walk: SourceId, id: NodeId, bound: &mut Vec<u16>) {
        let node = self.c.program.nodes[id];
        if matches!(node, Node::Once { .. }) {
            return;
        }
        let needs = Needs::of(&self.c.program, id);
        if needs.is_worth_keeping() && needs.free().all(|slot| !bound.contains(&slot)) {
            self.once(walk, id);
            return;
        }
        let names = bound.len();
        bound.extend(node.binds().into_iter().flatten());
        let (nodes, sources) = parts(&self.c.program.node_lists, &node);
        for node in nodes.into_iter().chain(asked_of_each(node)) {
            self.part(walk, node, bound);
        }
        for source in sources {
            self.inner(walk, source, bound);
        }
        bound.truncate(names);
    }

    /// Looks at the parts of a collection that is gone through inside a walk.
    fn inner(&mut self, walk: SourceId, id: SourceId, bound: &mut Vec<u16>) {
        let source = self.c.program.sources[id].clone();
        let names = bound.len();
        bound.extend(
            source
                .lets
                .iter()
                .chain(&source.filters)
                .map(|(slot, _)| *slot),
        );
        let (nodes, sources) = base_parts(&self.c.program.node_lists, &source.base);
        let asked = source
            .lets
            .iter()
            .chain(&source.filters)
            .map(|(_, node)| *node);
        for node in nodes.into_iter().chain(asked) {
            self.part(walk, node, bound);
        }
        for source in sources {
            self.inner(walk, source, bound);
        }
        bound.truncate(names);
    }

    fn once(&mut self, walk: SourceId, id: NodeId) {
        let (node, span) = (self.c.program.nodes[id], self.c.program.node_spans[id]);
        let slot = self.f.fresh();
        let body = self.c.node(node, span);
        self.c.program.nodes[id] = Node::Once { slot, body };
        let unknown = self.c.node(Node::Const(UNKNOWN), span);
        self.c.program.sources[walk].lets.push((slot, unknown));
    }
}
