//! The search for a world: rejection sampling first (random deals, each fitting one equally likely), then a local search that
//! mends a deal step by step.

use crate::deals::beliefs::{Beliefs, DealSeed};
use crate::deals::deal::Deal;
use crate::deals::exchange::Exchange;
use crate::deals::holes::Holes;
use crate::deals::offered::Offered;
use crate::deals::{fields, order};
use ludex_engine::chance::{Stream, purpose};
use ludex_engine::knowledge::event::Trace;
use ludex_engine::machine::executable::Executable;
use ludex_engine::state::{PlayerSet, State};
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId};
use ludex_rules::ids::PlayerId;
use ludex_rules::table::Table;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The number of random deals before a walk begins.
const RANDOM_DEALS: u32 = 64;
/// The number of steps of a walk before it begins anew elsewhere.
const WALK: u32 = 4_000;
/// Most changes that make a deal found by a walk forget where the walk came from.
const FORGET: usize = 200;
/// The cost of making a deal of nothing, in the same measure as `BUDGET`.
const MAKE: u64 = 1_000;
/// The budget of a search: steps of questions, and numbers copied to make deals.
const BUDGET: u64 = 40_000_000;

/// The player for whom worlds are made, with what that player remembers.
#[derive(Debug, Clone)]
pub struct Viewer {
    /// The player, by seat.
    pub player: PlayerId,
    /// For each address of a piece's field, the players who know its value, wherever the piece lies now.
    pub remembered: Arc<Table<Address, PlayerSet>>,
    /// The beliefs of the past, and where pieces were mixed up since, in order.
    pub traces: Arc<[Arc<Trace>]>,
}

/// A position that a player can't tell from the true one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct World {
    /// The position, a whole state.
    pub state: State,
    /// The number of pieces that were dealt anew.
    pub dealt: usize,
    /// The number of unknown pieces that stay where they are, because their own text is being done or waits.
    pub fixed: usize,
    /// The beliefs of the past with the pieces exchanged, and where pieces were mixed up since.
    pub traces: Vec<Arc<Trace>>,
    /// The number of deals that were tried.
    pub tries: u32,
}

/// The error that no world was found within the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no deal that fits what the player knows was found: {tries} were tried")]
pub struct NoWorld {
    /// The number of deals that were tried.
    pub tries: u32,
}

impl Viewer {
    /// Tells whether the player knows the value at an address, wherever its piece lies now.
    fn remembers(&self, address: Address) -> bool {
        let who = self.remembered.get(address);
        who.is_some_and(|who| who.has(self.player))
    }
}

/// The deals of a position for a player. What does not depend on a seed is found once for all of them.
pub struct WorldDeals<'a> {
    program: &'a Program,
    state: &'a State,
    viewer: Viewer,
    holes: Holes,
    offered: Offered<'a>,
    /// Steps that it took to ask what is offered.
    asking: u64,
    beliefs: Beliefs<'a>,
    /// Slots of the stack that nothing reads any more.
    unread: BTreeSet<usize>,
    /// The seed of the world that is dealt now.
    seed: u64,
    /// The world of the deal tried last.
    world: State,
    /// The piece that stands for each in that deal, and the number of the deal.
    last: (Table<PieceId, PieceId>, u32),
    stream: Stream,
    tries: u32,
    copied: u64,
}

impl<'a> WorldDeals<'a> {
    /// Finds what a player can't know of a position.
    #[must_use]
    pub fn of(program: &'a Program, state: &'a State, viewer: Viewer) -> WorldDeals<'a> {
        let offered = Offered::of(program, state, viewer.player);
        WorldDeals {
            program,
            state,
            holes: Holes::of(program, state, viewer.player, |at| viewer.remembers(at)),
            asking: offered.steps,
            offered,
            beliefs: Beliefs::of(program, state, viewer.player, &viewer.traces),
            unread: Executable::of(program).unread.slots(program, state),
            viewer,
            seed: 0,
            world: state.clone(),
            last: (state.pieces.ids().collect(), 0),
            stream: Stream::new(0, purpose("determinize"), 0),
            tries: 0,
            copied: 0,
        }
    }

    /// Deals anew what the player can't know, by a seed, which all chance in the world has as well: a position that depends on
    /// what the player knows and on the seed alone.
    ///
    /// # Errors
    /// No deal that offers the same was found within the budget. The true position is never the answer.
    pub fn world(&mut self, seed: u64) -> Result<World, NoWorld> {
        self.seed = seed;
        self.stream = Stream::new(seed, purpose("determinize"), 0);
        (self.tries, self.copied) = (0, 0);
        (self.offered.steps, self.beliefs.steps) = (self.asking, 0);
        if !self.random() && !self.walk() {
            return Err(NoWorld { tries: self.tries });
        }
        let (pieces, number) = &self.last;
        let deal = DealSeed {
            seed,
            number: *number,
        };
        let traces = (self.beliefs).carried(self.state, &self.world, pieces, deal);
        Ok(World {
            traces,
            dealt: self.holes.all.len(),
            fixed: self.holes.fixed,
            tries: self.tries,
            state: self.world.clone(),
        })
    }

    /// Random deals until one fits.
    fn random(&mut self) -> bool {
        (0..RANDOM_DEALS).any(|_| {
            let deal = self.anew();
            self.distance(&deal) == 0
        })
    }

    /// Mends deals until one fits.
    fn walk(&mut self) -> bool {
        while !self.is_spent() && !self.holes.all.is_empty() {
            let mut deal = self.anew();
            let mut far = self.distance(&deal);
            for _ in 0..WALK {
                if far == 0 {
                    return self.settle(deal);
                }
                if self.is_spent() {
                    break;
                }
                let next = self.changed(&deal);
                let distance = self.distance(&next);
                if distance <= far {
                    (deal, far) = (next, distance);
                }
            }
        }
        false
    }

    /// Walks from a deal that fits to others that do. Each is as likely as another in the end, since each change is as likely
    /// as the one back (Metropolis et al., "Equation of state calculations by fast computing machines", 1953).
    fn settle(&mut self, mut deal: Deal) -> bool {
        for _ in 0..FORGET.min(2 * self.holes.all.len()) {
            if self.is_spent() {
                break;
            }
            let next = self.changed(&deal);
            if self.distance(&next) == 0 {
                deal = next;
            }
        }
        self.distance(&deal) == 0
    }

    fn is_spent(&self) -> bool {
        self.offered.steps + self.beliefs.steps + self.copied > BUDGET
    }

    fn anew(&mut self) -> Deal {
        let made_for = &self.program.layout.piece_for;
        Deal::anew(&self.holes, made_for, self.tries, &mut self.stream)
    }

    /// A deal in which a little is dealt anew: all, the holes of a place, or one hole. Places are chosen first, since the
    /// few cards of a hand matter more often than each card of a deck.
    fn changed(&mut self, deal: &Deal) -> Deal {
        let how = self.stream.below(4);
        if how == 0 {
            return self.anew();
        }
        let mut next = deal.clone();
        if !self.beliefs.is_empty() && self.stream.below(8) == 0 {
            // What was mixed up in the past may have been mixed up otherwise.
            next.number = self.tries;
            return next;
        }
        let place = self.stream.pick(self.holes.by_place.len());
        let mut here = match self.holes.by_place.get(place) {
            Some((_, here)) => here.clone(),
            None => return next,
        };
        self.stream.shuffle(&mut here);
        here.truncate(if how == 1 { here.len() } else { 1 });
        for hole in here {
            let group = &self.holes.groups[self.holes.all[hole].group].holes;
            let other = group[self.stream.pick(group.len())];
            let made_for = &self.program.layout.piece_for;
            next.swap(&self.holes, made_for, hole, other);
        }
        next
    }

    /// Makes the world of a deal and tells how far it is from one that fits.
    fn distance(&mut self, deal: &Deal) -> usize {
        self.tries += 1;
        self.copied += MAKE + (self.state.memory.len() + 4 * self.state.pieces.len()) as u64;
        let pieces = self.make(deal);
        let offered = self.offered.distance(&mut self.world);
        if self.beliefs.is_empty() {
            return offered;
        }
        let seed = DealSeed {
            seed: self.seed,
            number: deal.number,
        };
        let (state, world) = (self.state, &self.world);
        let unmet = self.beliefs.distance(state, world, &pieces, seed);
        self.last = (pieces, deal.number);
        offered.saturating_add(unmet)
    }

    /// Makes the world of a deal; gives which piece stands for each.
    fn make(&mut self, deal: &Deal) -> Table<PieceId, PieceId> {
        let (program, viewer) = (self.program, &self.viewer);
        let mut stream = Stream::new(self.seed, purpose("determinize fields"), deal.number);
        let mut pieces: Table<PieceId, PieceId> = self.state.pieces.ids().collect();
        for (hole, piece) in self.holes.all.iter().zip(&deal.pieces) {
            pieces[hole.piece] = *piece;
        }
        let exchange = Exchange { program, pieces };
        let world = &mut self.world;
        world.clone_from(self.state);
        order::settle_members(program, &self.holes, world);
        exchange.make(self.state, world);
        for slot in &self.unread {
            world.stack[*slot] = 0;
        }
        fields::deal(
            &exchange,
            &self.holes,
            |at| viewer.remembers(at),
            self.state,
            world,
            &mut stream,
        );
        let mut stream = Stream::new(self.seed, purpose("determinize order"), deal.number);
        for (place, _) in &self.holes.by_place {
            if order::is_unseen(program, *place) && !self.offered.told.contains(place) {
                let place = exchange.place(*place);
                order::mix(program, world, place, viewer.player, &mut stream);
            }
        }
        own_chance(program, world, self.seed);
        exchange.pieces
    }
}

/// Gives a world chance of its own: neither the seed nor how often it was asked tells anything of the true game.
fn own_chance(program: &Program, world: &mut State, seed: u64) {
    let layout = &program.layout;
    // So many bits a number of JSON holds for every reader.
    world.seed = Stream::new(seed, purpose("world"), 0).word() >> 11;
    world.salt = 0;
    world.memory.range_mut(layout.counters()).fill(0);
}
