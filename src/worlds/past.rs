//! The past that a player was told of: observations, the player's own answers, and what others answered besides.

use crate::observed::Observation;
use ludex_engine::knowledge::event::What;
use ludex_engine::state::later::{NO_ROW, ROW};
use ludex_engine::state::{ENTRY, PlayerSet, State};
use ludex_play::game::Match;
use ludex_play::locals;
use ludex_program::Program;
use ludex_program::ids::SiteId;
use ludex_program::layout::Var;
use ludex_rules::decision::Choice;
use ludex_rules::ids::{HookId, PlayerId, RoutineId};
use std::collections::{BTreeMap, BTreeSet};

/// A game's past, to be played again otherwise.
#[derive(Debug)]
pub(super) struct Past {
    pub(super) player: PlayerId,
    /// The choices made before anything was decided in secret.
    pub(super) first: usize,
    /// Random numbers may have decided something in secret.
    pub(super) rolls: bool,
    /// Questions whose answers may be written into something hidden.
    secret: BTreeSet<SiteId>,
    /// A hidden variable may name a piece: then where pieces went unseen counts as well, and any untold answer is a secret.
    names_pieces: bool,
    /// The choices that local names hold, by number.
    held: BTreeSet<usize>,
    /// The observations of the player.
    pub(super) observed: Vec<Observation>,
    /// The player's own answers.
    pub(super) own: Vec<(SiteId, Choice)>,
    /// Answers that the player was not told, by who gave them to which question, each with its being held by a local name.
    untold: BTreeMap<(PlayerId, SiteId), Vec<(Choice, bool)>>,
}

impl Past {
    /// The past of a game; none when nothing in it may have been decided in secret.
    pub(super) fn of(game: &Match, player: PlayerId) -> Option<Past> {
        let locals = locals::untold(game, player);
        let held = locals.iter().filter_map(|local| local.choice).collect();
        let tells = game.program().tells.entries();
        let written = tells.filter(|(_, tells)| tells.may_be_written());
        let mut past = Past {
            player,
            first: 0,
            rolls: may_roll_in_secret(game, &locals),
            secret: written.map(|(site, _)| site).collect(),
            names_pieces: names_pieces(game.program()),
            held,
            observed: Vec::new(),
            own: Vec::new(),
            untold: BTreeMap::new(),
        };
        if !past.rolls {
            let mut answers = answers(game).enumerate();
            past.first = answers.position(|(n, (by, site, seen))| {
                by != player
                    && !seen.has(player)
                    && (past.names_pieces || past.secret.contains(&site) || past.held.contains(&n))
            })?;
        }
        Some(past)
    }

    /// Adds what happened since there were so many events.
    pub(super) fn add(&mut self, game: &Match, since: usize) {
        let mut number = self.first;
        for event in game.events_from(since) {
            let observed = Observation::of(game.program(), event, self.player);
            if let What::Chose {
                player: by,
                site,
                choice,
                ..
            } = &event.what
            {
                let is_held = self.held.contains(&number);
                number += 1;
                if *by == self.player {
                    self.own.push((*site, choice.clone()));
                } else if !event.seen.has(self.player) {
                    let untold = self.untold.entry((*by, *site)).or_default();
                    untold.push((choice.clone(), is_held));
                }
            }
            self.observed.extend(observed);
        }
    }

    /// Tells whether any answer may be given to a question, for the one that was given is a secret: the n-th, of those that the
    /// player was not told, of somebody to it.
    pub(super) fn is_secret(&self, of: (PlayerId, SiteId), n: usize) -> bool {
        let held = self.untold.get(&of).and_then(|answers| answers.get(n));
        self.names_pieces
            || self.secret.contains(&of.1)
            || held.is_some_and(|(_, is_held)| *is_held)
    }

    /// The answer that was truly given, the n-th of those that the player was not told.
    pub(super) fn given(&self, of: (PlayerId, SiteId), n: usize) -> Option<&Choice> {
        let answers = self.untold.get(&of)?;
        answers.get(n).map(|(choice, _)| choice)
    }
}

/// Returns true if a random number was drawn and may be in something hidden: in a variable, in where the piece lies that one
/// names, in a local name, or in what a text was given that waits.
fn may_roll_in_secret(game: &Match, locals: &[locals::Local]) -> bool {
    let program = game.program();
    let is_in_local = locals.iter().any(|local| local.is_drawn);
    game.state().memory[program.layout.random_at()] > 0
        && (program.hides_chance
            || names_pieces(program)
            || is_in_local
            || waits_with_drawn(program, game.state()))
}

/// Returns true if a text that is put off, or waits in a pool, may have been given a random number.
fn waits_with_drawn(program: &Program, state: &State) -> bool {
    let rows = state.later.chunks_exact(ROW).filter(|row| row[0] != NO_ROW);
    let put_off = rows.map(|row| RoutineId::from_value(row[2]));
    let pooled = state.pool.chunks_exact(ENTRY);
    let pooled = pooled.map(|entry| program.hooks[HookId::from_value(entry[0])].body);
    let mut texts = put_off.chain(pooled);
    texts.any(|text| {
        let params = 1..=program.routines[text].params;
        let mut drawn = program.taints[text].drawn.iter();
        drawn.any(|slot| params.contains(slot))
    })
}

fn names_pieces(program: &Program) -> bool {
    let layout = &program.layout;
    let naming = |var: &&Var| var.names_piece() && !var.name.contains('.');
    let mut vars = layout.vars.iter().filter(naming);
    vars.any(|var| layout.may_hide_value(var))
}

/// All answers: whose, to which question, and who was told all of it.
fn answers(game: &Match) -> impl Iterator<Item = (PlayerId, SiteId, PlayerSet)> {
    game.events().filter_map(|event| match event.what {
        What::Chose { player, site, .. } => Some((player, site, event.seen)),
        What::Moved { .. }
        | What::Changed { .. }
        | What::Shuffled(_)
        | What::Turned(_)
        | What::LaidOut { .. }
        | What::Shown { .. }
        | What::Began(_)
        | What::Traced(_)
        | What::Finished => None,
    })
}
