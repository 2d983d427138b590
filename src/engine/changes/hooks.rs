//! Hooks, and pools of waiting entries.

use crate::engine::decisions::option::Answer;
use crate::engine::runtime::machine::Machine;
use crate::engine::state::{ENTRY, MOST_ARGS, Pending, arguments};
use crate::program::code::{Cursor, Turn};
use crate::program::ids::{HookListId, Pc, SiteId};
use crate::rules::game::NONE;
use crate::rules::ids::{HookId, MomentId, PlayerId, RoutineId};
use crate::rules::table::{ids, widened};

impl Machine<'_> {
    /// Lists the hooks that fire on the routine being done.
    pub(crate) fn list_hooks(&mut self, list: HookListId, cursor: Cursor) {
        let begin = self.state.lists.len() as i32;
        self.take_steps(self.program.hook_lists[list].len() as u64);
        for n in 0..self.program.hook_lists[list].len() {
            let hook = self.program.hook_lists[list][n];
            if self.fires(hook).is_some() {
                self.state.lists.push(hook.value());
            }
        }
        self.check_bytes();
        let end = self.state.lists.len() as i32;
        let at = self.base + usize::from(cursor.slot);
        self.state.stack[at..at + 3].copy_from_slice(&[begin, begin, end]);
    }

    /// Puts the hooks that fire into the innermost pool.
    pub(crate) fn pool_hooks(&mut self, list: HookListId) {
        self.take_steps(self.program.hook_lists[list].len() as u64);
        for n in 0..self.program.hook_lists[list].len() {
            let hook = self.program.hook_lists[list][n];
            if let Some((you, this)) = self.fires(hook) {
                self.count_use(hook, this);
                let (base, params) = (self.base, self.params());
                let mut entry = [0; ENTRY];
                entry[..4].copy_from_slice(&[hook.value(), you, this, params as i32]);
                entry[4..4 + params]
                    .copy_from_slice(&self.state.stack[base + 1..base + 1 + params]);
                self.state.pool.extend_from_slice(&entry);
            }
        }
        self.check_bytes();
    }

    /// Number of parameters of the routine being done, as far as they can wait.
    fn params(&self) -> usize {
        let routine = self.state.frames.last().map(|frame| frame.routine);
        let params = routine.map_or(0, |routine| self.program.routines[routine].params);
        usize::from(params).min(MOST_ARGS)
    }

    /// Tells whether a hook fires now, for whom and from which piece. Its arguments are those of the present frame.
    fn fires(&mut self, hook: HookId) -> Option<(i32, i32)> {
        let program = self.program;
        let rules = &program.hooks[hook];
        let (you, this) = match rules.piece {
            None => (self.you(), NONE),
            Some(piece) => (self.active(piece)?, piece.value()),
        };
        let (base, params) = (self.base, self.params());
        let fires = self.with_slots(rules.slots.max(params as u16 + 2), |m, f| {
            f[0] = you;
            f[1] = this;
            f[2..2 + params].copy_from_slice(&m.state.stack[base + 1..base + 1 + params]);
            if rules.cond.is_some_and(|cond| m.ask_in(f, cond) == 0) {
                return false;
            }
            let Some((most, counter)) = rules.limit else {
                return true;
            };
            let most = m.ask_in(f, most);
            let used = m.address_in(f, counter);
            used.map_or(0, |(_, at, _)| m.state.memory[at]) < most
        });
        fires.then_some((you, this))
    }

    fn count_use(&mut self, hook: HookId, this: i32) {
        let rules = &self.program.hooks[hook];
        let Some((_, counter)) = rules.limit else {
            return;
        };
        let counter = self.with_slots(rules.slots.max(2), |m, f| {
            f[0] = NONE;
            f[1] = this;
            m.address_in(f, counter)
        });
        if let Some((var, at, _)) = counter {
            self.write(var, at, self.state.memory[at] + 1);
        }
    }

    /// Runs a hook that was listed, unless its piece has left in the meantime.
    pub(crate) fn run_hook(&mut self, hook: HookId) {
        let rules = &self.program.hooks[hook];
        let (you, this) = match rules.piece {
            None => (self.you(), NONE),
            Some(piece) => match self.active(piece) {
                Some(you) => (you, piece.value()),
                None => return,
            },
        };
        self.count_use(hook, this);
        let (base, params) = (self.base, self.params());
        let mut args = [0; MOST_ARGS + 1];
        args[0] = this;
        args[1..=params].copy_from_slice(&self.state.stack[base + 1..base + 1 + params]);
        self.enter(rules.body, you, &args[..=params]);
        self.record_beginning(rules.body, this);
    }

    fn entry(&self, n: u32) -> &[i32] {
        let start = self.state.innermost_pool() + widened(n) * ENTRY;
        &self.state.pool[start..start + ENTRY]
    }

    fn waiting(&self) -> u32 {
        let start = self.state.innermost_pool();
        ((self.state.pool.len() - start) / ENTRY) as u32
    }

    /// The text that an entry comes down to: that of a row, if its own is nothing but a call of it. None when the row
    /// leaves it out.
    fn entry_text(&mut self, n: u32) -> Option<RoutineId> {
        let program = self.program;
        let body = program.hooks[HookId::from_value(self.entry(n)[0])].body;
        let Some((column, holder)) = program.routines[body].only_slot else {
            return Some(body);
        };
        let (caller, base) = (self.base, self.state.stack.len());
        let mut entry = [0; ENTRY];
        entry.copy_from_slice(self.entry(n));
        self.state.stack.extend_from_slice(&entry[1..3]);
        self.state.stack.extend_from_slice(arguments(&entry));
        self.base = base;
        let holder = self.eval(holder);
        self.base = caller;
        self.state.stack.truncate(base);
        let column = &program.layout.effect_columns[usize::from(column)];
        let row = widened((holder as u32).wrapping_sub(column.first.number()));
        // Asked of `none`, it runs and fails there.
        let text = column.rows.get(row).map_or(body.value(), |text| *text);
        RoutineId::of(text)
    }

    /// Returns the equivalence class of an entry: equal for all that do the same for the same player, so that their order does
    /// not matter.
    fn entry_class(&mut self, n: u32) -> [i32; ENTRY] {
        let mut class = [0; ENTRY];
        let text = self.entry_text(n);
        match text.and_then(|text| self.program.routines[text].same) {
            // No hook has this number.
            Some(same) => class[..3].copy_from_slice(&[NONE, same as i32, self.entry(n)[1]]),
            None => class.copy_from_slice(self.entry(n)),
        }
        class
    }

    /// Returns the entry that is resolved without asking, if there is one: first those whose text a row leaves out, then the
    /// first one of which nobody can tell when it is resolved. True for one that has no text.
    fn unasked(&mut self) -> Option<(u32, bool)> {
        let player = self.state.pools.last().map_or(NONE, |(_, by)| by.value());
        let (mut plain, mut gain, mut only_gains) = (None, None, true);
        for n in 0..self.waiting() {
            let Some(text) = self.entry_text(n) else {
                return Some((n, true));
            };
            let turn = self.program.routines[text].turn;
            only_gains &= matches!(turn, Turn::Any | Turn::AnyAmongGains);
            let found = match turn {
                Turn::Any => &mut plain,
                Turn::AnyOfOwn if self.entry(n)[1] == player => &mut plain,
                Turn::AnyAmongGains => &mut gain,
                Turn::AnyOfOwn | Turn::Asked => continue,
            };
            found.get_or_insert(n);
        }
        let gain = gain.filter(|_| only_gains);
        let first = plain.into_iter().chain(gain).min()?;
        Some((first, false))
    }

    /// Runs the next entry of the pool: one that nobody can tell apart in order, the only one, or one chosen.
    pub(crate) fn pool_next(&mut self, site: SiteId, exit: Pc) {
        self.take_steps(u64::from(self.waiting()));
        if self.waiting() == 0 {
            self.state.pools.pop();
            if let Some(frame) = self.state.frames.last_mut() {
                frame.pc = exit;
            }
            return;
        }
        match self.unasked() {
            Some((idle, true)) => drop(self.take_entry(idle)),
            Some((plain, false)) => self.run_entry(plain),
            None => self.ask_for_entry(site),
        }
    }

    fn ask_for_entry(&mut self, site: SiteId) {
        self.work.options.clear();
        self.list_entries();
        if self.work.options.len() == 1 {
            self.run_entry(0);
        } else {
            let player = self
                .state
                .pools
                .last()
                .map_or(PlayerId::new(0), |(_, by)| *by);
            self.state.pending = Some(Pending { player, site });
        }
    }

    /// Entries as options; of those that do the same, the first one.
    pub(crate) fn list_entries(&mut self) {
        let mut alike = std::mem::take(&mut self.work.alike);
        alike.clear();
        alike.extend((0..self.waiting()).map(|n| (self.entry_class(n), n)));
        alike.sort_unstable();
        alike.dedup_by_key(|(class, _)| *class);
        alike.sort_unstable_by_key(|(_, n)| *n);
        for (_, n) in &alike {
            let mut entry = [0; ENTRY];
            entry.copy_from_slice(self.entry(*n));
            self.work
                .options
                .push(Answer::Entry(*n), &entry[..4 + arguments(&entry).len()]);
        }
        self.work.alike = alike;
    }

    fn take_entry(&mut self, n: u32) -> [i32; ENTRY] {
        let start = self.state.innermost_pool() + widened(n) * ENTRY;
        let mut entry = [0; ENTRY];
        entry.copy_from_slice(&self.state.pool[start..start + ENTRY]);
        self.state.pool.drain(start..start + ENTRY);
        entry
    }

    pub(crate) fn run_entry(&mut self, n: u32) {
        let entry = self.take_entry(n);
        let [hook, you, this, ..] = entry;
        let given = arguments(&entry);
        let body = self.program.hooks[HookId::from_value(hook)].body;
        let mut args = [0; MOST_ARGS + 1];
        args[0] = this;
        args[1..=given.len()].copy_from_slice(given);
        self.enter(body, you, &args[..=given.len()]);
        self.record_beginning(body, this);
    }

    /// Sets the variables that last until a moment back to their defaults.
    pub(crate) fn reset(&mut self, moment: MomentId) {
        let layout = &self.program.layout;
        for var in &layout.resets[moment] {
            let placed = &layout.vars[*var];
            self.take_steps(u64::from(placed.holders * placed.width));
            for at in ids(placed.addresses()) {
                self.write(*var, at, layout.memory[at]);
            }
        }
    }
}
