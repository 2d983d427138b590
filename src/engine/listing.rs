//! Actions and choices as functions that list what may be answered.

use crate::engine::linked::Ask;
use crate::engine::machine::Machine;
use crate::engine::members::{Chosen, Members, with_members};
use crate::engine::nodes::ask;
use crate::engine::option::Answer;
use crate::program::Program;
use crate::program::code::{self, Binder, Site};
use crate::program::node::{Base, UNKNOWN};

/// Lists all ways to bind some names as options, or only tells whether there is one. The slots of the frame are those of
/// the question: `you` stands in the first.
pub(crate) type List = Box<dyn Fn(&mut Machine<'_>, &mut [i32], Only) -> bool + Send + Sync>;

/// What is wanted of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Only {
    /// All of it, as options.
    Options,
    /// Whether there is anything.
    Whether,
}

/// The legal instances of an action.
pub(crate) fn list_action(program: &Program, action: u32) -> List {
    let rules = &program.actions[action as usize];
    let names = Names {
        program,
        binders: &rules.binders,
        action: Some(rules),
        leaf: Leaf::new(Answer::Action(action), &rules.binders),
    };
    names.from(0)
}

/// Gives what may be chosen at a site; none where nothing is named.
pub(crate) fn list_choice(program: &Program, site: &Site) -> Option<List> {
    let code::Ask::Choose { binders, more, .. } = &site.ask else {
        return None;
    };
    let mut leaf = Leaf::new(Answer::Values, binders);
    leaf.chosen = more.map(|more| usize::from(more.chosen.slot));
    let names = Names {
        program,
        binders,
        action: None,
        leaf,
    };
    Some(names.from(0))
}

/// The names to bind, in their order; the last changes fastest.
struct Names<'a> {
    program: &'a Program,
    binders: &'a [Binder],
    /// Whose requirements must hold.
    action: Option<&'a code::Action>,
    leaf: Leaf,
}

impl Names<'_> {
    /// All ways to go on from names already bound.
    fn from(&self, bound: usize) -> List {
        let fits = self.requirements(bound);
        let leaf = self.leaf.clone();
        if bound == self.binders.len() {
            return Box::new(move |m, f, only| fits.hold(m, f) && leaf.push(m, f, only));
        }
        // The innermost names are the commonest; they get by without a call for each member.
        if bound + 1 == self.binders.len() {
            let fit = self.requirements(bound + 1);
            self.bind(bound, fits, move |m, f, only| {
                fit.hold(m, f) && leaf.push(m, f, only)
            })
        } else {
            self.bind(bound, fits, self.from(bound + 1))
        }
    }

    /// Binds a name to each of its members and goes on.
    fn bind<N>(&self, bound: usize, fits: Requirements, next: N) -> List
    where
        N: Fn(&mut Machine<'_>, &mut [i32], Only) -> bool + Send + Sync + 'static,
    {
        let program = self.program;
        let binder = self.binders[bound];
        let once = self.action.map_or(&[][..], |action| &action.once);
        let name = Name {
            fits,
            slot: usize::from(binder.slot),
            forgets: once
                .iter()
                .filter(|once| usize::from(once.after) == bound + 1)
                .map(|once| usize::from(once.slot))
                .collect(),
        };
        let source = &program.sources[binder.source as usize];
        with_members!(program, source, members => name.bind_to(Chosen::new(program, source, members), next))
    }

    /// Requirements that can be asked with so many names bound, and not before.
    fn requirements(&self, bound: usize) -> Requirements {
        let Some(rules) = self.action else {
            return Requirements(Vec::new());
        };
        let (from, to) = (rules.requires_from[bound], rules.requires_from[bound + 1]);
        let conds = rules.requires[from..to].iter();
        Requirements(conds.map(|r| ask(self.program, r.cond)).collect())
    }
}

struct Requirements(Vec<Ask>);

impl Requirements {
    #[inline(always)]
    fn hold(&self, m: &mut Machine<'_>, f: &mut [i32]) -> bool {
        self.0.iter().all(|cond| cond(m, f) != 0)
    }
}

/// A name being bound.
struct Name {
    /// What must hold before.
    fits: Requirements,
    slot: usize,
    /// Answers that are for another member.
    forgets: Vec<usize>,
}

impl Name {
    fn bind_to<M: Members, N>(self, all: Chosen<M>, next: N) -> List
    where
        N: Fn(&mut Machine<'_>, &mut [i32], Only) -> bool + Send + Sync + 'static,
    {
        Box::new(move |m, f, only| {
            if !self.fits.hold(m, f) {
                return false;
            }
            let mut found = false;
            all.visit(m, f, |m, f, member| {
                f[self.slot] = member;
                for once in &self.forgets {
                    f[*once] = UNKNOWN;
                }
                found |= next(m, f, only);
                !(found && only == Only::Whether)
            });
            found
        })
    }
}

/// Makes an option of the values bound.
#[derive(Clone)]
struct Leaf {
    answer: Answer,
    slots: Vec<usize>,
    /// The list of what was chosen already, which is no option again.
    chosen: Option<usize>,
}

impl Leaf {
    fn new(answer: Answer, binders: &[Binder]) -> Leaf {
        Leaf {
            answer,
            slots: binders.iter().map(|b| usize::from(b.slot)).collect(),
            chosen: None,
        }
    }

    #[inline(always)]
    fn push(&self, m: &mut Machine<'_>, f: &[i32], only: Only) -> bool {
        if self.chosen.is_some_and(|list| self.is_chosen(m, f, list)) {
            return false;
        }
        if only == Only::Options {
            m.work.options.push_slots(self.answer, &self.slots, f);
            m.check_growth(m.work.options.len());
        }
        true
    }

    #[cold]
    fn is_chosen(&self, m: &mut Machine<'_>, f: &[i32], list: usize) -> bool {
        m.is_among([f[list], f[list + 2]], self.slots.iter().map(|s| f[*s]))
    }
}

impl Machine<'_> {
    /// Tells whether some values stand among those of a list that begins and ends at two numbers; each takes a step.
    pub(crate) fn is_among(
        &mut self,
        [begin, end]: [i32; 2],
        values: impl ExactSizeIterator<Item = i32> + Clone,
    ) -> bool {
        let width = values.len().max(1);
        let listed = self.state.lists.get(begin as usize..end as usize);
        let listed = listed.unwrap_or_default();
        let steps = listed.len() / width;
        let found = listed
            .chunks_exact(width)
            .any(|known| known.iter().copied().eq(values.clone()));
        self.take_steps(steps as u64);
        found
    }
}
