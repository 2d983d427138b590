//! Watching: code that is run on behalf of a player tells the engine whatever it reads of the state.

use super::Lower;
use crate::lir::{Host, Inst, Value};
use ludex_program::node::NodeId;
use ludex_rules::ids::{ModifierId, VarId};

impl Lower<'_> {
    /// A number of a variable is read.
    pub(super) fn watch_variable(&mut self, var: VarId, address: Value) {
        if self.tables.watched {
            let var = self.int(var.value());
            self.watch(Host::look_at, &[var, address]);
        }
    }

    /// A condition asks whether a piece lies in a place.
    pub(super) fn watch_piece(&mut self, piece: Value, place: Value) {
        self.watch(Host::look_for, &[piece, place]);
    }

    /// Notes that a walk comes to all pieces of a place.
    pub(super) fn watch_place(&mut self, place: Value) {
        self.watch(Host::look_into, &[place]);
    }

    /// An operation of a node was asked of something.
    pub(super) fn watch_operation(&mut self, node: NodeId, asked: Value, answer: Value) {
        if self.tables.watched {
            let node = self.int(node.value());
            self.watch(Host::look_by, &[node, asked, answer]);
        }
    }

    /// A modifier of a piece is asked for the arguments of its query.
    pub(super) fn watch_life(&mut self, modifier: ModifierId, asked: &[Value]) {
        if self.tables.watched {
            let values = asked.into();
            self.b.push(Inst::Arguments { values });
            let modifier = self.int(modifier.value());
            self.watch(Host::look_at_life, &[modifier]);
        }
    }

    fn watch(&mut self, host: Host, args: &[Value]) {
        if self.tables.watched {
            self.host(host, args);
        }
    }
}
