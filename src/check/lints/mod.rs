//! Lints: rules that have a meaning, but hardly the one that was meant.
//!
//! Each looks at the finished game and only reports.

mod decided;
mod fixed_members;
mod futile;
mod hidden;
mod idle;
mod outcome;
mod ownerless;
mod rivals;
mod unused;
