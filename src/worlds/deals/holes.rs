//! Holes: the positions that a player sees taken without knowing by which piece, in an order that tells nothing of them.

use ludex_engine::knowledge::view::knows;
use ludex_engine::state::later::{NO_ROW, ROW};
use ludex_engine::state::{ENTRY, Frame, State, arguments};
use ludex_program::Program;
use ludex_program::code::{Instr, Routine};
use ludex_program::ids::{Address, ListIndex, PieceId, SpotId};
use ludex_program::tells::Tells;
use ludex_rules::game::{Holder, RoutineKind};
use ludex_rules::ids::{HookId, KindId, PlayerId, RoutineId, VarId};
use ludex_rules::table::{Table, ids};
use ludex_rules::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// A position taken by a piece that the player can't identify.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hole {
    /// The piece that truly lies there.
    pub(super) piece: PieceId,
    /// The index of its group.
    pub(super) group: usize,
    /// The player in whose places it is, if it is in any player's.
    pub(super) region: Option<PlayerId>,
}

/// The unknown pieces of one kind, any of which may fill any hole of the kind.
#[derive(Debug)]
pub(super) struct Group {
    /// The kind of its pieces.
    pub(super) kind: KindId,
    /// The numbers of its holes in `Holes::all`.
    pub(super) holes: Vec<usize>,
    /// The unknown pieces, ascending.
    pub(super) pieces: Vec<PieceId>,
    /// Pieces made for a player lie in holes of that player, as far as there are any.
    pub(super) owned: bool,
}

/// All holes of a position, for one player.
#[derive(Debug)]
pub(super) struct Holes {
    pub(super) all: Vec<Hole>,
    pub(super) groups: Vec<Group>,
    /// Each place with holes, and their numbers.
    pub(super) by_place: Vec<(SpotId, Vec<usize>)>,
    /// For each piece: whether it may be exchanged.
    pub(super) free: Table<PieceId, bool>,
    /// Unknown pieces that stay, because their own text is being done or waits.
    pub(super) fixed: usize,
    /// Marks that an answer may have made unseen. Each is dealt by itself, for which fellows it truly has would tell whose it
    /// is.
    pub(super) marks: BTreeSet<VarId>,
}

/// The addresses of the variables that name each piece, and go with the position when it is dealt another one.
fn named(
    program: &Program,
    state: &State,
    remembered: impl Fn(Address) -> bool,
) -> BTreeMap<PieceId, Vec<Address>> {
    let mut named: BTreeMap<PieceId, Vec<Address>> = BTreeMap::new();
    for var in program.layout.vars.iter().filter(|var| var.names_piece()) {
        for at in ids(var.addresses()) {
            if !remembered(at) {
                named
                    .entry(PieceId::from_value(state.memory[at]))
                    .or_default()
                    .push(at);
            }
        }
    }
    named
}

impl Holes {
    pub(super) fn of(
        program: &Program,
        state: &State,
        player: PlayerId,
        remembered: impl Fn(Address) -> bool,
    ) -> Holes {
        let at_work = at_work(program, state);
        let unknown = |piece: PieceId| {
            state.pieces[piece].place != SpotId::NONE && !knows(program, state, player, piece)
        };
        let (mut free, mut fixed) = (Table::filled(state.pieces.len(), false), 0);
        for piece in state.pieces.ids() {
            let works = at_work.contains(&piece.value());
            free[piece] = unknown(piece) && !works;
            fixed += usize::from(unknown(piece) && works);
        }
        let mut holes = Holes {
            all: Vec::new(),
            groups: Vec::new(),
            by_place: Vec::new(),
            free,
            fixed,
            marks: program.tells.iter().flat_map(Tells::fields).collect(),
        };
        holes.find(program, state, &named(program, state, remembered));
        holes.group(program);
        for group in &mut holes.groups {
            group.owned = is_owned(program, group, &holes.all, state.players);
        }
        holes
    }

    /// Lists the holes place by place. Places that unknown pieces hold come last, in the order of the holes of those, so
    /// that no number of a piece decides the order.
    fn find(&mut self, program: &Program, state: &State, named: &BTreeMap<PieceId, Vec<Address>>) {
        let layout = &program.layout;
        let of_unknown = |place: SpotId| {
            let (declared, holder) = layout.place_of[place];
            matches!(layout.places[declared].holder, Holder::Piece(_))
                && self.free[PieceId::numbered(holder)]
        };
        let mut places: Vec<SpotId> = (state.places.ids())
            .filter(|place| !of_unknown(*place))
            .collect();
        let mut next = 0;
        while let Some(place) = places.get(next).copied() {
            next += 1;
            let (declared, holder) = layout.place_of[place];
            let first = self.all.len();
            let mut here: Vec<PieceId> = state.pieces_in(place).collect();
            here.retain(|piece| self.free[*piece]);
            if State::is_mixed(program, place) {
                // Nobody sees their order; who knows them and what names them tells them apart, and nothing else does.
                here.sort_by_key(|piece| {
                    let known = state.pieces[*piece].known;
                    (known, named.get(piece))
                });
            }
            for piece in here {
                let holder_of = layout.places[declared].holder;
                self.all.push(Hole {
                    piece,
                    group: 0,
                    region: state.owner_of_holder(program, holder_of, holder),
                });
                let kind = &layout.kinds[layout.piece_kind[piece]];
                let inner = kind.places.iter().map(|id| {
                    let declared = &layout.places[*id];
                    declared.spot(piece.number())
                });
                places.extend(inner);
            }
            if self.all.len() > first {
                let here = (first..self.all.len()).collect();
                self.by_place.push((place, here));
            }
        }
    }

    fn group(&mut self, program: &Program) {
        let mut groups: BTreeMap<KindId, Vec<usize>> = BTreeMap::new();
        for (n, hole) in self.all.iter().enumerate() {
            let kind = program.layout.piece_kind[hole.piece];
            groups.entry(kind).or_default().push(n);
        }
        for (kind, holes) in groups {
            let mut pieces: Vec<PieceId> = holes.iter().map(|n| self.all[*n].piece).collect();
            pieces.sort_unstable();
            for n in &holes {
                self.all[*n].group = self.groups.len();
            }
            self.groups.push(Group {
                kind,
                holes,
                pieces,
                owned: false,
            });
        }
    }
}

/// Tells whether a kind's unknown pieces are taken to lie with the players they were made for: they begin there, and the
/// numbers allow it.
fn is_owned(program: &Program, group: &Group, holes: &[Hole], players: u8) -> bool {
    let layout = &program.layout;
    let begins = group.pieces.iter().all(|piece| {
        let home = layout.place_of[layout.home[*piece]].0;
        layout.piece_for[*piece].is_some() && layout.places[home].holder == Holder::Player
    });
    let fits = |player: PlayerId| {
        let made = group
            .pieces
            .iter()
            .filter(|piece| layout.piece_for[**piece] == Some(player));
        let own = group
            .holes
            .iter()
            .filter(|n| holes[**n].region == Some(player));
        own.count() <= made.count()
    };
    begins && PlayerId::first(players).all(fits)
}

/// Pieces whose own text is being done or waits: they can't be other pieces.
fn at_work(program: &Program, state: &State) -> Vec<i32> {
    let mut pieces = Vec::new();
    for frame in &state.frames {
        let routine = &program.routines[frame.routine];
        let slots = &state.stack[frame.slots()..];
        pieces.extend(this_of(routine, slots));
        pieces.extend(listed_hooks(program, state, frame));
    }
    for entry in state.pool.chunks_exact(ENTRY) {
        pieces.extend(
            program.hooks[HookId::from_value(entry[0])]
                .piece
                .map(|p| p.value()),
        );
    }
    let rows = state.later.chunks_exact(ROW);
    for row in rows.filter(|row| row[0] != NO_ROW) {
        let entry = &row[2..];
        // `you`, then the arguments.
        let mut slots = vec![entry[1]];
        slots.extend_from_slice(arguments(entry));
        pieces.extend(this_of(
            &program.routines[RoutineId::from_value(entry[0])],
            &slots,
        ));
    }
    pieces
}

/// The piece whose text a routine is, in the slots of its frame.
fn this_of(routine: &Routine, slots: &[i32]) -> Option<i32> {
    let of_row = matches!(routine.kind, RoutineKind::Hook | RoutineKind::Slot);
    let slot = if of_row {
        Some(1)
    } else {
        routine.locals.iter().position(|(name, _)| name == "this")
    };
    let slot = slot.filter(|slot| matches!(routine.locals.get(*slot), Some((_, Type::Piece(_)))));
    slot.and_then(|slot| slots.get(slot).copied())
}

/// The pieces of hooks that are listed and have not run yet.
fn listed_hooks(program: &Program, state: &State, frame: &Frame) -> Vec<i32> {
    let text = program.code.range(program.text_of(frame.routine));
    let cursors = text.iter().filter_map(|instr| {
        if let Instr::Hooks { cursor, .. } = instr {
            Some(frame.slots() + usize::from(cursor.slot))
        } else {
            None
        }
    });
    let listed = cursors.flat_map(|at| {
        let bounds = state.stack.get(at + 1).zip(state.stack.get(at + 2));
        let at = |value: &i32| ListIndex::from_value(*value).index();
        let listed = bounds.and_then(|(next, end)| state.lists.get(at(next)..at(end)));
        listed.unwrap_or_default().iter()
    });
    let hooks = listed.filter_map(|hook| program.hooks.get(HookId::from_value(*hook)));
    hooks
        .filter_map(|hook| hook.piece.map(|p| p.value()))
        .collect()
}
