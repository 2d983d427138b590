//! Refused requests, with the code that programs may rely on.

use ludex_play::game::PlayError;
use ludex_play::start::StartError;

/// A refused request: nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The sort of the refusal, for programs.
    pub code: FailureCode,
    /// The reason in words, for people.
    pub message: String,
}

/// The sorts of failures. Their names never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureCode {
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
    /// `{"do":"decision","player":1,…}` for one who has decided.
    NotAsked,
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
    /// `{"do":"best","bot":"mcts:10000000",…}`
    TooMuchWork,
    /// A request that `cancel` ended.
    Cancelled,
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
pub(super) const CODES: &[FailureCode] = &[
    FailureCode::BadJson,
    FailureCode::LineTooLong,
    FailureCode::UnknownVerb,
    FailureCode::MissingField,
    FailureCode::UnknownField,
    FailureCode::WrongType,
    FailureCode::NoSuchGame,
    FailureCode::BrokenGame,
    FailureCode::WrongPlayers,
    FailureCode::WrongOptions,
    FailureCode::WrongState,
    FailureCode::NoSuchPosition,
    FailureCode::NoSuchPlayer,
    FailureCode::NotAsked,
    FailureCode::NoSuchOption,
    FailureCode::SeveralOptions,
    FailureCode::NoSuchAction,
    FailureCode::WrongArguments,
    FailureCode::NoSuchPolicy,
    FailureCode::TooMuchWork,
    FailureCode::Cancelled,
    FailureCode::GameOver,
    FailureCode::NothingToUndo,
    FailureCode::BadSave,
    FailureCode::TooManyPositions,
    FailureCode::RulesFailed,
];

impl FailureCode {
    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            FailureCode::BadJson => "bad_json",
            FailureCode::LineTooLong => "line_too_long",
            FailureCode::UnknownVerb => "unknown_verb",
            FailureCode::MissingField => "missing_field",
            FailureCode::UnknownField => "unknown_field",
            FailureCode::WrongType => "wrong_type",
            FailureCode::NoSuchGame => "no_such_game",
            FailureCode::BrokenGame => "broken_game",
            FailureCode::WrongPlayers => "wrong_players",
            FailureCode::WrongOptions => "wrong_options",
            FailureCode::WrongState => "wrong_state",
            FailureCode::NoSuchPosition => "no_such_position",
            FailureCode::NoSuchPlayer => "no_such_player",
            FailureCode::NotAsked => "not_asked",
            FailureCode::NoSuchOption => "no_such_option",
            FailureCode::SeveralOptions => "several_options",
            FailureCode::NoSuchAction => "no_such_action",
            FailureCode::WrongArguments => "wrong_arguments",
            FailureCode::NoSuchPolicy => "no_such_policy",
            FailureCode::TooMuchWork => "too_much_work",
            FailureCode::Cancelled => "cancelled",
            FailureCode::GameOver => "game_over",
            FailureCode::NothingToUndo => "nothing_to_undo",
            FailureCode::BadSave => "bad_save",
            FailureCode::TooManyPositions => "too_many_positions",
            FailureCode::RulesFailed => "rules_failed",
        }
    }

    /// Returns the meaning of a code in a line.
    pub(super) fn means(self) -> &'static str {
        match self {
            FailureCode::BadJson => {
                "the line is no JSON object; the message says where it goes wrong"
            }
            FailureCode::LineTooLong => "the line is longer than 16 MB",
            FailureCode::UnknownVerb => "there is no such verb",
            FailureCode::MissingField => "a field that the verb needs is missing",
            FailureCode::UnknownField => "the verb takes no such field, or not both of two",
            FailureCode::WrongType => "a field has a value of another type",
            FailureCode::NoSuchGame => "there is no game of this name",
            FailureCode::BrokenGame => "the game's rules have mistakes; the message lists them",
            FailureCode::WrongPlayers => "the game is not for so many players",
            FailureCode::WrongOptions => "the game has no such option, or the option no such value",
            FailureCode::WrongState => {
                "the state does not fit the game's declarations; the message names the place in it"
            }
            FailureCode::NoSuchPosition => "there is no position of this number, or it was dropped",
            FailureCode::NoSuchPlayer => "nobody has this seat",
            FailureCode::NotAsked => "the player has nothing to decide now",
            FailureCode::NoSuchOption => "the open question has no such option",
            FailureCode::SeveralOptions => "several options have this value",
            FailureCode::NoSuchAction => "the game has no such action",
            FailureCode::WrongArguments => {
                "an argument is no value of its parameter, or there are too many"
            }
            FailureCode::NoSuchPolicy => "there is no such policy or bot",
            FailureCode::TooMuchWork => {
                "the bot would make more playouts, or take more time, than one request may"
            }
            FailureCode::Cancelled => "`cancel` ended the request, or the input ended",
            FailureCode::GameOver => "the game is over, and nothing is asked any more",
            FailureCode::NothingToUndo => "no choice has been made yet",
            FailureCode::BadSave => "this is no save, is damaged, or is of other rules",
            FailureCode::TooManyPositions => {
                "positions take all the room there is: drop some, or begin with more --memory"
            }
            FailureCode::RulesFailed => {
                "play met a mistake of the rules; the message names the line"
            }
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

impl From<StartError> for Failure {
    fn from(error: StartError) -> Failure {
        code_of_start(&error).because(error.to_string())
    }
}

fn code_of_start(error: &StartError) -> FailureCode {
    match error {
        StartError::Players { .. } => FailureCode::WrongPlayers,
        StartError::UnknownOption { .. }
        | StartError::UnknownValue { .. }
        | StartError::NoObject => FailureCode::WrongOptions,
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Failure {
        let code = match &error {
            PlayError::NoSuchOption { .. } | PlayError::NoSuchChoice { .. } => {
                FailureCode::NoSuchOption
            }
            PlayError::Ambiguous(_) => FailureCode::SeveralOptions,
            PlayError::NotAsked { .. } => FailureCode::NotAsked,
            PlayError::Over => FailureCode::GameOver,
            PlayError::NothingToUndo => FailureCode::NothingToUndo,
            PlayError::Interrupted => FailureCode::Cancelled,
            PlayError::UnknownAction { .. } => FailureCode::NoSuchAction,
            PlayError::UnknownWord { .. } | PlayError::TooManyArguments { .. } => {
                FailureCode::WrongArguments
            }
            PlayError::Start(error) => code_of_start(error),
            PlayError::Fault(_) => FailureCode::RulesFailed,
        };
        code.because(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, FailureCode};
    use ludex_play::game::PlayError;
    use ludex_play::start::StartError;

    /// A match that cannot begin says what is wrong with its start, as `new` does.
    #[test]
    fn a_start_has_the_code_of_its_mistake() {
        let code = |error: StartError| Failure::from(PlayError::Start(error)).code;
        let players = StartError::Players {
            game: "Stones".to_owned(),
            least: 3,
            most: 5,
            players: 9,
        };
        assert_eq!(code(players), FailureCode::WrongPlayers);
        assert_eq!(code(StartError::NoObject), FailureCode::WrongOptions);
    }
}
