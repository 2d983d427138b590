//! Types: expressions and statements from trees to typed ones.
//!
//! `exprs` and `stmts` are the doors; `scope` and names are those of `check::env`.

mod advice;
mod at_once;
mod calls;
mod captures;
mod changes;
mod choose;
pub(crate) mod const_eval;
mod effects;
pub(super) mod exprs;
mod folds;
mod generics;
mod loops;
mod members;
mod names;
mod narrow;
pub(super) use narrow::{note_sorts, suppose};
mod ops;
mod sets;
mod signatures;
mod sorts;
mod stmts;
mod targets;
mod wordings;
