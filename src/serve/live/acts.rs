//! Acts at a table, in the form in which they are stored, and doing them again.
//!
//! A choice is kept in words, as in records: numbers of options may move when ludex lists them otherwise.

use crate::wire::Role;
use ludex_play::replay::option_words;
use ludex_rules::ids::PlayerId;
use ludex_table::{Access, Request, Table};
use serde::{Deserialize, Serialize};

/// Something that was done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Act {
    /// A seat chose an option.
    Chose {
        /// The seat that chose.
        seat: u32,
        /// The choice in words, with its player.
        words: String,
    },
    /// A seat took its move back.
    TookBack {
        /// The seat that took back.
        seat: u32,
    },
    /// A seat made the move again that it had taken back.
    MadeAgain {
        /// The seat that made it again.
        seat: u32,
    },
    /// A seat was given to a bot, or to people.
    Seated {
        /// The seat that was given.
        seat: u32,
        /// The bot; none for people.
        bot: Option<String>,
    },
    /// A player took a name for a seat.
    Named {
        /// The seat of who took it.
        seat: u32,
        /// The name; none for that of the seat.
        name: Option<String>,
    },
    /// A link was made anew.
    Linked {
        /// The right that the link stands for.
        role: Role,
    },
}

impl Act {
    /// Returns true if a request of a seat changes the table when it is done.
    pub(crate) fn is_made_by(request: &Request) -> bool {
        match request {
            Request::Choose { .. } | Request::Undo { .. } | Request::Redo { .. } => true,
            Request::Look { .. }
            | Request::LookBack { .. }
            | Request::WhyNot { .. }
            | Request::Hint { .. }
            | Request::Evaluate { .. }
            | Request::Review { .. }
            | Request::Record
            | Request::Ruling { .. } => false,
        }
    }

    /// Returns what a request of a seat is stored as; none if it changes nothing, or names no option.
    pub(crate) fn of_request(table: &Table, seat: u32, request: &Request) -> Option<Act> {
        match request {
            Request::Choose { option, .. } => {
                let turn = table.position().turn_of(PlayerId::numbered(seat)).ok()?;
                let words = option_words(&turn).nth(usize::try_from(*option).ok()?)?;
                Some(Act::Chose { seat, words })
            }
            Request::Undo { .. } => Some(Act::TookBack { seat }),
            Request::Redo { .. } => Some(Act::MadeAgain { seat }),
            Request::Look { .. }
            | Request::LookBack { .. }
            | Request::WhyNot { .. }
            | Request::Hint { .. }
            | Request::Evaluate { .. }
            | Request::Review { .. }
            | Request::Record
            | Request::Ruling { .. } => None,
        }
    }

    /// Returns the seat that acts in the game by it.
    pub(crate) fn seat(&self) -> Option<u32> {
        match self {
            Act::Chose { seat, .. } | Act::TookBack { seat } | Act::MadeAgain { seat } => {
                Some(*seat)
            }
            Act::Seated { .. } | Act::Named { .. } | Act::Linked { .. } => None,
        }
    }

    /// Returns true if it is a choice.
    pub(crate) fn is_choice(&self) -> bool {
        matches!(self, Act::Chose { .. })
    }

    /// Does it again at a table; acts that are not the game's do nothing there.
    pub(crate) fn redo(&self, table: &mut Table) -> Result<(), String> {
        let version = table.version();
        let (seat, request) = match self {
            Act::Seated { .. } | Act::Named { .. } | Act::Linked { .. } => return Ok(()),
            Act::Chose { seat, words } => {
                let option = option_of(table, *seat, words)?;
                (*seat, Request::Choose { version, option })
            }
            Act::TookBack { seat } => (*seat, Request::Undo { version }),
            Act::MadeAgain { seat } => (*seat, Request::Redo { version }),
        };
        let done = table.handle(Access::Seat(seat), &request);
        done.map(drop).map_err(|refusal| refusal.message)
    }
}

/// Finds the option that words mean.
fn option_of(table: &Table, seat: u32, words: &str) -> Result<u32, String> {
    let turn = table.position().turn_of(PlayerId::numbered(seat));
    let turn = turn.map_err(|error| error.to_string())?;
    let option = option_words(&turn).position(|one| one == words);
    let option = option.and_then(|option| u32::try_from(option).ok());
    option.ok_or_else(|| format!("`{words}` is not offered"))
}
