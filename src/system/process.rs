//! A program in a seat, as a process: its lines, each way by a thread, so that neither side waits for a pipe.

use crate::group;
use ludex_bots::system::{LONGEST_LINE, Lines, NoLine};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// The time a program has to end by itself when its game is over.
const LEAVING: Duration = Duration::from_secs(2);
/// Lines of a program that wait to be read; it waits when there are more.
const WAITING: usize = 64;

/// A running program with its lines.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<String>,
    /// It was silent for too long.
    is_late: bool,
}

/// Starts a program by its command.
///
/// # Errors
/// Why it can't be started; for people.
pub(super) fn start(command: &str) -> Result<Process, String> {
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
    let refused = |error| format!("`{program}` can't be started: {error}");
    let child = started.spawn().map_err(refused)?;
    group::note(&child);
    let (to, lines) = channel();
    let (line, from) = sync_channel(WAITING);
    let mut process = Process {
        child,
        to: Some(to),
        from,
        is_late: false,
    };
    let Child { stdin, stdout, .. } = &mut process.child;
    if let (Some(stdin), Some(stdout)) = (stdin.take(), stdout.take()) {
        // Without its threads it is dropped here, and so ended.
        let writer = Builder::new().spawn(move || write(stdin, &lines));
        writer.map_err(refused)?;
        let reader = Builder::new().spawn(move || read(stdout, |text| line.send(text).is_ok()));
        reader.map_err(refused)?;
    }
    Ok(process)
}

impl Lines for Process {
    fn send(&mut self, line: &str) {
        if let Some(to) = &self.to {
            // A program that is gone is found out when it does not answer.
            let _ = to.send(format!("{line}\n"));
        }
    }

    fn receive(&mut self, most: Duration) -> Result<String, NoLine> {
        self.from.recv_timeout(most).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                self.is_late = true;
                NoLine::Late
            }
            RecvTimeoutError::Disconnected => NoLine::Ended(self.ended()),
        })
    }
}

impl Process {
    /// Tells how it ended, after it closed its output.
    fn ended(&mut self) -> String {
        match self.wait() {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output and was stopped".to_owned(),
        }
    }

    /// Waits until it ends by itself; none when it does not.
    fn wait(&mut self) -> Option<ExitStatus> {
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
        // Processes that it started are killed too, even if it ended by itself.
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
            .take(LONGEST_LINE as u64 + 1)
            .read_until(b'\n', &mut line)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        // The rest of a line that is too long is no answer to the next question.
        if line.len() > LONGEST_LINE && !line.ends_with(b"\n") && stdout.skip_until(b'\n').is_err()
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
