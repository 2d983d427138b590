//! The first three rooms: places in texts, diagnostics as people see them, YAML as it was written.

mod drafts;
mod fragments;
mod places;
mod problems;
mod reports;
mod values;
