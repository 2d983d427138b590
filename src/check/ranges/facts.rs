//! Facts: what the conditions above a text prove of the numbers in it.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a question names the few sorts it concerns; of every other nothing is proved"
)]

use super::Interval;
use super::values::RangeWalk;
use crate::rules::expr::{Expr, ExprKind};
use crate::rules::ids::{Slot, VarId};
use crate::rules::ops::QueryOp;
use crate::rules::shape::same;
use crate::rules::types::Type;
use crate::rules::walk;

/// Something that holds where a text stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum ProvenFact<'g> {
    /// The first is below the second by so much at least.
    Below(&'g Expr, &'g Expr, i64),
    /// The two are different numbers.
    Differ(&'g Expr, &'g Expr),
}

impl<'g> ProvenFact<'g> {
    fn sides(self) -> [&'g Expr; 2] {
        match self {
            ProvenFact::Below(a, b, _) | ProvenFact::Differ(a, b) => [a, b],
        }
    }

    /// Returns true if it speaks of something.
    fn any(self, mut is: impl FnMut(&Expr) -> bool) -> bool {
        let mut found = false;
        for side in self.sides() {
            walk::exprs(side, &mut |e| found |= is(e));
        }
        found
    }
}

impl<'g> RangeWalk<'_, 'g> {
    /// Notes what a condition proves that holds, or fails.
    pub(super) fn suppose(&mut self, cond: &'g Expr, holds: bool) {
        match (&*cond.kind, holds) {
            (ExprKind::Not(of), _) => self.suppose(of, !holds),
            (ExprKind::And(a, b), true) | (ExprKind::Or(a, b), false) => {
                self.suppose(a, holds);
                self.suppose(b, holds);
            }
            (ExprKind::Less(a, b), true) => self.note(ProvenFact::Below(a, b, 1)),
            (ExprKind::Less(a, b), false) => self.note(ProvenFact::Below(b, a, 0)),
            (ExprKind::LessEqual(a, b), true) => self.note(ProvenFact::Below(a, b, 0)),
            (ExprKind::LessEqual(a, b), false) => self.note(ProvenFact::Below(b, a, 1)),
            (ExprKind::Equal(a, b), _) if a.ty == Type::Int && b.ty == Type::Int => match holds {
                true => {
                    self.note(ProvenFact::Below(a, b, 0));
                    self.note(ProvenFact::Below(b, a, 0));
                }
                false => self.note(ProvenFact::Differ(a, b)),
            },
            (ExprKind::Member(one, many), true) => {
                if let ExprKind::Range(from, to) = &*many.kind {
                    self.note(ProvenFact::Below(from, one, 0));
                    self.note(ProvenFact::Below(one, to, 0));
                }
            }
            _ => {}
        }
    }

    fn note(&mut self, fact: ProvenFact<'g>) {
        self.facts.push(Some(fact));
    }

    /// Narrows the range of an expression by all facts about it.
    pub(super) fn narrowed(&mut self, e: &Expr, range: Interval) -> Interval {
        if self.facts.is_empty() || e.ty != Type::Int || matches!(*e.kind, ExprKind::Const(_)) {
            return range;
        }
        self.narrowed_by(range, |side| same(side, e))
    }

    /// Narrows the range of what stands in a slot.
    pub(super) fn narrowed_slot(&mut self, slot: Slot, range: Interval) -> Interval {
        self.narrowed_by(
            range,
            |side| matches!(*side.kind, ExprKind::Local(at) if at == slot),
        )
    }

    fn narrowed_by(&mut self, mut range: Interval, is: impl Fn(&Expr) -> bool) -> Interval {
        // The other side is looked at by itself: what else is known of it may be of this one again.
        let facts = std::mem::take(&mut self.facts);
        let amounts = self.found.len();
        for fact in facts.iter().flatten() {
            let [a, b] = fact.sides();
            let (of_first, of_second) = (is(a), is(b));
            if !of_first && !of_second {
                continue;
            }
            let other = self.value(if of_first { b } else { a });
            if other.is_empty() {
                continue;
            }
            range = match fact {
                ProvenFact::Below(_, _, by) if of_first => {
                    range.meet(Interval::new(Interval::ANY.low, other.high - by))
                }
                ProvenFact::Below(_, _, by) => {
                    range.meet(Interval::new(other.low + by, Interval::ANY.high))
                }
                ProvenFact::Differ(..) => without(range, other),
            };
        }
        self.found.truncate(amounts);
        self.facts = facts;
        range
    }

    /// Returns what the facts say of the difference of two numbers.
    pub(super) fn compared(&self, a: &Expr, b: &Expr) -> Interval {
        let mut known = Interval::ANY;
        for fact in self.facts.iter().flatten() {
            let ProvenFact::Below(low, high, by) = *fact else {
                continue;
            };
            if same(high, a) && same(low, b) {
                known = known.meet(Interval::new(by, Interval::ANY.high));
            } else if same(low, a) && same(high, b) {
                known = known.meet(Interval::new(Interval::ANY.low, -by));
            }
        }
        known
    }

    // ---- what ends with a change ----

    /// Forgets what was known of a name that gets another value.
    pub(super) fn forget_slot(&mut self, slot: Slot) {
        self.forget(|fact| fact.any(|e| matches!(*e.kind, ExprKind::Local(at) if at == slot)));
    }

    /// Forgets what was known of a variable that is written to.
    pub(super) fn forget_var(&mut self, var: VarId) {
        self.forget(|fact| {
            fact.any(|e| match &*e.kind {
                ExprKind::Var { var: of, .. } => *of == var,
                _ => asks_elsewhere(e),
            })
        });
    }

    /// Forgets what was known of the position: anything may have changed.
    pub(super) fn forget_position(&mut self) {
        self.forget(|fact| {
            fact.any(|e| {
                let lies = matches!(*e.kind, ExprKind::Var { .. } | ExprKind::Place { .. });
                lies || asks_elsewhere(e)
            })
        });
    }

    fn forget(&mut self, is_over: impl Fn(ProvenFact<'g>) -> bool) {
        for known in &mut self.facts {
            if known.is_some_and(&is_over) {
                *known = None;
            }
        }
    }
}

/// Returns true if an expression asks what other texts, or the engine, find in the position.
fn asks_elsewhere(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Op(op, _) => !matches!(
            op,
            QueryOp::Minimum | QueryOp::Maximum | QueryOp::Absolute | QueryOp::PlayerCount
        ),
        ExprKind::Query(..)
        | ExprKind::Slot { .. }
        | ExprKind::Fold { .. }
        | ExprKind::Possible(_)
        | ExprKind::PossibleSet(_) => true,
        _ => false,
    }
}

/// Takes a number away from the ends of a range.
fn without(range: Interval, other: Interval) -> Interval {
    match (other.low == other.high, other.low) {
        (true, n) if n == range.low => Interval::new(range.low + 1, range.high),
        (true, n) if n == range.high => Interval::new(range.low, range.high - 1),
        _ => range,
    }
}
