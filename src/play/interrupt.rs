//! A flag that ends long work early, and the count of what it has done so far.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Asks work to end early, and says how far it is. Copies share one flag and one count: whoever works looks at one, whoever may
/// end the work holds another.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    is_raised: AtomicBool,
    done: AtomicU64,
    /// Called with each count, where nobody can look at it meanwhile: in a program of one thread.
    watcher: Option<fn(u64)>,
}

impl Interrupt {
    /// Returns an interrupt that calls a function with each count of what is done.
    #[must_use]
    pub fn watched(watcher: fn(u64)) -> Interrupt {
        Interrupt(Arc::new(Shared {
            watcher: Some(watcher),
            ..Shared::default()
        }))
    }

    /// Asks the work to end; it does so at its next decision.
    pub fn raise(&self) {
        self.0.is_raised.store(true, Ordering::Relaxed);
    }

    /// Lets work that ended early go on.
    pub fn lower(&self) {
        self.0.is_raised.store(false, Ordering::Relaxed);
    }

    /// Returns true once the work is to end.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::Relaxed)
    }

    /// Notes how much of the work is done, in its own units: a search counts playouts.
    pub fn note_progress(&self, done: u64) {
        self.0.done.store(done, Ordering::Relaxed);
        if let Some(watcher) = self.0.watcher {
            watcher(done);
        }
    }

    /// Returns how much of the work is done.
    #[must_use]
    pub fn progress(&self) -> u64 {
        self.0.done.load(Ordering::Relaxed)
    }
}
