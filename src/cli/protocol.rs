//! `ludex protocol`: lines in, lines out. What a line means is known to the room `protocol` alone.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{io, thread};

use crate::cli::args::Protocol;
use crate::cli::error::CliError;
use crate::cli::games::{FoundGame, Library};
use crate::cli::outcome::ExitOutcome;
use crate::cli::screen;
use crate::play::interrupt::Interrupt;
use crate::protocol::{Games, LONGEST, OpenRequests, ServedGame, Server, schema};
use crate::report;
use crate::system::SYSTEM;

/// Lines that are read before it is their turn.
const AHEAD: usize = 16;
/// The time for work that was asked before the input ended.
const AFTER_THE_END: Duration = Duration::from_secs(5);

/// Answers lines until there are no more.
pub(crate) fn run(protocol: &Protocol, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    if protocol.schema {
        screen::print(&format!("{:#}\n", schema()))?;
        return Ok(ExitOutcome::Fine);
    }
    let games = Library::open(protocol.from.games.as_deref().or(games))?.all()?;
    let shelf = LoadedGames {
        games,
        read: BTreeMap::new(),
    };
    let mut server = Server::new(Box::new(shelf), protocol.memory).on(SYSTEM);
    let open = Arc::new(Mutex::new(OpenRequests::default()));
    let mut out = io::stdout().lock();
    for line in read_ahead(&open) {
        let answer = match line? {
            WaitingLine::TooLong => Server::too_long(),
            WaitingLine::Read(bytes, interrupt) => {
                server.interrupt_by(interrupt);
                server.bytes(&bytes)
            }
        };
        entered(&open).leave();
        out.write_all(answer.as_bytes())?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(ExitOutcome::Fine)
}

/// A line that waits for its turn.
enum WaitingLine {
    Read(Vec<u8>, Interrupt),
    TooLong,
}

/// Reads lines while others are answered, so that one can cancel another. Work goes on for a moment after the input ended.
fn read_ahead(open: &Arc<Mutex<OpenRequests>>) -> Receiver<io::Result<WaitingLine>> {
    let (waiting, lines) = sync_channel(AHEAD);
    let open = Arc::clone(open);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let line = match next_line(&mut input, LONGEST) {
                Ok(InputLine::End) => break,
                Ok(InputLine::TooLong) => {
                    entered(&open).enter(b"");
                    Ok(WaitingLine::TooLong)
                }
                Ok(InputLine::Read(bytes)) => {
                    let interrupt = entered(&open).enter(&bytes);
                    Ok(WaitingLine::Read(bytes, interrupt))
                }
                Err(error) => Err(error),
            };
            let is_broken = line.is_err();
            if waiting.send(line).is_err() || is_broken {
                return;
            }
        }
        // Whoever answers ends with the last line; nobody waits for this thread.
        drop(waiting);
        thread::sleep(AFTER_THE_END);
        entered(&open).cancel_all();
    });
    lines
}

fn entered(open: &Mutex<OpenRequests>) -> MutexGuard<'_, OpenRequests> {
    // Nothing panics while it is held, and a list of requests is sound at any time.
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The games that are found, each read when it is first asked for.
struct LoadedGames {
    games: Vec<FoundGame>,
    read: BTreeMap<String, Result<ServedGame, String>>,
}

impl Games for LoadedGames {
    fn names(&self) -> Vec<String> {
        self.games.iter().map(FoundGame::name).collect()
    }

    fn game(&mut self, name: &str) -> Result<ServedGame, String> {
        let found = self.games.iter().find(|game| game.name() == name);
        let found = found.ok_or_else(|| format!("there is no game `{name}`"))?;
        self.read
            .entry(name.to_owned())
            .or_insert_with(|| game(found))
            .clone()
    }
}

fn game(found: &FoundGame) -> Result<ServedGame, String> {
    let loaded = found.load().map_err(|trouble| trouble.to_string())?;
    match loaded.program {
        Some(program) => Ok(ServedGame {
            program: Arc::new(program),
            sources: Arc::new(loaded.sources),
        }),
        None => Err(report::short(&loaded.report, &loaded.sources)
            .trim_end()
            .to_owned()),
    }
}

/// A line of input, or its end.
#[derive(Debug, PartialEq, Eq)]
enum InputLine {
    Read(Vec<u8>),
    TooLong,
    End,
}

/// The next line without its line break; of one that is too long the rest is passed over.
fn next_line(input: &mut impl BufRead, longest: usize) -> io::Result<InputLine> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let (taken, at_end) = (part.len() + usize::from(end.is_some()), buffer.is_empty());
        too_long |= line.len() + part.len() > longest;
        if too_long {
            line.clear();
        } else {
            line.extend_from_slice(part);
        }
        input.consume(taken);
        match (end, too_long) {
            (Some(_), true) => return Ok(InputLine::TooLong),
            (Some(_), false) => return Ok(InputLine::Read(line)),
            (None, true) if at_end => return Ok(InputLine::TooLong),
            (None, false) if at_end && line.is_empty() => return Ok(InputLine::End),
            (None, false) if at_end => return Ok(InputLine::Read(line)),
            (None, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{InputLine, next_line};
    use std::io::BufReader;

    #[test]
    fn lines_long_and_short() {
        let mut input = BufReader::with_capacity(3, "ab\n\n123456\nlast".as_bytes());
        let mut next = || next_line(&mut input, 5).ok();
        assert_eq!(next(), Some(InputLine::Read(b"ab".to_vec())));
        assert_eq!(next(), Some(InputLine::Read(Vec::new())));
        assert_eq!(next(), Some(InputLine::TooLong));
        assert_eq!(next(), Some(InputLine::Read(b"last".to_vec())));
        assert_eq!(next(), Some(InputLine::End));
    }
}
