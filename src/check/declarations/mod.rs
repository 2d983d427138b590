//! Declarations: names get ids, then types, bounds and parts; hooks and modifiers too.
//!
//! `declare` comes first and reads no type; `resolve_types` turns types as they are written into those of the rules.

pub(super) mod declare;
mod declare_members;
pub(super) mod frames;
pub(super) mod generics;
mod heads;
pub(super) mod hooks;
mod kinds;
mod lists;
mod options;
mod phrases;
pub(super) mod placeholders;
mod places;
mod positions;
pub(super) mod resolve_types;
mod routines;
mod sorts;
mod tracks;
mod vars;
