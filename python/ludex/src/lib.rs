//! The Python package `ludex`: games, positions and batches of them, for programs that search and learn.
//!
//! Enters: Python's calls. Leaves: Python's values and exceptions. Here stands what has to be native; what can be said in Python
//! is in `python/ludex`. The interpreter's lock is released while rules run, and long work ends soon after a signal
//! (`long.rs`). An object that another thread works with is refused, not waited for: a wait could never end, since that thread
//! may wait for the interpreter's lock.

mod arena;
mod batch;
mod buffers;
mod errors;
mod game;
mod lab;
mod lean;
mod long;
mod plain;
mod pool;
mod position;
mod rulings;
mod self_play;
mod shipped;
mod simulate;

use pyo3::prelude::*;

/// The native part of the package.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("LudexError", module.py().get_type::<errors::LudexError>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<lean::Lean>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<arena::Arena>()?;
    module.add_class::<lab::Lab>()?;
    module.add_class::<self_play::SelfPlay>()?;
    module.add_function(wrap_pyfunction!(game::check, module)?)?;
    module.add_function(wrap_pyfunction!(game::explain_code, module)?)?;
    module.add_function(wrap_pyfunction!(shipped::shipped, module)?)?;
    module.add_function(wrap_pyfunction!(simulate::simulate, module)?)?;
    #[cfg(feature = "command")]
    module.add_function(wrap_pyfunction!(command, module)?)?;
    Ok(())
}

/// Runs the command `ludex` with the arguments of this process.
#[cfg(feature = "command")]
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<String>) -> u8 {
    py.detach(|| ludex::cli::run_with(arguments))
}
