//! What happened, as lines that people read.

use crate::engine::event::Event;
use crate::engine::state::State;
use crate::program::Program;

/// Who reads, and how much.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reader {
    /// The seat; none reads everything.
    pub viewer: Option<u8>,
    /// Tell after each line what led to it.
    pub causes: bool,
}

/// The lines of some events. The state is needed for the words of boards in use only.
#[must_use]
pub fn lines(program: &Program, state: &State, events: &[Event], reader: Reader) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| line(program, state, event, reader))
        .collect()
}

/// The line of an event; none when the reader learns nothing from it.
#[must_use]
pub fn line(program: &Program, state: &State, event: &Event, reader: Reader) -> Option<String> {
    let _ = (program, state, event, reader);
    unimplemented!()
}
