//! Knowledge: what happened, who is told of it, and which pieces and variables a player may know.
//!
//! Enters: a change, or a question on behalf of a player. Leaves: events with their recipients, visibility. Never here: the
//! words in which a player is told.

pub(crate) mod equals;
pub mod event;
pub(crate) mod tell;
pub(crate) mod unread;
pub mod view;
