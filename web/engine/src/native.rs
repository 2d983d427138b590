//! Answers lines of stdin on stdout, as the WebAssembly build answers them.

use ludex_web::Desk;
use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut desk = Desk::default();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", desk.answer(&line?))?;
    }
    Ok(())
}
