//! Deals: positions that a player can't tell from the true one, dealt from what that player knows and a seed.
//!
//! Enters: a state, a player, a seed, and which hidden fields the player remembers. Leaves: a state of its own chance, or
//! the answer that none was found. A deal exchanges the pieces that the player can't identify; it is told from the true
//! position by nothing but what the player knows. Never here: how the position came about, which `play` knows.

mod beliefs;
mod deal;
mod exchange;
mod fields;
mod holes;
mod offered;
mod order;
mod search;

pub use fields::stays;
pub use search::{NoWorld, Viewer, World, WorldDeals};
