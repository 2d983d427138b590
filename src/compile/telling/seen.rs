//! The visibility of the sinks of information: variables, the spaces of tracks, the places where pieces arrive.

use crate::telling::{Code, Flows};
use ludex_program::ids::{Pc, TargetId};
use ludex_program::node::{Node, NodeId};
use ludex_program::origin::NodeOrigin;
use ludex_program::signature::SlotDefinition;
use ludex_program::tells::{Bearer, Flow};
use ludex_rules::game::{Holder, Seen};
use ludex_rules::ids::{KindId, PlaceId, RoutineId, VarId};
use ludex_rules::table::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// An index for finding the places that a value may mean.
pub(super) struct Targets {
    /// For each routine: the values that statements put into each slot.
    kept: Table<RoutineId, BTreeMap<u16, Vec<NodeId>>>,
}

impl Targets {
    pub(super) fn of(code: &Code, texts: &Table<RoutineId, Range<Pc>>) -> Targets {
        let kept = texts.iter().map(|text| {
            let mut kept: BTreeMap<u16, Vec<NodeId>> = BTreeMap::new();
            for (slot, value) in code
                .range(text.clone())
                .iter()
                .flat_map(|instr| &instr.sets)
            {
                if let SlotDefinition::Value(value) = value {
                    kept.entry(*slot).or_default().push(*value);
                }
            }
            kept
        });
        Targets {
            kept: kept.collect(),
        }
    }
}

impl Flows<'_> {
    /// Returns the flow into a variable where a text writes it; open if everybody sees it.
    pub(super) fn written(&self, routine: RoutineId, pc: Pc, target: TargetId) -> Flow {
        let rules = self.program.targets[target];
        let flow = self.variable(rules.var, self.bearer(routine, rules.of));
        if let Node::Local(slot) = self.program.nodes[rules.of]
            && !flow.is_open()
            && self.was_shown(routine, pc, slot)
        {
            return self.variable(rules.var, None);
        }
        flow
    }

    /// Returns the flow into a variable that is written; open if everybody sees it, or knows the piece that holds it.
    pub(super) fn variable(&self, var: VarId, bearer: Option<Bearer>) -> Flow {
        let var_rules = &self.program.layout.vars[var];
        let hidden = |k: KindId| {
            let kind = &self.program.layout.kinds[k];
            self.unseen[k] || kind.is_any
        };
        if var_rules.seen.is_secret() {
            return Flow {
                secret: BTreeSet::from([var]),
                ..Flow::default()
            };
        }
        let fields = match var_rules.holder {
            Holder::Piece(k) if hidden(k) && !var_rules.is_mark => {
                bearer.map(|bearer| (var, bearer))
            }
            Holder::Piece(_) | Holder::Table | Holder::Player | Holder::Space(_) => None,
        };
        Flow {
            fields: fields.into_iter().collect(),
            ..Flow::default()
        }
    }

    /// Returns the flow out of which piece arrives in a place; open if everybody sees every place that may be.
    pub(super) fn arrival(&self, routine: RoutineId, to: NodeId) -> Flow {
        let places = self.places(routine, to, 0);
        let all = |places: &BTreeSet<PlaceId>| {
            let seen = |place: &PlaceId| self.program.layout.places[*place].seen == Seen::All;
            places.iter().all(seen)
        };
        Flow {
            moves: !places.is_some_and(|places| all(&places)),
            ..Flow::default()
        }
    }

    /// The declared places that a node may mean; none when it may be any.
    pub(super) fn places(
        &self,
        routine: RoutineId,
        node: NodeId,
        depth: usize,
    ) -> Option<BTreeSet<PlaceId>> {
        let both = |a: NodeId, b: NodeId| {
            let mut places = self.places(routine, a, depth + 1)?;
            places.extend(self.places(routine, b, depth + 1)?);
            Some(places)
        };
        if depth > 8 {
            return None;
        }
        match self.program.nodes[node].origin() {
            NodeOrigin::Place(place) => Some(BTreeSet::from([place])),
            NodeOrigin::OneOf(a, b) => both(a, b),
            NodeOrigin::Counted(of) => self.places(routine, of, depth),
            NodeOrigin::Slot(slot) => self.kept_in(routine, slot, depth),
            NodeOrigin::Variable(_) | NodeOrigin::Behind(_) | NodeOrigin::Own => None,
        }
    }

    /// The places that a slot may hold: those that some statement puts there.
    fn kept_in(&self, routine: RoutineId, slot: u16, depth: usize) -> Option<BTreeSet<PlaceId>> {
        let mut places = BTreeSet::new();
        for value in self.targets.kept[routine].get(&slot).into_iter().flatten() {
            places.extend(self.places(routine, *value, depth + 1)?);
        }
        (!places.is_empty()).then_some(places)
    }
}
