//! Exceptions: `LudexError` with a code that programs may rely on.

use ludex::play::game::PlayError;
use ludex::play::save::LoadError;
use ludex::play::start::StartError;
use ludex::protocol::failure::{Failure, FailureCode};
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(
    _native,
    LudexError,
    PyException,
    "What ludex refuses. `code` is a word that never changes; `details` has more where there is more to say."
);

/// An exception with a code.
pub(crate) fn refused(code: &str, message: impl Into<String>) -> PyErr {
    let error = LudexError::new_err(message.into());
    Python::attach(|py| {
        // An exception takes attributes like any object; should that fail, its words are enough.
        let _ = error.value(py).setattr("code", code);
    });
    error
}

pub(crate) fn play(error: PlayError) -> PyErr {
    let Failure { code, message } = Failure::from(error);
    refused(code.as_str(), message)
}

/// The exception of a game that can't be played to its end, with its seed.
pub(crate) fn of_seed(seed: u64, error: PlayError) -> PyErr {
    let Failure { code, message } = Failure::from(error);
    refused(
        code.as_str(),
        format!("the game with seed {seed}: {message}"),
    )
}

pub(crate) fn start(error: &StartError) -> PyErr {
    let code = match error {
        StartError::Players { .. } => FailureCode::WrongPlayers,
        StartError::UnknownOption { .. }
        | StartError::UnknownValue { .. }
        | StartError::NoObject => FailureCode::WrongOptions,
    };
    refused(code.as_str(), error.to_string())
}

pub(crate) fn load(error: &LoadError) -> PyErr {
    refused(FailureCode::BadSave.as_str(), error.to_string())
}

/// The exception of an object that another thread works with at the moment.
pub(crate) fn busy() -> PyErr {
    refused(
        "busy",
        "another thread works with it: clone it, or wait for that thread",
    )
}

/// The exception of a seat that nobody has.
pub(crate) fn no_such_player(player: u64, players: u8) -> PyErr {
    refused(
        FailureCode::NoSuchPlayer.as_str(),
        format!("there is no player {player}: there are {players}, counted from 0"),
    )
}
