//! The threads that step batches: as many as cores, made by the process that uses them, since a fork has none of them.

use crate::errors::refused;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Returns the threads of this process.
pub(crate) fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((made_by, pool)) = &*known {
        if *made_by == process::id() {
            return Ok(Arc::clone(pool));
        }
        // Those of the parent can't be ended here: they are not there.
        std::mem::forget(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new().build();
    let pool =
        pool.map_err(|error| refused("no_threads", format!("cannot begin threads: {error}")))?;
    let pool = Arc::new(pool);
    *known = Some((process::id(), Arc::clone(&pool)));
    Ok(pool)
}
