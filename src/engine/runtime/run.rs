//! The main loop: runs statements until a player must decide or the game is over.

use crate::chance::Stream;
use crate::fault::{Fault, FaultKind};
use crate::machine::{Machine, RandomChoices};
use crate::state::Pending;
use ludex_program::code::Instr;
use ludex_program::decision::{Ask, More};
use ludex_program::ids::{Pc, PoolIndex, SiteId, SpotId};
use ludex_rules::decision::Answer;
use ludex_rules::game::NONE;
use ludex_rules::ids::{HookId, PlayerId};

impl Machine<'_> {
    /// Begins `play`, with `setup` before it.
    pub fn begin(&mut self) {
        self.enter(self.program.play, NONE, &[]);
        self.enter(self.program.setup, NONE, &[]);
    }

    /// Chooses the boards and stands at the beginning of `play`, without `setup`.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn begin_bare(&mut self) -> Result<(), Fault> {
        self.choose_boards();
        self.enter(self.program.play, NONE, &[]);
        self.take_fault()
    }

    /// Leaves everything but `play`: a set-up that waits for a decision is given up.
    pub fn drop_setup(&mut self) {
        while self.state.frames.len() > 1 {
            self.leave();
        }
        self.state.pending = None;
        self.state.pool.clear();
        self.state.pools.clear();
    }

    /// Runs only `setup`, as far as it goes without a decision.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn run_setup(&mut self) -> Result<(), Fault> {
        self.choose_boards();
        self.begin();
        self.run_to(1)
    }

    /// Runs until a decision, whose options are then in the buffers, or the end.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn run(&mut self) -> Result<(), Fault> {
        self.run_to(0)
    }

    /// Runs by random choices, every option equally likely, to the end or until so many decisions were made: the one after
    /// them is open then, with its options in the buffers. One that is open already counts as the first. Returns the number
    /// made, which is told with a fault too.
    pub fn run_at_random(&mut self, stream: &mut Stream, most: u64) -> (u64, Result<(), Fault>) {
        self.chance = RandomChoices::new(stream, most);
        let mut ran = Ok(());
        while ran.is_ok() && !self.state.over {
            if let Some(Pending { player, site }) = self.state.pending.take() {
                self.base = self.state.frames.last().map_or(0, |f| f.slots());
                self.decide(site, player);
                self.has_chosen = self.state.pending.is_none();
            }
            // Chance has chosen as often as it may.
            if self.state.pending.is_some() {
                break;
            }
            ran = self.run();
        }
        let (used, left) = self.chance.end();
        if let Some(used) = used {
            *stream = used;
        }
        (most - left, ran)
    }

    /// Runs until a decision, the end, or until only so many frames are left.
    pub fn run_to(&mut self, floor: usize) -> Result<(), Fault> {
        if !std::mem::take(&mut self.has_chosen) {
            self.refill_budget();
        }
        self.run_frames(floor);
        self.take_fault()?;
        self.count_interpreted();
        self.tell_all();
        Ok(())
    }

    /// As `run_to`, without an account of it; also within machine code, for what begins there.
    pub(crate) fn run_frames(&mut self, floor: usize) {
        while self.state.pending.is_none() && !self.state.over && self.fault.is_none() {
            if self.state.frames.len() <= floor {
                if floor == 0 {
                    self.finish();
                }
                break;
            }
            let whole = self.run_steps(floor);
            if let (Some(instr), None) = (whole, &self.fault) {
                self.step(instr);
            }
        }
    }

    pub(crate) fn step(&mut self, instr: Instr) {
        if !self.work.scratch.is_empty() {
            self.work.scratch.clear();
        }
        match instr {
            Instr::Write { target, value, .. } => {
                let by = self.eval(value);
                self.gain(target, by);
            }
            Instr::Verb { verb, operands } => self.verb(verb, operands),
            Instr::Drop { cursor } => self.drop_cursor(cursor),
            Instr::Choose { site, none } | Instr::OfferOrPass { site, pass: none } => {
                self.ask(site, Some(none))
            }
            Instr::ChooseMore { site, done } => self.ask_more(site, done),
            Instr::May { site, .. } | Instr::Offer { site } => self.ask(site, None),
            Instr::Return => self.leave(),
            Instr::Hooks { hooks, cursor } => self.list_hooks(hooks, cursor),
            Instr::HooksToPool { hooks } => self.pool_hooks(hooks),
            Instr::NextHook { cursor, end } => match self.next_listed(cursor) {
                Some(hook) => self.run_hook(HookId::from_value(hook)),
                None => self.goto(end),
            },
            Instr::OrderHooks { site, cursor, end }
            | Instr::Replace {
                site: Some(site),
                cursor,
                end,
            } => {
                if let Some(order) = self.program.sites[site].ask.order() {
                    self.next_ordered(site, cursor, order, end);
                }
            }
            Instr::Replace {
                site: None,
                cursor,
                end,
            } => self.replace_by_first(cursor, end),
            Instr::PoolOpen { by } => match self.eval(by) {
                NONE => {
                    self.fail_here(FaultKind::OfNone);
                }
                by => self.state.pools.push((
                    PoolIndex::new(self.state.pool.len()),
                    PlayerId::from_value(by),
                )),
            },
            Instr::PoolNext { site, end } => {
                if let Some(order) = self.program.sites[site].ask.order() {
                    self.pool_next(site, order, end);
                }
            }
            Instr::Later {
                moment,
                routine,
                args,
            } => self.put_off(moment, routine, args),
            Instr::ReachNext { moment, end } => {
                if !self.run_put_off(moment) {
                    self.goto(end);
                }
            }
            Instr::Reset { moment } => self.reset(moment),
            // Lowered code does these itself: whoever comes here with one is misled.
            Instr::Let { .. }
            | Instr::Call { .. }
            | Instr::CallSlot { .. }
            | Instr::Jump { .. }
            | Instr::JumpUnless { .. }
            | Instr::Collect { .. }
            | Instr::Next { .. }
            | Instr::CountDown { .. }
            | Instr::DrawOne { .. }
            | Instr::Refill { .. }
            | Instr::JumpIfPool { .. } => {
                self.fail_here(FaultKind::Disagreement);
            }
        }
    }

    /// The routine that fills an empty place, for the player whose place it is: its text names that player's other places. A
    /// place of the table is filled by whoever acts.
    pub(crate) fn filling(&self, place: SpotId, acts: i32) -> (i32, i32) {
        let (declared, holder) = self.program.layout.place_of[place];
        let declared = &self.program.layout.places[declared];
        let Some(routine) = declared.when_empty else {
            return (NONE, acts);
        };
        let owner = self
            .state
            .owner_of_holder(self.program, declared.holder, holder);
        (routine.value(), owner.map_or(acts, PlayerId::value))
    }

    // ---- decisions ----

    fn ask(&mut self, site: SiteId, none: Option<Pc>) {
        let rules = &self.program.sites[site];
        let Some(player) = self.asked_at(site) else {
            return;
        };
        self.list_options(site, player);
        // Whatever was listed until the rules failed is no answer: the question is where it stands.
        if self.fault.is_some() {
            return;
        }
        if !self.work.options.is_empty() {
            self.state.note_position(self.program, player);
        }
        match (self.work.options.len(), none, &rules.ask) {
            (0, Some(to), Ask::Choose { must: false, .. } | Ask::Offer { .. }) => self.goto(to),
            (0, _, _) => {
                self.fail(FaultKind::Stuck, rules.span);
            }
            // A single option is no decision.
            (1, Some(_), Ask::Choose { .. }) => self.answer(site, player, 0),
            _ => self.decide(site, player),
        }
    }

    fn ask_more(&mut self, site: SiteId, exit: Pc) {
        let rules = &self.program.sites[site];
        let Ask::Choose {
            more: Some(more), ..
        } = &rules.ask
        else {
            return;
        };
        let more = *more;
        let Some(player) = self.asked_at(site) else {
            return;
        };
        if let Some(whole) = more.whole {
            return self.ask_step(site, player, whole.must, exit);
        }
        let left = self.state.stack[self.base + usize::from(more.left)];
        if left > 0 {
            self.list_options(site, player);
        }
        if self.fault.is_some() {
            return;
        }
        let real = if left > 0 {
            self.work.options.len() - usize::from(more.done)
        } else {
            0
        };
        if real > 0 {
            self.state.note_position(self.program, player);
        }
        match (real, more.done) {
            (0, _) => {
                self.drop_cursor(more.chosen);
                self.goto(exit);
            }
            (1, false) => self.answer(site, player, 0),
            _ => self.decide(site, player),
        }
    }

    /// Asks for the next member of a set that is chosen by a condition on all of it. A single way on is no decision.
    fn ask_step(&mut self, site: SiteId, player: PlayerId, must: bool, exit: Pc) {
        self.list_options(site, player);
        if self.fault.is_some() {
            return;
        }
        if !self.work.options.is_empty() {
            self.state.note_position(self.program, player);
        }
        match (self.work.options.len(), must) {
            (0, true) => {
                self.fail(FaultKind::Stuck, self.program.sites[site].span);
            }
            (0, false) => self.goto(exit),
            (1, _) => self.answer(site, player, 0),
            _ => self.decide(site, player),
        }
    }

    /// Stops for a player's decision, or goes on with what chance answers in a playout.
    fn decide(&mut self, site: SiteId, player: PlayerId) {
        let count = self.work.options.len();
        match self.chance.pick(count) {
            None => self.state.pending = Some(Pending { player, site }),
            Some(option) => {
                self.count_interpreted();
                self.chosen(site, player, option);
            }
        }
    }

    /// Answers the pending decision with one of its options, which must be in the buffers.
    pub fn choose(&mut self, option: usize) {
        if let Some(Pending { player, site }) = self.state.pending.take() {
            self.base = self.state.frames.last().map_or(0, |f| f.slots());
            if self.work.events.is_some() {
                let choice = self.work.options.choice(option);
                self.record_choice(player, site, choice);
            }
            self.chosen(site, player, option);
            self.has_chosen = true;
        }
    }

    /// A decision is made: the next one has a budget of its own.
    fn chosen(&mut self, site: SiteId, player: PlayerId, option: usize) {
        self.refill_budget();
        if let Some(asked) = self.program.sites[site].ask.counts() {
            let asked = &mut self.state.stack[self.base + usize::from(asked)];
            *asked = asked.saturating_add(1);
        }
        self.answer(site, player, option);
    }

    fn answer(&mut self, site: SiteId, player: PlayerId, option: usize) {
        let program = self.program;
        let (answer, values) = self.work.options.get(option);
        match (&program.sites[site].ask, answer) {
            (Ask::Choose { binders, more, .. }, Answer::Values) => {
                let slots = &mut self.state.stack[self.base..];
                for (binder, value) in binders.iter().zip(values) {
                    slots[usize::from(binder.slot)] = *value;
                }
                if let Some(more) = more {
                    self.state.lists.extend_from_slice(values);
                    slots[usize::from(more.chosen.slot) + 2] = self.state.lists.len() as i32;
                    let left = &mut slots[usize::from(more.left)];
                    // A position may come from a file that somebody has spoiled.
                    *left = left.saturating_sub(1);
                }
            }
            // The jump stands in the instruction that asked.
            (_, Answer::Done | Answer::No | Answer::Pass) => self.decline(),
            (_, Answer::Action(action)) if program.sites[site].at_once.is_some() => {
                self.put_off_action(Pending { player, site }, action, option);
            }
            (_, Answer::Action(action)) => {
                let rules = &program.actions[action];
                // All slots at once: the collection of a parameter may bind names of its own before it.
                let slots = program.routines[rules.body].slots;
                let base = self.state.push_slots(slots, &[player.value()]);
                let frame = &mut self.state.stack[base..];
                // A name that its text never reads may lie beyond its slots.
                for (binder, value) in rules.binders.iter().zip(values) {
                    if let Some(slot) = frame.get_mut(usize::from(binder.slot)) {
                        *slot = *value;
                    }
                }
                self.push_frame(rules.body, base);
            }
            (Ask::Pool(order), Answer::Entry(n)) => self.run_chosen(*order, n),
            (_, Answer::Entry(_)) => {}
            (_, Answer::Yes | Answer::Values) => {}
        }
    }

    /// Goes on where the instruction that asked says.
    fn decline(&mut self) {
        let pc = self.state.frames.last().map_or(Pc::new(1), |f| f.pc);
        let mut instr = self.program.code[pc.before()];
        if let Instr::ChooseMore { site, .. } = instr
            && let Ask::Choose {
                more: Some(more @ More { whole: None, .. }),
                ..
            } = &self.program.sites[site].ask
        {
            self.drop_cursor(more.chosen);
        }
        if let Some(exit) = instr.exit().copied() {
            self.goto(exit);
        }
    }
}
