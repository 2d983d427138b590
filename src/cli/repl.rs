//! `ludex repl`: questions to a position, line by line, with names completed at a terminal.

use std::path::Path;

use crate::cli::args::Repl;
use crate::cli::error::CliError;
use crate::cli::eval::{Desk, in_words};
use crate::cli::lines::{Complete, InPipe, LineReader};
use crate::cli::outcome::ExitOutcome;
use crate::cli::screen;
use crate::play::game::PlayError;
use crate::play::state_json;
use crate::report;
use crate::rules::ids::PlayerId;
use crate::tools::completion::Candidates;

const HELP: &str = "\
An expression gives its value; statements show what they would change, and nothing is kept.
  :answer WORDS   answer what the last statements ask
  :options        what may be chosen in the game now
  :choose WORDS   choose it, and go on
  :undo           back before the last choice
  :you P1         who `you` is; without a seat, whoever is asked next
  :state          the whole position, as JSON
  :quit           leave, as Ctrl-D does; Ctrl-C drops the line
";

/// The state of a conversation.
struct Talk {
    desk: Desk,
    /// The last statements, with the answers to what they asked.
    last: (String, Vec<String>),
    colour: bool,
}

/// Asks until there are no more lines.
pub(crate) fn run(repl: &Repl, games: Option<&Path>) -> Result<ExitOutcome, CliError> {
    let desk = Desk::open(&repl.game, &repl.stand, games)?;
    let words = Candidates::of(desk.game.checked(), desk.at.start().players);
    let mut talk = Talk {
        desk,
        last: (String::new(), Vec::new()),
        colour: repl.color.color.on_stdout(),
    };
    let mut lines = LineReader::open(words, InPipe::Silent)?;
    while let Some(line) = lines.next()? {
        match talk.said(line.trim())? {
            Some(text) => screen::print(&text)?,
            None => break,
        }
    }
    Ok(ExitOutcome::Fine)
}

impl Talk {
    /// Gives what to say to a line; none to leave.
    fn said(&mut self, line: &str) -> Result<Option<String>, CliError> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        Ok(Some(match (command, rest.trim()) {
            ("", _) => String::new(),
            (":quit" | ":q", _) => return Ok(None),
            (":help", _) | ("help" | "?", "") => HELP.to_owned(),
            (":options", _) => self.options(),
            (":choose", words) => self.choose(words),
            (":undo", _) => match self.desk.at.undo_whole() {
                Ok(()) => self.options(),
                Err(error) => format!("{error}\n"),
            },
            (":you", seat) => self.you(seat),
            (":state", _) => {
                let state = state_json::state(self.desk.at.program(), self.desk.at.state());
                format!(
                    "{}\n",
                    serde_json::to_string_pretty(&state).unwrap_or_default()
                )
            }
            (":answer", words) => {
                self.last.1.push(words.to_owned());
                self.ask()?
            }
            (other, _) if other.starts_with(':') => {
                format!("there is no `{other}`; `:help` lists what there is\n")
            }
            _ => {
                self.last = (line.to_owned(), Vec::new());
                self.ask()?
            }
        }))
    }

    fn ask(&mut self) -> Result<String, CliError> {
        let (text, answers) = self.last.clone();
        match self.desk.ask(&text, &answers) {
            Ok(Ok(answer)) => Ok(in_words(&answer)),
            Ok(Err(found)) => Ok(report::human(&found, &self.desk.sources, self.colour)),
            // What keeps one line from an answer is told, and the next may come.
            Err(CliError::Stopped) => Ok(String::new()),
            Err(trouble) => {
                self.last.1.pop();
                Ok(format!("{trouble}\n"))
            }
        }
    }

    fn options(&self) -> String {
        let Some(decision) = self.desk.at.decision() else {
            return "the game is over\n".to_owned();
        };
        let options = decision.options.iter();
        let options: String = options.map(|one| format!("  {}\n", one.label)).collect();
        format!("{}, {}\n{options}", decision.player, decision.prompt)
    }

    fn choose(&mut self, words: &str) -> String {
        let at = &mut self.desk.at;
        let chosen = at.find_words_all(words).and_then(|option| at.apply(option));
        match chosen {
            Ok(_) => self.options(),
            Err(error @ PlayError::Fault(_)) => {
                self.desk.trouble(error);
                String::new()
            }
            Err(error) => format!("{error}\n"),
        }
    }

    fn you(&mut self, seat: &str) -> String {
        let players = self.desk.at.start().players;
        let you = PlayerId::read(seat.strip_prefix('P').unwrap_or(seat));
        match you.filter(|you| you.is_among(players)) {
            Some(you) => self.desk.you = Some(you),
            None if seat.is_empty() => self.desk.you = None,
            None => return format!("there is no player `{seat}`: {players} play, from P0\n"),
        }
        String::new()
    }
}

impl Complete for Candidates {
    fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        Candidates::complete(self, line, at)
    }
}
