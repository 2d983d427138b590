//! Questions asked on behalf of a player, noting whether an answer depends on what that player can't know.
//!
//! A watched program is the same program with each node that reads the state behind a mark (`Node::Seen`), so that no
//! shorter form of it is linked. It is made once for a program, and only explanations run it. What is noted: variables
//! that the player does not see, pieces they don't know that a collection or the end of a place gives, and where
//! unknown pieces lie. What an unknown piece says about itself needs no note, since it had to be found first.

use crate::engine::eval::address;
use crate::engine::lent::Lent;
use crate::engine::linked::Ask;
use crate::engine::machine::{Machine, Work};
use crate::engine::nodes;
use crate::engine::state::{NOWHERE, State};
use crate::engine::view::{knows, sees_change};
use crate::program::Program;
use crate::program::code::Modifier;
use crate::program::made::Made;
use crate::program::node::{Node, NodeId, ScalarOp};
use crate::rules::game::{NONE, Seen};

/// The mark of a node that is watched.
pub(crate) const WATCHED: u32 = u32::MAX;

/// The player on whose behalf questions are asked, with a flag for having met something that they can't know.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asker {
    pub(crate) player: u8,
    pub(crate) unknown: bool,
}

/// The program to ask on behalf of a player, made now if need be.
pub(crate) fn watched(program: &Program) -> &Program {
    let made = program.watched.get(|| watch_all(program));
    // INVARIANT: only this puts anything there.
    made.unwrap_or(program)
}

fn watch_all(program: &Program) -> Program {
    let mut watched = Program {
        made: Made::default(),
        marks: None,
        ..program.clone()
    };
    for id in 0..program.nodes.len() {
        let node = program.nodes[id];
        if reads_state(node) {
            watched.nodes.push(node);
            watched.node_spans.push(program.node_spans[id]);
            let of = (watched.nodes.len() - 1) as NodeId;
            watched.nodes[id] = Node::Seen { mark: WATCHED, of };
        }
    }
    watched
}

fn reads_state(node: Node) -> bool {
    matches!(
        node,
        Node::Load(_)
            | Node::LoadOf { .. }
            | Node::LoadOfLocal { .. }
            | Node::LoadAt { .. }
            | Node::InPlace(..)
            | Node::Op1(..)
            | Node::Op2(..)
    )
}

/// A node of a watched program that reads the state.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these read the state")]
pub(crate) fn node(program: &Program, id: NodeId) -> Ask {
    let plain = nodes::ask(program, id);
    let ask = |node: NodeId| nodes::ask(program, node);
    match program.nodes[id as usize] {
        Node::Load(at) => Box::new(move |m, f| {
            m.look_at_address(at as usize);
            plain(m, f)
        }),
        Node::LoadOf { base, stride, of } => look_at(base, stride, ask(of), None, plain),
        Node::LoadOfLocal { base, stride, slot } => {
            let slot = usize::from(slot);
            look_at(base, stride, Box::new(move |_, f| f[slot]), None, plain)
        }
        Node::LoadAt { base, stride, args } => {
            let (of, at) = (args as usize, args as usize + 1);
            let (of, at) = (program.node_lists[of], program.node_lists[at]);
            look_at(base, stride, ask(of), Some(ask(at)), plain)
        }
        Node::InPlace(piece, place) => {
            let (piece, place) = (ask(piece), ask(place));
            Box::new(move |m, f| {
                let (piece, place) = (piece(m, f), place(m, f));
                m.look_for(piece, place);
                plain(m, f)
            })
        }
        Node::Op1(op, a) | Node::Op2(op, a, _) => {
            let a = ask(a);
            Box::new(move |m, f| {
                let a = a(m, f);
                let answer = plain(m, f);
                m.look_by(op, a, answer);
                answer
            })
        }
        _ => plain,
    }
}

/// A variable of a holder.
fn look_at(base: i32, stride: u16, of: Ask, at: Option<Ask>, plain: Ask) -> Ask {
    Box::new(move |m, f| {
        let (of, at) = (of(m, f), at.as_ref().map_or(0, |at| at(m, f)));
        if of != NONE && at != NONE {
            m.look_at_address(address(base, i32::from(stride), of, at));
        }
        plain(m, f)
    })
}

impl Work {
    /// Borrows buffers for questions on behalf of players: those of the watched program, so that nothing that is noted for a
    /// player is ever lent to anybody else.
    pub(crate) fn lent_to_watch(program: &Program) -> Lent<'_> {
        Work::lent(watched(program))
    }
}

impl<'a> Machine<'a> {
    /// A machine that asks on behalf of a player.
    pub(crate) fn asked_by(
        program: &'a Program,
        state: &'a mut State,
        work: &'a mut Work,
        player: u8,
    ) -> Machine<'a> {
        work.asker = Some(Asker {
            player,
            unknown: false,
        });
        // A remembered answer would hide what it depends on.
        work.doubt();
        Machine::new(watched(program), state, work)
    }
}

impl Machine<'_> {
    /// Tells whether anything unknown was met since the last time.
    pub(crate) fn take_unknown(&mut self) -> bool {
        let asker = self.work.asker.as_mut();
        asker.is_some_and(|asker| std::mem::take(&mut asker.unknown))
    }

    /// A value that is asked from outside, for whoever is asked on behalf of, with what is bound: `you` first. None when
    /// it depends on what that player can't know; what fails is none of a value, hence `NONE`.
    pub(crate) fn known_value(&mut self, bound: &[i32], node: NodeId, slots: u16) -> Option<i32> {
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

    fn note_if(&mut self, unknown: impl FnOnce(&Self, u8) -> bool) {
        if let Some(Asker { player, .. }) = self.work.asker
            && unknown(self, player)
            && let Some(asker) = &mut self.work.asker
        {
            asker.unknown = true;
        }
    }

    fn can_tell(&self, player: u8, piece: i32) -> bool {
        u32::try_from(piece).is_ok_and(|piece| knows(self.program, self.state, player, piece))
    }

    fn look_at_address(&mut self, address: usize) {
        self.note_if(|m, player| {
            let vars = m.program.layout.vars.iter();
            let held = |var: &crate::program::layout::Var| {
                (var.base as usize..(var.base + var.holders * var.width) as usize)
                    .contains(&address)
            };
            let Some(var) = vars.clone().position(held) else {
                return false;
            };
            let value = m.state.memory[address];
            let seen = sees_change(m.program, m.state, var as u32, address, [value, value]);
            seen >> player & 1 == 0
        });
    }

    /// Tells whether a piece lies in a place: a player who sees the place, or knows the piece, can tell.
    fn look_for(&mut self, piece: i32, place: i32) {
        self.note_if(|m, player| {
            let (Ok(one), Ok(place)) = (u32::try_from(piece), u32::try_from(place)) else {
                return false;
            };
            let declared = m.program.layout.place_of.get(place as usize);
            let by_face = declared.is_some_and(|(declared, _)| {
                let seen = m.program.layout.places[*declared as usize].seen;
                matches!(seen, Seen::Face(_))
            });
            let sees = declared.is_some() && m.sees(place, one) >> player & 1 != 0;
            !m.can_tell(player, piece) && (by_face || !sees)
        });
    }

    /// All pieces of a place, gone through.
    pub(crate) fn look_into(&mut self, place: u32) {
        self.note_if(|m, player| {
            let mut pieces = m.state.pieces_in(place);
            pieces.any(|piece| !m.can_tell(player, piece as i32))
        });
    }

    /// Tells whether who asks can't know if the modifiers of a piece live.
    pub(crate) fn life_is_unknown(&self, piece: u32) -> bool {
        let Some(asker) = self.work.asker else {
            return false;
        };
        let layout = &self.program.layout;
        let kind = &layout.kinds[layout.piece_kind[piece as usize] as usize];
        let lived_in = layout.places.iter().zip(&kind.active);
        let mut unseen = lived_in.filter(|(place, lives)| **lives && place.seen != Seen::All);
        unseen.next().is_some() && !self.can_tell(asker.player, piece as i32)
    }

    /// Tells whether a modifier of a piece would apply, if it lived, whoever the piece belonged to.
    pub(crate) fn may_apply(&mut self, rules: &Modifier, piece: u32, asked: &[i32]) -> bool {
        let Some(cond) = rules.cond else {
            return true;
        };
        let slots = rules.slots.max(asked.len() as u16 + 1);
        (0..i32::from(self.state.players)).any(|you| {
            let applies = self.with_slots(slots, |m, f| {
                f[0] = you;
                f[1] = piece as i32;
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

    pub(crate) fn note_unknown(&mut self) {
        self.note_if(|_, _| true);
    }

    fn look_by(&mut self, op: ScalarOp, asked: i32, answer: i32) {
        self.note_if(|m, player| match op {
            ScalarOp::Top | ScalarOp::Bottom | ScalarOp::At => {
                answer != NONE && !m.can_tell(player, answer)
            }
            ScalarOp::PlaceOf | ScalarOp::Owner | ScalarOp::SpaceHolding => {
                asked != NONE && !m.can_tell(player, asked)
            }
            ScalarOp::Position => asked != NONE && !m.sees_order(player, asked),
            ScalarOp::Knows => asked != i32::from(player),
            ScalarOp::NextPlayer
            | ScalarOp::Minimum
            | ScalarOp::Maximum
            | ScalarOp::Absolute
            | ScalarOp::SpaceIndex
            | ScalarOp::Opposite
            | ScalarOp::SpaceAt
            | ScalarOp::OnEdge
            | ScalarOp::OwnerOfSpace => false,
        });
    }

    /// Tells whether a player knows a piece and where among others it lies.
    fn sees_order(&self, player: u8, piece: i32) -> bool {
        let place = self
            .state
            .pieces
            .get(piece as usize)
            .map_or(NOWHERE, |at| at.place);
        let inside = |place: u32| {
            let sees = self.sees(place, piece as u32) >> player & 1 != 0;
            sees || !State::is_mixed(self.program, place)
        };
        self.can_tell(player, piece) && (place == NOWHERE || inside(place))
    }
}
