//! The language server as an editor meets it: the real binary, spoken to over its pipes.

mod client;
mod files;
mod robust;
mod rulings;
mod runs;
mod sessions;
mod slips;
mod sync;
