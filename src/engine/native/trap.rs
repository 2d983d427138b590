//! Traps: the faults that machine code raises, each with its kind and place, as linked functions tell them.

use super::emit::{Emit, I32, I64};
use super::host::Host;
use crate::engine::fault::FaultKind;
use crate::engine::machine::Machine;
use crate::program::code::Pc;
use crate::program::node::NodeId;
use crate::source::Span;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Type, Value};
use cranelift_frontend::Variable;
use std::mem::offset_of;

/// A point where machine code stops because the rules fail. Code names it by its number in `Native::traps`, and leaves what else is
/// told in `Machine::told`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Trap {
    pub(super) wrong: Wrong,
    pub(super) place: Place,
    /// The instruction being done, in the code of a routine; whoever calls other code notes it in the machine instead.
    pub(super) at: Option<At>,
}

/// The kind of a fault, with what is known of it beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wrong {
    OfNone,
    Overflow,
    DividedByZero,
    /// The value is not between these.
    OutOfBounds(i32, i32),
    /// The value is the most that a place holds.
    Full,
    TooDeep,
    Endless,
    /// Code is gone on from where nothing waits: a mistake of ours.
    Unreachable,
}

/// The text that is told as the place of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// An expression.
    Node(NodeId),
    /// The statement being done.
    Statement,
    /// The call noted in the machine.
    Call,
}

/// An instruction, and where its frame stands when it fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) pc: Pc,
    pub(super) next: Pc,
}

impl Machine<'_> {
    /// Notes the fault of a trap.
    #[cold]
    pub(super) fn trap(&mut self, number: u32) {
        let traps = self.native.map(|native| &native.traps[..]);
        let (Some(trap), None) = (traps.and_then(|all| all.get(number as usize)), &self.fault)
        else {
            return;
        };
        self.at = trap.at.map_or(self.at, |at| at.pc);
        let (kind, span) = (self.kind_of(trap.wrong), self.span_of(trap.place));
        self.fail(kind, span);
        self.stopped = trap.at.map_or(self.stopped, |at| at.next);
    }

    fn kind_of(&self, wrong: Wrong) -> FaultKind {
        let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
        let told = self.told.clamp(least, most) as i32;
        match wrong {
            Wrong::OfNone => FaultKind::OfNone,
            Wrong::Overflow => FaultKind::Overflow,
            Wrong::DividedByZero => FaultKind::DivideByZero,
            Wrong::OutOfBounds(low, high) => FaultKind::OutOfBounds(told, low, high),
            Wrong::Full => FaultKind::Full(told as u32),
            Wrong::TooDeep => FaultKind::TooDeep,
            Wrong::Endless => FaultKind::Endless(self.program.budget.steps),
            Wrong::Unreachable => FaultKind::Disagreement,
        }
    }

    fn span_of(&self, place: Place) -> Span {
        match place {
            Place::Node(node) => self.program.node_spans[node as usize],
            Place::Call => self.program.node_spans[self.asking as usize],
            Place::Statement => self.program.code_spans[self.at as usize],
        }
    }
}

/// The block of a trap.
#[derive(Clone, Copy)]
pub(super) struct Raised {
    block: Block,
    /// The value that it is given to tell.
    value: Option<Value>,
}

impl Emit<'_> {
    /// Where the function goes when the rules fail; a value to tell is of this type.
    fn trap(&mut self, wrong: Wrong, place: Place, value: Option<Type>) -> Block {
        let at = self.at;
        // Whichever walk takes a step too many, there are none left.
        let is_last = matches!(wrong, Wrong::Endless | Wrong::Unreachable);
        let unpaid = self.seen.iter().filter(|_| !is_last);
        let unpaid = unpaid.map(|seen| seen.as_u32()).collect();
        let trap = Trap { wrong, place, at };
        let b = &mut self.b;
        let raised = self.raised.entry((trap, unpaid)).or_insert_with(|| {
            let block = b.create_block();
            b.set_cold_block(block);
            let value = value.map(|ty| b.append_block_param(block, ty));
            Raised { block, value }
        });
        raised.block
    }

    /// Where code is never gone on from.
    pub(super) fn unreachable(&mut self) -> Block {
        self.trap(Wrong::Unreachable, Place::Statement, None)
    }

    /// The rules fail when a flag is set.
    pub(super) fn trap_if(&mut self, bad: Value, wrong: Wrong, place: Place) {
        let trap = self.trap(wrong, place, None);
        let fine = self.b.create_block();
        self.b.ins().brif(bad, trap, &[], fine, &[]);
        self.b.switch_to_block(fine);
    }

    /// As `trap_if`, with a value that is told.
    pub(super) fn trap_of(&mut self, bad: Value, wrong: Wrong, place: Place, value: Value) {
        let ty = self.b.func.dfg.value_type(value);
        let trap = self.trap(wrong, place, Some(ty));
        let fine = self.b.create_block();
        let value = [BlockArg::Value(value)];
        self.b.ins().brif(bad, trap, &value, fine, &[]);
        self.b.switch_to_block(fine);
    }

    /// Leaves when a flag says that a fault is noted already.
    pub(super) fn stop_if(&mut self, failed: Value) {
        let stopped = match self.stopped {
            Some(block) => block,
            None => self.b.create_block(),
        };
        self.b.set_cold_block(stopped);
        self.stopped = Some(stopped);
        let fine = self.b.create_block();
        self.b.ins().brif(failed, stopped, &[], fine, &[]);
        self.b.switch_to_block(fine);
    }

    /// Writes the blocks of all traps: each passes its number on to one call of the engine.
    pub(super) fn write_traps(&mut self) {
        self.at = None;
        let (raise, number) = self.block_of(I32);
        let stopped = self.stopped.unwrap_or_else(|| self.b.create_block());
        for block in [raise, stopped] {
            self.b.set_cold_block(block);
        }
        for ((trap, walks), raised) in std::mem::take(&mut self.raised) {
            self.go_on(raised.block);
            let walks: Vec<Variable> = walks.into_iter().map(Variable::from_u32).collect();
            self.pay(&walks);
            if let Some(value) = raised.value {
                self.tell(value);
            }
            let number = self.int(self.code.traps.len() as i32);
            self.code.traps.push(trap);
            self.jump_with(raise, number);
        }
        self.go_on(raise);
        self.host(Host::trap, &[number]);
        self.jump(stopped);
        self.go_on(stopped);
        let result = self.b.func.signature.returns.first().map(|r| r.value_type);
        let nothing = result.map(|ty| self.b.ins().iconst(ty, 0));
        self.b.ins().return_(nothing.as_slice());
    }

    /// Leaves a value for whoever tells the fault.
    fn tell(&mut self, value: Value) {
        let wide = match self.b.func.dfg.value_type(value) {
            I64 => value,
            _ => self.b.ins().sextend(I64, value),
        };
        self.set_field(wide, offset_of!(Machine<'static>, told));
    }
}
