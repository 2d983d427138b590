//! Equal options: where several copies of a row could be taken and nothing that the player sees tells them apart, one is
//! offered.
//!
//! Two copies are interchangeable when they lie in the same place without an order, their fields that the player sees hold the
//! same, nothing lies on them, and no variable that the player sees names either. Only what the player sees is asked, so that
//! the options tell nothing else; a piece that the player does not know stays an option of its own.

use crate::engine::decisions::option::{Answer, Options};
use crate::engine::knowledge::view;
use crate::engine::runtime::machine::Machine;
use crate::engine::state::State;
use crate::program::Program;
use crate::program::code::Ask;
use crate::program::ids::{PieceId, SiteId};
use crate::rules::game::Order;
use crate::rules::table::ids;
use crate::rules::types::Type;
use std::collections::BTreeSet;

impl Machine<'_> {
    /// Leaves out each option that differs from an earlier one only in which of several interchangeable pieces it takes.
    pub(super) fn unify_options(&mut self, site: SiteId, player: i32) {
        let Ok(player) = u8::try_from(player) else {
            return;
        };
        let mut sorted = Interchangeable {
            program: self.program,
            state: self.state,
            player,
            named: None,
            pieces: Vec::new(),
        };
        let listed = std::mem::take(&mut self.work.options);
        let mut seen = BTreeSet::new();
        let mut kept = Options::default();
        for n in 0..listed.len() {
            let (answer, values) = listed.get(n);
            let ty = |n| type_of(self.program, (site, answer), n);
            if seen.insert((answer, sorted.shape(ty, values))) {
                kept.push(answer, values);
            }
        }
        self.work.options = kept;
    }
}

/// Returns the type of the n-th value of an answer to a site; none of a text that waits in a pool.
fn type_of(program: &Program, (site, answer): (SiteId, Answer), n: usize) -> Option<&Type> {
    match (answer, &program.sites[site].ask) {
        (Answer::Action(action), _) => program.actions[action].params.get(n).map(|(_, ty)| ty),
        (Answer::Values, Ask::Choose { types, .. }) => types.get(n),
        _ => None,
    }
}

/// The interchangeable pieces met so far, as one player sees them.
struct Interchangeable<'a> {
    program: &'a Program,
    state: &'a State,
    player: u8,
    /// The pieces that variables name, asked for when they first matter.
    named: Option<BTreeSet<PieceId>>,
    /// The first piece of each class.
    pieces: Vec<PieceId>,
}

impl Interchangeable<'_> {
    /// Gives what equal options have in common: for each value the first of its class, and where the same value stood before.
    fn shape<'t>(
        &mut self,
        ty: impl Fn(usize) -> Option<&'t Type>,
        values: &[i32],
    ) -> Vec<(i32, Option<usize>)> {
        let shape = values.iter().enumerate().map(|(n, value)| {
            let piece = match ty(n).map(Type::required) {
                Some(Type::Piece(_)) => PieceId::of(*value),
                _ => None,
            };
            let class = piece.map_or(*value, |piece| self.class(piece).value());
            (class, values[..n].iter().position(|one| one == value))
        });
        shape.collect()
    }

    /// Returns the first piece met that is interchangeable with one: perhaps itself.
    fn class(&mut self, piece: PieceId) -> PieceId {
        let found = (0..self.pieces.len()).find(|n| self.are_equal(self.pieces[*n], piece));
        if let Some(n) = found {
            return self.pieces[n];
        }
        self.pieces.push(piece);
        piece
    }

    fn are_equal(&mut self, a: PieceId, b: PieceId) -> bool {
        a == b
            || (self.program.layout.are_alike(a, b)
                && self.lie_together(a, b)
                && self.hold_the_same(a, b)
                && ![a, b].iter().any(|one| self.is_named(*one)))
    }

    /// Tells whether two pieces lie in one place that has no order, and the player knows both.
    fn lie_together(&self, a: PieceId, b: PieceId) -> bool {
        let place = self.state.pieces[a].place;
        let declared = self.program.layout.place_of.get(place);
        let is_set = declared
            .is_some_and(|(declared, _)| self.program.layout.places[*declared].order == Order::Set);
        let is_known = |one| view::knows(self.program, self.state, self.player, one);
        is_set && self.state.pieces[b].place == place && is_known(a) && is_known(b)
    }

    /// Tells whether the fields of two pieces that the player sees hold the same, and nothing lies on either.
    fn hold_the_same(&self, a: PieceId, b: PieceId) -> bool {
        let layout = &self.program.layout;
        let kind = &layout.kinds[layout.piece_kind[a]];
        let same_field = |var: &crate::rules::ids::VarId| {
            let rules = &layout.vars[*var];
            let both = ids(rules.numbers_of(a.number())).zip(ids(rules.numbers_of(b.number())));
            both.into_iter().all(|(one, other)| {
                let sees = view::sees_var(self.program, self.state, *var, one).has(self.player);
                !sees || self.state.memory[one] == self.state.memory[other]
            })
        };
        let bare = |piece: PieceId| {
            let mut places = kind.places.iter();
            places.all(|place| {
                let spot = layout.places[*place].spot(piece.number());
                self.state.places[spot].count == 0
            })
        };
        kind.fields.iter().all(same_field) && bare(a) && bare(b)
    }

    /// Tells whether a variable that the player sees names a piece.
    fn is_named(&mut self, piece: PieceId) -> bool {
        let (program, state, player) = (self.program, self.state, self.player);
        let named = self.named.get_or_insert_with(|| {
            let vars = program.layout.vars.entries();
            let vars = vars.filter(|(_, var)| matches!(var.ty.required(), Type::Piece(_)));
            let values = vars.flat_map(|(id, var)| {
                let addresses = ids(var.addresses());
                let seen =
                    addresses.filter(move |at| view::sees_var(program, state, id, *at).has(player));
                seen.filter_map(|at| PieceId::of(state.memory[at]))
            });
            values.collect()
        });
        named.contains(&piece)
    }
}
