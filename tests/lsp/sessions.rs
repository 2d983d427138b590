//! Sessions as files.
