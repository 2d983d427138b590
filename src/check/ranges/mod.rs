//! Value ranges: between which bounds each number of a game stays, found by abstract interpretation over intervals.
//!
//! Takes a checked game, gives an interval for every variable, parameter, local name and query, over all calls and all rows.
//! Texts are gone through again and again until nothing grows, and soon any bound that still moves is given up (widening). A
//! condition counts for what stands under it (`facts`). What is not followed has no number, so that nothing is said of it:
//! too little is found here rather than too much.

mod facts;
mod interval;
mod statements;
mod values;

pub(crate) use interval::Interval;

use ludex_rules::expr::Expr;
use ludex_rules::game::{Game, Value};
use ludex_rules::ids::{KindId, QueryId, RoutineId, Slot, VarId};
use ludex_syntax::ast::Change;
use std::collections::BTreeMap;
use values::RangeWalk;

/// Rounds through all texts before a bound that still moves is widened.
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
    slots: BTreeMap<(RangedText, Slot), Interval>,
    /// The answers of queries, before anything modifies them.
    queries: Vec<Interval>,
    texts: Vec<Interval>,
    modifiers: Vec<Interval>,
    vars: Vec<Interval>,
    /// The modifiers of each query.
    of_query: BTreeMap<QueryId, Vec<usize>>,
    columns: BTreeMap<(KindId, usize), Interval>,
    grown: bool,
    round: u32,
    /// The amounts that the last round met.
    amounts: Vec<RangedAmount<'g>>,
}

/// An amount of a verb with the numbers that it may be.
pub(crate) struct RangedAmount<'g> {
    pub(crate) amount: &'g Expr,
    pub(crate) range: Interval,
}

impl<'g> Ranges<'g> {
    /// Finds the ranges of a game.
    pub(crate) fn of_game(game: &'g Game) -> Ranges<'g> {
        let mut of_query: BTreeMap<QueryId, Vec<usize>> = BTreeMap::new();
        for (number, modifier) in game.modifiers.iter().enumerate() {
            of_query.entry(modifier.query).or_default().push(number);
        }
        let mut ranges = Ranges {
            game,
            slots: BTreeMap::new(),
            queries: vec![Interval::NOTHING; game.queries.len()],
            texts: vec![Interval::NOTHING; game.value_texts.len()],
            modifiers: vec![Interval::NOTHING; game.modifiers.len()],
            vars: vec![Interval::NOTHING; game.vars.len()],
            of_query,
            columns: columns(game),
            grown: true,
            round: 0,
            amounts: Vec::new(),
        };
        while ranges.grown {
            ranges.grown = false;
            ranges.round += 1;
            let mut found = Vec::new();
            ranges.go_through(&mut found);
            // Nothing grows in the last round, so that what it finds is final.
            ranges.amounts = found;
        }
        ranges
    }

    /// Lists every amount that stands in the game, with its range.
    pub(crate) fn amounts(&self) -> &[RangedAmount<'g>] {
        &self.amounts
    }

    /// Returns the answers of a query as it stands, and as it is modified.
    pub(crate) fn answers(&self, query: QueryId) -> (Interval, Interval) {
        (self.queries[query.index()], self.modified(query))
    }

    /// Goes once through all texts.
    fn go_through(&mut self, found: &mut Vec<RangedAmount<'g>>) {
        let game = self.game;
        for (number, var) in game.vars.iter().enumerate() {
            let id = VarId::new(number);
            let first = RangeWalk::new(self, RangedText::First(id), found).value(&var.default);
            self.grow_var(id, first);
            for (_, gate) in var.track.iter().flat_map(|track| &track.gates) {
                RangeWalk::new(self, RangedText::First(id), found).value(gate);
            }
            if let Some(beyond) = var.track.as_ref().and_then(|track| track.beyond) {
                self.grow_slot(RangedText::Routine(beyond), 1, Interval::COUNT);
            }
        }
        for (number, query) in game.queries.iter().enumerate() {
            let frame = RangedText::Query(QueryId::new(number));
            let answer = RangeWalk::new(self, frame, found).value(&query.body);
            self.queries[number] = self.grown_from(self.queries[number], answer);
        }
        for (number, text) in game.value_texts.iter().enumerate() {
            let answer = RangeWalk::new(self, RangedText::Text(number), found).value(&text.body);
            self.texts[number] = self.grown_from(self.texts[number], answer);
        }
        for (number, modifier) in game.modifiers.iter().enumerate() {
            let (from, to) = (
                RangedText::Query(modifier.query),
                RangedText::Modifier(number),
            );
            self.pass_on(from, to, game.queries[modifier.query.index()].params.len());
            let mut walk = RangeWalk::new(self, to, found);
            walk.conditions(&modifier.cond);
            let value = walk.value(&modifier.value);
            self.modifiers[number] = self.grown_from(self.modifiers[number], value);
        }
        self.routines(found);
        let heuristic = game.heuristic.iter().map(|one| &one.value);
        let wins = game.wins.iter().map(|wins| &wins.cond);
        for asked in (game.ranks.iter().map(|rank| &rank.value))
            .chain(wins)
            .chain(heuristic)
        {
            RangeWalk::new(self, RangedText::Result, found).value(asked);
        }
    }

    /// Goes through all statements: behind the requirements of an action, the condition of a hook.
    fn routines(&mut self, found: &mut Vec<RangedAmount<'g>>) {
        let game = self.game;
        let mut actions = BTreeMap::new();
        actions.extend(game.actions.iter().map(|action| (action.body, action)));
        let mut hooks = BTreeMap::new();
        hooks.extend(game.hooks.iter().map(|hook| (hook.body, hook)));
        for (number, routine) in game.routines.iter().enumerate() {
            let id = RoutineId::new(number);
            if let Some(hook) = hooks.get(&id) {
                let params = game.routine(hook.routine).params.len();
                self.pass_on(
                    RangedText::Routine(hook.routine),
                    RangedText::Routine(id),
                    params,
                );
            }
            let mut walk = RangeWalk::new(self, RangedText::Routine(id), found);
            if let Some(action) = actions.get(&id) {
                action.binders.iter().for_each(|binder| walk.bind(binder));
                walk.conditions(action.requires.iter().map(|require| &require.cond));
            }
            if let Some(hook) = hooks.get(&id) {
                walk.conditions(&hook.cond);
                walk.conditions(hook.limit.iter().map(|(most, _)| most));
            }
            walk.block(&routine.body);
        }
    }

    /// Hands the arguments of what is watched or modified on, behind `this`.
    fn pass_on(&mut self, from: RangedText, to: RangedText, params: usize) {
        for slot in 1..=params as Slot {
            let given = self.slot(from, slot);
            self.grow_slot(to, slot + 1, given);
        }
    }

    /// Returns the answers of a query as modifiers change them, in their order.
    fn modified(&self, query: QueryId) -> Interval {
        let mut answer = self.queries[query.index()];
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
                    let by = self.modifiers[*number];
                    answer = changed(change, answer, by, always);
                }
            }
        }
        answer
    }

    fn slot(&self, frame: RangedText, slot: Slot) -> Interval {
        let known = self.slots.get(&(frame, slot)).copied();
        known.unwrap_or(Interval::NOTHING)
    }

    fn grow_slot(&mut self, frame: RangedText, slot: Slot, with: Interval) {
        let grown = self.grown_from(self.slot(frame, slot), with);
        self.slots.insert((frame, slot), grown);
    }

    fn var(&self, var: VarId) -> Interval {
        self.vars[var.index()]
    }

    fn grow_var(&mut self, var: VarId, with: Interval) {
        let (low, high) = self.game.vars[var.index()].bounds;
        let bounds = Interval::new(i64::from(low), i64::from(high));
        let grown = self.grown_from(self.var(var), with.meet(bounds));
        self.vars[var.index()] = grown.meet(bounds);
    }

    /// Joins two, and notes whether there is more than before.
    fn grown_from(&mut self, before: Interval, with: Interval) -> Interval {
        let joined = before.join(with);
        if joined == before {
            return before;
        }
        self.grown = true;
        if self.round > PATIENT {
            joined.widened(before)
        } else {
            joined
        }
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
