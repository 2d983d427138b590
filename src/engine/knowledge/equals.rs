//! Equal options: where several copies of a row could be taken, or replace an event, and nothing that the player sees tells
//! them apart, one is offered.
//!
//! Two copies are interchangeable when they are made for the same player, lie in the same place without an order, their
//! fields that the player sees hold the same, nothing lies on them, and no variable that the player sees names either, but for
//! a field of their own. Only what the player sees is asked, so that the options tell nothing else; a piece that the player
//! does not know stays an option of its own.

use crate::knowledge::view;
use crate::option::Options;
use crate::state::{ENTRY, State};
use ludex_program::Program;
use ludex_program::ids::{Address, PieceId, SiteId};
use ludex_program::layout::Var;
use ludex_rules::game::{Holder, Order};
use ludex_rules::ids::{HookId, PlayerId, VarId};
use ludex_rules::table::ids;
use ludex_rules::types::Type;
use std::ops::Range;

/// Buffers that are used again, so that a decision allocates nothing.
#[derive(Debug, Clone, Default)]
pub(crate) struct EqualOptions {
    /// The options that are kept.
    kept: Options,
    /// The shapes of the options, which are the same of equal ones, one after the other: for each value the first of its class,
    /// and the first position where the same value stands.
    shapes: Vec<i32>,
    /// For each option: the end of its part of `shapes`.
    ends: Vec<usize>,
    /// The numbers of the options, sorted so that equal ones stand together.
    order: Vec<usize>,
    /// For each option: true if an earlier one is equal to it.
    is_again: Vec<bool>,
    /// The first piece met of each class of interchangeable pieces.
    firsts: Vec<PieceId>,
    /// The pieces that variables name, sorted.
    named: Vec<PieceId>,
}

impl EqualOptions {
    /// Leaves out each option that differs from an earlier one only in which of several interchangeable pieces it takes.
    pub(crate) fn unify(&mut self, sight: &SeenPosition<'_>, site: SiteId, options: &mut Options) {
        self.begin(sight);
        self.note_shapes(sight, site, options);
        self.find_again(options);
        self.kept.clear();
        for n in 0..options.len() {
            if !self.is_again[n] {
                let (answer, values) = options.get(n);
                self.kept.push(answer, values);
            }
        }
        std::mem::swap(&mut self.kept, options);
    }

    /// Notes for each of some pieces the number of the last one before it that is equal to it, as a player sees them.
    pub(crate) fn note_twins(
        &mut self,
        sight: &SeenPosition<'_>,
        pieces: &[i32],
        twins: &mut [Option<usize>],
    ) {
        self.begin(sight);
        for (n, twin) in twins.iter_mut().enumerate() {
            let piece = PieceId::of(pieces[n]);
            let class = piece.map_or(pieces[n], |piece| self.class(sight, piece).value());
            *twin = self.shapes.iter().rposition(|before| *before == class);
            self.shapes.push(class);
        }
    }

    /// Makes those of some entries of a pool equal that are the same text of interchangeable copies, as a player sees them.
    pub(crate) fn unify_entries(
        &mut self,
        sight: &SeenPosition<'_>,
        entries: &mut [([i32; ENTRY], u32)],
    ) {
        self.begin(sight);
        for (entry, _) in entries {
            let hook = &sight.program.hooks[HookId::from_value(entry[0])];
            entry[0] = hook.body.value();
            if let Some(piece) = hook.piece {
                entry[2] = self.class(sight, piece).value();
            }
        }
    }
}

impl EqualOptions {
    /// Forgets what was compared, and lists the pieces that something names.
    fn begin(&mut self, sight: &SeenPosition<'_>) {
        self.shapes.clear();
        self.ends.clear();
        self.firsts.clear();
        self.named.clear();
        sight.list_named(&mut self.named);
    }

    fn note_shapes(&mut self, sight: &SeenPosition<'_>, site: SiteId, options: &Options) {
        for n in 0..options.len() {
            let (answer, values) = options.get(n);
            let piece = |at: usize| match sight.program.value_types(site, answer).nth(at) {
                Some(ty) if matches!(ty.required(), Type::Piece(_)) => PieceId::of(values[at]),
                Some(_) | None => None,
            };
            for (at, value) in values.iter().enumerate() {
                let named = piece(at);
                let class = named.map_or(*value, |named| self.class(sight, named).value());
                // The number of a piece may be that of something else: it stands for the piece alone.
                let is_first = |before: &usize| named.is_some() && piece(*before) == named;
                let first = (0..at).find(is_first);
                self.shapes
                    .extend([class, first.map_or(-1, |first| first as i32)]);
            }
            self.ends.push(self.shapes.len());
        }
    }

    fn shape(&self, n: usize) -> Range<usize> {
        let start = n.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[n]
    }

    /// Notes which options have an equal one before them.
    fn find_again(&mut self, options: &Options) {
        let (mut order, mut is_again) = (
            std::mem::take(&mut self.order),
            std::mem::take(&mut self.is_again),
        );
        order.clear();
        order.extend(0..options.len());
        let key = |n: usize| (options.get(n).0, &self.shapes[self.shape(n)]);
        order.sort_unstable_by(|a, b| key(*a).cmp(&key(*b)).then(a.cmp(b)));
        is_again.clear();
        is_again.resize(options.len(), false);
        for two in order.windows(2) {
            is_again[two[1]] = key(two[0]) == key(two[1]);
        }
        (self.order, self.is_again) = (order, is_again);
    }

    /// Returns the first piece met that is interchangeable with one: perhaps itself.
    fn class(&mut self, sight: &SeenPosition<'_>, piece: PieceId) -> PieceId {
        let is_named = |one: PieceId| self.named.binary_search(&one).is_ok();
        let are_equal = |one: PieceId| {
            one == piece || (sight.are_equal(one, piece) && !is_named(one) && !is_named(piece))
        };
        let found = self.firsts.iter().copied().find(|one| are_equal(*one));
        found.unwrap_or_else(|| {
            self.firsts.push(piece);
            piece
        })
    }
}

/// A position as one player sees it.
pub(crate) struct SeenPosition<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a State,
    pub(crate) player: PlayerId,
}

impl SeenPosition<'_> {
    /// Tells whether two copies lie together and the player sees no difference, but for variables that name one of them.
    fn are_equal(&self, a: PieceId, b: PieceId) -> bool {
        let layout = &self.program.layout;
        layout.are_alike(a, b)
            && layout.piece_for[a] == layout.piece_for[b]
            && self.lie_together(a, b)
            && self.hold_the_same(a, b)
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
        let same_field = |var: &VarId| {
            let rules = &layout.vars[*var];
            let mut both = ids(rules.numbers_of(a.number())).zip(ids(rules.numbers_of(b.number())));
            both.all(|(one, other)| {
                let sees = view::sees_var(self.program, self.state, *var, one).has(self.player);
                let both_itself = self.names_itself(rules, one) && self.names_itself(rules, other);
                !sees || both_itself || self.state.memory[one] == self.state.memory[other]
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

    /// Tells whether a number is a field of a piece that names that piece itself: this tells it from no other.
    fn names_itself(&self, var: &Var, at: Address) -> bool {
        let is_field = matches!(var.holder, Holder::Piece(_));
        let names_piece = matches!(var.ty.required(), Type::Piece(_));
        let named = PieceId::of(self.state.memory[at]).filter(|_| is_field && names_piece);
        named.is_some_and(|piece| piece.number() == var.holder_at(at).0)
    }

    /// Lists the pieces that rows and variables name, as far as the player sees them, in the order of their numbers.
    fn list_named(&self, named: &mut Vec<PieceId>) {
        named.extend_from_slice(&self.program.layout.named_by_rows);
        let vars = self.program.layout.vars.entries();
        for (id, var) in vars.filter(|(_, var)| matches!(var.ty.required(), Type::Piece(_))) {
            let sees = |at| view::sees_var(self.program, self.state, id, at).has(self.player);
            let seen = ids(var.addresses()).filter(|at| sees(*at) && !self.names_itself(var, *at));
            named.extend(seen.filter_map(|at| PieceId::of(self.state.memory[at])));
        }
        named.sort_unstable();
    }
}
