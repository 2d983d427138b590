//! The door to machine code: what a machine may ask of the code that was made of its program.
//!
//! `engine/native` stands behind it, so nothing here or below knows how code is made. Without machine code all is interpreted.

use super::Machine;
use crate::lir::Trap;
use ludex_program::ids::{Pc, SiteId};
use ludex_program::node::{NodeId, SourceId};
use ludex_rules::ids::{ActionId, RoutineId};
use std::fmt::Debug;

/// The machine code of a program.
pub(crate) trait Compiled: Debug + Send + Sync {
    /// The answer to a question asked for a player on its own; none when it was not foreseen.
    fn question(&self, m: &mut Machine<'_>, you: i32, node: NodeId) -> Option<i32>;

    /// The value of a node that the engine asks in a frame; none when that was not foreseen.
    fn node(&self, m: &mut Machine<'_>, f: &mut [i32], node: NodeId) -> Option<i32>;

    /// Adds the members of a collection to the scratch buffer; false when that was not foreseen.
    fn list(&self, m: &mut Machine<'_>, f: &mut [i32], source: SourceId) -> bool;

    /// Lists the legal instances of an action, or only tells whether there is one.
    fn instances(
        &self,
        m: &mut Machine<'_>,
        action: ActionId,
        you: i32,
        only_whether: bool,
    ) -> bool;

    /// Lists what may be chosen at a site, in the frame of the statement that asks.
    fn list_choice(&self, m: &mut Machine<'_>, f: &mut [i32], site: SiteId) -> bool;

    /// Ends what `Raw::lend_options` began: the values that were written are those of the options again.
    fn take_options_back(&self, m: &mut Machine<'_>);

    /// Runs the statements of a routine in the frame that the machine works in, from one on: what its function gives.
    fn run(&self, m: &mut Machine<'_>, at: (RoutineId, Pc)) -> i64;

    /// Returns one of the faults that code may raise, by its number.
    fn trap(&self, number: usize) -> Option<Trap>;
}
