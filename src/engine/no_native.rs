//! The door of `native` where ludex is built without the feature `jit`: no program has machine code.

use crate::lower::Tables;
use crate::machine::Compiled;
use ludex_program::Program;

pub(crate) fn compile(_: &Program, _: &Tables) -> Option<Box<dyn Compiled>> {
    None
}

pub(crate) fn clif(_: &Program, _: &Tables) -> Option<Vec<(String, String)>> {
    None
}
