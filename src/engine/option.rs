//! The options of a decision, as numbers in buffers that are used again.

/// What sort of answer an option is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Answer {
    /// An instance of an action.
    Action(u32),
    /// The values of a choice's names.
    Values,
    /// No more.
    Done,
    /// Yes.
    Yes,
    /// No.
    No,
    /// An entry of the pool: the number is its place there; the values tell which it is.
    Entry(u32),
}

/// One answer on its own.
#[derive(
    Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Choice {
    /// What sort.
    pub answer: Answer,
    /// Arguments or values.
    pub values: Vec<i32>,
}

/// All options of a decision, in their fixed order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    entries: Vec<(Answer, u32)>,
    values: Vec<i32>,
}

impl Options {
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The n-th option's answer and values.
    #[must_use]
    pub fn get(&self, n: usize) -> (Answer, &[i32]) {
        let (answer, start) = self.entries[n];
        let end = self
            .entries
            .get(n + 1)
            .map_or(self.values.len(), |(_, next)| *next as usize);
        (answer, &self.values[start as usize..end])
    }

    /// The n-th option on its own.
    #[must_use]
    pub fn choice(&self, n: usize) -> Choice {
        let (answer, values) = self.get(n);
        Choice {
            answer,
            values: values.to_vec(),
        }
    }

    /// Where a choice stands among the options.
    #[must_use]
    pub fn find(&self, choice: &Choice) -> Option<usize> {
        (0..self.len()).find(|n| self.get(*n) == (choice.answer, &choice.values[..]))
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.values.clear();
    }

    /// An option with the values that stand in some slots of a frame.
    #[inline(always)]
    pub(crate) fn push_slots(&mut self, answer: Answer, slots: &[usize], f: &[i32]) {
        self.entries.push((answer, self.values.len() as u32));
        self.values.extend(slots.iter().map(|slot| f[*slot]));
    }

    pub(crate) fn push(&mut self, answer: Answer, values: &[i32]) {
        self.entries.push((answer, self.values.len() as u32));
        self.values.extend_from_slice(values);
    }
}
