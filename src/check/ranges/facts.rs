//! Facts: what the conditions above a text prove of the numbers in it.

use super::Interval;
use super::values::RangeWalk;
use ludex_rules::expr::{Expr, ExprKind, ValueOrigin};
use ludex_rules::ids::{Slot, VarId};
use ludex_rules::ops::QueryOp;
use ludex_rules::shape::same;
use ludex_rules::types::Type;
use ludex_rules::walk;

/// Most facts that are kept where a text stands.
const KEPT_FACTS: usize = 1_000;

/// Something that holds where a text stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum ProvenFact<'g> {
    /// The first is below the second by so much at least.
    Below(&'g Expr, &'g Expr, i64),
    /// The two are different numbers.
    Differ(&'g Expr, &'g Expr),
    /// The slot holds what an expression gives.
    Holds(Slot, &'g Expr),
}

impl<'g> ProvenFact<'g> {
    /// Returns true if it speaks of something.
    fn any(self, mut is: impl FnMut(&Expr) -> bool) -> bool {
        match self {
            ProvenFact::Below(a, b, _) | ProvenFact::Differ(a, b) => {
                asks(a, &mut is) || asks(b, &mut is)
            }
            ProvenFact::Holds(_, value) => asks(value, &mut is),
        }
    }

    /// Returns true if it speaks of what stands in a slot.
    fn is_of_slot(self, slot: Slot) -> bool {
        matches!(self, ProvenFact::Holds(at, _) if at == slot) || self.any(|e| is_slot(e, slot))
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
            (ExprKind::Equal(a, b), _) if a.ty == Type::Int && b.ty == Type::Int => {
                if holds {
                    self.note(ProvenFact::Below(a, b, 0));
                    self.note(ProvenFact::Below(b, a, 0));
                } else {
                    self.note(ProvenFact::Differ(a, b));
                }
            }
            (ExprKind::Member(one, many), true) => {
                if let ExprKind::Range(from, to) = &*many.kind {
                    self.note(ProvenFact::Below(from, one, 0));
                    self.note(ProvenFact::Below(one, to, 0));
                }
            }
            _ => {}
        }
    }

    /// Notes that a slot was given a value, unless that value was made of what stood there before, or is another each time.
    pub(super) fn note_assigned(&mut self, slot: Slot, value: &'g Expr) {
        let mut is_other = |e: &Expr| {
            let drawn = [QueryOp::RandomNumber, QueryOp::RandomOf];
            is_slot(e, slot) || matches!(&*e.kind, ExprKind::Op(op, _) if drawn.contains(op))
        };
        if value.ty == Type::Int && !asks(value, &mut is_other) {
            self.note(ProvenFact::Holds(slot, value));
        }
    }

    /// Keeps a fact unless there are many: each is looked at for every number. Without it the ranges are wider.
    fn note(&mut self, fact: ProvenFact<'g>) {
        if self.facts.len() < KEPT_FACTS {
            self.facts.push(Some(fact));
        }
    }

    /// Narrows the range of an expression by all facts about it.
    pub(super) fn narrowed(&mut self, e: &Expr, range: Interval) -> Interval {
        if self.facts.is_empty() || e.ty != Type::Int || matches!(*e.kind, ExprKind::Const(_)) {
            return range;
        }
        if let ExprKind::Local(slot) = *e.kind {
            self.narrowed_slot(slot, range)
        } else {
            self.narrowed_by(range, None, |side| same(side, e))
        }
    }

    /// Narrows the range of what stands in a slot.
    pub(super) fn narrowed_slot(&mut self, slot: Slot, range: Interval) -> Interval {
        self.narrowed_by(range, Some(slot), |side| is_slot(side, slot))
    }

    fn narrowed_by(
        &mut self,
        mut range: Interval,
        slot: Option<Slot>,
        is: impl Fn(&Expr) -> bool,
    ) -> Interval {
        // The other side is looked at by itself: what else is known of it may be of this one again.
        let facts = std::mem::take(&mut self.facts);
        let amounts = self.found.len();
        for fact in facts.iter().flatten() {
            let other = match *fact {
                ProvenFact::Below(a, b, _) | ProvenFact::Differ(a, b) if is(a) => self.value(b),
                ProvenFact::Below(a, b, _) | ProvenFact::Differ(a, b) if is(b) => self.value(a),
                ProvenFact::Holds(at, value) if slot == Some(at) => self.value(value),
                ProvenFact::Below(..) | ProvenFact::Differ(..) | ProvenFact::Holds(..) => continue,
            };
            if other.is_empty() {
                continue;
            }
            range = match *fact {
                ProvenFact::Below(a, _, by) if is(a) => {
                    range.meet(Interval::new(Interval::ANY.low, other.high - by))
                }
                ProvenFact::Below(_, _, by) => {
                    range.meet(Interval::new(other.low + by, Interval::ANY.high))
                }
                ProvenFact::Differ(..) => without(range, other),
                ProvenFact::Holds(..) => range.meet(other),
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

    /// Returns what a local name was given, where that still holds; of anything else, the expression itself.
    pub(super) fn resolved<'e>(&self, e: &'e Expr) -> &'e Expr
    where
        'g: 'e,
    {
        let ExprKind::Local(slot) = *e.kind else {
            return e;
        };
        let mut held = self.facts.iter().flatten().filter_map(|fact| match *fact {
            ProvenFact::Holds(at, value) if at == slot => Some(value),
            ProvenFact::Below(..) | ProvenFact::Differ(..) | ProvenFact::Holds(..) => None,
        });
        held.next().unwrap_or(e)
    }

    // ---- what ends with a change ----

    /// Forgets what was known of a name that gets another value.
    pub(super) fn forget_slot(&mut self, slot: Slot) {
        self.forget(|fact| fact.is_of_slot(slot));
    }

    /// Forgets what was known of a variable that is written to.
    pub(super) fn forget_var(&mut self, var: VarId) {
        self.forget(|fact| {
            fact.any(|e| {
                if let ExprKind::Var { var: of, .. } = &*e.kind {
                    *of == var
                } else {
                    asks_elsewhere(e)
                }
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

/// Returns true if a part of an expression, or all of it, is so.
fn asks(e: &Expr, is: &mut impl FnMut(&Expr) -> bool) -> bool {
    let mut found = false;
    walk::exprs(e, &mut |e| found |= is(e));
    found
}

/// Returns true for the name of a slot.
fn is_slot(e: &Expr, slot: Slot) -> bool {
    matches!(*e.kind, ExprKind::Local(at) if at == slot)
}

/// Returns true if an expression asks what other texts, or the engine, find in the position.
fn asks_elsewhere(e: &Expr) -> bool {
    if let ExprKind::Op(op, _) = &*e.kind {
        return !matches!(
            op,
            QueryOp::Minimum | QueryOp::Maximum | QueryOp::Absolute | QueryOp::PlayerCount
        );
    }
    match e.origin() {
        ValueOrigin::Query(..)
        | ValueOrigin::Text(..)
        | ValueOrigin::Action(_)
        | ValueOrigin::MemberOf(_) => true,
        ValueOrigin::Own => matches!(&*e.kind, ExprKind::Fold { .. } | ExprKind::PossibleSet(_)),
        ValueOrigin::Local(_)
        | ValueOrigin::Var(..)
        | ValueOrigin::Place(..)
        | ValueOrigin::Row(_)
        | ValueOrigin::OneOf(_)
        | ValueOrigin::MembersOf(_) => false,
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
