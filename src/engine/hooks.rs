//! Hooks, pools of waiting entries, and what is put off to a moment.

use crate::engine::event::What;
use crate::engine::fault::FaultKind;
use crate::engine::machine::Machine;
use crate::engine::option::Answer;
use crate::engine::state::{ENTRY, MOST_ARGS, Pending};
use crate::engine::steps::set_cursor;
use crate::program::code::{Cursor, Turn};
use crate::program::node::NodeList;
use crate::rules::game::NONE;

impl Machine<'_> {
    /// Lists the hooks that fire on the routine being done.
    pub(crate) fn list_hooks(&mut self, list: u32, cursor: Cursor) {
        let begin = self.state.lists.len() as i32;
        for n in 0..self.program.hook_lists[list as usize].len() {
            let hook = self.program.hook_lists[list as usize][n];
            if self.fires(hook).is_some() {
                self.state.lists.push(hook as i32);
            }
        }
        let end = self.state.lists.len() as i32;
        self.in_frame(|_, f| set_cursor(f, usize::from(cursor.slot), begin, end));
    }

    /// Puts the hooks that fire into the innermost pool.
    pub(crate) fn pool_hooks(&mut self, list: u32) {
        for n in 0..self.program.hook_lists[list as usize].len() {
            let hook = self.program.hook_lists[list as usize][n];
            if let Some((you, this)) = self.fires(hook) {
                self.count_use(hook, this);
                let (base, params) = (self.base, self.params());
                let mut entry = [0; ENTRY];
                entry[..4].copy_from_slice(&[hook as i32, you, this, params as i32]);
                entry[4..4 + params]
                    .copy_from_slice(&self.state.stack[base + 1..base + 1 + params]);
                self.state.pool.extend_from_slice(&entry);
            }
        }
    }

    /// Number of parameters of the routine being done, as far as they can wait.
    fn params(&self) -> usize {
        let routine = self.state.frames.last().map_or(0, |f| f.routine);
        usize::from(self.program.routines[routine as usize].params).min(MOST_ARGS)
    }

    /// Whether a hook fires now, for whom and from which piece. Its arguments are those of the present frame.
    fn fires(&mut self, hook: u32) -> Option<(i32, i32)> {
        let program = self.program;
        let rules = &program.hooks[hook as usize];
        let (you, this) = match rules.piece {
            None => (self.you(), NONE),
            Some(piece) => (self.active(piece)?, piece as i32),
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

    fn count_use(&mut self, hook: u32, this: i32) {
        let rules = &self.program.hooks[hook as usize];
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
    pub(crate) fn run_hook(&mut self, hook: u32) {
        let rules = &self.program.hooks[hook as usize];
        let (you, this) = match rules.piece {
            None => (self.you(), NONE),
            Some(piece) => match self.active(piece) {
                Some(you) => (you, piece as i32),
                None => return,
            },
        };
        self.count_use(hook, this);
        let (base, params) = (self.base, self.params());
        let mut args = [0; MOST_ARGS + 1];
        args[0] = this;
        args[1..=params].copy_from_slice(&self.state.stack[base + 1..base + 1 + params]);
        self.enter(rules.body, you, &args[..=params]);
        self.record(What::Began(rules.body), self.everybody());
    }

    fn entry(&self, n: u32) -> &[i32] {
        let start =
            self.state.pools.last().map_or(0, |(start, _)| *start) as usize + n as usize * ENTRY;
        &self.state.pool[start..start + ENTRY]
    }

    fn waiting(&self) -> u32 {
        let start = self.state.pools.last().map_or(0, |(start, _)| *start) as usize;
        ((self.state.pool.len() - start) / ENTRY) as u32
    }

    /// The text that an entry comes down to: that of a row, if its own is nothing but a call of it. None when the row
    /// leaves it out.
    fn entry_text(&mut self, n: u32) -> Option<u32> {
        let program = self.program;
        let body = program.hooks[self.entry(n)[0] as usize].body;
        let Some((column, holder)) = program.routines[body as usize].only_slot else {
            return Some(body);
        };
        let (caller, base) = (self.base, self.state.stack.len());
        let mut entry = [0; ENTRY];
        entry.copy_from_slice(self.entry(n));
        self.state.stack.extend_from_slice(&entry[1..3]);
        self.state
            .stack
            .extend_from_slice(&entry[4..4 + entry[3] as usize]);
        self.base = base;
        let holder = self.eval(holder);
        self.base = caller;
        self.state.stack.truncate(base);
        let column = &program.layout.effect_columns[usize::from(column)];
        let row = (holder as u32).wrapping_sub(column.first) as usize;
        // Asked of `none`, it runs and fails there.
        let text = column.rows.get(row).map_or(body as i32, |text| *text);
        (text != NONE).then_some(text as u32)
    }

    /// Whether nobody can tell when an entry is resolved.
    fn entry_is_plain(&mut self, n: u32) -> bool {
        let player = self
            .state
            .pools
            .last()
            .map_or(NONE, |(_, by)| i32::from(*by));
        match self.turn_of(n) {
            Turn::Any => true,
            Turn::AnyOfOwn => self.entry(n)[1] == player,
            Turn::AnyAmongGains => (0..self.waiting())
                .all(|m| matches!(self.turn_of(m), Turn::Any | Turn::AnyAmongGains)),
            Turn::Asked => false,
        }
    }

    fn turn_of(&mut self, n: u32) -> Turn {
        let text = self.entry_text(n);
        text.map_or(Turn::Any, |text| self.program.routines[text as usize].turn)
    }

    /// Whether two entries do the same for the same player, so that their order does not matter.
    fn entries_alike(&mut self, n: u32, m: u32) -> bool {
        if self.entry(n) == self.entry(m) {
            return true;
        }
        let same = |m: &mut Self, n: u32| {
            let text = m.entry_text(n)?;
            m.program.routines[text as usize].same
        };
        let (a, b) = (same(self, n), same(self, m));
        a.is_some() && a == b && self.entry(n)[1] == self.entry(m)[1]
    }

    /// Runs the next entry of the pool: one that nobody can tell apart in order, the only one, or one chosen.
    pub(crate) fn pool_next(&mut self, site: u32, exit: u32) {
        let count = self.waiting();
        if count == 0 {
            self.state.pools.pop();
            if let Some(frame) = self.state.frames.last_mut() {
                frame.pc = exit;
            }
            return;
        }
        if let Some(idle) = (0..count).find(|n| self.entry_text(*n).is_none()) {
            self.take_entry(idle);
            return;
        }
        if let Some(plain) = (0..count).find(|n| self.entry_is_plain(*n)) {
            self.run_entry(plain);
            return;
        }
        self.work.options.clear();
        self.list_entries();
        if self.work.options.len() == 1 {
            self.run_entry(0);
        } else {
            let player = self.state.pools.last().map_or(0, |(_, by)| *by);
            self.state.pending = Some(Pending { player, site });
        }
    }

    /// Entries as options; of those that do the same, one.
    pub(crate) fn list_entries(&mut self) {
        for n in 0..self.waiting() {
            if (0..n).any(|m| self.entries_alike(m, n)) {
                continue;
            }
            let mut entry = [0; ENTRY];
            entry.copy_from_slice(self.entry(n));
            self.work
                .options
                .push(Answer::Entry(n), &entry[..4 + entry[3] as usize]);
        }
    }

    fn take_entry(&mut self, n: u32) -> [i32; ENTRY] {
        let start =
            self.state.pools.last().map_or(0, |(start, _)| *start) as usize + n as usize * ENTRY;
        let mut entry = [0; ENTRY];
        entry.copy_from_slice(&self.state.pool[start..start + ENTRY]);
        self.state.pool.drain(start..start + ENTRY);
        entry
    }

    pub(crate) fn run_entry(&mut self, n: u32) {
        let entry = self.take_entry(n);
        let [hook, you, this, count, ..] = entry;
        let body = self.program.hooks[hook as usize].body;
        let mut args = [0; MOST_ARGS + 1];
        args[0] = this;
        args[1..=count as usize].copy_from_slice(&entry[4..4 + count as usize]);
        self.enter(body, you, &args[..=count as usize]);
        self.record(What::Began(body), self.everybody());
    }

    pub(crate) fn put_off(&mut self, moment: u16, routine: u32, args: NodeList) {
        self.arguments(args);
        if self.work.tuple.len() > MOST_ARGS {
            self.fail(
                FaultKind::TooDeep,
                self.program.routines[routine as usize].span,
            );
            return;
        }
        let mut entry = [0; ENTRY];
        entry[..4].copy_from_slice(&[
            routine as i32,
            self.you(),
            NONE,
            self.work.tuple.len() as i32,
        ]);
        entry[4..4 + self.work.tuple.len()].copy_from_slice(&self.work.tuple);
        self.state.later.push(i32::from(moment));
        self.state.later.extend_from_slice(&entry);
    }

    /// Runs the first thing put off to a moment; false when there is none.
    pub(crate) fn run_put_off(&mut self, moment: u16) -> bool {
        let found = self
            .state
            .later
            .chunks_exact(ENTRY + 1)
            .position(|e| e[0] == i32::from(moment));
        let Some(n) = found else { return false };
        let start = n * (ENTRY + 1);
        let mut entry = [0; ENTRY];
        entry.copy_from_slice(&self.state.later[start + 1..start + 1 + ENTRY]);
        self.state.later.drain(start..=start + ENTRY);
        self.enter(entry[0] as u32, entry[1], &entry[4..4 + entry[3] as usize]);
        true
    }

    /// Sets the variables that last until a moment back to their defaults.
    pub(crate) fn reset(&mut self, moment: u16) {
        let layout = &self.program.layout;
        for var in &layout.resets[usize::from(moment)] {
            let placed = &layout.vars[*var as usize];
            for at in placed.base..placed.base + placed.holders * placed.width {
                self.write(*var, at as usize, layout.memory[at as usize]);
            }
        }
    }
}
