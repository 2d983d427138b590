//! The position of a loop over fixed members.

/// A cursor: slots in which a loop over fixed members keeps a part of the state's lists and its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// The first of three slots: begin, next and end of the part (positions in the state's lists).
    pub slot: u16,
}

impl Cursor {
    /// Returns its three slots.
    pub fn slots(self) -> [u16; 3] {
        [0, 1, 2].map(|n| self.slot.saturating_add(n))
    }
}
