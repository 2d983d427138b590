//! The order in which texts are gone through: all of them once, then each again that goes by a number which has grown (a
//! worklist).

use super::RangedText;
use ludex_rules::game::Game;
use ludex_rules::ids::{QueryId, RoutineId, VarId};
use std::collections::BTreeSet;

/// The texts that wait, and who goes by which numbers. What a text reads does not change, so the first round finds it.
pub(super) struct Agenda {
    /// The numbers at which each sort of text begins, in the order of `RangedText::First`, `Query`, `Text`, `Modifier`,
    /// `Routine` and `Result`.
    begins: [usize; 6],
    /// The texts that go by the answer of each text; behind them, those that go by its arguments and local values.
    listeners: Vec<Listeners>,
    /// The lists whose numbers have grown again in this round, so that some texts on them came too early.
    missed: BTreeSet<usize>,
    /// The texts of this round that are still to come, and those of the next one.
    waiting: BTreeSet<usize>,
    later: BTreeSet<usize>,
    /// The text that is gone through.
    now: usize,
    round: u32,
}

/// Texts that are gone through again when something grows.
#[derive(Debug, Clone, Default)]
struct Listeners {
    texts: Vec<usize>,
    /// The last round in which they were called.
    called: u32,
}

impl Agenda {
    /// Makes an agenda of all texts of a game.
    pub(super) fn new(game: &Game) -> Agenda {
        let counts = [
            game.vars.len(),
            game.queries.len(),
            game.value_texts.len(),
            game.modifiers.len(),
            game.routines.len(),
        ];
        let mut begins = [0; 6];
        for (at, count) in counts.into_iter().enumerate() {
            begins[at + 1] = begins[at] + count;
        }
        let all = begins[5] + 1;
        let mut listeners = vec![Listeners::default(); all];
        // Each text goes by its own frame.
        listeners.extend((0..all).map(|text| Listeners {
            texts: vec![text],
            called: 0,
        }));
        Agenda {
            begins,
            listeners,
            missed: BTreeSet::new(),
            waiting: (0..all).collect(),
            later: BTreeSet::new(),
            now: 0,
            round: 1,
        }
    }

    /// Returns the number of texts.
    pub(super) fn count(&self) -> usize {
        self.listeners.len() / 2
    }

    /// Returns the number of a text.
    pub(super) fn number(&self, text: RangedText) -> usize {
        let [vars, queries, texts, modifiers, routines, result] = self.begins;
        match text {
            RangedText::First(id) => vars + id.index(),
            RangedText::Query(id) => queries + id.index(),
            RangedText::Text(number) => texts + number,
            RangedText::Modifier(number) => modifiers + number,
            RangedText::Routine(id) => routines + id.index(),
            RangedText::Result => result,
        }
    }

    fn text(&self, number: usize) -> RangedText {
        let [vars, queries, texts, modifiers, routines, result] = self.begins;
        if number < queries {
            RangedText::First(VarId::new(number - vars))
        } else if number < texts {
            RangedText::Query(QueryId::new(number - queries))
        } else if number < modifiers {
            RangedText::Text(number - texts)
        } else if number < routines {
            RangedText::Modifier(number - modifiers)
        } else if number < result {
            RangedText::Routine(RoutineId::new(number - routines))
        } else {
            RangedText::Result
        }
    }

    /// Returns the number of the round: texts are gone through in their order, and once in a round.
    pub(super) fn round(&self) -> u32 {
        self.round
    }

    /// Returns the text to go through now; none when nothing grows any more.
    pub(super) fn next_text(&mut self) -> Option<RangedText> {
        if self.waiting.is_empty() {
            for list in std::mem::take(&mut self.missed) {
                self.later.extend(&self.listeners[list].texts);
            }
            std::mem::swap(&mut self.waiting, &mut self.later);
            self.round += 1;
        }
        self.now = self.waiting.pop_first()?;
        Some(self.text(self.now))
    }

    /// Notes that the text gone through now reads the answer of another.
    pub(super) fn reads(&mut self, text: RangedText) {
        self.note(self.number(text));
    }

    /// Notes that the text gone through now takes over the arguments of another.
    pub(super) fn watches(&mut self, text: RangedText) {
        self.note(self.count() + self.number(text));
    }

    /// Adds the text gone through now to a list, in the first round, in which each is gone through once.
    fn note(&mut self, list: usize) {
        let texts = &mut self.listeners[list].texts;
        if self.round == 1 && texts.last() != Some(&self.now) {
            texts.push(self.now);
        }
    }

    /// Enters the readers of a text whose answer has grown.
    pub(super) fn read_again(&mut self, text: RangedText) {
        self.call(self.number(text));
    }

    /// Enters a text whose arguments or local values have grown, and who takes them over.
    pub(super) fn enter_again(&mut self, text: RangedText) {
        self.call(self.count() + self.number(text));
    }

    /// Enters the texts of a list, once in a round: what grows with every text would call all of them each time.
    fn call(&mut self, list: usize) {
        let listeners = &mut self.listeners[list];
        if listeners.called == self.round {
            self.missed.insert(list);
            return;
        }
        listeners.called = self.round;
        for &text in &listeners.texts {
            if text > self.now {
                self.waiting.insert(text);
            } else {
                self.later.insert(text);
            }
        }
    }
}
