//! A dealer: worlds of one position for one player. What all of them share is found once, for a search deals many.

use crate::at_once::OpenBlock;
use crate::deals::{NoWorld, Viewer, WorldDeals};
use crate::hidden::{Hidden, hidden};
use crate::recall::recall;
use crate::redraw::{Redrawn, Secrets};
use crate::{World, traces};
use ludex_play::game::Match;
use ludex_play::locals::{self, Local};
use ludex_play::rewind;
use ludex_rules::ids::PlayerId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The name of answers in an open block of `at once`.
const AT_ONCE: &str = "at once";
/// Deals of the position in which it began that are tried at most.
const MOST_BEGUN: u64 = 32;

/// Deals worlds of one position for one player.
pub struct Dealer<'a> {
    game: &'a Match,
    player: PlayerId,
    /// The block of `at once` that is open, and the position in which it began.
    open: Option<(OpenBlock, Match)>,
    /// The secrets of the past, if there are any; found when they are first wanted.
    secrets: Option<Option<Secrets<'a>>>,
    /// The deals of the true game, found when one is first wanted: that is never where another past is always found.
    dealt: Option<Dealt<'a>>,
    /// Every world keeps these, unless it decides some of them anew.
    hidden: Option<Hidden>,
}

/// The deals of a game, and the local names that a world keeps.
struct Dealt<'a> {
    deals: WorldDeals<'a>,
    viewer: Viewer,
    locals: Vec<Local>,
}

impl<'a> Dealer<'a> {
    /// A dealer for a game that has its events (`Match::with_events`).
    #[must_use]
    pub fn of(game: &'a Match, player: PlayerId) -> Dealer<'a> {
        let open = OpenBlock::of(game, player);
        let open = open.and_then(|open| {
            let begun = rewind::back(game, open.first).ok()?;
            Some((open, begun))
        });
        Dealer {
            game,
            player,
            open,
            secrets: None,
            dealt: None,
            hidden: None,
        }
    }

    /// Deals the world of a seed.
    ///
    /// # Errors
    /// No deal that fits was found within the budget.
    pub fn world(&mut self, seed: u64) -> Result<World, NoWorld> {
        match self.answered_anew(seed) {
            Some(world) => Ok(world),
            None => self.deal(seed),
        }
    }

    /// A world of the position in which the open block of `at once` began, with other answers; none when no other has
    /// answered in one, or when what the player is asked was not met again.
    fn answered_anew(&self, seed: u64) -> Option<World> {
        let (open, begun) = self.open.as_ref()?;
        let mut dealer = Dealer::of(begun, self.player);
        (0..MOST_BEGUN).find_map(|n| {
            let seed = seed.wrapping_add(n << 32);
            let mut world = dealer.deal(seed).ok()?;
            let again = open.again(world.game.clone(), self.game, self.player, seed)?;
            let remembered = world.game.remembered().cloned();
            let state = again.state().clone();
            world.game = (self.game).in_world(state, remembered, traces(&again));
            world.drawn.push(AT_ONCE.to_owned());
            Some(world)
        })
    }

    /// Deals pieces and secrets anew.
    fn deal(&mut self, seed: u64) -> Result<World, NoWorld> {
        let (game, player) = (self.game, self.player);
        let secrets = self
            .secrets
            .get_or_insert_with(|| Secrets::of(game, player));
        if let Some(redrawn) = secrets.as_mut().and_then(|secrets| secrets.redraw(seed)) {
            let hidden = hidden(game, player, &redrawn.drawn);
            let mut dealt = Dealt::of(&redrawn.game, player);
            return dealt.world(game, seed, hidden, Some(&redrawn));
        }
        let hidden = self
            .hidden
            .get_or_insert_with(|| hidden(game, player, &BTreeSet::new()));
        let dealt = self.dealt.get_or_insert_with(|| Dealt::of(game, player));
        dealt.world(game, seed, hidden.clone(), None)
    }
}

impl<'a> Dealt<'a> {
    fn of(game: &'a Match, player: PlayerId) -> Dealt<'a> {
        let viewer = Viewer {
            player,
            remembered: recall(game),
            traces: traces(game),
        };
        Dealt {
            deals: WorldDeals::of(game.program(), game.state(), viewer.clone()),
            viewer,
            locals: locals::untold(game, player),
        }
    }

    /// Deals the world of a seed. `redrawn` is the past in which secrets were decided anew, `hidden` what came of it.
    fn world(
        &mut self,
        truth: &Match,
        seed: u64,
        hidden: Hidden,
        redrawn: Option<&Redrawn>,
    ) -> Result<World, NoWorld> {
        let found = self.deals.world(seed)?;
        let is_anew = |local: &&Local| redrawn.is_some_and(|past| past.slots.contains(&local.slot));
        let (anew, kept): (Vec<&Local>, Vec<&Local>) = self.locals.iter().partition(is_anew);
        let mut locals = names(&kept);
        let pending = truth.state().pending;
        let at_once = pending.and_then(|asked| truth.program().sites[asked.site].at_once);
        let player = self.viewer.player;
        if at_once.is_some_and(|at_once| found.state.waits_of_others(at_once.moment, player)) {
            locals.push(AT_ONCE.to_owned());
        }
        let remembered = Some(Arc::clone(&self.viewer.remembered));
        Ok(World {
            game: truth.in_world(found.state, remembered, found.traces.into()),
            dealt: found.dealt,
            drawn: hidden.drawn.into_iter().chain(names(&anew)).collect(),
            kept: hidden.kept,
            kept_at: hidden.kept_at,
            locals,
            fixed: found.fixed,
        })
    }
}

/// The names of locals, those of one text that follow each other once.
fn names(locals: &[&Local]) -> Vec<String> {
    let mut names: Vec<String> = locals.iter().map(|local| local.name.clone()).collect();
    names.dedup();
    names
}
