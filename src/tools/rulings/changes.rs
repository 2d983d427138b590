//! What is different between two positions of one game: where pieces went, what variables became.

use crate::engine::state::State;
use crate::play::words;
use crate::program::Program;
use crate::program::layout::Var;
use crate::rules::game::Holder;
use crate::rules::ids::EnumId;
use crate::rules::ids::KindId;
use crate::rules::types::Type;

/// A line for each piece that went elsewhere, each place in another order, each variable with another value.
pub(super) fn changes(program: &Program, old: &State, new: &State) -> Vec<String> {
    let mut lines = pieces(program, old, new);
    lines.extend(orders(program, old, new));
    lines.extend(
        program
            .layout
            .vars
            .iter()
            .flat_map(|var| variable(program, var, old, new)),
    );
    lines
}

fn pieces(program: &Program, old: &State, new: &State) -> Vec<String> {
    let both = old.pieces.iter().zip(&new.pieces).enumerate();
    let moved = both.filter(|(_, (old, new))| old.place != new.place);
    let line = |(piece, (from, to)): (
        usize,
        (&crate::engine::state::Piece, &crate::engine::state::Piece),
    )| {
        let name = &program.names.pieces[piece];
        format!(
            "{name}: {} -> {}",
            place(program, old, from.place),
            place(program, new, to.place)
        )
    };
    moved.map(line).collect()
}

/// Places that hold the same pieces in another order.
fn orders(program: &Program, old: &State, new: &State) -> Vec<String> {
    let places = (0..program.layout.place_of.len()).filter_map(|at| u16::try_from(at).ok());
    let differs = |at: &u16| {
        let (before, now): (Vec<u16>, Vec<u16>) =
            (old.pieces_in(*at).collect(), new.pieces_in(*at).collect());
        let (mut a, mut b) = (before.clone(), now.clone());
        a.sort_unstable();
        b.sort_unstable();
        a == b && before != now
    };
    places
        .filter(differs)
        .map(|at| format!("{}: in another order", place(program, new, at)))
        .collect()
}

fn variable(program: &Program, var: &Var, old: &State, new: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for n in 0..var.holders * var.width {
        let at = (var.base + n) as usize;
        if old.memory[at] == new.memory[at] {
            continue;
        }
        let holder = owner(program, new, var.holder, var.first + n / var.width);
        let index = var.index.map_or_else(String::new, |index| {
            let value = (n % var.width) as i32;
            format!(
                "[{}]",
                words::word(program, new, &Type::Enum(EnumId(index)), value)
            )
        });
        let value = |state: &State| words::word(program, state, &var.ty, state.memory[at]);
        lines.push(format!(
            "{holder}{}{index}: {} -> {}",
            var.name,
            value(old),
            value(new)
        ));
    }
    lines
}

fn place(program: &Program, state: &State, place: u16) -> String {
    if place == crate::engine::state::NOWHERE {
        return "nowhere".into();
    }
    let (declared, holder) = program.layout.place_of[usize::from(place)];
    let declared = &program.layout.places[declared as usize];
    format!(
        "{}{}",
        owner(program, state, declared.holder, holder),
        declared.name
    )
}

/// Whose a thing is, with the dot before its name; nothing for the table's.
fn owner(program: &Program, state: &State, holder: Holder, number: u32) -> String {
    let number = number as i32;
    let (before, ty) = match holder {
        Holder::Table => return String::new(),
        Holder::Player => (String::new(), Type::Player),
        Holder::Piece(kind) => (String::new(), Type::Piece(KindId(kind.0))),
        Holder::Space(board) => (
            format!("{} ", program.layout.boards[board.index()].name),
            Type::Space(board),
        ),
    };
    format!("{before}{}.", words::word(program, state, &ty, number))
}
