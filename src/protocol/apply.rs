//! `apply`: one option chosen, by number or by value; sealed when its player's turn is still to come.

use crate::failure::{Failure, FailureCode};
use crate::reply;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;

pub(super) fn apply(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let number = fields
        .optional("option")
        .map(|_| fields.count("option"))
        .transpose()?;
    let value = fields.optional("value");
    let player = server.deciding(fields)?;
    let option = match (number, value) {
        // A number too large for this machine is no option either.
        (Some(number), None) => usize::try_from(number).unwrap_or(usize::MAX),
        (None, Some(value)) => server.turn(fields)?.find_value(value)?,
        (None, None) => {
            return Err(FailureCode::MissingField
                .because("the field `option` is missing, or `value` instead"));
        }
        (Some(_), Some(_)) => {
            return Err(
                FailureCode::UnknownField.because("`option` and `value` exclude each other")
            );
        }
    };
    server.play_on(fields, |game| {
        let events = match player {
            None => game.apply(option)?,
            Some(player) => game.apply_for(player, option)?,
        };
        let mut reply = Reply::new();
        reply.insert("events".into(), reply::events(game, &events));
        reply::asked(&mut reply, game);
        Ok(reply)
    })
}
