//! The door of `native` where ludex is built without the feature `jit`: no program has machine code.
//!
//! `Native` has no values here, so whatever would be done with one needs neither a meaning nor a branch in play.

use crate::engine::lower::Tables;
use crate::engine::runtime::machine::Machine;
use crate::engine::state::State;
use crate::program::Program;
use crate::program::ids::{Pc, SiteId};
use crate::program::node::{NodeId, SourceId};
use crate::rules::ids::{ActionId, RoutineId};

/// The machine code of a program: there is none.
#[derive(Debug)]
pub(crate) enum Native {}

/// Addresses that machine code would read.
#[derive(Debug, Default)]
pub(crate) struct Raw {}

impl Native {
    pub(crate) fn new(_: &Program, _: &Tables) -> Option<Native> {
        None
    }

    pub(crate) fn clif(_: &Program, _: &Tables) -> Option<Vec<(String, String)>> {
        None
    }

    pub(crate) fn fits(_: &Program, _: &State) -> bool {
        false
    }

    pub(crate) fn question(&self, _: &mut Machine<'_>, _: i32, _: NodeId) -> Option<i32> {
        match *self {}
    }

    pub(crate) fn node(&self, _: &mut Machine<'_>, _: &mut [i32], _: NodeId) -> Option<i32> {
        match *self {}
    }

    pub(crate) fn list(&self, _: &mut Machine<'_>, _: &mut [i32], _: SourceId) -> bool {
        match *self {}
    }

    pub(crate) fn instances(&self, _: &mut Machine<'_>, _: ActionId, _: i32, _: bool) -> bool {
        match *self {}
    }

    pub(crate) fn list_choice(&self, _: &mut Machine<'_>, _: &mut [i32], _: SiteId) -> bool {
        match *self {}
    }

    pub(crate) fn lend_options(&self, _: &mut Machine<'_>) {
        match *self {}
    }

    pub(crate) fn values_listed(&self, _: &Machine<'_>) -> usize {
        match *self {}
    }

    pub(crate) fn take_options_back(&self, _: &mut Machine<'_>) {
        match *self {}
    }

    pub(crate) fn run(&self, _: &mut Machine<'_>, _: (RoutineId, Pc)) -> i64 {
        match *self {}
    }
}

impl Raw {
    pub(crate) fn of(_: &mut Machine<'_>) -> Raw {
        Raw {}
    }
}
