//! The recipients of an answer, and of the news that a text takes effect.
//!
//! An answer is told part by part: which action or word it is, and each value. A part on which something unseen depends
//! is told to those alone who see what comes of it before the next question (`program/tells.rs`); so is a piece that lies
//! where they do not see it. Thus who is told depends on the rules and on what that player sees, on nothing else.

use crate::knowledge::event::{Event, Told, What};
use crate::knowledge::view::who_knows;
use crate::state::spots::Spot;
use crate::state::{PlayerSet, State};
use ludex_program::Program;
use ludex_program::decision::Ask;
use ludex_program::ids::{PieceId, SiteId, SpotId};
use ludex_program::tells::{Bearer, Flow};
use ludex_rules::decision::{Answer, Choice};
use ludex_rules::game::{NONE, RoutineKind, Seen};
use ludex_rules::ids::{HookId, PlayerId, RoutineId};
use ludex_rules::table::Table;
use ludex_rules::types::Type;

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

/// A position as one asks who may know what of it.
#[derive(Clone, Copy)]
pub struct Visibility<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a State,
    pub(crate) spots: &'a Table<SpotId, Spot>,
}

impl Visibility<'_> {
    fn everybody(&self) -> PlayerSet {
        self.state.everybody()
    }

    fn sees(&self, place: SpotId, piece: PieceId) -> PlayerSet {
        self.spots[place].sight(self.program, self.state, place, piece)
    }

    /// Returns the recipients of each part of an answer before anything comes of it: its word or name, then its values.
    pub fn recipients(&self, player: PlayerId, site: SiteId, choice: &Choice) -> Vec<Told> {
        let parts = parts(self.program, site, choice).into_iter();
        let told = parts.map(|part| {
            let sees = self.sees_part(choice, &part);
            let open = part
                .flow
                .map_or(PlayerSet::NOBODY, |flow| self.knowing_held(flow));
            let open = open & sees;
            // The taker of an unseen piece learns that one was taken, not which.
            let chose = if part.is_piece {
                PlayerSet::one(player) & sees
            } else {
                PlayerSet::one(player)
            };
            let to = open | chose;
            Told { to, sees }
        });
        told.collect()
    }

    /// Returns the players who see all that comes of a part, whatever happens next: nothing of it is hidden but fields of
    /// pieces that the text which asks was given, and they know these.
    fn knowing_held(&self, flow: &Flow) -> PlayerSet {
        if flow.is_secret() || flow.moves {
            return PlayerSet::NOBODY;
        }
        let base = self.state.frames.last().map_or(0, |frame| frame.slots());
        let knowing = flow.fields.iter().map(|(_, bearer)| match bearer {
            Bearer::Held(slot) => {
                let held = self.state.stack.get(base + usize::from(*slot)).copied();
                held.and_then(PieceId::of)
                    .map_or(PlayerSet::NOBODY, |piece| {
                        who_knows(self.program, self.state, piece)
                    })
            }
            Bearer::Named(_) | Bearer::Other => PlayerSet::NOBODY,
        });
        knowing.fold(self.everybody(), |all, knows| all & knows)
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
                let layout = &self.program.layout;
                match self.state.pieces[piece].place {
                    SpotId::NONE if !layout.may_hide(layout.piece_kind[piece]) => self.everybody(),
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

    /// Tells of an answer and of what took effect since, both among some events, those who see what came of it.
    pub(crate) fn tell_all(&self, events: &mut [Event]) {
        let mut rest = events;
        while let Some((event, after)) = rest.split_first_mut() {
            self.tell_of(event, after);
            rest = after;
        }
    }

    fn tell_of(&self, event: &mut Event, after: &[Event]) {
        match &mut event.what {
            What::Chose {
                site, choice, told, ..
            } => {
                let parts = parts(self.program, *site, choice);
                for (told, part) in told.iter_mut().zip(&parts) {
                    told.to |= self.shown_by(part, told.sees, after, &choice.values);
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

    /// Returns the players who see all that comes of a part of an answer with these values.
    fn shown_by(
        &self,
        part: &Part<'_>,
        sees: PlayerSet,
        after: &[Event],
        values: &[i32],
    ) -> PlayerSet {
        let Some(flow) = part.flow.filter(|flow| !flow.is_secret()) else {
            return PlayerSet::NOBODY;
        };
        let named = part.value.filter(|_| part.is_piece);
        let named = named.map_or(PlayerSet::NOBODY, |piece| self.naming(piece, after));
        let mut to = sees | named;
        if flow.moves {
            to &= named | self.unseen_moves(after);
        }
        for (_, bearer) in &flow.fields {
            to &= match bearer {
                // Players who know a piece see its fields.
                Bearer::Named(value) => (values.get(usize::from(*value)))
                    .and_then(|piece| PieceId::of(*piece))
                    .map_or(PlayerSet::NOBODY, |piece| {
                        who_knows(self.program, self.state, piece)
                    }),
                // The text that asked may be over.
                Bearer::Held(_) | Bearer::Other => PlayerSet::NOBODY,
            };
        }
        to
    }

    /// Returns the players who saw an event that tells it is about this piece.
    fn naming(&self, piece: i32, after: &[Event]) -> PlayerSet {
        let naming = after.iter().filter(|event| self.names(&event.what, piece));
        naming.fold(PlayerSet::NOBODY, |all, event| all | event.seen)
    }

    /// Returns the players who saw every piece that was shown, or moved to where not everybody sees it; nobody when none was.
    fn unseen_moves(&self, after: &[Event]) -> PlayerSet {
        let layout = &self.program.layout;
        let is_open = |place: SpotId| {
            let declared = layout.place_of.get(place);
            declared.is_some_and(|(declared, _)| layout.places[*declared].seen == Seen::All)
        };
        let unseen = after.iter().filter(|event| match event.what {
            What::Moved { to, .. } => !is_open(to),
            What::Shown { .. } => true,
            What::Changed { .. }
            | What::Shuffled(_)
            | What::Turned(_)
            | What::LaidOut { .. }
            | What::Chose { .. }
            | What::Began(_)
            | What::Traced(_)
            | What::Finished => false,
        });
        let all = unseen
            .map(|event| event.seen)
            .reduce(|all, seen| all & seen);
        all.unwrap_or(PlayerSet::NOBODY)
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
