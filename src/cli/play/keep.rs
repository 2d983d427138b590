//! Games that are kept: taken up again, recorded, saved, and their moments as rulings.

use std::path::Path;

use crate::bots::spec::Algorithm;
use crate::cli::args::{Play, Seat};
use crate::cli::error::CliError;
use crate::cli::games::FoundGame;
use crate::cli::play::session::Session;
use crate::cli::start::Ready;
use crate::cli::{files, replay, rulings, start};
use crate::play::game::Match;
use crate::play::replay::Replay;
use crate::tools::rulings::record::Heading;

/// A recorded game, and the file that it was read from.
pub(super) struct Recorded<'a> {
    path: &'a Path,
    replay: Replay,
}

/// Reads a recorded game.
pub(super) fn read(path: &Path) -> Result<Recorded<'_>, CliError> {
    let replay = replay::read(path)?;
    Ok(Recorded { path, replay })
}

/// Returns the name or folder of the game to play: the one asked for, else the one that the recorded game names.
pub(super) fn game_name<'a>(
    play: &'a Play,
    recorded: Option<&'a Recorded<'_>>,
) -> Result<&'a str, CliError> {
    let recorded = recorded.map(|recorded| recorded.replay.game.as_str());
    let name = play.game.as_deref().or(recorded);
    name.ok_or_else(|| CliError::argument("no game is named: write `ludex play GAME`"))
}

/// Begins a new game, or takes a recorded one up again.
pub(super) fn begun(
    play: &Play,
    recorded: Option<&Recorded<'_>>,
    game: &Ready,
) -> Result<Match, CliError> {
    if let Some(recorded) = recorded {
        return resumed(play, recorded, game);
    }
    let mut asked = play.start.clone();
    let is_known_to_none = |seat: &Seat| match seat {
        Seat::Me => true,
        Seat::Bot(bot) => bot.algorithm == Algorithm::Exec,
    };
    let seats = play.seats.as_ref().map(|seats| &seats.0);
    if asked.seed.is_none() && seats.is_none_or(|seats| seats.iter().any(is_known_to_none)) {
        asked.seed = Some(start::seed_of_system()?);
    }
    let start = match seats {
        None => game.start(&asked)?,
        Some(seats) => game.start_seated(&asked, seats.len())?,
    };
    Match::new(game.program.clone(), start).map_err(|error| game.trouble(error))
}

fn resumed(play: &Play, recorded: &Recorded<'_>, game: &Ready) -> Result<Match, CliError> {
    let Recorded { path, replay } = recorded;
    let name = &game.program.names.game;
    if replay.game != *name {
        let message = format!("it is a game of `{}`, not of `{name}`", replay.game);
        return Err(CliError::unreadable(path, message));
    }
    replay::same_rules(path, replay, game, play.other_rules)?;
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

/// Returns the command that takes a recorded game up again. The record names the game, but not the folder where it lies.
fn resume_command(play: &Play, file: &str) -> String {
    let by_path = play.game.iter().filter(|game| Path::new(game).is_dir());
    let games = play.from.games.iter();
    let games = games.map(|folder| format!("--games {}", files::shown(folder)));
    let parts = ["ludex play".to_owned()].into_iter();
    let parts = parts.chain(by_path.cloned()).chain(games);
    let parts: Vec<String> = parts.chain([format!("--resume {file}")]).collect();
    parts.join(" ")
}

/// Writes the game so far to the file that `--record` names.
pub(super) fn record(play: &Play, game: &Ready, session: &Session) -> Result<(), CliError> {
    match &play.record {
        Some(path) => write(path, game, session),
        None => Ok(()),
    }
}

/// Returns the position in the words of the rules, in which games are recorded, whatever words are shown.
fn recorded(game: &Ready, session: &Session) -> Match {
    session.position().in_words_of(game.program.clone())
}

fn write(path: &Path, game: &Ready, session: &Session) -> Result<(), CliError> {
    let replay = Replay::record(&recorded(game, session))
        .map_err(|error| CliError::argument(error.to_string()))?;
    files::write(path, &(replay.to_text() + "\n"))
}

/// Writes the game so far to a file that is not there yet.
pub(super) fn save(
    play: &Play,
    game: &Ready,
    file: &str,
    session: &Session,
) -> Result<String, CliError> {
    let path = Path::new(file);
    if path.exists() {
        return Ok(format!(
            "`{file}` is there already: save into another file\n"
        ));
    }
    Ok(match write(path, game, session) {
        Ok(()) => format!(
            "wrote {file}: `{}` goes on from here\n",
            resume_command(play, file)
        ),
        Err(trouble) => format!("{trouble}\n"),
    })
}

/// Writes the last answer with what came of it as a ruling.
pub(super) fn ruling(
    found: &FoundGame,
    game: &Ready,
    session: &Session,
    name: &str,
    asks: &[&str],
) -> Result<String, CliError> {
    let game = &recorded(game, session);
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
