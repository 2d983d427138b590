//! The engine over a pipe: one JSON object a line comes in, exactly one goes out. Other programs play through it.
//!
//! Enters: lines of text, and compiled games by name. Leaves: lines of text. JSON lines stop in this room; whoever calls
//! reads and writes the pipe. Never here: a rule of play, files, games that are compiled.
//!
//! The way of a line: `request` makes fields of it, `server` finds the verb in the table `verbs`, holds the fields against
//! the verb's row and calls the verb's file; `failure` and `reply` write the answer. A verb looks at everything it was given
//! before it changes anything, so that a failed request changes nothing.

#![forbid(unsafe_code)]

pub mod failure;

mod request;

mod reply;

pub mod server;

mod verbs;

pub mod schema;

mod positions;

mod help;

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

mod determinize;

mod log;

mod best;

pub mod cancel;

pub use cancel::OpenRequests;
pub use schema::schema;
pub use server::{Games, LONGEST, MEMORY, ServedGame, Server};
