//! `ludex protocol`: lines in, lines out. What a line means is known to the room `protocol` alone.

use std::collections::BTreeMap;
use std::io;
use std::io::BufRead;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use crate::cli::Outcome;
use crate::cli::args::Protocol;
use crate::cli::games::Found;
use crate::cli::games::Library;
use crate::cli::screen;
use crate::cli::trouble::Trouble;
use crate::protocol::schema;
use crate::protocol::server::Game;
use crate::protocol::server::Games;
use crate::protocol::server::LONGEST;
use crate::protocol::server::Server;
use crate::report;

/// Answers lines until there are no more.
pub(crate) fn run(protocol: &Protocol, games: Option<&Path>) -> Result<Outcome, Trouble> {
    if protocol.schema {
        screen::print(&format!("{:#}\n", schema()))?;
        return Ok(Outcome::Fine);
    }
    let games = Library::open(protocol.from.games.as_deref().or(games))?.all()?;
    let shelf = Shelf {
        games,
        read: BTreeMap::new(),
    };
    let mut server = Server::new(Box::new(shelf), protocol.memory);
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let answer = match next_line(&mut input, LONGEST)? {
            Line::End => return Ok(Outcome::Fine),
            Line::TooLong => Server::too_long(),
            Line::Read(bytes) => server.bytes(&bytes),
        };
        out.write_all(answer.as_bytes())?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
}

/// The games that are found, each read when it is first asked for.
struct Shelf {
    games: Vec<Found>,
    read: BTreeMap<String, Result<Game, String>>,
}

impl Games for Shelf {
    fn names(&self) -> Vec<String> {
        self.games.iter().map(Found::name).collect()
    }

    fn game(&mut self, name: &str) -> Result<Game, String> {
        let found = self.games.iter().find(|game| game.name() == name);
        let found = found.ok_or_else(|| format!("there is no game `{name}`"))?;
        self.read
            .entry(name.to_owned())
            .or_insert_with(|| game(found))
            .clone()
    }
}

fn game(found: &Found) -> Result<Game, String> {
    let loaded = found.load().map_err(|trouble| trouble.to_string())?;
    match loaded.program {
        Some(program) => Ok(Game {
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
enum Line {
    Read(Vec<u8>),
    TooLong,
    End,
}

/// The next line without its line break; of one that is too long the rest is passed over.
fn next_line(input: &mut impl BufRead, longest: usize) -> io::Result<Line> {
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
            (Some(_), true) => return Ok(Line::TooLong),
            (Some(_), false) => return Ok(Line::Read(line)),
            (None, true) if at_end => return Ok(Line::TooLong),
            (None, false) if at_end && line.is_empty() => return Ok(Line::End),
            (None, false) if at_end => return Ok(Line::Read(line)),
            (None, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Line;
    use super::next_line;
    use std::io::BufReader;

    #[test]
    fn lines_long_and_short() {
        let mut input = BufReader::with_capacity(3, "ab\n\n123456\nlast".as_bytes());
        let mut next = || next_line(&mut input, 5).ok();
        assert_eq!(next(), Some(Line::Read(b"ab".to_vec())));
        assert_eq!(next(), Some(Line::Read(Vec::new())));
        assert_eq!(next(), Some(Line::TooLong));
        assert_eq!(next(), Some(Line::Read(b"last".to_vec())));
        assert_eq!(next(), Some(Line::End));
    }
}
