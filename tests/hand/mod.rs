//! The hand-written games of `benches/hand`: what they are told to be must be so before anything is measured by them.

#[path = "../../benches/hand/mod.rs"]
pub(crate) mod games;

mod agreement;
mod chess_lines;
mod grids;
mod jump_gate_games;
mod noah_games;
mod noah_rulings;
mod zoo_placements;
