//! The recipients of an answer, and of the news that a text takes effect.
//!
//! An answer is told part by part: which action or word it is, and each value. A part on which something unseen depends
//! is told to those alone who see what comes of it before the next question (`program/tells.rs`); so is a piece that lies
//! where they do not see it. Thus who is told depends on the rules and on what that player sees, on nothing else.

use crate::engine::decisions::option::{Answer, Choice};
use crate::engine::knowledge::event::{Event, Told, What};
use crate::engine::knowledge::view::who_knows;
use crate::engine::runtime::machine::Machine;
use crate::engine::state::PlayerSet;
use crate::program::Program;
use crate::program::code::Ask;
use crate::program::ids::{PieceId, SiteId, SpotId};
use crate::program::tells::Flow;
use crate::rules::game::{NONE, RoutineKind};
use crate::rules::ids::RoutineId;
use crate::rules::ids::{HookId, PlayerId};
use crate::rules::types::Type;

/// A part of an answer.
struct Part<'a> {
    /// The flow out of it; none when the rules do not say, so that nobody else is told.
    flow: Option<&'a Flow>,
    /// Its value, if it is one.
    value: Option<i32>,
    /// The value names a piece.
    is_piece: bool,
}

impl<'a> Part<'a> {
    fn word(flow: Option<&'a Flow>) -> Part<'a> {
        Part {
            flow,
            value: None,
            is_piece: false,
        }
    }

    fn of(flow: Option<&'a Flow>, ty: &Type, value: i32) -> Part<'a> {
        Part {
            flow,
            value: Some(value),
            is_piece: matches!(ty.required(), Type::Piece(_)) && value != NONE,
        }
    }
}

/// The parts of an answer: its word or name, then its values. A choice of values has no word.
fn parts<'a>(program: &'a Program, site: SiteId, choice: &Choice) -> Vec<Part<'a>> {
    // An answer inside `at once` is told to nobody else.
    let rules = &program.sites[site];
    let tells = program.tells.get(site).filter(|_| rules.at_once.is_none());
    match (&rules.ask, choice.answer) {
        (Ask::Offer { actions, .. }, Answer::Action(action)) => {
            let n = actions.iter().position(|a| *a == action);
            let told = tells.zip(n).and_then(|(tells, n)| tells.actions.get(n));
            let params = program.actions[action].params.iter().enumerate();
            let arg = |((n, (_, ty)), value): ((usize, &(String, Type)), &i32)| {
                Part::of(told.and_then(|(_, args)| args.get(n)), ty, *value)
            };
            let args = params.zip(&choice.values).map(arg);
            [Part::word(told.map(|(name, _)| name))]
                .into_iter()
                .chain(args)
                .collect()
        }
        (Ask::Choose { types, .. }, Answer::Values) => {
            let flow = |n: usize| tells.and_then(|tells| tells.values.get(n));
            let values = types.iter().zip(&choice.values).enumerate();
            values
                .map(|(n, (ty, value))| Part::of(flow(n), ty, *value))
                .collect()
        }
        _ => vec![Part::word(tells.map(|tells| &tells.answer))],
    }
}

impl Machine<'_> {
    /// Records an answer. Who is told for what comes of it is added by `tell_all`.
    pub(crate) fn record_choice(&mut self, player: PlayerId, site: SiteId, choice: Choice) {
        let told = self.told(player, site, &choice);
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

    /// Returns the recipients of each part of an answer before anything comes of it: its word or name, then its values.
    pub(crate) fn told(&self, player: PlayerId, site: SiteId, choice: &Choice) -> Vec<Told> {
        let parts = parts(self.program, site, choice).into_iter();
        let told = parts.map(|part| {
            let sees = self.sees_part(choice, &part);
            let open = part.flow.is_some_and(Flow::is_open);
            let open = if open { sees } else { PlayerSet::NOBODY };
            // The taker of an unseen piece learns that one was taken, not which.
            let chose = match part.is_piece {
                true => PlayerSet::one(player) & sees,
                false => PlayerSet::one(player),
            };
            let to = open | chose;
            Told { to, sees }
        });
        told.collect()
    }

    /// Returns the observers of what a part of an answer names.
    fn sees_part(&self, choice: &Choice, part: &Part<'_>) -> PlayerSet {
        if let (Answer::Entry(_), Some(hook)) = (choice.answer, choice.values.first()) {
            let hook = &self.program.hooks[HookId::from_value(*hook)];
            let this = hook.piece.map_or(NONE, |piece| piece.value());
            return self.may_read(hook.body, this, NONE);
        }
        match part.value {
            Some(piece) if part.is_piece => {
                let piece = PieceId::from_value(piece);
                match self.state.pieces[piece].place {
                    SpotId::NONE => PlayerSet::NOBODY,
                    place => self.sees(place, piece),
                }
            }
            _ => self.everybody(),
        }
    }

    /// Returns the players who may know that a text is being done: those who know the piece it belongs to. A record's row has
    /// no piece: where it may be a secret which row it is, only the acting player.
    pub(crate) fn may_read(&self, routine: RoutineId, this: i32, you: i32) -> PlayerSet {
        let rules = &self.program.routines[routine];
        if this == NONE || !matches!(rules.kind, RoutineKind::Hook | RoutineKind::Slot) {
            return self.everybody();
        }
        match rules.locals.get(1).map(|(_, ty)| ty.required()) {
            Some(Type::Row(k)) if self.program.secret_rows[*k] => PlayerSet::of(you),
            Some(Type::Piece(_)) => who_knows(self.program, self.state, PieceId::from_value(this)),
            _ => self.everybody(),
        }
    }

    /// Records that a text takes effect.
    pub(crate) fn record_beginning(&mut self, routine: RoutineId, this: i32) {
        if self.work.events.is_some() {
            let base = self.state.frames.last().map_or(0, |frame| frame.slots());
            let you = self.state.stack.get(base).copied();
            let seen = self.may_read(routine, this, you.unwrap_or(NONE));
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
        let step = &mut events[first..];
        let mut rest = step;
        while let Some((event, after)) = rest.split_first_mut() {
            self.tell_of(event, after);
            rest = after;
        }
        self.work.events = Some(events);
    }

    fn tell_of(&self, event: &mut Event, after: &[Event]) {
        match &mut event.what {
            What::Chose {
                site, choice, told, ..
            } => {
                let parts = parts(self.program, *site, choice);
                let named = parts.iter().filter(|part| part.is_piece);
                let named: Vec<i32> = named.filter_map(|part| part.value).collect();
                for (told, part) in told.iter_mut().zip(&parts) {
                    told.to |= self.shown_by(part, told.sees, after, &named);
                }
                event.seen = told
                    .iter()
                    .fold(self.everybody(), |all, part| all & part.to);
            }
            What::Began(routine) if self.program.doubted[*routine] => {
                event.seen &= self.caused_by(*routine, after);
            }
            What::Began(_)
            | What::Moved { .. }
            | What::Changed { .. }
            | What::Shuffled(_)
            | What::Turned(_)
            | What::LaidOut { .. }
            | What::Shown { .. }
            | What::Traced(_)
            | What::Finished => {}
        }
    }

    /// Returns the players who saw events that show a part of an answer and all that depends on it.
    fn shown_by(
        &self,
        part: &Part<'_>,
        sees: PlayerSet,
        after: &[Event],
        named: &[i32],
    ) -> PlayerSet {
        let Some(flow) = part.flow.filter(|flow| !flow.secret) else {
            return PlayerSet::NOBODY;
        };
        let seen = |shows: &dyn Fn(&What) -> bool| {
            let showing = after.iter().filter(|event| shows(&event.what));
            showing.fold(PlayerSet::NOBODY, |all, event| all | event.seen)
        };
        let mut to = sees;
        if part.is_piece {
            to |= seen(&|what| part.value.is_some_and(|piece| self.names(what, piece)));
        }
        if flow.moves {
            to &= seen(&|what| matches!(what, What::Moved { .. } | What::Shown { .. }));
        }
        if !flow.fields.is_empty() {
            let changed = seen(&|what| {
                let What::Changed { var, new, .. } = what else {
                    return false;
                };
                let same = part.is_piece || part.value.is_none_or(|value| value == *new);
                flow.fields.contains(var) && same
            });
            to &= match part.value {
                // Players who know the piece see its fields.
                Some(piece) if part.is_piece => {
                    changed | who_knows(self.program, self.state, PieceId::from_value(piece))
                }
                value => changed | self.bearing(flow, value, named),
            };
        }
        to
    }

    /// Returns the players who know a piece of the same answer that now has the value in one of these fields, where it may have
    /// stood before.
    fn bearing(&self, flow: &Flow, value: Option<i32>, named: &[i32]) -> PlayerSet {
        let mut seen = PlayerSet::NOBODY;
        for var in &flow.fields {
            let var = &self.program.layout.vars[*var];
            for piece in named {
                let number = (*piece as u32).wrapping_sub(var.first);
                if number >= var.holders {
                    continue;
                }
                let at = var.nth(number);
                if value == Some(self.state.memory[at]) {
                    seen |= who_knows(self.program, self.state, PieceId::from_value(*piece));
                }
            }
        }
        seen
    }

    /// Tells whether an event tells which piece it is about, and that is this one.
    fn names(&self, what: &What, piece: i32) -> bool {
        match what {
            What::Moved { piece: named, .. } | What::Shown { piece: named, .. } => {
                named.value() == piece
            }
            What::Changed { var, new, .. } => {
                let ty = &self.program.layout.vars[*var].ty;
                *new == piece && matches!(ty.required(), Type::Piece(_))
            }
            What::Shuffled(_)
            | What::Turned(_)
            | What::LaidOut { .. }
            | What::Chose { .. }
            | What::Began(_)
            | What::Traced(_)
            | What::Finished => false,
        }
    }

    /// Returns the players who saw something happen because of a text, or are asked by it.
    fn caused_by(&self, routine: RoutineId, after: &[Event]) -> PlayerSet {
        let because = |event: &&Event| event.because.iter().any(|cause| cause.routine == routine);
        let because = after.iter().filter(because);
        let saw = because.fold(PlayerSet::NOBODY, |all, event| {
            all | match event.what {
                What::Moved { .. } | What::Shown { .. } | What::Finished => self.everybody(),
                What::Shuffled(_) | What::Turned(_) | What::LaidOut { .. } => self.everybody(),
                What::Changed { .. } => event.seen,
                What::Chose { .. } | What::Began(_) | What::Traced(_) => PlayerSet::NOBODY,
            }
        });
        let asked = self
            .state
            .frames
            .iter()
            .any(|frame| frame.routine == routine);
        match self.state.pending {
            Some(pending) if asked => saw | PlayerSet::one(pending.player),
            _ => saw,
        }
    }
}
