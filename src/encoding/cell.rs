//! Cells: one value of a declared type in an observation.

use crate::slot::Slot;
use ludex_program::Program;
use ludex_program::ids::{PieceId, SpotId};
use ludex_rules::game::{Holder, NONE};
use ludex_rules::ids::{BoardId, EnumId};
use ludex_rules::table::widened;
use ludex_rules::types::Type;

/// ValueRun that have a slot each, at most; of more, one slot holds the number.
const FEW: u32 = 16;
/// The greatest number up to which each whole number is one of `f32`.
const EXACT: i32 = 1 << 24;
/// The base in which the rest of a greater number is written, in two halves.
const HALF: i32 = 1 << 16;

/// The slots of a value.
#[derive(Debug, Clone)]
pub(super) struct ValueCell {
    form: CellForm,
    /// The first slot says whether the reader sees it.
    may_be_unseen: bool,
    is_optional: bool,
    bounds: (i32, i32),
    width: usize,
}

#[derive(Debug, Clone)]
enum CellForm {
    /// The number itself, and, where it may be `wide`, what is beyond 24 bits.
    Number { wide: bool },
    /// A slot for each of `count` values from `first` on, of pieces one more for those unknown.
    OneOf { values: ValueRun },
    /// The number of the value, from 1.
    Index { values: ValueRun },
    /// A slot for each member that a set may have.
    Members { of: EnumId, count: u32 },
}

/// The run of values that a type has.
#[derive(Debug, Clone)]
pub(super) struct ValueRun {
    pub(super) first: i32,
    pub(super) count: u32,
    ty: Type,
}

impl ValueCell {
    /// A cell for values of a type between bounds.
    pub(super) fn new(
        program: &Program,
        ty: &Type,
        bounds: (i32, i32),
        may_be_unseen: bool,
    ) -> ValueCell {
        let is_optional = ty != ty.required();
        let ty = ty.required();
        let bounds = if *ty == Type::Bool { (0, 1) } else { bounds };
        let form = match ValueRun::for_type(program, ty) {
            _ if *ty == Type::Bool => CellForm::Number { wide: false },
            Some(values) if values.count <= FEW => CellForm::OneOf { values },
            Some(values) => CellForm::Index { values },
            None if let Type::Set(of) = ty => CellForm::Members {
                of: *of,
                count: program.names.enums[*of].1.len() as u32,
            },
            None => CellForm::Number {
                wide: bounds.0 < -EXACT || bounds.1 > EXACT,
            },
        };
        ValueCell::of_form(form, may_be_unseen, is_optional, bounds)
    }

    /// A cell for a value of whatever type, as a question says it.
    pub(super) fn any() -> ValueCell {
        let form = CellForm::Number { wide: true };
        ValueCell::of_form(form, true, true, (-i32::MAX, i32::MAX))
    }

    fn of_form(
        form: CellForm,
        may_be_unseen: bool,
        is_optional: bool,
        bounds: (i32, i32),
    ) -> ValueCell {
        let value = match &form {
            CellForm::Number { wide } => 1 + 2 * usize::from(*wide) + usize::from(is_optional),
            CellForm::OneOf { values } => {
                widened(values.count) + usize::from(values.may_be_unknown())
            }
            CellForm::Index { .. } => 1,
            CellForm::Members { count, .. } => widened(*count) + usize::from(is_optional),
        };
        ValueCell {
            form,
            may_be_unseen,
            is_optional,
            bounds,
            width: usize::from(may_be_unseen) + value,
        }
    }

    /// Returns the number of its slots.
    #[inline]
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Adds its slots, with their names and bounds.
    pub(super) fn name(&self, program: &Program, name: &str, slots: &mut Vec<Slot>) {
        let mut push = |suffix: &str, low: f32, high: f32| {
            slots.push(Slot::new(format!("{name}{suffix}"), low, high));
        };
        if self.may_be_unseen {
            push(".seen", 0.0, 1.0);
        }
        match &self.form {
            CellForm::Number { wide } => {
                let clamp = |bound: i32| bound.clamp(-EXACT, EXACT) as f32;
                // What is unseen is 0.
                let (low, high) = (clamp(self.bounds.0.min(0)), clamp(self.bounds.1.max(0)));
                push("", low, high);
                if *wide {
                    let high = ((i32::MAX - EXACT) / HALF + 1) as f32;
                    push(".beyond.high", -high, high);
                    push(".beyond.low", 0.0, (HALF - 1) as f32);
                }
                if self.is_optional {
                    push(".none", 0.0, 1.0);
                }
            }
            CellForm::OneOf { values } => {
                for n in 0..values.count {
                    push(&format!("[{}]", values.word(program, n)), 0.0, 1.0);
                }
                if values.may_be_unknown() {
                    push("[?]", 0.0, 1.0);
                }
            }
            CellForm::Index { values } => push("", 0.0, (values.count + 1) as f32),
            CellForm::Members { of, count } => {
                let names = &program.names.enums[*of].1;
                for name in names.iter().take(widened(*count)) {
                    push(&format!("[{name}]"), 0.0, 1.0);
                }
                if self.is_optional {
                    push(".none", 0.0, 1.0);
                }
            }
        }
    }

    /// Writes a value that the reader sees; `is_known` is false where it names a piece that the reader can't identify.
    pub(super) fn write(&self, slots: &mut [f32], value: i32, is_known: bool) {
        let slots = if self.may_be_unseen {
            slots[0] = 1.0;
            &mut slots[1..]
        } else {
            slots
        };
        let is_none = value == NONE;
        match &self.form {
            CellForm::Number { wide } => {
                let at = 1 + 2 * usize::from(*wide);
                if is_none {
                    if self.is_optional {
                        slots[at] = 1.0;
                    }
                    return;
                }
                let exact = value.clamp(-EXACT, EXACT);
                slots[0] = exact as f32;
                if *wide {
                    let beyond = value - exact;
                    slots[1] = beyond.div_euclid(HALF) as f32;
                    slots[2] = beyond.rem_euclid(HALF) as f32;
                }
            }
            CellForm::OneOf { values } => {
                if let Some(n) = values.number(value, is_known) {
                    slots[n] = 1.0;
                }
            }
            CellForm::Index { values } => {
                slots[0] = values
                    .number(value, is_known)
                    .map_or(0.0, |n| (n + 1) as f32);
            }
            CellForm::Members { count, .. } => {
                if is_none {
                    slots[widened(*count)] = 1.0;
                    return;
                }
                for (n, slot) in slots.iter_mut().take(widened(*count)).enumerate() {
                    *slot = (value >> n & 1) as f32;
                }
            }
        }
    }
}

impl ValueRun {
    /// The values of a type that has a known number of them; none of numbers, flags and sets.
    pub(super) fn for_type(program: &Program, ty: &Type) -> Option<ValueRun> {
        let layout = &program.layout;
        let (first, count) = match ty {
            Type::Player => (0, layout.players),
            Type::Enum(of) => (0, program.names.enums[*of].1.len() as u32),
            Type::Piece(kind) if layout.kinds[*kind].is_any => (0, layout.piece_kind.len() as u32),
            Type::Piece(kind) | Type::Row(kind) => {
                let kind = &layout.kinds[*kind];
                (kind.first.value(), kind.count)
            }
            Type::Space(board) => {
                let board = &layout.boards[*board];
                (board.first as i32, board.capacity * board.copies)
            }
            Type::Place(_) => (0, layout.place_of.len() as u32),
            Type::Direction(board) => (0, layout.boards[*board].directions as u32),
            Type::Shape => (0, layout.shapes as u32),
            Type::Placement(board) => {
                let copies = layout.boards[*board].copies;
                (0, layout.placements.len() as u32 * copies)
            }
            Type::Int
            | Type::Bool
            | Type::Text
            | Type::Set(_)
            | Type::Bag(_)
            | Type::All(_)
            | Type::Optional(_)
            | Type::None
            | Type::Wrong => return None,
        };
        Some(ValueRun {
            first,
            count,
            ty: ty.clone(),
        })
    }

    /// Tells whether a reader may see that there is a value and yet not which.
    fn may_be_unknown(&self) -> bool {
        matches!(self.ty, Type::Piece(_) | Type::Place(_))
    }

    /// The number of a value among them; of one that is not known, one more than all.
    fn number(&self, value: i32, is_known: bool) -> Option<usize> {
        if value == NONE {
            return None;
        }
        if !is_known {
            return Some(widened(self.count));
        }
        let n = u32::try_from(value.checked_sub(self.first)?).ok()?;
        (n < self.count).then_some(widened(n))
    }

    /// Names the n-th of them.
    pub(super) fn word(&self, program: &Program, n: u32) -> String {
        word(program, &self.ty, self.first + n as i32)
    }
}

/// Returns a word for a value, the same in all positions: its name if it has one, else its number.
fn word(program: &Program, ty: &Type, value: i32) -> String {
    let names = &program.names;
    let n = widened(value as u32);
    let known = match ty {
        Type::Player => return format!("P{value}"),
        Type::Space(board) => return space_word(program, *board, value),
        Type::Place(_) => return place_word(program, SpotId::from_value(value)),
        Type::Enum(of) => names.enums[*of].1.get(n),
        Type::Piece(_) => names.pieces.get(PieceId::from_value(value)),
        Type::Row(kind) => names.rows[*kind].get(n),
        Type::Direction(board) => program.layout.boards[*board].direction_names.get(n),
        Type::Int
        | Type::Bool
        | Type::Text
        | Type::Set(_)
        | Type::Bag(_)
        | Type::Shape
        | Type::Placement(_)
        | Type::All(_)
        | Type::Optional(_)
        | Type::None
        | Type::Wrong => None,
    };
    known.map_or_else(|| value.to_string(), String::clone)
}

/// Names a space: by its id where its board has one layout, else by its number; on a player's board with that player.
fn space_word(program: &Program, board: BoardId, value: i32) -> String {
    let rules = &program.layout.boards[board];
    let offset = (value as u32).wrapping_sub(rules.first);
    let copy = offset.checked_div(rules.capacity).unwrap_or(0);
    let number = offset.checked_rem(rules.capacity).unwrap_or(0);
    let mut layouts = rules.layouts.iter();
    let only = layouts.next().filter(|_| layouts.next().is_none());
    let id = only.and_then(|layout| layout.ids.get(widened(number)));
    let name = id.map_or_else(|| number.to_string(), String::clone);
    if rules.per_player {
        format!("P{copy}.{name}")
    } else {
        name
    }
}

/// Names a single place, with its holder: `deck`, `P0.hand`, `board[3].tiles`, `owl.under`.
pub(super) fn place_word(program: &Program, spot: SpotId) -> String {
    let Some((declared, holder)) = program.layout.place_of.get(spot) else {
        return "nowhere".to_owned();
    };
    let place = &program.layout.places[*declared];
    format!(
        "{}{}",
        holder_word(program, place.holder, *holder),
        place.name
    )
}

/// Names a holder as what stands before a name: nothing for the table, `P0.`, `board[3].`, `owl.`.
pub(super) fn holder_word(program: &Program, sort: Holder, holder: u32) -> String {
    match sort {
        Holder::Table => String::new(),
        Holder::Player => format!("P{holder}."),
        Holder::Space(board) => {
            let name = &program.layout.boards[board].name;
            format!("{name}[{}].", space_word(program, board, holder as i32))
        }
        Holder::Piece(_) => format!("{}.", program.names.pieces[PieceId::numbered(holder)]),
    }
}
