//! A guest: a program in a seat. It is started, told what its seat may see as lines of JSON, and answers with an option.
//!
//! This is the one place outside `cli` that starts a process. A guest that ends or keeps silent is stopped, and what it
//! would have decided is left to chance, so that a game always goes on; who reports the game says so.

use crate::group;
use crate::seat::Seat;
use crate::spec::Spec;
use ludex_play::game::Match;
use ludex_rules::ids::PlayerId;
use ludex_source::controls::escaped;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time a program has to say that it is ready, unless a decision may take longer.
const READY: Duration = Duration::from_secs(15);
/// The time a program has to end by itself when its game is over.
const LEAVING: Duration = Duration::from_secs(2);
/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;
/// Lines of a program that wait to be read; it waits when there are more.
const WAITING: usize = 64;

/// A program in a seat.
#[derive(Debug, Default)]
pub(super) struct Guest {
    at: At,
    /// Events of the match that it was told.
    told: usize,
    /// The number of questions so far.
    asked: u64,
}

/// The stage of a guest's visit.
#[derive(Debug, Default)]
enum At {
    #[default]
    Home,
    Table(Process),
    /// It left, or was made to, and why.
    Gone(String),
}

/// A running program with its lines, each way by a thread, so that neither side waits for a pipe.
#[derive(Debug)]
struct Process {
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<String>,
    /// It was silent for too long.
    is_late: bool,
}

/// A guest's failure at a question.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Failure {
    /// It answered, but with no option; it may go on.
    Wrong(String),
    /// It can't be asked any more.
    Left(String),
}

impl Guest {
    /// Asks for an option at a decision.
    ///
    /// # Errors
    /// It gave none; for people.
    pub(super) fn ask(&mut self, seat: &Seat<'_>, spec: &Spec, seed: u64) -> Result<usize, String> {
        if matches!(self.at, At::Home) {
            self.at = match spec.unready.get() {
                // It kept another game waiting; this one does not wait again.
                Some(why) => At::Gone(why.clone()),
                None => Process::start(&spec.command).map_or_else(At::Gone, At::Table),
            };
            self.told = 0;
            self.introduce(seat, spec);
        }
        let process = match &mut self.at {
            At::Table(process) => process,
            At::Gone(why) => return Err(why.clone()),
            At::Home => return Err(String::new()),
        };
        self.asked += 1;
        let question = seat.question(self.asked, self.told.min(seat.events()), seed);
        self.told = seat.events();
        process.say(&question);
        match process.option(self.asked, seat.options(), spec.time) {
            Ok(option) => Ok(option),
            Err(Failure::Wrong(why)) => Err(why),
            Err(Failure::Left(why)) => {
                self.at = At::Gone(why.clone());
                Err(why)
            }
        }
    }

    /// Tells the program what is played, and waits until it is ready.
    fn introduce(&mut self, seat: &Seat<'_>, spec: &Spec) {
        let At::Table(process) = &mut self.at else {
            return;
        };
        process.say(&seat.introduction(spec.time));
        if let Err(why) = process.ready(READY.max(spec.time)) {
            if process.is_late {
                spec.unready.set(&why);
            }
            self.at = At::Gone(why);
        }
    }

    /// Tells the program how the game ended, and lets it go.
    pub(super) fn dismiss(&mut self, game: &Match, player: PlayerId) {
        if let At::Table(process) = &mut self.at {
            process.say(&Seat::ending(game, player, self.told));
        }
        self.at = At::Gone("the game is over".to_owned());
    }
}

impl Process {
    fn start(command: &str) -> Result<Process, String> {
        let words = words(command);
        let Some((program, arguments)) = words.split_first() else {
            return Err("no program is named".to_owned());
        };
        let mut started = Command::new(program);
        started
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        group::lead(&mut started);
        let mut child = started
            .spawn()
            .map_err(|error| format!("`{program}` can't be started: {error}"))?;
        group::note(&child);
        let (to, lines) = channel();
        let (line, from) = sync_channel(WAITING);
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || write(stdin, &lines));
            thread::spawn(move || read(stdout, |text| line.send(text).is_ok()));
        }
        Ok(Process {
            child,
            to: Some(to),
            from,
            is_late: false,
        })
    }

    fn say(&self, line: &Value) {
        if let Some(to) = &self.to {
            // A program that is gone is found out when it does not answer.
            let _ = to.send(format!("{line}\n"));
        }
    }

    fn ready(&mut self, most: Duration) -> Result<(), String> {
        let line = match self.line(Instant::now() + most, most) {
            Ok(line) => line,
            Err(Failure::Wrong(why) | Failure::Left(why)) => return Err(why),
        };
        let answer: Option<Value> = serde_json::from_str(&line).ok();
        if answer.is_some_and(|answer| answer["ready"] == json!(true)) {
            Ok(())
        } else {
            Err(format!(
                "it began with `{}`, not with {{\"ready\":true}}",
                short(&line)
            ))
        }
    }

    /// Its answer to a question: answers to others are passed over.
    fn option(&mut self, asked: u64, options: usize, most: Duration) -> Result<usize, Failure> {
        let until = Instant::now() + most;
        loop {
            let line = self.line(until, most)?;
            let wrong = || {
                Failure::Wrong(format!(
                    "it answered `{}`, which names no option from 0 to {}",
                    short(&line),
                    options - 1
                ))
            };
            let is_whole = line.len() as u64 <= LONGEST;
            let answer = Some(&line).filter(|_| is_whole);
            let answer = answer.and_then(|line| serde_json::from_str::<Value>(line).ok());
            let answer = answer.ok_or_else(wrong)?;
            if answer["id"].as_u64().is_some_and(|id| id != asked) {
                continue;
            }
            let option = answer["option"].as_u64().map(usize::try_from);
            return match option {
                Some(Ok(option)) if option < options => Ok(option),
                _ => Err(wrong()),
            };
        }
    }

    /// Its next line; a program that says none in time is stopped.
    fn line(&mut self, until: Instant, most: Duration) -> Result<String, Failure> {
        let left = until.saturating_duration_since(Instant::now());
        self.from.recv_timeout(left).map_err(|error| {
            let why = match error {
                RecvTimeoutError::Timeout => {
                    self.is_late = true;
                    format!("it was silent for {} and was stopped", seconds(most))
                }
                RecvTimeoutError::Disconnected => self.ended(),
            };
            Failure::Left(why)
        })
    }

    /// Tells how it ended, after it closed its output.
    fn ended(&mut self) -> String {
        match self.wait() {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output and was stopped".to_owned(),
        }
    }

    /// Waits until it ends by itself; none when it does not.
    fn wait(&mut self) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + LEAVING;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its input ends, which it should take for the end of its work.
        self.to = None;
        if self.is_late || self.wait().is_none() {
            let _ = self.child.kill();
        }
        // What it started goes with it, whether it ended by itself or not.
        group::kill(&self.child);
        let _ = self.child.wait();
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

fn read(stdout: ChildStdout, mut take: impl FnMut(String) -> bool) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        // The end of the line is no part of it.
        match stdout
            .by_ref()
            .take(LONGEST + 1)
            .read_until(b'\n', &mut line)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        // The rest of a line that is too long is no answer to the next question.
        if line.len() as u64 > LONGEST
            && !line.ends_with(b"\n")
            && stdout.skip_until(b'\n').is_err()
        {
            return;
        }
        if !take(String::from_utf8_lossy(&line).trim().to_owned()) {
            return;
        }
    }
}

/// The words of a command: blanks part them, except between quotes of either sort.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for symbol in command.chars() {
        match quote {
            Some(end) if symbol == end => quote = None,
            None if symbol == '"' || symbol == '\'' => {
                quote = Some(symbol);
                word.get_or_insert_default();
            }
            None if symbol.is_whitespace() => words.extend(word.take()),
            Some(_) | None => word.get_or_insert_default().push(symbol),
        }
    }
    words.extend(word);
    words
}

/// The beginning of a line.
fn short(line: &str) -> String {
    const SHORT: usize = 60;
    match line.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}…", escaped(&line[..end])),
        None => escaped(line).into_owned(),
    }
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_command_is_words() {
        assert_eq!(
            words("python3  bot.py -n 3"),
            ["python3", "bot.py", "-n", "3"]
        );
        assert_eq!(
            words("sh -c 'read x' \"a b\"c ''"),
            ["sh", "-c", "read x", "a bc", ""]
        );
        assert!(words("  ").is_empty());
    }
}
