//! Observations: events as a player is told them, without what is kept from that player.

use ludex_engine::knowledge::event::{Event, MarkedPiece, Told, Trace, What};
use ludex_engine::state::PlayerSet;
use ludex_program::Program;
use ludex_program::ids::{PieceId, SiteId};
use ludex_rules::decision::{Answer, Choice};
use ludex_rules::game::NONE;
use ludex_rules::ids::{PlayerId, RoutineId};

/// An event as a player is told it. What the player is not told stands there alike in all that look the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Observation {
    what: What,
    /// The texts and pieces that led to it, as far as they are told.
    because: Vec<(RoutineId, Option<PieceId>)>,
}

impl Observation {
    /// The observation that a player makes of an event; none of an event that the player learns nothing from.
    pub(super) fn of(program: &Program, event: &Event, player: PlayerId) -> Option<Observation> {
        let is_told = event.seen.has(player);
        let because = event.because.iter();
        let because = because.filter(|cause| cause.seen.has(player));
        Some(Observation {
            what: told(program, &event.what, is_told, player)?,
            because: because.map(|cause| (cause.routine, cause.piece)).collect(),
        })
    }

    /// The answer observed, if it is one of this player to this question.
    pub(super) fn answer(&self, by: PlayerId, to: SiteId) -> Option<&Choice> {
        match &self.what {
            What::Chose {
                player,
                site,
                choice,
                ..
            } if *player == by && *site == to => Some(choice),
            What::Chose { .. }
            | What::Moved { .. }
            | What::Changed { .. }
            | What::Shuffled(_)
            | What::Turned(_)
            | What::LaidOut { .. }
            | What::Shown { .. }
            | What::Began(_)
            | What::Traced(_)
            | What::Finished => None,
        }
    }
}

fn told(program: &Program, what: &What, is_told: bool, player: PlayerId) -> Option<What> {
    let masked = |piece: PieceId| {
        if is_told {
            piece
        } else {
            any_of_its_kind(program, piece)
        }
    };
    match what {
        What::Changed {
            var,
            address,
            old,
            new,
            on: Some(on),
        } => is_told.then(|| What::Changed {
            var: *var,
            address: if on.known.has(player) {
                *address
            } else {
                program.layout.vars[*var].base
            },
            old: *old,
            new: *new,
            on: Some(MarkedPiece {
                known: PlayerSet::NOBODY,
                ..*on
            }),
        }),
        What::Changed { .. } | What::Began(_) => is_told.then(|| what.clone()),
        // That it was said shows in what led to it; what worlds make of it is not told.
        What::Traced(trace) => match &**trace {
            Trace::Belief { routine, .. } => Some(What::Began(*routine)),
            Trace::Mixed(_) => None,
        },
        What::Shuffled(_) | What::Turned(_) | What::LaidOut { .. } | What::Finished => {
            Some(what.clone())
        }
        What::Moved {
            piece,
            from,
            to,
            at,
        } => Some(What::Moved {
            piece: masked(*piece),
            from: *from,
            to: *to,
            at: *at,
        }),
        What::Shown { piece, to } => Some(What::Shown {
            piece: masked(*piece),
            to: *to,
        }),
        What::Chose {
            player: by,
            site,
            choice,
            told,
        } => answer(choice, told, player).map(|choice| What::Chose {
            player: *by,
            site: *site,
            choice,
            told: Vec::new(),
        }),
    }
}

/// The first piece of the same kind.
fn any_of_its_kind(program: &Program, piece: PieceId) -> PieceId {
    let layout = &program.layout;
    layout.kinds[layout.piece_kind[piece]].first
}

/// An answer without the parts that a player is not told, as `Words::told_label` puts it in words.
fn answer(choice: &Choice, told: &[Told], player: PlayerId) -> Option<Choice> {
    let is_told = |n: usize| told.get(n).is_some_and(|part| part.to.has(player));
    let is_word = !matches!(choice.answer, Answer::Values);
    if is_word && !is_told(0) {
        return None;
    }
    if matches!(choice.answer, Answer::Entry(_)) {
        return Some(choice.clone());
    }
    let first = usize::from(is_word);
    let values = choice.values.iter().enumerate();
    let values = values.map(|(n, value)| if is_told(first + n) { *value } else { NONE });
    let any = is_word || (0..choice.values.len()).any(&is_told);
    any.then(|| Choice {
        answer: choice.answer,
        values: values.collect(),
    })
}
