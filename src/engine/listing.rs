//! Actions as functions that list their legal instances.

use crate::engine::linked::Ask;
use crate::engine::machine::Machine;
use crate::engine::members::{Chosen, Members, with_members};
use crate::engine::nodes::ask;
use crate::engine::option::Answer;
use crate::program::Program;
use crate::program::code::Action;
use crate::program::node::{Base, UNKNOWN};

/// Lists the legal instances of an action as options, or only tells whether there is one. `you` stands in the first slot.
pub(crate) type List = Box<dyn Fn(&mut Machine<'_>, &mut [i32], Only) -> bool + Send + Sync>;

/// What is wanted of the instances of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Only {
    /// All of them, as options.
    Options,
    /// Whether there is one.
    Whether,
}

/// An action as a function.
pub(crate) fn list(program: &Program, action: u32) -> List {
    from_level(program, action, 0)
}

/// The instances that go on from names already bound.
fn from_level(program: &Program, action: u32, bound: usize) -> List {
    let rules = &program.actions[action as usize];
    let fits = Requirements::of(program, rules, bound);
    if bound == rules.binders.len() {
        let push = leaf(rules, action);
        return Box::new(move |m, f, only| fits.hold(m, f) && push(m, f, only));
    }
    // The innermost names are the commonest; they get by without a call for each member.
    if bound + 1 == rules.binders.len() {
        let (fit, push) = (
            Requirements::of(program, rules, bound + 1),
            leaf(rules, action),
        );
        bind(program, rules, bound, fits, move |m, f, only| {
            fit.hold(m, f) && push(m, f, only)
        })
    } else {
        let next = from_level(program, action, bound + 1);
        bind(program, rules, bound, fits, next)
    }
}

/// Binds a name to each of its members and goes on.
fn bind<N>(program: &Program, rules: &Action, bound: usize, fits: Requirements, next: N) -> List
where
    N: Fn(&mut Machine<'_>, &mut [i32], Only) -> bool + Send + Sync + 'static,
{
    fn bound_to<M: Members, N>(
        all: Chosen<M>,
        slot: usize,
        forgets: Vec<usize>,
        fits: Requirements,
        next: N,
    ) -> List
    where
        N: Fn(&mut Machine<'_>, &mut [i32], Only) -> bool + Send + Sync + 'static,
    {
        Box::new(move |m, f, only| {
            if !fits.hold(m, f) {
                return false;
            }
            let mut found = false;
            all.visit(m, f, |m, f, member| {
                f[slot] = member;
                for once in &forgets {
                    f[*once] = UNKNOWN;
                }
                found |= next(m, f, only);
                !(found && only == Only::Whether)
            });
            found
        })
    }
    let binder = rules.binders[bound];
    let source = &program.sources[binder.source as usize];
    let slot = usize::from(binder.slot);
    let forgets = rules
        .once
        .iter()
        .filter(|once| usize::from(once.after) == bound + 1);
    let forgets = forgets.map(|once| usize::from(once.slot)).collect();
    with_members!(program, source, members => bound_to(Chosen::new(program, source, members), slot, forgets, fits, next))
}

/// Requirements that can be asked with so many names bound.
struct Requirements(Vec<Ask>);

impl Requirements {
    fn of(program: &Program, rules: &Action, bound: usize) -> Requirements {
        let (from, to) = (rules.requires_from[bound], rules.requires_from[bound + 1]);
        let conds = rules.requires[from..to].iter();
        Requirements(conds.map(|r| ask(program, r.cond)).collect())
    }

    #[inline(always)]
    fn hold(&self, m: &mut Machine<'_>, f: &mut [i32]) -> bool {
        self.0.iter().all(|cond| cond(m, f) != 0)
    }
}

/// Makes an option of the values bound.
fn leaf(
    rules: &Action,
    action: u32,
) -> impl Fn(&mut Machine<'_>, &mut [i32], Only) -> bool + Send + Sync + 'static {
    let slots: Vec<usize> = rules.binders.iter().map(|b| usize::from(b.slot)).collect();
    move |m, f, only| {
        if only == Only::Options {
            let values = slots.iter().map(|slot| f[*slot]);
            m.work.options.push_all(Answer::Action(action), values);
        }
        true
    }
}
