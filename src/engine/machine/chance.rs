//! Decisions that chance makes: a playout answers them where they are asked, and stops for none.

use crate::chance::Stream;

/// Decisions that chance makes, every option equally likely; none outside of playouts.
#[derive(Debug, Clone, Default)]
pub(crate) struct RandomChoices {
    /// The number of decisions that it may still make, read by lowered code.
    pub(crate) left: u64,
    stream: Option<Stream>,
}

impl RandomChoices {
    pub(crate) fn new(stream: &Stream, most: u64) -> RandomChoices {
        RandomChoices {
            left: most,
            stream: Some(stream.clone()),
        }
    }

    /// Draws the number of an option among so many; none when it may choose no more.
    #[inline]
    pub(crate) fn pick(&mut self, count: usize) -> Option<usize> {
        let left = self.left.checked_sub(1)?;
        let option = self.stream.as_mut()?.pick(count);
        self.left = left;
        Some(option)
    }

    /// Ends the playout; returns the stream as far as it was used, and the number of decisions that might still be made.
    pub(crate) fn end(&mut self) -> (Option<Stream>, u64) {
        (self.stream.take(), std::mem::take(&mut self.left))
    }
}
