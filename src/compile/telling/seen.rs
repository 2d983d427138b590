//! The visibility of the sinks of information: variables, the spaces of tracks, the places where pieces arrive.

use crate::compile::telling::Flows;
use crate::program::Program;
use crate::program::code::{Instr, Pc};
use crate::program::node::{Node, NodeId};
use crate::program::tells::Flow;
use crate::rules::game::{Holder, Seen};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What is asked to tell which places a value may mean.
pub(super) struct Targets {
    /// The declared places, by where the address of a holder 0 would be.
    by_base: BTreeMap<i64, BTreeSet<u32>>,
    /// For each routine: the values that statements put into each slot.
    kept: Vec<BTreeMap<u16, Vec<NodeId>>>,
}

impl Targets {
    pub(super) fn of(program: &Program, texts: &[Range<Pc>]) -> Targets {
        let mut by_base: BTreeMap<i64, BTreeSet<u32>> = BTreeMap::new();
        for (n, place) in (0u32..).zip(&program.layout.places) {
            let base = i64::from(place.base) - i64::from(place.first);
            by_base.entry(base).or_default().insert(n);
        }
        let kept = texts.iter().map(|text| {
            let mut kept: BTreeMap<u16, Vec<NodeId>> = BTreeMap::new();
            for instr in &program.code[text.start as usize..text.end as usize] {
                if let Instr::Let(into, value) = instr {
                    kept.entry(*into).or_default().push(*value);
                }
            }
            kept
        });
        Targets {
            by_base,
            kept: kept.collect(),
        }
    }
}

impl Flows<'_> {
    /// Returns the flow into a variable that is written; open if everybody sees it.
    pub(super) fn variable(&self, var: u32) -> Flow {
        let var_rules = &self.program.layout.vars[var as usize];
        let hidden = |k: usize| {
            let kind = &self.program.layout.kinds[k];
            self.unseen[k] || kind.is_any
        };
        match (var_rules.seen, var_rules.holder) {
            (Seen::All | Seen::Face(_), Holder::Piece(k)) if hidden(k.index()) => Flow {
                fields: BTreeSet::from([var]),
                ..Flow::default()
            },
            (Seen::All | Seen::Face(_), _) => Flow::default(),
            (Seen::Owner | Seen::Nobody, _) => Flow {
                secret: true,
                ..Flow::default()
            },
        }
    }

    /// Returns the flow out of which piece arrives in a place; open if everybody sees every place that may be.
    pub(super) fn arrival(&self, routine: usize, to: NodeId) -> Flow {
        let places = self.places(routine, to, 0);
        let all = |places: &BTreeSet<u32>| {
            let seen = |place: &u32| self.program.layout.places[*place as usize].seen == Seen::All;
            places.iter().all(seen)
        };
        Flow {
            moves: !places.is_some_and(|places| all(&places)),
            ..Flow::default()
        }
    }

    /// The declared places that a node may mean; none when it may be any.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever else gives a place may give any"
    )]
    pub(super) fn places(
        &self,
        routine: usize,
        node: NodeId,
        depth: usize,
    ) -> Option<BTreeSet<u32>> {
        let layout = &self.program.layout;
        let both = |a: NodeId, b: NodeId| {
            let mut places = self.places(routine, a, depth + 1)?;
            places.extend(self.places(routine, b, depth + 1)?);
            Some(places)
        };
        match self.program.nodes[node as usize] {
            _ if depth > 8 => None,
            Node::Const(single) => {
                let (declared, _) = layout.place_of.get(single as usize)?;
                Some(BTreeSet::from([*declared]))
            }
            Node::PlaceOf { base, .. } | Node::PlaceOfLocal { base, .. } => {
                let found = self.targets.by_base.get(&i64::from(base));
                Some(found.cloned().unwrap_or_default())
            }
            Node::If(_, a, b) => both(a, b),
            Node::Seen { of, .. } => self.places(routine, of, depth),
            Node::Local(slot) => self.kept_in(routine, slot, depth),
            _ => None,
        }
    }

    /// The places that a slot may hold: those that some statement puts there.
    fn kept_in(&self, routine: usize, slot: u16, depth: usize) -> Option<BTreeSet<u32>> {
        let mut places = BTreeSet::new();
        for value in self.targets.kept[routine].get(&slot).into_iter().flatten() {
            places.extend(self.places(routine, *value, depth + 1)?);
        }
        (!places.is_empty()).then_some(places)
    }
}
