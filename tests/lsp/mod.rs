//! The language server as an editor meets it: the real binary, spoken to over its pipes.

mod client;
mod robust;
mod rulings;
mod sessions;
mod sync;
