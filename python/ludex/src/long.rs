//! Long work: on a thread of its own, while this one looks for signals, so that Ctrl-C ends it.

use ludex::play::interrupt::Interrupt;
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The time between two looks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// Does work that may take long without the interpreter's lock. A signal raises the interrupt; the work ends at its next
/// decision, and the signal's exception is what comes of it.
pub(crate) fn run<R: Send>(
    py: Python<'_>,
    interrupt: &Interrupt,
    work: impl FnOnce() -> R + Send,
) -> PyResult<R> {
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
            match (worker.join(), signal) {
                (Err(panic), _) => resume_unwind(panic),
                (Ok(_), Some(error)) => Err(error),
                (Ok(result), None) => Ok(result),
            }
        })
    })
}
