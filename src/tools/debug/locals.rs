//! The local names of a routine at work, with their values.

use ludex_engine::state::State;
use ludex_play::format::{Both, ValueFormat};
use ludex_play::known_locals::known_slots;
use ludex_program::Program;
use ludex_program::ids::{ListIndex, Pc};
use ludex_program::signature::Signature;
use ludex_rules::ids::{PlayerId, RoutineId};
use ludex_rules::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// A local name of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameLocal {
    /// The name as the rules write it.
    pub name: String,
    /// The type of its values, or of its members.
    pub ty: Type,
    /// The value that it stands for now.
    pub value: LocalValue,
}

/// The value of a local name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LocalValue {
    /// A single value; with it the number that stands for it, by which a piece is found.
    One(Both, i32),
    /// The members of a collection.
    Members(Vec<(Both, i32)>),
}

/// Lists the local names of a frame that have a value there, as everybody or one player may know them. The frame is given by
/// its position in the call stack.
#[must_use]
pub fn locals(
    program: &Program,
    state: &State,
    frame: usize,
    seat: Option<PlayerId>,
) -> Vec<FrameLocal> {
    let Some(at) = state.frames.get(frame) else {
        return Vec::new();
    };
    let words = match seat {
        None => ValueFormat::of(program, state),
        Some(seat) => ValueFormat::to(program, state, seat),
    };
    let names = &program.routines[at.routine].locals;
    let slot_value = |slot: u16| state.stack.get(at.slots() + usize::from(slot)).copied();
    let local = |slot: u16| {
        let (name, ty) = names.get(usize::from(slot))?;
        let value = slot_value(slot)?;
        let value = if let Type::All(of) = ty {
            let ends = [slot_value(slot)?, slot_value(slot + 2)?];
            let ends = ends.map(|end| ListIndex::from_value(end).index());
            let members = state.lists.get(ends[0]..ends[1]).unwrap_or_default();
            let members = members.iter().map(|one| (words.both(of, *one), *one));
            LocalValue::Members(members.collect())
        } else {
            LocalValue::One(words.both(ty, value), value)
        };
        let (name, ty) = (name.clone(), ty.clone());
        Some(FrameLocal { name, ty, value })
    };
    let visible = visible_slots(program, state, frame, seat).into_iter();
    visible.filter_map(local).collect()
}

/// Lists the slots of a frame whose names may be used where it stands: bound on every way there, each name once. For a player
/// only those whose values they know.
pub(super) fn visible_slots(
    program: &Program,
    state: &State,
    frame: usize,
    seat: Option<PlayerId>,
) -> Vec<u16> {
    let Some(at) = state.frames.get(frame) else {
        return Vec::new();
    };
    // At a decision the innermost frame stands behind the question, whose names are not bound yet.
    let mut slots = visible_at(program, at.routine, at.pc.before());
    if let Some(seat) = seat {
        let known = known_slots(program, state, frame, seat);
        slots.retain(|slot| known.contains(slot));
    }
    slots
}

/// Lists the slots of a routine whose names may be used before one of its instructions.
#[must_use]
pub fn visible_at(program: &Program, routine: RoutineId, pc: Pc) -> Vec<u16> {
    let bound = bound_at(program, routine, pc);
    let names = &program.routines[routine].locals;
    let mut by_name = BTreeMap::new();
    for slot in bound {
        let name = names.get(usize::from(slot)).map(|(name, _)| name.as_str());
        if let Some(name) = name.filter(|name| is_name(name)) {
            // The later one hides the earlier one.
            by_name.insert(name, slot);
        }
    }
    let mut slots: Vec<u16> = by_name.into_values().collect();
    slots.sort_unstable();
    slots
}

/// Tells names of the rules from those of parts, such as `chosen.next`.
fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// The slots that every way to an instruction has bound (definite assignment).
fn bound_at(program: &Program, routine: RoutineId, pc: Pc) -> BTreeSet<u16> {
    let rules = &program.routines[routine];
    let text = program.text_of(routine);
    let mut before: BTreeMap<Pc, BTreeSet<u16>> = BTreeMap::new();
    before.insert(rules.entry, (0..=rules.params).collect());
    let mut open = vec![rules.entry];
    while let Some(at) = open.pop() {
        let Some(instr) = program.code.get(at).filter(|_| text.contains(&at)) else {
            continue;
        };
        let here = before.get(&at).cloned().unwrap_or_default();
        let mut after = here.clone();
        let signature = Signature::of(program, *instr);
        after.extend(signature.sets.iter().map(|(slot, _)| *slot));
        let jump = signature.exit.map(|to| (to, here));
        let next = (!signature.ends).then(|| (at.next(), after));
        for (to, bound) in jump.into_iter().chain(next) {
            let joined = match before.get(&to) {
                Some(known) => known.intersection(&bound).copied().collect(),
                None => bound,
            };
            if before.get(&to) != Some(&joined) {
                before.insert(to, joined);
                open.push(to);
            }
        }
    }
    before.remove(&pc).unwrap_or_default()
}
