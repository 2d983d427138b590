//! Secrets: variables that others chose unseen, chosen anew where nothing that a player was told depends on them.
//!
//! The game is played again with each other answer to the question. Where all of them tell the player the same up to now, no
//! shown outcome depends on the choice, and one answer is as likely as another; otherwise the choice stays.

use crate::engine::chance::{Stream, purpose};
use crate::engine::event::What;
use crate::engine::state::PlayerSet;
use crate::engine::view::sees_var;
use crate::play::game::Match;
use crate::play::log::{Reader, line};
use crate::play::state_json::view;
use crate::rules::game::Holder;
use std::collections::{BTreeMap, BTreeSet};

/// Most choices that are played again for one world; what would need more stays as it is.
const MOST_REPLAYED: usize = 2_000;

/// A game in which secrets were chosen anew.
pub(crate) struct Redrawn {
    pub(crate) game: Match,
    /// Addresses of the variables chosen anew.
    pub(crate) drawn: BTreeSet<u32>,
}

/// Chooses anew what others chose in secret; none where there is nothing of the kind.
pub(crate) fn redraw(game: &Match, player: u8, seed: u64) -> Option<Redrawn> {
    let secret = made_in_secret(game, player);
    let first = *secret.keys().next()?;
    let mut now = game.again().ok()?;
    follow(&mut now, game, 0..first)?;
    let mut replay = Replay {
        truth: game,
        player,
        since: now.event_count(),
        left: MOST_REPLAYED,
        stream: Stream::new(seed, purpose("determinize choices"), 0),
    };
    let told = replay.told(game);
    let mut drawn = BTreeSet::new();
    for n in first..game.choices().len() {
        let other = secret.get(&n).filter(|_| replay.is_free(&now, n, &told));
        match other {
            Some(addresses) => {
                let option = replay.stream.below(now.options() as u32);
                now.apply(option as usize).ok()?;
                drawn.extend(addresses);
            }
            None => follow(&mut now, game, n..n + 1)?,
        }
    }
    Some(Redrawn { game: now, drawn })
}

/// The choices of others whose answers the player was not told, with the hidden variables that they were the last to
/// change.
fn made_in_secret(game: &Match, player: u8) -> BTreeMap<usize, Vec<u32>> {
    let unseen = |seen: PlayerSet| seen >> player & 1 == 0;
    let mut last = BTreeMap::new();
    let (mut choices, mut is_secret) = (0, false);
    for event in game.events() {
        match event.what {
            What::Chose { player: by, .. } => {
                choices += 1;
                is_secret = by != player && unseen(event.seen);
            }
            What::Changed { var, address, .. } if unseen(event.seen) => {
                let hidden = unseen(sees_var(
                    game.program(),
                    game.state(),
                    var,
                    address as usize,
                ));
                let of_piece = matches!(
                    game.program().layout.vars[var as usize].holder,
                    Holder::Piece(_)
                );
                if hidden && !of_piece {
                    last.insert(address, is_secret.then(|| choices - 1));
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
    let mut secret: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (address, choice) in last {
        if let Some(choice) = choice {
            secret.entry(choice).or_default().push(address);
        }
    }
    secret
}

/// Makes some choices of a game again; none when one of them is not offered.
fn follow(now: &mut Match, game: &Match, choices: std::ops::Range<usize>) -> Option<()> {
    for choice in &game.choices()[choices] {
        let option = now.options.find(choice)?;
        now.apply(option).ok()?;
    }
    Some(())
}

struct Replay<'a> {
    truth: &'a Match,
    player: u8,
    /// Events before the first secret are the same in all replays.
    since: usize,
    /// Choices that may still be played again.
    left: usize,
    stream: Stream,
}

/// What a player was told and sees now.
#[derive(PartialEq)]
struct Told {
    lines: Vec<String>,
    view: serde_json::Value,
    asked: Option<(u8, u32)>,
    options: Vec<String>,
}

impl Replay<'_> {
    /// Tells whether every other answer to the n-th question would have told the player the same.
    fn is_free(&mut self, now: &Match, n: usize, told: &Told) -> bool {
        let rest = n + 1..self.truth.choices().len();
        let cost = now.options() * (1 + rest.len());
        if cost > self.left {
            return false;
        }
        self.left -= cost;
        (0..now.options()).all(|option| {
            let mut other = now.clone();
            other.apply(option).is_ok()
                && follow(&mut other, self.truth, rest.clone()).is_some()
                && self.told(&other) == *told
        })
    }

    fn told(&self, game: &Match) -> Told {
        let (program, state) = (game.program(), game.state());
        let reader = Reader {
            viewer: Some(self.player),
            causes: true,
        };
        let lines = game.events_from(self.since);
        let own = game.decision().filter(|d| d.player == self.player);
        let options = own.map_or(Vec::new(), |d| d.options);
        Told {
            lines: lines
                .filter_map(|event| line(program, state, event, reader))
                .collect(),
            view: view(program, state, self.player),
            asked: state.pending.map(|pending| (pending.player, pending.site)),
            options: options.into_iter().map(|option| option.label).collect(),
        }
    }
}
