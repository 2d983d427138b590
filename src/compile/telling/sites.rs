//! The information flow out of the answers to a question.

use crate::telling::regions::Reach;
use crate::telling::sinks::Arrivals;
use crate::telling::slots::FlowPass;
use crate::telling::ways::Way;
use crate::telling::{Flows, offers};
use ludex_program::decision::{Ask, Binder, More};
use ludex_program::ids::{Pc, SiteId};
use ludex_program::tells::{Bearer, Flow, Tells};
use ludex_rules::ids::{ActionId, RoutineId};
use ludex_rules::table::{Table, ids};

impl Flows<'_> {
    /// The information that flows out of the answers of each site.
    pub(super) fn sites(&self) -> Table<SiteId, Tells> {
        let mut tells = Table::filled(self.program.sites.len(), Tells::default());
        let any_hook = self.any_hook();
        for (routine, text) in self.texts.entries() {
            let (mut arrivals, mut whole) = (None, None);
            for pc in ids(text.clone()) {
                let Some(site) = self.code[pc].site else {
                    continue;
                };
                let arrivals = arrivals.get_or_insert_with(|| Arrivals::collect(self, routine));
                tells[site] = match &self.program.sites[site].ask {
                    Ask::Offer { actions, pass } => self.offered(actions, *pass),
                    Ask::Pool(_) => Tells {
                        answer: any_hook.clone(),
                        ..Tells::default()
                    },
                    Ask::Choose { .. } | Ask::May if self.reach == Reach::Everything => {
                        let pass = whole.get_or_insert_with(|| self.pass_over(routine));
                        self.answered(arrivals, pass, pc, site)
                    }
                    Ask::Choose { .. } | Ask::May => {
                        self.answered(arrivals, &self.pass_behind(routine, pc, site), pc, site)
                    }
                };
            }
        }
        tells
    }

    /// The flow in a text, as it was found.
    fn pass_over(&self, routine: RoutineId) -> FlowPass<'_, '_> {
        let slots = self.facts[routine.into()].slots.clone();
        FlowPass::new(self, routine, self.begins[routine].clone(), slots)
    }

    /// The flow out of the slots of a text behind a question.
    pub(super) fn pass_behind(&self, routine: RoutineId, pc: Pc, site: SiteId) -> FlowPass<'_, '_> {
        let region = self.regions.behind(&self.texts[routine], pc);
        let explicit = self.facts[routine.into()].explicit.clone();
        let mut pass = FlowPass::new(self, routine, region.clone(), explicit);
        pass.settle(region.pcs());
        pass.chosen(site);
        pass
    }

    /// The information that flows out of the answer to a `choose` or `may`.
    fn answered(
        &self,
        arrivals: &Arrivals,
        pass: &FlowPass<'_, '_>,
        pc: Pc,
        site: SiteId,
    ) -> Tells {
        let writes = pass.sinks.within(&self.texts[pass.routine]).secret;
        let params = self.program.routines[pass.routine].params;
        let (yes, no) = self.two_ways(pc);
        let yes = self.way(pass, arrivals, yes);
        if let Ask::Choose { binders, more, .. } = &self.program.sites[site].ask {
            let named = |flow: &Flow| by_value(binders, params, flow);
            let mut values: Vec<Flow> = binders
                .iter()
                .map(|binder| {
                    if self.is_shown_from(pass.routine, pc.next(), binder.slot, 0) {
                        Flow::default()
                    } else {
                        named(&pass.slot(binder.slot))
                    }
                })
                .collect();
            let mut answer = named(&yes.apart(&Way::nothing()));
            // Of a set, all that comes of it comes of the list in which it is chosen.
            if let Some(More {
                chosen,
                whole: Some(_),
                ..
            }) = more
            {
                for slot in chosen.slots() {
                    let flow = pass.slot(slot).seen_from_outside();
                    values.iter_mut().for_each(|value| {
                        value.add(&flow);
                    });
                    answer.add(&flow.without_moves());
                }
            }
            Tells {
                answer,
                values,
                writes,
                ..Tells::default()
            }
        } else {
            Tells {
                answer: by_value(&[], params, &yes.apart(&self.way(pass, arrivals, no))),
                writes,
                ..Tells::default()
            }
        }
    }

    /// The information that flows out of the choice of an action, and of each of its arguments.
    fn offered(&self, actions: &[ActionId], pass: bool) -> Tells {
        let body = |action: &ActionId| self.program.actions[*action].body;
        let ways = actions.iter().map(|action| {
            let way = self.way_through(body(action));
            Way {
                flow: self.by_argument(*action, &way.flow),
                ..way
            }
        });
        let passed = pass.then(Way::nothing);
        let mut apart = offers::apart(&ways.chain(passed).collect::<Vec<Way>>());
        let answer = if pass { apart.pop() } else { None };
        let writes = actions
            .iter()
            .flat_map(|action| &self.facts[body(action).into()].done.secret)
            .copied();
        let args = actions.iter().map(|action| {
            let params = self.program.actions[*action].params.len();
            let facts = &self.facts[body(action).into()];
            let (body, args) = (body(action), 1..=params);
            args.map(|slot| {
                if self.is_shown_from(body, self.texts[body].start, slot as u16, 0) {
                    Flow::default()
                } else {
                    self.by_argument(*action, &facts.slot(slot))
                }
            })
            .collect()
        });
        Tells {
            answer: answer.unwrap_or_default(),
            actions: apart.into_iter().zip(args).collect(),
            writes: writes.collect(),
            ..Tells::default()
        }
    }

    /// The flow out of an action, with the pieces that its arguments name by their numbers; those that lie open are known.
    fn by_argument(&self, action: ActionId, flow: &Flow) -> Flow {
        let rules = &self.program.actions[action];
        flow.with_bearers(|slot| {
            let value = slot.checked_sub(1);
            let binder = value.and_then(|value| rules.binders.get(usize::from(value)));
            match (value, binder) {
                (_, Some(binder)) if self.lies_open(rules.body, binder.source) => None,
                (Some(value), Some(_)) => Some(Bearer::Named(value)),
                (_, _) => Some(Bearer::Other),
            }
        })
    }

    /// Returns the flow out of the order in which waiting texts are done.
    fn any_hook(&self) -> Flow {
        let mut flow = Flow::default();
        for hook in &self.program.hooks {
            let done = &self.facts[hook.body.into()].done;
            flow.add(&done.without_moves().seen_from_outside());
        }
        flow
    }
}

/// The flow out of a choice in a text with so many parameters, with the pieces that it names by the numbers of their values.
fn by_value(binders: &[Binder], params: u16, flow: &Flow) -> Flow {
    flow.with_bearers(|slot| {
        let value = binders.iter().position(|binder| binder.slot == slot);
        Some(match value {
            Some(value) => Bearer::Named(value as u16),
            None if (1..=params).contains(&slot) => Bearer::Held(slot),
            None => Bearer::Other,
        })
    })
}
