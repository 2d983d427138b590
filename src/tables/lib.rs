//! YAML as it was written: trees of values with their places.
//!
//! Enters: loaded files. Leaves: trees of nodes, with a diagnostic for everything that cannot be one: a broken row costs itself
//! alone.
//! Never here: what an attribute means. Anchors, tags and merge keys are refused, so that no meaning is lost silently.

#![forbid(unsafe_code)]

pub mod controls;

pub mod node;

pub mod scalar;

mod rules_text;

mod places;

mod tree;

mod open_map;

mod marks;

mod outline;

mod slips;

mod explain;

mod yaml;

pub mod recover;

pub use node::{Entry, Node, Value};
pub use recover::{BrokenPart, RecoveredTable, read, recover, recover_after};
pub use rules_text::{RulesText, RulesTree};
pub use scalar::{Scalar, Style};
