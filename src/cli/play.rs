//! `ludex play`: a game at a plain terminal, line by line; the same when the lines come from a file.

mod board;
mod cards;
mod hint;
mod options;
pub(crate) mod page;
mod paper;
mod session;

use std::io::BufRead;
use std::path::Path;

use crate::cli::Outcome;
use crate::cli::args::Play;
use crate::cli::args::Seat;
use crate::cli::files;
use crate::cli::games;
use crate::cli::games::Library;
use crate::cli::play::session::Refused;
use crate::cli::play::session::Session;
use crate::cli::play::session::Shown;
use crate::cli::play::session::Step;
use crate::cli::replay;
use crate::cli::screen;
use crate::cli::start;
use crate::cli::trouble::Trouble;
use crate::play::game::Match;
use crate::play::game::PlayError;
use crate::play::replay::Replay;

const HELP: &str = "\
Answer with the number of an option, or with its words, the last of which may
be left out.
  hint [BOT]            what a bot would answer here, and how it values the best
  undo                  back before your last answer
  why not ACTION [ARG]  which requirement keeps you from an action
  what PIECE            what a piece says
  log                   everything you know that happened
  table                 the table again, as far as it matters
  table P1              all that a player has on it
  all                   everything that you may know of the position
  help                  this
  quit                  leave the game
";

/// Plays until the game is over, the player leaves or there are no more lines.
pub(crate) fn run(play: &Play, folder: Option<&Path>) -> Result<Outcome, Trouble> {
    refuse_to_overwrite(play)?;
    let (game, table) = start::at_table(&play.game, play.from.games.as_deref().or(folder))?;
    let start = match &play.seats {
        None => game.start(&play.start)?,
        Some(seats) => game.start_seated(&play.start, seats.0.len())?,
    };
    let everywhere = || vec![Seat::Me; start.players.into()];
    let seats = play
        .seats
        .as_ref()
        .map_or_else(everywhere, |seats| seats.0.clone());
    let position = Match::new(game.program.clone(), start).map_err(|error| game.trouble(error))?;
    let found = Library::open(play.from.games.as_deref().or(folder))?.find(&play.game)?;
    let shown = Shown {
        table,
        book: games::book(&found)?,
        width: screen::width(),
    };
    let mut session = Session::new(position, seats, shown);
    screen::print(&session.headline())?;
    let ended = converse(play, &game, &mut session)?;
    record(play, &session)?;
    Ok(ended)
}

/// A recorded game is nothing that can be made again.
fn refuse_to_overwrite(play: &Play) -> Result<(), Trouble> {
    match &play.record {
        Some(path) if path.exists() && !play.overwrite => Err(Trouble::argument(format!(
            "`{}` is there already; add --overwrite to replace it, or record into another file",
            files::shown(path)
        ))),
        _ => Ok(()),
    }
}

/// Questions and answers, until there are no more.
fn converse(play: &Play, game: &start::Ready, session: &mut Session) -> Result<Outcome, Trouble> {
    loop {
        match session.go_on() {
            Ok(Step::Asked(question)) => screen::print(&question)?,
            Ok(Step::Over(text)) => {
                screen::print(&text)?;
                return Ok(Outcome::Fine);
            }
            Err((option, fault)) => return broken(play, game, session, option, fault),
        }
        loop {
            screen::print("> ")?;
            let Some(line) = line()? else {
                screen::print("\nNo more answers: the game stops here.\n")?;
                return Ok(Outcome::Fine);
            };
            match answer(&line, game, session) {
                Answered::Left => return Ok(Outcome::Fine),
                Answered::Told(text) => screen::print(&text)?,
                Answered::Broken(option, fault) => {
                    return broken(play, game, session, option, fault);
                }
                Answered::Moved => break,
            }
        }
        record(play, session)?;
    }
}

/// What came of a line.
enum Answered {
    /// The game goes on from another position.
    Moved,
    /// The question stays open.
    Told(String),
    /// The player leaves.
    Left,
    /// The rules broke the game at this option.
    Broken(usize, PlayError),
}

fn answer(line: &str, game: &start::Ready, session: &mut Session) -> Answered {
    let words: Vec<&str> = line.split_whitespace().collect();
    let told = match words[..] {
        [] => String::new(),
        ["quit" | "exit"] => return Answered::Left,
        ["help" | "?"] => HELP.to_owned(),
        ["table" | "board"] => session.table(),
        ["table" | "board", player] => session.table_of(player),
        ["all"] => session.all(),
        ["what", piece] => session.what(piece),
        ["log"] => session.log(),
        ["hint"] => session.hint(None),
        ["hint", bot] => session.hint(Some(bot)),
        ["undo"] => match session.undo() {
            Ok(()) => return Answered::Moved,
            Err(error) => format!("{error}\n"),
        },
        ["why", "not", action, ref args @ ..] => session.why_not(game, action, args),
        ["why", ..] => {
            "write: why not ACTION, for example with the words of an option\n".to_owned()
        }
        _ => match session.choose(&words) {
            Ok(()) => return Answered::Moved,
            Err(Refused::Told(text)) => text,
            Err(Refused::Broken(option, error)) => return Answered::Broken(option, error),
        },
    };
    Answered::Told(told)
}

/// The next line; none at the end of the input. What is not UTF-8 fits no option anyway.
fn line() -> Result<Option<String>, Trouble> {
    let mut bytes = Vec::new();
    let length = std::io::stdin().lock().read_until(b'\n', &mut bytes);
    let length = length.map_err(|error| Trouble::unreadable(Path::new("-"), error.to_string()))?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

fn record(play: &Play, session: &Session) -> Result<(), Trouble> {
    let Some(path) = &play.record else {
        return Ok(());
    };
    let replay =
        Replay::record(session.position()).map_err(|error| Trouble::argument(error.to_string()))?;
    files::write(path, &(replay.to_text() + "\n"))
}

/// Tells what the rules did wrong; the record then ends with the choice that shows it.
fn broken(
    play: &Play,
    game: &start::Ready,
    session: &mut Session,
    option: usize,
    error: PlayError,
) -> Result<Outcome, Trouble> {
    if let (Some(path), Some(choice)) = (&play.record, session.option(option)) {
        let choices: Vec<_> = session
            .position()
            .choices()
            .iter()
            .cloned()
            .chain([choice])
            .collect();
        let (replay, _) = replay::of_choices(game, session.position().start(), &choices);
        files::write(path, &(replay.to_text() + "\n"))?;
    }
    Err(game.trouble(error))
}
