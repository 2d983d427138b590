//! The information flow out of the answers to a question.

use crate::compile::telling::Flows;
use crate::compile::telling::ways::Way;
use crate::program::code::{Ask, Instr, Pc};
use crate::program::tells::{Flow, Tells};

impl Flows<'_> {
    pub(super) fn site(&self, site: u32) -> Tells {
        let program = self.program;
        let asking = program.code.iter().position(|instr| asks(*instr, site));
        let Some(pc) = asking.map(|pc| pc as Pc) else {
            return Tells::default();
        };
        let routine = self
            .texts
            .iter()
            .position(|text| text.contains(&pc))
            .unwrap_or(0);
        match &program.sites[site as usize].ask {
            Ask::Choose { binders, .. } => {
                let flow = |slot: u16| self.slots[routine][usize::from(slot)].clone();
                let (body, _) = self.two_ways(pc);
                Tells {
                    answer: self.apart(&self.way(routine, body), &[Way::nothing()]),
                    values: binders.iter().map(|binder| flow(binder.slot)).collect(),
                    actions: Vec::new(),
                }
            }
            Ask::May => {
                let (yes, no) = self.two_ways(pc);
                Tells {
                    answer: self.apart(&self.way(routine, yes), &[self.way(routine, no)]),
                    ..Tells::default()
                }
            }
            Ask::Offer(actions) => Tells {
                actions: self.offered(actions),
                ..Tells::default()
            },
            Ask::Pool => Tells {
                answer: self.any_hook(),
                ..Tells::default()
            },
        }
    }

    fn offered(&self, actions: &[u32]) -> Vec<(Flow, Vec<Flow>)> {
        let body = |action: &u32| self.program.actions[*action as usize].body as usize;
        let ways: Vec<Way> = (actions.iter().map(body))
            .map(|body| self.way(body, self.texts[body].clone()))
            .collect();
        let told = |(n, action): (usize, &u32)| {
            let others: Vec<Way> = (ways.iter().enumerate())
                .filter(|(m, _)| *m != n)
                .map(|(_, way)| way.clone())
                .collect();
            let params = self.program.actions[*action as usize].params.len();
            let slots = &self.slots[body(action)];
            let args = (1..=params).map(|slot| slots.get(slot).cloned().unwrap_or_default());
            (self.apart(&ways[n], &others), args.collect())
        };
        actions.iter().enumerate().map(told).collect()
    }

    /// Returns the flow out of the order in which waiting texts are done.
    fn any_hook(&self) -> Flow {
        let mut flow = Flow::default();
        for hook in &self.program.hooks {
            flow.add(&self.done[hook.body as usize].without_moves());
        }
        flow
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only these ask")]
fn asks(instr: Instr, site: u32) -> bool {
    match instr {
        Instr::Choose(at, _) | Instr::ChooseMore(at, _) | Instr::May(at, _) => at == site,
        Instr::Offer(at) | Instr::PoolNext(at, _) => at == site,
        _ => false,
    }
}
