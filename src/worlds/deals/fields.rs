//! The variables of a world: a field goes with its piece where the player remembers it, and is dealt anew otherwise.
//!
//! A field that ends with its piece's stay in a place, or that turns the piece face up, belongs to the position instead.

use crate::deals::exchange::Exchange;
use crate::deals::holes::Holes;
use ludex_engine::chance::Stream;
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId};
use ludex_program::layout::Var;
use ludex_rules::game::Holder;
use ludex_rules::ids::VarId;
use ludex_rules::table::ids;
use ludex_rules::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// The owner of a value in the world, when pieces are exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goes {
    /// The holder keeps it; where it names a piece, it names the position.
    WithHolder,
    /// The piece keeps it as the player saw it: where it names a piece, that very one.
    AsRemembered,
    /// The piece that takes the holder's part gets it.
    WithPosition,
}

/// Fills the variables of a world that has those of the state. `remembered` tells of a field's address whether the player knows
/// the value.
pub(super) fn deal(
    exchange: &Exchange<'_>,
    holes: &Holes,
    remembered: impl Fn(Address) -> bool,
    state: &State,
    world: &mut State,
    stream: &mut Stream,
) {
    let program = exchange.program;
    for (id, var) in program.layout.vars.entries() {
        let stays = stays(program, id, var);
        let is_moved = matches!(var.ty.required(), Type::Piece(_) | Type::Place(_));
        // Every other value stays where it is.
        for n in (0..var.holders).filter(|_| stays || is_moved) {
            let of_piece = matches!(var.holder, Holder::Piece(_));
            let goes = match of_piece && holes.free[PieceId::numbered(var.first + n)] {
                true if stays => Goes::WithPosition,
                true if remembered(var.nth(n)) => Goes::AsRemembered,
                true => Goes::WithHolder,
                false if remembered_piece(var, n, &remembered) => Goes::AsRemembered,
                false => Goes::WithHolder,
            };
            copy(exchange, var, n, goes, state, world);
        }
    }
    for group in &holes.groups {
        let kind = &program.layout.kinds[group.kind];
        let (stay, go): (Vec<VarId>, Vec<VarId>) = declared(program, &kind.fields)
            .partition(|id| stays(program, *id, &program.layout.vars[*id]));
        for fields in apart(go, &holes.marks) {
            for (fields, pieces) in forgotten(program, &fields, &group.pieces, &remembered) {
                redeal(program, world, &fields, &pieces, stream);
            }
        }
        // Everybody sees those that are marks, and where.
        let stay = stay
            .into_iter()
            .filter(|id| !program.layout.vars[*id].is_mark);
        for fields in apart(stay.collect(), &holes.marks) {
            for (_, lie) in &holes.by_place {
                let here = lie.iter().map(|n| holes.all[*n]);
                let here = here.filter(|hole| holes.groups[hole.group].kind == group.kind);
                let here: Vec<PieceId> = here.map(|hole| exchange.piece(hole.piece)).collect();
                redeal(program, world, &fields, &here, stream);
            }
        }
    }
}

/// Fills the variables of a position in the past of a world. A field that has not changed since is as the world has it now;
/// another one, which the player may not know, goes with its piece.
pub(super) fn then(
    exchange: &Exchange<'_>,
    state: &State,
    now: &State,
    world: &State,
    then: &mut State,
) {
    for (id, var) in exchange.program.layout.vars.entries() {
        if let Holder::Piece(_) = var.holder {
            let all = var.addresses();
            if stays(exchange.program, id, var) {
                for n in 0..var.holders {
                    copy(exchange, var, n, Goes::WithPosition, state, then);
                }
            } else if state.memory.range(all.clone()) == now.memory.range(all.clone()) {
                for at in ids(all) {
                    then.memory[at] = world.memory[at];
                }
            }
        } else if let Type::Piece(_) | Type::Place(_) = var.ty.required() {
            for n in 0..var.holders {
                copy(exchange, var, n, Goes::WithHolder, state, then);
            }
        }
    }
}

/// Tells whether a variable names a piece that the player saw when it was named: then it still names that one.
fn remembered_piece(var: &Var, n: u32, remembered: &impl Fn(Address) -> bool) -> bool {
    var.names_piece() && ids(var.numbers_of(var.first + n)).all(remembered)
}

/// The fields that are dealt together: each mark by itself, then all others.
fn apart(fields: Vec<VarId>, marks: &BTreeSet<VarId>) -> Vec<Vec<VarId>> {
    let (marked, others): (Vec<VarId>, Vec<VarId>) =
        fields.into_iter().partition(|id| marks.contains(id));
    let mut all: Vec<Vec<VarId>> = marked.into_iter().map(|mark| vec![mark]).collect();
    all.extend((!others.is_empty()).then_some(others));
    all
}

/// The pieces by which of some fields the player does not know: those fields are dealt anew among such pieces, together,
/// since what a piece is may stand in several.
fn forgotten(
    program: &Program,
    fields: &[VarId],
    pieces: &[PieceId],
    remembered: &impl Fn(Address) -> bool,
) -> BTreeMap<Vec<VarId>, Vec<PieceId>> {
    let mut alike: BTreeMap<Vec<VarId>, Vec<PieceId>> = BTreeMap::new();
    for piece in pieces {
        let unknown = fields.iter().copied().filter(|id| {
            let var = &program.layout.vars[*id];
            !remembered(var.address(piece.number()))
        });
        alike.entry(unknown.collect()).or_default().push(*piece);
    }
    alike
}

/// The fields that somebody declared; those that count how often a hook fired stay with the row that has it.
fn declared<'a>(program: &'a Program, fields: &'a [VarId]) -> impl Iterator<Item = VarId> + 'a {
    let vars = &program.layout.vars;
    let declared = fields.iter().filter(|id| !vars[**id].name.contains('.'));
    declared.copied()
}

/// Tells whether a field belongs to the position of its piece.
pub fn stays(program: &Program, id: VarId, var: &Var) -> bool {
    let Holder::Piece(kind) = var.holder else {
        return false;
    };
    let fading = &program.layout.kinds[kind].fading;
    var.is_face || fading.iter().any(|(fades, _)| *fades == id)
}

/// Copies a variable of the n-th holder to whoever has it in the world.
fn copy(exchange: &Exchange<'_>, var: &Var, n: u32, goes: Goes, state: &State, world: &mut State) {
    let layout = &exchange.program.layout;
    let to = match goes {
        Goes::WithPosition => exchange.piece(PieceId::numbered(var.first + n)).number() - var.first,
        Goes::WithHolder | Goes::AsRemembered => n,
    };
    for at in 0..var.width {
        let old = var.nth(n).plus(at);
        let new = var.nth(to).plus(at);
        let value = state.memory[old];
        world.memory[new] = if to != n && value == layout.memory[old] {
            // A default is the piece's own.
            layout.memory[new]
        } else if goes == Goes::AsRemembered {
            value
        } else {
            exchange.value(&var.ty, value)
        };
    }
}

/// Deals the values of fields anew among pieces. A value that was never changed is each piece's own.
fn redeal(
    program: &Program,
    world: &mut State,
    fields: &[VarId],
    pieces: &[PieceId],
    stream: &mut Stream,
) {
    let layout = &program.layout;
    let addresses = |piece: PieceId| {
        fields
            .iter()
            .flat_map(move |id| ids(layout.vars[*id].numbers_of(piece.number())))
    };
    let changed = |at: Address| (world.memory[at] != layout.memory[at]).then_some(world.memory[at]);
    let all = pieces.iter();
    let mut values: Vec<Vec<Option<i32>>> = all
        .map(|piece| addresses(*piece).map(changed).collect())
        .collect();
    if values.windows(2).all(|two| two[0] == two[1]) {
        return;
    }
    // Sorted first, so that it does not count who had which.
    values.sort_unstable();
    stream.shuffle(&mut values);
    for (piece, values) in pieces.iter().zip(values) {
        for (at, value) in addresses(*piece).zip(values) {
            world.memory[at] = value.unwrap_or(layout.memory[at]);
        }
    }
}
