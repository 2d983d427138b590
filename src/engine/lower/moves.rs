//! Moves of pieces to the top of a place.

use super::Lower;
use crate::lir::{BlameSpan, Host, Inst, Region, Value};
use ludex_program::layout;
use ludex_program::node::{Base, NodeId, SourceId};
use ludex_program::origin::NodeOrigin;
use ludex_rules::game::Seen;

impl Lower<'_> {
    /// Moves a piece to the top of a place.
    pub(super) fn relocate(&mut self, piece: Value, to: Value) {
        let failed = self.asked(Host::relocate, &[piece, to]);
        self.b.push(Inst::StopIf { cond: failed });
    }

    /// Moves all pieces of a collection, in its order.
    pub(super) fn move_all(&mut self, source: SourceId, to: NodeId) {
        let into = to;
        let to = self.value(into);
        let rules = &self.program.sources[source];
        if let (Base::Place(place), [], []) = (&rules.base, &rules.lets[..], &rules.filters[..]) {
            return self.move_place(*place, into, to);
        }
        let start = self.asked(Host::scratch_len, &[]);
        self.each(source, |e, member| {
            e.host(Host::scratch_push, &[member]);
        });
        let end = self.block();
        self.scratched(start, end, &mut |e, piece, ways| {
            e.relocate(piece, to);
            e.jump(ways.next);
        });
        self.jump(end);
        self.go_on(end);
    }

    /// Moves all pieces that lie in a place now, the first one first.
    fn move_place(&mut self, node: NodeId, into: NodeId, to: Value) {
        let place = self.value(node);
        let count = self.chain(place, Region::Count, BlameSpan::Node(node));
        self.consume_fuel_of(count);
        if self.may_hide_a_set(node) && self.may_hide_a_set(into) {
            let failed = self.asked(Host::move_whole, &[place, to]);
            return self.b.push(Inst::StopIf { cond: failed });
        }
        let (one, end) = (self.int(1), self.block());
        self.numbers(one, count, end, &mut |e, _, ways| {
            let piece = e.b.load(Region::First, place);
            e.relocate(piece, to);
            e.jump(ways.next);
        });
        self.jump(end);
        self.go_on(end);
    }

    /// Tells whether a place may be one into which not everybody sees, and whose order nobody knows.
    fn may_hide_a_set(&self, place: NodeId) -> bool {
        let layout = &self.program.layout;
        let hides_set = |rules: &layout::Place| rules.seen != Seen::All && rules.is_mixed();
        if let NodeOrigin::Place(place) = self.program.nodes[place].origin() {
            hides_set(&layout.places[place])
        } else {
            layout.places.iter().any(hides_set)
        }
    }
}
