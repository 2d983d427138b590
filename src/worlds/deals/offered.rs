//! The test of a world against the open decision: the player who is asked must have the same options, another who is asked
//! enough of them.

use ludex_engine::knowledge::view::knows;
use ludex_engine::machine::{Machine, Work};
use ludex_engine::state::State;
use ludex_program::Program;
use ludex_program::decision::Ask;
use ludex_program::ids::{PieceId, SpotId};
use ludex_rules::decision::Answer;
use ludex_rules::game::NONE;
use ludex_rules::ids::PlayerId;
use ludex_rules::types::Type;
use std::collections::BTreeSet;

/// An option as the player sees it: unknown pieces are all alike but for their positions, where these are seen.
type Offer = (Answer, Vec<(i32, u32)>);

/// The number that stands for every unknown piece in an offer; those in rows have the numbers below it, one a place.
const ANY: i32 = -1;
/// The distance of a world in which the question itself fails.
const FAILS: usize = usize::MAX;

/// The options that a world must have at the pending decision.
#[derive(Debug)]
enum Wanted {
    Nothing,
    /// The player is asked: these, in this order; and sorted.
    These(Vec<Offer>, Vec<Offer>),
    /// Another is asked, and needs so many.
    AtLeast(usize),
}

/// Holds worlds against what the true position offers.
#[derive(Debug)]
pub(super) struct Offered<'a> {
    program: &'a Program,
    player: PlayerId,
    wanted: Wanted,
    work: Work,
    /// Steps that questions took.
    pub(super) steps: u64,
    /// Places whose order the player learns from the options.
    pub(super) told: BTreeSet<SpotId>,
}

impl<'a> Offered<'a> {
    pub(super) fn of(program: &'a Program, state: &State, player: PlayerId) -> Offered<'a> {
        let mut offered = Offered {
            program,
            player,
            wanted: Wanted::Nothing,
            work: Work::default(),
            steps: 0,
            told: BTreeSet::new(),
        };
        match state.pending {
            Some(pending) if pending.player == player => {
                let mut copy = state.clone();
                offered.list(&mut copy);
                offered.told = offered.places(&copy);
                let these = offered.seen(&copy);
                let mut sorted = these.clone();
                sorted.sort_unstable();
                offered.wanted = Wanted::These(these, sorted);
            }
            Some(pending) => {
                offered.wanted = Wanted::AtLeast(fewest(&program.sites[pending.site].ask));
            }
            None => {}
        }
        offered
    }

    /// Measures how far a world is from what must be offered: 0 when it fits.
    pub(super) fn distance(&mut self, world: &mut State) -> usize {
        if matches!(self.wanted, Wanted::Nothing) {
            return 0;
        }
        if !self.list(world) {
            return FAILS;
        }
        match &self.wanted {
            Wanted::Nothing => 0,
            Wanted::AtLeast(fewest) => fewest.saturating_sub(self.work.options.len()),
            Wanted::These(these, sorted) => {
                let mut seen = self.seen(world);
                if seen == *these {
                    return 0;
                }
                seen.sort_unstable();
                differ(&seen, sorted).max(1)
            }
        }
    }

    /// Lists the options of the pending decision; false when the question fails.
    fn list(&mut self, state: &mut State) -> bool {
        let mut machine = Machine::new(self.program, state, &mut self.work);
        machine.pending_options();
        let left = machine.fuel_left();
        self.steps += self.program.budget.steps.saturating_sub(left);
        !machine.has_failed()
    }

    fn seen(&self, state: &State) -> Vec<Offer> {
        let hide = |(value, is_piece): (i32, bool)| {
            let piece = PieceId::from_value(value);
            if !is_piece || knows(self.program, state, self.player, piece) {
                return (value, 0);
            }
            let place = state.pieces[piece].place;
            if place != SpotId::NONE && State::is_row(self.program, place) {
                (ANY - 1 - place.value(), state.position_of(piece))
            } else {
                (ANY, 0)
            }
        };
        let options = (0..self.work.options.len()).map(|n| {
            let values = self.values(state, n).map(hide).collect();
            (self.work.options.get(n).0, values)
        });
        options.collect()
    }

    /// The places of pieces that options name.
    fn places(&self, state: &State) -> BTreeSet<SpotId> {
        let values = (0..self.work.options.len()).flat_map(|n| self.values(state, n));
        let pieces = values.filter(|(_, is_piece)| *is_piece);
        pieces
            .map(|(piece, _)| state.pieces[PieceId::from_value(piece)].place)
            .collect()
    }

    /// The values of an option, and whether they are pieces.
    fn values(&self, state: &State, n: usize) -> impl Iterator<Item = (i32, bool)> {
        let (answer, values) = self.work.options.get(n);
        let site = state
            .pending
            .map(|pending| pending.site)
            .unwrap_or_default();
        let types: Vec<&Type> = self.program.value_types(site, answer).collect();
        values.iter().enumerate().map(move |(at, value)| {
            let piece = types
                .get(at)
                .is_some_and(|ty| matches!(ty.required(), Type::Piece(_)));
            (*value, piece && *value != NONE)
        })
    }
}

/// The fewest options a question can have: a choice of one candidate asks nobody.
fn fewest(ask: &Ask) -> usize {
    match ask {
        Ask::Choose { .. } | Ask::May | Ask::Offer { pass: true, .. } => 2,
        Ask::Offer { pass: false, .. } | Ask::Pool(_) => 1,
    }
}

/// Counts the members that one of two sorted lists has and the other has not (their symmetric difference).
fn differ(one: &[Offer], other: &[Offer]) -> usize {
    let (mut a, mut b, mut same) = (0, 0, 0);
    while a < one.len() && b < other.len() {
        match one[a].cmp(&other[b]) {
            std::cmp::Ordering::Less => a += 1,
            std::cmp::Ordering::Greater => b += 1,
            std::cmp::Ordering::Equal => (a, b, same) = (a + 1, b + 1, same + 1),
        }
    }
    one.len() + other.len() - 2 * same
}
