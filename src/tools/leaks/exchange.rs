//! Exchanges what a seat can't know for something else: two pieces, or the value of a variable.
//!
//! Two pieces of a kind that the seat can't tell apart take each other's part: places, who knows them, and whatever names
//! them. Their fields stay with them. A value is put in the place of another one by hand.

use crate::leaks::LeakSearch;
use crate::leaks::compare::GamePair;
use ludex_engine::chance::Stream;
use ludex_engine::knowledge::view;
use ludex_engine::state::{Piece, State, sound};
use ludex_play::game::Match;
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId, SpotId};
use ludex_program::layout::Var;
use ludex_rules::decision::Choice;
use ludex_rules::game::{Holder, NONE, Seen};
use ludex_rules::ids::{PlayerId, VarId};
use ludex_rules::table::ids;
use ludex_rules::types::Type;
use ludex_worlds::deals::stays;

/// An exchange of hidden parts of a state: two pieces for each other, or a value for another.
#[derive(Debug, Clone, Copy)]
pub(super) enum HiddenExchange {
    /// Two pieces that change places.
    Pieces(PieceId, PieceId),
    /// The value at an address of a variable.
    Value(Address, i32),
}

/// Steps that both go on.
const FURTHER: usize = 3;

impl LeakSearch<'_> {
    /// Compares a position with others that look the same to a seat.
    pub(super) fn exchanges(&mut self, game: &Match, seat: PlayerId, stream: &mut Stream) {
        for _ in 0..self.budget.tries {
            let Some((exchange, hidden)) = drawn(game, seat, stream) else {
                return;
            };
            let Some(twin) = exchange.twin(game) else {
                continue;
            };
            // Neither has a past: what the seat saw of the twin is not written anywhere.
            let one = Match::at(
                game.shared_program(),
                game.start().clone(),
                game.state().clone(),
            );
            let Ok(one) = one.map_err(drop) else {
                continue;
            };
            if twin.state() == one.state() {
                continue;
            }
            let about = exchange.about(game.program());
            let before = game.choice_count();
            let mut pair = GamePair::new(one, twin, seat, hidden).about(about, before);
            if !self.looks_the_same(&pair) {
                continue;
            }
            self.count(&pair);
            if self.compare(&mut pair, stream) {
                self.compare_worlds(&pair, stream);
            }
            for _ in 0..FURTHER {
                let Some(choice) = choice_drawn(&pair.one, stream) else {
                    break;
                };
                let other = exchange.choice(&pair.one, &choice);
                if !self.step(&mut pair, &choice, &other) {
                    break;
                }
                self.compare(&mut pair, stream);
            }
        }
    }
}

/// Draws an answer to the open question of a game.
fn choice_drawn(game: &Match, stream: &mut Stream) -> Option<Choice> {
    let of = game.options();
    (of > 0).then(|| game.option(stream.pick(of)))
}

/// Something to exchange that a seat can't know, and what it is called.
fn drawn(game: &Match, seat: PlayerId, stream: &mut Stream) -> Option<(HiddenExchange, String)> {
    let (program, state) = (game.program(), game.state());
    let values = hidden_values(program, state, seat);
    let pieces = hidden_pieces(program, state, seat);
    let pick = stream.pick((pieces.len() + values.len()).max(1));
    if let Some(&(var, at)) = pick.checked_sub(pieces.len()).and_then(|n| values.get(n)) {
        let value = another(program, state, var, state.memory[at], stream)?;
        let name = &program.layout.vars[var].name;
        return Some((
            HiddenExchange::Value(at, value),
            format!("the value of `{name}`"),
        ));
    }
    let a = *pieces.get(pick)?;
    let sort = |p: PieceId| (program.layout.piece_kind[p], program.layout.piece_for[p]);
    let others = pieces
        .iter()
        .copied()
        .filter(|b| *b != a && sort(*b) == sort(a));
    let others: Vec<PieceId> = others.collect();
    let b = *others.get(stream.pick(others.len().max(1)))?;
    let names = &program.names.pieces;
    let hidden = format!("where `{}` and `{}` lie", names[a], names[b]);
    Some((HiddenExchange::Pieces(a, b), hidden))
}

/// Pieces that a seat can't tell apart, which hold nothing and are not being dealt with.
fn hidden_pieces(program: &Program, state: &State, seat: PlayerId) -> Vec<PieceId> {
    let busy = busy(program, state);
    let free = |p: &PieceId| {
        state.pieces[*p].place != SpotId::NONE
            && !view::knows(program, state, seat, *p)
            && !busy.contains(&p.value())
            && holds_nothing(program, state, *p)
    };
    state.pieces.ids().filter(free).collect()
}

fn holds_nothing(program: &Program, state: &State, piece: PieceId) -> bool {
    let kind = &program.layout.kinds[program.layout.piece_kind[piece]];
    kind.places.iter().all(|declared| {
        let place = &program.layout.places[*declared];
        state.places[place.spot(piece.number())].count == 0
    })
}

/// Pieces that open texts name: their parts can't be exchanged without doing these texts anew.
fn busy(program: &Program, state: &State) -> Vec<i32> {
    let mut busy = Vec::new();
    for frame in &state.frames {
        let routine = &program.routines[frame.routine];
        for (slot, (_, ty)) in routine.locals.iter().enumerate() {
            if matches!(ty.required(), Type::Piece(_)) {
                busy.extend(state.stack.get(frame.slots() + slot));
            }
        }
    }
    busy.extend(&state.lists);
    busy.extend(&state.pool);
    busy.extend(&state.later);
    busy
}

/// Addresses of variables whose value a seat doesn't see.
fn hidden_values(program: &Program, state: &State, seat: PlayerId) -> Vec<(VarId, Address)> {
    let mut hidden = Vec::new();
    for (id, var) in program.layout.vars.entries() {
        let in_play = match var.holder {
            Holder::Player => u32::from(state.players).min(var.holders),
            Holder::Table | Holder::Space(_) | Holder::Piece(_) => var.holders,
        };
        let of_piece = matches!(var.holder, Holder::Piece(_));
        // A flag that shows a piece, and what the checker adds, are no secret values.
        if var.is_face || var.name.contains('.') || var.seen == Seen::All && !of_piece {
            continue;
        }
        for at in ids(var.base..var.nth(in_play)) {
            let piece = PieceId::numbered(var.holder_at(at).0);
            let unknown = of_piece
                && !var.is_mark
                && !view::knows(program, state, seat, piece)
                && state.pieces[piece].place != SpotId::NONE;
            let sees = view::sees_var(program, state, id, at).has(seat);
            if unknown || !sees {
                hidden.push((id, at));
            }
        }
    }
    hidden
}

/// Another value of a variable.
fn another(
    program: &Program,
    state: &State,
    var: VarId,
    old: i32,
    stream: &mut Stream,
) -> Option<i32> {
    let rules = &program.layout.vars[var];
    let among = |stream: &mut Stream, low: i32, high: i32| {
        // A secret number is mostly a small one: what lies near is likelier to be possible.
        let (low, high) = (
            low.max(old.saturating_sub(9)),
            high.min(old.saturating_add(9)),
        );
        (low < high).then(|| low + stream.below((high - low + 1) as u32) as i32)
    };
    let value = match rules.ty.required() {
        Type::Int => among(stream, rules.bounds.0, rules.bounds.1),
        Type::Bool => Some(i32::from(old == 0)),
        Type::Enum(e) => among(stream, 0, program.names.enums[*e].1.len() as i32 - 1),
        Type::Row(k) => among(stream, 0, program.layout.kinds[*k].count as i32 - 1),
        Type::Player => among(stream, 0, i32::from(state.players) - 1),
        Type::Piece(_) if old != NONE => beside(state, old, stream),
        Type::Piece(_)
        | Type::Text
        | Type::Space(_)
        | Type::Place(_)
        | Type::Set(_)
        | Type::Bag(_)
        | Type::Shape
        | Type::Direction(_)
        | Type::Placement(_)
        | Type::All(_)
        | Type::Optional(_)
        | Type::None
        | Type::Wrong => None,
    };
    value.filter(|value| *value != old)
}

/// A piece that lies where another one does.
fn beside(state: &State, piece: i32, stream: &mut Stream) -> Option<i32> {
    let place = state.pieces.get(PieceId::from_value(piece))?.place;
    let others = state
        .pieces
        .ids()
        .filter(|p| state.pieces[*p].place == place);
    let others: Vec<PieceId> = others.collect();
    let n = stream.pick(others.len().max(1));
    (place != SpotId::NONE).then(|| others.get(n).map(|p| p.value()))?
}

impl HiddenExchange {
    /// The names of the pieces exchanged.
    fn about(self, program: &Program) -> Vec<String> {
        let names = &program.names.pieces;
        match self {
            HiddenExchange::Pieces(a, b) => vec![names[a].clone(), names[b].clone()],
            HiddenExchange::Value(..) => Vec::new(),
        }
    }

    /// The position with this exchanged; none when it is not sound.
    fn twin(self, game: &Match) -> Option<Match> {
        let program = game.program();
        let mut state = game.state().clone();
        match self {
            HiddenExchange::Value(at, value) => state.memory[at] = value,
            HiddenExchange::Pieces(a, b) => self.pieces(program, game.state(), &mut state, a, b),
        }
        sound::examine(program, &state).ok()?;
        let asked = state.pending?;
        let twin = Match::at(game.shared_program(), game.start().clone(), state).ok()?;
        (twin.state().pending == Some(asked) && twin.options() > 0).then_some(twin)
    }

    fn pieces(self, program: &Program, from: &State, to: &mut State, a: PieceId, b: PieceId) {
        let part = |piece: PieceId| match piece {
            one if one == a => b,
            one if one == b => a,
            one => one,
        };
        for (piece, at) in from.pieces.entries() {
            to.pieces[part(piece)] = Piece {
                next: linked(at.next, part),
                previous: linked(at.previous, part),
                ..*at
            };
        }
        for (place, chain) in from.places.entries() {
            to.places[place].first = linked(chain.first, part);
            to.places[place].last = linked(chain.last, part);
        }
        for (id, var) in program.layout.vars.entries() {
            if stays(program, id, var) && (var.first..var.first + var.holders).contains(&a.number())
            {
                swap_fields(program, var, to, a, b);
            }
            if matches!(var.ty.required(), Type::Piece(_)) {
                for at in ids(var.addresses()) {
                    let value = &mut to.memory[at];
                    *value = self.value(&var.ty, *value);
                }
            }
        }
    }

    /// A value as the other position has it.
    fn value(self, ty: &Type, value: i32) -> i32 {
        match self {
            HiddenExchange::Pieces(a, b) if matches!(ty.required(), Type::Piece(_)) => {
                match value {
                    one if one == a.value() => b.value(),
                    one if one == b.value() => a.value(),
                    one => one,
                }
            }
            HiddenExchange::Pieces(..) | HiddenExchange::Value(..) => value,
        }
    }

    /// A choice as the other position has it.
    fn choice(self, game: &Match, choice: &Choice) -> Choice {
        let program = game.program();
        let site = game
            .state()
            .pending
            .map(|asked| asked.site)
            .unwrap_or_default();
        let mut types = program.value_types(site, choice.answer).peekable();
        if types.peek().is_none() {
            return choice.clone();
        }
        let values = types.zip(&choice.values);
        Choice {
            answer: choice.answer,
            values: values.map(|(ty, value)| self.value(ty, *value)).collect(),
        }
    }
}

/// Exchanges what belongs to the positions of two pieces, as whether they lie face up. What was never changed is each
/// piece's own.
fn swap_fields(program: &Program, var: &Var, to: &mut State, a: PieceId, b: PieceId) {
    let own = &program.layout.memory;
    for n in 0..var.width {
        let at = |piece: PieceId| var.address(piece.number()).plus(n);
        let changed = |piece: PieceId| {
            let at = at(piece);
            (to.memory[at] != own[at]).then_some(to.memory[at])
        };
        let (of_a, of_b) = (changed(a), changed(b));
        to.memory[at(a)] = of_b.unwrap_or(own[at(a)]);
        to.memory[at(b)] = of_a.unwrap_or(own[at(b)]);
    }
}

fn linked(at: PieceId, part: impl Fn(PieceId) -> PieceId) -> PieceId {
    match at {
        PieceId::NONE => PieceId::NONE,
        at => part(at),
    }
}
