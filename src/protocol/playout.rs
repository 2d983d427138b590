//! `playout`: the rest of a game at random.

use crate::failure::{Failure, FailureCode};
use crate::reply;
use crate::reply::Reply;
use crate::request::RequestFields;
use crate::server::Server;

pub(super) fn playout(server: &mut Server, fields: &RequestFields) -> Result<Reply, Failure> {
    let seed = fields.count("seed")?;
    let most = fields
        .optional("max_decisions")
        .map(|_| fields.count("max_decisions"))
        .transpose()?;
    if let Some(policy) = fields
        .optional("policy")
        .map(|_| fields.text("policy"))
        .transpose()?
        && policy != "random"
    {
        return Err(FailureCode::NoSuchPolicy
            .because(format!("there is no policy `{policy}`: there is `random`")));
    }
    let interrupt = server.interrupt();
    server.play_on(fields, |game| {
        let decisions = game.playout_until(seed, most, &interrupt, &mut |_| ())?;
        let mut reply = Reply::new();
        reply.insert("decisions".into(), decisions.into());
        reply.insert("over".into(), game.is_over().into());
        reply.insert("result".into(), reply::result(game));
        Ok(reply)
    })
}
