//! Bitboards of a state, kept with each number that is written (`program/bitboards.rs`).

use crate::state::State;
use ludex_program::Program;
use ludex_program::bitboards::{Bitboards, halves};
use ludex_program::ids::Address;
use ludex_program::layout::{Board, Var};
use ludex_rules::game::Holder;
use ludex_rules::ids::VarId;
use ludex_rules::table::widened;

impl State {
    /// Moves a space from the bitboard of the one value to that of the other, which it holds now.
    #[inline]
    pub(crate) fn move_bit(
        &mut self,
        program: &Program,
        var: VarId,
        at: Address,
        values: [i32; 2],
    ) {
        let Some((rules, board, own)) = variable_with_bitboards(program, var) else {
            return;
        };
        let space = at.number() - rules.base.number();
        let (copy, bit) = (space / board.capacity, space % board.capacity);
        for value in values {
            let half = own.address(copy, own.number(value)).plus(bit / 32);
            self.memory[half] ^= 1 << (bit % 32);
        }
    }

    /// Works all bitboards out anew: numbers were written without them, or the state was written down without them. A state
    /// that fits no such program stays as it is.
    pub fn fill_bitboards(&mut self, program: &Program) {
        let layout = &program.layout;
        if self.memory.next() == layout.bitboards_at {
            self.memory.resize(layout.memory.len(), 0);
        }
        if self.memory.len() != layout.memory.len() {
            return;
        }
        for (at, numbers) in self.bitboards(program) {
            let behind = at.plus(numbers.len() as u32);
            self.memory.range_mut(at..behind).copy_from_slice(&numbers);
        }
    }

    /// Leaves the bitboards out: what is written down needs none.
    pub fn drop_bitboards(&mut self, program: &Program) {
        self.memory.resize(program.layout.bitboards_at.index(), 0);
    }

    /// Returns true if the bitboards say what variables and places do.
    pub fn has_sound_bitboards(&self, program: &Program) -> bool {
        self.bitboards(program).iter().all(|(at, numbers)| {
            let behind = at.plus(numbers.len() as u32);
            self.memory.range(*at..behind) == numbers
        })
    }

    /// Lists what bitboards must hold: where those of a variable or place begin, and their numbers.
    fn bitboards(&self, program: &Program) -> Vec<(Address, Vec<i32>)> {
        let layout = &program.layout;
        let vars = layout.vars.ids().filter_map(|var| {
            let (rules, board, own) = variable_with_bitboards(program, var)?;
            let values = self.memory.range(rules.addresses());
            let copies = values.chunks(widened(board.capacity.max(1)));
            Some((own.at, copies.flat_map(|copy| own.halves(copy)).collect()))
        });
        let places = layout.places.iter().filter_map(|place| {
            let (Some(at), Holder::Space(board)) = (place.occupied, place.holder) else {
                return None;
            };
            let spots = self.places.range(place.spots());
            let copies = spots.chunks(widened(layout.boards[board].capacity.max(1)));
            let words = copies.map(|spots| {
                let held = spots.iter().enumerate().filter(|(_, spot)| spot.count > 0);
                held.fold(0_u64, |word, (space, _)| word | 1 << space)
            });
            Some((at, words.flat_map(halves).collect()))
        });
        vars.chain(places).collect()
    }
}

/// Returns a variable of spaces with its board and its bitboards, if it has any.
#[inline]
fn variable_with_bitboards(program: &Program, var: VarId) -> Option<(&Var, &Board, Bitboards)> {
    let rules = &program.layout.vars[var];
    let (Some(own), Holder::Space(board)) = (rules.bitboards, rules.holder) else {
        return None;
    };
    Some((rules, &program.layout.boards[board], own))
}
