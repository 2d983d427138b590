//! The placements of Ark Nova by hand: where the buildings of a build action may stand, and how they are turned.
//!
//! No whole game: a zoo is given, as a position of chess is, and the lines of choices from there are counted by hand and by
//! the rules of `games/ark_nova`, as they are. A build action asks what to build, where, and how it is turned; on side II
//! again, as long as strength and money last. A unique building, which comes with a sponsor, is placed alone.
//!
//! Spaces are bits of a word, counted as the map lists them. What a placement sets off is known as far as it bears on the next
//! one: its money. A line ends where something else is asked (a card, the order of two bonuses) or the action is over.

pub(crate) mod buildings;
pub(crate) mod by_rules;
pub(crate) mod lines;
pub(crate) mod maps;
pub(crate) mod zoo;

use super::List;
