//! The language server as an editor meets it: the real binary, spoken to over its pipes.

mod author;
mod client;
mod files;
mod hour;
mod robust;
mod rulings;
mod runs;
mod sessions;
mod slips;
mod sync;
