//! The messages of the wire: what clients send over the websocket and over HTTP, and what they get.
//!
//! A client numbers its requests; an answer carries the number. Snapshots and the state of the seats come unasked, whenever
//! they change. The table's own types stand inside, unchanged.

use crate::clock::{ClockFaces, ClockSettings};
use crate::token::TableId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A message of a client.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientMessage {
    /// The client's number of the request, less than 2^53; numbers go up. What changes something is done once for each number:
    /// sent again, it is answered, and nothing is done.
    pub n: u64,
    /// The request, by its `do`.
    pub request: Request,
}

/// A request: one of the server's, or one of the table's, by its `do`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Request {
    /// The server answers it.
    Server(ServerRequest),
    /// The table answers it.
    Table(ludex_table::Request),
}

/// A request that the server answers.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum ServerRequest {
    /// Comes to a table; the first request of a connection.
    Join(Join),
    /// Looks at the table from another of one's seats, or as a spectator: several people at one screen.
    LookFrom {
        /// The seat; none for a spectator's view.
        seat: Option<u32>,
    },
    /// Makes a new link to a seat, a spectator's or the creator's; the old one ends, and whoever came by it is let go. For the
    /// creator.
    NewLink {
        /// The right that the link stands for.
        role: Role,
    },
    /// Gives a seat to a bot, or back to people. For the creator.
    SetBot {
        /// The seat to be given.
        seat: u32,
        /// The bot, as `ismcts:500`; none for people.
        bot: Option<String>,
    },
    /// Takes a name for one's seat, which all at the table see.
    TakeName {
        /// The seat, to which one has the link.
        seat: u32,
        /// The name, of at most 32 letters; an empty one is none.
        name: String,
    },
    /// Ends the work of a bot at an earlier request of this connection, which is refused as `cancelled`.
    Cancel {
        /// The client's number of that request.
        request: u64,
    },
    /// Takes the words of another locale for all that this connection is sent from now on.
    Speak {
        /// The locale, such as `ja`; the words of the rules if the game has none there.
        locale: String,
    },
}

/// The verbs of `ServerRequest`; all others are the table's.
const SERVER_VERBS: [&str; 7] = [
    "join",
    "look_from",
    "new_link",
    "set_bot",
    "take_name",
    "cancel",
    "speak",
];

impl<'de> Deserialize<'de> for Request {
    /// Reads the one of both that `do` means, so that a mistake is told in its words.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Request, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        let verb = value
            .get("do")
            .and_then(serde_json::Value::as_str)
            .unwrap_or_default();
        let request = if SERVER_VERBS.contains(&verb) {
            serde_json::from_value(value).map(Request::Server)
        } else {
            serde_json::from_value(value).map(Request::Table)
        };
        request.map_err(serde::de::Error::custom)
    }
}

/// Coming to a table.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Tokens of links to one table: usually one, several for several people at one screen.
    pub tokens: Vec<String>,
    /// A text by which the client names itself, made at random once for each page that is opened and kept for reconnects: it
    /// tells its requests from those of others.
    pub client: String,
    /// The version of the snapshot that the client has, from before the connection broke.
    #[serde(default)]
    pub version: Option<u64>,
    /// The locale of the words that are sent, such as `ja`; those of the rules if the game has no words there.
    #[serde(default)]
    pub locale: Option<String>,
}

/// A right that a token stands for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Role {
    /// Deciding for a seat, and seeing what it may see.
    Seat(u32),
    /// Seeing what everybody may see.
    Spectator,
    /// Making links and seating bots; it sees what a spectator sees.
    Creator,
}

/// A message of the server.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ServerMessage {
    /// The answer to a request that was done.
    Reply {
        /// The client's number of the request.
        n: u64,
        /// The answer to the request.
        reply: Reply,
    },
    /// The answer to a request that was not done: nothing changed.
    Refusal {
        /// The client's number of the request; none of a message that could not be read.
        n: Option<u64>,
        /// The reason why it was not done.
        refusal: Refusal,
    },
    /// The table as the connection may see it, whenever that changes.
    Snapshot {
        /// The table as it stands.
        snapshot: Box<ludex_table::TableSnapshot>,
    },
    /// The people at the seats and the clocks, whenever they change.
    Seats {
        /// The state of the seats.
        seats: Seats,
    },
    /// The progress of a bot that works at a request, twice a second once it has worked that long.
    Progress {
        /// The progress of the work.
        progress: Progress,
    },
}

/// The progress of a bot's work at a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Progress {
    /// The client's number of the request.
    pub n: u64,
    /// The number of playouts made so far.
    pub done: u64,
    /// The number of playouts in all; none of a bot whose budget is time.
    pub all: Option<u64>,
}

/// An answer: one of the server's, or one of the table's.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Reply {
    /// The server answers it itself.
    Server(ServerReply),
    /// The table answers it.
    Table(ludex_table::Reply),
}

/// An answer of the server.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ServerReply {
    /// To `join`.
    Joined(Joined),
    /// To what has no answer of its own.
    Done,
    /// To `new_link`: the token of the link.
    Link {
        /// The token of the link.
        token: String,
    },
}

/// A table that a client came to.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Joined {
    /// The id of the table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The name of the game; `/api/games/NAME` describes it.
    pub game: String,
    /// The hash of its rules.
    pub rules: String,
    /// The rights of the client.
    pub roles: Vec<Role>,
    /// From where it looks.
    pub access: ludex_table::Access,
    /// The version of the table; a snapshot follows unless the client has this one.
    pub version: u64,
}

/// The state of the seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Seats {
    /// The seats, in their order.
    pub seats: Vec<Seat>,
    /// The number of spectators, creators among them.
    pub spectators: u32,
    /// The clocks; none of a table without.
    pub clocks: Option<ClockFaces>,
}

/// A seat with whoever sits there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Seat {
    /// The name of who sits there, as the creator gave it or who sits there took it.
    pub name: Option<String>,
    /// The bot that sits there; none of people.
    pub bot: Option<String>,
    /// True if somebody with the seat's link is connected.
    pub is_present: bool,
    /// True if the seat is to decide.
    pub decides: bool,
}

/// The reason why a request was not done: the table's, or the server's.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Refusal {
    /// The table refuses the request.
    Table(ludex_table::Refusal),
    /// The server refuses the request.
    Server(ServerRefusal),
}

/// The reason why the server refuses.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ServerRefusal {
    /// The sort of the reason.
    pub code: Code,
    /// A sentence for people.
    pub message: String,
}

/// The sorts of the server's reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message is no request, or a number or text in it is too large.
    BadMessage,
    /// The first request must be `join`, and there is but one.
    Join,
    /// No link has this token, or the tokens are of several tables.
    WrongToken,
    /// The client's role does not allow it.
    NotAllowed,
    /// Too many requests, tables or connections: wait.
    TooMany,
    /// The rules of the table's game have changed since, or the game is gone.
    OtherRules,
    /// No such game, seat, bot or option.
    Unknown,
    /// The client ended the work by `cancel`.
    Cancelled,
    /// The server failed: what was asked may or may not have been done.
    Failed,
}

/// A table to be created: the body of `POST /api/tables`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The name of the game.
    pub game: String,
    /// The seats, in order: as many as play.
    pub seats: Vec<NewSeat>,
    /// Options of the game by name, others at their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The seed of all chance, for tables that are to be repeated; drawn from the system otherwise. Whoever knows it knows the
    /// deck.
    #[serde(default)]
    pub seed: Option<String>,
    /// The clocks; none without.
    #[serde(default)]
    pub clock: Option<ClockSettings>,
}

/// A seat of a table to be created.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// A name that all see.
    #[serde(default)]
    pub name: Option<String>,
    /// The bot that sits there, as `ismcts:500`; none for people.
    #[serde(default)]
    pub bot: Option<String>,
}

/// A table that was created. The tokens are told once: the server keeps their hashes alone.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct NewLinks {
    /// The id of the table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The token of the creator's link.
    pub creator: String,
    /// The token of each seat, those of bots too: their creator may give them to people.
    pub seats: Vec<String>,
    /// The token of the spectators' link.
    pub spectator: String,
}

/// A question for several links: the body of `POST /api/turns`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnsOf {
    /// The tokens of seats, each at a table of its own.
    pub tokens: Vec<String>,
}

/// The turn of a link's seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// It is the seat's turn.
    Yours,
    /// Others are to decide.
    Others,
    /// The game is over.
    Over,
    /// No link has this token.
    Unknown,
}

/// All that goes over the wire.
#[derive(Serialize, JsonSchema)]
struct Messages {
    client_message: ClientMessage,
    server_message: ServerMessage,
    new_table: NewTable,
    new_links: NewLinks,
    turns_of: TurnsOf,
    turns: Vec<Turn>,
}

/// Returns the JSON Schema of all messages and bodies.
#[must_use]
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Messages).to_value()
}

impl Refusal {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal::Server(ServerRefusal {
            code,
            message: message.into(),
        })
    }
}

impl ServerMessage {
    /// Writes it as it is sent.
    pub(crate) fn to_text(&self) -> String {
        // INVARIANT: every type above is a tree of texts and numbers, which JSON can write.
        serde_json::to_string(self).unwrap_or_default()
    }
}
