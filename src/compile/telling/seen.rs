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
        let places = self.places(routine, to);
        let all = |places: &BTreeSet<PlaceId>| {
            let seen = |place: &PlaceId| self.program.layout.places[*place].seen == Seen::All;
            places.iter().all(seen)
        };
        Flow {
            moves: !places.is_some_and(|places| all(&places)),
            ..Flow::default()
        }
    }

    /// The declared places that a node may mean, through all that statements put into slots; none when it may be any.
    pub(super) fn places(&self, routine: RoutineId, node: NodeId) -> Option<BTreeSet<PlaceId>> {
        let (mut places, mut met) = (BTreeSet::new(), BTreeSet::new());
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            match self.program.nodes[node].origin() {
                NodeOrigin::Place(place) => {
                    places.insert(place);
                }
                NodeOrigin::OneOf(a, b) => open.extend([a, b]),
                NodeOrigin::Counted(of) => open.push(of),
                NodeOrigin::Slot(slot) => {
                    let kept = self.targets.kept[routine].get(&slot)?;
                    if met.insert(slot) {
                        open.extend(kept);
                    }
                }
                NodeOrigin::Variable(_) | NodeOrigin::Behind(_) | NodeOrigin::Own => return None,
            }
        }
        (!places.is_empty()).then_some(places)
    }
}
