//! The server: positions by handle, and the table of verbs.

use crate::failure::{Failure, FailureCode};
use crate::positions::Positions;
use crate::reply::Reply;
use crate::request::{RequestFields, RequestLine};
use crate::verbs::{FieldRow, VERBS, Verb};
use ludex_play::game::Match;
use ludex_play::interrupt::Interrupt;
use ludex_program::Program;
use ludex_report::nearest;
use ludex_rules::ids::PlayerId;
use ludex_source::Sources;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The longest line that is read: a save of a long game is a hundredth of it.
pub const LONGEST: usize = 16 * 1024 * 1024;
/// The bytes that positions may take unless somebody asks for more or less: 100,000 of them, and more of small games.
pub const MEMORY: usize = 1_000_000_000;

/// A compiled game with the texts it was made of.
#[derive(Debug, Clone)]
pub struct ServedGame {
    /// The rules, compiled and shared by all positions of the game.
    pub program: Arc<Program>,
    /// Their texts, so that an explanation can name a line.
    pub sources: Arc<Sources>,
}

/// Gives compiled games by name.
pub trait Games {
    /// The names of all games, in a fixed order.
    fn names(&self) -> Vec<String>;

    /// A game of that list.
    ///
    /// # Errors
    /// The game's rules can't be read; for people.
    fn game(&mut self, name: &str) -> Result<ServedGame, String>;
}

impl Games for BTreeMap<String, ServedGame> {
    fn names(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }

    fn game(&mut self, name: &str) -> Result<ServedGame, String> {
        self.get(name)
            .cloned()
            .ok_or_else(|| format!("there is no game `{name}`"))
    }
}

/// Answers requests, one line each.
pub struct Server {
    games: Box<dyn Games>,
    positions: Positions,
    /// Ends the request that is being answered.
    interrupt: Interrupt,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// A server without positions, which may take so many bytes.
    #[must_use]
    pub fn new(games: Box<dyn Games>, memory: usize) -> Server {
        Server {
            games,
            positions: Positions::new(memory),
            interrupt: Interrupt::default(),
        }
    }

    /// Lets somebody else end long work for the requests that follow.
    pub fn interrupt_by(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// Returns what ends the request that is being answered.
    pub(super) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Returns how many bytes its positions take.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.positions.bytes()
    }

    /// The reply to a line, without a line break: exactly one JSON object.
    pub fn line(&mut self, line: &str) -> String {
        if line.len() > LONGEST {
            return Server::too_long();
        }
        match RequestLine::read(line) {
            Ok(RequestLine { id, mut fields }) => {
                let answer = self.answer(&mut fields);
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

    fn answer(&mut self, fields: &mut RequestFields) -> Result<Reply, Failure> {
        let name = fields.text("do")?.to_owned();
        fields.0.shift_remove("do");
        let Some(verb) = Verb::find(&name) else {
            return Err(unknown_verb(&name));
        };
        let takes = |name: &String| verb.takes.iter().any(|field| field.name == name);
        if let Some(unknown) = fields.0.keys().find(|field| !takes(field)) {
            let message = format!(
                "`{name}` takes no field `{unknown}`: it takes {}",
                list(verb.takes)
            );
            return Err(FailureCode::UnknownField.because(message));
        }
        (verb.run)(self, fields)
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.games.names()
    }

    /// The game of a field.
    pub(super) fn game(&mut self, name: &str) -> Result<ServedGame, Failure> {
        let names = self.games.names();
        if !names.iter().any(|one| one == name) {
            let near = nearest(name, names.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
            return Err(FailureCode::NoSuchGame.because(format!("there is no game `{name}`{near}")));
        }
        self.games
            .game(name)
            .map_err(|message| FailureCode::BrokenGame.because(message))
    }

    /// The position of the field `position`.
    pub(super) fn position(&mut self, fields: &RequestFields) -> Result<&mut Match, Failure> {
        self.positions.get(fields.count("position")?)
    }

    /// The position of the field `position`, as it stands when the turn of the player comes who is named to decide.
    pub(super) fn turn(&mut self, fields: &RequestFields) -> Result<Cow<'_, Match>, Failure> {
        let player = self.deciding(fields)?;
        let game = self.position(fields)?;
        Ok(match player {
            None => Cow::Borrowed(game),
            Some(player) => Cow::Owned(game.turn_of(player)?),
        })
    }

    /// The player of the field `player`, who decides; the one who is asked when it is left out.
    pub(super) fn deciding(&mut self, fields: &RequestFields) -> Result<Option<PlayerId>, Failure> {
        let named = fields.optional("player").is_some();
        named.then(|| self.player(fields)).transpose()
    }

    /// Plays on with the position of the field `position`, which takes more room; what there is no room for is taken back.
    pub(super) fn play_on<T>(
        &mut self,
        fields: &RequestFields,
        play: impl FnOnce(&mut Match) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.positions.play_on(fields.count("position")?, play)
    }

    /// The player of the field `player`, who must play there.
    pub(super) fn player(&mut self, fields: &RequestFields) -> Result<PlayerId, Failure> {
        let players = self.position(fields)?.state().players;
        let player = fields.count("player")?;
        let seat = u32::try_from(player).ok().map(PlayerId::numbered);
        let seat = seat.filter(|seat| seat.is_among(players));
        seat.ok_or_else(|| {
            FailureCode::NoSuchPlayer.because(format!(
                "there is no player {player}: {players} play, from 0"
            ))
        })
    }

    /// Keeps a position; its handle.
    pub(super) fn keep(&mut self, game: Match) -> Result<u64, Failure> {
        self.positions.keep(game)
    }

    /// Keeps a copy of the position of the field `position`; its handle.
    pub(super) fn copy(&mut self, fields: &RequestFields) -> Result<u64, Failure> {
        self.positions.copy(fields.count("position")?)
    }

    /// Forgets the position of the field `position`.
    pub(crate) fn forget(&mut self, fields: &RequestFields) -> Result<(), Failure> {
        self.positions.forget(fields.count("position")?)
    }
}

/// A verb that there is not.
pub(super) fn unknown_verb(name: &str) -> Failure {
    let near = nearest(name, VERBS.iter().map(|verb| verb.name));
    let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
    let known: Vec<&str> = VERBS.iter().map(|verb| verb.name).collect();
    FailureCode::UnknownVerb.because(format!(
        "unknown verb `{name}`{near}: there are {}",
        known.join(", ")
    ))
}

fn list(fields: &[FieldRow]) -> String {
    let words: Vec<String> = fields
        .iter()
        .map(|field| format!("`{}`", field.name))
        .collect();
    if words.is_empty() {
        "none".into()
    } else {
        words.join(", ")
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
