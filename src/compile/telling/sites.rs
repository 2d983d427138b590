//! The information flow out of the answers to a question.

use crate::compile::telling::Flows;
use crate::compile::telling::offers;
use crate::compile::telling::sinks::Sinks;
use crate::compile::telling::ways::Way;
use crate::program::code::{Ask, Instr, More};
use crate::program::ids::{Pc, SiteId};
use crate::program::tells::{Flow, Tells};
use crate::rules::ids::{ActionId, RoutineId};
use crate::rules::table::{Table, ids};

impl Flows<'_> {
    /// The information that flows out of the answers of each site.
    pub(super) fn sites(&self) -> Table<SiteId, Tells> {
        let mut tells = Table::filled(self.program.sites.len(), Tells::default());
        let any_hook = self.any_hook();
        for (routine, text) in self.texts.entries() {
            let mut sinks = None;
            for pc in ids(text.clone()) {
                let Some(site) = asked(self.program.code[pc]) else {
                    continue;
                };
                let sinks = sinks.get_or_insert_with(|| Sinks::of(self, routine));
                tells[site] = match &self.program.sites[site].ask {
                    Ask::Offer { actions, pass } => self.offered(actions, *pass),
                    Ask::Pool(_) => Tells {
                        answer: any_hook.clone(),
                        ..Tells::default()
                    },
                    Ask::Choose { .. } | Ask::May => self.answered(sinks, routine, pc, site),
                };
            }
        }
        tells
    }

    /// The information that flows out of the answer to a `choose` or `may`.
    fn answered(&self, sinks: &Sinks, routine: RoutineId, pc: Pc, site: SiteId) -> Tells {
        let (yes, no) = self.two_ways(pc);
        let yes = self.way(sinks, routine, yes);
        if let Ask::Choose { binders, more, .. } = &self.program.sites[site].ask {
            let slots = binders.iter().map(|binder| usize::from(binder.slot));
            let facts = &self.facts[routine.into()];
            let mut values: Vec<Flow> = slots.map(|slot| facts.slot(slot)).collect();
            let mut answer = yes.apart(&Way::nothing());
            // Of a set, all that comes of it comes of the list in which it is chosen.
            if let Some(More {
                chosen,
                whole: Some(_),
                ..
            }) = more
            {
                for slot in chosen.slots() {
                    let flow = facts.slot(usize::from(slot));
                    values.iter_mut().for_each(|value| {
                        value.add(&flow);
                    });
                    answer.add(&flow.without_moves());
                }
            }
            Tells {
                answer,
                values,
                actions: Vec::new(),
            }
        } else {
            Tells {
                answer: yes.apart(&self.way(sinks, routine, no)),
                ..Tells::default()
            }
        }
    }

    /// The information that flows out of the choice of an action, and of each of its arguments.
    fn offered(&self, actions: &[ActionId], pass: bool) -> Tells {
        let body = |action: &ActionId| self.program.actions[*action].body;
        let ways = actions.iter().map(|action| self.way_through(body(action)));
        let passed = pass.then(Way::nothing);
        let mut apart = offers::apart(&ways.chain(passed).collect::<Vec<Way>>());
        let answer = if pass { apart.pop() } else { None };
        let args = actions.iter().map(|action| {
            let params = self.program.actions[*action].params.len();
            let facts = &self.facts[body(action).into()];
            (1..=params).map(|slot| facts.slot(slot)).collect()
        });
        Tells {
            answer: answer.unwrap_or_default(),
            values: Vec::new(),
            actions: apart.into_iter().zip(args).collect(),
        }
    }

    /// Returns the flow out of the order in which waiting texts are done.
    fn any_hook(&self) -> Flow {
        let mut flow = Flow::default();
        for hook in &self.program.hooks {
            flow.add(&self.facts[hook.body.into()].done.without_moves());
        }
        flow
    }
}

/// The site at which an instruction asks.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these ask")]
fn asked(instr: Instr) -> Option<SiteId> {
    match instr {
        Instr::Choose(site, _) | Instr::ChooseMore(site, _) | Instr::May(site, _) => Some(site),
        Instr::Offer(site)
        | Instr::OfferOrPass(site, _)
        | Instr::OrderHooks(site, ..)
        | Instr::PoolNext(site, _) => Some(site),
        Instr::Replace(site, ..) => site,
        _ => None,
    }
}
