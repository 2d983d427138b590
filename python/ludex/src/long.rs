//! Long work: on a thread of its own, while this one looks for signals, so that Ctrl-C ends it.

use ludex::play::interrupt::Interrupt;
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The time between two looks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// The exception that a signal raised while work was done, for Python to raise with what was done so far.
pub(crate) type Stopped = Option<Py<PyBaseException>>;

/// Does work that may take long without the interpreter's lock. A signal raises the interrupt; the work ends at its next
/// decision, and the signal's exception comes beside what was done so far.
pub(crate) fn run_so_far<R: Send>(
    py: Python<'_>,
    interrupt: &Interrupt,
    work: impl FnOnce() -> R + Send,
) -> (R, Option<PyErr>) {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = channel();
            let worker = scope.spawn(move || {
                let result = work();
                // Whoever waits is there until the worker ends.
                let _ = done.send(());
                result
            });
            let mut signal = None;
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(LOOK) {
                if signal.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    interrupt.raise();
                    signal = Some(error);
                }
            }
            match worker.join() {
                Err(panic) => resume_unwind(panic),
                Ok(result) => (result, signal),
            }
        })
    })
}

/// As `run_so_far`, of work that is worth nothing before it is done.
pub(crate) fn run<R: Send>(
    py: Python<'_>,
    interrupt: &Interrupt,
    work: impl FnOnce() -> R + Send,
) -> PyResult<R> {
    match run_so_far(py, interrupt, work) {
        (_, Some(signal)) => Err(signal),
        (result, None) => Ok(result),
    }
}

/// The exception of a signal as a value.
pub(crate) fn stopped(py: Python<'_>, signal: Option<PyErr>) -> Stopped {
    signal.map(|signal| signal.into_value(py))
}
