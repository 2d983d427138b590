//! Local names of texts at work that hold what a player was not told: an answer, a random number, or what follows from
//! something hidden. Which slots may hold such is found before play (`Program::taints`); here the events tell which answers a
//! player was told.

use crate::game::Match;
use ludex_engine::knowledge::event::What;
use ludex_engine::machine::executable::Executable;
use ludex_engine::state::Frame;
use ludex_program::ids::SiteId;
use ludex_program::taint::BoundBy;
use ludex_rules::decision::Answer;
use ludex_rules::game::RoutineKind;
use ludex_rules::ids::PlayerId;
use std::collections::BTreeSet;

/// A local name with something untold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Local {
    /// `rob.taken`: the text, then the name.
    pub name: String,
    /// The number of the choice that bound it; none where none did.
    pub choice: Option<usize>,
    /// A random number may be in it.
    pub is_drawn: bool,
    /// The index of its value in the stack.
    pub slot: usize,
}

/// The local names of texts at work that hold what a player was not told, and that are still read.
pub fn untold(game: &Match, player: PlayerId) -> Vec<Local> {
    let mut found = Vec::new();
    for frame in &game.state().frames {
        of_frame(game, frame, player, &mut found);
    }
    let unread = &Executable::of(game.program()).unread;
    let unread = unread.slots(game.program(), game.state());
    found.retain(|local| !unread.contains(&local.slot));
    found
}

fn of_frame(game: &Match, frame: &Frame, player: PlayerId, found: &mut Vec<Local>) {
    let program = game.program();
    let (routine, taint) = (
        &program.routines[frame.routine],
        &program.taints[frame.routine],
    );
    let slots = &game.state().stack[frame.slots()..];
    let mut named = BTreeSet::new();
    let mut add = |slot: u16, choice: Option<usize>| {
        if named.insert(slot)
            && let Some((name, _)) = routine.locals.get(usize::from(slot))
        {
            found.push(Local {
                name: format!("{}.{name}", routine.name),
                choice,
                is_drawn: taint.drawn.contains(&slot),
                slot: frame.slots() + usize::from(slot),
            });
        }
    };
    for bound in &taint.answers {
        // Of a text other than `play` an answer must be its own player's. Whether a slot still holds the answer is not looked
        // at: that depends on what the answer was.
        let is_of =
            |by: PlayerId| routine.kind == RoutineKind::Flow || slots.first() == Some(&by.value());
        if let Some(last) = last_untold(game, player, bound.by).filter(|last| is_of(last.by)) {
            bound
                .slots
                .iter()
                .for_each(|slot| add(*slot, Some(last.number)));
        }
    }
    let unseen = taint.unseen.iter().chain(&taint.drawn);
    unseen
        .filter(|slot| **slot > 0)
        .for_each(|slot| add(*slot, None));
}

/// An answer that a player was not told, or not all of it.
struct Untold {
    number: usize,
    by: PlayerId,
}

/// The last answer that bound some slots, if another player gave it and the player was not told all of it.
fn last_untold(game: &Match, player: PlayerId, bound: BoundBy) -> Option<Untold> {
    let binds = |site: SiteId, answer: Answer| match bound {
        BoundBy::Action(action) => answer == Answer::Action(action),
        BoundBy::Site(of) => site == of && answer == Answer::Values,
    };
    let mut last = None;
    let mut number = 0;
    for event in game.events() {
        if let What::Chose {
            player: by,
            site,
            choice,
            ..
        } = &event.what
        {
            if binds(*site, choice.answer) {
                let untold = *by != player && !event.seen.has(player);
                last = untold.then_some(Untold { number, by: *by });
            }
            number += 1;
        }
    }
    last
}
