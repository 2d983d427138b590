//! The server: a line comes in, its answer goes out.

use crate::failure::{Failure, FailureCode};
use crate::help;
use crate::request::RequestLine;
use crate::session::{Games, ProtocolSession};
use crate::verb::Reply;
use ludex_bots::system::System;
use ludex_play::interrupt::Interrupt;
use serde_json::Value;

/// The longest line that is read: a save of a long game is a hundredth of it.
pub const LONGEST: usize = 16 * 1024 * 1024;

/// Answers requests, one line each.
#[derive(Debug)]
pub struct Server {
    session: ProtocolSession,
}

impl Server {
    /// A server without positions, which may take so many bytes.
    #[must_use]
    pub fn new(games: Box<dyn Games>, memory: usize) -> Server {
        Server {
            session: ProtocolSession::new(games, memory),
        }
    }

    /// Lets bots work on a system: with budgets of time, and trees side by side.
    #[must_use]
    pub fn on(self, system: &'static dyn System) -> Server {
        let session = self.session.on(system);
        Server { session }
    }

    /// Lets somebody else end long work for the requests that follow.
    pub fn interrupt_by(&mut self, interrupt: Interrupt) {
        self.session.interrupt_by(interrupt);
    }

    /// Returns how many bytes its positions take.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.session.memory()
    }

    /// The reply to a line, without a line break: exactly one JSON object.
    pub fn line(&mut self, line: &str) -> String {
        if line.len() > LONGEST {
            return Server::too_long();
        }
        match RequestLine::read(line) {
            Ok(RequestLine { id, fields }) => {
                let verb = fields.text("do").and_then(help::verb);
                let answer = verb.and_then(|verb| verb.answer(fields, &mut self.session));
                written(id, answer)
            }
            Err(failure) => written(None, Err(failure)),
        }
    }

    /// The reply to a line that may be no text at all.
    pub fn bytes(&mut self, line: &[u8]) -> String {
        match std::str::from_utf8(line) {
            Ok(line) => self.line(line),
            Err(_) => written(
                None,
                Err(FailureCode::BadJson.because("the line is not UTF-8")),
            ),
        }
    }

    /// The reply to a line that is too long to be read.
    #[must_use]
    pub fn too_long() -> String {
        written(
            None,
            Err(FailureCode::LineTooLong.because(format!("a line may have {LONGEST} bytes"))),
        )
    }
}

/// A reply as its line.
fn written(id: Option<String>, answer: Result<Reply, Failure>) -> String {
    let mut reply = Reply::new();
    reply.insert("ok".into(), answer.is_ok().into());
    match answer {
        Ok(fields) => reply.extend(fields),
        Err(failure) => {
            let error =
                serde_json::json!({ "code": failure.code.as_str(), "message": failure.message });
            reply.insert("error".into(), error);
        }
    }
    let reply = Value::Object(reply).to_string();
    match id {
        // The id stands first, in its own words.
        Some(id) => format!("{{\"id\":{id},{}", reply.trim_start_matches('{')),
        None => reply,
    }
}
