//! Cards, tiles and boards as pages for a printer, and as sheets for a virtual table.
//!
//! Enters: a checked game with its looks (`look.yaml`), and its manual, whose words cards bear. Leaves: SVG and HTML as texts,
//! and a diagnostic for each text that does not fit its card. Everything is measured here: a page has the same lines in every
//! browser, and a picture needs no browser. Never here: a file, a rasterizer, a position of play.
//!
//! `content` says what stands on a card, `frame` where it stands, `card` draws it; `text` breaks lines. `page` puts cards on
//! sheets of paper, `board` draws boards, `aid` the player aids, `tabletop` decks of Tabletop Simulator.

#![forbid(unsafe_code)]

mod aid;
mod board;
mod card;
mod content;
mod deck;
mod frame;
mod game;
mod metrics;
mod page;
mod svg;
mod tabletop;
mod text;
mod words;

pub use board::{SpaceLook, SpaceMark};
pub use deck::{Component, ComponentGroup, changed};
pub use game::SheetGame;
pub use page::{PageOptions, SheetPaper, html};
pub use tabletop::{TabletopDeck, tabletop};

/// Draws one side of a component as an SVG file of its own.
#[must_use]
pub fn file(game: &SheetGame<'_>, side: &str, size: (f32, f32), bleed: f32) -> String {
    svg::file(&game.names.game.look, side, size, bleed)
}
