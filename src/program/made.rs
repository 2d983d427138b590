//! A cache in a program for what the engine makes of it on first use, so that every machine shares it.

use std::any::Any;
use std::fmt;
use std::sync::OnceLock;

/// A cell that is empty until first used. A clone is empty again: whoever clones a program may add to it.
#[derive(Default)]
pub struct Made(OnceLock<Box<dyn Any + Send + Sync>>);

impl Made {
    /// Gives what was made, made now if need be; none when something of another type was made here before. Not for users of
    /// the library: the engine relies on being the only one who puts anything here.
    pub fn get<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Option<&T> {
        self.0.get_or_init(|| Box::new(make())).downcast_ref()
    }
}

impl Clone for Made {
    fn clone(&self) -> Made {
        Made::default()
    }
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Made")
    }
}
