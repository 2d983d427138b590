//! Removes needless checks: of what was found inside on every way, and of what can't be anywhere else.

use super::dominators::Dominators;
use super::{Binary, Block, Function, Host, Inst, Region, Value, Var};
use ludex_rules::expr::Arithmetic;
use ludex_rules::game::NONE;
use std::collections::BTreeMap;

/// Removes each check that a dominating check of an equal value implies, or the range of its value: some are known by what
/// makes them, the others follow from these. Values are equal when equal instructions make them of
/// equal values (value numbering: Alpern, Wegman and Zadeck, *Detecting Equality of Variables in Programs*, 1988).
pub(super) fn remove_needless(function: &mut Function, ranges: &BTreeMap<Value, Range>) {
    let order = function.order();
    let dominators = Dominators::of(function, &order);
    let mut numbering = Numbering::of(function, &dominators, ranges);
    let needless = order.iter().flat_map(|block| numbering.block(*block));
    let needless: Vec<(Block, usize)> = needless.collect();
    let plain = numbering.plain;
    for (block, n, inst) in plain {
        function.blocks[block.index()].insts[n] = inst;
    }
    for (block, n) in needless.into_iter().rev() {
        function.blocks[block.index()].insts.remove(n);
    }
}

/// The lowest and the highest of some numbers.
pub(super) type Range = (i64, i64);

/// The most steps by which a range follows from others.
const DEEPEST_RANGE: u32 = 4;

/// The number of a class of equal values.
type Number = u32;

/// An instruction that makes equal values of equal operands.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Formula {
    Const(i64),
    Binary(Binary, Number, Number),
    BinaryN(Binary, Number, i64),
    Load(Region, Number, i32),
    LoadLong(Region, Number, i32),
}

/// The condition of a check: the values that it lets pass.
#[derive(Clone, Copy)]
enum Passes {
    /// A value that, without sign, is below a length.
    Below(u32),
    /// Anything but `none`.
    Some,
}

impl Passes {
    /// Returns true if all values of a range pass.
    fn all(self, range: Range) -> bool {
        let (low, high) = range;
        match self {
            Passes::Below(length) => low >= 0 && high < i64::from(length),
            Passes::Some => low > i64::from(NONE),
        }
    }

    /// Tells whether whatever passes this check passes another: `none` is no number below half of all.
    fn implies(self, other: Passes) -> bool {
        match (self, other) {
            (Passes::Below(length), Passes::Below(other)) => length <= other,
            (Passes::Below(length), Passes::Some) => length <= 1 << 31,
            (Passes::Some, Passes::Some) => true,
            (Passes::Some, Passes::Below(_)) => false,
        }
    }
}

/// The values of a function, numbered so that equal ones have one number.
struct Numbering<'a> {
    function: &'a Function,
    dominators: &'a Dominators,
    /// True if the function changes no state, so that what is read twice is equal.
    only_reads: bool,
    /// For each variable that is set once: the block and the value.
    set_once: BTreeMap<Var, (Block, Value)>,
    /// For each value: its number.
    numbers: Vec<Number>,
    formulas: BTreeMap<Formula, Number>,
    /// For each number: the checks that were met, with their blocks.
    checks: BTreeMap<Number, Vec<(Block, Passes)>>,
    /// For some values: the range that they are in.
    ranges: &'a BTreeMap<Value, Range>,
    /// For each value of an instruction: that instruction.
    made: Vec<Option<&'a Inst>>,
    /// Operators that can't fail, with what does the same without a check.
    plain: Vec<(Block, usize, Inst)>,
}

impl<'a> Numbering<'a> {
    fn of(
        function: &'a Function,
        dominators: &'a Dominators,
        ranges: &'a BTreeMap<Value, Range>,
    ) -> Numbering<'a> {
        let mut made = vec![None; function.values.len()];
        for inst in function.blocks.iter().flat_map(|code| &code.insts) {
            if let Some(to) = inst.result() {
                made[to.index()] = Some(inst);
            }
        }
        Numbering {
            ranges,
            made,
            plain: Vec::new(),
            function,
            dominators,
            only_reads: only_reads(function),
            set_once: set_once(function),
            numbers: (0..function.values.len() as u32).collect(),
            formulas: BTreeMap::new(),
            checks: BTreeMap::new(),
        }
    }

    /// Numbers the values of a block and lists its needless checks. The blocks that dominate it must come before.
    fn block(&mut self, block: Block) -> Vec<(Block, usize)> {
        let insts = &self.function.blocks[block.index()].insts;
        let mut needless = Vec::new();
        for (n, inst) in insts.iter().enumerate() {
            if let Some((value, passes)) = check(inst) {
                let range = self.range(block, value, DEEPEST_RANGE);
                if range.is_some_and(|range| passes.all(range)) {
                    needless.push((block, n));
                    continue;
                }
                let met = self.checks.entry(self.numbers[value.index()]).or_default();
                let dominating = met
                    .iter()
                    .filter(|(by, _)| self.dominators.dominates(*by, block));
                if dominating.into_iter().any(|(_, met)| met.implies(passes)) {
                    needless.push((block, n));
                } else {
                    met.push((block, passes));
                }
            } else if let Some(to) = inst.result() {
                if let Some(unchecked) = self.unchecked(block, inst) {
                    self.plain.push((block, n, unchecked));
                }
                self.numbers[to.index()] = self.number(block, to, inst);
            }
        }
        needless
    }

    /// The range of a value in a block, as far as it is known there.
    fn range(&self, block: Block, value: Value, depth: u32) -> Option<Range> {
        let known = self.ranges.get(&value).copied();
        let met = self.checks.get(&self.numbers[value.index()]);
        let met = met.into_iter().flatten().filter_map(|(by, passes)| {
            let Passes::Below(length) = passes else {
                return None;
            };
            let is_met = self.dominators.dominates(*by, block);
            is_met.then_some((0, i64::from(*length) - 1))
        });
        // A length beyond half of all numbers says nothing about one with a sign.
        let met = met.filter(|(_, high)| *high <= i64::from(i32::MAX));
        let made = (depth > 0).then(|| self.made_range(block, value, depth - 1));
        let all = known.into_iter().chain(met).chain(made.flatten());
        all.reduce(|(low, high), (a, b)| (low.max(a), high.min(b)))
    }

    /// The range of a value by what makes it. One that might wrap has none.
    fn made_range(&self, block: Block, value: Value, depth: u32) -> Option<Range> {
        let of = |value: &Value| self.range(block, *value, depth);
        let made = self.made[value.index()]?;
        if let Inst::Arithmetic { op, a, b, .. } = made {
            return computed(*op, of(a)?, of(b)?);
        }
        let (low, high) = if let Inst::Const { n, .. } = made {
            (*n, *n)
        } else if let Inst::Copy { a, .. } = made {
            of(a)?
        } else if let Inst::BinaryN {
            op: Binary::Add,
            a,
            n,
            ..
        } = made
        {
            let (low, high) = of(a)?;
            (low.checked_add(*n)?, high.checked_add(*n)?)
        } else if let Inst::Binary {
            op: Binary::Add,
            a,
            b,
            ..
        } = made
        {
            let ((low, high), (least, most)) = (of(a)?, of(b)?);
            (low.checked_add(least)?, high.checked_add(most)?)
        } else {
            return None;
        };
        let fits = i64::from(i32::MIN) <= low && high <= i64::from(i32::MAX);
        fits.then_some((low, high))
    }

    /// The instruction that does the same as an operator of the language, if that can't fail here.
    fn unchecked(&self, block: Block, inst: &Inst) -> Option<Inst> {
        let Inst::Arithmetic { op, to, a, b, .. } = inst else {
            return None;
        };
        let ranges = [*a, *b].map(|value| self.range(block, value, DEEPEST_RANGE));
        computed(*op, ranges[0]?, ranges[1]?)?;
        let op = match op {
            Arithmetic::Add => Binary::Add,
            Arithmetic::Subtract => Binary::Sub,
            Arithmetic::Multiply => Binary::Mul,
            Arithmetic::Divide | Arithmetic::Modulo => return None,
        };
        let (to, a, b) = (*to, *a, *b);
        Some(Inst::Binary { op, to, a, b })
    }

    /// The number of the value that an instruction writes.
    fn number(&mut self, block: Block, to: Value, inst: &Inst) -> Number {
        if let Inst::Copy { a, .. } = inst {
            return self.numbers[a.index()];
        }
        if let Inst::Get { var, .. } = inst
            && let Some((by, value)) = self.set_once.get(var)
            && self.dominators.dominates(*by, block)
        {
            return self.numbers[value.index()];
        }
        match self.formula(inst) {
            Some(formula) => *self.formulas.entry(formula).or_insert(to.index() as u32),
            None => to.index() as u32,
        }
    }

    fn formula(&self, inst: &Inst) -> Option<Formula> {
        let number = |value: &Value| self.numbers[value.index()];
        if let Inst::Const { n, .. } = inst {
            Some(Formula::Const(*n))
        } else if let Inst::Binary { op, a, b, .. } = inst {
            Some(Formula::Binary(*op, number(a), number(b)))
        } else if let Inst::BinaryN { op, a, n, .. } = inst {
            Some(Formula::BinaryN(*op, number(a), *n))
        } else if let Inst::Load {
            from, index, plus, ..
        } = inst
        {
            let stays = self.only_reads || matches!(from, Region::Table(_));
            stays.then(|| Formula::Load(*from, number(index), *plus))
        } else if let Inst::LoadLong {
            from, index, plus, ..
        } = inst
        {
            let stays = self.only_reads || matches!(from, Region::Table(_));
            stays.then(|| Formula::LoadLong(*from, number(index), *plus))
        } else {
            None
        }
    }
}

/// The range of what an operator makes of numbers in two ranges, unless it may fail.
fn computed(op: Arithmetic, a: Range, b: Range) -> Option<Range> {
    let ((low, high), (least, most)) = (a, b);
    let is_something = low.min(least) > i64::from(NONE);
    let (low, high) = match op {
        Arithmetic::Add => (low.checked_add(least)?, high.checked_add(most)?),
        Arithmetic::Subtract => (low.checked_sub(most)?, high.checked_sub(least)?),
        Arithmetic::Multiply => {
            let corners = [(low, least), (low, most), (high, least), (high, most)];
            let products = corners.map(|(a, b)| a.checked_mul(b));
            let products = products.into_iter().collect::<Option<Vec<i64>>>()?;
            (*products.iter().min()?, *products.iter().max()?)
        }
        Arithmetic::Divide | Arithmetic::Modulo => return None,
    };
    // `none` is no number.
    let is_number = low > i64::from(NONE) && high <= i64::from(i32::MAX);
    (is_something && is_number).then_some((low, high))
}

/// The value that an instruction checks, if it does nothing else.
fn check(inst: &Inst) -> Option<(Value, Passes)> {
    if let Inst::Below { a, length, .. } = inst {
        Some((*a, Passes::Below(*length)))
    } else if let Inst::Some { a, .. } = inst {
        Some((*a, Passes::Some))
    } else {
        None
    }
}

/// Tells whether a function leaves the state as it is.
fn only_reads(function: &Function) -> bool {
    function
        .blocks
        .iter()
        .all(|code| !code.exit.is_left() && !code.insts.iter().any(changes))
}

fn changes(inst: &Inst) -> bool {
    let is_host = |host: &Host| matches!(host, Host::write | Host::move_whole | Host::relocate);
    matches!(inst, Inst::Write { .. }) || matches!(inst, Inst::Host { host, .. } if is_host(host))
}

/// The variables that are set once and counted never, with what they are set to. Where that set dominates a read, the two are
/// of the same round of any loop.
fn set_once(function: &Function) -> BTreeMap<Var, (Block, Value)> {
    let mut set: BTreeMap<Var, Option<(Block, Value)>> = BTreeMap::new();
    let counted = function.step_counters.iter().flatten();
    set.extend(counted.map(|var| (*var, None)));
    for block in function.order() {
        for inst in &function.blocks[block.index()].insts {
            if let Inst::Set { var, a } = inst {
                let seen = set.entry(*var);
                seen.and_modify(|once| *once = None)
                    .or_insert(Some((block, *a)));
            } else if let Inst::CountUp { var, .. } = inst {
                set.insert(*var, None);
            }
        }
    }
    set.into_iter()
        .filter_map(|(var, once)| Some((var, once?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::lir::{
        ArithmeticTraps, BlameSpan, Builder, Function, Inlined, Inst, ProgramTable, Region, Trap,
        TrapKind, Type, Value,
    };
    use ludex_rules::expr::Arithmetic;
    use ludex_rules::ids::VarId;

    /// A function of an int, written by a test.
    fn function(write: impl FnOnce(&mut Builder, Value)) -> Function {
        let (mut b, given) = Builder::new("test".into(), false, &[Type::Int], Type::Int);
        write(&mut b, given[0]);
        b.finish()
    }

    fn trap(kind: TrapKind) -> Trap {
        Trap {
            kind,
            blame: BlameSpan::Call,
            at: None,
            inlined: Inlined::default(),
        }
    }

    fn below(b: &mut Builder, a: Value, length: u32) {
        let fails = b.trap_site(trap(TrapKind::OfNone), &[]);
        b.push(Inst::Below { a, length, fails });
    }

    /// Counts the checks that are left.
    fn checks(function: &Function) -> usize {
        let insts = function.blocks.iter().flat_map(|block| &block.insts);
        insts.filter(|inst| super::check(inst).is_some()).count()
    }

    #[test]
    fn a_check_of_an_equal_value_goes() {
        let twice = function(|b, given| {
            let copy = b.var(given);
            for (n, length) in [(3, 10), (3, 10), (3, 12), (3, 9), (4, 10)] {
                let named = b.get(copy);
                let index = b.add_n(named, n);
                below(b, index, length);
            }
            b.return_(given);
        });
        // The second and the third say no more than the first.
        assert_eq!(checks(&twice), 3);
    }

    #[test]
    fn a_check_on_another_way_stays() {
        let apart = function(|b, given| {
            let (yes, no, both) = (b.block(), b.block(), b.block());
            b.branch(given, yes, no);
            b.go_on(yes);
            below(b, given, 10);
            b.jump(both);
            b.go_on(no);
            b.jump(both);
            b.go_on(both);
            below(b, given, 10);
            b.return_(given);
        });
        assert_eq!(checks(&apart), 2);
    }

    #[test]
    fn what_is_set_twice_or_written_meanwhile_is_checked_again() {
        let set = function(|b, given| {
            let var = b.var(given);
            for n in 0..2 {
                let before = b.get(var);
                below(b, before, 10);
                let next = b.add_n(before, n + 1);
                b.set(var, next);
            }
            b.return_(given);
        });
        assert_eq!(checks(&set), 2);
        let read_twice = |from: Region, writes: bool| {
            function(|b, given| {
                for _ in 0..2 {
                    let found = b.load(from, given);
                    below(b, found, 10);
                    if writes {
                        b.push(Inst::Write {
                            var: VarId::new(0),
                            address: given,
                            a: given,
                        });
                    }
                }
                b.return_(given);
            })
        };
        assert_eq!(checks(&read_twice(Region::Memory, true)), 2);
        assert_eq!(checks(&read_twice(Region::Memory, false)), 1);
        assert_eq!(
            checks(&read_twice(Region::Table(ProgramTable::Rows), true)),
            1
        );
    }

    #[test]
    fn a_check_in_a_loop_is_of_this_round() {
        let walk = function(|b, given| {
            let (round, done) = (b.block(), b.block());
            let (at, member) = (b.var(given), b.new_var(Type::Int));
            b.jump(round);
            b.go_on(round);
            let here = b.get(at);
            b.set(member, here);
            for _ in 0..2 {
                let named = b.get(member);
                below(b, named, 10);
            }
            let next = b.load(Region::Next, here);
            b.set(at, next);
            b.branch(next, round, done);
            b.go_on(done);
            b.return_(given);
        });
        assert_eq!(checks(&walk), 1);
    }

    #[test]
    fn whatever_is_inside_is_something() {
        let both = |length: u32| {
            function(|b, given| {
                below(b, given, length);
                let fails = b.trap_site(trap(TrapKind::OfNone), &[]);
                b.push(Inst::Some { a: given, fails });
                b.return_(given);
            })
        };
        assert_eq!(checks(&both(10)), 1);
        assert_eq!(checks(&both(1 << 31)), 1);
        assert_eq!(checks(&both((1 << 31) + 1)), 2);
    }

    #[test]
    fn a_check_of_a_value_within_bounds_goes() {
        let bounded = |(low, high): (i64, i64), n: i64, length: u32| {
            let function = function(|b, given| {
                let known = b.copy(given);
                b.bound(known, low, high);
                let index = b.add_n(known, n);
                below(b, index, length);
                b.return_(given);
            });
            checks(&function)
        };
        assert_eq!(bounded((0, 5), 0, 6), 0);
        assert_eq!(bounded((0, 6), 0, 6), 1);
        assert_eq!(bounded((3, 8), -3, 6), 0);
        assert_eq!(bounded((3, 8), -4, 6), 1);
        // A sum that may wrap has no range.
        assert_eq!(bounded((0, i64::from(i32::MAX)), 1, u32::MAX), 1);
    }

    #[test]
    fn a_check_bounds_what_is_added_behind_it() {
        let behind = function(|b, given| {
            below(b, given, 10);
            let index = b.add_n(given, 5);
            below(b, index, 15);
            below(b, index, 14);
            b.return_(given);
        });
        assert_eq!(checks(&behind), 2);
    }

    #[test]
    fn an_operator_that_cannot_fail_is_plain() {
        let plain = |op: Arithmetic, (low, high): (i64, i64), n: i64| {
            let function = function(|b, given| {
                let known = b.copy(given);
                b.bound(known, low, high);
                let other = b.constant(Type::Int, n);
                let trap = b.trap_site(trap(TrapKind::Overflow), &[]);
                let fails = ArithmeticTraps {
                    of_none: trap.trap,
                    overflow: trap.trap,
                    by_zero: trap.trap,
                    counters: trap.counters,
                };
                let result = b.arithmetic(op, known, other, fails);
                b.return_(result);
            });
            let mut insts = function.blocks.iter().flat_map(|block| &block.insts);
            !insts.any(|inst| matches!(inst, Inst::Arithmetic { .. }))
        };
        let largest = i64::from(i32::MAX);
        assert!(plain(Arithmetic::Add, (0, largest - 1), 1));
        assert!(!plain(Arithmetic::Add, (0, largest), 1));
        assert!(plain(Arithmetic::Subtract, (1 - largest, 0), 1));
        assert!(!plain(Arithmetic::Subtract, (-largest, 0), 1));
        assert!(plain(Arithmetic::Multiply, (-5, largest / 2), 2));
        assert!(!plain(Arithmetic::Multiply, (-5, largest / 2 + 1), 2));
        // An operand that may be none fails, and so may a division.
        assert!(!plain(Arithmetic::Add, (i64::from(i32::MIN), 0), 0));
        assert!(!plain(Arithmetic::Divide, (0, 10), 2));
    }
}
