//! Lints: rules that have a meaning, but hardly the one that was meant.
//!
//! Each looks at the finished game and only reports.

mod amounts;
mod beliefs;
mod constant_conditions;
mod dead_choices;
mod endless;
mod exclusive;
mod fixed_members;
mod idle;
mod information_flow;
mod mixed_marks;
mod outcome;
mod ownerless;
mod rivals;
mod takers;
mod unused;
