//! Two answers that another player might give, beside each other.
//!
//! A seat must not have been told which was given, if both lead to states that differ and look the same to it; nor may it learn
//! that from what follows, as long as the same is seen to happen.

use crate::leaks::LeakSearch;
use crate::leaks::compare::GamePair;
use crate::leaks::parting::Parting;
use ludex_engine::chance::Stream;
use ludex_play::game::Match;
use ludex_rules::ids::PlayerId;

/// Steps that both go on.
const FURTHER: usize = 3;

impl LeakSearch<'_> {
    /// Compares what two answers of another player tell a seat.
    pub(super) fn branches(&mut self, game: &Match, seat: PlayerId, stream: &mut Stream) {
        let others = game.state().pending.filter(|asked| asked.player != seat);
        let of = game.options();
        if others.is_none() || of < 2 {
            return;
        }
        for _ in 0..self.budget.tries {
            let (a, b) = (stream.pick(of), stream.pick(of));
            if a != b {
                self.branch(game, seat, a, b, stream);
            }
        }
    }

    fn branch(&mut self, game: &Match, seat: PlayerId, a: usize, b: usize, stream: &mut Stream) {
        let asked = game.state().pending.map_or(seat, |asked| asked.player);
        let hidden = format!("what {asked} answered");
        let (mut one, mut other) = (game.option(a), game.option(b));
        let parting = Parting {
            site: game
                .state()
                .pending
                .map(|asked| asked.site)
                .unwrap_or_default(),
            answers: [one.clone(), other.clone()],
        };
        let pair = GamePair::new(game.clone(), game.clone(), seat, hidden);
        let mut pair = pair.parting(parting);
        for _ in 0..=FURTHER {
            if !self.step(&mut pair, &one, &other) || !self.still_looks_the_same(&pair) {
                return;
            }
            if pair.differs() {
                self.count(&pair);
                if !self.compare(&mut pair, stream) {
                    return;
                }
                self.compare_worlds(&pair, stream);
            }
            let of = pair.one.options();
            if of == 0 || pair.one.state().pending != pair.other.state().pending {
                return;
            }
            one = pair.one.option(stream.pick(of));
            other = one.clone();
        }
    }
}
