//! Declarations: names get ids, then types, bounds and parts; hooks and modifiers too.
//!
//! `declare` comes first and reads no type; `written` turns types as they are written into those of the rules.

pub(super) mod declare;
mod declare_members;
pub(super) mod frames;
pub(super) mod generics;
mod kinds;
mod options;
mod phrases;
mod places;
pub(super) mod reactions;
mod routines;
pub(super) mod stand_ins;
mod tracks;
mod vars;
pub(super) mod written;
