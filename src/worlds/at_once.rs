//! Answers in an open block of `at once`, decided anew. Nothing has come of them yet, so any that might be given will do.
//!
//! Takes a world of the position in which the block began, and gives it with other answers of the others, as far as the player
//! is asked the same.

use ludex_engine::chance::{Stream, purpose};
use ludex_engine::knowledge::event::What;
use ludex_play::game::Match;
use ludex_program::decision::AtOnce;
use ludex_rules::decision::Choice;
use ludex_rules::ids::PlayerId;

/// Answers given at most.
const MOST: usize = 1_000;

/// A block of `at once` in which somebody has answered and somebody is still to.
pub(super) struct OpenBlock {
    at_once: AtOnce,
    /// The number of the first choice made in it.
    pub(super) first: usize,
    /// The answers, each with who gave it.
    answers: Vec<(PlayerId, Choice)>,
}

impl OpenBlock {
    /// The block that is open in a game, if others than a player have answered in it.
    pub(super) fn of(game: &Match, player: PlayerId) -> Option<OpenBlock> {
        let program = game.program();
        let asked = game.state().pending?;
        let mut open = OpenBlock {
            at_once: program.sites[asked.site].at_once?,
            first: 0,
            answers: Vec::new(),
        };
        let mut number = 0;
        for event in game.events() {
            let What::Chose {
                player,
                site,
                choice,
                ..
            } = &event.what
            else {
                // Nothing but answers happens while it is open.
                open.answers.clear();
                continue;
            };
            if program.sites[*site].at_once != Some(open.at_once) {
                open.answers.clear();
            } else {
                if open.answers.is_empty() {
                    open.first = number;
                }
                open.answers.push((*player, choice.clone()));
            }
            number += 1;
        }
        let others = open.answers.iter().any(|(by, _)| *by != player);
        others.then_some(open)
    }

    /// Lets the others answer at random in a world, and the player as in the game, until the same is asked as there.
    pub(super) fn again(
        &self,
        mut world: Match,
        game: &Match,
        player: PlayerId,
        seed: u64,
    ) -> Option<Match> {
        let mut stream = Stream::new(seed, purpose("determinize at once"), 0);
        let own = self.answers.iter().filter(|(by, _)| *by == player);
        let mut own = own.map(|(_, choice)| choice).peekable();
        for _ in 0..MOST {
            let asked = world.state().pending?;
            if Some(asked) == game.state().pending && own.peek().is_none() {
                let same = own_labels(&world, player) == own_labels(game, player);
                return same.then_some(world);
            }
            if world.program().sites[asked.site].at_once != Some(self.at_once) {
                return None;
            }
            let option = if asked.player == player {
                world.find(own.next()?)?
            } else {
                stream.pick(world.options())
            };
            world.apply(option).ok()?;
        }
        None
    }
}

/// The options as the player reads them, who is asked.
fn own_labels(game: &Match, player: PlayerId) -> Option<Vec<String>> {
    let decision = game
        .decision()
        .filter(|decision| decision.player == player)?;
    let options = decision.options.into_iter();
    Some(options.map(|option| option.label).collect())
}
