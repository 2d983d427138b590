//! `best`: what a bot would choose at the open decision, and what it thought of each option.

use crate::failure::{Failure, FailureCode};
use crate::session::ProtocolSession;
use crate::verb::Request;
use ludex_bots::advice::Advice;
use ludex_bots::bot::Bot;
use ludex_bots::seat::Seat;
use ludex_bots::spec::{Budget, Spec};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Most playouts of a request.
const MOST_PLAYOUTS: u64 = 1_000_000;
/// The longest time of a request.
const LONGEST: Duration = Duration::from_secs(600);

/// Returns the choice that a bot would make.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Best {
    /// The number of the position.
    position: u64,
    /// The seat that decides, one of `undecided`; the one asked when left out.
    player: Option<u64>,
    /// The bot, as docs/bots.md names it.
    bot: String,
    /// The seed of its thoughts.
    seed: u64,
}

/// The choice of a bot.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BotChoice {
    /// The player who is asked.
    player: u32,
    /// The index of its choice.
    option: usize,
    /// The thoughts about each option.
    thoughts: Vec<OptionThought>,
    /// The number of games that it played on.
    playouts: u64,
    /// The number of worlds that it looked at.
    worlds: usize,
}

/// The thoughts of a bot about an option.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "thought")]
struct OptionThought {
    /// The index of the option.
    option: usize,
    /// The number of games that were played on from it.
    playouts: u64,
    /// The mean of shares in the victory; null for an option that was never tried.
    gain: Option<f64>,
}

impl Request for Best {
    const VERB: &'static str = "best";
    type Answer = BotChoice;

    fn answer(self, session: &mut ProtocolSession) -> Result<BotChoice, Failure> {
        let bot = session.bot(&self.bot)?;
        if bot.is_local() {
            // Whoever may ask questions may not therefore start programs.
            return Err(FailureCode::NoSuchPolicy
                .because("a program or a net can't be asked here, only by `ludex`"));
        }
        refuse_beyond(&bot)?;
        let interrupt = session.interrupt();
        let game = session.turn(self.position, self.player)?;
        let Some(seat) = Seat::of(&game) else {
            return Err(FailureCode::GameOver.because("the game is over: nobody is asked"));
        };
        let advice = (Bot::new(bot).interruptible(interrupt.clone())).advise(&seat, self.seed);
        if interrupt.is_raised() {
            return Err(FailureCode::Cancelled.because("the search was asked to end"));
        }
        Ok(chosen(&seat, &advice))
    }
}

fn chosen(seat: &Seat<'_>, advice: &Advice) -> BotChoice {
    let thoughts = advice.thoughts.iter().enumerate();
    BotChoice {
        player: seat.player().number(),
        option: advice.option,
        thoughts: thoughts
            .map(|(option, thought)| OptionThought {
                option,
                playouts: thought.playouts,
                gain: thought.mean(),
            })
            .collect(),
        playouts: advice.playouts,
        worlds: advice.worlds,
    }
}

/// Refuses a bot that would work longer than one request may.
fn refuse_beyond(bot: &Spec) -> Result<(), Failure> {
    let fits = match bot.budget {
        Budget::Playouts(playouts) => playouts <= MOST_PLAYOUTS,
        Budget::Time(time) => time <= LONGEST,
    };
    if fits {
        Ok(())
    } else {
        Err(FailureCode::TooMuchWork.because(format!(
            "`{bot}` is too much for one request, which has {MOST_PLAYOUTS} playouts or {} s",
            LONGEST.as_secs()
        )))
    }
}
