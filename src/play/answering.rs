//! The ways in which a question is answered: by a number that is read, and with several answers to one question.

use crate::format::ValueFormat;
use crate::game::Match;
use ludex_program::decision::Ask;
use ludex_rules::decision::Answer;
use ludex_rules::game::NONE;
use ludex_rules::types::Type;

/// The number of answers that an open question still takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Several {
    /// The number of answers given to it already.
    pub given: usize,
    /// The most that may be given yet; none where as many as there are may be given.
    pub most: Option<usize>,
    /// True if so many must be given.
    pub exact: bool,
    /// True if an answer may be given again.
    pub again: bool,
}

impl Match {
    /// Returns how many answers the open question still takes; none where it takes one.
    #[must_use]
    pub fn several(&self) -> Option<Several> {
        let pending = self.state.pending?;
        let Ask::Choose {
            binders,
            more: Some(more),
            ..
        } = &self.program.sites[pending.site].ask
        else {
            return None;
        };
        let base = self.state.frames.last()?.slots();
        let slot = |slot: u16| self.state.stack.get(base + usize::from(slot)).copied();
        let [begin, _, end] = more.chosen.slots().map(slot);
        let listed = end?.saturating_sub(begin?);
        let given = usize::try_from(listed).unwrap_or_default() / binders.len().max(1);
        let left = usize::try_from(slot(more.left)?).unwrap_or_default();
        let options = (0..self.options.len()).map(|n| self.options.choice(n));
        let there = options.filter(|choice| choice.answer == Answer::Values);
        let there = there.count();
        Some(Several {
            given,
            most: (more.again || left <= there).then_some(left),
            exact: more.whole.map_or(!more.done, |whole| whole.exact),
            again: more.again,
        })
    }

    /// Returns the number by which each option is told apart from the others, where one number does it: those of `0`, `1` and
    /// `2`, of `bid 4`, `bid 5` and `pass`. Options in other words have none.
    #[must_use]
    pub fn numbers(&self) -> Option<Vec<Option<i32>>> {
        let site = self.state.pending?.site;
        let words = ValueFormat::of(&self.program, &self.state);
        // The answer with a number, where the number stands, and what stands with it.
        let mut common: Option<(Answer, usize, Vec<i32>)> = None;
        let mut numbers = Vec::new();
        for choice in (0..self.options.len()).map(|n| self.options.choice(n)) {
            if choice.values.is_empty() || choice.values == [NONE] {
                numbers.push(None);
                continue;
            }
            let types = words.types_of_answer(site, choice.answer);
            let is_number = |ty: &Type| *ty.required() == Type::Int;
            let at = types.iter().position(is_number)?;
            let mut others = choice.values;
            let number = (at < others.len()).then(|| others.remove(at))?;
            let is_one = types.iter().filter(|ty| is_number(ty)).count() == 1;
            let known = common.get_or_insert_with(|| (choice.answer, at, others.clone()));
            if !is_one || *known != (choice.answer, at, others) {
                return None;
            }
            numbers.push(Some(number));
        }
        common.map(|_| numbers)
    }
}
