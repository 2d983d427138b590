//! Compares the worlds of two states that look the same to a seat, and what a bot chooses that sees only worlds.
//!
//! Facts that a world keeps, and says so, may differ between the two; then nothing is compared. So may who else knows which
//! position, which a world keeps as it keeps what is seen of places.

use crate::leaks::compare::{GamePair, first_difference};
use crate::leaks::{Channel, LeakSearch};
use ludex_engine::chance::Stream;
use ludex_engine::knowledge::view::knows;
use ludex_engine::state::{PlayerSet, State};
use ludex_play::game::Match;
use ludex_play::state_json;
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId};
use ludex_program::layout::Var;
use ludex_rules::game::Holder;
use ludex_rules::ids::PlayerId;
use ludex_rules::table::ids;
use ludex_worlds::World;
use serde_json::json;

impl LeakSearch<'_> {
    /// Compares the worlds of one seed.
    pub(super) fn compare_worlds(&mut self, pair: &GamePair, stream: &mut Stream) {
        if self.found.worlds >= self.budget.worlds {
            return;
        }
        let (seat, seed) = (pair.seat, stream.word() >> 11);
        let world = |game: &Match| self.teller.world(game, seat, seed);
        let made = [world(&pair.one), world(&pair.other)];
        let hidden = || pair.hidden.clone();
        match &made {
            [Ok(one), Ok(other)] => {
                let told = |world: &World| {
                    json!({
                        "dealt": { "pieces": world.dealt, "vars": world.drawn },
                        "kept": { "pieces": world.fixed, "vars": world.kept, "locals": world.locals },
                    })
                };
                let told = [told(one), told(other)];
                if told[0] != told[1] {
                    let told = first_difference(&told[0], &told[1]);
                    return self.leak(pair, Channel::World, None, told, hidden());
                }
                if keeps_a_difference(pair, one) {
                    return;
                }
                self.found.worlds += 1;
                if one.game.state() != other.game.state() {
                    let told = different(&one.game, &other.game);
                    return self.leak(pair, Channel::World, None, told, hidden());
                }
            }
            [one, other] => {
                let text = |made: &Result<World, _>| match made {
                    Ok(_) => "one is found".to_owned(),
                    Err(none) => format!("{none}"),
                };
                self.found.worlds += 1;
                if text(one) != text(other) {
                    let told = [text(one), text(other)];
                    return self.leak(pair, Channel::World, None, told, hidden());
                }
            }
        }
        self.compare_choices(pair, seed);
    }

    /// Compares what a bot chooses, if the seat is asked.
    fn compare_choices(&mut self, pair: &GamePair, seed: u64) {
        let asked = pair.one.state().pending;
        let is_asked = asked.is_some_and(|asked| asked.player == pair.seat);
        if !is_asked || pair.one.options() < 2 || self.found.choices >= self.budget.choices {
            return;
        }
        self.found.choices += 1;
        let choice = |game: &Match| self.teller.choice(game, pair.seat, seed);
        let chosen = [choice(&pair.one), choice(&pair.other)];
        if chosen[0] != chosen[1] {
            let told = chosen.map(|option| format!("option {option:?}"));
            self.leak(pair, Channel::Choice, None, told, pair.hidden.clone());
        }
    }
}

/// Tells whether the states of a pair differ in something that a world keeps: a value, a local name, the values of a field
/// of unknown pieces, who knows which position, or a piece whose own text is being done.
fn keeps_a_difference(pair: &GamePair, world: &World) -> bool {
    let (one, other) = (pair.one.state(), pair.other.state());
    let differs = |at: &Address| one.memory[*at] != other.memory[*at];
    // A variable that names a piece keeps what it names: the one that lies there.
    let moved = |at: &Address| {
        let piece = PieceId::from_value(one.memory[*at]);
        let place = |state: &State| state.pieces.get(piece).map(|at| at.place);
        names_piece(pair.one.program(), *at) && place(one) != place(other)
    };
    world.kept_at.iter().any(|at| differs(at) || moved(at))
        || world.fixed > 0
        || !world.locals.is_empty() && one.stack != other.stack
        || knowledge(&pair.one, pair.seat) != knowledge(&pair.other, pair.seat)
        || fields(&pair.one, pair.seat) != fields(&pair.other, pair.seat)
}

fn names_piece(program: &Program, address: Address) -> bool {
    let vars = &program.layout.vars;
    let var = (vars.iter()).find(|var| (var.addresses()).contains(&address));
    var.is_some_and(Var::names_piece)
}

/// The values of the fields of pieces that a seat does not know, sorted.
fn fields(game: &Match, seat: PlayerId) -> Vec<Vec<i32>> {
    let (program, state): (&Program, _) = (game.program(), game.state());
    let of_pieces = program.layout.vars.iter();
    let of_pieces = of_pieces.filter(|var| matches!(var.holder, Holder::Piece(_)));
    let values = of_pieces.map(|var| {
        let unknown = (0..var.holders)
            .filter(|n| !knows(program, state, seat, PieceId::numbered(var.first + n)));
        let at = unknown.flat_map(|n| ids(var.nth(n)..var.nth(n + 1)));
        let mut values: Vec<i32> = at.map(|at| state.memory[at]).collect();
        values.sort_unstable();
        values
    });
    values.collect()
}

/// For each place: who knows which of the pieces that a seat does not know, in order where an order is seen.
fn knowledge(game: &Match, seat: PlayerId) -> Vec<Vec<PlayerSet>> {
    let (program, state): (&Program, _) = (game.program(), game.state());
    let known = state.places.ids().map(|place| {
        let here = state.pieces_in(place);
        let unknown = here.filter(|piece| !knows(program, state, seat, *piece));
        let mut known: Vec<PlayerSet> = unknown.map(|piece| state.pieces[piece].known).collect();
        if State::is_mixed(program, place) {
            known.sort_unstable();
        }
        known
    });
    known.collect()
}

/// Returns the first difference between two worlds: the way to it, and what stands there in each.
fn different(one: &Match, other: &Match) -> [String; 2] {
    let all = |game: &Match| state_json::state(game.program(), game.state());
    let (a, b) = (all(one), all(other));
    if a == b {
        let parts = |game: &Match| {
            let state = game.state();
            json!({
                "known": state.pieces.iter().map(|piece| piece.known).collect::<Vec<_>>(),
                "order": state.pieces.iter().map(|piece| piece.next).collect::<Vec<_>>(),
                "locals": state.stack,
                "lists": state.lists,
                "pool": state.pool,
                "later": state.later,
                "memory": state.memory,
            })
        };
        first_difference(&parts(one), &parts(other))
    } else {
        first_difference(&a, &b)
    }
}
