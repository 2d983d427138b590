//! Ways told apart: for each action of an offer, what flows out of its being chosen rather than another.
//!
//! Two actions that onlookers can tell apart by where pieces go keep nothing back for each other. Of thousands, only those are
//! held against each other that may move pieces to one place; all others are taken together.

use crate::telling::ways::Way;
use ludex_program::tells::Flow;
use ludex_rules::ids::{PlaceId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// For each way: the flow out of going it rather than one of the others, without its being seen which was gone.
pub(super) fn apart(ways: &[Way]) -> Vec<Flow> {
    let offer = Offer::of(ways);
    let flows: Vec<Flow> = (0..offer.kinds.len()).map(|n| offer.apart(n)).collect();
    let mut writers: BTreeMap<VarId, usize> = BTreeMap::new();
    for way in ways {
        for field in way.flow.written_fields() {
            *writers.entry(field).or_default() += 1;
        }
    }
    let flows = offer.kind_of.iter().map(|n| &flows[*n]);
    let flows = flows.zip(ways);
    flows
        .map(|(flow, way)| named_by(way, flow, &writers))
        .collect()
}

/// The flow out of a way with the bearers that it names itself, of fields that no other way writes.
fn named_by(way: &Way, flow: &Flow, writers: &BTreeMap<VarId, usize>) -> Flow {
    let own = way.flow.written_fields();
    let is_own = |field: &VarId| own.contains(field) && writers.get(field) == Some(&1);
    let (is_of, not_own): (BTreeSet<_>, BTreeSet<_>) =
        flow.fields.iter().partition(|(field, _)| is_own(field));
    let is_of: BTreeSet<VarId> = is_of.into_iter().map(|(field, _)| field).collect();
    let named = way.flow.fields.iter();
    let named = named.filter(|(field, _)| is_of.contains(field));
    Flow {
        fields: named.copied().chain(not_own).collect(),
        ..flow.clone()
    }
}

/// Several ways together: how many, and what flows out of them, apart from pieces that are moved.
#[derive(Default)]
struct Together {
    count: usize,
    flow: Flow,
}

impl Together {
    fn add(&mut self, kind: &WayKind) {
        self.count += kind.count;
        self.flow.add(&kind.way.flow.without_moves());
    }
}

/// Ways that move pieces to the same places, as one way: none of them is told from another.
struct WayKind {
    way: Way,
    count: usize,
}

/// The kinds of ways, found by places.
#[derive(Default)]
struct Offer {
    kinds: Vec<WayKind>,
    /// For each way: its kind.
    kind_of: Vec<usize>,
    /// For each place: the kinds that may move pieces to it, of those that don't move them anywhere.
    by_end: BTreeMap<PlaceId, Vec<usize>>,
    /// For each place: kinds that surely move a piece to it. Each stands at one place only, to which the fewest move any.
    by_sure: BTreeMap<PlaceId, Vec<usize>>,
    all: Together,
    /// Those that may move pieces anywhere.
    anywhere: Together,
    /// Those that surely move none.
    unsure: Together,
    /// Those of which both holds.
    unknown: Together,
}

impl Offer {
    fn of(ways: &[Way]) -> Offer {
        let mut offer = Offer::default();
        let mut alike = BTreeMap::new();
        for way in ways {
            let next = offer.kinds.len();
            let kind = *alike.entry((&way.sure, &way.ends)).or_insert(next);
            offer.kind_of.push(kind);
            match offer.kinds.get_mut(kind) {
                Some(kind) => {
                    kind.way.flow.add(&way.flow.seen_from_outside());
                    kind.count += 1;
                }
                None => offer.kinds.push(WayKind {
                    way: Way {
                        flow: way.flow.seen_from_outside(),
                        ..way.clone()
                    },
                    count: 1,
                }),
            }
        }
        offer.find_places();
        for kind in &offer.kinds {
            let (anywhere, unsure) = (kind.way.ends.is_none(), kind.way.sure.is_empty());
            offer.all.add(kind);
            for (holds, together) in [
                (anywhere, &mut offer.anywhere),
                (unsure, &mut offer.unsure),
                (anywhere && unsure, &mut offer.unknown),
            ] {
                if holds {
                    together.add(kind);
                }
            }
        }
        offer
    }

    fn find_places(&mut self) {
        for (n, kind) in self.kinds.iter().enumerate() {
            for place in kind.way.ends.iter().flatten() {
                self.by_end.entry(*place).or_default().push(n);
            }
        }
        for n in 0..self.kinds.len() {
            if let Some(place) = self.rarest(n) {
                self.by_sure.entry(place).or_default().push(n);
            }
        }
    }

    /// Finds, of the places to which a kind surely moves a piece, the one to which the fewest kinds move any.
    fn rarest(&self, kind: usize) -> Option<PlaceId> {
        let kinds = |place: &&PlaceId| self.by_end.get(place).map_or(0, Vec::len);
        self.kinds[kind].way.sure.iter().min_by_key(kinds).copied()
    }

    /// The flow out of going a way of one kind.
    fn apart(&self, n: usize) -> Flow {
        let kind = &self.kinds[n];
        let mut apart = WayFlow {
            kind,
            flow: Flow::default(),
            is_doubted: kind.count > 1,
        };
        if kind.count > 1 && !kind.way.sure.is_empty() {
            apart.flow.moves = kind.way.flow.moves;
        }
        let rarest = self.rarest(n);
        match (&kind.way.ends, rarest) {
            (None, None) => apart.add(&self.all, kind.count),
            (None, Some(_)) => apart.add(&self.anywhere, kind.count),
            (Some(_), None) => apart.add(&self.unsure, kind.count),
            (Some(_), Some(_)) => apart.add(&self.unknown, 0),
        }
        let by_end = rarest.and_then(|place| self.by_end.get(&place));
        let ends = kind.way.ends.iter().flatten();
        let by_sure = ends.filter_map(|place| self.by_sure.get(place)).flatten();
        // Those that move pieces anywhere, or surely to none, are among the others already.
        let by_sure =
            by_sure.filter(|other| rarest.is_none() || self.kinds[**other].way.ends.is_none());
        for other in by_end.into_iter().flatten().chain(by_sure) {
            if *other != n {
                apart.add_kind(&self.kinds[*other]);
            }
        }
        if apart.is_doubted {
            apart.flow.add(&kind.way.flow.without_moves());
        }
        apart.flow
    }
}

/// The information that flows out of going a way, found so far.
struct WayFlow<'a> {
    kind: &'a WayKind,
    flow: Flow,
    /// True if there is another way that may have been gone.
    is_doubted: bool,
}

impl WayFlow<'_> {
    /// Adds ways of which none is told from this one; so many of them are of its kind.
    fn add(&mut self, others: &Together, own: usize) {
        if others.count > own {
            self.is_doubted = true;
            self.flow.add(&others.flow);
        }
    }

    /// Adds another kind, unless it is told from this one.
    fn add_kind(&mut self, other: &WayKind) {
        self.flow.add(&self.kind.way.apart(&other.way));
    }
}

#[cfg(test)]
mod tests {
    use super::{Flow, PlaceId, VarId, Way, apart};
    use ludex_program::tells::Bearer;
    use std::collections::BTreeSet;

    /// Numbers that look random: a linear congruence, of which the upper bits are taken.
    struct Stream(u64);

    impl Stream {
        fn below(&mut self, most: u32) -> u32 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) as u32 % most
        }
    }

    fn drawn(stream: &mut Stream) -> Way {
        fn some<T: Ord>(stream: &mut Stream, most: u32, id: fn(u32) -> T) -> BTreeSet<T> {
            let some = 0..stream.below(most);
            some.map(|_| id(stream.below(4))).collect()
        }
        let sure = some(stream, 3, PlaceId::numbered);
        let ends = some(stream, 3, PlaceId::numbered);
        let ends = ends.union(&sure).copied().collect();
        Way {
            flow: Flow {
                secret: some(stream, 2, VarId::numbered),
                position: stream.below(4) == 0,
                moves: stream.below(3) == 0,
                fields: some(stream, 2, |n| (VarId::numbered(n), Bearer::Other)),
            },
            sure,
            ends: (stream.below(4) > 0).then_some(ends),
        }
    }

    /// Held one against each other, as is the definition, the same comes out.
    #[test]
    fn what_flows_out_of_an_offer_is_what_each_two_ways_tell() {
        for seed in 0..2_000 {
            let mut stream = Stream(seed);
            let ways: Vec<Way> = (0..1 + stream.below(7))
                .map(|_| drawn(&mut stream))
                .collect();
            for (n, found) in apart(&ways).into_iter().enumerate() {
                let mut wanted = Flow::default();
                for (_, other) in ways.iter().enumerate().filter(|(m, _)| *m != n) {
                    wanted.add(&ways[n].apart(other));
                }
                assert_eq!(found, wanted, "{n} of {ways:#?}");
            }
        }
    }

    /// A field that one way alone writes is held by the piece that this way names; one of several ways, by any.
    #[test]
    fn a_way_names_the_bearers_of_its_own_fields() {
        let way = |fields: &[(u32, Bearer)]| {
            let fields = fields
                .iter()
                .map(|(n, bearer)| (VarId::numbered(*n), *bearer));
            let flow = Flow {
                fields: fields.collect(),
                ..Flow::default()
            };
            Way {
                flow,
                ..Way::nothing()
            }
        };
        let named = Bearer::Named(0);
        let ways = [way(&[(0, named), (1, named)]), way(&[(1, named)]), way(&[])];
        let [both, one, none] = [
            way(&[(0, named), (1, Bearer::Other)]),
            way(&[(0, Bearer::Other), (1, Bearer::Other)]),
            way(&[(0, Bearer::Other), (1, Bearer::Other)]),
        ];
        assert_eq!(apart(&ways), [both.flow, one.flow, none.flow]);
    }
}
