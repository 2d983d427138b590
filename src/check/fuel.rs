//! The fuel of constant evaluation: how much is looked at before play, for all values of a game together.

use ludex_report::Diagnostic;
use ludex_rules::constants::Fuel;
use ludex_rules::limits;
use ludex_source::Span;

/// The values that are looked at for one value of play, to find what is wrong with it.
pub(crate) const PROBE: u64 = limits::BEFORE_PLAY / 10;

/// The fuel of constant evaluation in one game.
#[derive(Debug)]
pub(crate) struct ConstantFuel {
    /// For what must be known before play.
    pub(crate) needed: Fuel,
    /// For values of play that are worked out to find what is wrong with them.
    pub(crate) probes: Fuel,
    /// True once it was told that the fuel for what must be known is spent.
    pub(crate) is_told: bool,
    /// The values of play that took too long, with their warnings. What the last of them stands in would, too.
    pub(crate) slow: Vec<(Span, Diagnostic)>,
}

impl Default for ConstantFuel {
    fn default() -> ConstantFuel {
        ConstantFuel {
            needed: Fuel::new(limits::BEFORE_PLAY),
            probes: Fuel::new(2 * PROBE),
            is_told: false,
            slow: Vec::new(),
        }
    }
}
