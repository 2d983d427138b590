//! Tables: what YAML says, held against what is declared: rows, lookup tables, the manifest, the page, the facts.

mod cells;
mod demands;
mod lookups;
mod manifest;
pub(super) mod presets;
pub(super) mod rows;
pub mod shown;
mod slots;
pub mod statements;
