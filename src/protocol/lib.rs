//! The engine over a pipe: one JSON object a line comes in, exactly one goes out. Other programs play through it.
//!
//! Enters: lines of text, and compiled games by name. Leaves: lines of text. JSON lines stop in this room; whoever calls
//! reads and writes the pipe. Never here: a rule of play, files, games that are compiled.
//!
//! The way of a line: `request` makes fields of it, `server` finds the verb, `verb` holds the fields against the type of its
//! request and calls the verb's file, which works on the `session`. The types of requests and answers are all there is: help,
//! the schema and the check of fields are made of them (`field`). A verb looks at everything it was given before it changes
//! anything, so that a failed request changes nothing.

#![forbid(unsafe_code)]

pub mod failure;

mod request;

mod field;

mod positions;

mod session;

mod verb;

mod reply;

mod games;

mod new;

mod setup;

mod state;

mod view;

mod decision;

mod apply;

mod explain;

mod undo;

mod clone;

mod drop;

mod save;

mod load;

mod playout;

mod log;

mod determinize;

mod best;

pub mod cancel;

mod verbs;

mod help;

pub mod schema;

pub mod server;

pub use cancel::OpenRequests;
pub use schema::schema;
pub use server::{LONGEST, Server};
pub use session::{Games, MEMORY, ServedGame};
