//! Folds as loops: aggregates of the members of a collection.

use super::Lower;
use crate::lir::{BlameSpan, Block, Compare, Host, Type, Value};
use ludex_program::node::{NodeId, SourceId};
use ludex_rules::game::NONE;
use ludex_rules::ops::FoldOp;

impl Lower<'_> {
    pub(super) fn fold(&mut self, op: FoldOp, source: SourceId, slot: u16, node: NodeId) -> Value {
        let value = self.folded(op, source, slot, node);
        self.unbind([slot]);
        value
    }

    fn folded(&mut self, op: FoldOp, source: SourceId, slot: u16, node: NodeId) -> Value {
        match op {
            // A streak ends its source itself; groups are sources, and how many there are is the only number of them.
            FoldOp::Count | FoldOp::Streak | FoldOp::Group | FoldOp::Groups => self.count(source),
            FoldOp::Sum => self.sum(source, slot, node),
            FoldOp::Any => match self.some_of_bits(source, true) {
                Some(some) => some,
                None => self.first(source, 0, |e, _| e.int(1)),
            },
            FoldOp::Nothing => match self.some_of_bits(source, false) {
                Some(none) => none,
                None => self.first(source, 1, |e, _| e.int(0)),
            },
            FoldOp::First => match self.first_of_bits(source) {
                Some(first) => first,
                None => self.first(source, NONE, |_, member| member),
            },
            FoldOp::Last => {
                let last = self.counter(Type::Int, i64::from(NONE));
                self.each(source, |e, member| e.b.set(last, member));
                self.b.get(last)
            }
            FoldOp::Every => match self.every_of_bits(source, slot, node) {
                Some(every) => every,
                None => self.every(source, slot, node),
            },
            FoldOp::Least => self.extreme(source, slot, node, Compare::Less, false),
            FoldOp::Most => self.extreme(source, slot, node, Compare::Greater, false),
            FoldOp::Fewest => self.extreme(source, slot, node, Compare::Less, true),
            FoldOp::Greatest => self.extreme(source, slot, node, Compare::Greater, true),
            FoldOp::Distinct => {
                let start = self.asked(Host::scratch_len, &[]);
                self.each(source, |e, member| {
                    e.bind(slot, member);
                    let value = e.value(node);
                    e.host(Host::scratch_new, &[start, value]);
                });
                self.asked(Host::scratch_drop, &[start])
            }
        }
    }

    pub(super) fn count(&mut self, source: SourceId) -> Value {
        let counted = match self.count_of_bits(source) {
            Some(count) => count,
            None => {
                let count = self.counter(Type::Int, 0);
                self.each(source, |e, _| e.b.count_up(count, 1));
                self.b.get(count)
            }
        };
        if let Some(most) = self
            .most_members(source)
            .and_then(|most| i64::try_from(most).ok())
        {
            self.b.bound(counted, 0, most);
        }
        counted
    }

    fn sum(&mut self, source: SourceId, slot: u16, node: NodeId) -> Value {
        let sum = self.counter(Type::Long, 0);
        self.each(source, |e, member| {
            e.bind(slot, member);
            let value = e.value(node);
            let wide = e.b.sign_extend(value);
            let old = e.b.get(sum);
            let new = e.b.add(old, wide);
            e.b.set(sum, new);
        });
        let wide = self.b.get(sum);
        self.number(wide, BlameSpan::Node(node))
    }

    /// Computes something of the first member, or a number when there is none.
    fn first(
        &mut self,
        source: SourceId,
        nothing: i32,
        of: impl Fn(&mut Self, Value) -> Value,
    ) -> Value {
        let found = self.counter(Type::Int, i64::from(nothing));
        self.walk(source, &mut |e, member, ways| {
            let value = of(e, member);
            e.b.set(found, value);
            e.jump(ways.stop);
        });
        self.b.get(found)
    }

    fn every(&mut self, source: SourceId, slot: u16, node: NodeId) -> Value {
        let holds = self.counter(Type::Int, 1);
        self.walk(source, &mut |e, member, ways| {
            let fails = e.block();
            e.bind(slot, member);
            e.branch(node, ways.next, fails);
            e.go_on(fails);
            let no = e.int(0);
            e.b.set(holds, no);
            e.jump(ways.stop);
        });
        self.b.get(holds)
    }

    /// Tells whether some member meets a condition.
    pub(super) fn any(
        &mut self,
        source: SourceId,
        mut meets: impl FnMut(&mut Self, Value) -> Value,
        yes: Block,
        no: Block,
    ) {
        let found = self.counter(Type::Int, 0);
        self.walk(source, &mut |e, member, ways| {
            let here = e.block();
            let met = meets(e, member);
            e.b.branch(met, here, ways.next);
            e.go_on(here);
            let one = e.int(1);
            e.b.set(found, one);
            e.jump(ways.stop);
        });
        let found = self.b.get(found);
        self.b.branch(found, yes, no);
    }

    fn extreme(
        &mut self,
        source: SourceId,
        slot: u16,
        node: NodeId,
        better: Compare,
        gives_member: bool,
    ) -> Value {
        let nothing = if gives_member { i64::from(NONE) } else { 0 };
        let (best, given) = (self.counter(Type::Int, 0), self.counter(Type::Int, nothing));
        let any = self.counter(Type::Int, 0);
        self.walk(source, &mut |e, member, ways| {
            let (compare, take) = (e.block(), e.block());
            e.bind(slot, member);
            let found = e.value(node);
            let had = e.b.get(any);
            e.b.branch(had, compare, take);
            e.go_on(compare);
            let old = e.b.get(best);
            let is_better = e.b.compare(better, found, old);
            e.b.branch(is_better, take, ways.next);
            e.go_on(take);
            let one = e.int(1);
            e.b.set(any, one);
            e.b.set(best, found);
            e.b.set(given, if gives_member { member } else { found });
            e.jump(ways.next);
        });
        self.b.get(given)
    }
}
