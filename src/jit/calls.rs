//! Calls: of the engine, of queries and of texts of rows.

use crate::clif::{Clif, stack_slot, trusted};
use crate::wrap::Own;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, Inst as ClifInst, InstBuilder, Value};
use cranelift_module::{FuncId, Module};
use ludex_engine::lir::{Callee, Host, InlinedFrame, Value as LirValue};
use ludex_engine::machine::offsets;
use ludex_program::ids::Pc;
use ludex_rules::ids::RoutineId;
use std::mem::size_of;

/// Slots of a routine whose frame machine code makes by itself.
pub(super) const MOST_SLOTS: usize = 64;

impl Clif<'_> {
    pub(super) fn host(&mut self, to: Option<LirValue>, host: Host, args: &[LirValue]) {
        let args: Vec<Value> = args.iter().map(|arg| self.get(*arg)).collect();
        let call = self.call_host(host, &args);
        if let Some(to) = to {
            let value = self.answer(call);
            self.set(to, value);
        }
    }

    pub(super) fn call_host(&mut self, host: Host, args: &[Value]) -> ClifInst {
        // The discriminant is the index: `hosts` has them in the order of their declaration.
        self.call(self.code.hosts[host as usize], args)
    }

    pub(super) fn call_own(&mut self, own: Own, args: &[Value]) -> ClifInst {
        // The discriminant is the index, as above.
        self.call(self.code.own[own as usize], args)
    }

    pub(super) fn asked_own(&mut self, own: Own, args: &[Value]) -> Value {
        let call = self.call_own(own, args);
        self.answer(call)
    }

    pub(super) fn asked(&mut self, id: FuncId, args: &[Value]) -> Value {
        let call = self.call(id, args);
        self.answer(call)
    }

    /// Calls a function that is given the machine first.
    fn call(&mut self, id: FuncId, args: &[Value]) -> ClifInst {
        let func = match self.refs.get(&id) {
            Some(known) => *known,
            None => {
                let func = self.code.module.declare_func_in_func(id, self.b.func);
                self.refs.insert(id, func);
                func
            }
        };
        let all = [&[self.m], args].concat();
        self.b.ins().call(func, &all)
    }

    /// The result of a call.
    fn answer(&mut self, call: ClifInst) -> Value {
        // INVARIANT: queries, texts of rows, listings and routines are declared with one result (`make`), as are those of
        // `Own::signature` that are asked; of other calls of the engine `verify` refuses a value where there is no result.
        let results = self.b.inst_results(call);
        *results
            .first()
            .unwrap_or_else(|| unreachable!("it has a result"))
    }

    pub(super) fn text(&mut self, column: u16, row: LirValue, args: &[LirValue]) -> Value {
        let texts = self.code.texts[usize::from(column)]
            .as_ptr()
            .expose_provenance();
        let base = self.table(texts);
        let at = self.element_at(base, row, size_of::<usize>() as u32, 0);
        let text = self.b.ins().load(I64, trusted(), at, 0);
        let signature = self.code.query_signature(args.len());
        let signature = self.b.import_signature(signature);
        let given = args.iter().map(|arg| self.get(*arg));
        let all: Vec<Value> = [self.m].into_iter().chain(given).collect();
        let call = self.b.ins().call_indirect(signature, text, &all);
        self.answer(call)
    }

    /// Has the engine do a statement, and goes on where it tells.
    pub(super) fn statement(&mut self, pc: Pc, next: Block, exit: Option<Block>) {
        let number = self.int(pc.value());
        let how = self.asked_own(Own::Statement, &[number]);
        let (done, suspended) = (self.b.create_block(), self.suspended());
        self.b.ins().brif(how, done, &[], suspended, &[]);
        self.b.switch_to_block(done);
        let frame = self.field(I64, offsets::FRAME);
        self.set_frame(frame);
        let is_next = self.b.ins().icmp_imm_s(IntCC::Equal, how, 1);
        // The engine goes on nowhere else.
        let exit = exit.unwrap_or(next);
        self.b.ins().brif(is_next, next, &[], exit, &[]);
    }

    /// Does a routine, and goes on when it is done: by its own function if it is known beforehand, or by the engine.
    pub(super) fn begin(&mut self, routine: Callee, given: &[LirValue], resume: Pc, next: Block) {
        let number = match routine {
            Callee::Direct(number) => {
                self.run_known(number, given, resume, next);
                self.int(number.value())
            }
            Callee::Indirect(value) => self.get(value),
        };
        let resume = self.int(resume.value());
        let (at, count) = self.listed(given);
        let slots = self.asked_own(Own::Routine, &[number, resume, at, count]);
        self.go_back(slots, next);
    }

    /// Runs a routine by its own function and goes on; where it can't begin simply, the engine does it in the block that this
    /// ends with.
    fn run_known(&mut self, routine: RoutineId, given: &[LirValue], resume: Pc, next: Block) {
        let rules = &self.program.routines[routine];
        if usize::from(rules.slots) > MOST_SLOTS {
            return;
        }
        let rare = self.b.create_block();
        self.b.set_cold_block(rare);
        let given: Vec<Value> = given.iter().map(|value| self.get(*value)).collect();
        let slots = self.push_frame(routine, resume, &given, rare);
        let entry = self.int(rules.entry.value());
        let result = self.asked(self.code.routines[routine], &[slots, entry]);
        self.pop_frame(result, next);
        self.b.switch_to_block(rare);
    }

    /// Has the engine make the frames of inlined routines, do an instruction of the innermost, and what is left of them.
    pub(super) fn deoptimize(&mut self, frames: &[InlinedFrame], pc: Pc, next: Block) {
        let mut told = Vec::new();
        for frame in frames {
            told.push(self.int(frame.routine.value()));
            told.push(self.int(frame.resume.value()));
            told.push(self.int(frame.slots.len() as i32));
            told.extend(frame.slots.iter().map(|value| self.get(*value)));
        }
        let (pc, (at, count)) = (self.int(pc.value()), self.listed_values(&told));
        let slots = self.asked_own(Own::Deoptimize, &[pc, at, count]);
        self.go_back(slots, next);
    }

    /// Goes on in the frame of a caller; returns to the engine where there is none.
    pub(super) fn go_back(&mut self, slots: Value, next: Block) {
        self.set_frame(slots);
        let suspended = self.suspended();
        self.b.ins().brif(slots, next, &[], suspended, &[]);
    }

    /// Writes values into a stack slot: where they stand, and how many.
    pub(super) fn listed(&mut self, values: &[LirValue]) -> (Value, Value) {
        let values: Vec<Value> = values.iter().map(|value| self.get(*value)).collect();
        self.listed_values(&values)
    }

    fn listed_values(&mut self, values: &[Value]) -> (Value, Value) {
        let slot = stack_slot(&mut self.b, 4 * values.len().max(1) as u32);
        for (n, value) in values.iter().copied().enumerate() {
            self.b.ins().stack_store(I64, value, slot, n as i32 * 4);
        }
        let at = self.b.ins().stack_addr(I64, slot, 0);
        (at, self.int(values.len() as i32))
    }
}
