//! The record of what happens, while somebody listens: events with their causes, answers with their recipients, and traces,
//! which worlds follow backwards: beliefs, and where pieces were mixed up before the eyes of some.

use crate::knowledge::event::{Cause, Event, Trace, What};
use crate::knowledge::tell::Visibility;
use crate::knowledge::view::who_knows;
use crate::machine::Machine;
use crate::state::PlayerSet;
use ludex_program::ids::{NodeId, PieceId, SiteId, SpotId};
use ludex_rules::decision::Choice;
use ludex_rules::game::{NONE, RoutineKind};
use ludex_rules::ids::{PlayerId, RoutineId};
use std::sync::Arc;

/// Pieces that may be mixed up, each with who knows it.
pub(crate) type KnownBefore = Option<Vec<(PieceId, PlayerSet)>>;

impl Machine<'_> {
    /// The position as one asks who may know what of it.
    pub fn visibility(&self) -> Visibility<'_> {
        Visibility {
            program: self.program,
            state: self.state,
            spots: &self.executable.spots,
        }
    }

    /// The routines being done, the innermost first.
    pub(crate) fn causes(&self) -> Vec<Cause> {
        self.state
            .frames
            .iter()
            .rev()
            .enumerate()
            // A frame below that has not begun is no cause: `play`, while `setup` runs.
            .filter(|(above, frame)| {
                *above == 0 || frame.pc > self.program.routines[frame.routine].entry
            })
            .map(|(_, frame)| {
                let routine = &self.program.routines[frame.routine];
                let this = self
                    .state
                    .stack
                    .get(frame.slots() + 1)
                    .copied()
                    .unwrap_or(NONE);
                let has_this = matches!(routine.kind, RoutineKind::Hook | RoutineKind::Slot);
                let is_piece = routine
                    .locals
                    .get(1)
                    .is_some_and(|(_, ty)| matches!(ty, ludex_rules::types::Type::Piece(_)));
                // At the very beginning nothing is done yet: the first statement is what stands there.
                let at = frame.pc.max(routine.entry.next()).before();
                let span = self.program.code_spans[at];
                let you = self.state.stack.get(frame.slots());
                let this = if has_this { this } else { NONE };
                Cause {
                    routine: frame.routine,
                    piece: (is_piece && this != NONE).then_some(PieceId::from_value(this)),
                    span,
                    seen: self.visibility().may_read(
                        frame.routine,
                        this,
                        you.copied().unwrap_or(NONE),
                    ),
                }
            })
            .collect()
    }

    pub(crate) fn record(&mut self, what: What, seen: PlayerSet) {
        if self.work.events.is_some() {
            let because = self.causes();
            let event = Event {
                what,
                because,
                seen,
            };
            self.work.told += event.bytes();
            if let Some(events) = &mut self.work.events {
                events.push(event);
            }
            self.check_bytes();
        }
    }

    /// Records an answer. Who is told for what comes of it is added by `tell_all`.
    pub(crate) fn record_choice(&mut self, player: PlayerId, site: SiteId, choice: Choice) {
        let told = self.visibility().recipients(player, site, &choice);
        let seen = told
            .iter()
            .fold(self.everybody(), |all, part| all & part.to);
        let what = What::Chose {
            player,
            site,
            choice,
            told,
        };
        self.record(what, seen);
    }

    /// Records that a text takes effect.
    pub(crate) fn record_beginning(&mut self, routine: RoutineId, this: i32) {
        if self.work.events.is_some() {
            let base = self.state.frames.last().map_or(0, |frame| frame.slots());
            let you = self.state.stack.get(base).copied();
            let seen = (self.visibility()).may_read(routine, this, you.unwrap_or(NONE));
            self.record(What::Began(routine), seen);
        }
    }

    /// Tells, at the next question, of the last answer and of what took effect since, those who see what came of it.
    pub(crate) fn tell_all(&mut self) {
        let Some(mut events) = self.work.events.take() else {
            return;
        };
        let chose = |event: &Event| matches!(event.what, What::Chose { .. });
        let first = events.iter().rposition(chose).unwrap_or(0);
        self.visibility().tell_all(&mut events[first..]);
        self.work.events = Some(events);
    }

    /// Records a condition that holds.
    pub(crate) fn trace_belief(&mut self, cond: NodeId) {
        if self.work.events.is_none() {
            return;
        }
        let routine = self.state.frames.last().map(|frame| frame.routine);
        let belief = Trace::Belief {
            routine: routine.unwrap_or_default(),
            cond,
            state: Box::new(self.state.clone()),
        };
        self.record(What::Traced(Arc::new(belief)), self.everybody());
    }

    /// The pieces of a place with who knows them, if that must be followed.
    pub(crate) fn known_before(&self, place: SpotId) -> KnownBefore {
        let is_traced = self.program.believes && self.work.events.is_some();
        is_traced.then(|| {
            let pieces = self.state.pieces_in(place);
            pieces.map(|piece| (piece, self.knowing(piece))).collect()
        })
    }

    /// Records that some pieces were mixed up before the eyes of whoever no longer knows them.
    pub(crate) fn trace_mixed(&mut self, before: KnownBefore) {
        let Some(before) = before else {
            return;
        };
        let everybody = self.everybody();
        let pieces = before.into_iter();
        let pieces = pieces.map(|(piece, knew)| (piece, [knew, self.knowing(piece)]));
        let lost: Vec<(PieceId, [PlayerSet; 2])> = pieces
            .filter(|(_, [_, knows])| *knows != everybody)
            .collect();
        if lost.len() > 1 || lost.iter().any(|(_, [knew, knows])| knew != knows) {
            self.record(
                What::Traced(Arc::new(Trace::Mixed(lost))),
                PlayerSet::NOBODY,
            );
        }
    }

    fn knowing(&self, piece: PieceId) -> PlayerSet {
        who_knows(self.program, self.state, piece)
    }
}
