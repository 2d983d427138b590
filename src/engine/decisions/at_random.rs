//! Options that lowered code lists itself, in a playout: it picks one of them by chance and goes on.

use crate::machine::Machine;

impl Machine<'_> {
    /// Begins to list options with so many values each: the first of a decision, or more of them.
    pub(crate) fn begin_options(&mut self, width: usize, anew: bool) {
        if anew {
            self.clear_options();
            self.lend_options();
        }
        self.begin_listing(width);
    }

    /// Draws one of so many options that were listed; the next decision has a budget of its own. Returns −1 when they take more
    /// bytes than the rules may hold, or when the rules have failed before.
    pub(crate) fn pick_option(&mut self, count: usize) -> i32 {
        self.check_bytes_picking(count);
        if self.fault.is_some() {
            return -1;
        }
        let option = self.chance.pick(count).unwrap_or(0);
        self.count_interpreted();
        self.refill_budget();
        // Lossless: the bytes of options are bounded.
        option as i32
    }
}
