//! YAML as it was written: values with their places, and typed drafts of our own formats.
//!
//! Enters: loaded files. Leaves: trees of nodes and drafts, with a diagnostic for everything that cannot be one.
//! Never here: what an attribute means. Anchors, tags and merge keys are refused, so that no meaning is lost silently.

pub mod node;

pub mod scalar;

mod places;

mod tree;

mod lines;

pub mod yaml;

pub mod draft;

pub use draft::draft;
pub use node::{Entry, Node, Value};
pub use scalar::{Scalar, Style};
pub use yaml::read;
