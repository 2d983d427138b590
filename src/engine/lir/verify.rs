//! The verifier: what every function of `lir` must keep, so that back ends need not ask.

use super::dominators::Dominators;
use super::{
    Binary, Block, BlockCall, Exit, Field, Function, Inst, ListFunction, Region, Type, Unary, Value,
};

/// Checks a function: each block that is reached ends; each value is written once, before it is used on every way; operands
/// have the types that their instruction takes; slots, stack slots, traps and variables are there.
///
/// # Errors
/// The first thing that is wrong, with its block.
pub fn verify(function: &Function) -> Result<(), String> {
    let order = function.order();
    let mut verifier = Verifier {
        function,
        written: vec![None; function.values.len()],
    };
    for block in &order {
        verifier.writes(*block)?;
    }
    let dominators = Dominators::of(function, &order);
    for block in &order {
        verifier.uses(*block, &dominators)?;
    }
    Ok(())
}

struct Verifier<'a> {
    function: &'a Function,
    /// For each value: the block and the place in it where it is written.
    written: Vec<Option<(Block, usize)>>,
}

impl Verifier<'_> {
    fn writes(&mut self, block: Block) -> Result<(), String> {
        let code = &self.function.blocks[block.index()];
        let given = code.given.iter().map(|value| (0, *value));
        let results = code.insts.iter().enumerate();
        let results = results.filter_map(|(n, inst)| Some((n + 1, inst.result()?)));
        for (n, value) in given.chain(results) {
            if self.written[value.index()].replace((block, n)).is_some() {
                return Err(format!("{block:?}: {value:?} is written twice"));
            }
        }
        if code.exit == Exit::Open {
            Err(format!("{block:?} has no end"))
        } else {
            Ok(())
        }
    }

    fn uses(&self, block: Block, dominators: &Dominators) -> Result<(), String> {
        let code = &self.function.blocks[block.index()];
        let is_written = |value: Value, n: usize| match self.written[value.index()] {
            Some((by, at)) if by == block => at <= n,
            Some((by, _)) => dominators.dominates(by, block),
            None => false,
        };
        for (n, inst) in code.insts.iter().enumerate() {
            for value in inst.operands() {
                if !is_written(value, n) {
                    return Err(format!(
                        "{block:?}: {value:?} is used before it is written, by {inst:?}"
                    ));
                }
            }
            self.types(inst)
                .map_err(|why| format!("{block:?}: {why}: {inst:?}"))?;
        }
        for value in code.exit.operands() {
            if !is_written(value, code.insts.len()) {
                return Err(format!(
                    "{block:?}: {value:?} is used before it is written, at the end"
                ));
            }
        }
        self.end(&code.exit)
            .map_err(|why| format!("{block:?}: {why}: {:?}", code.exit))
    }

    fn ty(&self, value: Value) -> Type {
        self.function.values[value.index()]
    }

    fn same(&self, a: Value, b: Value) -> Result<(), &'static str> {
        if self.ty(a) == self.ty(b) {
            Ok(())
        } else {
            Err("types differ")
        }
    }

    fn all(&self, values: &[Value], ty: Type) -> Result<(), &'static str> {
        if values.iter().all(|value| self.ty(*value) == ty) {
            Ok(())
        } else {
            Err("a value has another type")
        }
    }

    fn types(&self, inst: &Inst) -> Result<(), &'static str> {
        match inst {
            Inst::Const { .. }
            | Inst::ConsumeFuelUnit { .. }
            | Inst::ChargeFuel { .. }
            | Inst::At { .. } => Ok(()),
            Inst::Unary { op, to, a } => {
                let (from, result) = op.types();
                self.all(&[*a], from)?;
                self.all(&[*to], result)
            }
            Inst::Binary {
                op: Binary::Shl | Binary::Shr | Binary::Sar,
                to,
                a,
                ..
            } => self.same(*to, *a),
            Inst::Binary { to, a, b, .. } => self.same(*to, *a).and(self.same(*a, *b)),
            Inst::BinaryN { to, a, .. } | Inst::Copy { to, a } => self.same(*to, *a),
            Inst::Compare { to, a, b, .. } => self.all(&[*to], Type::Flag).and(self.same(*a, *b)),
            Inst::CompareN { to, .. } => self.all(&[*to], Type::Flag),
            Inst::Select { to, yes, no, .. } => self.same(*to, *yes).and(self.same(*yes, *no)),
            Inst::Arithmetic { to, a, b, .. } => self.all(&[*to, *a, *b], Type::Int),
            Inst::Number { to, a, .. } => {
                self.all(&[*to], Type::Int).and(self.all(&[*a], Type::Long))
            }
            Inst::Get { to: value, var } | Inst::Set { var, a: value } => {
                if self.function.vars.get(var.index()) == Some(&self.ty(*value)) {
                    Ok(())
                } else {
                    Err("a variable of another type")
                }
            }
            Inst::CountUp { var, .. } => {
                if var.index() < self.function.vars.len() {
                    Ok(())
                } else {
                    Err("no such variable")
                }
            }
            Inst::Slot { to: value, slot } | Inst::SetSlot { slot, a: value } => {
                if self.function.frame.is_some_and(|slots| *slot < slots) {
                    self.all(&[*value], Type::Int)
                } else {
                    Err("no such slot")
                }
            }
            Inst::SetField { field, .. } if field.is_only_read() => {
                Err("only the engine writes this number")
            }
            Inst::Field { to: value, field } | Inst::SetField { field, a: value } => {
                self.all(&[*value], Field::ty(*field))
            }
            Inst::Load { to, index, .. } => self
                .all(&[*index], Type::Int)
                .and(self.all(&[*to], Type::Int)),
            Inst::LoadLong {
                to, from, index, ..
            } => match from {
                Region::Memory | Region::Table(_) => self
                    .all(&[*index], Type::Int)
                    .and(self.all(&[*to], Type::Long)),
                Region::First
                | Region::Last
                | Region::Count
                | Region::PlaceOf
                | Region::Next
                | Region::Previous
                | Region::Known
                | Region::Options => Err("no longs lie there"),
            },
            Inst::Write { address, a, .. } => self.all(&[*address, *a], Type::Int),
            Inst::StackStore { slot, n, a } => match self.function.stack_slots.get(slot.index()) {
                Some(size) if n < size => self.all(&[*a], Type::Int),
                _ => Err("no such stack slot"),
            },
            Inst::StackLoad { to, index, .. } => self.all(&[*to, *index], Type::Int),
            Inst::Below { a, .. } | Inst::Some { a, .. } => self.all(&[*a], Type::Int),
            Inst::Within { a, .. } => match self.ty(*a) {
                Type::Int | Type::Long => Ok(()),
                Type::Flag => Err("a flag has no bounds"),
            },
            Inst::TrapIf { cond, .. } | Inst::StopIf { cond } => match self.ty(*cond) {
                Type::Flag | Type::Int => Ok(()),
                Type::Long => Err("no flag"),
            },
            Inst::ConsumeFuel { amount, .. } => self.all(&[*amount], Type::Long),
            Inst::Host { to, host, args } => {
                let (params, result) = host.signature();
                let given = args.iter().map(|arg| self.ty(*arg));
                if given.eq(params.iter().copied())
                    && (to.is_none() || to.map(|to| self.ty(to)) == result)
                {
                    Ok(())
                } else {
                    Err("not what the call takes")
                }
            }
            Inst::Query { to, args, .. } => {
                self.all(&[*to], Type::Int).and(self.all(args, Type::Int))
            }
            Inst::Text {
                to,
                row,
                query,
                args,
                ..
            } => self
                .all(&[*to, *row, *query], Type::Int)
                .and(self.all(args, Type::Int)),
            Inst::MemoPut {
                asked,
                value,
                before,
                ..
            } => self
                .all(asked, Type::Int)
                .and(self.all(&[*value], Type::Int))
                .and(self.all(&[*before], Type::Long)),
            Inst::List { to, lister, you } => match lister {
                ListFunction::Choice(_) if self.function.frame.is_none() => {
                    Err("a choice is listed in a frame")
                }
                ListFunction::Choice(_) | ListFunction::Action(_) => {
                    self.all(&[*to, *you], Type::Int)
                }
            },
            Inst::AddOption { values, .. } | Inst::Arguments { values } => {
                self.all(values, Type::Int)
            }
            Inst::IsChosen {
                to,
                begin,
                end,
                values,
            } => self
                .all(&[*to, *begin, *end], Type::Int)
                .and(self.all(values, Type::Int)),
        }
    }

    fn end(&self, exit: &Exit) -> Result<(), &'static str> {
        match exit {
            Exit::Open | Exit::Trap(_) => Ok(()),
            Exit::Jump(target) => self.target(target),
            Exit::Branch { yes, no, .. } => self.target(yes).and(self.target(no)),
            Exit::Switch { index, .. } => self.all(&[*index], Type::Int),
            Exit::MemoGet { asked, .. } => self.all(asked, Type::Int),
            exit if exit.is_left() && !self.has_whole_frame() => {
                Err("only statements of a routine are left and gone on from")
            }
            Exit::Statement { .. } => Ok(()),
            Exit::Deoptimize { frames, .. } => {
                (frames.iter()).try_for_each(|frame| self.all(&frame.slots, Type::Int))
            }
            Exit::Begin { routine, given, .. } => {
                self.all(given, Type::Int)?;
                self.all(routine.number().as_slice(), Type::Int)
            }
            Exit::Return(value) => self.all(&[*value], self.function.result),
        }
    }

    /// Tells whether the function has a frame and gives how it ended.
    fn has_whole_frame(&self) -> bool {
        self.function.frame.is_some() && self.function.result == Type::Long
    }

    fn target(&self, target: &BlockCall) -> Result<(), &'static str> {
        let taken = &self.function.blocks[target.block.index()].given;
        match (target.given, &taken[..]) {
            (None, []) => Ok(()),
            (Some(given), [taken]) => self.same(given, *taken),
            _ => Err("a block is given another number of values"),
        }
    }
}

impl Unary {
    /// The types of its operand and of its result.
    fn types(self) -> (Type, Type) {
        match self {
            Unary::SignExtend | Unary::ZeroExtend => (Type::Int, Type::Long),
            Unary::Low => (Type::Long, Type::Int),
            Unary::FlagToInt => (Type::Flag, Type::Int),
            Unary::IntToFlag => (Type::Int, Type::Flag),
            Unary::TrailingZeros | Unary::LeadingZeros | Unary::CountOnes => {
                (Type::Long, Type::Long)
            }
            Unary::Absolute => (Type::Int, Type::Int),
        }
    }
}

impl Inst {
    /// The value that it writes.
    pub fn result(&self) -> Option<Value> {
        match self {
            Inst::Const { to, .. }
            | Inst::Unary { to, .. }
            | Inst::Binary { to, .. }
            | Inst::BinaryN { to, .. }
            | Inst::Compare { to, .. }
            | Inst::CompareN { to, .. }
            | Inst::Select { to, .. }
            | Inst::Arithmetic { to, .. }
            | Inst::Number { to, .. }
            | Inst::Copy { to, .. }
            | Inst::Get { to, .. }
            | Inst::Slot { to, .. }
            | Inst::Field { to, .. }
            | Inst::Load { to, .. }
            | Inst::LoadLong { to, .. }
            | Inst::StackLoad { to, .. }
            | Inst::Query { to, .. }
            | Inst::Text { to, .. }
            | Inst::List { to, .. }
            | Inst::IsChosen { to, .. } => Some(*to),
            Inst::Host { to, .. } => *to,
            Inst::Set { .. }
            | Inst::CountUp { .. }
            | Inst::SetSlot { .. }
            | Inst::SetField { .. }
            | Inst::Write { .. }
            | Inst::StackStore { .. }
            | Inst::Below { .. }
            | Inst::Some { .. }
            | Inst::Within { .. }
            | Inst::TrapIf { .. }
            | Inst::StopIf { .. }
            | Inst::ConsumeFuel { .. }
            | Inst::ConsumeFuelUnit { .. }
            | Inst::ChargeFuel { .. }
            | Inst::At { .. }
            | Inst::MemoPut { .. }
            | Inst::AddOption { .. }
            | Inst::Arguments { .. } => None,
        }
    }

    /// The values that it reads.
    pub fn operands(&self) -> Vec<Value> {
        match self {
            Inst::Const { .. }
            | Inst::Get { .. }
            | Inst::CountUp { .. }
            | Inst::Slot { .. }
            | Inst::Field { .. }
            | Inst::ConsumeFuelUnit { .. }
            | Inst::ChargeFuel { .. }
            | Inst::At { .. } => Vec::new(),
            Inst::Unary { a, .. }
            | Inst::BinaryN { a, .. }
            | Inst::CompareN { a, .. }
            | Inst::Number { a, .. }
            | Inst::Copy { a, .. }
            | Inst::Set { a, .. }
            | Inst::SetSlot { a, .. }
            | Inst::SetField { a, .. }
            | Inst::Load { index: a, .. }
            | Inst::LoadLong { index: a, .. }
            | Inst::StackLoad { index: a, .. }
            | Inst::StackStore { a, .. }
            | Inst::Below { a, .. }
            | Inst::Some { a, .. }
            | Inst::Within { a, .. }
            | Inst::TrapIf { cond: a, .. }
            | Inst::StopIf { cond: a }
            | Inst::List { you: a, .. }
            | Inst::ConsumeFuel { amount: a, .. } => vec![*a],
            Inst::Binary { a, b, .. }
            | Inst::Compare { a, b, .. }
            | Inst::Arithmetic { a, b, .. } => vec![*a, *b],
            Inst::Write { address, a, .. } => vec![*address, *a],
            Inst::Select { cond, yes, no, .. } => vec![*cond, *yes, *no],
            Inst::Host { args, .. } | Inst::Query { args, .. } => args.to_vec(),
            Inst::Text {
                row, query, args, ..
            } => [&[*row, *query], &args[..]].concat(),
            Inst::MemoPut {
                asked,
                value,
                before,
                ..
            } => [&asked[..], &[*value, *before]].concat(),
            Inst::AddOption { values, .. } | Inst::Arguments { values } => values.to_vec(),
            Inst::IsChosen {
                begin, end, values, ..
            } => [&[*begin, *end], &values[..]].concat(),
        }
    }
}

impl Exit {
    /// The values that it reads.
    pub fn operands(&self) -> Vec<Value> {
        match self {
            Exit::Open | Exit::Trap(_) => Vec::new(),
            Exit::Jump(target) => target.given.into_iter().collect(),
            Exit::Branch { cond, yes, no } => [*cond]
                .into_iter()
                .chain(yes.given)
                .chain(no.given)
                .collect(),
            Exit::Switch { index, .. } => vec![*index],
            Exit::MemoGet { asked, .. } => asked.to_vec(),
            Exit::Statement { .. } => Vec::new(),
            Exit::Begin { routine, given, .. } => {
                given.iter().copied().chain(routine.number()).collect()
            }
            Exit::Deoptimize { frames, .. } => {
                let slots = frames.iter().flat_map(|frame| &frame.slots);
                slots.copied().collect()
            }
            Exit::Return(value) => vec![*value],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::verify;
    use crate::lir::{Binary, Block, BlockCall, Builder, Compare, Function, Region, Type, Value};

    /// A function of an int, written by a test.
    fn function(write: impl FnOnce(&mut Builder, Value)) -> Function {
        let (mut b, given) = Builder::new("test".into(), false, &[Type::Int], Type::Int);
        write(&mut b, given[0]);
        b.finish()
    }

    fn wrong(write: impl FnOnce(&mut Builder, Value)) -> String {
        verify(&function(write)).expect_err("something is wrong")
    }

    #[test]
    fn what_keeps_the_promises_is_fine() {
        let fine = function(|b, given| {
            let (yes, (done, answer)) = (b.block(), b.block_of(Type::Int));
            let more = b.add_n(given, 1);
            let flag = b.compare_n(Compare::Less, more, 10);
            b.branch_with(flag, plain(yes), with(done, given));
            b.go_on(yes);
            b.jump_with(done, more);
            b.go_on(done);
            b.return_(answer);
        });
        assert_eq!(verify(&fine), Ok(()));
    }

    #[test]
    fn what_breaks_a_promise_is_named() {
        let no_end = wrong(|b, _| {
            let block = b.block();
            b.jump(block);
        });
        assert!(no_end.contains("has no end"), "{no_end}");
        let early = wrong(|b, given| {
            let (yes, no) = (b.block(), b.block());
            b.branch(given, yes, no);
            b.go_on(yes);
            let only_there = b.add_n(given, 1);
            b.return_(only_there);
            b.go_on(no);
            b.return_(only_there);
        });
        assert!(early.contains("before it is written"), "{early}");
        let mixed = wrong(|b, given| {
            let long = b.sign_extend(given);
            let sum = b.binary(Binary::Add, given, long);
            b.return_(sum);
        });
        assert!(mixed.contains("types differ"), "{mixed}");
        let index = wrong(|b, given| {
            let long = b.sign_extend(given);
            let found = b.load(Region::Memory, long);
            b.return_(found);
        });
        assert!(index.contains("another type"), "{index}");
        let result = wrong(|b, given| {
            let flag = b.compare_n(Compare::Equal, given, 0);
            b.return_(flag);
        });
        assert!(result.contains("another type"), "{result}");
        let given_too_little = wrong(|b, given| {
            let (block, value) = b.block_of(Type::Int);
            b.jump(block);
            b.go_on(block);
            let sum = b.add(value, given);
            b.return_(sum);
        });
        assert!(
            given_too_little.contains("another number of values"),
            "{given_too_little}"
        );
    }

    fn plain(block: Block) -> BlockCall {
        BlockCall { block, given: None }
    }

    fn with(block: Block, value: Value) -> BlockCall {
        BlockCall {
            block,
            given: Some(value),
        }
    }
}
