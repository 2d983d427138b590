//! Hooks, and the order in which those that wait are run.
//!
//! Hooks wait as entries of a pool, or listed by a cursor. Those that replace an effect are listed alone: one of them runs.

use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::state::{ENTRY, MOST_ARGS, Pending, PlayerSet, arguments};
use ludex_program::code::Turn;
use ludex_program::cursor::Cursor;
use ludex_program::decision::PoolOrder;
use ludex_program::ids::{HookListId, ListIndex, Pc, PoolIndex, SiteId};
use ludex_rules::decision::Answer;
use ludex_rules::game::{NONE, RoutineKind, Timing};
use ludex_rules::ids::{HookId, MomentId, PlayerId, RoutineId};
use ludex_rules::table::{ids, widened};

/// The player who orders what waits.
struct Orderer {
    player: PlayerId,
    /// The players who order what is theirs, and the first of them, who orders what is nobody's; none where one orders all.
    owners: Option<(PlayerSet, PlayerId)>,
}

impl Orderer {
    /// Returns true if an entry, by the `you` of its text, is the player's to order.
    fn orders(&self, you: i32) -> bool {
        let Some((owners, first)) = self.owners else {
            return true;
        };
        let owner = PlayerId::of(you).filter(|owner| owners.has(*owner));
        owner.unwrap_or(first) == self.player
    }
}

/// The next step with the entries that wait, which are named by their numbers.
enum NextEntry {
    /// This entry is dropped, because its row leaves the text out.
    Drop(u32),
    /// This entry runs without a question.
    Run(u32),
    /// A player is asked which one runs.
    Ask(PlayerId),
}

impl Machine<'_> {
    /// Lists the hooks that fire on the routine being done. The event is one use of each, but for those that would replace it,
    /// of which one runs.
    pub(crate) fn list_hooks(&mut self, list: HookListId, cursor: Cursor) {
        let begin = self.state.lists.len() as i32;
        self.take_steps(self.program.hook_lists[list].len() as u64);
        for n in 0..self.program.hook_lists[list].len() {
            let hook = self.program.hook_lists[list][n];
            if let Some((_, this)) = self.fires(hook) {
                if self.program.hooks[hook].timing != Timing::Instead {
                    self.count_use(hook, this);
                }
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
                self.push_entry(hook, you, this);
            }
        }
        self.check_bytes();
    }

    /// Puts a hook on the routine being done into the innermost pool.
    fn push_entry(&mut self, hook: HookId, you: i32, this: i32) {
        let (base, params) = (self.base, self.params());
        let mut entry = [0; ENTRY];
        entry[..4].copy_from_slice(&[hook.value(), you, this, params as i32]);
        entry[4..4 + params].copy_from_slice(&self.state.stack[base + 1..base + 1 + params]);
        self.state.pool.extend_from_slice(&entry);
    }

    /// For whom a hook runs, and from which piece; none when its piece is not where it is active.
    fn lives(&self, hook: HookId) -> Option<(i32, i32)> {
        match self.program.hooks[hook].piece {
            None => Some((self.you(), NONE)),
            Some(piece) => Some((self.active(piece)?, piece.value())),
        }
    }

    /// Returns true if the routine being done is what this replacement made of an event: its text is at work. What hooks and
    /// actions set off meanwhile are other events.
    fn has_replaced(&mut self, body: RoutineId, this: i32) -> bool {
        let mut frames = self.state.frames.iter().rev();
        let begins = frames.position(|frame| {
            let routine = &self.program.routines[frame.routine];
            let own = frame.routine == body && self.state.stack[frame.slots() + 1] == this;
            own || match routine.kind {
                RoutineKind::Hook => !routine.replaces,
                RoutineKind::Action | RoutineKind::Flow => true,
                RoutineKind::Effect | RoutineKind::Slot | RoutineKind::Part => false,
            }
        });
        let Some(up) = begins else {
            return false;
        };
        let frame = self.state.frames[self.state.frames.len() - 1 - up];
        self.take_steps(up as u64);
        frame.routine == body && self.state.stack[frame.slots() + 1] == this
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
        let (you, this) = self.lives(hook)?;
        if rules.timing == Timing::Instead && self.has_replaced(rules.body, this) {
            return None;
        }
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
        let Some((you, this)) = self.lives(hook) else {
            return;
        };
        if rules.timing == Timing::Instead {
            self.count_use(hook, this);
        }
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

    fn whole_entry(&self, n: u32) -> [i32; ENTRY] {
        let mut entry = [0; ENTRY];
        entry.copy_from_slice(self.entry(n));
        entry
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
        let entry = self.whole_entry(n);
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
        let text = self.entry_text(n);
        let Some(same) = text.and_then(|text| self.program.routines[text].same) else {
            return self.whole_entry(n);
        };
        let mut class = [0; ENTRY];
        // No hook has this number.
        class[..3].copy_from_slice(&[NONE, same as i32, self.entry(n)[1]]);
        class
    }

    /// Returns the entry that is resolved without asking, if there is one: first those whose text a row leaves out, then the
    /// first one of which nobody can tell when it is resolved.
    fn unasked(&mut self, orderer: &Orderer) -> Option<NextEntry> {
        let player = orderer.player.value();
        let (mut plain, mut gain, mut only_gains) = (None, None, true);
        for n in 0..self.waiting() {
            if !orderer.orders(self.entry(n)[1]) {
                continue;
            }
            let Some(text) = self.entry_text(n) else {
                return Some(NextEntry::Drop(n));
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
        Some(NextEntry::Run(first))
    }

    /// Returns the player who orders what waits at a site; none when the rules name nobody, which is a fault.
    fn orderer(&mut self, site: SiteId, order: PoolOrder) -> Option<Orderer> {
        let Some(source) = order.owners else {
            let player = match (order.listed, self.state.pools.last()) {
                (None, Some((_, by))) => *by,
                _ => self.asked_at(site)?,
            };
            return Some(Orderer {
                player,
                owners: None,
            });
        };
        let start = self.work.scratch.len();
        self.in_frame(|m, f| m.list_in(f, source));
        let players = self.work.scratch[start..].iter();
        let players = players.filter_map(|one| PlayerId::of(*one));
        let first = players.clone().next();
        let all = players.fold(PlayerSet::NOBODY, |all, one| all | PlayerSet::one(one));
        let found = first.and_then(|first| {
            let mut in_turn = self.work.scratch[start..].iter().filter_map(|one| {
                Some(Orderer {
                    player: PlayerId::of(*one)?,
                    owners: Some((all, first)),
                })
            });
            in_turn.find(|one| (0..self.waiting()).any(|n| one.orders(self.entry(n)[1])))
        });
        self.work.scratch.truncate(start);
        if found.is_none() {
            self.fail(FaultKind::OfNone, self.program.sites[site].span);
        }
        found
    }

    /// Finds what comes next of the entries that wait at a site. There is one.
    fn next_entry(&mut self, site: SiteId, order: PoolOrder) -> Option<NextEntry> {
        if self.waiting() == 1 {
            return Some(match self.entry_text(0) {
                None if !order.replaces => NextEntry::Drop(0),
                _ => NextEntry::Run(0),
            });
        }
        let orderer = self.orderer(site, order)?;
        if !order.replaces
            && let Some(next) = self.unasked(&orderer)
        {
            return Some(next);
        }
        self.clear_options();
        self.list_entries(&orderer, order);
        if self.work.options.len() == 1
            && let (Answer::Entry(only), _) = self.work.options.get(0)
        {
            return Some(NextEntry::Run(only));
        }
        Some(NextEntry::Ask(orderer.player))
    }

    /// Runs the next entry of the pool: one that nobody can tell apart in order, the only one, or one chosen.
    pub(crate) fn pool_next(&mut self, site: SiteId, order: PoolOrder, exit: Pc) {
        self.take_steps(u64::from(self.waiting()));
        if self.waiting() == 0 {
            self.state.pools.pop();
            self.goto(exit);
            return;
        }
        match self.next_entry(site, order) {
            Some(NextEntry::Drop(idle)) => drop(self.take_entry(idle)),
            Some(NextEntry::Run(next)) => self.run_entry(next),
            Some(NextEntry::Ask(player)) => self.ask_for_entry(site, player),
            None => {}
        }
    }

    /// Asks a player which of the texts that wait comes next.
    fn ask_for_entry(&mut self, site: SiteId, player: PlayerId) {
        self.state.note_position(self.program, player);
        self.state.pending = Some(Pending { player, site });
    }

    // ---- listed hooks in an order

    /// The hooks of a list that have not run.
    fn listed(&mut self, cursor: Cursor) -> std::ops::Range<usize> {
        let at = |n: i32| ListIndex::from_value(n).index();
        let cursor = self.cursor(cursor);
        at(cursor[1])..at(cursor[2])
    }

    /// Does something with the hooks of a list as the entries of the innermost pool.
    fn as_pool<R>(&mut self, cursor: Cursor, work: impl FnOnce(&mut Self) -> R) -> R {
        let begin = self.state.pool.len();
        let nobody = PlayerId::new(0);
        (self.state.pools).push((PoolIndex::new(begin), nobody));
        for n in self.listed(cursor) {
            let hook = HookId::from_value(self.state.lists[n]);
            if let Some((you, this)) = self.lives(hook) {
                self.push_entry(hook, you, this);
            }
        }
        let result = work(self);
        self.state.pool.truncate(begin);
        self.state.pools.pop();
        result
    }

    /// Drops the hooks of a list whose piece has left.
    fn drop_left(&mut self, cursor: Cursor) {
        let listed = self.listed(cursor);
        let mut end = listed.start;
        for n in listed {
            let hook = self.state.lists[n];
            if self.lives(HookId::from_value(hook)).is_some() {
                self.state.lists[end] = hook;
                end += 1;
            }
        }
        self.state.lists.truncate(end);
        self.cursor(cursor)[2] = end as i32;
    }

    /// Runs the next listed hook in the order that a player gives, or asks for it. Of those that replace an effect it is the
    /// only one that runs.
    pub(crate) fn next_ordered(
        &mut self,
        site: SiteId,
        cursor: Cursor,
        order: PoolOrder,
        exit: Pc,
    ) {
        self.drop_left(cursor);
        let count = self.listed(cursor).len();
        self.take_steps(count as u64);
        if count == 0 {
            self.drop_cursor(cursor);
            self.goto(exit);
            return;
        }
        match self.as_pool(cursor, |m| m.next_entry(site, order)) {
            Some(NextEntry::Drop(idle)) => drop(self.take_listed(cursor, idle)),
            Some(NextEntry::Run(next)) => self.run_listed(cursor, order, next),
            Some(NextEntry::Ask(player)) => self.ask_for_entry(site, player),
            None => {}
        }
    }

    /// Runs the first hook of a list instead of the routine being done, and drops the others; jumps when there is none.
    pub(crate) fn replace_by_first(&mut self, cursor: Cursor, exit: Pc) {
        match self.next_listed(cursor) {
            Some(hook) => {
                self.drop_cursor(cursor);
                self.run_hook(HookId::from_value(hook));
            }
            None => self.goto(exit),
        }
    }

    /// Takes a hook out of those of a list that have not run.
    fn take_listed(&mut self, cursor: Cursor, n: u32) -> HookId {
        let listed = self.listed(cursor);
        let at = listed.start + widened(n);
        self.state.lists[listed.start..=at].rotate_right(1);
        self.cursor(cursor)[1] += 1;
        HookId::from_value(self.state.lists[listed.start])
    }

    fn run_listed(&mut self, cursor: Cursor, order: PoolOrder, n: u32) {
        let hook = self.take_listed(cursor, n);
        if order.replaces {
            self.drop_cursor(cursor);
        }
        self.run_hook(hook);
    }

    // ---- answers

    /// Lists the texts that wait at a site, as options of the player who orders them.
    pub(crate) fn list_waiting(&mut self, site: SiteId, order: PoolOrder) {
        let list = |m: &mut Self| {
            if let Some(orderer) = m.orderer(site, order) {
                m.list_entries(&orderer, order);
            }
        };
        match order.listed {
            Some(cursor) => self.as_pool(cursor, list),
            None => list(self),
        }
    }

    /// Runs the text that was chosen of those that wait.
    pub(crate) fn run_chosen(&mut self, order: PoolOrder, n: u32) {
        match order.listed {
            Some(cursor) => self.run_listed(cursor, order, n),
            None => self.run_entry(n),
        }
    }

    /// Entries as options; of those that do the same in an order, and of those of interchangeable copies that would replace an
    /// event, the first one.
    fn list_entries(&mut self, orderer: &Orderer, order: PoolOrder) {
        let mut alike = std::mem::take(&mut self.work.alike);
        alike.clear();
        for n in 0..self.waiting() {
            if orderer.orders(self.entry(n)[1]) {
                // What is left over when one of them replaces an event may differ.
                let class = if order.replaces {
                    self.whole_entry(n)
                } else {
                    self.entry_class(n)
                };
                alike.push((class, n));
            }
        }
        if order.replaces {
            self.unify_entries(orderer.player, &mut alike);
        }
        alike.sort_unstable();
        alike.dedup_by_key(|(class, _)| *class);
        alike.sort_unstable_by_key(|(_, n)| *n);
        for (_, n) in &alike {
            let entry = self.whole_entry(*n);
            self.work
                .options
                .push(Answer::Entry(*n), &entry[..4 + arguments(&entry).len()]);
        }
        self.work.alike = alike;
    }

    fn take_entry(&mut self, n: u32) -> [i32; ENTRY] {
        let start = self.state.innermost_pool() + widened(n) * ENTRY;
        let entry = self.whole_entry(n);
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
        self.state.count_positions_from(self.program, moment);
    }
}
