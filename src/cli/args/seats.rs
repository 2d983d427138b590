//! Seats on the command line: people and bots, in a list with commas.

use std::str::FromStr;

use crate::bots::spec::{Spec, SpecError, split};
use crate::system::SYSTEM;

/// The one who decides for a seat.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Seat {
    /// A person at this terminal.
    Me,
    /// A bot, by its specification.
    Bot(Spec),
}

/// The seats of a game at a terminal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seats(pub(crate) Vec<Seat>);

/// The seats of a game among bots.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bots(pub(crate) Vec<Spec>);

/// Reads a bot, which has a clock, threads and programs here.
pub(crate) fn parse_bot(text: &str) -> Result<Spec, SpecError> {
    Spec::parse(text, Some(SYSTEM))
}

impl FromStr for Seat {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Seat, SpecError> {
        match text {
            "me" => Ok(Seat::Me),
            bot => parse_bot(bot).map(Seat::Bot),
        }
    }
}

impl FromStr for Seats {
    type Err = SpecError;

    fn from_str(list: &str) -> Result<Seats, SpecError> {
        let seats = split(list).into_iter().map(|seat| seat.parse());
        seats.collect::<Result<_, _>>().map(Seats)
    }
}

impl FromStr for Bots {
    type Err = SpecError;

    fn from_str(list: &str) -> Result<Bots, SpecError> {
        let bots = split(list).into_iter().map(|bot| parse_bot(&bot));
        bots.collect::<Result<_, _>>().map(Bots)
    }
}
