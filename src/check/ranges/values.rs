//! The ranges of expressions.

use super::facts::ProvenFact;
use super::{Interval, RangedAmount, RangedText, Ranges};
use ludex_rules::expr::{Arithmetic, Binder, Expr, ExprKind};
use ludex_rules::ids::{Slot, VarId};
use ludex_rules::ops::{FoldOp, QueryOp};
use ludex_rules::shape::same;
use ludex_rules::walk;

/// A text being gone through, with what is known where it stands.
pub(super) struct RangeWalk<'r, 'g> {
    pub(super) ranges: &'r mut Ranges<'g>,
    pub(super) found: &'r mut Vec<RangedAmount<'g>>,
    pub(super) facts: Vec<Option<ProvenFact<'g>>>,
    frame: RangedText,
}

impl<'r, 'g> RangeWalk<'r, 'g> {
    pub(super) fn new(
        ranges: &'r mut Ranges<'g>,
        frame: RangedText,
        found: &'r mut Vec<RangedAmount<'g>>,
    ) -> Self {
        RangeWalk {
            ranges,
            found,
            facts: Vec::new(),
            frame,
        }
    }

    pub(super) fn grow(&mut self, slot: Slot, with: Interval) {
        self.ranges.grow_slot(self.frame, slot, with);
    }

    /// Conditions that hold in all that follows.
    pub(super) fn conditions(&mut self, all: impl IntoIterator<Item = &'g Expr>) {
        for cond in all {
            self.value(cond);
            self.suppose(cond, true);
        }
    }

    /// Binds a name to the members of a collection that fit; its condition holds in what follows.
    pub(super) fn bind(&mut self, binder: &'g Binder) {
        let members = self.value(&binder.source);
        self.grow(binder.slot, members);
        self.conditions(&binder.cond);
    }

    /// Hands arguments to a frame, from a slot on.
    pub(super) fn hand(&mut self, to: RangedText, first: Slot, args: &'g [Expr]) {
        for (slot, arg) in (first..).zip(args) {
            let given = self.value(arg);
            self.ranges.grow_slot(to, slot, given);
        }
    }

    /// Returns the values that a variable may have.
    pub(super) fn var(&mut self, var: VarId) -> Interval {
        self.answer(RangedText::First(var))
    }

    fn answer(&mut self, text: RangedText) -> Interval {
        self.ranges.agenda.reads(text);
        self.ranges.answer(text)
    }

    /// Returns the numbers that an expression may be; of a collection, those of its members.
    pub(super) fn value(&mut self, e: &'g Expr) -> Interval {
        self.ranges.looked_at += 1;
        let range = self.unconditioned(e);
        self.narrowed(e, range)
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is not named here may be any number"
    )]
    fn unconditioned(&mut self, e: &'g Expr) -> Interval {
        match &*e.kind {
            ExprKind::Const(n) => Interval::exactly(*n),
            ExprKind::Local(slot) => self.ranges.slot(self.frame, *slot),
            ExprKind::Option(option) => {
                let values = &self.ranges.game.options[option.index()].values;
                let values = values.iter().map(|(_, value)| Interval::exactly(*value));
                values.fold(Interval::NOTHING, Interval::join)
            }
            ExprKind::Var { var, .. } => {
                self.inside(e);
                self.var(*var)
            }
            ExprKind::Attribute { kind, column, .. } | ExprKind::BagCount { kind, column, .. } => {
                self.inside(e);
                let known = self.ranges.columns.get(&(*kind, *column)).copied();
                known.unwrap_or(Interval::NOTHING)
            }
            ExprKind::SpaceAttribute { board, column, .. } => {
                self.inside(e);
                let layouts = &self.ranges.game.boards[board.index()].layouts;
                let spaces = layouts.iter().flat_map(|layout| &layout.spaces);
                super::range(spaces.map(|space| space.attributes.get(*column)))
            }
            ExprKind::Lookup(table, _) => {
                self.inside(e);
                let rows = &self.ranges.game.tables[table.index()].rows;
                let values = rows.iter().map(|(_, value)| Interval::exactly(*value));
                values.fold(Interval::NOTHING, Interval::join)
            }
            ExprKind::Query(query, args) => {
                self.hand(RangedText::Query(*query), 1, args);
                self.ranges.agenda.reads(RangedText::Query(*query));
                self.ranges.modified(*query)
            }
            ExprKind::Slot {
                kind, slot, args, ..
            } => {
                self.inside(e);
                let rows = &self.ranges.game.kind(*kind).rows;
                self.ranges.looked_at += rows.len() as u64;
                let texts = rows.iter().filter_map(|row| *row.values.get(*slot)?);
                texts.fold(Interval::NOTHING, |all, text| {
                    self.hand(RangedText::Text(text), 2, args);
                    all.join(self.answer(RangedText::Text(text)))
                })
            }
            ExprKind::Op(op, args) => self.op(*op, args),
            ExprKind::Fold { op, binder, value } => self.fold(*op, binder, value.as_ref()),
            ExprKind::Range(from, to) => {
                let (from, to) = (self.value(from), self.value(to));
                Interval::new(from.low, to.high)
            }
            ExprKind::Filter(binder) => self.within(|walk| {
                walk.bind(binder);
                let source = walk.value(&binder.source);
                walk.narrowed_slot(binder.slot, source)
            }),
            ExprKind::Union(a, b) | ExprKind::Else(a, b) => self.value(a).join(self.value(b)),
            ExprKind::Negate(of) => self.value(of).negate(),
            ExprKind::Amount(of) => {
                let range = self.value(of);
                self.found.push(RangedAmount { amount: of, range });
                range.meet(Interval::COUNT)
            }
            ExprKind::Arithmetic(op, a, b) => self.arithmetic(*op, a, b),
            ExprKind::If(cond, a, b) => {
                self.value(cond);
                let yes = self.supposing(cond, true, |walk| walk.value(a));
                yes.join(self.supposing(cond, false, |walk| walk.value(b)))
            }
            ExprKind::And(a, b) => self.connected(a, b, true),
            ExprKind::Or(a, b) => self.connected(a, b, false),
            ExprKind::Let(slot, of) => {
                let range = self.value(of);
                self.grow(*slot, range);
                Interval::ANY
            }
            ExprKind::PossibleSet(set) => self.within(|walk| {
                walk.bind(&set.binder);
                let asked = set.quantity.count().into_iter().chain([&set.whole.cond]);
                asked.for_each(|e| {
                    walk.value(e);
                });
                Interval::ANY
            }),
            _ => {
                self.inside(e);
                Interval::ANY
            }
        }
    }

    /// The second of two conditions, which is asked only where the first holds or fails.
    fn connected(&mut self, a: &'g Expr, b: &'g Expr, holds: bool) -> Interval {
        self.value(a);
        self.supposing(a, holds, |walk| walk.value(b));
        Interval::ANY
    }

    fn inside(&mut self, e: &'g Expr) {
        for inner in walk::inside(e) {
            self.value(inner);
        }
    }

    fn op(&mut self, op: QueryOp, args: &'g [Expr]) -> Interval {
        let given: Vec<Interval> = args.iter().map(|arg| self.value(arg)).collect();
        let most = |n: u32| Interval::new(0, i64::from(n));
        match (op, given.as_slice()) {
            (QueryOp::Size | QueryOp::Position | QueryOp::SpaceIndex | QueryOp::Repetitions, _) => {
                Interval::COUNT
            }
            (QueryOp::Distance, _) => Interval::new(-1, Interval::COUNT.high),
            (QueryOp::SeatOf, _) => most(self.ranges.game.players.1),
            (QueryOp::PlayerCount, _) => {
                let (least, most) = self.ranges.game.players;
                Interval::new(i64::from(least), i64::from(most))
            }
            (QueryOp::Minimum, [a, b]) => a.least(*b),
            (QueryOp::Maximum, [a, b]) => a.greatest(*b),
            (QueryOp::Absolute, [a]) => a.absolute(),
            (QueryOp::DivideUp, [a, b]) => a.negate().divide(*b).negate(),
            (QueryOp::RandomNumber, [a, b]) => Interval::new(a.low, b.high),
            (QueryOp::RandomOf | QueryOp::The, [of]) => *of,
            _ => Interval::ANY,
        }
    }

    fn fold(&mut self, op: FoldOp, binder: &'g Binder, value: Option<&'g Expr>) -> Interval {
        self.within(|walk| {
            walk.bind(binder);
            let source = walk.ranges.slot(walk.frame, binder.slot);
            let member = walk.narrowed_slot(binder.slot, source);
            let value = value.map_or(Interval::ANY, |value| walk.value(value));
            let zero = Interval::exactly(0);
            if op == FoldOp::Sum {
                value.sums().join(zero)
            } else if matches!(op, FoldOp::Least | FoldOp::Most) {
                value.join(zero)
            } else if op.counts() {
                Interval::COUNT
            } else {
                member
            }
        })
    }

    fn arithmetic(&mut self, op: Arithmetic, a: &'g Expr, b: &'g Expr) -> Interval {
        let (left, right) = (self.value(a), self.value(b));
        match op {
            Arithmetic::Add => left.add(right),
            Arithmetic::Subtract => {
                let apart = self.difference(a, b);
                left.add(right.negate()).meet(apart)
            }
            Arithmetic::Multiply => left.multiply(right),
            Arithmetic::Divide => left.divide(right),
            Arithmetic::Modulo => left.remainder(right),
        }
    }

    /// Returns what is known of a difference besides the ranges of both: `a - min(a, b)`, and what conditions compare.
    fn difference(&self, a: &Expr, b: &Expr) -> Interval {
        let among = |e: &Expr, op: QueryOp, part: &Expr| {
            if let ExprKind::Op(of, args) = &*e.kind {
                *of == op && args.iter().any(|arg| same(arg, part))
            } else {
                false
            }
        };
        let known = self.compared(a, b);
        let (first, second) = (self.resolved(a), self.resolved(b));
        if among(second, QueryOp::Minimum, a) || among(first, QueryOp::Maximum, b) {
            known.meet(Interval::COUNT)
        } else {
            known
        }
    }

    /// Does something with what a condition proves, and forgets that.
    pub(super) fn supposing<R>(
        &mut self,
        cond: &'g Expr,
        holds: bool,
        then: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.within(|walk| {
            walk.suppose(cond, holds);
            then(walk)
        })
    }

    /// Does something, and forgets what was supposed meanwhile.
    pub(super) fn within<R>(&mut self, then: impl FnOnce(&mut Self) -> R) -> R {
        let known = self.facts.len();
        let result = then(self);
        self.facts.truncate(known);
        result
    }
}
