//! `ludex protocol`: lines in, lines out. What a line means is known to the room `protocol` alone.

use std::io;
use std::io::BufRead;
use std::io::Write;
use std::path::Path;

use crate::cli::Outcome;
use crate::cli::args::Protocol;
use crate::cli::games::Library;
use crate::cli::screen;
use crate::cli::trouble::Trouble;
use crate::protocol::Server;

/// A longer line is refused, and never held as a whole.
const LONGEST: usize = 16 << 20;

/// Answers lines until there are no more.
pub(crate) fn run(protocol: &Protocol, games: Option<&Path>) -> Result<Outcome, Trouble> {
    let mut server = server(protocol.from.games.as_deref().or(games))?;
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let answer = match next_line(&mut input, LONGEST)? {
            Line::End => return Ok(Outcome::Fine),
            Line::TooLong => server.too_long(LONGEST),
            Line::Read(bytes) => server.line(&String::from_utf8_lossy(&bytes)),
        };
        out.write_all(answer.as_bytes())?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
}

/// A server with all games that can be run; those that cannot are told on stderr.
fn server(games: Option<&Path>) -> Result<Server, Trouble> {
    let mut ready = Vec::new();
    for game in Library::open(games)?.games()? {
        match game.load() {
            Ok(loaded) => match loaded.program {
                Some(program) => ready.push((program, loaded.sources)),
                None => screen::tell(&format!("warning: `{}` has errors and is left out: see `ludex check`", loaded.name)),
            },
            Err(trouble) => screen::tell(&format!("warning: {trouble}")),
        }
    }
    Ok(Server::new(ready))
}

/// What was read.
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
