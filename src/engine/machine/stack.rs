//! The call stack: frames of routines that begin and end, the values that are passed to them, and the lists of their loops.

use crate::fault::FaultKind;
use crate::knowledge::event::What;
use crate::lower::DEEPEST;
use crate::machine::Machine;
use crate::state::{Frame, rows_of_state};
use ludex_program::cursor::Cursor;
use ludex_program::ids::{ListIndex, Pc, SiteId, StackIndex};
use ludex_program::node::NodeList;
use ludex_rules::game::NONE;
use ludex_rules::ids::{PlayerId, RoutineId};

impl Machine<'_> {
    #[inline]
    pub(crate) fn goto(&mut self, pc: Pc) {
        if let Some(frame) = self.state.frames.last_mut() {
            frame.pc = pc;
        }
    }

    /// Pushes the frame of a routine, with `you` and its arguments in the first slots.
    pub fn enter(&mut self, routine: RoutineId, you: i32, args: &[i32]) {
        let base = self.state.stack.len();
        self.state.stack.push(you);
        self.state.stack.extend_from_slice(args);
        self.enter_pushed(routine, base);
    }

    /// Pops the innermost frame with its slots and lists.
    #[inline]
    pub(crate) fn leave(&mut self) {
        if let Some(frame) = self.state.frames.pop() {
            self.state.stack.truncate(frame.slots());
            self.state.lists.truncate(frame.lists.index());
        }
    }

    pub(crate) fn you(&self) -> i32 {
        self.state.stack[self.base]
    }

    /// Puts `you` and arguments where the slots of the next frame will be; returns where that is.
    fn push_call(&mut self, args: NodeList) -> usize {
        let base = self.state.stack.len();
        let you = self.you();
        self.state.stack.push(you);
        let program = self.program;
        for node in program.list(args) {
            // A question may use the stack above what stands there, and leaves it as it was.
            let value = self.eval(*node);
            self.state.stack.push(value);
        }
        base
    }

    /// Begins a routine whose first slots stand on the stack.
    pub(crate) fn enter_pushed(&mut self, routine: RoutineId, base: usize) {
        let slots = base + usize::from(self.program.routines[routine].slots);
        if self.state.stack.len() != slots {
            self.state.stack.resize(slots, 0);
        }
        self.push_frame(routine, base);
    }

    /// Begins a routine whose slots stand on the stack; false where that is a fault.
    #[inline(always)]
    pub(crate) fn push_frame(&mut self, routine: RoutineId, base: usize) -> bool {
        let rules = &self.program.routines[routine];
        if self.state.frames.len() >= DEEPEST {
            self.fail(FaultKind::TooDeep, rules.span);
            return false;
        }
        if !self.take_steps(1) {
            return false;
        }
        self.state.frames.push(Frame {
            pc: rules.entry,
            base: StackIndex::new(base),
            routine,
            lists: ListIndex::new(self.state.lists.len()),
        });
        true
    }

    /// Makes the frame of a routine that code has begun without one, with its first slots.
    pub(crate) fn push_inlined(&mut self, routine: RoutineId, resume: Pc, slots: &[i32]) {
        self.goto(resume);
        let rules = &self.program.routines[routine];
        let base = self.state.push_slots(rules.slots, slots);
        self.state.frames.push(Frame {
            pc: rules.entry,
            base: StackIndex::new(base),
            routine,
            lists: ListIndex::new(self.state.lists.len()),
        });
        self.base = base;
    }

    /// Asks for values and leaves them in the tuple buffer.
    pub(crate) fn arguments(&mut self, args: NodeList) {
        let base = self.push_call(args);
        self.work.tuple.clear();
        self.work
            .tuple
            .extend_from_slice(&self.state.stack[base + 1..]);
        self.state.stack.truncate(base);
    }

    /// Puts values into the tuple buffer, for the routine that begins.
    pub fn pass(&mut self, values: impl Iterator<Item = i32>) {
        self.work.tuple.clear();
        self.work.tuple.extend(values);
    }

    /// Ends the game: nothing is done any more.
    pub(crate) fn finish(&mut self) {
        self.state.over = true;
        self.state.pending = None;
        self.record(What::Finished, self.everybody());
        macro_rules! clear {
            ([$($standing:ident)*] [$($doing:ident)*]) => {
                $(self.state.$doing.clear();)*
            };
        }
        rows_of_state!(clear);
    }

    /// Returns the player who is asked at a site; none when nobody is, which is a fault.
    pub(crate) fn asked_at(&mut self, site: SiteId) -> Option<PlayerId> {
        let rules = &self.program.sites[site];
        let player = self.eval(rules.by);
        let wrong = match player {
            NONE => FaultKind::OfNone,
            // A list may come from a file that somebody has spoiled.
            _ if !(0..i32::from(self.state.players)).contains(&player) => {
                FaultKind::BadReference(player)
            }
            _ => return PlayerId::of(player),
        };
        self.fail(wrong, rules.span);
        None
    }

    // ---- lists of loops ----

    /// The three numbers of a cursor: where its list begins, the next one, where it ends.
    pub(crate) fn cursor(&mut self, cursor: Cursor) -> &mut [i32] {
        let at = self.base + usize::from(cursor.slot);
        &mut self.state.stack[at..at + 3]
    }

    /// The next member of a list; without one the list is dropped.
    pub(crate) fn next_listed(&mut self, cursor: Cursor) -> Option<i32> {
        let (next, end) = (self.cursor(cursor)[1], self.cursor(cursor)[2]);
        if next >= end {
            self.drop_cursor(cursor);
            return None;
        }
        self.cursor(cursor)[1] += 1;
        let member = (self.state.lists)
            .get(ListIndex::from_value(next).index())
            .copied();
        if member.is_none() {
            self.fail_here(FaultKind::BadReference(next));
        }
        member
    }

    pub(crate) fn drop_cursor(&mut self, cursor: Cursor) {
        let begin = self.cursor(cursor)[0];
        self.state
            .lists
            .truncate(ListIndex::from_value(begin).index());
        self.cursor(cursor).fill(0);
    }
}
