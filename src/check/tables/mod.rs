//! Tables: what YAML says, held against what is declared: rows, lookup tables, the manifest, the page, the facts.

pub(super) mod copies;
mod derived;
mod forms;
pub(super) mod literals;
mod lookups;
mod manifest;
mod row_constraints;
mod row_values;
pub(super) mod rows;
pub mod shown;
mod slots;
pub mod statements;
