//! Answers kept back though everybody sees what there is to choose: the author is told, who may not mean it.
//!
//! An answer that is written into a variable of one's own is meant as a secret, and so is one of which nothing comes but what
//! is hidden. One that merely decides whether something hidden is written, beside what all see of it, is not likely to be.

use crate::telling::slots::FlowPass;
use crate::telling::ways::Way;
use crate::telling::{Flows, offers};
use ludex_program::decision::{Ask, Binder};
use ludex_program::ids::{Pc, SiteId};
use ludex_program::signature::StateChange;
use ludex_program::tells::Flow;
use ludex_report::{Code, Diagnostic, Report};
use ludex_rules::game::Seen;
use ludex_rules::ids::{ActionId, RoutineId, VarId};
use ludex_rules::table::ids;
use ludex_rules::types::Type;
use std::collections::BTreeSet;

impl Flows<'_> {
    /// Reports each question of which an answer is kept back, with the variable that is the cause.
    pub(super) fn report_withheld(&self, report: &mut Report) {
        let mut found = BTreeSet::new();
        for (routine, text) in self.texts.entries() {
            for pc in ids(text.clone()) {
                let site = self.code[pc].site;
                let Some(site) = site.filter(|site| self.program.sites[*site].at_once.is_none())
                else {
                    continue;
                };
                if let Some(cause) = self.cause(routine, pc, site) {
                    let span = self.program.sites[site].span;
                    if found.insert((span.file, span.start)) {
                        report.push(self.withheld(site, cause));
                    }
                }
            }
        }
    }

    fn withheld(&self, site: SiteId, cause: VarId) -> Diagnostic {
        let var = &self.program.layout.vars[cause];
        let seen = match var.seen {
            Seen::Owner => "seen by owner",
            Seen::Others => "seen by others",
            Seen::All | Seen::Nobody | Seen::Face(_) => "seen by nobody",
        };
        let name = &var.name;
        let message = format!("an answer is kept from the others, for `{name}` is {seen}");
        Diagnostic::warning(Code::WITHHELD, message)
            .at(
                self.program.sites[site].span,
                format!("decides whether `{name}` is written, and all see what else comes of it"),
            )
            .help(format!(
                "if it is no secret: let `{name}` be seen by all, or be written behind a further question"
            ))
            .help("if it is one: ask for it alone, so that nothing else comes of it")
    }

    /// The variable for which an open answer is kept back.
    fn cause(&self, routine: RoutineId, pc: Pc, site: SiteId) -> Option<VarId> {
        match &self.program.sites[site].ask {
            Ask::Choose { binders, types, .. } => {
                let is_open = |(binder, ty): (&Binder, &Type)| self.is_seen(routine, binder, ty);
                let all = binders.iter().zip(types).all(is_open);
                let pass = all.then(|| self.seen_behind(routine, pc, site))??;
                let explicit = &self.facts[routine.into()].explicit;
                binders.iter().find_map(|binder| {
                    let made = explicit.get(usize::from(binder.slot));
                    let made = made.map(|flow| &flow.secret);
                    let is_implicit = |var: &VarId| made.is_none_or(|made| !made.contains(var));
                    let flow = pass.slot(binder.slot);
                    flow.secret.into_iter().find(is_implicit)
                })
            }
            Ask::May => {
                let pass = self.seen_behind(routine, pc, site)?;
                let (yes, no) = self.two_ways(pc);
                let mut flow = pass.depends_on(yes);
                flow.add(&pass.depends_on(no));
                flow.secret.first().copied()
            }
            Ask::Offer { actions, pass } => self.cause_in_offer(actions, *pass),
            Ask::Pool(_) => None,
        }
    }

    /// The flow behind a question, if all see something of what is done there.
    fn seen_behind(&self, routine: RoutineId, pc: Pc, site: SiteId) -> Option<FlowPass<'_, '_>> {
        let pass = self.pass_behind(routine, pc, site);
        let opens = pass.region.pcs().any(|pc| self.opens(routine, pc));
        opens.then_some(pass)
    }

    fn cause_in_offer(&self, actions: &[ActionId], pass: bool) -> Option<VarId> {
        let body = |action: &ActionId| self.program.actions[*action].body;
        let ways = actions.iter().map(|action| self.way_through(body(action)));
        let passed = pass.then(Way::nothing);
        let apart = offers::apart(&ways.chain(passed).collect::<Vec<Way>>());
        actions.iter().zip(apart).find_map(|(action, apart)| {
            let rules = &self.program.actions[*action];
            let facts = &self.facts[rules.body.into()];
            let args = rules.binders.iter().zip(&rules.params);
            let mut args = args.map(|(binder, (_, ty))| self.is_seen(rules.body, binder, ty));
            let own: &Flow = &facts.done;
            let is_own = facts.opens && args.all(|is_seen| is_seen);
            let mut own = own.secret.intersection(&apart.secret);
            is_own.then(|| own.next().copied())?
        })
    }

    /// Returns true if everybody sees the members of which one is chosen.
    fn is_seen(&self, routine: RoutineId, binder: &Binder, ty: &Type) -> bool {
        !matches!(ty.required(), Type::Piece(_)) || self.lies_open(routine, binder.source)
    }

    /// Returns true if everybody sees something of an instruction being done.
    pub(super) fn opens(&self, routine: RoutineId, pc: Pc) -> bool {
        let instr = &self.code[pc];
        let itself = match instr.changes {
            Some(StateChange::Variable { target, .. }) => {
                self.written(routine, pc, target).is_open()
            }
            Some(StateChange::Verb(..)) => {
                let into = instr.moves_into;
                into.is_some_and(|into| self.arrival(routine, into).is_open())
            }
            // Of the rest nothing is seen but what it runs.
            Some(StateChange::Reset(_)) | None => false,
        };
        let run = self.groups.run_by(instr);
        itself || run.is_some_and(|run| self.facts[run].opens)
    }
}
