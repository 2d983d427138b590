//! The paths of options: the ids of each, one after the other.

/// The paths of options, one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct OptionPaths {
    /// The ids of all paths, in their order.
    pub(super) ids: Vec<u32>,
    /// The end of each path in these.
    pub(super) ends: Vec<usize>,
}

impl OptionPaths {
    /// Ends the path to which the last ids belong.
    pub(super) fn end(&mut self) {
        self.ends.push(self.ids.len());
    }

    /// Removes all paths, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.ids.clear();
        self.ends.clear();
    }
}
