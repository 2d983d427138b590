//! Value ranges: between which bounds each number of a game stays, found by abstract interpretation over intervals.
//!
//! Takes a checked game, gives an interval for every variable, parameter, local name and query, over all calls and all rows.
//! A text is gone through again when a number that it reads has grown (`agenda`), and soon a bound that still moves is given up
//! (widening). A condition counts for what stands under it (`facts`). What is not followed has no number, so that nothing is
//! said of it: too little is found here rather than too much.

mod agenda;
mod facts;
mod interval;
mod statements;
mod values;

pub(crate) use interval::Interval;

use agenda::Agenda;
use ludex_rules::expr::Expr;
use ludex_rules::game::{Action, Game, Hook, Value};
use ludex_rules::ids::{KindId, QueryId, RoutineId, Slot, VarId};
use ludex_rules::limits;
use ludex_source::Span;
use ludex_syntax::ast::Change;
use std::collections::BTreeMap;
use values::RangeWalk;

/// Rounds in which a number grows before its bounds are widened.
const PATIENT: u32 = 3;

/// A text with a frame of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RangedText {
    Routine(RoutineId),
    Query(QueryId),
    /// An expression text of a row.
    Text(usize),
    Modifier(usize),
    /// The first value of a variable.
    First(VarId),
    /// Scores, `wins when` and `heuristic`.
    Result,
}

/// The ranges of a game.
pub(crate) struct Ranges<'g> {
    game: &'g Game,
    agenda: Agenda,
    slots: BTreeMap<(RangedText, Slot), RangeCell>,
    /// The answer of each text by its number: of a query before anything modifies it, of a variable all its values.
    answers: Vec<RangeCell>,
    /// The modifiers of each query.
    of_query: BTreeMap<QueryId, Vec<usize>>,
    columns: BTreeMap<(KindId, usize), Interval>,
    /// The actions and hooks by their bodies.
    actions: BTreeMap<RoutineId, &'g Action>,
    hooks: BTreeMap<RoutineId, &'g Hook>,
    /// The amounts that each text met when it was gone through last.
    amounts: Vec<Vec<RangedAmount<'g>>>,
    /// The number of expressions that were looked at.
    looked_at: u64,
}

/// A range that grows.
#[derive(Debug, Clone, Copy)]
struct RangeCell {
    range: Interval,
    /// The number of rounds in which it has grown, and the last of them.
    rounds: u32,
    last: u32,
}

impl RangeCell {
    /// The cell of a number that nothing has given yet.
    const EMPTY: RangeCell = RangeCell {
        range: Interval::NOTHING,
        rounds: 0,
        last: 0,
    };

    /// Joins more numbers in; true if there are more than before.
    fn grow(&mut self, with: Interval, round: u32) -> bool {
        let joined = self.range.join(with);
        if joined == self.range {
            return false;
        }
        self.rounds += u32::from(self.last != round);
        self.last = round;
        self.range = if self.rounds > PATIENT {
            joined.widened(self.range)
        } else {
            joined
        };
        true
    }
}

/// An amount of a verb with the numbers that it may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RangedAmount<'g> {
    pub(crate) amount: &'g Expr,
    pub(crate) range: Interval,
}

impl<'g> Ranges<'g> {
    /// Finds the ranges of a game.
    ///
    /// # Errors
    /// That would take too long: the place where it was given up, the scores if it has none.
    pub(crate) fn of_game(game: &'g Game) -> Result<Ranges<'g>, Option<Span>> {
        let mut ranges = Ranges::new(game);
        while let Some(text) = ranges.agenda.next_text() {
            if ranges.looked_at > limits::BOUNDED {
                return Err(span(game, text));
            }
            let mut found = Vec::new();
            ranges.go_through(text, &mut found);
            let number = ranges.agenda.number(text);
            ranges.amounts[number] = found;
        }
        Ok(ranges)
    }

    fn new(game: &'g Game) -> Ranges<'g> {
        let mut of_query: BTreeMap<QueryId, Vec<usize>> = BTreeMap::new();
        for (number, modifier) in game.modifiers.iter().enumerate() {
            of_query.entry(modifier.query).or_default().push(number);
        }
        let agenda = Agenda::new(game);
        let texts = agenda.count();
        Ranges {
            game,
            agenda,
            slots: BTreeMap::new(),
            answers: vec![RangeCell::EMPTY; texts],
            of_query,
            columns: columns(game),
            actions: game.actions.iter().map(|one| (one.body, one)).collect(),
            hooks: game.hooks.iter().map(|one| (one.body, one)).collect(),
            amounts: vec![Vec::new(); texts],
            looked_at: 0,
        }
    }

    /// Returns every amount that stands in the game, with its range.
    pub(crate) fn amounts(&self) -> impl Iterator<Item = &RangedAmount<'g>> {
        self.amounts.iter().flatten()
    }

    /// Returns the answers of a query as it stands, and as it is modified.
    pub(crate) fn answers(&self, query: QueryId) -> (Interval, Interval) {
        (self.answer(RangedText::Query(query)), self.modified(query))
    }

    /// Goes once through a text.
    fn go_through(&mut self, text: RangedText, found: &mut Vec<RangedAmount<'g>>) {
        let game = self.game;
        match text {
            RangedText::First(id) => self.variable(id, found),
            RangedText::Query(id) => {
                let body = &game.queries[id.index()].body;
                let answer = RangeWalk::new(self, text, found).value(body);
                self.grow_answer(text, answer);
            }
            RangedText::Text(number) => {
                let body = &game.value_texts[number].body;
                let answer = RangeWalk::new(self, text, found).value(body);
                self.grow_answer(text, answer);
            }
            RangedText::Modifier(number) => {
                let modifier = &game.modifiers[number];
                let params = game.queries[modifier.query.index()].params.len();
                self.pass_on(RangedText::Query(modifier.query), text, params);
                let mut walk = RangeWalk::new(self, text, found);
                walk.conditions(&modifier.cond);
                let value = walk.value(&modifier.value);
                if self.grow_answer(text, value) {
                    self.agenda.read_again(RangedText::Query(modifier.query));
                }
            }
            RangedText::Routine(id) => self.routine(id, found),
            RangedText::Result => {
                let mut walk = RangeWalk::new(self, text, found);
                let heuristic = game.heuristic.iter().map(|one| &one.value);
                let wins = game.wins.iter().map(|wins| &wins.cond);
                let ranks = game.ranks.iter().map(|rank| &rank.value);
                for asked in ranks.chain(wins).chain(heuristic) {
                    walk.value(asked);
                }
            }
        }
    }

    /// Goes through the first value of a variable and the gates of a track.
    fn variable(&mut self, id: VarId, found: &mut Vec<RangedAmount<'g>>) {
        let var = &self.game.vars[id.index()];
        let text = RangedText::First(id);
        let first = RangeWalk::new(self, text, found).value(&var.default);
        self.grow_var(id, first);
        for (_, gate) in var.track.iter().flat_map(|track| &track.gates) {
            RangeWalk::new(self, text, found).value(gate);
        }
        if let Some(beyond) = var.track.as_ref().and_then(|track| track.beyond) {
            self.grow_slot(RangedText::Routine(beyond), 1, Interval::COUNT);
        }
    }

    /// Goes through statements: behind the requirements of an action, the condition of a hook.
    fn routine(&mut self, id: RoutineId, found: &mut Vec<RangedAmount<'g>>) {
        let (game, text) = (self.game, RangedText::Routine(id));
        let (action, hook) = (self.actions.get(&id).copied(), self.hooks.get(&id).copied());
        if let Some(hook) = hook {
            let params = game.routine(hook.routine).params.len();
            self.pass_on(RangedText::Routine(hook.routine), text, params);
        }
        let mut walk = RangeWalk::new(self, text, found);
        if let Some(action) = action {
            action.binders.iter().for_each(|binder| walk.bind(binder));
            walk.conditions(action.requires.iter().map(|require| &require.cond));
        }
        if let Some(hook) = hook {
            walk.conditions(&hook.cond);
            walk.conditions(hook.limit.iter().map(|(most, _)| most));
        }
        walk.block(&game.routine(id).body);
    }

    /// Hands the arguments of what is watched or modified on, behind `this`.
    fn pass_on(&mut self, from: RangedText, to: RangedText, params: usize) {
        self.agenda.watches(from);
        for slot in 1..=params as Slot {
            let given = self.slot(from, slot);
            self.grow_slot(to, slot + 1, given);
        }
    }

    /// Returns the answers of a query as modifiers change them, in their order.
    fn modified(&self, query: QueryId) -> Interval {
        let mut answer = self.answer(RangedText::Query(query));
        let all = self.of_query.get(&query).map_or(&[][..], Vec::as_slice);
        for change in [
            Change::Set,
            Change::Plus,
            Change::Minus,
            Change::AtLeast,
            Change::AtMost,
        ] {
            for number in all {
                let modifier = &self.game.modifiers[*number];
                if modifier.change == change {
                    let always = modifier.cond.is_none() && modifier.source.is_none();
                    let by = self.answer(RangedText::Modifier(*number));
                    answer = changed(change, answer, by, always);
                }
            }
        }
        answer
    }

    fn slot(&self, frame: RangedText, slot: Slot) -> Interval {
        let known = self.slots.get(&(frame, slot));
        known.map_or(Interval::NOTHING, |cell| cell.range)
    }

    fn grow_slot(&mut self, frame: RangedText, slot: Slot, with: Interval) {
        let cell = self.slots.entry((frame, slot));
        let cell = cell.or_insert(RangeCell::EMPTY);
        if cell.grow(with, self.agenda.round()) {
            self.agenda.enter_again(frame);
        }
    }

    fn answer(&self, text: RangedText) -> Interval {
        self.answers[self.agenda.number(text)].range
    }

    /// Joins more answers of a text in; true if there are more than before.
    fn grow_answer(&mut self, text: RangedText, with: Interval) -> bool {
        let cell = &mut self.answers[self.agenda.number(text)];
        let grows = cell.grow(with, self.agenda.round());
        if grows {
            self.agenda.read_again(text);
        }
        grows
    }

    fn grow_var(&mut self, var: VarId, with: Interval) {
        let (low, high) = self.game.vars[var.index()].bounds;
        let bounds = Interval::new(i64::from(low), i64::from(high));
        let text = RangedText::First(var);
        if self.grow_answer(text, with.meet(bounds)) {
            // Widened, it may be beyond the bounds.
            let cell = &mut self.answers[self.agenda.number(text)];
            cell.range = cell.range.meet(bounds);
        }
    }
}

/// The place of a text; none of the scores, which have several.
fn span(game: &Game, text: RangedText) -> Option<Span> {
    match text {
        RangedText::First(id) => Some(game.vars[id.index()].default.span),
        RangedText::Query(id) => Some(game.queries[id.index()].span),
        RangedText::Text(number) => Some(game.value_texts[number].span),
        RangedText::Modifier(number) => Some(game.modifiers[number].span),
        RangedText::Routine(id) => Some(game.routine(id).span),
        RangedText::Result => None,
    }
}

/// The answers after a modifier that always counts, or may.
fn changed(change: Change, answer: Interval, by: Interval, always: bool) -> Interval {
    let there = match change {
        Change::Set => by,
        Change::Plus => answer.add(by),
        Change::Minus => answer.add(by.negate()),
        Change::AtLeast => answer.greatest(by),
        Change::AtMost => answer.least(by),
    };
    if always { there } else { answer.join(there) }
}

/// The ranges of numbers in tables: what the rows say.
fn columns(game: &Game) -> BTreeMap<(KindId, usize), Interval> {
    let mut columns = BTreeMap::new();
    for (number, kind) in game.kinds.iter().enumerate() {
        for column in 0..kind.attributes.len() {
            let values = kind.rows.iter().map(|row| row.attributes.get(column));
            columns.insert((KindId::new(number), column), range(values));
        }
    }
    columns
}

/// The range of values that are known; a bag counts each of its words.
fn range<'v>(values: impl Iterator<Item = Option<&'v Value>>) -> Interval {
    values.flatten().fold(Interval::NOTHING, |all, value| {
        all.join(match value {
            Value::Scalar(n) => Interval::exactly(*n),
            Value::Bag(counts) => counts
                .iter()
                .fold(Interval::NOTHING, |all, n| all.join(Interval::exactly(*n))),
            Value::Set(_) | Value::Shape(_) | Value::Text(_) => Interval::ANY,
        })
    })
}
