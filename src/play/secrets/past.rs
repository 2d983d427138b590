//! The past that a player was told of: observations, the player's own answers, and what others answered besides.

use crate::engine::event::What;
use crate::engine::option::Choice;
use crate::engine::state::PlayerSet;
use crate::play::game::Match;
use crate::play::locals;
use crate::play::secrets::observed::Observation;
use crate::rules::game::Holder;
use std::collections::{BTreeMap, BTreeSet};

/// A game's past, to be played again otherwise.
#[derive(Debug)]
pub(super) struct Past {
    pub(super) player: u8,
    /// The choices made before anything was decided in secret.
    pub(super) first: usize,
    /// Random numbers may have decided something in secret.
    pub(super) rolls: bool,
    /// Questions whose answers may be written into something hidden, or are held by a local name.
    pub(super) secret: BTreeSet<u32>,
    /// What the player was told.
    pub(super) observed: Vec<Observation>,
    /// The player's own answers.
    pub(super) own: Vec<(u32, Choice)>,
    /// Answers that the player was not told, by who gave them to which question.
    pub(super) untold: BTreeMap<(u8, u32), Vec<Choice>>,
}

impl Past {
    /// The past of a game; none when nothing in it may have been decided in secret.
    pub(super) fn of(game: &Match, player: u8) -> Option<Past> {
        let locals = locals::untold(game, player);
        let rolls = may_roll_in_secret(game, &locals);
        let secret = secret_questions(game, &locals);
        let first = match rolls {
            true => Some(0),
            false => first_secret(game, player, &secret),
        };
        Some(Past {
            player,
            first: first?,
            rolls,
            secret,
            observed: Vec::new(),
            own: Vec::new(),
            untold: BTreeMap::new(),
        })
    }

    /// Adds what happened since there were so many events.
    pub(super) fn add(&mut self, game: &Match, since: usize) {
        for event in game.events_from(since) {
            let observed = Observation::of(game.program(), event, self.player);
            if let What::Chose {
                player: by,
                site,
                choice,
                ..
            } = &event.what
            {
                if *by == self.player {
                    self.own.push((*site, choice.clone()));
                } else if event.seen >> self.player & 1 == 0 {
                    let untold = self.untold.entry((*by, *site)).or_default();
                    untold.push(choice.clone());
                }
            }
            self.observed.extend(observed);
        }
    }
}

/// Tells whether a random number may be in a variable that not everybody sees, or in a local name.
fn may_roll_in_secret(game: &Match, locals: &[locals::Local]) -> bool {
    let layout = &game.program().layout;
    let of_chance = locals.iter().any(|local| local.choice.is_none());
    let hides = layout
        .hides_value(|var| !matches!(var.holder, Holder::Piece(_)) && !var.name.contains('.'));
    game.state().memory[layout.random_at()] > 0 && (hides || of_chance)
}

fn secret_questions(game: &Match, locals: &[locals::Local]) -> BTreeSet<u32> {
    let tells = (0u32..).zip(&game.program().tells);
    let written = tells.filter(|(_, tells)| tells.may_be_written());
    let mut secret: BTreeSet<u32> = written.map(|(site, _)| site).collect();
    let held: BTreeSet<usize> = locals.iter().filter_map(|local| local.choice).collect();
    if !held.is_empty() {
        let answers = answers(game).enumerate();
        let answers = answers.filter(|(n, _)| held.contains(n));
        secret.extend(answers.map(|(_, (_, site, _))| site));
    }
    secret
}

/// The first answer to a secret question that a player was not told.
fn first_secret(game: &Match, player: u8, secret: &BTreeSet<u32>) -> Option<usize> {
    answers(game).position(|(by, site, seen)| {
        by != player && seen >> player & 1 == 0 && secret.contains(&site)
    })
}

/// All answers: whose, to which question, and who was told all of it.
fn answers(game: &Match) -> impl Iterator<Item = (u8, u32, PlayerSet)> {
    game.events().filter_map(|event| match event.what {
        What::Chose { player, site, .. } => Some((player, site, event.seen)),
        What::Moved { .. }
        | What::Changed { .. }
        | What::Shuffled(_)
        | What::Turned(_)
        | What::LaidOut { .. }
        | What::Shown { .. }
        | What::Began(_)
        | What::Finished => None,
    })
}
