//! The options of a decision, as numbers in buffers that are used again.

use ludex_rules::decision::{Answer, Choice};

/// All options (legal actions) of a decision, in their fixed order: runs of the same sort, each with so many values.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    runs: Vec<Run>,
    values: Vec<i32>,
    count: usize,
}

/// A run: options of one sort that follow each other. The values of option `n` are
/// `values[start + (n - first) * width..][..width]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    answer: Answer,
    /// The number of values of each option.
    width: usize,
    /// The number of the first option.
    first: usize,
    /// The position in `values` of the first option's values.
    start: usize,
}

/// Options of one sort that follow each other.
#[derive(Debug, Clone, Copy)]
pub struct OptionRun<'a> {
    /// The answer that all of them give.
    pub answer: Answer,
    /// The number of the options.
    pub count: usize,
    /// Their values, as many of each.
    pub values: &'a [i32],
}

// Written out, because the derived `clone_from` would give up the buffers of the old value.
impl Clone for Options {
    fn clone(&self) -> Options {
        Options {
            runs: self.runs.clone(),
            values: self.values.clone(),
            count: self.count,
        }
    }

    fn clone_from(&mut self, from: &Options) {
        // Without `..`, so that a new field can't be forgotten.
        let Options {
            runs,
            values,
            count,
        } = from;
        self.runs.clone_from(runs);
        self.values.clone_from(values);
        self.count = *count;
    }
}

impl Options {
    /// Counts the options of the decision.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Tells whether the decision has no option.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the answer and the values of the n-th option.
    ///
    /// # Panics
    /// When there are not so many.
    #[must_use]
    pub fn get(&self, n: usize) -> (Answer, &[i32]) {
        assert!(n < self.count, "option {n} of {}", self.count);
        let run = match self.runs[..] {
            [run] => run,
            // The first run begins with option 0, so there is one that does not begin later.
            ref runs => runs[runs.partition_point(|run| run.first <= n) - 1],
        };
        let start = run.start + (n - run.first) * run.width;
        (run.answer, &self.values[start..start + run.width])
    }

    /// Iterates over the runs of options of one sort, in order.
    pub fn runs(&self) -> impl Iterator<Item = OptionRun<'_>> {
        self.runs.iter().enumerate().map(|(n, run)| {
            let next = self.runs.get(n + 1).map_or(self.count, |next| next.first);
            let count = next - run.first;
            let values = &self.values[run.start..run.start + count * run.width];
            OptionRun {
                answer: run.answer,
                count,
                values,
            }
        })
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

    /// Finds the number of a choice among the options.
    #[must_use]
    pub fn find(&self, choice: &Choice) -> Option<usize> {
        (0..self.len()).find(|n| self.get(*n) == (choice.answer, &choice.values[..]))
    }

    /// Counts the values of all options.
    pub(crate) fn numbers(&self) -> usize {
        self.values.len()
    }

    /// Returns the n-th of the values of all options, or 0 where there is none.
    pub(crate) fn value(&self, n: usize) -> i32 {
        self.values.get(n).copied().unwrap_or(0)
    }

    /// Removes all options and keeps their buffers.
    pub fn clear(&mut self) {
        self.runs.clear();
        self.values.clear();
        self.count = 0;
    }

    pub(crate) fn push(&mut self, answer: Answer, values: &[i32]) {
        self.run_of(answer, values.len());
        self.values.extend_from_slice(values);
        self.count += 1;
    }

    /// The next options are of this sort.
    #[inline(always)]
    fn run_of(&mut self, answer: Answer, width: usize) {
        let start = self.values.len();
        self.run_from(answer, width, start);
    }

    #[inline(always)]
    fn run_from(&mut self, answer: Answer, width: usize, start: usize) {
        if !matches!(self.runs.last(), Some(run) if (run.answer, run.width) == (answer, width)) {
            let first = self.count;
            self.runs.push(Run {
                answer,
                width,
                first,
                start,
            });
        }
    }

    /// Counts options whose values, so many for each, stand in `values` from some number on.
    pub(crate) fn add(&mut self, answer: Answer, width: usize, start: usize, count: usize) {
        self.run_from(answer, width, start);
        self.count += count;
    }

    /// The values of all options, to which more may be added; `add` must follow.
    pub(crate) fn values(&mut self) -> &mut Vec<i32> {
        &mut self.values
    }
}
