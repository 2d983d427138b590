//! Diagnostics: mistakes in the author's text as data, and the one place that draws them.
//!
//! Enters: diagnostics of every stage. Leaves: text for people, lines for editors, JSON for programs.
//! Never here: deciding that something is wrong; writing to a screen.

#![forbid(unsafe_code)]

pub mod codes;

pub mod diagnostic;

pub mod collect;

pub mod suggest;

pub mod habits;

pub mod render;

pub mod json;

pub mod sarif;

pub mod github;

pub mod allow;

pub use allow::Allows;
pub use codes::{Code, CodeRow, Stage};
pub use collect::{Grouped, Report};
pub use diagnostic::{Diagnostic, Fix, Label, Severity};
pub use github::github;
pub use habits::Position;
pub use json::{DiagnosticShape, FixShape, LabelShape, SeverityShape, json, shapes};
pub use render::{human, short};
pub use sarif::sarif;
pub use suggest::{clearly, nearest, one_slip};
