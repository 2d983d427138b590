//! Decisions of playouts: a statement that asks lists the options, draws one and goes on, and nobody stops for it.
//!
//! `runtime/run.rs` asks wherever somebody decides, and says what a question means. Here is the same for the questions that are
//! frequent in playouts. The others are left to it: a choice of several, a block of `at once`, rules that unify copies or count
//! positions, and whatever has no option.

use super::{Lower, given, plain};
use crate::lir::{
    Block, Compare, Field, Host, Inst, ListFunction, OPTION_ROOM, Region, Type, Value,
};
use ludex_program::Program;
use ludex_program::decision::{Ask, Binder};
use ludex_program::ids::{Pc, SiteId};
use ludex_rules::ids::ActionId;

/// A statement that asks a player.
#[derive(Clone, Copy)]
pub(super) struct AskingStatement {
    pub(super) pc: Pc,
    pub(super) site: SiteId,
    /// The block after it.
    pub(super) next: Block,
    /// The block of whoever declines, or has nothing to choose.
    pub(super) exit: Option<Block>,
}

/// Options that were listed: where their values begin, how many values each has, and how many there are.
struct Listed {
    start: Value,
    width: usize,
    count: Value,
}

impl Lower<'_> {
    /// Emits a question: chance answers it while it may, and else the engine asks.
    pub(super) fn ask(&mut self, question: AskingStatement) {
        let AskingStatement {
            pc,
            site,
            next,
            exit,
        } = question;
        if !is_quick(self.program, site) {
            self.whole(pc, next, exit);
            return;
        }
        let rules = &self.program.sites[site];
        let (at_random, engine, again) = (self.block(), self.block(), self.block());
        let left = self.b.field(Field::ChoicesLeft);
        self.b.branch(left, at_random, engine);
        self.go_on(engine);
        self.whole(pc, next, exit);
        self.go_on(at_random);
        let steps = self.b.field(Field::Fuel);
        // Whatever is no answer is asked again by the engine, which knows what that means.
        self.b.cold(again);
        self.go_on(again);
        self.b.set_field(Field::Fuel, steps);
        self.jump(engine);
        self.go_on(at_random);
        self.asks = true;
        let you = self.value(rules.by);
        let (asked, players) = (self.block(), self.b.field(Field::Players));
        let is_player = self.b.compare(Compare::Below, you, players);
        self.b.branch(is_player, asked, again);
        self.go_on(asked);
        match &rules.ask {
            Ask::May => self.may(question),
            Ask::Choose { binders, must, .. } => {
                let none = exit.filter(|_| !must).unwrap_or(again);
                self.choose(question, binders, none);
            }
            Ask::Offer { actions, pass } => self.offer(question, you, actions, *pass, again),
            // `is_quick` leaves it out.
            Ask::Pool(_) => self.jump(again),
        }
    }

    /// Draws one of so many options.
    fn pick(&mut self, count: Value) -> Value {
        let option = self.asked(Host::pick, &[count]);
        let cond = self.b.compare_n(Compare::Less, option, 0);
        self.stop_if(cond);
        option
    }

    /// Lists options behind those that there are.
    fn list_options(
        &mut self,
        lister: ListFunction,
        you: Value,
        binders: &[Binder],
        is_first: bool,
    ) -> (Listed, Value) {
        let (width, fits) = (binders.len(), self.fit(binders));
        self.begin_options(width, is_first, fits);
        let start = self.values_listed();
        let found = self.b.with(Type::Int, |to| Inst::List { to, lister, you });
        let count = match width {
            0 => found,
            1 => {
                let end = self.values_listed();
                self.b.sub(end, start)
            }
            _ => {
                let width = self.int(width as i32);
                self.asked(Host::options_since, &[start, width])
            }
        };
        (
            Listed {
                start,
                width,
                count,
            },
            found,
        )
    }

    /// Begins to list options with so many values each, the first of a decision or more of them. The first are begun here if
    /// the room that was lent before is still good, and they fit into it.
    fn begin_options(&mut self, width: usize, is_first: bool, fits: bool) {
        let (values, anew) = (self.int(width as i32), self.int(i32::from(is_first)));
        if !is_first || !fits {
            return self.host(Host::begin_options, &[values, anew]);
        }
        let (here, engine, begun) = (self.block(), self.block(), self.block());
        let room = self.b.field(Field::OptionRoom);
        let is_lent = (self.b).compare_n(Compare::AtLeast, room, OPTION_ROOM as i64);
        self.b.branch(is_lent, here, engine);
        self.b.cold(engine);
        self.go_on(engine);
        self.host(Host::begin_options, &[values, anew]);
        self.jump(begun);
        self.go_on(here);
        let none = self.b.constant(Type::Long, 0);
        self.b.set_field(Field::Listed, none);
        self.jump(begun);
        self.go_on(begun);
    }

    fn values_listed(&mut self) -> Value {
        let listed = self.b.field(Field::Listed);
        self.b.low(listed)
    }

    /// The values of the n-th of some options.
    fn values_of(&mut self, listed: &Listed, n: Value) -> Vec<Value> {
        let before = self.b.mul_n(n, listed.width as i64);
        let at = self.b.add(listed.start, before);
        (0..listed.width)
            .map(|n| self.b.load_at(Region::Options, at, n as i32))
            .collect()
    }

    fn may(&mut self, AskingStatement { next, exit, .. }: AskingStatement) {
        self.begin_options(0, true, true);
        let two = self.int(2);
        let option = self.pick(two);
        self.b.branch(option, exit.unwrap_or(next), next);
    }

    /// Emits a choice of one; with nothing to choose it goes on at `none`.
    fn choose(
        &mut self,
        AskingStatement { site, next, .. }: AskingStatement,
        binders: &[Binder],
        none: Block,
    ) {
        let you = self.slot(0);
        let (listed, _) = self.list_options(ListFunction::Choice(site), you, binders, true);
        let (some, several) = (self.block(), self.block());
        let (chosen, option) = self.block_of(Type::Int);
        self.b.branch(listed.count, some, none);
        self.go_on(some);
        // A single option is no decision.
        let is_only = self.is(listed.count, 1);
        let first = self.int(0);
        self.b
            .branch_with(is_only, given(chosen, first), plain(several));
        self.go_on(several);
        let drawn = self.pick(listed.count);
        self.jump_with(chosen, drawn);
        self.go_on(chosen);
        let values = self.values_of(&listed, option);
        for (binder, value) in binders.iter().zip(values) {
            self.set_slot(binder.slot, value);
        }
        self.jump(next);
    }

    fn offer(
        &mut self,
        question: AskingStatement,
        you: Value,
        actions: &[ActionId],
        pass: bool,
        again: Block,
    ) {
        let mut all = self.int(0);
        let mut offered = Vec::new();
        for (n, action) in actions.iter().enumerate() {
            let rules = &self.program.actions[*action];
            let (listed, found) =
                self.list_options(ListFunction::Action(*action), you, &rules.binders, n == 0);
            if rules.class.is_some() {
                let action = self.int(action.value());
                self.host(Host::note_possible, &[action, you, found]);
            }
            all = self.b.add(all, listed.count);
            offered.push(listed);
        }
        let (some, declined) = (self.block(), question.exit.filter(|_| pass));
        self.b.branch(all, some, question.exit.unwrap_or(again));
        self.go_on(some);
        let all = self.b.add_n(all, i64::from(declined.is_some()));
        let mut option = self.pick(all);
        for (action, listed) in actions.iter().zip(&offered) {
            let (here, other) = (self.block(), self.block());
            let is_this = self.b.compare(Compare::Less, option, listed.count);
            self.b.branch(is_this, here, other);
            self.go_on(here);
            let values = self.values_of(listed, option);
            self.begin_action(question, *action, you, &values);
            self.go_on(other);
            option = self.b.sub(option, listed.count);
        }
        let rest = declined.unwrap_or_else(|| self.unreachable());
        self.jump(rest);
    }

    /// Begins the body of an action with what was chosen for its names.
    fn begin_action(
        &mut self,
        AskingStatement { pc, next, .. }: AskingStatement,
        action: ActionId,
        you: Value,
        values: &[Value],
    ) {
        let rules = &self.program.actions[action];
        let slots = usize::from(self.program.routines[rules.body].slots);
        let mut all = vec![you];
        for (binder, value) in rules.binders.iter().zip(values) {
            let slot = usize::from(binder.slot);
            // A name that its text never reads may lie beyond its slots.
            if slot < slots {
                while all.len() <= slot {
                    let nothing = self.int(0);
                    all.push(nothing);
                }
                all[slot] = *value;
            }
        }
        self.begin(rules.body, all, pc.next(), next);
    }
}

/// Returns true if chance may answer a question without the engine.
pub(super) fn is_quick(program: &Program, site: SiteId) -> bool {
    let rules = &program.sites[site];
    let is_alone = rules.at_once.is_none() && program.repeats.is_empty();
    is_alone
        && match &rules.ask {
            Ask::May => true,
            Ask::Offer { .. } => !program.layout.has_copies,
            Ask::Choose { more, .. } => more.is_none() && !program.layout.has_copies,
            Ask::Pool(_) => false,
        }
}
