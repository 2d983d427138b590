//! The command line: arguments in, exit code out.

#![forbid(unsafe_code)]

/// Trees and tables of games are many small values that live for different times: after some edits of a game of 32,000 rows the
/// allocator of the system took three times as long for the same work (`benches/edits.rs`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    ludex::cli::main()
}
