//! HTTP: the page's files, the games, tables to be created, and the door to the socket; who may speak to the server at all.

mod assets;
mod guard;
mod router;

pub use assets::Assets;
pub(crate) use guard::foreign;
pub(crate) use router::{App, router, with_headers};
