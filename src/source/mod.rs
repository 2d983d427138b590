//! Files, byte spans and places in them.
//!
//! Enters: text with a name. Leaves: spans, lines and columns.
//! Never here: reading from a disk, any meaning of the text.
