//! `ludex play`: a game at a plain terminal, line by line; the same when the lines come from a file.

mod answers;
mod board;
mod cards;
mod hint;
mod keep;
mod leads;
mod options;
pub(crate) mod page;
mod paint;
mod paper;
mod says;
mod session;

use crate::cli::args::{Pass, Play, Seat};
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library};
use crate::cli::lines::{InPipe, LineReader};
use crate::cli::outcome::ExitOutcome;
use crate::cli::play::page::Paper;
use crate::cli::play::paint::Paint;
use crate::cli::play::paper::fitted;
use crate::cli::play::says::Says;
use crate::cli::play::session::{DisplaySettings, Refused, Session, StopPlace};
use crate::cli::start::ReadyTable;
use crate::cli::vocabulary::vocabulary;
use crate::cli::{files, lines, replay, screen, start};
use crate::play::game::PlayError;
use crate::rules::ids::PlayerId;
use std::io::IsTerminal;
use std::path::Path;

const HELP: &str = "\
Answer with the number of an option, or with its words, the last of which may
be left out; Tab completes them. A choice among numbers is answered by the
number itself. A question that takes several takes them in one line: 1 2 5 8
  options               what you can answer, once more
  table, table P1       the table again; all that a player has on it
  hand, map, hand P1 …  a part of the table by its heading, yours or a player's
  all                   everything that you may know of the position
  what NAME             what a card, a space or a word of the game says
  why not ACTION [ARG]  which requirement keeps you from an action
  hint [BOT]            what a bot would answer here, and how it values the best
  rules, rules NAME     what can be done; what one thing asks for and does
  goal                  how to win, and what ends the game
  score                 the points of all, with their parts
  log, log full         what happened lately; all that you know of it
  undo                  back before your last answer
  mark NAME, back NAME  keep this position; go back to it
  save FILE             the game so far, for `ludex play --resume FILE`
  ruling NAME [ASKS]    the last answer with what came of it, as a ruling
  help, quit            this; leave the game
";

/// Plays until the game is over, the player leaves or there are no more lines.
pub(crate) fn run(play: &Play, folder: Option<&Path>) -> Result<ExitOutcome, CliError> {
    refuse_to_overwrite(play)?;
    let resumed = play.resume.as_deref().map(keep::read).transpose()?;
    let name = keep::game_name(play, resumed.as_ref())?;
    let folder = play.from.games.as_deref().or(folder);
    let found = Library::open(folder)?.find(name)?;
    let ready = start::at_table(&found, play.words.locale.as_deref())?;
    let ReadyTable {
        game,
        spoken,
        view: mut table,
        manual,
    } = ready;
    let position = keep::begun(play, resumed.as_ref(), &game)?;
    let everywhere = || vec![Seat::Me; position.start().players.into()];
    let seats = play
        .seats
        .as_ref()
        .map_or_else(everywhere, |seats| seats.0.clone());
    let bots = seats.iter().filter_map(|seat| match seat {
        Seat::Bot(bot) => Some(bot),
        Seat::Me => None,
    });
    start::read_nets(bots, &game)?;
    let shown = DisplaySettings {
        vocabulary: vocabulary(&spoken, table.as_mut(), &manual),
        table,
        manual,
        on: Paper {
            width: lines::width(),
            paint: Paint::wanted(play.color.color.on_stdout()),
        },
    };
    let position = position.in_words_of(spoken);
    let mut at_table = AtTable {
        play,
        game: &game,
        found: &found,
        lines: LineReader::open(Says::default(), InPipe::Prompted)?,
    };
    let mut session = Session::new(position, seats, shown);
    screen::print(&session.headline())?;
    let ended = at_table.converse(&mut session)?;
    keep::record(play, &game, &session)?;
    Ok(ended)
}

/// A recorded game is nothing that can be made again; one that goes on is made longer.
fn refuse_to_overwrite(play: &Play) -> Result<(), CliError> {
    match &play.record {
        Some(path) if path.exists() && !play.overwrite && play.record != play.resume => {
            Err(CliError::argument(format!(
                "`{}` is there already; add --overwrite to replace it, or record into another file",
                files::shown(path)
            )))
        }
        _ => Ok(()),
    }
}

/// The effect of a typed line.
enum Answered {
    /// The game goes on from another position.
    Moved,
    /// The question stays open.
    Told(String),
    /// The player leaves the table.
    Left,
    /// The rules broke the game at this option.
    Broken(usize, PlayError),
}

/// The terminal that a game is played at.
struct AtTable<'a> {
    play: &'a Play,
    game: &'a start::Ready,
    found: &'a FoundGame,
    lines: LineReader<Says>,
}

impl AtTable<'_> {
    /// Questions and answers, until there are no more.
    fn converse(&mut self, session: &mut Session) -> Result<ExitOutcome, CliError> {
        loop {
            match session.go_on() {
                Ok(StopPlace::Asked(player)) => {
                    if session.hands_over(player) && !self.handed_over(player)? {
                        return self.no_more();
                    }
                    screen::print(&fitted(&session.question(), lines::width()))?;
                }
                Ok(StopPlace::Over(text)) => {
                    screen::print(&text)?;
                    return Ok(ExitOutcome::Fine);
                }
                Err((option, fault)) => return self.broken(session, option, fault),
            }
            loop {
                self.lines.complete_with(|| Says::of(session));
                let Some(line) = self.lines.next()? else {
                    return self.no_more();
                };
                match self.answer(&line, session)? {
                    Answered::Left => return Ok(ExitOutcome::Fine),
                    Answered::Told(text) => screen::print(&text)?,
                    Answered::Broken(option, fault) => {
                        return self.broken(session, option, fault);
                    }
                    Answered::Moved => break,
                }
            }
            keep::record(self.play, self.game, session)?;
        }
    }

    /// Hides what the one before saw until the next one sits there; false when there are no more lines.
    fn handed_over(&mut self, player: PlayerId) -> Result<bool, CliError> {
        let wanted = match self.play.pass {
            Pass::Always => true,
            Pass::Never => false,
            Pass::Auto => std::io::stdin().is_terminal() && std::io::stdout().is_terminal(),
        };
        if !wanted {
            return Ok(true);
        }
        screen::clear()?;
        screen::print(&format!(
            "{player} is asked. Press Enter when nobody else looks.\n"
        ))?;
        self.lines.forget();
        let line = self.lines.next()?;
        Ok(line.is_some())
    }

    fn no_more(&self) -> Result<ExitOutcome, CliError> {
        screen::print("\nNo more answers: the game stops here.\n")?;
        Ok(ExitOutcome::Fine)
    }

    fn answer(&self, line: &str, session: &mut Session) -> Result<Answered, CliError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let told = match words[..] {
            [] => String::new(),
            ["quit" | "exit"] => return Ok(Answered::Left),
            ["help" | "?"] => HELP.to_owned(),
            ["options"] => session.options_again(),
            ["table" | "board"] => session.table(),
            ["table" | "board", player] => session.table_of(player),
            ["all"] => session.all(),
            ["what"] => "write: what NAME, for example with a word of an option\n".to_owned(),
            ["what", ref words @ ..] | ["rules", ref words @ ..] if !words.is_empty() => {
                session.what(words)
            }
            ["rules"] => session.rules(),
            ["goal"] => session.goal(),
            ["score"] => session.score(),
            ["log"] => session.log(),
            ["log", "full"] => session.log_full(),
            ["hint"] => session.hint(None),
            ["hint", bot] => session.hint(Some(bot)),
            ["mark", name] => session.mark(name),
            ["back", name] => match session.back_to(name) {
                Ok(()) => return Ok(Answered::Moved),
                Err(told) => told,
            },
            ["save", file] => keep::save(self.play, self.game, file, session)?,
            ["ruling", name, ref asks @ ..] => {
                keep::ruling(self.found, self.game, session, name, asks)?
            }
            ["undo"] => match session.undo() {
                Ok(()) => return Ok(Answered::Moved),
                Err(error) => format!("{error}\n"),
            },
            ["why", "not", ref words @ ..] if !words.is_empty() => {
                session.why_not(self.game, words)
            }
            ["why", ..] => {
                "write: why not ACTION, for example with the words of an option\n".to_owned()
            }
            _ => match session.panel(&words).filter(|_| !session.is_option(&words)) {
                Some(drawn) => drawn,
                None => match session.choose(&words) {
                    Ok(()) => return Ok(Answered::Moved),
                    Err(Refused::Told(text)) => text,
                    Err(Refused::Broken(option, error)) => {
                        return Ok(Answered::Broken(option, error));
                    }
                },
            },
        };
        Ok(Answered::Told(fitted(&told, lines::width())))
    }

    /// Tells what the rules did wrong; the record then ends with the choice that shows it.
    fn broken(
        &self,
        session: &Session,
        option: usize,
        error: PlayError,
    ) -> Result<ExitOutcome, CliError> {
        if let (Some(path), Some(choice)) = (&self.play.record, session.option(option)) {
            let choices: Vec<_> = session
                .position()
                .choices()
                .iter()
                .cloned()
                .chain([choice])
                .collect();
            let start = session.position().start();
            let (replay, _) = replay::of_choices(self.game, start, &choices);
            files::write(path, &(replay.to_text() + "\n"))?;
        }
        Err(self.game.trouble(error))
    }
}
