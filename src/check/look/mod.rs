//! `look.yaml`: colours, icons, cards, boards and positions, held against what the game declares. No rule reads it.
//!
//! `subjects` finds the things that names stand for, `pictures` the drawings, `fields` the attributes of rows.

mod boards;
mod cards;
mod fields;
mod page;
mod pictures;
mod subjects;
mod values;

pub use boards::BOARD;
pub use cards::{CARD, CORNERS, SHAPES};
pub use pictures::SvgFile;

use crate::env::Checker;
use ludex_report::Code;
use ludex_rules::look::{Colour, GameLook};
use ludex_tables::Node;
use pictures::PictureShelf;

/// The keys of the file.
pub const KEYS: &[&str] = &["colours", "seats", "icons", "cards", "boards", "page"];

impl Checker<'_> {
    /// Reads the looks, if a file says something of them.
    pub(crate) fn look(&mut self, file: Option<&Node>, pictures: &[SvgFile]) {
        let Some(file) = file.filter(|file| !file.is_null()) else {
            return;
        };
        if self
            .known_entries(file, "look.yaml", KEYS, Code::WRONG_LOOK)
            .is_none()
        {
            return;
        }
        let mut shelf = PictureShelf::new(pictures);
        let mut look = GameLook {
            colours: self.colours(file.get("colours")),
            seats: self.seats(file.get("seats")),
            icons: self.icons(file.get("icons"), &mut shelf),
            ..GameLook::default()
        };
        look.cards = self.card_looks(file.get("cards"), &mut shelf);
        look.boards = self.board_looks(file.get("boards"));
        (look.columns, look.panels) = self.page(file.get("page"));
        look.drawings = shelf.into_drawings();
        self.env.game.look = look;
    }

    /// The colours of the seats, in their order.
    fn seats(&mut self, list: Option<&Node>) -> Vec<Colour> {
        let items = list.and_then(|list| self.told(list.as_list()));
        let items = items.unwrap_or_default().iter();
        items.filter_map(|node| self.colour(node)).collect()
    }
}
