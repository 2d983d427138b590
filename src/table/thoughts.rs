//! Thoughts of bots: advice at a decision, the worth of a position, reviews of decisions that were made.

use crate::access::Access;
use crate::question::question;
use crate::request::{
    AdviceSeen, EvaluationSeen, Refusal, RefusalCode, Reply, Request, ReviewSeen, ReviewedOption,
    ThoughtSeen,
};
use crate::session::Table;
use ludex_bots::advice::Advice;
use ludex_bots::bot::Bot;
use ludex_bots::estimate::estimate;
use ludex_bots::seat::Seat;
use ludex_bots::spec::{Budget, Spec};
use ludex_engine::chance::{Stream, purpose};
use ludex_play::game::Match;
use ludex_play::interrupt::Interrupt;
use ludex_play::rewind;
use ludex_rules::ids::PlayerId;

/// Most playouts of one request.
const MOST_PLAYOUTS: u64 = 100_000;

impl Table {
    /// Answers a request at which a bot works, until it is interrupted.
    ///
    /// # Errors
    /// The viewer may not ask this, there is no such bot, or no bot is asked.
    pub fn think(
        &self,
        access: Access,
        request: &Request,
        interrupt: &Interrupt,
    ) -> Result<Reply, Refusal> {
        match request {
            Request::Hint { bot } => self.advise(access, bot, interrupt).map(Reply::Advice),
            Request::Evaluate { bot } => {
                self.evaluate(access, bot, interrupt).map(Reply::Evaluation)
            }
            Request::Review { at, bot } => {
                self.review(access, *at, bot, interrupt).map(Reply::Review)
            }
            Request::Look { .. }
            | Request::Choose { .. }
            | Request::Undo { .. }
            | Request::Redo { .. }
            | Request::LookBack { .. }
            | Request::WhyNot { .. }
            | Request::Record
            | Request::Ruling { .. } => Err(RefusalCode::Wrong.because("no bot is asked")),
        }
    }

    /// Answers a request at which a bot works in the words of a locale, as `handle_in` does. The words change no thought.
    ///
    /// # Errors
    /// As of `think`.
    pub fn think_in(
        &self,
        locale: Option<&str>,
        access: Access,
        request: &Request,
        interrupt: &Interrupt,
    ) -> Result<Reply, Refusal> {
        self.reader(locale).think(access, request, interrupt)
    }

    /// Returns how many playouts a bot makes for one request; none if its budget is time, or there is no such bot.
    #[must_use]
    pub fn playouts_of(bot: &str) -> Option<u64> {
        match Spec::parse(bot, None).ok()?.budget {
            Budget::Playouts(playouts) => Some(playouts),
            Budget::Time(_) => None,
        }
    }

    /// Returns what a bot would choose for the viewer who is asked. Equal tables get equal advice.
    ///
    /// # Errors
    /// The viewer is not asked, or there is no such bot.
    pub fn advise(
        &self,
        access: Access,
        bot: &str,
        interrupt: &Interrupt,
    ) -> Result<AdviceSeen, Refusal> {
        let spec = self.bot(bot)?;
        let turn = self.turn(access)?;
        let advice = advice(&turn, spec, interrupt)
            .ok_or_else(|| RefusalCode::NotAsked.because("the game is over"))?;
        let thoughts = advice.thoughts.iter().enumerate();
        let thoughts = thoughts.filter_map(|(option, thought)| {
            Some(ThoughtSeen {
                option: option as u32,
                gain: thought.mean()?,
                playouts: thought.playouts,
            })
        });
        Ok(AdviceSeen {
            version: self.version(),
            option: advice.option as u32,
            thoughts: thoughts.collect(),
            playouts: advice.playouts,
        })
    }

    /// Returns what the position is worth to each seat, as far as the viewer may know.
    fn evaluate(
        &self,
        access: Access,
        bot: &str,
        interrupt: &Interrupt,
    ) -> Result<EvaluationSeen, Refusal> {
        let (spec, position) = (self.bot(bot)?, self.position());
        let refuse = || RefusalCode::NotAsked.because("the game is over, or can't be played on");
        if position.is_over() {
            return Err(refuse());
        }
        let viewer = self.knower(access)?;
        // Neither the table's seed nor its past: what is answered depends on what the viewer knows alone.
        let seed = Stream::new(0, purpose("evaluation"), 0).word();
        let found = estimate(position, viewer, &spec, seed, interrupt).ok_or_else(refuse)?;
        Ok(EvaluationSeen {
            version: self.version(),
            gains: found.gains,
            playouts: found.playouts,
        })
    }

    /// Returns the player whose knowledge a viewer has: a spectator has that of any player where nothing is hidden.
    fn knower(&self, access: Access) -> Result<PlayerId, Refusal> {
        let position = self.position();
        let has_secrets = position.program().layout.hides_anything();
        match access {
            Access::Seat(_) => {
                let seat = access
                    .seat()
                    .filter(|seat| seat.is_among(position.start().players))
                    .ok_or_else(|| RefusalCode::NotAsked.because("there is no such seat"))?;
                // Worlds of a seat that is not asked may follow what others hide: see docs/browser.md.
                if has_secrets && !position.deciding().contains(&seat) {
                    return Err(
                        RefusalCode::Secret.because("the position is weighed for who decides")
                    );
                }
                Ok(seat)
            }
            Access::Spectator if has_secrets => {
                Err(RefusalCode::Secret.because("each seat knows something else"))
            }
            Access::Spectator | Access::Full => Ok(position
                .state()
                .pending
                .map_or(PlayerId::new(0), |asked| asked.player)),
        }
    }

    /// Reviews a decision. What its player knew then is known to all who may ask.
    fn review(
        &self,
        access: Access,
        at: u32,
        bot: &str,
        interrupt: &Interrupt,
    ) -> Result<Option<ReviewSeen>, Refusal> {
        self.refuse_secret(access)?;
        let spec = self.bot(bot)?;
        let before = at.checked_sub(1).ok_or_else(|| {
            RefusalCode::NoSuchMove.because("moves are counted from 1: the set-up decides nothing")
        })?;
        let (from, to) = (self.choices_at(before)?, self.choices_at(at)?);
        if to != from + 1 {
            // An answer of several that were given at once came of nothing by itself.
            return Ok(None);
        }
        let fault = |error: &dyn ToString| RefusalCode::Fault.because(error.to_string());
        let turn = rewind::back(self.position(), from).map_err(|error| fault(&error))?;
        let chosen = self.position().choices().into_iter().nth(from);
        let chosen = chosen.and_then(|choice| turn.find(&choice));
        let (Some(chosen), true) = (chosen, turn.options() > 1) else {
            return Ok(None);
        };
        Ok(advice(&turn, spec, interrupt)
            .and_then(|advice| self.reviewed(at, &turn, chosen, &advice)))
    }

    fn reviewed(
        &self,
        at: u32,
        turn: &Match,
        chosen: usize,
        advice: &Advice,
    ) -> Option<ReviewSeen> {
        let asked = question(turn, &self.game().vocabulary)?;
        let option = |number: usize| {
            let thought = advice.thoughts.get(number)?;
            Some(ReviewedOption {
                option: number as u32,
                label: asked.options.get(number)?.label.clone(),
                gain: thought.mean()?,
                playouts: thought.playouts,
            })
        };
        let chosen = option(chosen)?;
        let all = (0..advice.thoughts.len()).filter_map(option);
        let best = all.max_by(|one, other| one.gain.total_cmp(&other.gain))?;
        Some(ReviewSeen {
            at,
            seat: asked.seat,
            best: if best.gain > chosen.gain {
                best
            } else {
                chosen.clone()
            },
            chosen,
        })
    }

    /// Reads a bot that may be asked here.
    fn bot(&self, bot: &str) -> Result<Spec, Refusal> {
        let spec = Spec::parse(bot, self.game().system())
            .map_err(|error| RefusalCode::NoSuchBot.because(error.to_string()))?;
        if spec.is_local() {
            return Err(RefusalCode::NoSuchBot
                .because("a program or a net can't be asked here, only by `ludex`"));
        }
        if matches!(spec.budget, Budget::Playouts(playouts) if playouts > MOST_PLAYOUTS) {
            let message =
                format!("`{spec}` is too much for one request, which has {MOST_PLAYOUTS} playouts");
            return Err(RefusalCode::TooMuchWork.because(message));
        }
        Ok(spec)
    }

    /// Counts the choices made by the end of a move.
    fn choices_at(&self, at: u32) -> Result<usize, Refusal> {
        Ok(self.choice_counts()[self.moment(at)?])
    }
}

/// Asks a bot at the open decision of a match; none when the game is over.
fn advice(turn: &Match, spec: Spec, interrupt: &Interrupt) -> Option<Advice> {
    let seat = Seat::of(turn)?;
    let count = u32::try_from(turn.choice_count()).unwrap_or(u32::MAX);
    let seed = Stream::new(turn.start().seed, purpose("hint"), count).word();
    let mut bot = Bot::new(spec).interruptible(interrupt.clone());
    Some(bot.advise(&seat, seed))
}
