//! Secrets: what others chose or chance decided unseen, decided anew where nothing that a player was told depends on it.
//!
//! The game is played again with each other answer, or each other outcome. Where all of them tell the player the same up to
//! now, no shown outcome depends on it, and one is as likely as another; otherwise it stays. Others may then have to choose
//! otherwise too, where the player would not be told.

use crate::engine::chance::{Stream, purpose};
use crate::engine::event::What;
use crate::engine::redo::Redo;
use crate::engine::state::PlayerSet;
use crate::engine::view::{sees_var, who_knows};
use crate::play::game::Match;
use crate::play::locals;
use crate::play::log::{Reader, line};
use crate::play::state_json::view;
use crate::rules::game::Holder;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Most choices that are played again for one world; what would need more stays as it is.
const MOST_REPLAYED: usize = 2_000;

/// A game in which secrets were decided anew.
pub(crate) struct Redrawn {
    pub(crate) game: Match,
    /// Addresses of the variables decided anew.
    pub(crate) drawn: BTreeSet<u32>,
    /// Slots of texts at work, by their places in the stack, of which the same holds.
    pub(crate) slots: BTreeSet<usize>,
}

/// Decides anew what was decided in secret; none where there is nothing of the kind.
pub(crate) fn redraw(game: &Match, player: u8, seed: u64) -> Option<Redrawn> {
    let secrets = Secrets::of(game, player);
    let first = secrets.first()?;
    let noting = Some(Box::<Redo>::default());
    let mut now = game
        .again_with(noting.filter(|_| !secrets.chance.is_empty()))
        .ok()?;
    let mut replay = Replay {
        secrets,
        truth: game,
        player,
        seed,
        since: 0,
        told: Told::default(),
        left: MOST_REPLAYED,
        drawn: BTreeSet::new(),
        slots: BTreeSet::new(),
    };
    replay.since = match first {
        0 => 0,
        steps => {
            replay.follow(&mut now, 0..steps - 1)?;
            now.event_count()
        }
    };
    replay.told = replay.told(game);
    if first == 0 {
        now = replay.begin(now)?;
    }
    for n in first.saturating_sub(1)..game.choices().len() {
        now = replay.step(now, n)?;
    }
    now.redo = None;
    // Where others had to choose otherwise, something may have been shown after all.
    let Replay { drawn, slots, .. } = &replay;
    let (drawn, slots) = (drawn.clone(), slots.clone());
    (replay.told(&now) == replay.told).then_some(Redrawn {
        game: now,
        drawn,
        slots,
    })
}

/// The choices of others, and the outcomes of chance, that the player was not told.
#[derive(Default)]
struct Secrets {
    /// Choices whose answers the player was not told, or not all of it.
    untold: BTreeSet<usize>,
    /// Those of them on which a hidden variable or a local name depends now.
    written: BTreeSet<usize>,
    /// Steps in which a hidden variable got the value it has: 0 is the beginning, n what followed the n-th choice.
    chance: BTreeSet<usize>,
}

impl Secrets {
    fn of(game: &Match, player: u8) -> Secrets {
        let unseen = |seen: PlayerSet| seen >> player & 1 == 0;
        let mut secrets = Secrets::default();
        let mut last = BTreeMap::new();
        let (mut step, mut is_secret) = (0, false);
        for event in game.events() {
            match event.what {
                What::Chose { player: by, .. } => {
                    is_secret = by != player && unseen(event.seen);
                    if is_secret {
                        secrets.untold.insert(step);
                    }
                    step += 1;
                }
                What::Changed { var, address, .. } if unseen(event.seen) => {
                    let (program, state) = (game.program(), game.state());
                    let of_piece =
                        matches!(program.layout.vars[var as usize].holder, Holder::Piece(_));
                    if !of_piece && unseen(sees_var(program, state, var, address as usize)) {
                        last.insert(address, (step, is_secret));
                    }
                }
                What::Changed { .. }
                | What::Moved { .. }
                | What::Shuffled(_)
                | What::Turned(_)
                | What::LaidOut { .. }
                | What::Shown { .. }
                | What::Began(_)
                | What::Finished => {}
            }
        }
        for (step, is_secret) in last.into_values() {
            secrets.chance.insert(step);
            if is_secret {
                secrets.written.insert(step - 1);
            }
        }
        let locals = locals::untold(game, player);
        secrets
            .written
            .extend(locals.iter().filter_map(|local| local.choice));
        secrets
    }

    /// The first step in which anything was decided that may be decided anew.
    fn first(&self) -> Option<usize> {
        let choice = self.written.first().map(|n| n + 1);
        let steps = choice.into_iter().chain(self.chance.first().copied());
        steps.min()
    }
}

struct Replay<'a> {
    secrets: Secrets,
    truth: &'a Match,
    player: u8,
    seed: u64,
    /// Events before the first secret are the same in all replays.
    since: usize,
    /// The player's observations in the true game since then.
    told: Told,
    /// Choices that may still be played again.
    left: usize,
    drawn: BTreeSet<u32>,
    slots: BTreeSet<usize>,
}

/// What a player was told and sees now.
#[derive(Default, PartialEq)]
struct Told {
    lines: Vec<String>,
    view: serde_json::Value,
    asked: Option<(u8, u32)>,
    prompt: String,
    options: Vec<String>,
    /// For each place: who knows how many of its pieces, which a world keeps.
    known: Vec<Vec<PlayerSet>>,
}

impl Replay<'_> {
    /// The beginning, with what chance decided there.
    fn begin(&mut self, now: Match) -> Option<Match> {
        let truth = self.truth;
        self.chance(now, 0, 0, &|redo| truth.again_with(Some(redo)).ok())
    }

    /// The n-th choice and what follows it, both perhaps otherwise.
    fn step(&mut self, before: Match, n: usize) -> Option<Match> {
        let mut now = before.clone();
        let option = if self.secrets.untold.contains(&n) && self.is_free_choice(&before, n) {
            self.one_of(before.options() as u32, "determinize choices", n as u32) as usize
        } else {
            self.option(&before, n)?
        };
        now.apply(option).ok()?;
        if !self.secrets.chance.contains(&(n + 1)) {
            return Some(now);
        }
        let first = before.state().memory[before.program().layout.random_at()] as u32;
        self.chance(now, n + 1, first, &|redo| {
            let mut again = before.clone();
            again.redo = Some(redo);
            again.apply(option).ok()?;
            Some(again)
        })
    }

    /// Lets the random numbers of a step, from some number on, come out otherwise where that is free.
    fn chance(
        &mut self,
        mut now: Match,
        step: usize,
        first: u32,
        again: &dyn Fn(Box<Redo>) -> Option<Match>,
    ) -> Option<Match> {
        let mut number = first;
        loop {
            let redo = now.redo.as_deref()?;
            let Some((drawn, bound)) = redo.bounds.range(number..).next() else {
                return Some(now);
            };
            let (drawn, bound) = (*drawn, *bound);
            let with = |outcome: u32| {
                let mut redo = redo.clone();
                redo.bounds.split_off(&drawn);
                redo.forced.insert(drawn, outcome);
                again(Box::new(redo))
            };
            let others = (0..bound as usize).map(|outcome| with(outcome as u32));
            if self.is_free(others, bound as usize, step) {
                now = with(self.one_of(bound, "determinize chance", drawn))?;
            }
            number = drawn + 1;
        }
    }

    /// Tells whether every other answer to the n-th question would have told the player the same.
    fn is_free_choice(&mut self, before: &Match, n: usize) -> bool {
        let others = (0..before.options()).map(|option| {
            let mut other = before.clone();
            other.apply(option).ok().map(|_| other)
        });
        self.is_free(others, before.options(), n + 1)
    }

    /// Tells whether the player would have been told the same whatever had happened in a step; notes what depends on it.
    fn is_free(
        &mut self,
        others: impl Iterator<Item = Option<Match>>,
        count: usize,
        step: usize,
    ) -> bool {
        let rest = step..self.truth.choices().len();
        if count.saturating_mul(1 + rest.len()) > self.left {
            return false;
        }
        let mut ends: Vec<Match> = Vec::new();
        for other in others {
            self.left -= 1 + rest.len();
            let Some(mut other) = other else {
                return false;
            };
            if self.follow(&mut other, rest.clone()).is_none() || self.told(&other) != self.told {
                return false;
            }
            ends.push(other);
        }
        self.note(&ends);
        true
    }

    /// Notes the hidden variables and the slots in which some games differ.
    fn note(&mut self, ends: &[Match]) {
        for slot in 0..self.truth.state().stack.len() {
            let value = |game: &Match| game.state().stack.get(slot).copied();
            if ends.windows(2).any(|two| value(&two[0]) != value(&two[1])) {
                self.slots.insert(slot);
            }
        }
        let (program, state) = (self.truth.program(), self.truth.state());
        for (id, var) in program.layout.vars.iter().enumerate() {
            if matches!(var.holder, Holder::Piece(_)) || var.name.contains('.') {
                continue;
            }
            for at in var.base..var.base + var.holders * var.width {
                let value = |game: &Match| game.state().memory[at as usize];
                let differs = ends.windows(2).any(|two| value(&two[0]) != value(&two[1]));
                let seen = sees_var(program, state, id as u32, at as usize);
                if differs && seen >> self.player & 1 == 0 {
                    self.drawn.insert(at);
                }
            }
        }
    }

    /// The option of the n-th choice; of another player's whose answer is not told, any, where that one is not offered.
    fn option(&self, now: &Match, n: usize) -> Option<usize> {
        let choice = self.truth.choices().get(n).cloned()?;
        let found = now.find_choice(&choice);
        let may_differ = self.secrets.untold.contains(&n) && now.options() > 0;
        let any = || self.one_of(now.options() as u32, "determinize others", n as u32) as usize;
        found.or_else(|| may_differ.then(any))
    }

    /// One of several: each secret has a stream of its own, so that what is free before does not count.
    fn one_of(&self, of: u32, what: &str, number: u32) -> u32 {
        Stream::new(self.seed, purpose(what), number).below(of)
    }

    /// Makes some choices again; none when one of them is not offered.
    fn follow(&self, now: &mut Match, choices: Range<usize>) -> Option<()> {
        for n in choices {
            let option = self.option(now, n)?;
            now.apply(option).ok()?;
        }
        Some(())
    }

    fn told(&self, game: &Match) -> Told {
        let (program, state) = (game.program(), game.state());
        let reader = Reader {
            viewer: Some(self.player),
            causes: true,
        };
        let lines = game.events_from(self.since);
        let own = game.decision().filter(|d| d.player == self.player);
        let (prompt, options) = own.map_or_else(Default::default, |d| (d.prompt, d.options));
        Told {
            lines: lines
                .filter_map(|event| line(program, state, event, reader))
                .collect(),
            view: view(program, state, self.player),
            asked: state.pending.map(|pending| (pending.player, pending.site)),
            prompt,
            options: options.into_iter().map(|option| option.label).collect(),
            known: (0..state.places.len() as u32)
                .map(|place| {
                    let mut known: Vec<PlayerSet> = (state.pieces_in(place))
                        .map(|piece| who_knows(program, state, piece))
                        .collect();
                    known.sort_unstable();
                    known
                })
                .collect(),
        }
    }
}
