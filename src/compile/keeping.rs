//! The plan of the memo table: which answers are remembered, in which entries, and which changes make them dirty.

use crate::brief::brief;
use crate::compiler::Compiler;
use crate::reads::{self, Read, Reads};
use ludex_program::memo::{DirtyMasks, MOST_CLASSES, MOST_REMEMBERED, QueryMemo};
use ludex_program::node::Node;
use ludex_rules::ids::{ActionId, KindId, QueryId, VarId};
use ludex_rules::types::Type;
use std::collections::BTreeSet;

/// The most entries for the answers of a query: what a large table holds beyond that is pushed out of the cache.
const MOST_PLACES: u32 = 1024;
/// The number of values of `you` that the table has room for: a player or nobody.
const ANY_YOU: u32 = 8;

/// Gives each query that may be remembered its entries, and everything that can change its dirty mask.
pub(super) fn keep(c: &mut Compiler) {
    let (queries, actions) = reads::all(&c.program);
    let (mut sorts, brief) = (Sorts::default(), brief(&c.program));
    for (id, reads) in queries.entries().filter(|(id, _)| !brief[*id]) {
        c.program.queries[id].kept = kept(c, id, reads, &mut sorts);
    }
    let asked = asked_whether_possible(c);
    for (id, reads) in actions.entries() {
        let kept = !reads.draws && asked.contains(&id);
        c.program.actions[id].class = kept.then(|| sorts.of(reads));
    }
    c.program.stale = sorts.stale(c);
}

/// Lists the actions of which the rules ask whether they are possible.
fn asked_whether_possible(c: &Compiler) -> BTreeSet<ActionId> {
    let asked = c.program.nodes.iter().filter_map(|node| {
        if let Node::Possible(action) = node {
            Some(*action)
        } else {
            None
        }
    });
    asked.collect()
}

fn kept(c: &Compiler, id: QueryId, reads: &Reads, sorts: &mut Sorts) -> Option<QueryMemo> {
    let query = c
        .game
        .queries
        .iter()
        .chain(&c.game.value_texts)
        .nth(id.index())?;
    if reads.draws || query.params.len() > MOST_REMEMBERED {
        return None;
    }
    let mut strides = [0; MOST_REMEMBERED + 1];
    let mut places = 1u32;
    for ((_, ty), stride) in query.params.iter().zip(&mut strides[1..]) {
        *stride = places;
        places = places.saturating_mul(values(c, ty)).min(MOST_PLACES);
    }
    strides[0] = places;
    places = (places * ANY_YOU).next_power_of_two().min(MOST_PLACES);
    Some(QueryMemo {
        first: sorts.take(places),
        mask: places - 1,
        strides,
        class: sorts.of(reads),
    })
}

/// Estimates the number of values of a type.
fn values(c: &Compiler, ty: &Type) -> u32 {
    let layout = &c.program.layout;
    let kind = |k: KindId| layout.kinds[k].count;
    match ty {
        Type::Bool | Type::None => 2,
        Type::Enum(e) => c.game.enums[e.index()].values.len() as u32,
        Type::Player => layout.players,
        Type::Piece(k) | Type::Row(k) if layout.kinds[*k].is_any => layout.home.len() as u32,
        Type::Piece(k) | Type::Row(k) => kind(*k),
        Type::Space(b) => layout.boards[*b].capacity * layout.boards[*b].copies,
        Type::Direction(b) => layout.boards[*b].directions as u32,
        Type::Optional(of) => values(c, of),
        Type::Place(_) => layout.place_of.len() as u32,
        Type::Int
        | Type::Text
        | Type::Set(_)
        | Type::Bag(_)
        | Type::Shape
        | Type::Placement(_)
        | Type::All(_)
        | Type::Wrong => 32,
    }
    .max(1)
}

/// The classes: texts by what they read.
#[derive(Default)]
struct Sorts {
    read: Vec<BTreeSet<Read>>,
    /// The number of entries given out.
    places: u32,
}

impl Sorts {
    /// Returns the class of texts that read just that; the last class takes what the others have no room for.
    fn of(&mut self, reads: &Reads) -> u8 {
        let class = match self.read.iter().position(|class| *class == reads.read) {
            Some(class) => class,
            None if self.read.len() < MOST_CLASSES => {
                self.read.push(reads.read.clone());
                self.read.len() - 1
            }
            None => {
                self.read[MOST_CLASSES - 1].extend(&reads.read);
                MOST_CLASSES - 1
            }
        };
        class as u8
    }

    fn take(&mut self, places: u32) -> u32 {
        self.places += places;
        self.places - places
    }

    fn stale(&self, c: &Compiler) -> DirtyMasks {
        let readers = |wanted: Read| {
            let sorts = self.read.iter().enumerate();
            let reading = sorts.filter(|(_, class)| class.contains(&wanted));
            reading.fold(0, |bits, (class, _)| bits | 1 << class)
        };
        let known = readers(Read::Known);
        let layout = &c.program.layout;
        let var = |n: VarId| {
            if layout.vars[n].is_face {
                // A piece that is turned is known to others.
                readers(Read::Var(n)) | known
            } else {
                readers(Read::Var(n))
            }
        };
        DirtyMasks {
            vars: layout.vars.ids().map(var).collect(),
            places: (layout.places.ids())
                .map(|place| readers(Read::Place(place)) | known)
                .collect(),
            known,
            kept: self.places,
        }
    }
}
