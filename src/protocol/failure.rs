//! Why a request failed, with the code that programs may rely on.

use crate::play::game::PlayError;

/// A refused request: nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The sort of the refusal, for programs.
    pub code: Code,
    /// The reason in words, for people.
    pub message: String,
}

/// The sorts of failures. Their names never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// `{"do":` or `[1]`: no JSON object.
    BadJson,
    /// A line longer than `LONGEST`.
    LineTooLong,
    /// `{"do":"paly"}`
    UnknownVerb,
    /// `{"do":"state"}`
    MissingField,
    /// `{"do":"games","all":true}`
    UnknownField,
    /// `{"do":"state","position":"1"}`
    WrongType,
    /// `{"do":"new","game":"naoh",…}`
    NoSuchGame,
    /// A game whose rules can't be read.
    BrokenGame,
    /// `{"do":"new","players":9,…}`
    WrongPlayers,
    /// `{"options":{"frogs":true}}`
    WrongOptions,
    /// A state that the rules' declarations don't allow.
    WrongState,
    /// `{"do":"state","position":99}`
    NoSuchPosition,
    /// `{"do":"view","player":9,…}`
    NoSuchPlayer,
    /// `{"do":"apply","option":99,…}`
    NoSuchOption,
    /// A value that several options have.
    SeveralOptions,
    /// `{"do":"explain","action":"laod",…}`
    NoSuchAction,
    /// An argument that is no value of its parameter.
    WrongArguments,
    /// `{"do":"playout","policy":"clever",…}`
    NoSuchPolicy,
    /// A choice after the end.
    GameOver,
    /// `undo` at the beginning.
    NothingToUndo,
    /// A save that cannot be loaded: it is none, is damaged, or is of other rules.
    BadSave,
    /// More positions than a server keeps.
    TooManyPositions,
    /// A mistake of the rules that play showed.
    RulesFailed,
}

/// All codes, in the order of the page.
pub(super) const CODES: &[Code] = &[
    Code::BadJson,
    Code::LineTooLong,
    Code::UnknownVerb,
    Code::MissingField,
    Code::UnknownField,
    Code::WrongType,
    Code::NoSuchGame,
    Code::BrokenGame,
    Code::WrongPlayers,
    Code::WrongOptions,
    Code::WrongState,
    Code::NoSuchPosition,
    Code::NoSuchPlayer,
    Code::NoSuchOption,
    Code::SeveralOptions,
    Code::NoSuchAction,
    Code::WrongArguments,
    Code::NoSuchPolicy,
    Code::GameOver,
    Code::NothingToUndo,
    Code::BadSave,
    Code::TooManyPositions,
    Code::RulesFailed,
];

impl Code {
    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Code::BadJson => "bad_json",
            Code::LineTooLong => "line_too_long",
            Code::UnknownVerb => "unknown_verb",
            Code::MissingField => "missing_field",
            Code::UnknownField => "unknown_field",
            Code::WrongType => "wrong_type",
            Code::NoSuchGame => "no_such_game",
            Code::BrokenGame => "broken_game",
            Code::WrongPlayers => "wrong_players",
            Code::WrongOptions => "wrong_options",
            Code::WrongState => "wrong_state",
            Code::NoSuchPosition => "no_such_position",
            Code::NoSuchPlayer => "no_such_player",
            Code::NoSuchOption => "no_such_option",
            Code::SeveralOptions => "several_options",
            Code::NoSuchAction => "no_such_action",
            Code::WrongArguments => "wrong_arguments",
            Code::NoSuchPolicy => "no_such_policy",
            Code::GameOver => "game_over",
            Code::NothingToUndo => "nothing_to_undo",
            Code::BadSave => "bad_save",
            Code::TooManyPositions => "too_many_positions",
            Code::RulesFailed => "rules_failed",
        }
    }

    /// Returns the meaning of a code in a line.
    pub(super) fn means(self) -> &'static str {
        match self {
            Code::BadJson => "the line is no JSON object; the message says where it goes wrong",
            Code::LineTooLong => "the line is longer than 16 MB",
            Code::UnknownVerb => "there is no such verb",
            Code::MissingField => "a field that the verb needs is missing",
            Code::UnknownField => "the verb takes no such field, or not both of two",
            Code::WrongType => "a field has a value of another type",
            Code::NoSuchGame => "there is no game of this name",
            Code::BrokenGame => "the game's rules have mistakes; the message lists them",
            Code::WrongPlayers => "the game is not for so many players",
            Code::WrongOptions => "the game has no such option, or the option no such value",
            Code::WrongState => {
                "the state does not fit the game's declarations; the message names the place in it"
            }
            Code::NoSuchPosition => "there is no position of this number, or it was dropped",
            Code::NoSuchPlayer => "nobody has this seat",
            Code::NoSuchOption => "the open question has no such option",
            Code::SeveralOptions => "several options have this value",
            Code::NoSuchAction => "the game has no such action",
            Code::WrongArguments => {
                "an argument is no value of its parameter, or there are too many"
            }
            Code::NoSuchPolicy => "there is no such policy or bot",
            Code::GameOver => "the game is over, and nothing is asked any more",
            Code::NothingToUndo => "no choice has been made yet",
            Code::BadSave => "this is no save, is damaged, or is of other rules",
            Code::TooManyPositions => {
                "positions take all the room there is: drop some, or begin with more --memory"
            }
            Code::RulesFailed => "play met a mistake of the rules; the message names the line",
        }
    }

    /// A failure of this sort.
    pub(super) fn because(self, message: impl Into<String>) -> Failure {
        Failure {
            code: self,
            message: message.into(),
        }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Failure {
        let code = match &error {
            PlayError::NoSuchOption { .. } | PlayError::NoSuchChoice { .. } => Code::NoSuchOption,
            PlayError::Ambiguous(_) => Code::SeveralOptions,
            PlayError::Over => Code::GameOver,
            PlayError::NothingToUndo => Code::NothingToUndo,
            PlayError::UnknownAction { .. } => Code::NoSuchAction,
            PlayError::UnknownWord { .. } | PlayError::TooManyArguments { .. } => {
                Code::WrongArguments
            }
            PlayError::Start(_) => Code::WrongOptions,
            PlayError::Fault(_) => Code::RulesFailed,
        };
        code.because(error.to_string())
    }
}
