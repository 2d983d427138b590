//! Observations: what one seat may know of a position, as a row of numbers whose slots have names.
//!
//! `ObservationLayout::new` lays the slots out from the declarations. `write`, in `walk`, fills them by a walk through a
//! position; whoever follows a game keeps an `ObservedRow` (`row`), which writes what changed.

use crate::cell::{ValueCell, ValueRun, holder_word};
use crate::plan::UpdatePlan;
use crate::question::QuestionSlots;
use crate::slot::{Slot, place_in_plane, tell_apart};
use ludex_play::state_json;
use ludex_program::Program;
use ludex_program::ids::PieceId;
use ludex_program::layout::Board;
use ludex_rules::game::{Holder, Seen};
use ludex_rules::ids::{BoardId, KindId, PlaceId, VarId};
use ludex_rules::table::{Table, widened};
use ludex_rules::types::Type;

/// The most slots that a declared place may have for pieces in each of its single places.
const DENSE: usize = 4096;

/// The layout of a program's observations: the same for all its games, options and numbers of players.
#[derive(Debug, Clone)]
pub struct ObservationLayout {
    slots: Vec<Slot>,
    pub(super) seat_at: usize,
    pub(super) players_at: usize,
    pub(super) over_at: usize,
    pub(super) options: Vec<(usize, ValueCell)>,
    /// For each board, where the layouts of its copies stand; none where it has one layout.
    pub(super) layouts: Table<BoardId, Option<(usize, ValueCell)>>,
    pub(super) vars: Table<VarId, (usize, ValueCell)>,
    pub(super) places: Table<PlaceId, PlaceSlots>,
    pub(super) question: QuestionSlots,
    pub(super) plan: UpdatePlan,
}

/// The slots of a declared place.
#[derive(Debug, Clone)]
pub(super) struct PlaceSlots {
    /// The size of the first holder's place.
    pub(super) size_at: usize,
    /// The first piece that it may hold, and how many there are.
    pub(super) first: PieceId,
    pub(super) count: u32,
    pub(super) pieces: PieceSlots,
    /// The marks of hidden pieces: where those of the first holder stand, positions with a run of marks each.
    pub(super) marks: Option<MarkSlots>,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum PieceSlots {
    /// From here on a run of pieces for each holder.
    Each(usize),
    /// From here on the holder of each piece; then, if so, the position of each.
    Of {
        holders_at: usize,
        positions_at: Option<usize>,
    },
}

#[derive(Debug, Clone)]
pub(super) struct MarkSlots {
    pub(super) at: usize,
    /// The number of positions, and of slots for each.
    pub(super) positions: usize,
    pub(super) width: usize,
    /// The marks, each with its first slot in that of a position.
    pub(super) marks: Vec<(VarId, usize, ValueCell)>,
}

impl ObservationLayout {
    /// Lays out the observations of a program's games.
    #[must_use]
    pub fn new(program: &Program) -> ObservationLayout {
        let mut slots = Vec::new();
        let layout = &program.layout;
        let seats = |slots: &mut Vec<Slot>, name: &str| {
            let at = slots.len();
            let seats = 0..layout.players;
            slots.extend(seats.map(|n| Slot::new(format!("{name}[P{n}]"), 0.0, 1.0)));
            at
        };
        let seat_at = seats(&mut slots, "seat");
        let players_at = seats(&mut slots, "players");
        let over_at = slots.len();
        slots.push(Slot::new("over".to_owned(), 0.0, 1.0));
        let options = options(program, &mut slots);
        let boards = layout.boards.entries();
        let mut layouts = Table::new();
        for (_, board) in boards {
            layouts.push(board_layouts(program, board, &mut slots));
        }
        let mut vars = Table::new();
        for id in layout.vars.ids() {
            vars.push(var(program, id, &mut slots));
        }
        let mut places = Table::new();
        for id in layout.places.ids() {
            places.push(place(program, id, &mut slots));
        }
        let question = QuestionSlots::new(program, &mut slots);
        tell_apart(slots.iter_mut().map(|slot| &mut slot.name));
        ObservationLayout {
            slots,
            seat_at,
            players_at,
            over_at,
            options,
            layouts,
            vars,
            places,
            question,
            plan: UpdatePlan::new(program),
        }
    }

    /// Returns the slots in order.
    #[must_use]
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Returns the number of slots.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Tells whether there is no slot, which never is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
}

/// The slots of the options that were chosen before the game.
fn options(program: &Program, slots: &mut Vec<Slot>) -> Vec<(usize, ValueCell)> {
    let options = program.names.options.iter();
    let cells = options.map(|option| {
        let values = option.values.iter().map(|(_, value)| *value);
        let bounds = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
        let cell = ValueCell::new(program, &Type::Int, bounds, false);
        let at = slots.len();
        cell.name(program, &format!("option.{}", option.name), slots);
        (at, cell)
    });
    cells.collect()
}

/// The slots of the layouts in use; none of a board that has but one.
fn board_layouts(
    program: &Program,
    board: &Board,
    slots: &mut Vec<Slot>,
) -> Option<(usize, ValueCell)> {
    if board.layouts.len() < 2 {
        return None;
    }
    let cell = ValueCell::new(
        program,
        &Type::Optional(Box::new(Type::Int)),
        (0, board.layouts.len() as i32 - 1),
        false,
    );
    let at = slots.len();
    for copy in 0..board.copies {
        let whose = if board.per_player {
            format!("P{copy}.")
        } else {
            String::new()
        };
        cell.name(program, &format!("{whose}layout.{}", board.name), slots);
    }
    Some((at, cell))
}

/// The slots of a variable, a cell for each of its values.
fn var(program: &Program, id: VarId, slots: &mut Vec<Slot>) -> (usize, ValueCell) {
    let var = &program.layout.vars[id];
    let may_be_unseen = var.seen != Seen::All;
    let cell = ValueCell::new(program, &var.ty, var.bounds, may_be_unseen);
    let (at, key) = (slots.len(), state_json::key(program, id));
    let words = var.index.map(|index| &program.names.enums[index].1);
    for n in 0..var.holders {
        let holder = holder_word(program, var.holder, var.first + n);
        let from = slots.len();
        for value in 0..var.width {
            let index = words.and_then(|words| words.get(widened(value)));
            let index = index.map_or(String::new(), |word| format!("[{word}]"));
            cell.name(program, &format!("{holder}{key}{index}"), slots);
        }
        let space = var.first + n;
        place_in_plane(program, var.holder, space, &holder, &mut slots[from..]);
    }
    (at, cell)
}

/// The slots of a place.
fn place(program: &Program, id: PlaceId, slots: &mut Vec<Slot>) -> PlaceSlots {
    let place = &program.layout.places[id];
    // INVARIANT: pieces of a kind have values, so that there is a run of them.
    let pieces = ValueRun::for_type(program, &Type::Piece(place.holds));
    let (first, count) = pieces.as_ref().map_or((0, 0), |run| (run.first, run.count));
    let most = count.min(place.capacity) as f32;
    let holder = |n: u32| holder_word(program, place.holder, place.first + n);
    let size_at = slots.len();
    for n in 0..place.holders {
        slots.push(Slot::new(
            format!("{}{}.size", holder(n), place.name),
            0.0,
            most,
        ));
        place_in_plane(
            program,
            place.holder,
            place.first + n,
            &holder(n),
            &mut slots[size_at + widened(n)..],
        );
    }
    let word = |piece: u32| program.names.pieces[PieceId::from_value(first).plus(piece)].as_str();
    let are_few = widened(place.holders) * widened(count) <= DENSE;
    let is_small = matches!(place.holder, Holder::Table | Holder::Player);
    let at = slots.len();
    let slots_of_pieces = if is_small || are_few && !matches!(place.holder, Holder::Piece(_)) {
        for n in 0..place.holders {
            let named = format!("{}{}", holder(n), place.name);
            let from = slots.len();
            slots.extend(
                (0..count).map(|piece| Slot::new(format!("{named}[{}]", word(piece)), 0.0, most)),
            );
            place_in_plane(
                program,
                place.holder,
                place.first + n,
                &holder(n),
                &mut slots[from..],
            );
        }
        PieceSlots::Each(at)
    } else {
        let whose = match place.holder {
            Holder::Space(board) => &program.layout.boards[board].name,
            Holder::Piece(kind) => &program.layout.kinds[kind].name,
            Holder::Table | Holder::Player => "",
        };
        let each = |sign: &'static str, high: f32| {
            let name = format!("{whose}.{}{sign}", place.name);
            (0..count).map(move |piece| Slot::new(format!("{name}{}", word(piece)), 0.0, high))
        };
        slots.extend(each("@", place.holders as f32));
        let positions_at = (place.capacity > 1).then_some(slots.len());
        if positions_at.is_some() {
            slots.extend(each("#", most));
        }
        PieceSlots::Of {
            holders_at: at,
            positions_at,
        }
    };
    PlaceSlots {
        size_at,
        first: PieceId::from_value(first),
        count,
        pieces: slots_of_pieces,
        marks: marks(program, id, count, slots),
    }
}

/// The slots of the marks on hidden pieces of a place; none where it hides none, or its pieces have no marks.
fn marks(program: &Program, id: PlaceId, count: u32, slots: &mut Vec<Slot>) -> Option<MarkSlots> {
    let place = &program.layout.places[id];
    let is_held = |kind: KindId| kind == place.holds || program.layout.kinds[place.holds].is_any;
    let vars = program.layout.vars.entries();
    let marks = vars.filter(|(_, var)| {
        var.is_mark && matches!(var.holder, Holder::Piece(kind) if is_held(kind))
    });
    let mut width = 0;
    let marks: Vec<(VarId, usize, ValueCell)> = (marks)
        .map(|(id, var)| {
            let cell = ValueCell::new(program, &var.ty, var.bounds, true);
            let at = width;
            width += cell.width() * widened(var.width);
            (id, at, cell)
        })
        .collect();
    if marks.is_empty() || place.seen == Seen::All {
        return None;
    }
    let at = slots.len();
    let positions = count.min(place.capacity);
    for n in 0..place.holders {
        let holder = holder_word(program, place.holder, place.first + n);
        for position in 1..=positions {
            for (id, _, cell) in &marks {
                let (var, key) = (&program.layout.vars[*id], state_json::key(program, *id));
                for value in 0..var.width {
                    let index = if var.width > 1 {
                        format!("[{value}]")
                    } else {
                        String::new()
                    };
                    let name = format!("{holder}{}[?{position}].{key}{index}", place.name);
                    cell.name(program, &name, slots);
                }
            }
        }
    }
    Some(MarkSlots {
        at,
        positions: widened(positions),
        width,
        marks,
    })
}
