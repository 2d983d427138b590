//! Validation of a state that came from outside: it holds together, so that play on it can't index past an end.

use crate::state::later::{NO_ROW, ROW};
use crate::state::{ENTRY, MOST_ARGS, State};
use ludex_program::Program;
use ludex_program::code::Routine;
use ludex_program::cursor::Cursor;
use ludex_program::decision::Ask;
use ludex_program::ids::{Address, HookListId, LayoutId, ListIndex, PieceId, PoolIndex, SpotId};
use ludex_program::signature::{Runs, Signature, SlotDefinition};
use ludex_rules::game::{NONE, RoutineKind};
use ludex_rules::ids::{BoardId, HookId, RoutineId};
use ludex_rules::table::{Table, ids};
use ludex_rules::types::Type;

/// Tells the first thing about a state that contradicts itself or the program.
///
/// # Errors
/// What is wrong, in words.
pub fn examine(program: &Program, state: &State) -> Result<(), String> {
    let examiner = Examiner { program, state };
    examiner.sizes()?;
    examiner.boards()?;
    examiner.pieces()?;
    examiner.memory()?;
    examiner.frames()?;
    examiner.waiting()?;
    examiner.question()
}

struct Examiner<'a> {
    program: &'a Program,
    state: &'a State,
}

fn check(holds: bool, otherwise: impl Fn() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

impl Examiner<'_> {
    fn sizes(&self) -> Result<(), String> {
        let (layout, state) = (&self.program.layout, self.state);
        let (least, most) = self.program.names.players;
        check((least..=most).contains(&u32::from(state.players)), || {
            format!("{} players", state.players)
        })?;
        check(state.memory.len() == layout.memory.len(), || {
            "variables are missing or too many".into()
        })?;
        check(state.pieces.len() == layout.piece_kind.len(), || {
            "pieces are missing or too many".into()
        })?;
        check(state.places.len() == layout.place_of.len(), || {
            "places are missing or too many".into()
        })?;
        check(state.has_sound_positions(self.program), || {
            "what stood before is in disorder".into()
        })?;
        let options = &self.program.names.options;
        let values = state.memory.range(layout.options(options.len()));
        for (option, value) in options.iter().zip(values) {
            check(option.values.iter().any(|(_, v)| v == value), || {
                format!("option `{}` is {value}", option.name)
            })?;
        }
        let idle = state.frames.is_empty()
            && state.stack.is_empty()
            && state.lists.is_empty()
            && state.pool.is_empty();
        check(!state.over || idle && state.pending.is_none(), || {
            "the game is over and goes on".into()
        })
    }

    fn boards(&self) -> Result<(), String> {
        for board in &self.program.layout.boards {
            for copy in 0..board.copies.min(u32::from(self.state.players).max(1)) {
                let number = |at: Address| self.state.memory[at.plus(copy)];
                let used = (board.layouts).get(LayoutId::from_value(number(board.layout_at)));
                let fits = used.is_some_and(|used| used.ids.len() as i32 == number(board.size_at));
                check(fits, || {
                    format!("board `{}` has no such layout", board.name)
                })?;
            }
        }
        Ok(())
    }

    fn pieces(&self) -> Result<(), String> {
        let mut met = Table::filled(self.state.pieces.len(), false);
        for place in self.state.places.ids() {
            self.chain(place, &mut met)?;
        }
        let name = |piece: PieceId| &self.program.names.pieces[piece];
        for (piece, at) in self.state.pieces.entries() {
            check(met[piece] != (at.place == SpotId::NONE), || {
                format!("`{}` is not where it says", name(piece))
            })?;
            check(self.state.everybody().has_all(at.known), || {
                format!("`{}` is known by strangers", name(piece))
            })?;
            check(self.state.is_founded(self.program, piece), || {
                format!("`{}` lies in itself", name(piece))
            })?;
        }
        Ok(())
    }

    /// A place's pieces in order, each once, each of the place's kind.
    fn chain(&self, place: SpotId, met: &mut Table<PieceId, bool>) -> Result<(), String> {
        let layout = &self.program.layout;
        let declared = &layout.places[layout.place_of[place].0];
        let chain = self.state.places[place];
        let broken = || format!("the pieces of `{}` are in disorder", declared.name);
        let fits = chain.count <= declared.capacity || self.state.changes_at_once(self.program);
        check(fits, broken)?;
        let (mut at, mut previous) = (chain.first, PieceId::NONE);
        for _ in 0..chain.count {
            let piece = *self.state.pieces.get(at).ok_or_else(broken)?;
            let seen = std::mem::replace(&mut met[at], true);
            let here = piece.place == place && piece.previous == previous && !seen;
            check(here && layout.piece_kind[at] == declared.holds, broken)?;
            (previous, at) = (at, piece.next);
        }
        check(at == PieceId::NONE && chain.last == previous, broken)
    }

    fn memory(&self) -> Result<(), String> {
        for var in &self.program.layout.vars {
            for at in ids(var.addresses()) {
                let value = self.state.memory[at];
                // A default fits, even where it belongs to players or pieces that don't take part.
                let own = value == self.program.layout.memory[at];
                let bounded =
                    !matches!(var.ty, Type::Int) || (var.bounds.0..=var.bounds.1).contains(&value);
                check(own || bounded && self.fits(&var.ty, value), || {
                    format!("`{}` is {value}", var.name)
                })?;
            }
        }
        check(self.state.has_sound_bitboards(self.program), || {
            "the bitboards say other than the variables".into()
        })
    }

    fn fits(&self, ty: &Type, value: i32) -> bool {
        let layout = &self.program.layout;
        let below = |end: usize| usize::try_from(value).is_ok_and(|value| value < end);
        match ty {
            Type::Optional(_) | Type::None if value == NONE => true,
            Type::Optional(ty) => self.fits(ty, value),
            Type::Int => value != NONE,
            Type::Bool => value == 0 || value == 1,
            Type::Enum(e) => below(self.program.names.enums[*e].1.len()),
            Type::Player => below(usize::from(self.state.players)),
            Type::Piece(k) if layout.kinds[*k].is_any => below(layout.piece_kind.len()),
            Type::Piece(k) => {
                let kind = &layout.kinds[*k];
                kind.pieces().contains(&PieceId::from_value(value))
            }
            Type::Row(k) => below(self.program.names.rows[*k].len()),
            Type::Space(b) => self.is_space(*b, value),
            Type::Place(k) => {
                below(layout.place_of.len())
                    && (layout.kinds[*k].is_any
                        || layout.places[layout.place_of[SpotId::from_value(value)].0].holds == *k)
            }
            Type::Set(e) => {
                value >= 0 && i64::from(value) < 1i64 << self.program.names.enums[*e].1.len()
            }
            Type::Shape => below(layout.shapes),
            Type::Direction(b) => below(layout.boards[*b].directions),
            Type::Placement(b) => {
                let copies = layout.boards[*b]
                    .copies
                    .min(u32::from(self.state.players).max(1));
                let laid = layout.placement_of(value);
                laid.is_some_and(|(placement, copy)| {
                    copy < copies && layout.placements[placement].board == *b
                })
            }
            Type::Text | Type::Bag(_) | Type::All(_) | Type::None | Type::Wrong => true,
        }
    }

    /// A space of a board that somebody who plays uses.
    fn is_space(&self, board: BoardId, value: i32) -> bool {
        let rules = &self.program.layout.boards[board];
        let Some(offset) = u32::try_from(value)
            .ok()
            .and_then(|v| v.checked_sub(rules.first))
        else {
            return false;
        };
        let (copy, number) = (
            offset / rules.capacity.max(1),
            offset % rules.capacity.max(1),
        );
        let copies = rules.copies.min(u32::from(self.state.players).max(1));
        copy < copies && (number as i32) < self.state.memory[rules.size_of(copy)]
    }

    fn frames(&self) -> Result<(), String> {
        let (mut base, mut lists) = (0, ListIndex::new(0));
        for frame in &self.state.frames {
            let disorder = || "what is being done is in disorder".to_owned();
            let routine = self
                .program
                .routines
                .get(frame.routine)
                .ok_or_else(disorder)?;
            check(frame.slots() == base && frame.lists >= lists, disorder)?;
            let text = self.program.text_of(frame.routine);
            check(text.contains(&frame.pc), disorder)?;
            base += usize::from(routine.slots);
            lists = frame.lists;
            check(base <= self.state.stack.len(), disorder)?;
            self.locals(routine, &self.state.stack[frame.slots()..base])?;
            for cursor in self.cursors(frame.routine) {
                self.cursor(frame.slots(), cursor)?;
                self.members(frame.slots(), frame.routine, cursor)?;
            }
        }
        check(base == self.state.stack.len(), || {
            "slots are missing or too many".into()
        })?;
        check(lists.index() <= self.state.lists.len(), || {
            "lists are missing".into()
        })
    }

    /// The instructions of a routine.
    fn text(&self, routine: RoutineId) -> impl Iterator<Item = Signature> {
        let code = self.program.code.range(self.program.text_of(routine));
        code.iter().map(|instr| Signature::of(self.program, *instr))
    }

    fn locals(&self, routine: &Routine, slots: &[i32]) -> Result<(), String> {
        for ((name, ty), value) in routine.locals.iter().zip(slots) {
            // A slot that is not yet in use holds 0; `you` of the game's own texts is nobody.
            let unset = *value == 0 || *value == NONE && name == "you";
            check(unset || self.fits(ty, *value), || {
                format!("`{name}` of `{}` is {value}", routine.name)
            })?;
        }
        Ok(())
    }

    fn cursors(&self, routine: RoutineId) -> Vec<Cursor> {
        self.text(routine)
            .filter_map(|instr| instr.begins)
            .collect()
    }

    fn cursor(&self, base: usize, cursor: Cursor) -> Result<(), String> {
        let at = base + usize::from(cursor.slot);
        let [begin, next, end] =
            [0, 1, 2].map(|n| self.state.stack.get(at + n).copied().unwrap_or(-1));
        let inside = usize::try_from(end).is_ok_and(|end| end <= self.state.lists.len());
        let fits = 0 <= begin && begin <= next && next <= end && inside;
        check(fits, || "a loop has lost its list".into())
    }

    /// Checks the members of a list against their type, since a loop binds them without a look.
    fn members(&self, base: usize, routine: RoutineId, cursor: Cursor) -> Result<(), String> {
        let slot = base + usize::from(cursor.slot);
        let [begin, end] =
            [0, 2].map(|n| ListIndex::from_value(self.state.stack[slot + n]).index());
        let members = &self.state.lists[begin..end];
        if let Some(list) = self.hook_list(routine, cursor) {
            let hooks = &self.program.hook_lists[list];
            let is_one = |hook: &i32| HookId::of(*hook).is_some_and(|hook| hooks.contains(&hook));
            return check(members.iter().all(is_one), || {
                "the hooks that are listed are none of the effect".into()
            });
        }
        let Some(ty) = self.member_type(routine, cursor) else {
            return Ok(());
        };
        let wrong = members.iter().find(|member| !self.fits(ty, **member));
        wrong.map_or(Ok(()), |member| {
            let name = &self.program.routines[routine].name;
            Err(format!("a list of `{name}` has the member {member}"))
        })
    }

    /// Returns the hooks of which a cursor lists some.
    fn hook_list(&self, routine: RoutineId, cursor: Cursor) -> Option<HookListId> {
        let mut text = self.text(routine);
        text.find_map(|instr| match instr.runs {
            Some(Runs::Hooks(list)) if instr.begins == Some(cursor) => Some(list),
            _ => None,
        })
    }

    /// Returns the type of a list's members: of the name that keeps it, else of the name that a loop binds.
    fn member_type(&self, routine: RoutineId, cursor: Cursor) -> Option<&Type> {
        let locals = &self.program.routines[routine].locals;
        let named = |slot: u16| locals.get(usize::from(slot)).map(|(_, ty)| ty);
        if let Some(Type::All(of)) = named(cursor.slot) {
            return Some(of);
        }
        let mut sets = self.text(routine).flat_map(|instr| instr.sets);
        sets.find_map(|(slot, value)| match value {
            SlotDefinition::Member(of) if of == cursor => named(slot),
            SlotDefinition::Value(_)
            | SlotDefinition::Member(_)
            | SlotDefinition::Answer(_)
            | SlotDefinition::List(_)
            | SlotDefinition::Chosen
            | SlotDefinition::Hooks
            | SlotDefinition::CountedDown => None,
        })
    }

    fn waiting(&self) -> Result<(), String> {
        let disorder = || "what waits is in disorder".to_owned();
        let state = self.state;
        check(
            state.pool.len().is_multiple_of(ENTRY)
                && state.queues_are_sound(self.program.names.moments.len()),
            disorder,
        )?;
        let mut last = PoolIndex::new(0);
        for (begin, by) in &state.pools {
            let fits = *begin >= last
                && begin.index() <= state.pool.len()
                && begin.index().is_multiple_of(ENTRY);
            check(fits && by.is_among(state.players), disorder)?;
            last = *begin;
        }
        check(!state.pools.is_empty() || state.pool.is_empty(), disorder)?;
        for entry in state.pool.chunks_exact(ENTRY) {
            let hook = HookId::of(entry[0])
                .and_then(|n| self.program.hooks.get(n))
                .ok_or_else(disorder)?;
            self.entry(hook.body, 1, entry)?;
        }
        let rows = state.later.chunks_exact(ROW);
        for row in rows.filter(|row| row[0] != NO_ROW) {
            let entry = &row[2..];
            let routine = RoutineId::of(entry[0])
                .filter(|routine| self.program.routines.get(*routine).is_some());
            self.entry(routine.ok_or_else(disorder)?, 0, entry)?;
        }
        Ok(())
    }

    fn entry(&self, routine: RoutineId, this: usize, entry: &[i32]) -> Result<(), String> {
        let disorder = || "what waits is in disorder".to_owned();
        let rules = &self.program.routines[routine];
        let count = usize::try_from(entry[3])
            .ok()
            .filter(|n| *n <= MOST_ARGS)
            .ok_or_else(disorder)?;
        check(
            count + this <= usize::from(rules.slots)
                && (this == 1) == (rules.kind == RoutineKind::Hook),
            disorder,
        )?;
        check(
            entry[1] == NONE || self.fits(&Type::Player, entry[1]),
            disorder,
        )?;
        let mut slots = vec![entry[1]];
        if this == 1 {
            slots.push(entry[2]);
        }
        slots.extend_from_slice(&entry[4..4 + count]);
        self.locals(rules, &slots)
    }

    fn question(&self) -> Result<(), String> {
        let state = self.state;
        let disorder = || "the open question is in disorder".to_owned();
        let Some(pending) = state.pending else {
            return Ok(());
        };
        let (site, frame) = match (self.program.sites.get(pending.site), state.frames.last()) {
            (Some(site), Some(frame)) => (site, frame),
            _ => return Err(disorder()),
        };
        // The instruction that asked stands before the next one.
        let asked = self.program.code.get(frame.pc.before());
        let asked = asked.and_then(|instr| Signature::of(self.program, *instr).site);
        let pool = match site.ask {
            Ask::Pool(order) => order.listed.is_some() || !state.pools.is_empty(),
            Ask::Choose { .. } | Ask::May | Ask::Offer { .. } => true,
        };
        check(
            pending.player.is_among(state.players) && asked == Some(pending.site) && pool,
            disorder,
        )
    }
}
