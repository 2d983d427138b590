//! YAML as it was written: trees of values with their places.
//!
//! Enters: loaded files. Leaves: trees of nodes, with a diagnostic for everything that cannot be one.
//! Never here: what an attribute means. Anchors, tags and merge keys are refused, so that no meaning is lost silently.

pub mod node;

pub mod scalar;

mod places;

mod tree;

mod lines;

pub mod yaml;

pub use node::{Entry, Node, Value};
pub use scalar::{Scalar, Style};
pub use yaml::read;
