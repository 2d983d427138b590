//! Moves of pieces to the top of a place.

use super::Lower;
use crate::lir::{BlameSpan, Host, Region, Value};
use ludex_program::node::{Base, NodeId, SourceId};

impl Lower<'_> {
    /// Moves a piece to the top of a place.
    pub(super) fn relocate(&mut self, piece: Value, to: Value) {
        let failed = self.asked(Host::relocate, &[piece, to]);
        self.stop_if(failed);
    }

    /// Moves all pieces of a collection, in its order.
    pub(super) fn move_all(&mut self, source: SourceId, to: NodeId) {
        let to = self.value(to);
        let rules = &self.program.sources[source];
        if let (Base::Place(place), [], []) = (&rules.base, &rules.lets[..], &rules.filters[..]) {
            return self.move_place(*place, to);
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
    fn move_place(&mut self, node: NodeId, to: Value) {
        let place = self.value(node);
        let count = self.chain(place, Region::Count, BlameSpan::Node(node));
        self.consume_fuel_of(count);
        let failed = self.asked(Host::move_whole, &[place, to]);
        self.stop_if(failed);
    }
}
