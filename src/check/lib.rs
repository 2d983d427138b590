//! From trees and tables to typed rules.
//!
//! Enters: the syntax trees of all `.rules` files and the YAML tables of one game. Leaves: a `rules::game::Game`,
//! or every mistake found. Never here: text that is not parsed, a running game.
//!
//! The order of passes is in `game.rs`; each pass finds all that is wrong before the next begins. `env` is what they fill.
//!
//! Its rooms, in the order in which they may name each other: each those above it, none of those below (`tests/tidy/rings.rs`).
//!
//! | room | holds |
//! | --- | --- |
//! | `decl` | declarations by number: what a name may mean |
//! | `semantics` | the meaning of each name where it is written, types, words for people, what tables hold, names without meaning |
//! | `fuel` | the budget of all values that are worked out before play |
//! | `locale` | the words of a locale, by what they are the words of |
//! | `env` | the half-made game, its names, the scopes of texts |
//! | `names` | what is declared under a name; the record of what a name means |
//! | `holes` | the record of names that mean nothing, with what fits there |
//! | `mistaken` | names that would read as something else |
//! | `describe` | the words of messages for types and declarations |
//! | `types` | expressions and statements, from trees to typed ones |
//! | `declarations` | ids, types, bounds and parts of what is declared; hooks and modifiers |
//! | `tables` | YAML against what is declared: rows, lookup tables, the manifest, the page |
//! | `look` | how a game looks: `look.yaml` against what is declared |
//! | `boards` | spaces and shapes of boards, layouts |
//! | `condition` | a question about a finished game, from outside |
//! | `flow` | who runs whom |
//! | `ranges` | the bounds of every number |
//! | `lints` | warnings of what can hardly be meant |
//! | `files` | the parsed files of a game |
//! | `translation` | trees with the words of a locale, files of words against what is declared |
//! | `game` | the passes over one game |

#![forbid(unsafe_code)]

mod boards;
pub mod condition;
pub mod decl;
mod declarations;
mod describe;
pub mod env;
mod files;
mod flow;
mod fuel;
pub mod game;
mod holes;
mod lints;
pub mod locale;
pub mod look;
mod mistaken;
mod names;
mod ranges;
pub mod semantics;
pub mod tables;
pub mod translation;
mod types;

pub use boards::GRID;
