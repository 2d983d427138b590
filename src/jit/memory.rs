//! Memory of the state and tables of a program, by address: bases, offsets and bounds of each `Region`.

use crate::clif::{Bases, Clif, trusted};
use crate::code::Written;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};
use cranelift_frontend::FunctionBuilder;
use ludex_engine::lir::{Host, ProgramTable, Region, Value as LirValue};
use ludex_engine::lower::Slice;
use ludex_engine::machine::offsets;
use ludex_engine::state::{Chain, Piece};
use ludex_program::bitboards::Bitboards;
use ludex_rules::ids::VarId;
use std::mem::{offset_of, size_of};

impl Bases {
    pub(super) fn read(b: &mut FunctionBuilder<'_>, machine: Value) -> Bases {
        let mut read = |offset: usize| {
            let at = offset as i32;
            let flags = trusted().with_readonly().with_can_move();
            b.ins().load(I64, flags, machine, at)
        };
        Bases {
            memory: read(offsets::MEMORY),
            pieces: read(offsets::PIECES),
            places: read(offsets::PLACES),
        }
    }
}

impl Clif<'_> {
    /// The address of a table; in what is only to be read, a small number.
    pub(super) fn table(&mut self, address: usize) -> Value {
        let shown = self
            .code
            .written
            .as_mut()
            .map(|written: &mut Written| written.table_number(address));
        self.long(shown.unwrap_or(address as i64))
    }

    /// The address of an element, and so many bytes added.
    pub(super) fn element_at(
        &mut self,
        base: Value,
        index: LirValue,
        size: u32,
        plus: i64,
    ) -> Value {
        let index = self.get(index);
        self.address_of(base, index, size, plus)
    }

    /// As `element_at`, by an index in machine code.
    fn address_of(&mut self, base: Value, index: Value, size: u32, plus: i64) -> Value {
        let wide = self.b.ins().uextend(I64, index);
        let offset = if size.is_power_of_two() {
            self.b
                .ins()
                .ishl_imm_u(wide, i64::from(size.trailing_zeros()))
        } else {
            self.b.ins().imul_imm_u(wide, i64::from(size))
        };
        let at = self.b.ins().iadd(base, offset);
        if plus == 0 {
            at
        } else {
            self.b.ins().iadd_imm_s(at, plus)
        }
    }

    pub(super) fn load(&mut self, from: Region, index: LirValue, plus: i32) -> Value {
        let (piece, chain) = (size_of::<Piece>() as u32, size_of::<Chain>() as u32);
        let Bases {
            memory,
            pieces,
            places,
        } = self.bases;
        let (base, size, field) = match from {
            Region::Memory => (memory, 4, 0),
            Region::First => (places, chain, offset_of!(Chain, first)),
            Region::Last => (places, chain, offset_of!(Chain, last)),
            Region::Count => (places, chain, offset_of!(Chain, count)),
            Region::PlaceOf => (pieces, piece, offset_of!(Piece, place)),
            Region::Next => (pieces, piece, offset_of!(Piece, next)),
            Region::Previous => (pieces, piece, offset_of!(Piece, previous)),
            Region::Known => (pieces, piece, offset_of!(Piece, known)),
            Region::Options => {
                let values = offsets::OPTION_VALUES;
                (self.field(I64, values), 4, 0)
            }
            Region::Table(table) => {
                let index = self.get(index);
                return self.load_table(table, index, plus);
            }
        };
        let at = self.element_at(base, index, size, 0);
        let bytes = i64::from(plus) * i64::from(size) + field as i64;
        match i32::try_from(bytes) {
            Ok(bytes) => self.b.ins().load(I32, trusted(), at, bytes),
            Err(_) => {
                let at = self.b.ins().iadd_imm_s(at, bytes);
                self.b.ins().load(I32, trusted(), at, 0)
            }
        }
    }

    /// The element of a table at an index in machine code.
    fn load_table(&mut self, table: ProgramTable, index: Value, plus: i32) -> Value {
        let tables = self.tables;
        let (address, ty, size) = match tables.slice(table) {
            Slice::Short(all) => (all.as_ptr().expose_provenance(), I16, 2),
            Slice::Int(all) => (all.as_ptr().expose_provenance(), I32, 4),
            Slice::Long(all) => (all.as_ptr().expose_provenance(), I64, 8),
        };
        let base = self.table(address);
        let bytes = i64::from(plus) * i64::from(size);
        // Elements beside each other are read by one address.
        let (at, offset) = match i32::try_from(bytes) {
            Ok(offset) => (self.address_of(base, index, size, 0), offset),
            Err(_) => (self.address_of(base, index, size, bytes), 0),
        };
        let element = self.b.ins().load(ty, trusted(), at, offset);
        if ty == I16 {
            self.b.ins().sextend(I32, element)
        } else {
            element
        }
    }

    /// Loads a long of the state: two numbers, the lower half first.
    pub(super) fn load_long(&mut self, index: LirValue, plus: i32) -> Value {
        let at = self.element_at(self.bases.memory, index, 4, i64::from(plus) * 4);
        self.load_halves(at)
    }

    fn load_halves(&mut self, at: Value) -> Value {
        let long = self.b.ins().load(I64, of_halves(), at, 0);
        self.in_order(long)
    }

    fn store_halves(&mut self, long: Value, at: Value) {
        let long = self.in_order(long);
        self.b.ins().store(of_halves(), long, at, 0);
    }

    /// Exchanges the halves of a long where a machine has the upper one first in memory.
    fn in_order(&mut self, long: Value) -> Value {
        if cfg!(target_endian = "big") {
            self.b.ins().rotl_imm_u(long, 32)
        } else {
            long
        }
    }

    pub(super) fn write(&mut self, var: VarId, address: LirValue, a: LirValue) {
        let a = self.get(a);
        if self.program.layout.vars[var].is_face {
            let (var, address) = (self.int(var.value()), self.get(address));
            self.call_host(Host::write, &[var, address, a]);
            return;
        }
        let memory = self.bases.memory;
        let at = self.element_at(memory, address, 4, 0);
        let old = self.b.ins().load(I32, trusted(), at, 0);
        self.b.ins().store(trusted(), a, at, 0);
        let differs = self.b.ins().icmp(IntCC::NotEqual, old, a);
        self.change_if(differs, self.program.stale.vars[var]);
        if let Some(bitboards) = self.program.layout.vars[var].bitboards {
            self.move_bit(var, bitboards, address, [old, a]);
        }
    }

    /// Moves a space from the bitboard of the one value to that of the other; if they are equal it stays where it is.
    fn move_bit(&mut self, var: VarId, own: Bitboards, address: LirValue, values: [Value; 2]) {
        let rules = &self.program.layout.vars[var];
        let (base, first) = (rules.base.number(), rules.first);
        let address = self.get(address);
        let space = self
            .b
            .ins()
            .iadd_imm_s(address, i64::from(first) - i64::from(base));
        let (copy, bit) = (
            self.load_table(ProgramTable::Copies, space, 0),
            self.load_table(ProgramTable::Numbers, space, 0),
        );
        let copies = self.b.ins().imul_imm_s(copy, i64::from(own.count()));
        let one = self.long(1);
        let bit = self.b.ins().ishl(one, bit);
        for value in values {
            let number = self.b.ins().iadd_imm_s(value, -i64::from(own.lowest));
            let other = self.int(own.values as i32);
            let number = self.b.ins().umin(number, other);
            let number = self.b.ins().iadd(copies, number);
            let at = self.address_of(self.bases.memory, number, 8, i64::from(own.at.number()) * 4);
            let old = self.load_halves(at);
            let new = self.b.ins().bxor(old, bit);
            self.store_halves(new, at);
        }
    }
}

/// Two numbers of the state beside each other: they are there, but aligned as one of them is.
fn of_halves() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}
