//! Sinks in a text: at which instructions something flows into what may be unseen, and where pieces are moved to, found for any
//! part of the text without going through it.

use crate::telling::slots::FlowPass;
use crate::telling::{Code, Ends, Flows};
use ludex_program::ids::Pc;
use ludex_program::tells::{Bearer, Flow};
use ludex_rules::ids::{PlaceId, RoutineId, VarId};
use ludex_rules::table::ids;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Program counters of instructions, ascending.
type Pcs = Vec<Pc>;

/// The instructions of a region that something flows out of when they are done, for each sink.
#[derive(Default)]
pub(super) struct Sinks {
    secret: BTreeMap<VarId, Pcs>,
    position: Pcs,
    moves: Pcs,
    fields: BTreeMap<(VarId, Bearer), Pcs>,
    /// For each slot: what moves a piece that it names to where not everybody sees it.
    picks: BTreeMap<u16, Pcs>,
}

impl Sinks {
    pub(super) fn of(pass: &FlowPass<'_, '_>) -> Sinks {
        let mut sinks = Sinks::default();
        for pc in pass.region.pcs() {
            let flow = pass.done_by(pc);
            if flow.position {
                sinks.position.push(pc);
            }
            if flow.moves {
                sinks.moves.push(pc);
            }
            for var in flow.secret {
                sinks.secret.entry(var).or_default().push(pc);
            }
            for field in flow.fields {
                sinks.fields.entry(field).or_default().push(pc);
            }
            for slot in pass.flows.picked_by(pass.routine, pc) {
                sinks.picks.entry(slot).or_default().push(pc);
            }
        }
        sinks
    }

    /// The flow out of the instructions of a part being done.
    pub(super) fn within(&self, part: &Range<Pc>) -> Flow {
        let secret = self.secret.iter().filter(|(_, pcs)| any(pcs, part));
        let fields = self.fields.iter().filter(|(_, pcs)| any(pcs, part));
        Flow {
            secret: secret.map(|(var, _)| *var).collect(),
            position: any(&self.position, part),
            fields: fields.map(|(field, _)| *field).collect(),
            moves: any(&self.moves, part),
        }
    }

    /// Tells whether a part moves a piece that one of some slots names to where not everybody sees it.
    pub(super) fn picks(&self, part: &Range<Pc>, slots: &BTreeSet<u16>) -> bool {
        let picks = |slot: &u16| self.picks.get(slot).is_some_and(|pcs| any(pcs, part));
        slots.iter().any(picks)
    }
}

/// The instructions of a text that may move pieces: for each declared place those that may move some to it, and those that may
/// move them anywhere.
#[derive(Default)]
pub(super) struct Arrivals {
    places: BTreeMap<PlaceId, Pcs>,
    anywhere: Pcs,
}

impl Arrivals {
    pub(super) fn collect(flows: &Flows<'_>, routine: RoutineId) -> Arrivals {
        let mut arrivals = Arrivals::default();
        for pc in ids(flows.texts[routine].clone()) {
            match flows.moves_to(routine, pc) {
                None => arrivals.anywhere.push(pc),
                Some(ends) => ends.iter().for_each(|place| {
                    arrivals.places.entry(*place).or_default().push(pc);
                }),
            }
        }
        arrivals
    }

    /// The places that a part may move pieces to.
    pub(super) fn ends(&self, part: &Range<Pc>) -> Ends {
        let places = self.places.iter().filter(|(_, pcs)| any(pcs, part));
        let anywhere = any(&self.anywhere, part);
        (!anywhere).then(|| places.map(|(place, _)| *place).collect())
    }
}

/// Tells whether one of some instructions stands in a part.
fn any(pcs: &[Pc], part: &Range<Pc>) -> bool {
    let first = pcs.partition_point(|pc| *pc < part.start);
    pcs.get(first).is_some_and(|pc| *pc < part.end)
}

/// The furthest that jumps of any part of the code lead: a tree of which each node has the larger of its two children.
pub(super) struct Furthest {
    leaves: usize,
    nodes: Vec<Pc>,
}

impl Furthest {
    pub(super) fn of(code: &Code) -> Furthest {
        let leaves = code.len().max(1);
        let mut nodes = vec![Pc::default(); leaves];
        nodes.extend(code.iter().map(|instr| {
            let jump = instr.exit.filter(|_| instr.ends);
            jump.unwrap_or_default()
        }));
        nodes.resize(2 * leaves, Pc::default());
        for n in (1..leaves).rev() {
            nodes[n] = nodes[2 * n].max(nodes[2 * n + 1]);
        }
        Furthest { leaves, nodes }
    }

    /// The furthest that the jumps of a part lead; the first instruction without any.
    pub(super) fn within(&self, part: &Range<Pc>) -> Pc {
        let (mut from, mut to) = (
            self.leaves + part.start.index(),
            self.leaves + part.end.index(),
        );
        let mut furthest = Pc::default();
        while from < to {
            if from % 2 == 1 {
                furthest = furthest.max(self.nodes[from]);
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                furthest = furthest.max(self.nodes[to]);
            }
            (from, to) = (from / 2, to / 2);
        }
        furthest
    }
}
