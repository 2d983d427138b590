//! What the worker calls: it writes a request into a buffer of ours, calls `answer`, and reads the answer from the same buffer.
//!
//! Rust reads no pointer, so nothing here can be unsound; only the names of the exports and the import are marked as unsafe.
#![expect(
    unsafe_code,
    reason = "an export has a name of its own, and an import is declared"
)]

use crate::desk::Desk;
use std::cell::RefCell;

#[link(wasm_import_module = "worker")]
unsafe extern "C" {
    /// Takes how many playouts a bot has made at the request that is answered.
    safe fn progress(done: u32);
}

fn tell(done: u64) {
    progress(u32::try_from(done).unwrap_or(u32::MAX));
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::watched(tell));
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of so many bytes of UTF-8; returns where it is to be written.
#[unsafe(no_mangle)]
extern "C" fn reserve(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the request in the buffer; returns how many bytes the answer has.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let request = BUFFER.take();
    let request = String::from_utf8_lossy(&request);
    let answer = DESK.with_borrow_mut(|desk| desk.answer(&request));
    let length = answer.len();
    BUFFER.set(answer.into_bytes());
    length
}

/// Returns where the answer stands.
#[unsafe(no_mangle)]
extern "C" fn answered() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}
