//! Games that are kept: taken up again, recorded, saved, and their moments as rulings.

use std::path::Path;

use crate::cli::args::Play;
use crate::cli::error::CliError;
use crate::cli::files;
use crate::cli::games::FoundGame;
use crate::cli::play::session::Session;
use crate::cli::replay;
use crate::cli::rulings;
use crate::cli::start::Ready;
use crate::play::game::Match;
use crate::play::replay::Replay;
use crate::tools::rulings::record::Heading;

/// The game to play: a new one, or one that was recorded.
pub(super) fn begun(play: &Play, game: &Ready) -> Result<Match, CliError> {
    if let Some(path) = &play.resume {
        return resumed(play, path, game);
    }
    let start = match &play.seats {
        None => game.start(&play.start)?,
        Some(seats) => game.start_seated(&play.start, seats.0.len())?,
    };
    Match::new(game.program.clone(), start).map_err(|error| game.trouble(error))
}

fn resumed(play: &Play, path: &Path, game: &Ready) -> Result<Match, CliError> {
    let replay = replay::read(path)?;
    let name = &game.program.names.game;
    if replay.game != *name {
        let message = format!("it is a game of `{}`, not of `{name}`", replay.game);
        return Err(CliError::unreadable(path, message));
    }
    let played = replay.verify(game.program.clone(), true);
    let played = played.map_err(|error| CliError::unreadable(path, error.to_string()))?;
    let players = usize::from(played.start().players);
    match &play.seats {
        Some(seats) if seats.0.len() != players => Err(CliError::argument(format!(
            "--seats names {} seats, but {players} play",
            seats.0.len()
        ))),
        _ => Ok(played),
    }
}

/// Writes the game so far to the file that `--record` names.
pub(super) fn record(play: &Play, session: &Session) -> Result<(), CliError> {
    match &play.record {
        Some(path) => write(path, session),
        None => Ok(()),
    }
}

fn write(path: &Path, session: &Session) -> Result<(), CliError> {
    let replay = Replay::record(session.position())
        .map_err(|error| CliError::argument(error.to_string()))?;
    files::write(path, &(replay.to_text() + "\n"))
}

/// Writes the game so far to a file that is not there yet.
pub(super) fn save(file: &str, session: &Session) -> Result<String, CliError> {
    let path = Path::new(file);
    if path.exists() {
        return Ok(format!(
            "`{file}` is there already: save into another file\n"
        ));
    }
    Ok(match write(path, session) {
        Ok(()) => format!("wrote {file}: `ludex play --resume {file}` goes on from here\n"),
        Err(trouble) => format!("{trouble}\n"),
    })
}

/// Writes the last answer with what came of it as a ruling.
pub(super) fn ruling(
    found: &FoundGame,
    session: &Session,
    name: &str,
    asks: &[&str],
) -> Result<String, CliError> {
    let game = session.position();
    let Some(at) = game.choice_count().checked_sub(1) else {
        return Ok("there is no answer yet that a ruling could tell of\n".to_owned());
    };
    let heading = Heading {
        asks: (!asks.is_empty()).then(|| asks.join(" ")),
        ..Heading::default()
    };
    match rulings::record_moment(found, game, at, name, heading) {
        Ok(_) | Err(CliError::Stopped) => Ok(String::new()),
        Err(trouble) => Ok(format!("{trouble}\n")),
    }
}
