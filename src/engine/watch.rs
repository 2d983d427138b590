//! Questions asked on behalf of a player, noting whether an answer depends on what that player can't know (dynamic taint
//! tracking).
//!
//! Functions lowered for this call the engine wherever they read the state. They are made once for a program, and only
//! explanations run them. Noted are: variables that the player does not see, pieces they don't know that a collection or the
//! end of a place gives, and where unknown pieces lie. What an unknown piece says about itself needs no note, since it had to
//! be found first.

use crate::knowledge::view::{knows, sees_change};
use crate::machine::executable::Executable;
use crate::machine::{Asker, Machine, Work};
use crate::state::State;
use ludex_program::Program;
use ludex_program::code::Modifier;
use ludex_program::ids::{Address, PieceId, SpotId};
use ludex_program::node::{Node, NodeId};
use ludex_rules::game::{NONE, Seen};
use ludex_rules::ids::{ModifierId, PlaceId, PlayerId, VarId};
use ludex_rules::ops::StateRead;

/// Asks a value of a position on behalf of a player, with the slots that are bound: `you` first. None when it depends on what
/// that player can't know; what fails has the value `NONE`.
#[must_use]
pub fn known_answer(
    program: &Program,
    state: &State,
    player: PlayerId,
    bound: &[i32],
    node: NodeId,
    slots: u16,
) -> Option<i32> {
    let (mut copy, mut work) = (state.clone(), Work::lent_to_watch(program));
    Machine::asked_by(program, &mut copy, &mut work, player).known_value(bound, node, slots)
}

impl<'a> Machine<'a> {
    /// A machine that asks on behalf of a player.
    pub fn asked_by(
        program: &'a Program,
        state: &'a mut State,
        work: &'a mut Work,
        player: PlayerId,
    ) -> Machine<'a> {
        work.asker = Some(Asker {
            player,
            unknown: false,
        });
        // A remembered answer would hide what it depends on.
        work.doubt();
        Machine {
            executable: Executable::watching(program),
            ..Machine::new(program, state, work)
        }
    }
}

impl Machine<'_> {
    /// Asks on behalf of another player from now on.
    pub fn ask_for(&mut self, player: PlayerId) {
        self.work.asker = Some(Asker {
            player,
            unknown: false,
        });
        self.work.doubt();
    }

    /// Tells whether anything unknown was met since the last time.
    pub(crate) fn take_unknown(&mut self) -> bool {
        let asker = self.work.asker.as_mut();
        asker.is_some_and(|asker| std::mem::take(&mut asker.unknown))
    }

    /// A value that is asked from outside, for whoever is asked on behalf of, with what is bound: `you` first. None when
    /// it depends on what that player can't know; what fails is none of a value, hence `NONE`.
    pub fn known_value(&mut self, bound: &[i32], node: NodeId, slots: u16) -> Option<i32> {
        self.refill_budget();
        self.take_unknown();
        let slots = slots.max(bound.len() as u16);
        let value = self.with_slots(slots, |m, f| {
            f[..bound.len()].copy_from_slice(bound);
            m.ask_in(f, node)
        });
        self.work.scratch.clear();
        let failed = self.fault.is_some();
        self.forget_fault();
        (!self.take_unknown()).then_some(if failed { NONE } else { value })
    }

    fn note_if(&mut self, unknown: impl FnOnce(&Self, PlayerId) -> bool) {
        if let Some(Asker { player, .. }) = self.work.asker
            && unknown(self, player)
            && let Some(asker) = &mut self.work.asker
        {
            asker.unknown = true;
        }
    }

    fn can_tell(&self, player: PlayerId, piece: i32) -> bool {
        PieceId::of(piece).is_some_and(|piece| knows(self.program, self.state, player, piece))
    }

    /// A number of a variable is read.
    pub(crate) fn look_at_variable(&mut self, var: VarId, address: Address) {
        self.note_if(|m, player| {
            let value = m.state.memory[address];
            let seen = sees_change(m.program, m.state, var, address, [value, value]);
            !seen.has(player)
        });
    }

    /// A condition asks whether a piece lies in a place: a player who sees the place, or knows the piece, can tell.
    pub(crate) fn look_for(&mut self, piece: i32, place: i32) {
        self.note_if(|m, player| {
            let (Some(one), Some(place)) = (PieceId::of(piece), SpotId::of(place)) else {
                return false;
            };
            let declared = m.program.layout.place_of.get(place);
            let by_face = declared.is_some_and(|(declared, _)| {
                let seen = m.program.layout.places[*declared].seen;
                matches!(seen, Seen::Face(_))
            });
            let sees = declared.is_some() && m.sees(place, one).has(player);
            !m.can_tell(player, piece) && (by_face || !sees)
        });
    }

    /// Notes a walk over all pieces of a place.
    pub(crate) fn look_into(&mut self, place: SpotId) {
        self.note_if(|m, player| {
            let mut pieces = m.state.pieces_in(place);
            pieces.any(|piece| !m.can_tell(player, piece.value()))
        });
    }

    /// Tells whether who asks can't know if the modifiers of a piece live.
    fn life_is_unknown(&self, piece: PieceId) -> bool {
        let Some(asker) = self.work.asker else {
            return false;
        };
        let layout = &self.program.layout;
        let kind = &layout.kinds[layout.piece_kind[piece]];
        let is_unseen = |place: &PlaceId| layout.places[*place].seen != Seen::All;
        kind.active.iter().any(is_unseen) && !self.can_tell(asker.player, piece.value())
    }

    /// Tells whether a modifier of a piece would apply, if it lived, whoever the piece belonged to.
    fn may_apply(&mut self, rules: &Modifier, piece: PieceId, asked: &[i32]) -> bool {
        let Some(cond) = rules.cond else {
            return true;
        };
        let slots = rules.slots.max(asked.len() as u16 + 1);
        (0..i32::from(self.state.players)).any(|you| {
            let applies = self.with_slots(slots, |m, f| {
                f[0] = you;
                f[1] = piece.value();
                f[2..=asked.len()].copy_from_slice(&asked[1..]);
                m.ask_in(f, cond) != 0
            });
            let failed = self.fault.is_some();
            if failed {
                self.forget_fault();
            }
            applies || failed
        })
    }

    /// A modifier of a piece is asked, of which the player can't know whether it lives; `asked` is what the query is asked.
    pub(crate) fn look_at_life(&mut self, modifier: ModifierId, asked: &[i32]) {
        let rules = &self.program.modifiers[modifier];
        if let Some(piece) = rules.piece
            && self.life_is_unknown(piece)
            && self.may_apply(rules, piece, asked)
        {
            self.note_if(|_, _| true);
        }
    }

    /// An operation of a node was asked of something.
    pub(crate) fn look_by(&mut self, node: NodeId, asked: i32, answer: i32) {
        let (Node::Op1(op, _) | Node::Op2(op, _, _)) = self.program.nodes[node] else {
            return;
        };
        self.note_if(|m, player| match op.reads() {
            StateRead::Inside => answer != NONE && !m.can_tell(player, answer),
            StateRead::Lies => asked != NONE && !m.can_tell(player, asked),
            StateRead::Order => asked != NONE && !m.sees_order(player, asked),
            StateRead::Knowledge => asked != player.value(),
            // What is counted is what everybody sees.
            StateRead::Nothing | StateRead::Positions => false,
        });
    }

    /// Tells whether a player knows a piece and where among others it lies.
    fn sees_order(&self, player: PlayerId, piece: i32) -> bool {
        let place = self
            .state
            .pieces
            .get(PieceId::from_value(piece))
            .map_or(SpotId::NONE, |at| at.place);
        let inside = |place: SpotId| {
            let sees = self.sees(place, PieceId::from_value(piece)).has(player);
            sees || !State::is_mixed(self.program, place)
        };
        self.can_tell(player, piece) && (place == SpotId::NONE || inside(place))
    }
}
