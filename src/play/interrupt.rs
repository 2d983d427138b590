//! A flag that ends long work early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks work to end early. Copies share one flag: whoever works looks at one, whoever may end the work holds another.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks the work to end; it does so at its next decision.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true once the work is to end.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
