//! `best`: what a bot would choose at the open decision, and what it thought of each option.

use crate::failure::{Failure, FailureCode};
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;
use ludex_bots::bot::Bot;
use ludex_bots::seat::Seat;
use ludex_bots::spec::{Budget, Spec};
use serde_json::{Value, json};
use std::time::Duration;

/// Most playouts of a request.
const MOST_PLAYOUTS: u64 = 1_000_000;
/// The longest time of a request.
const LONGEST: Duration = Duration::from_secs(600);

pub(super) fn best(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let (bot, seed) = (spec(fields.text("bot")?)?, fields.count("seed")?);
    if bot.is_local() {
        // Whoever may ask questions may not therefore start programs.
        return Err(FailureCode::NoSuchPolicy
            .because("a program or a net can't be asked here, only by `ludex`"));
    }
    refuse_beyond(&bot)?;
    let interrupt = server.interrupt();
    let game = server.turn(fields)?;
    let Some(seat) = Seat::of(&game) else {
        return Err(FailureCode::GameOver.because("the game is over: nobody is asked"));
    };
    let advice = (Bot::new(bot).interruptible(interrupt.clone())).advise(&seat, seed);
    if interrupt.is_raised() {
        return Err(FailureCode::Cancelled.because("the search was asked to end"));
    }
    let thoughts = advice.thoughts.iter().enumerate();
    let thoughts: Vec<Value> = thoughts
        .map(|(option, thought)| {
            json!({ "option": option, "playouts": thought.playouts, "gain": thought.mean() })
        })
        .collect();
    let mut reply = Reply::new();
    reply.insert("player".into(), seat.player().number().into());
    reply.insert("option".into(), advice.option.into());
    reply.insert("thoughts".into(), thoughts.into());
    reply.insert("playouts".into(), advice.playouts.into());
    reply.insert("worlds".into(), advice.worlds.into());
    Ok(reply)
}

/// Refuses a bot that would work longer than one request may.
fn refuse_beyond(bot: &Spec) -> Result<(), Failure> {
    let fits = match bot.budget {
        Budget::Playouts(playouts) => playouts <= MOST_PLAYOUTS,
        Budget::Time(time) => time <= LONGEST,
    };
    match fits {
        true => Ok(()),
        false => Err(FailureCode::TooMuchWork.because(format!(
            "`{bot}` is too much for one request, which has {MOST_PLAYOUTS} playouts or {} s",
            LONGEST.as_secs()
        ))),
    }
}

/// The bot that a text names.
pub(super) fn spec(text: &str) -> Result<Spec, Failure> {
    text.parse().map_err(|error: ludex_bots::spec::SpecError| {
        FailureCode::NoSuchPolicy.because(error.to_string())
    })
}
