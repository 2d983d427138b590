//! The arguments of requests, as far as they are used. Whatever else a client sends is left unread, as the protocol asks.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// A request of a client.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct DebugRequest {
    pub(super) seq: i64,
    pub(super) command: String,
    pub(super) arguments: Value,
}

/// `initialize`
#[derive(Debug, Clone, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Initialize {
    pub(super) lines_start_at1: bool,
    pub(super) columns_start_at1: bool,
}

impl Default for Initialize {
    fn default() -> Initialize {
        Initialize {
            lines_start_at1: true,
            columns_start_at1: true,
        }
    }
}

/// `launch`: the game, and what of it is debugged.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Launch {
    /// A game's name or folder; of a ruling or record it may be left out.
    pub(super) game: Option<String>,
    /// The path of a ruling.
    pub(super) ruling: Option<String>,
    /// The path of a recorded game.
    pub(super) record: Option<String>,
    /// The number of players of a new game.
    pub(super) players: Option<u64>,
    /// The seed of a new game.
    pub(super) seed: Option<u64>,
    /// The options of a new game.
    pub(super) options: BTreeMap<String, Value>,
    /// The answers to decisions of a new game: `random`, or `ask`.
    pub(super) choices: Choices,
    /// Stop at the first statement.
    pub(super) stop_on_entry: bool,
    /// Stop once more when everything is played.
    pub(super) stop_on_end: Option<bool>,
    /// The seat through whose eyes the position is shown.
    pub(super) seen_by: Option<String>,
    /// Do not stop anywhere.
    pub(super) no_debug: bool,
}

/// The source of answers to decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Choices {
    /// Chance answers, by the seed of the game.
    #[default]
    Random,
    /// The person who debugs answers.
    Ask,
}

/// A file that a client names.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ClientSource {
    pub(super) path: Option<String>,
    pub(super) source_reference: Option<i64>,
}

/// `source`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct SourceText {
    pub(super) source: Option<ClientSource>,
    pub(super) source_reference: i64,
}

/// `setBreakpoints`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct SetBreakpoints {
    pub(super) source: ClientSource,
    pub(super) breakpoints: Vec<SourceBreakpoint>,
}

/// A breakpoint at a line.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct SourceBreakpoint {
    pub(super) line: i64,
    pub(super) condition: Option<String>,
    pub(super) log_message: Option<String>,
}

/// `setFunctionBreakpoints`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct SetFunctionBreakpoints {
    pub(super) breakpoints: Vec<FunctionBreakpoint>,
}

/// A breakpoint at an effect, hook or text of a row, by name.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct FunctionBreakpoint {
    pub(super) name: String,
    pub(super) condition: Option<String>,
}

/// `breakpointLocations`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct BreakpointLocations {
    pub(super) source: ClientSource,
    pub(super) line: i64,
    pub(super) end_line: Option<i64>,
}

/// `stackTrace`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct StackTrace {
    pub(super) start_frame: usize,
    pub(super) levels: usize,
}

/// `scopes`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Scopes {
    pub(super) frame_id: usize,
}

/// `variables`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Variables {
    pub(super) variables_reference: usize,
    pub(super) start: usize,
    pub(super) count: usize,
}

/// `evaluate`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Evaluate {
    pub(super) expression: String,
    pub(super) frame_id: Option<usize>,
    pub(super) context: String,
}

/// `ludex/seenBy`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct SeenBy {
    pub(super) seat: Option<String>,
}

/// `ludex/choose`: by number, or by words.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct ChooseArguments {
    pub(super) option: Option<usize>,
    pub(super) words: Option<String>,
}

/// Reads the arguments of a request; those that are left out have their defaults.
///
/// # Errors
/// One of them has another form.
pub(super) fn arguments<T: DeserializeOwned + Default>(
    request: &DebugRequest,
) -> Result<T, String> {
    if request.arguments.is_null() {
        Ok(T::default())
    } else {
        read(request.arguments.clone())
    }
}

/// Reads arguments.
///
/// # Errors
/// As of `arguments`.
pub(super) fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, String> {
    serde_json::from_value(arguments).map_err(|error| format!("the arguments are wrong: {error}"))
}
