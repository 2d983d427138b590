//! A decision from beginning to end, with an evaluator at hand.

use crate::advice::Advice;
use crate::net::search::{NetSearch, Settings};
use crate::net::{EvaluationRows, Evaluator, Lens};
use crate::seat::Seat;
use crate::stopping::Clock;
use ludex_play::lean::Workspace;
use std::sync::Arc;

/// Most worlds of a decision.
pub(crate) const MOST_WORLDS: u64 = 100;

/// A net of a file, made ready for a program.
#[derive(Debug, Clone)]
pub struct Net {
    /// The encodings that it reads.
    pub lens: Arc<Lens>,
    /// Evaluates positions by the net.
    pub evaluator: Arc<dyn Evaluator>,
}

impl Net {
    /// Chooses at a decision, and goes on from the tree of the last one where that holds the position. Equal observations and
    /// seeds give equal choices in equal games, unless the clock ends it.
    ///
    /// # Errors
    /// No world was found, or the evaluator failed; for people.
    pub(crate) fn advise(
        &self,
        seat: &Seat<'_>,
        settings: Settings,
        worlds: Option<u64>,
        seed: u64,
        clock: &Clock,
        kept: &mut Option<NetSearch>,
    ) -> Result<Advice, String> {
        let most = worlds.unwrap_or(MOST_WORLDS).min(settings.playouts);
        let worlds = seat
            .lean_worlds(seed, most, clock)
            .map_err(|none| none.to_string())?;
        let lens = Arc::clone(&self.lens);
        let mut search = NetSearch::new(lens, seat.player(), worlds, settings, seed);
        if let Some(before) = kept.take() {
            search = search.going_on_from(before);
        }
        let (mut rows, mut space) = (EvaluationRows::default(), Workspace::default());
        while !search.is_done() && clock.goes_on(search.playouts()) {
            rows.clear();
            search.collect(&mut space, &mut rows);
            if rows.count == 0 {
                continue;
            }
            let evaluations = self.evaluator.evaluate(&rows)?;
            if !evaluations.fits(&self.lens, rows.count) {
                return Err("the net gives too few or too many numbers".to_owned());
            }
            search.absorb(&evaluations, 0);
        }
        let advice = search.advice();
        *kept = Some(search);
        Ok(advice)
    }
}
