//! Beliefs: conditions that held in the past, which a world must have met as well.
//!
//! A deal says which piece stands for which now. Followed backwards, it says the same of each position in which something was
//! believed: where pieces were mixed up unseen, any of them may have been any, but for those that the player knew before. Then
//! the condition is asked of that position with the pieces exchanged.

use crate::deals::exchange::Exchange;
use crate::deals::fields;
use ludex_engine::chance::{Stream, purpose};
use ludex_engine::knowledge::event::Trace;
use ludex_engine::machine::{Machine, Work};
use ludex_engine::state::{PlayerSet, State};
use ludex_program::Program;
use ludex_program::ids::{NodeId, PieceId};
use ludex_program::node::Node;
use ludex_rules::ids::PlayerId;
use ludex_rules::ops::FoldOp;
use ludex_rules::table::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The distance of a condition that cannot be asked of a world.
const FAILS: usize = 1_000;

/// The seed of a deal: that of the world, and the number of the deal.
#[derive(Debug, Clone, Copy)]
pub(super) struct DealSeed {
    pub(super) seed: u64,
    pub(super) number: u32,
}

/// The past of a position, as far as worlds follow it, for one player.
pub(super) struct Beliefs<'a> {
    program: &'a Program,
    player: PlayerId,
    /// The first one first; empty without a belief.
    traces: Arc<[Arc<Trace>]>,
    work: Work,
    /// A position made of one in which something was believed.
    then: State,
    /// Steps of conditions, and numbers copied.
    pub(super) steps: u64,
}

impl<'a> Beliefs<'a> {
    pub(super) fn of(
        program: &'a Program,
        state: &State,
        player: PlayerId,
        traces: &Arc<[Arc<Trace>]>,
    ) -> Beliefs<'a> {
        let is_belief = |trace: &Arc<Trace>| matches!(**trace, Trace::Belief { .. });
        let last = traces.iter().rposition(is_belief);
        Beliefs {
            program,
            player,
            traces: last.map(|_| Arc::clone(traces)).unwrap_or_default(),
            work: Work::default(),
            then: state.clone(),
            steps: 0,
        }
    }

    /// Tells whether a world must meet anything.
    pub(super) fn is_empty(&self) -> bool {
        self.traces.is_empty()
    }

    /// Counts what a world does not meet: members for which a condition should hold, and pieces that the player knew to be
    /// among others. `pieces` says which piece stands for each; `seed` decides what was mixed up unseen.
    pub(super) fn distance(
        &mut self,
        now: &State,
        world: &State,
        pieces: &Table<PieceId, PieceId>,
        seed: DealSeed,
    ) -> usize {
        let mut pieces = pieces.clone();
        let mut distance = 0;
        let traces = Arc::clone(&self.traces);
        for (n, trace) in traces.iter().enumerate().rev() {
            distance += match &**trace {
                Trace::Belief { cond, state, .. } => {
                    self.make(state, now, world, &pieces);
                    self.unmet(*cond)
                }
                Trace::Mixed(mixed) => self.unmix(mixed, &mut pieces, &mut chance(n, seed)),
            };
        }
        distance
    }

    /// The same past with the pieces exchanged, for a world that meets it: there the player believes the same.
    pub(super) fn carried(
        &mut self,
        now: &State,
        world: &State,
        pieces: &Table<PieceId, PieceId>,
        seed: DealSeed,
    ) -> Vec<Arc<Trace>> {
        let mut pieces = pieces.clone();
        let mut carried = Vec::new();
        let traces = Arc::clone(&self.traces);
        for (n, trace) in traces.iter().enumerate().rev() {
            let trace = match &**trace {
                Trace::Belief {
                    routine,
                    cond,
                    state,
                } => {
                    self.make(state, now, world, &pieces);
                    Trace::Belief {
                        routine: *routine,
                        cond: *cond,
                        state: Box::new(self.then.clone()),
                    }
                }
                Trace::Mixed(mixed) => {
                    let know = mixed.iter().map(|(p, [_, knows])| (pieces[*p], *knows));
                    let know: BTreeMap<PieceId, PlayerSet> = know.collect();
                    self.unmix(mixed, &mut pieces, &mut chance(n, seed));
                    let mixed = mixed.iter().map(|(piece, [knew, _])| {
                        let piece = pieces[*piece];
                        let knows = know.get(&piece).copied();
                        (piece, [*knew, knows.unwrap_or(PlayerSet::NOBODY)])
                    });
                    Trace::Mixed(mixed.collect())
                }
            };
            carried.push(Arc::new(trace));
        }
        carried.reverse();
        carried
    }

    /// Goes back before some pieces were mixed up; gives how many of them were known and are now elsewhere. Each piece still
    /// stands for one piece then, whatever is missing: else a place would hold one twice, and its list would never end.
    fn unmix(
        &self,
        mixed: &[(PieceId, [PlayerSet; 2])],
        pieces: &mut Table<PieceId, PieceId>,
        stream: &mut Stream,
    ) -> usize {
        let lost = mixed
            .iter()
            .filter(|(_, [_, knows])| !knows.has(self.player));
        let (known, unknown): (Vec<_>, Vec<_>) =
            lost.partition(|(_, [knew, _])| knew.has(self.player));
        let mut rest: BTreeSet<PieceId> = (known.iter().chain(&unknown))
            .map(|(piece, _)| pieces[*piece])
            .collect();
        // Whatever stands elsewhere for one that was known here gets another in exchange.
        let mut open = Vec::new();
        for (piece, _) in &known {
            if !rest.remove(piece) {
                open.extend(pieces.ids().find(|other| pieces[*other] == *piece));
            }
        }
        let missing = open.len();
        open.extend(unknown.iter().map(|(piece, _)| *piece));
        for (piece, _) in &known {
            pieces[*piece] = *piece;
        }
        let mut rest: Vec<PieceId> = rest.into_iter().collect();
        stream.shuffle(&mut rest);
        let kind = |piece: PieceId| self.program.layout.piece_kind[piece];
        for piece in open {
            if let Some(n) = rest.iter().position(|other| kind(*other) == kind(piece)) {
                pieces[piece] = rest.swap_remove(n);
            }
        }
        missing
    }

    /// Makes the position of a belief with the pieces exchanged.
    fn make(
        &mut self,
        state: &State,
        now: &State,
        world: &State,
        pieces: &Table<PieceId, PieceId>,
    ) {
        self.steps += (state.memory.len() + 4 * state.pieces.len()) as u64;
        let exchange = Exchange {
            program: self.program,
            pieces: pieces.clone(),
        };
        self.then.clone_from(state);
        exchange.make(state, &mut self.then);
        fields::then(&exchange, state, now, world, &mut self.then);
    }

    /// Counts the members for which a condition does not hold; 0 when it is met.
    fn unmet(&mut self, cond: NodeId) -> usize {
        let Some(frame) = self.then.frames.last() else {
            return 0;
        };
        let (base, slots) = (frame.slots(), self.program.routines[frame.routine].slots);
        let bound: Vec<i32> = self.then.stack.iter().skip(base).copied().collect();
        self.work.doubt();
        let mut machine = Machine::new(self.program, &mut self.then, &mut self.work);
        let unmet = machine.with_slots(slots, |m, f| {
            for (slot, value) in f.iter_mut().zip(&bound) {
                *slot = *value;
            }
            unmet(m, f, cond)
        });
        let left = machine.fuel_left();
        let failed = machine.has_failed();
        self.steps += self.program.budget.steps.saturating_sub(left);
        self.work.forget_scratch();
        if failed { FAILS } else { unmet }
    }
}

/// The chance by which a deal goes back before pieces were mixed up: of the n-th trace, by the seed and number of the deal.
fn chance(n: usize, deal: DealSeed) -> Stream {
    Stream::new(
        deal.seed,
        purpose("determinize past") ^ n as u64,
        deal.number,
    )
}

/// Counts how much of a condition does not hold: of what is asked of each member, the members.
fn unmet(m: &mut Machine<'_>, f: &mut [i32], cond: NodeId) -> usize {
    if let Node::Seen { of, .. } = m.program.nodes[cond] {
        unmet(m, f, of)
    } else if let Node::And(a, b) = m.program.nodes[cond] {
        match unmet(m, f, a) {
            0 => unmet(m, f, b),
            // What the second asks may be there only where the first holds.
            unmet => unmet + 1,
        }
    } else if let Node::Fold {
        op: op @ (FoldOp::Every | FoldOp::Nothing),
        source,
        slot,
        value,
    } = m.program.nodes[cond]
    {
        let members = m.members_in(f, source);
        let mut fails = |member: &&i32| {
            f[usize::from(slot)] = **member;
            op == FoldOp::Nothing || m.ask_in(f, value) == 0
        };
        members.iter().filter(|member| fails(member)).count()
    } else if let Node::Not(inner) = m.program.nodes[cond] {
        unmet_not(m, f, inner)
    } else {
        usize::from(m.ask_in(f, cond) == 0)
    }
}

/// The same of a condition that must not hold.
fn unmet_not(m: &mut Machine<'_>, f: &mut [i32], cond: NodeId) -> usize {
    if let Node::Seen { of, .. } = m.program.nodes[cond] {
        unmet_not(m, f, of)
    } else if let Node::Fold {
        op: FoldOp::Any,
        source,
        ..
    } = m.program.nodes[cond]
    {
        m.members_in(f, source).len()
    } else {
        usize::from(m.ask_in(f, cond) != 0)
    }
}
