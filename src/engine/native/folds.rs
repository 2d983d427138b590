//! Questions about all members of a collection.

use super::emit::{Emit, I32, I64};
use super::host::Host;
use super::trap::Place;
use crate::program::node::{FoldOp, NodeId, SourceId};
use crate::rules::game::NONE;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};

impl Emit<'_> {
    pub(super) fn fold(&mut self, op: FoldOp, source: SourceId, slot: u16, node: NodeId) -> Value {
        match op {
            FoldOp::Count => self.count(source),
            FoldOp::Sum => self.sum(source, slot, node),
            FoldOp::Any => self.first(source, 0, |e, _| e.int(1)),
            FoldOp::First => self.first(source, NONE, |_, member| member),
            FoldOp::Last => {
                let last = self.counter(I32, i64::from(NONE));
                self.each(source, |e, member| e.b.def_var(last, member));
                self.b.use_var(last)
            }
            FoldOp::Every => self.every(source, slot, node),
            FoldOp::Least => self.extreme(source, (slot, node), IntCC::SignedLessThan, false),
            FoldOp::Most => self.extreme(source, (slot, node), IntCC::SignedGreaterThan, false),
            FoldOp::Fewest => self.extreme(source, (slot, node), IntCC::SignedLessThan, true),
            FoldOp::Greatest => self.extreme(source, (slot, node), IntCC::SignedGreaterThan, true),
            FoldOp::Distinct => {
                let start = self.asked(Host::scratch_len, &[]);
                self.each(source, |e, member| {
                    e.set_slot(slot, member);
                    let value = e.value(node);
                    e.host(Host::scratch_new, &[start, value]);
                });
                self.asked(Host::scratch_drop, &[start])
            }
        }
    }

    pub(super) fn count(&mut self, source: SourceId) -> Value {
        let count = self.counter(I32, 0);
        self.each(source, |e, _| e.count_up(count, 1));
        self.b.use_var(count)
    }

    fn sum(&mut self, source: SourceId, slot: u16, node: NodeId) -> Value {
        let sum = self.counter(I64, 0);
        self.each(source, |e, member| {
            e.set_slot(slot, member);
            let value = e.value(node);
            let wide = e.b.ins().sextend(I64, value);
            let old = e.b.use_var(sum);
            let new = e.b.ins().iadd(old, wide);
            e.b.def_var(sum, new);
        });
        let wide = self.b.use_var(sum);
        self.narrow(wide, Place::Node(node))
    }

    /// Something of the first member, or a number when there is none.
    fn first(
        &mut self,
        source: SourceId,
        nothing: i32,
        of: impl Fn(&mut Self, Value) -> Value,
    ) -> Value {
        let found = self.counter(I32, i64::from(nothing));
        self.walk(source, &mut |e, member, ways| {
            let value = of(e, member);
            e.b.def_var(found, value);
            e.jump(ways.stop);
        });
        self.b.use_var(found)
    }

    fn every(&mut self, source: SourceId, slot: u16, node: NodeId) -> Value {
        let holds = self.counter(I32, 1);
        self.walk(source, &mut |e, member, ways| {
            let fails = e.block();
            e.set_slot(slot, member);
            e.branch(node, ways.next, fails);
            e.go_on(fails);
            let no = e.int(0);
            e.b.def_var(holds, no);
            e.jump(ways.stop);
        });
        self.b.use_var(holds)
    }

    /// Tells whether some member meets a condition.
    pub(super) fn any(
        &mut self,
        source: SourceId,
        mut meets: impl FnMut(&mut Self, Value) -> Value,
        yes: Block,
        no: Block,
    ) {
        let found = self.counter(I32, 0);
        self.walk(source, &mut |e, member, ways| {
            let here = e.block();
            let met = meets(e, member);
            e.b.ins().brif(met, here, &[], ways.next, &[]);
            e.go_on(here);
            let one = e.int(1);
            e.b.def_var(found, one);
            e.jump(ways.stop);
        });
        let found = self.b.use_var(found);
        self.b.ins().brif(found, yes, &[], no, &[]);
    }

    fn extreme(
        &mut self,
        source: SourceId,
        (slot, node): (u16, NodeId),
        better: IntCC,
        gives_member: bool,
    ) -> Value {
        let nothing = if gives_member { i64::from(NONE) } else { 0 };
        let (best, given) = (self.counter(I32, 0), self.counter(I32, nothing));
        let any = self.counter(I32, 0);
        self.walk(source, &mut |e, member, ways| {
            let (compare, take) = (e.block(), e.block());
            e.set_slot(slot, member);
            let found = e.value(node);
            let had = e.b.use_var(any);
            e.b.ins().brif(had, compare, &[], take, &[]);
            e.go_on(compare);
            let old = e.b.use_var(best);
            let is_better = e.b.ins().icmp(better, found, old);
            e.b.ins().brif(is_better, take, &[], ways.next, &[]);
            e.go_on(take);
            let one = e.int(1);
            e.b.def_var(any, one);
            e.b.def_var(best, found);
            e.b.def_var(given, if gives_member { member } else { found });
            e.jump(ways.next);
        });
        self.b.use_var(given)
    }
}
