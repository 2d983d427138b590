//! Commutativity of texts in a pool, so that no player is asked for an order that does not matter.

use ludex_program::code::Turn;
use ludex_rules::expr::{Arithmetic, Expr, ExprKind, SetsOff, Stmt, StmtKind, ValueOrigin, Write};
use ludex_rules::game::{Game, Routine, RoutineKind, Value};
use ludex_rules::ids::{ActionId, KindId, MomentId, QueryId, RoutineId, VarId};
use ludex_rules::walk;
use std::collections::{BTreeMap, BTreeSet};

/// The depth to which effects are looked into.
const DEEP: u32 = 8;

/// An effect and the numbers it is called with.
type Act = (RoutineId, Vec<i32>);

/// Facts about the texts of a game.
pub(super) struct Orders {
    /// Variables that a text may ask for while a pool is resolved.
    read: BTreeSet<VarId>,
    /// Effects with hooks: more happens than their texts say.
    watched: BTreeSet<RoutineId>,
    /// The number of texts that put something off, by moment.
    put_off: BTreeMap<MomentId, u32>,
    /// A number for each effect with its arguments that a text consists of.
    acts: BTreeMap<Act, u32>,
}

impl Orders {
    pub(super) fn of(game: &Game) -> Orders {
        let mut put_off = BTreeMap::new();
        for routine in &game.routines {
            count_put_off(&routine.body, &mut put_off);
        }
        let mut acts = BTreeMap::new();
        for act in game.routines.iter().filter_map(act) {
            let number = acts.len() as u32;
            acts.entry(act).or_insert(number);
        }
        Orders {
            read: Reading::of(game).vars,
            watched: game.hooks.iter().map(|hook| hook.routine).collect(),
            put_off,
            acts,
        }
    }

    /// Returns a number that two texts share when they are the same effect with the same numbers.
    pub(super) fn same(&self, rules: &Routine) -> Option<u32> {
        self.acts.get(&act(rules)?).copied()
    }

    /// Returns the freedom to run a text without a question.
    pub(super) fn turn(&self, game: &Game, body: &[Stmt]) -> Turn {
        let only = |may: May| self.only(game, body, may, DEEP);
        if only(May::GainUnread) {
            Turn::Any
        } else if only(May::PutOff) {
            Turn::AnyOfOwn
        } else if only(May::Gain) {
            Turn::AnyAmongGains
        } else {
            Turn::Asked
        }
    }

    /// Tells whether a text does nothing but what it may.
    fn only(&self, game: &Game, body: &[Stmt], may: May, deep: u32) -> bool {
        let fits = |stmt: &Stmt| match (&stmt.kind, stmt.sets_off()) {
            (StmtKind::Write(Write::Gain | Write::Add, target, value), _) => {
                let var = &game.vars[target.var.index()];
                let unread = || !self.read.contains(&target.var);
                is_fixed_gain(game, value) && var.track.is_none() && (may == May::Gain || unread())
            }
            (_, Some(SetsOff::PutOff(moment, _, args))) => {
                may == May::PutOff && args.is_empty() && self.put_off.get(&moment) == Some(&1)
            }
            (_, Some(SetsOff::Effect(effect, _))) => {
                deep > 0
                    && !self.watched.contains(&effect)
                    && self.only(game, &game.routine(effect).body, may, deep - 1)
            }
            _ => false,
        };
        !body.is_empty() && body.iter().all(fits)
    }
}

/// The side effects that a text may have so that its place in the order can't be noticed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum May {
    /// Gain fixed numbers of variables that nobody asks for meanwhile.
    GainUnread,
    /// That, and put off what no other text puts off.
    PutOff,
    /// Gain fixed numbers of any variables.
    Gain,
}

/// The effect that a text consists of, when its arguments are known beforehand.
fn act(rules: &Routine) -> Option<Act> {
    let [stmt] = rules.body.as_slice() else {
        return None;
    };
    let Some(SetsOff::Effect(effect, args)) = stmt.sets_off() else {
        return None;
    };
    let number = |e: &Expr| {
        if let ExprKind::Const(n) = *e.kind {
            Some(n)
        } else {
            None
        }
    };
    Some((effect, args.iter().map(number).collect::<Option<_>>()?))
}

fn count_put_off(body: &[Stmt], counts: &mut BTreeMap<MomentId, u32>) {
    for stmt in body {
        if let Some(SetsOff::PutOff(moment, _, _)) = stmt.sets_off() {
            *counts.entry(moment).or_default() += 1;
        }
        for inner in stmt.blocks() {
            count_put_off(inner, counts);
        }
    }
}

/// The variables that may be read while a pool is resolved: by effects, hooks and texts of rows, and by all that these ask and
/// offer.
#[derive(Default)]
struct Reading {
    vars: BTreeSet<VarId>,
    queries: BTreeSet<QueryId>,
    slots: BTreeSet<(KindId, usize)>,
    actions: BTreeSet<ActionId>,
}

impl Reading {
    fn of(game: &Game) -> Reading {
        let mut reading = Reading::default();
        let texts = game.routines.iter();
        for routine in texts.filter(|r| !matches!(r.kind, RoutineKind::Flow | RoutineKind::Action))
        {
            reading.routine(game, routine);
        }
        for hook in &game.hooks {
            let limit = hook.limit.iter().map(|(most, _)| most);
            hook.cond
                .iter()
                .chain(limit)
                .for_each(|e| reading.ask(game, e));
        }
        for modifier in &game.modifiers {
            let parts = modifier.cond.iter().chain([&modifier.value]);
            parts.for_each(|e| reading.ask(game, e));
        }
        let tracks = game.vars.iter().filter_map(|var| var.track.as_ref());
        for (_, gate) in tracks.flat_map(|track| &track.gates) {
            reading.ask(game, gate);
        }
        reading
    }

    fn routine(&mut self, game: &Game, routine: &Routine) {
        for stmt in &routine.body {
            self.stmt(game, stmt);
        }
        routine.ordered_by.iter().for_each(|e| self.ask(game, e));
    }

    fn stmt(&mut self, game: &Game, stmt: &Stmt) {
        walk::in_stmt(stmt, &mut |e| self.one(game, e));
        self.offers(game, stmt);
    }

    fn offers(&mut self, game: &Game, stmt: &Stmt) {
        if let Some(SetsOff::Actions(actions)) = stmt.sets_off() {
            actions.iter().for_each(|action| self.action(game, *action));
        }
        for inner in stmt.blocks().into_iter().flatten() {
            self.offers(game, inner);
        }
    }

    fn action(&mut self, game: &Game, id: ActionId) {
        if !self.actions.insert(id) {
            return;
        }
        let action = &game.actions[id.index()];
        for binder in &action.binders {
            self.ask(game, &binder.source);
            binder.cond.iter().for_each(|e| self.ask(game, e));
        }
        for require in &action.requires {
            self.ask(game, &require.cond);
        }
        self.routine(game, game.routine(action.body));
    }

    fn ask(&mut self, game: &Game, e: &Expr) {
        walk::exprs(e, &mut |e| self.one(game, e));
    }

    fn one(&mut self, game: &Game, e: &Expr) {
        match e.origin() {
            ValueOrigin::Var(var, _) => {
                self.vars.insert(var);
            }
            ValueOrigin::Query(id, _) => {
                if self.queries.insert(id) {
                    self.ask(game, &game.queries[id.index()].body);
                }
            }
            ValueOrigin::Text(kind, slot, _) => {
                if self.slots.insert((kind, slot)) {
                    let rows = game.kind(kind).rows.iter();
                    let texts = rows.filter_map(|row| row.values[slot]);
                    texts.for_each(|text| self.ask(game, &game.value_texts[text].body));
                }
            }
            ValueOrigin::Action(action) => self.action(game, action),
            ValueOrigin::Local(_)
            | ValueOrigin::Place(..)
            | ValueOrigin::Row(_)
            | ValueOrigin::OneOf(_)
            | ValueOrigin::MemberOf(_)
            | ValueOrigin::MembersOf(_)
            | ValueOrigin::Own => {}
        }
    }
}

/// Tells whether a number is the same whenever it is asked, and never below zero: made of constants and of what rows and spaces
/// give.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "what is not named here may change in play"
)]
fn is_fixed_gain(game: &Game, e: &Expr) -> bool {
    let positive = |value: &Value| match value {
        Value::Scalar(n) => *n >= 0,
        Value::Bag(counts) => counts.iter().all(|n| *n >= 0),
        Value::Set(_) | Value::Shape(_) | Value::Text(_) => false,
    };
    match &*e.kind {
        ExprKind::Const(n) => *n >= 0,
        ExprKind::Amount(of) => is_fixed_gain(game, of),
        ExprKind::Attribute { kind, column, of }
        | ExprKind::BagCount {
            kind, column, of, ..
        } => {
            let rows = &game.kinds[kind.index()].rows;
            is_fixed(of)
                && rows
                    .iter()
                    .all(|row| row.attributes.get(*column).is_some_and(positive))
        }
        ExprKind::SpaceAttribute { board, column, of } => {
            let layouts = &game.boards[board.index()].layouts;
            let mut spaces = layouts.iter().flat_map(|layout| &layout.spaces);
            is_fixed(of) && spaces.all(|space| space.attributes.get(*column).is_some_and(positive))
        }
        ExprKind::Arithmetic(Arithmetic::Add | Arithmetic::Multiply, a, b) => {
            is_fixed_gain(game, a) && is_fixed_gain(game, b)
        }
        _ => false,
    }
}

/// Tells whether an expression is a local name, or what a row or space gives of one: nothing that happens can change it.
pub(super) fn is_fixed(e: &Expr) -> bool {
    if let ExprKind::Local(_) | ExprKind::Const(_) = &*e.kind {
        true
    } else if let ExprKind::Attribute { of, .. } | ExprKind::SpaceAttribute { of, .. } = &*e.kind {
        is_fixed(of)
    } else {
        false
    }
}
